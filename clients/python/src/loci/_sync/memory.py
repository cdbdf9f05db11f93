"""The operations of `memory`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Memory(Group):
    """The operations of `memory`."""

    def approve(
        self,
        *,
        core: str,
        id: str,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryApproveAnswer:
        """Approves a memory that waits (`memory_waiting`): from now on it is found, and its author hears of it.

        For: member, owner.

        Args:
            core: The core it is for.
            id: Its id.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryApproveAnswer = self._caller.call(
            "memory_approve",
            {
                "core": core,
                "id": id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def compact(
        self,
        *,
        namespace: str | None | Omit = OMIT,
        near: bool | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryCompactAnswer:
        """Makes one memory of those that say the same, word for word, of the same user in the same namespace, also
        when they are from different sessions, or with `near` nearly word for word. The pinned one stays, else the
        one that lasts longest, else the one recalled most often, else the oldest; the others are archived with a
        link to it (`memory_unmerge` takes one out again), but none that lasts longer or is of another event.
        Messages are left alone, and so is what the caller may not change. One call archives at most 500 and says
        when there are more.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            namespace: Only in this namespace.
            near: Also what differs in punctuation, articles and the case of plain words alone.
            user_id: Only of this user.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryCompactAnswer = self._caller.call(
            "memory_compact",
            {
                "namespace": namespace,
                "near": near,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def create(
        self,
        *,
        core: str | None | Omit = OMIT,
        deduplicate: bool | None | Omit = OMIT,
        memories: Sequence[types.NewCrystal] | Omit = OMIT,
        memory: types.NewCrystal | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryCreateAnswer:
        """Remembers something for long: one memory in `memory`, or several in `memories`, all or none. They are found
        at once. What is known already, word for word, in the same namespace, of the same user and session, is not
        written again; what says anything else under a known id replaces it.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            core: The core to put them in; each one's namespace names it unless given, `default` without one.
            deduplicate: Whether what is known already is left out; true unless given.
            memories: Several memories, at most 1,000.
            memory: One memory.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryCreateAnswer = self._caller.call(
            "memory_create",
            {
                "core": core,
                "deduplicate": deduplicate,
                "memories": memories,
                "memory": memory,
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
        id: str,
        core: str | None | Omit = OMIT,
        discrete_memory_extracted: str | None | Omit = OMIT,
        entities: Sequence[str] | None | Omit = OMIT,
        event_date: types.Time | None | Omit = OMIT,
        expires_at: types.Time | None | Omit = OMIT,
        frozen: bool | None | Omit = OMIT,
        importance: float | None | Omit = OMIT,
        kind: types.CrystalKind | None | Omit = OMIT,
        memory_type: types.MemoryType | None | Omit = OMIT,
        metadata: Mapping[str, Any] | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        pinned: bool | None | Omit = OMIT,
        quarantined: bool | None | Omit = OMIT,
        session_id: str | None | Omit = OMIT,
        supersedes: Sequence[str] | None | Omit = OMIT,
        text: str | None | Omit = OMIT,
        topics: Sequence[str] | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        valence: float | None | Omit = OMIT,
        valid_from: types.Time | None | Omit = OMIT,
        valid_to: types.Time | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryEditAnswer:
        """Changes a long-term memory; what is not named stays as it is, and null takes away what it may be without.
        Another namespace moves it to that namespace's core. Where people approve what agents write, an agent's
        change waits for them.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            id: Its id.
            core: The core it is in; the one that has it unless given. Needed where several have one of that id.
            discrete_memory_extracted: `t` once memories have been taken from this message, `f` before.
            entities: Who and what is named in it.
            event_date: When what it tells of happened.
            expires_at: When its time runs out.
            frozen: Whether it stays as it is: it neither fades nor is changed by a rule. What a person froze no agent
                thaws or changes.
            importance: How much it matters, 0 to 1.
            kind: What it is about, which decides for how long it matters.
            memory_type: `semantic`, `episodic` or `message`.
            metadata: Whatever else belongs to it.
            namespace: The namespace it belongs to.
            pinned: Whether it never fades and is never forgotten by a rule. What a person pinned no agent unpins.
            quarantined: Whether it is held back until a person has looked at it: a search that does not ask for such
                leaves it out. For people to say.
            session_id: The session it is from.
            supersedes: The memories of its core whose place it takes: what they say is so no longer.
            text: What is remembered.
            topics: What it is about.
            user_id: The user it is about.
            valence: How it felt, from -1 (bad) to 1 (good).
            valid_from: From when on what it says is so.
            valid_to: From when on what it says is so no longer.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryEditAnswer = self._caller.call(
            "memory_edit",
            {
                "id": id,
                "core": core,
                "discrete_memory_extracted": discrete_memory_extracted,
                "entities": entities,
                "event_date": event_date,
                "expires_at": expires_at,
                "frozen": frozen,
                "importance": importance,
                "kind": kind,
                "memory_type": memory_type,
                "metadata": metadata,
                "namespace": namespace,
                "pinned": pinned,
                "quarantined": quarantined,
                "session_id": session_id,
                "supersedes": supersedes,
                "text": text,
                "topics": topics,
                "user_id": user_id,
                "valence": valence,
                "valid_from": valid_from,
                "valid_to": valid_to,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def forget(
        self,
        *,
        dry_run: bool | Omit = OMIT,
        filters: types.Filters | Omit = OMIT,
        ids: Sequence[str] | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        pinned_ids: Sequence[str] | Omit = OMIT,
        policy: types.ForgetPolicy | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryForgetAnswer:
        """Forgets long-term memories: those of `ids`, or those that `filters` ask for, or of these what `policy`
        takes. They are not found any more at once; a person can bring them back for some days (`memory_restore`),
        then they are erased. Look with `dry_run` first.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            dry_run: Say what would be forgotten, and forget nothing.
            filters: What must be so of the memories: `source` asks for what was taken from a session or another
                stream, `workflow` for what is from a workflow. What has faded or is so no longer is among them.
            ids: The memories; those that are not there are passed over. A message of a session is not found any more
                and stays in its session. Where several cores have one of that id, `filters` say which is meant.
            limit: How many to look at of those that may go, the oldest first, 1 to 10,000; 1,000 unless given.
            pinned_ids: Memories to leave in any case.
            policy: Which of them to take, never a pinned one; one without a limit takes none. All unless given, of
                those that only `filters` ask for the pinned ones not.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryForgetAnswer = self._caller.call(
            "memory_forget",
            {
                "dry_run": dry_run,
                "filters": filters,
                "ids": ids,
                "limit": limit,
                "pinned_ids": pinned_ids,
                "policy": policy,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def forgotten(
        self,
        *,
        core: str | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        id: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MemoryForgottenAnswer:
        """The forgotten memories that can still be brought back with `memory_restore`, those that stay longest first:
        of one core, or of the 200 that were written last.

        For: member, owner.

        Args:
            core: The core they were in.
            cursor: Where the last page ended.
            id: The id of the only one that is wanted.
            limit: How many, 1 to 200; 50 unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MemoryForgottenAnswer = self._caller.call(
            "memory_forgotten",
            {
                "core": core,
                "cursor": cursor,
                "id": id,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer

    def get(
        self,
        *,
        id: str,
        core: str | None | Omit = OMIT,
        trail: bool | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MemoryGetAnswer:
        """Looks at one long-term memory. That is no recall: nothing is counted.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            id: Its id.
            core: The core it is in; the one that has it unless given. Needed where several have one of that id.
            trail: Tell also where it is from: who wrote and changed it, what it stands for, what stands for it.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MemoryGetAnswer = self._caller.call(
            "memory_get",
            {
                "id": id,
                "core": core,
                "trail": trail,
                "fields": fields,
            },
        )
        return _answer

    def import_(
        self,
        *,
        content: str,
        core: str | None | Omit = OMIT,
        dry_run: bool | Omit = OMIT,
        format: types.MemoriesFormat | None | Omit = OMIT,
        namespace: str | None | Omit = OMIT,
        user_id: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryImportAnswer:
        """Takes over memories that were kept elsewhere: an export of mem0, an agent file of Letta's, or Markdown such
        as MEMORY.md, CLAUDE.md and AGENTS.md, of which each paragraph and list item is a memory under its
        headings. They keep when they were made, what they are about and what their source calls them, so that the
        same text again changes nothing; they are marked as imported. What cannot be taken in is kept whole as
        quarantined memories. Look with `dry_run` first. A text with which a mind begins goes to `mind_seed`
        instead.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            content: The text, at most 32 MiB and 10,000 memories. `loci import` sends longer ones in parts.
            core: The core to put them in; that of the namespace unless given.
            dry_run: Only say what would become of it.
            format: The format of the text; known by its beginning unless given, Markdown where it is no JSON.
            namespace: The namespace they belong to.
            user_id: The user they are about, where they do not say so themselves.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryImportAnswer = self._caller.call(
            "memory_import",
            {
                "content": content,
                "core": core,
                "dry_run": dry_run,
                "format": format,
                "namespace": namespace,
                "user_id": user_id,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def merge(
        self,
        *,
        keep: str,
        others: Sequence[str],
        core: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryMergeAnswer:
        """Makes one of memories of a core that say the same: `keep` stays as it is, the others are archived with a
        link to it. `memory_unmerge` takes one out again.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            keep: The id of the memory that stays.
            others: The ids of those that say the same, 1 to 100.
            core: The core they are in; the one that has `keep` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryMergeAnswer = self._caller.call(
            "memory_merge",
            {
                "keep": keep,
                "others": others,
                "core": core,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def purge(
        self,
        *,
        id: str,
        cascade: bool | Omit = OMIT,
        core: str | None | Omit = OMIT,
        dry_run: bool | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryPurgeAnswer:
        """Erases a long-term memory for good, forgotten or not, also one that waits for a person: every form it ever
        had, in the log and in the search. What it was taken from, such as a session, keeps it: purge that too.
        What was made of it, such as a summary view's partition, is listed, and goes too with `cascade`. It cannot
        be undone: look with `dry_run` first.

        For: member, owner.

        Args:
            id: Its id.
            cascade: Erase what was made of it too.
            core: The core it is or was in. Unless given it is looked for; one that was forgotten only in `default`.
            dry_run: Say what would be erased, and erase nothing.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryPurgeAnswer = self._caller.call(
            "memory_purge",
            {
                "id": id,
                "cascade": cascade,
                "core": core,
                "dry_run": dry_run,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def reject(
        self,
        *,
        core: str,
        id: str,
        reason: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryRejectAnswer:
        """Refuses a memory that waits (`memory_waiting`): it is never found, its author hears why, and it is erased
        after the days in which a forgotten one can be restored. Until then it can be approved after all.

        For: member, owner.

        Args:
            core: The core it is for.
            id: Its id.
            reason: Why, for its author.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryRejectAnswer = self._caller.call(
            "memory_reject",
            {
                "core": core,
                "id": id,
                "reason": reason,
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
        id: str,
        core: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryRestoreAnswer:
        """Brings a forgotten memory back, as long as it is not erased.

        For: member, owner.

        Args:
            id: Its id.
            core: The core it was in; `default` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryRestoreAnswer = self._caller.call(
            "memory_restore",
            {
                "id": id,
                "core": core,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def search(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        distance_threshold: float | None | Omit = OMIT,
        filters: types.Filters | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        mode: types.Mode | None | Omit = OMIT,
        must: Sequence[str] | Omit = OMIT,
        must_not: Sequence[str] | Omit = OMIT,
        offset: int | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        recency: types.Weights | None | Omit = OMIT,
        recency_boost: bool | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MemorySearchAnswer:
        """Searches long-term memory: the best memories for a question in any words, or the newest of those that the
        filters ask for. What an agent finds counts as recalled.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.core`, `items.text`,
        `items.created_at`, `items.event_date`, `items.score`, `read_as`, `next_offset`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last page ended.
            distance_threshold: The greatest `dist` of a hit, 0 to 1; any unless given. 0.3 asks for what fits well,
                0.9 leaves out what is not even alike.
            filters: What must be so of the memories; all that is given must hold together.
            limit: How many, 1 to 100; 10 unless given.
            mode: How: `hybrid` unless given, `lexical` or `vector`. Where no model makes vectors, words alone are
                looked for; the answer's `mode` says so.
            must: Words and phrases that each memory must contain word for word, at most 16. Phrases in quotation
                marks in `query` are required, too.
            must_not: Words and phrases that no memory may contain, at most 16.
            offset: How many of the first ones to pass over.
            query: What is looked for, in any words: a question will do, also one that says who or when. The newest
                memories without it.
            recency: How words and recency are weighed; recency counts where this is given.
            recency_boost: Whether recent memories come before others that fit as well; unless given only where the
                question is about what is so now, as in "currently".
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MemorySearchAnswer = self._caller.call(
            "memory_search",
            {
                "cursor": cursor,
                "distance_threshold": distance_threshold,
                "filters": filters,
                "limit": limit,
                "mode": mode,
                "must": must,
                "must_not": must_not,
                "offset": offset,
                "query": query,
                "recency": recency,
                "recency_boost": recency_boost,
                "fields": fields,
            },
        )
        return _answer

    def timeline(
        self,
        *,
        budget: int | None | Omit = OMIT,
        filters: types.Filters | Omit = OMIT,
        from_: types.Time | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        to: types.Time | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MemoryTimelineAnswer:
        """Answers a question about the order of events, about a time, or about a whole conversation: "which came
        first, A or B", "what happened in March", "summarise our talk about X". What memory has of it stands in the
        order of time, each entry with its date and where it is from: long-term memories by when what they tell of
        happened, sessions with their stored summaries, and what was decided, learned, made and done in workflows.
        The text has at most `budget` tokens, however much there is. What an agent is told counts as recalled.

        Unless `fields` asks for more (`*`: all), the answer has: `text`, `from`, `to`, `tokens`, `left_out`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            budget: How many tokens the text may have, 200 to 16,000; 2,000 unless given.
            filters: What must be so of the memories, as in `memory_search`; memories that are so no longer are told
                too, unless `superseded` is `false`. Sessions come in unless anything but `namespace`, `user_id` and
                `session_id` is asked for, and workflows unless anything but `workflow` is.
            from_: Only what happened at this moment or later.
            query: The question, in any words; everything that happened in the time without it. A time that it names,
                as in "in March", is the time that is asked for unless `from` or `to` says another.
            to: Only what happened at this moment or earlier; a date alone includes the day.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MemoryTimelineAnswer = self._caller.call(
            "memory_timeline",
            {
                "budget": budget,
                "filters": filters,
                "from": from_,
                "query": query,
                "to": to,
                "fields": fields,
            },
        )
        return _answer

    def unmerge(
        self,
        *,
        id: str,
        core: str | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.MemoryUnmergeAnswer:
        """Takes a memory out of the one that took it in: it stands for itself again.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            id: The id of the memory that was taken in.
            core: The core it is in; the one that has it unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.MemoryUnmergeAnswer = self._caller.call(
            "memory_unmerge",
            {
                "id": id,
                "core": core,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def waiting(
        self,
        *,
        core: str | None | Omit = OMIT,
        cursor: str | None | Omit = OMIT,
        id: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.MemoryWaitingAnswer:
        """The memories that wait for a person's approval, the one that has waited longest first, each with what it
        would change: of one core, or of all. Agents see their own alone, also those that a person refused.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            core: The core.
            cursor: Where the last page ended.
            id: The id of the only one that is wanted.
            limit: How many, 1 to 200; 50 unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.MemoryWaitingAnswer = self._caller.call(
            "memory_waiting",
            {
                "core": core,
                "cursor": cursor,
                "id": id,
                "limit": limit,
                "fields": fields,
            },
        )
        return _answer
