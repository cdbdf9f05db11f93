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
        """Compares two versions of an artifact line by line. Without `from` and `to`: the newest version of the path
        with the one before.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            from_: Old version of the path; default: the one before the new version.
            from_artifact: Name of the old version, such as `A3`, instead of path and number.
            path: Path, if versions are given by number.
            to: New version of the path; default: the newest.
            to_artifact: Name of the new version, instead of path and number.
            workflow: Id of the workflow.
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
        """Returns a version of an artifact, with its content if Loci stores it.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            artifact: Name of the version, such as `A3`.
            path: Path instead of the name: returns the newest version, unless `version` is given.
            version: Version number of the path, from 1.
            workflow: Id of the workflow; optional if `artifact` names it.
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
        """Lists the artifacts of a workflow, most recently recorded first: the newest version of each path.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.path`, `items.version`,
        `items.type`, `items.associated_task`, `items.description`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            workflow: Id of the workflow.
            all_versions: Also lists earlier versions.
            cursor: `next_cursor` of the previous page.
            limit: Page size, 1 to 200; default 50.
            path: Only paths with this prefix.
            task: Only artifacts made for this task.
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
        """Records a version of an artifact, by reference or with its content. Content equal to the newest version of
        the path adds no version. If the agent that handed in a task names that task and changes work that is in
        review or approved, it must be reviewed again, unless dependent tasks have begun. Then, or if anybody else
        who holds no dependent task records it, the version is not part of that work: an approval stays valid, and
        people are warned.

        Unless `fields` asks for more (`*`: all), the answer has: `artifact.id`, `artifact.version`, `unchanged`,
        `warnings`.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            path: Path as the project writes it: `src/auth/token.rs`.
            type: Type of the artifact.
            workflow: Id of the workflow.
            associated_task: Task that it was made for; default: the one that I hold in this workflow, none if I hold
                none or several. Refused for a task that I held and lost.
            checksum: SHA-256 of the content in hexadecimal, if the content itself stays where it is.
            commit: Commit that contains it.
            content: Content as text.
            description: Description; default: that of the previous version.
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
