"""The operations of `artifact`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import AsyncGroup


class AsyncArtifact(AsyncGroup):
    """The operations of `artifact`."""

    async def diff(
        self,
        *,
        from_: int | None | Omit = OMIT,
        from_artifact: str | None | Omit = OMIT,
        path: str | None | Omit = OMIT,
        to: int | None | Omit = OMIT,
        to_artifact: str | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ArtifactDiffAnswer:
        """What changed between two versions of an artifact, line by line. Without `from` and `to`: what the newest
        version of the path changed.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            from_: The old version of the path; the one before the new one unless given.
            from_artifact: Instead of path and number: the old version by its name, such as `A3`.
            path: The path, when versions are given by number.
            to: The new version of the path; the newest unless given.
            to_artifact: Instead of path and number: the new version by its name.
            workflow: The workflow.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ArtifactDiffAnswer = await self._caller.call(
            "artifact_diff",
            {
                "from": from_,
                "from_artifact": from_artifact,
                "path": path,
                "to": to,
                "to_artifact": to_artifact,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    async def get(
        self,
        *,
        artifact: str | None | Omit = OMIT,
        path: str | None | Omit = OMIT,
        version: int | None | Omit = OMIT,
        workflow: types.Id | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ArtifactGetAnswer:
        """A version of an artifact, with its content when Loci has it.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            artifact: The version by its name, such as `A3`.
            path: Or its path: the newest version, unless `version` is given.
            version: The version of the path, from 1.
            workflow: The workflow; may be left out when `artifact` names it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ArtifactGetAnswer = await self._caller.call(
            "artifact_get",
            {
                "artifact": artifact,
                "path": path,
                "version": version,
                "workflow": workflow,
                "fields": fields,
            },
        )
        return _answer

    async def list(
        self,
        *,
        workflow: types.Id,
        all_versions: bool | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        path: str | None | Omit = OMIT,
        task: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ArtifactListAnswer:
        """The artifacts of a workflow, most recently recorded first: the newest version of each path.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.path`, `items.version`,
        `items.type`, `items.associated_task`, `items.description`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: The workflow.
            all_versions: Whether to list earlier versions too.
            cursor: Where the last page ended.
            limit: How many, 1 to 200; 50 unless given.
            path: Only those whose path begins so.
            task: Only those made for this task.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ArtifactListAnswer = await self._caller.call(
            "artifact_list",
            {
                "workflow": workflow,
                "all_versions": all_versions,
                "cursor": cursor,
                "limit": limit,
                "path": path,
                "task": task,
                "fields": fields,
            },
        )
        return _answer

    async def record(
        self,
        *,
        path: str,
        type: types.ArtifactKind,
        workflow: types.Id,
        associated_task: str | None | Omit = OMIT,
        checksum: str | None | Omit = OMIT,
        commit: str | None | Omit = OMIT,
        content: types.Content | None | Omit = OMIT,
        description: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ArtifactRecordAnswer:
        """Records a version of something that was made, by reference or with its content. The same content as the
        newest version of the path makes no new version. When the agent that handed a task in names it and changes
        what is being reviewed or was approved, the review is given anew, unless others have begun to build on it.
        What anybody else records of it stands beside it: what was approved stays so, and people are warned.

        Unless `fields` asks for more (`*`: all), the answer has: `artifact.id`, `artifact.version`, `unchanged`,
        `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            path: Where it lives, as the project writes paths: `src/auth/token.rs`.
            type: What kind of thing it is.
            workflow: The workflow.
            associated_task: The task it was made for; the one that I hold in this workflow unless given, none when I
                hold none or several. For a task that I held and lost it is refused.
            checksum: The content's SHA-256 in hexadecimal, when the content itself stays where it is.
            commit: The commit it is in.
            content: The content, as text.
            description: What it is; as in the version before unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ArtifactRecordAnswer = await self._caller.call(
            "artifact_record",
            {
                "path": path,
                "type": type,
                "workflow": workflow,
                "associated_task": associated_task,
                "checksum": checksum,
                "commit": commit,
                "content": content,
                "description": description,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
