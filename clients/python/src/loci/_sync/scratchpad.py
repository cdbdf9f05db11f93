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
        """Returns a scratchpad as it was at one of its versions.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            version: The version, as in `scratchpad_history`.
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
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
        """Empties a scratchpad. Its definition stays, and the history keeps the content.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
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
        """Creates a scratchpad, or replaces its definition: absent arguments get the defaults of a new one. A state
        that does not fit a changed schema is set aside: the scratchpad becomes `{}`, the response says so, and the
        history keeps the state. Scratchpads can be written without being defined first.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            max_tokens: Maximum share of a context, in tokens. Default: 1,500.
            min_tokens: Minimum share of a context, in tokens. Default: 200.
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            read_only: Only people may change it. Default: false.
            schema: JSON Schema (2020-12) for its state, which is an object then. References must stay within the
                schema: nothing is fetched. A text is parsed as JSON.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
            template: Initial state of a new one: a text, or an object that fits the schema. With a schema, a text is
                parsed as the JSON of that object.
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
        """Deletes a scratchpad. It disappears at once; people can restore it for the number of days set in the
        workspace, then it is erased.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            reason: Reason for the deletion.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
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
        """Lists the changes of a scratchpad, newest first. View a version with `scratchpad_at`, restore it with
        `scratchpad_restore`.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the previous page.
            limit: Page size, 1 to 200. Default: 50.
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
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
        order: types.ListOrder | None | Omit = OMIT,
        owner: str | None | Omit = OMIT,
        query: str | None | Omit = OMIT,
        scope: types.Scope | None | Omit = OMIT,
        fields: Sequence[str] | None | Omit = OMIT,
    ) -> types.ScratchpadListAnswer:
        """Lists scratchpads by owner: all that the caller may read, those of a scope, or those of one owner.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            cursor: The `next_cursor` of the previous page.
            limit: Number of owners per page, 1 to 200. Default: 50.
            order: `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes
                between pages.
            owner: Only scratchpads of this owner, including deleted ones that are not erased yet. Requires `scope`.
            query: Only owners with a scratchpad whose name or text matches these words.
            scope: Only scratchpads of this scope: `thread`, `resource` or `global`.
            fields: The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.
        """
        _answer: types.ScratchpadListAnswer = self._caller.call(
            "scratchpad_list",
            {
                "cursor": cursor,
                "limit": limit,
                "order": order,
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
        """Replaces the whole state of a scratchpad, as an editor does, and creates it if it does not exist. The rules
        of `scratchpad_update` apply. Pass `if_version` to avoid overwriting changes of others.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            value: The new state: an object or a text. If the scratchpad holds an object, a text is parsed as its
                JSON.
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            read_as: Interpretation of a text. Default: as the scratchpad's current state.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
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
        """Returns a scratchpad: its state, its definition, and its block for a prompt. A scratchpad that was never
        written is empty; a deleted one is not found.

        For: orchestrator, worker, reviewer, librarian, observer, member, owner, viewer.

        Args:
            budget: Maximum tokens of the block. Default: the scratchpad's `max_tokens`.
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
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
        """Restores the state that a scratchpad had at a version, as a new version; the history is kept. Without a
        version, a person restores a deleted scratchpad.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
            version: The version, as in `scratchpad_history`; absent for a deleted scratchpad.
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
        """Merges a patch into a scratchpad, and creates it if it does not exist. Objects merge at every depth; lists
        and everything else replace. A text that receives an object is kept under `_previous`. The keys
        `__proto__`, `constructor` and `prototype` are dropped at every depth. With a schema, the merged state has
        to fit, so a patch may be partial; otherwise the patch is rejected with a pointer for each misfit, and
        nothing changes. Required members at the top may be set one after the other, but not removed.

        For: orchestrator, worker, reviewer, member, owner.

        Args:
            patch: The patch: an object with the keys to change, or a text for a scratchpad that holds one.
            delete_nulls: Delete keys whose value is `null` (RFC 7396) instead of storing `null`. Default: false.
            name: Name of the scratchpad. Default: `main`.
            owner: Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in
                responses), for `resource` the user or resource, for `global` none.
            scope: Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
                workspace). Default: `thread`.
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
