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
        """Approves a memory that waits for a person (`memory_waiting`): searches find it, and its author is notified.

        For: member, owner.

        Args:
            core: Core it is for.
            id: Id of the memory.
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
        """Merges memories of a user in a namespace that say the same, word for word, also from different sessions;
        with `near` also nearly word for word. Keeps the pinned one, else the one with the longest lifetime, the
        most recalls, the earliest creation. The others are archived with a link to it (`memory_unmerge` restores
        one), except those that last longer or are about another event. Skips messages and memories that the caller
        may not change. A call archives at most 500 memories and reports if there are more.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            namespace: Only this namespace.
            near: Also merge memories that differ only in punctuation, articles and the case of plain words.
            user_id: Only this user.
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
        """Stores long-term memories: one in `memory`, or several in `memories`, all or none. They can be found at
        once. A memory with the same text, namespace, user and session as a known one is not written again; another
        content under a known id replaces that memory.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            core: Core to store them in. Defaults to the core of each memory's namespace, or `default` without one.
            deduplicate: Skip memories that are known already; true by default.
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
        """Changes a long-term memory. Omitted fields stay as they are; null clears a field. A new namespace moves the
        memory to that namespace's core. If people approve what agents write, an agent's change waits for approval.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            id: Id of the memory.
            core: Core that holds it; looked up by default. Required if several cores have this id.
            discrete_memory_extracted: Extraction state of a message: `t` once memories were extracted from it, `f`
                before.
            entities: People and things named in it.
            event_date: Time of the event it describes.
            expires_at: Expiry time.
            frozen: Frozen: it never fades and no rule changes it. Agents cannot unfreeze or change a memory that a
                person froze.
            importance: Importance, 0 to 1.
            kind: Kind, which decides how long it matters.
            memory_type: `semantic`, `episodic` or `message`.
            metadata: Custom data.
            namespace: Namespace it belongs to.
            pinned: Pinned: it never fades and no rule forgets it. Agents cannot unpin a memory that a person pinned.
            quarantined: Quarantine: searches leave it out unless requested, until a person has reviewed it. Only
                people can set this.
            session_id: Session it is from.
            supersedes: Memories of its core that it replaces: what they say no longer holds.
            text: Text to remember.
            topics: Topics it is about.
            user_id: User it is about.
            valence: Feeling, from -1 (bad) to 1 (good).
            valid_from: Start of its validity.
            valid_to: End of its validity.
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
        """Forgets long-term memories: those with `ids`, those that match `filters`, or of these the ones that
        `policy` selects. Searches no longer find them; a person can restore them for some days (`memory_restore`),
        then they are erased. Use `dry_run` first.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            dry_run: Report the memories that would be forgotten, and forget none.
            filters: Conditions on the memories: `source` matches memories extracted from a session or another stream,
                `workflow` those from a workflow. Includes faded and outdated memories.
            ids: Ids of the memories; missing ones are ignored. A message of a session is no longer found but stays in
                its session. If several cores have an id, `filters` choose among them.
            limit: Maximum number of candidates to read, oldest first, 1 to 10,000; 1,000 by default.
            pinned_ids: Ids of memories to keep in any case.
            policy: Retention policy that selects among them, never a pinned one; without a limit it selects none. By
                default all are forgotten, except pinned ones that only `filters` match.
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
        """Lists the forgotten memories that `memory_restore` can still restore, latest erasure first: of one core, or
        of the 200 cores written last.

        For: member, owner.

        Args:
            core: Core they were in.
            cursor: Cursor of the next page.
            id: Only the memory with this id.
            limit: Page size, 1 to 200; 50 by default.
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
        """Returns one long-term memory. Does not count as a recall.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            id: Id of the memory.
            core: Core that holds it; looked up by default. Required if several cores have this id.
            trail: Also return its lineage: authors, changes, and the memories that it replaced or that replaced it.
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
        """Imports memories from other systems: an export of mem0, a Letta agent file, or Markdown such as MEMORY.md,
        CLAUDE.md and AGENTS.md, in which each paragraph and list item becomes a memory under its headings. Keeps
        creation times, topics and the source's ids, so importing the same text again changes nothing; the memories
        are marked as imported. Parts that cannot be read are kept whole as quarantined memories. Memories of an
        earlier import that the source deleted are forgotten. Use `dry_run` first. To begin a mind with a text, use
        `mind_seed` instead.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            content: Content, at most 32 MiB and 10,000 memories. `loci import` sends longer content in parts.
            core: Core to store them in; by default the core of each memory's namespace.
            dry_run: Only report the result; write nothing.
            format: Format of the content; detected by default, Markdown if it is not JSON.
            namespace: Namespace of memories that name none.
            user_id: User of memories that name none.
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
        """Merges memories of a core that say the same: `keep` stays as it is, the others are archived with a link to
        it. `memory_unmerge` restores one.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            keep: Id of the memory to keep.
            others: Ids of the memories to archive, 1 to 100.
            core: Core that holds them; the core of `keep` by default.
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
        """Erases a long-term memory permanently, including forgotten ones and those that wait for approval: every
        version of it, in the log and in the search index. Its source, such as a session, keeps the content: purge
        that too. Derived data, such as a partition of a summary view, is listed, and erased too with `cascade`.
        This cannot be undone: preview with `dry_run` first.

        For: member, owner.

        Args:
            id: Id of the memory.
            cascade: Also erase derived data. Default: false.
            core: The core that holds or held it. Default: it is searched for; a forgotten memory only in `default`.
            dry_run: Only report, without erasing. Default: false.
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
        """Rejects a memory that waits for a person (`memory_waiting`): searches never find it, its author gets the
        reason, and it is erased after the days in which forgotten memories can be restored. Until then it can
        still be approved.

        For: member, owner.

        Args:
            core: Core it is for.
            id: Id of the memory.
            reason: Reason, shown to the author.
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
        """Restores a forgotten memory that is not erased yet.

        For: member, owner.

        Args:
            id: Id of the memory.
            core: Core it was in; `default` by default.
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
        """Searches long-term memory: returns the best memories for a question in any words, or the newest ones that
        match the filters. Hits of an agent count as recalls.

        Unless `fields` asks for more (`*`: all), the answer has: `items.id`, `items.core`, `items.text`,
        `items.created_at`, `items.event_date`, `items.score`, `read_as`, `next_offset`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Cursor of the next page.
            distance_threshold: Maximum `dist` of a hit, 0 to 1; unlimited by default. 0.3 keeps only good matches,
                0.9 drops unrelated memories.
            filters: Conditions on the memories. All given conditions must hold.
            limit: Number of hits, 1 to 100; 10 by default.
            mode: Search mode: `hybrid` (default), `lexical` or `vector`. Without an embedding model the search uses
                words alone; the answer's `mode` says so.
            must: Words and phrases that each memory must contain word for word, at most 16. Phrases in quotation
                marks in `query` are required, too.
            must_not: Words and phrases that no memory may contain, at most 16.
            offset: Number of hits to skip.
            query: Question or words, in any form; may name people and times. Without it the newest memories are
                returned.
            recency: Weights of words and recency. If given, recency counts.
            recency_boost: Rank recent memories before others that fit equally well. By default only for questions
                about the present, as in "currently". Of several statements about a subject that fit equally well the
                newest comes first, except with `false` and for questions about the past.
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
        """Answers a question about the order of events, about a period, or about a whole conversation: "which came
        first, A or B", "what happened in March", "summarise our talk about X". Returns the content of memory in
        chronological order, each entry with its date and source: long-term memories by the time of the event,
        sessions with their stored summaries, and decisions, discoveries, artifacts and completed tasks of
        workflows. The text has at most `budget` tokens, however much there is. Memories shown to an agent count as
        recalled.

        Unless `fields` asks for more (`*`: all), the answer has: `text`, `from`, `to`, `tokens`, `left_out`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            budget: Maximum tokens of the text, 200 to 16,000. Default: 2,000.
            filters: Filters for memories, as in `memory_search`; superseded memories are included unless `superseded`
                is `false`. Sessions are included unless filters other than `namespace`, `user_id` and `session_id`
                are given, workflows unless filters other than `workflow` are given.
            from_: Only events at this time or later; a date alone is a local day of the event.
            query: The question, in any words. Default: everything that happened in the period. A period that it
                names, as in "in March", applies unless `from` or `to` is given.
            to: Only events at this time or earlier; a date alone includes the day.
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
        """Restores a memory that was merged into another one.

        For: orchestrator, worker, reviewer, librarian, member, owner.

        Args:
            id: Id of the merged memory.
            core: Core that holds it; looked up by default.
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
        """Lists the memories that wait for a person's approval, longest waiting first, each with its changes: of one
        core, or of up to 200 cores. Agents see only their own, including those that a person rejected.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            core: Core they are for.
            cursor: Cursor of the next page.
            id: Only the memory with this id.
            limit: Page size, 1 to 200; 50 by default.
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
