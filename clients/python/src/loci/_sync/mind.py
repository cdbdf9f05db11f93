"""The operations of `mind`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Mind(Group):
    """The operations of `mind`."""

    def context(
        self,
        *,
        agent: str | None | Omit = OMIT,
        model: str | None | Omit = OMIT,
        window: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MindContextAnswer:
        """Returns the text that an agent reads of its mind at the start of a session: the document, and below it the
        notes that no dream has processed yet. The document and the notes each have the budget of the model. The
        least weighted sections and the oldest, least important notes are cut first; `memory_search` finds them.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: Name of the agent. Default: yourself.
            model: Model that reads the text. Its context window sets the budget. Default: 8,000 characters.
            window: Context window in tokens. Overrides the model's.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MindContextAnswer = self._caller.call(
            "mind_context",
            {
                "agent": agent,
                "model": model,
                "window": window,
                "fields": fields,
            },
        )
        return _answer

    def delete(
        self,
        *,
        agent: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MindDeleteAnswer:
        """Deletes an agent's mind: its document with all versions, waiting notes, and mood. A person can restore it
        with `mind_restore` for the number of days in the settings; then it is erased. The agent's memories stay:
        delete them with `memory_forget`.

        For: member, owner.

        Args:
            agent: Name of the agent (required).
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MindDeleteAnswer = self._caller.call(
            "mind_delete",
            {
                "agent": agent,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def diff(
        self,
        *,
        from_: int,
        agent: str | None | Omit = OMIT,
        to: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MindDiffAnswer:
        """Compares two versions of a mind's document, line by line.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            from_: Number of the first version, as `mind_get` lists it.
            agent: Name of the agent. Default: yourself.
            to: Number of the second version. Default: the current document.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MindDiffAnswer = self._caller.call(
            "mind_diff",
            {
                "from": from_,
                "agent": agent,
                "to": to,
                "fields": fields,
            },
        )
        return _answer

    def dream(
        self,
        *,
        agent: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MindDreamAnswer:
        """Starts a dream now: the mind's notes and its agent's recent work go into its document. Runs in the
        background; `dream_list` shows progress and result. Returns the pending dream if there is one. Runs even if
        nothing is new, and says so. If a person stopped the dreams, only a person can start them again.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            agent: Name of the agent. Default: yourself.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MindDreamAnswer = self._caller.call(
            "mind_dream",
            {
                "agent": agent,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def edit(
        self,
        *,
        number: int,
        text: str,
        agent: str | None | Omit = OMIT,
        section: types.Section | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MindEditAnswer:
        """Edits a mind's document: all of it, or one section. Creates a new version. Dreams keep lines that people
        wrote and leave out lines that people struck out; a dream that began before the edit does not undo it.

        For: member, owner.

        Args:
            number: Number of the version that the edit is based on; 0 without a document. If there is a newer one,
                nothing is written.
            text: Whole document, or the text below the section's heading.
            agent: Name of the agent (required).
            section: Section to change: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`,
                `curiosity_gaps` or `emerging_skills`. Default: the whole document.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MindEditAnswer = self._caller.call(
            "mind_edit",
            {
                "number": number,
                "text": text,
                "agent": agent,
                "section": section,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def get(
        self,
        *,
        agent: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MindGetAnswer:
        """Returns a mind: document, waiting notes, mood now and over the last day, last dreams, versions. The Bond is
        only for the agent itself and people: orchestrators get other agents' minds without it, here and in all
        reads of minds.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: Name of the agent. Default: yourself.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MindGetAnswer = self._caller.call(
            "mind_get",
            {
                "agent": agent,
                "fields": fields,
            },
        )
        return _answer

    def list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        deleted: bool | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        order: types.ListOrder | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MindListAnswer:
        """Lists the minds that the caller may read: agents their own, orchestrators and people all.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: `next_cursor` of the previous page.
            deleted: Lists only deleted minds that can still be restored. Only for people.
            limit: Page size, 1 to 200. Default: 50.
            order: `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes
                between pages.
            query: Only minds whose document has these words, outside The Bond.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MindListAnswer = self._caller.call(
            "mind_list",
            {
                "cursor": cursor,
                "deleted": deleted,
                "limit": limit,
                "order": order,
                "query": query,
                "fields": fields,
            },
        )
        return _answer

    def lock(
        self,
        *,
        section: types.Section,
        agent: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MindLockAnswer:
        """Locks a section of a mind's document: dreams do not change any character of it. People can still edit it.

        For: member, owner.

        Args:
            section: The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps`
                or `emerging_skills`.
            agent: Name of the agent (required).
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MindLockAnswer = self._caller.call(
            "mind_lock",
            {
                "section": section,
                "agent": agent,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def restore(
        self,
        *,
        agent: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MindRestoreAnswer:
        """Restores a deleted mind, until it is erased.

        For: member, owner.

        Args:
            agent: Name of the agent (required).
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MindRestoreAnswer = self._caller.call(
            "mind_restore",
            {
                "agent": agent,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def seed(
        self,
        *,
        markdown: str,
        agent: str | None | Omit = OMIT,
        dry_run: bool | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MindSeedAnswer:
        """Seeds a mind with an existing text, such as a MEMORY.md. The text becomes version 1 of the document,
        unchanged, and each part of it a long-term memory. The first dream writes below it; later ones take it over
        gradually. A mind is seeded once, before it has a document; preview with `dry_run`. If an agent seeded it,
        such as by mirroring a MEMORY.md, a person can seed it again, and that text comes first.

        Unless `fields` asks for more (`*`: all), the answer has: `agent`, `number`, `crystals`.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            markdown: The text, unchanged.
            agent: Name of the agent. Default: yourself.
            dry_run: Only reports the result and writes nothing.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MindSeedAnswer = self._caller.call(
            "mind_seed",
            {
                "markdown": markdown,
                "agent": agent,
                "dry_run": dry_run,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def unlock(
        self,
        *,
        section: types.Section,
        agent: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MindUnlockAnswer:
        """Unlocks a section of a mind's document: dreams may change it again.

        For: member, owner.

        Args:
            section: The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps`
                or `emerging_skills`.
            agent: Name of the agent (required).
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MindUnlockAnswer = self._caller.call(
            "mind_unlock",
            {
                "section": section,
                "agent": agent,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def version_get(
        self,
        *,
        number: int,
        agent: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MindVersionGetAnswer:
        """Returns one version of a mind's document.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            number: Number of the version, from 1, as `mind_get` lists it.
            agent: Name of the agent. Default: yourself.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MindVersionGetAnswer = self._caller.call(
            "mind_version_get",
            {
                "number": number,
                "agent": agent,
                "fields": fields,
            },
        )
        return _answer

    def version_restore(
        self,
        *,
        number: int,
        agent: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MindVersionRestoreAnswer:
        """Restores an earlier version of a mind's document as a new version. Later versions stay in the history, and
        a dream that began before does not undo it.

        For: member, owner.

        Args:
            number: Number of the version, as `mind_get` lists it.
            agent: Name of the agent (required).
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MindVersionRestoreAnswer = self._caller.call(
            "mind_version_restore",
            {
                "number": number,
                "agent": agent,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
