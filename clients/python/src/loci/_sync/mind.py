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
        """Returns what an agent reads of its mind when a session begins: the document, and below it the notes that no
        dream has taken in yet. The document and the notes each have the budget of the model. The document loses
        its least weighted sections first, the notes their oldest and least important first; `memory_search` finds
        them.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: The agent whose mind it is; your own unless given.
            model: The model that reads it: its context window sets the budget. 8,000 characters by default.
            window: The context window in tokens, instead of the model's.
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
        """Deletes an agent's mind: the document with its versions, the notes that wait, the mood. It is gone at once,
        a person can bring it back for as many days as the settings say, and it is then erased. What the agent
        remembers stays: `memory_forget` forgets that.

        For: member, owner.

        Args:
            agent: The agent whose mind it is.
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
            from_: The number of one version, as `mind_get` lists it.
            agent: The agent whose mind it is; your own unless given.
            to: The number of the other; the document as it is now unless given.
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
        """Has a mind dream now: its notes, and what its agent did since, go into its document. Loci does it in the
        background; `dream_list` shows how far it is and what came of it. While one waits or is dreamt, asking
        again gives that one. It is dreamt also when nothing is new, and says so. One that a person stopped is
        dreamt again when a person asks for it.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            agent: The agent whose mind it is; your own unless given.
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
        """Changes a mind's document by hand: all of it, or one section. It is a version like any other, and dreams
        keep what people wrote and leave out what they struck out. A dream that began before does not undo it.

        For: member, owner.

        Args:
            number: The number of the version that was changed, 0 where there was no document. When there is a newer
                one, nothing is written.
            text: The whole document, or the text below the section's heading.
            agent: The agent whose mind it is.
            section: The one section to change: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`,
                `curiosity_gaps` or `emerging_skills`; the whole document without it.
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
        """Gives a mind: the document, the notes that wait to go into it, the mood now and its course over the last
        day, the last dreams, the versions. Orchestrators get others' without The Bond, which is for the agent
        itself and for people, as with all that reads a mind.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            agent: The agent whose mind it is; your own unless given.
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
        query: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MindListAnswer:
        """Lists the minds that the caller may read, most recently changed first: an agent its own, orchestrators and
        people all.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the page before.
            deleted: Instead those that were deleted and can still be brought back; only people see them.
            limit: How many, 1 to 200; 50 when not given.
            query: Only those whose document has these words, outside The Bond.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MindListAnswer = self._caller.call(
            "mind_list",
            {
                "cursor": cursor,
                "deleted": deleted,
                "limit": limit,
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
        """Locks a section of a mind's document: dreams leave it as it is, to the letter. People still change it.

        For: member, owner.

        Args:
            section: The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps`
                or `emerging_skills`.
            agent: The agent whose mind it is.
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
        """Brings a deleted mind back as it was, as long as it is not erased.

        For: member, owner.

        Args:
            agent: The agent whose mind it is.
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
        """Begins a mind with what was written before, such as a MEMORY.md: the text is version 1 of the document,
        unchanged, and each part of it is a long-term memory. The first dream writes below it, and later ones take
        it over gradually. A mind is seeded once, before it has a document; look with `dry_run` first. What an
        agent began its mind with, as a mirrored MEMORY.md does, keeps nobody's own from it: a person may seed it
        once more, and their text stands first.

        Unless `fields` asks for more (`*`: all), the answer has: `agent`, `number`, `crystals`.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            markdown: The text, as it is.
            agent: The agent whose mind it is; your own unless given.
            dry_run: Only say what would become of it.
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
            agent: The agent whose mind it is.
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
        """Gives one version of a mind's document, as it was written.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            number: The version's number, from 1, as `mind_get` lists it.
            agent: The agent whose mind it is; your own unless given.
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
        """Makes an earlier version of a mind's document its document again, as a new version: the history goes on,
        and nothing is cut off. A dream that began before does not undo it.

        For: member, owner.

        Args:
            number: The number of the version, as `mind_get` lists it.
            agent: The agent whose mind it is.
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
