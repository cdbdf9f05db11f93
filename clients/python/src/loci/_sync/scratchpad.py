"""The operations of `scratchpad`.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import types
from .._core import OMIT, Omit
from .._group import Group


class Scratchpad(Group):
    """The operations of `scratchpad`."""

    def at(
        self,
        *,
        version: int,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ScratchpadAtAnswer:
        """A scratchpad as it was at one of its versions.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            version: The version, as `scratchpad_history` gives it.
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ScratchpadAtAnswer = self._caller.call(
            "scratchpad_at",
            {
                "version": version,
                "name": name,
                "owner": owner,
                "scope": scope,
                "fields": fields,
            },
        )
        return _answer

    def clear(
        self,
        *,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ScratchpadClearAnswer:
        """Empties a scratchpad; its definition stays, and the history keeps what was in it.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ScratchpadClearAnswer = self._caller.call(
            "scratchpad_clear",
            {
                "name": name,
                "owner": owner,
                "scope": scope,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def define(
        self,
        *,
        max_tokens: int | None | Omit = OMIT,
        min_tokens: int | None | Omit = OMIT,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        read_only: bool | Omit = OMIT,
        schema: Any | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        template: Any | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ScratchpadDefineAnswer:
        """Makes a scratchpad, or changes what it may hold: what is left out is as in a new one, not as it was. A
        state that a changed schema does not fit is set aside: the scratchpad becomes `{}`, the answer says so, and
        the history keeps it. Nobody needs to define a scratchpad before writing it.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            max_tokens: What it gets of a context at most, in tokens; 1,500 unless given.
            min_tokens: What it gets of a context at least, in tokens; 200 unless given.
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            read_only: Whether only people may change it from then on.
            schema: The JSON Schema (2020-12) that its state has to fit; the state is an object then. References lead
                to places within it only: nothing is fetched. A text is read as its JSON.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            template: What a new one begins with: a text, or an object that fits the schema. Beside a schema a text is
                read as the JSON of that object.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ScratchpadDefineAnswer = self._caller.call(
            "scratchpad_define",
            {
                "max_tokens": max_tokens,
                "min_tokens": min_tokens,
                "name": name,
                "owner": owner,
                "read_only": read_only,
                "schema": schema,
                "scope": scope,
                "template": template,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def delete(
        self,
        *,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        reason: str | None | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ScratchpadDeleteAnswer:
        """Deletes a scratchpad: it is gone at once, people can restore it for as many days as the workspace's
        settings say, and it is then erased.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            reason: Why.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ScratchpadDeleteAnswer = self._caller.call(
            "scratchpad_delete",
            {
                "name": name,
                "owner": owner,
                "reason": reason,
                "scope": scope,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def history(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ScratchpadHistoryAnswer:
        """What happened to a scratchpad, newest first. Each version can be seen with `scratchpad_at` and brought back
        with `scratchpad_restore`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last page ended.
            limit: How many, 1 to 200; 50 unless given.
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ScratchpadHistoryAnswer = self._caller.call(
            "scratchpad_history",
            {
                "cursor": cursor,
                "limit": limit,
                "name": name,
                "owner": owner,
                "scope": scope,
                "fields": fields,
            },
        )
        return _answer

    def list(
        self,
        *,
        cursor: str | None | Omit = OMIT,
        limit: int | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        scope: types.Scope | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ScratchpadListAnswer:
        """Scratchpads by owner, most recently changed first: all that the caller may read, those of a scope, or those
        of one owner.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: Where the last page ended.
            limit: How many owners, 1 to 200; 50 unless given.
            owner: Only those of this owner, which needs a scope; also those deleted and not erased yet.
            query: Only owners in one of whose scratchpads a name or a text matches these words.
            scope: Only those of this scope: `thread`, `resource` or `global`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ScratchpadListAnswer = self._caller.call(
            "scratchpad_list",
            {
                "cursor": cursor,
                "limit": limit,
                "owner": owner,
                "query": query,
                "scope": scope,
                "fields": fields,
            },
        )
        return _answer

    def put(
        self,
        *,
        value: Any,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        read_as: types.ReadAs | None | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ScratchpadPutAnswer:
        """Replaces the whole state of a scratchpad, and makes it when there is none: what an editor does. The same
        rules hold as for `scratchpad_update`. Give `if_version`, so that nobody's change is lost.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            value: The new state: an object or a text. Where the scratchpad holds an object, a text is read as its
                JSON.
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            read_as: How a text is read, where that is not as what the scratchpad holds.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ScratchpadPutAnswer = self._caller.call(
            "scratchpad_put",
            {
                "value": value,
                "name": name,
                "owner": owner,
                "read_as": read_as,
                "scope": scope,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def read(
        self,
        *,
        budget: int | None | Omit = OMIT,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ScratchpadReadAnswer:
        """A scratchpad: its state, its definition, and the block to put into a prompt. One that nobody has written
        yet is empty; one that was deleted is not found.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            budget: The most tokens that the block may have; the scratchpad's own `max_tokens` unless given.
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ScratchpadReadAnswer = self._caller.call(
            "scratchpad_read",
            {
                "budget": budget,
                "name": name,
                "owner": owner,
                "scope": scope,
                "fields": fields,
            },
        )
        return _answer

    def restore(
        self,
        *,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        version: int | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ScratchpadRestoreAnswer:
        """Gives a scratchpad the state back that it had at a version; the history goes on, nothing is cut off.
        Without a version, a person brings a deleted scratchpad back.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            version: The version, as `scratchpad_history` gives it; left out for a deleted scratchpad.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ScratchpadRestoreAnswer = self._caller.call(
            "scratchpad_restore",
            {
                "name": name,
                "owner": owner,
                "scope": scope,
                "version": version,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer

    def update(
        self,
        *,
        patch: Any,
        delete_nulls: bool | Omit = OMIT,
        name: str | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        scope: types.Scope | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
        idempotency_key: str | None | Omit = OMIT,
        if_version: int | None | Omit = OMIT,
        lead_epoch: int | None | Omit = OMIT,
    ) -> types.ScratchpadUpdateAnswer:
        """Merges a patch into a scratchpad, and makes it when there is none. Objects merge at every depth; lists and
        everything else replace. A text that receives an object is kept under `_previous`. The keys `__proto__`,
        `constructor` and `prototype` are left out at every depth. Under a schema the merged state has to fit, so a
        patch may be partial; one that would not fit is refused with a pointer for each place, and nothing is
        changed.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            patch: What to merge: an object with the keys to change, or a text for a scratchpad that holds one.
            delete_nulls: Whether a `null` deletes its key (RFC 7396) instead of replacing it.
            name: Its name; `main` unless given.
            owner: Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as
                answers give it; of a resource the user or resource; none for `global`.
            scope: Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global`
                (the workspace); `thread` unless given.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
            idempotency_key: A retry with the same key and arguments gets the first answer for 24 hours; also as
                `Idempotency-Key`.
            if_version: Only if the addressed thing has not changed after this version; also as `If-Match`.
            lead_epoch: Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process
                that another one has replaced is refused (`lead_lost`).
        """
        _answer: types.ScratchpadUpdateAnswer = self._caller.call(
            "scratchpad_update",
            {
                "patch": patch,
                "delete_nulls": delete_nulls,
                "name": name,
                "owner": owner,
                "scope": scope,
                "fields": fields,
                "idempotency_key": idempotency_key,
                "if_version": if_version,
                "lead_epoch": lead_epoch,
            },
        )
        return _answer
