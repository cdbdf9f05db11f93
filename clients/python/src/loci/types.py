"""The types of what is sent and answered.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict


class ActivityListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[Happening]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class Actor(TypedDict, total=False):
    """An agent, a person or Loci itself: a name that is unique among agents or among people, and a role."""

    #: Name of the agent or person.
    id: str
    #: Role in which the actor acts.
    role: Role


class Agent(TypedDict, total=False):
    """An agent that can be given tokens."""

    #: Name of the agent.
    name: str
    #: Time since when it may not claim tasks, if it is paused.
    paused_at: Time | None
    #: Reason for the pause.
    paused_reason: str | None
    #: Time of its registration.
    registered_at: Time
    #: Author of its registration.
    registered_by: Actor
    #: Default role; a token may give it another one.
    role: Role
    #: Pending notice that it was paused or resumed, until it is delivered.
    untold: Untold | None


class AgentGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The agent and its current work.
    agent: Seen
    #: Contributions by workflow, most recently changed first.
    gave: list[Gave]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class AgentListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[Seen]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class AgentPauseAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The agent.
    agent: Agent
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class AgentRegisterAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The agent.
    agent: Agent
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class AgentResumeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The agent.
    agent: Agent
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class Approval(TypedDict, total=False):
    """Request for the approval of a person."""

    #: Version of the workflow at which it last changed.
    changed: int
    #: Comments of the person.
    comments: str | None
    #: Time at which the ruling was delivered to the agent.
    delivered_at: Time | None
    #: Time of the ruling.
    given_at: Time | None
    #: Person who approved or refused it.
    given_by: Actor | None
    #: Name in the workflow.
    id: ApprovalNo
    #: Reason for the request.
    reason: str
    #: Time of the request.
    requested_at: Time
    #: Agent that requested it.
    requested_by: Actor
    #: Status of the request.
    status: ApprovalStatus
    #: Subject of the approval.
    subject: Subject
    #: Withdrawal, if it was withdrawn.
    withdrawn: Withdrawn | None


class ApprovalGiveAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The request.
    approval: Approval
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class ApprovalRequestAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The request.
    approval: Approval
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class Artifact(TypedDict, total=False):
    """Version of an artifact. Never changes."""

    #: Task that it was made for.
    associated_task: TaskNo | None
    #: Task whose handed-in, approved or current work it was recorded next to: by somebody other than its author, or
    #: after dependent tasks had begun. It is not part of that work, whose version before stays valid.
    beside: TaskNo | None
    #: Length in bytes, if known.
    bytes: int | None
    #: Version of the workflow at which it was recorded.
    changed: int
    #: SHA-256 of its content, if known.
    checksum: str | None
    #: Commit that contains it.
    commit: str | None
    #: Time at which it was recorded.
    created_at: Time
    #: Agent or person who recorded it.
    created_by: Actor
    #: Description.
    description: str
    #: Beginning of its content, for contexts.
    excerpt: str
    #: Name in the workflow.
    id: ArtifactNo
    #: Path of the artifact.
    path: str
    #: Storage place of its content.
    place: Place
    #: Number of tokens as shown in a context.
    tokens: int
    #: Type of the artifact.
    type: ArtifactKind
    #: Version number of its path, from 1.
    version: int


_ArtifactDiffAnswerFrom = TypedDict("_ArtifactDiffAnswerFrom", {"from": "Artifact | None"}, total=False)


class ArtifactDiffAnswer(_ArtifactDiffAnswerFrom, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of added lines.
    added: int
    #: Changed regions, each with three lines of context.
    hunks: list[Hunk]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed lines.
    removed: int
    #: The same as a unified diff.
    text: str
    #: New version.
    to: Artifact
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class ArtifactGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Metadata of the version.
    artifact: Artifact
    #: Content; absent if it is stored only at its path.
    content: str | None
    #: Encoding of the content.
    encoding: Encoding | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of the newest version of its path.
    newest: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class ArtifactListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[Artifact]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class ArtifactRecordAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The new version, or the newest one if nothing changed.
    artifact: Artifact
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: True if the content equals the newest version, so that none was added.
    unchanged: bool
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: it is not part of approved work, or was filed under no task.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class Asked(TypedDict, total=False):
    """A requested dream."""

    #: Caller that requested it.
    actor: Actor
    #: Time of the request.
    at: Time
    #: Origin of the request.
    by: AskedBy


_AttemptFrom = TypedDict("_AttemptFrom", {"from": "Time"}, total=False)


class Attempt(_AttemptFrom, total=False):
    """Attempt of an agent at a task."""

    #: Agent that made the attempt.
    agent: str
    #: Cost that the agent reported, in millionths of its currency.
    cost_micros: int
    #: Error of the attempt.
    error: str | None
    #: Fence of its lease.
    fence: int
    #: Progress and handoff notes, in order.
    notes: list[str]
    #: Outcome; absent while it runs.
    outcome: AttemptOutcome | None
    #: Beginning of its summary (1,000 characters), once a later attempt has handed in another result.
    summary: str | None
    #: End of the attempt.
    to: Time | None
    #: Input tokens that the agent reported.
    tokens_in: int
    #: Output tokens that the agent reported.
    tokens_out: int


class AuditListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[Happening]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class Block(TypedDict, total=False):
    """One block of a context."""

    #: Items of the block.
    items: list[ContextItem]
    #: Name, such as `decisions`; the block's tag in the text begins with it.
    name: str
    #: Position in the order of all blocks. Blocks that rarely change come first, so that a provider's prompt cache
    #: keeps its prefix.
    slot: int
    #: Text of the block between its tags.
    text: str
    #: Title, such as `Decisions`.
    title: str
    #: Number of tokens.
    tokens: int


class Budget(TypedDict, total=False):
    """Maximum length of a document."""

    #: Maximum number of characters.
    chars: int
    #: Maximum number of tokens.
    tokens: int


class Cause(TypedDict, total=False):
    """Last signal that raised a level."""

    #: Time of the signal.
    at: Time
    #: Hormone that was raised.
    hormone: Hormone
    #: Event in words.
    reason: str | None
    #: The signal.
    signal: Signal


class Change(TypedDict):
    """One fact that the caller had not seen."""

    #: Actor who caused it.
    actor: Actor
    #: Time of the fact.
    at: Time
    #: Kind of the fact.
    kind: str
    #: Number of the fact in its stream.
    version: int


class ChangesWaitAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The facts, oldest first; empty after a timeout.
    items: list[Happening]
    #: Value to pass as `cursor` next time.
    next_cursor: str
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: True if the cursor belongs to the log before a backup was restored: reload your data and continue with
    #: `next_cursor`.
    reset: bool
    #: Version of the stream that the call was about.
    version: int | None


class Checked(TypedDict, total=False):
    """Result of a guard."""

    #: The guard.
    guard: Guard
    #: Minimum or maximum value that passes.
    limit: float
    #: Further details.
    note: str | None
    #: True if the draft passed.
    passed: bool
    #: Measured value: sections, a share, pointers, characters, or tokens.
    value: float


class _Comment(TypedDict):
    #: Text of the comment.
    text: str


class Comment(_Comment, total=False):
    """Comment of a review, about the whole work or about lines of an artifact version."""

    #: Artifact version that it is about.
    artifact: ArtifactNo | None
    #: First line that it is about, from 1.
    line: int | None
    #: Last line that it is about.
    to_line: int | None


class CommentPart(TypedDict, total=False):
    """Comment of a review, about the whole work or about lines of an artifact version."""

    #: Artifact version that it is about.
    artifact: ArtifactNo | None
    #: First line that it is about, from 1.
    line: int | None
    #: Text of the comment.
    text: str
    #: Last line that it is about.
    to_line: int | None


class ContextBlock(TypedDict, total=False):
    """A block of a context."""

    #: Hash of the text.
    hash: str
    #: Items of the block.
    items: list[ContextPiece]
    #: Name, such as `decisions`.
    name: str
    #: Comparison with the previous prompt.
    since_last: SinceLast | None
    #: Position in the order of all blocks: rarely changing blocks come first, so that a provider's prompt cache keeps
    #: its prefix.
    slot: int
    #: Number of its tokens within the unchanged beginning of the prompt.
    stable_tokens: int
    #: Source streams, each with the version that the block shows.
    streams: list[ContextSource]
    #: Text between its tags.
    text: str
    #: Title, such as `Decisions`.
    title: str
    #: Token count of the text.
    tokens: int


class ContextItem(TypedDict, total=False):
    """One item of a block."""

    #: Number of tokens that were cut off because the item is longer than its share of the block.
    cut: int
    #: Thing, such as `D3`; empty for the workflow itself.
    source: str
    #: Number of tokens.
    tokens: int
    #: Version of the workflow at which it last changed.
    version: int
    #: Reason why it applies.
    why: str


_ContextPieceFrom = TypedDict("_ContextPieceFrom", {"from": "ContextSource | None"}, total=False)


class ContextPiece(_ContextPieceFrom, total=False):
    """An item of a block, with the reason for it."""

    #: Number of tokens that were cut because the item exceeds its share.
    cut: int
    #: Position in the block, from 1.
    rank: int
    #: Source of the item: a name such as `D3`, or the id of a memory or a message.
    source: str
    #: Token count of the item.
    tokens: int
    #: Reason why it is included.
    why: str


class ContextReadAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Agent whose mind is included.
    agent: str | None
    #: The prompt block by block.
    blocks: list[ContextBlock]
    #: Maximum number of tokens.
    budget: int
    #: Encoding in which tokens are counted. For models with another encoding the counts are estimates.
    encoding: str
    #: Identifier of this prompt; pass it as `since`.
    etag: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The prompt as messages.
    messages: list[PromptMessage]
    #: Content that was left out or cut, with the reason.
    omitted: list[Omitted]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Session whose conversation is included.
    session: SessionKey | None
    #: Blocks that are pinned or dropped in the session's contexts with `session_block`.
    set: dict[str, ContextBlockShown]
    #: Number of leading tokens that equal those of the previous prompt for the same agent, session and task: the part
    #: that a provider's prompt cache can keep. Absent if no previous prompt is known.
    stable_prefix_tokens: int | None
    #: Number of the task.
    task: TaskNo | None
    #: The prompt as one text.
    text: str
    #: Token count of the text, or of all message contents; never more than `budget`.
    tokens: int
    #: True if the prompt equals the one in `since`; then only `etag` and figures are returned.
    unchanged: bool
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id | None


class ContextSource(TypedDict, total=False):
    """A stream at a version."""

    #: The stream, such as `workflow:01J…`.
    stream: StreamId
    #: Version at which the shown content last changed; 0 if unknown.
    version: int


class Contribution(TypedDict, total=False):
    """Contribution of one agent to a workflow. The lists are persistent sets: the ten-thousandth entry costs no more
    than the first.
    """

    #: Name of the agent.
    agent_id: str
    #: Role at its last contribution.
    agent_role: Role
    #: Artifact versions that it recorded.
    artifacts_created: list[ArtifactNo]
    #: Use of its context window: tokens by the block's name.
    blocks: dict[str, int]
    #: Cost that it reported, in millionths of its currency.
    cost_micros: int
    #: Decisions that it made.
    decisions_made: list[DecisionNo]
    #: Discoveries that it recorded.
    discoveries: list[DiscoveryNo]
    #: Time of the first contribution.
    first_contribution: Time
    #: Time of the last contribution.
    last_contribution: Time
    #: Its log of the work: an address or id that it reported, otherwise the API path of its activity in this
    #: workflow.
    log_ref: str
    #: Tasks that it completed.
    tasks_completed: list[TaskNo]
    #: Input tokens that it reported.
    tokens_in: int
    #: Output tokens that it reported.
    tokens_out: int
    #: Size of its context window in tokens, as last reported.
    window: int | None
    #: Tokens in use in its context window, as last reported.
    window_used: int | None


class CoreCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The core.
    core: CoreSummary
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class CoreEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The core.
    core: CoreSummary
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class CoreListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[CoreSummary]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class CoreSummary(TypedDict, total=False):
    """Summary of a core, as lists show it."""

    #: Memories of agents that need a person's approval.
    approval: MemoryApproval
    #: Creation time.
    created_at: Time
    #: Number of memories.
    crystals: int
    #: Description of its purpose.
    description: str | None
    #: Number of memories at each stage of life, if requested.
    lifecycles: Lifecycles | None
    #: Name of the core.
    name: str
    #: Readers of memories that sessions promote into it. Without it, as set by the workspace.
    promoted_readers: PromotedReaders | None
    #: Trust levels of memories that are quarantined until a person has reviewed them.
    quarantine: list[Trust]
    #: Agents that may read it, in addition to orchestrators and people. Without it, everyone.
    readers: list[str] | None
    #: Time of the last change to a memory or a proposal.
    updated_at: Time
    #: Number of facts.
    version: int
    #: Number of memories that wait for a person.
    waiting: int
    #: Agents that may write to it. Without it, everyone who may read it.
    writers: list[str] | None


_CoreWaitingFrom = TypedDict("_CoreWaitingFrom", {"from": "list[str]"}, total=False)


class CoreWaiting(_CoreWaitingFrom, total=False):
    """A core with memories that wait for a person."""

    #: Name of the core.
    core: str
    #: Number of waiting memories.
    count: int
    #: Time since which the first of them waits.
    since: Time


class Counts(TypedDict, total=False):
    """Sizes before and after a dream."""

    #: Characters of the document now.
    chars: int
    #: Characters of the document before.
    chars_before: int
    #: New long-term memories that it read.
    crystals: int
    #: Gaps in the document: open questions, failed searches, memories that disagree.
    gaps: int
    #: Memories that it merged into others.
    merged: int
    #: Notes that it included.
    notes: int
    #: Pointers in the document.
    pointers: int
    #: Topics that became pointers.
    pointers_added: int
    #: The agent's memories that the document has in full. Always 0 for drafts by a language model.
    replayed: int
    #: Skills in the document.
    skills: int


class CreatedOne(TypedDict, total=False):
    """Result for one memory."""

    #: Core that holds it.
    core: str
    #: Id under which the memory is found.
    id: str
    #: Up to 3 memories about the same subject with a different statement. If the new one makes them obsolete, name
    #: them in `supersedes`. Only set if the call has at most 20 memories.
    near: list[NearMemory]
    #: `new`, `same` (known already, nothing was written), `replaced` (it replaced another content with its id) or
    #: `waiting` (a person has to approve it first).
    outcome: CreateOutcome


class Crystal(TypedDict, total=False):
    """One long-term memory."""

    #: Number of recalls.
    access_count: int
    #: Agent it is from.
    agent: str | None
    #: Person who approved it.
    approved_by: str | None
    #: Core that holds it.
    core: str
    #: Creation time.
    created_at: Time
    #: Time at which it is archived, unless it is recalled before.
    decays_at: Time | None
    #: Extraction state of a message: `t` once memories were extracted from it, `f` before.
    discrete_memory_extracted: str | None
    #: People and things named in it.
    entities: list[str]
    #: Time of the event it describes.
    event_date: Time | None
    #: Expiry time. After it, the memory is not found any more and is erased.
    expires_at: Time | None
    #: Ids of the messages or memories it was extracted from.
    extracted_from: list[str]
    #: Strategy by which it was extracted: `discrete`, `summary`, `preferences` or `custom`.
    extraction_strategy: str | None
    #: Configuration of the extraction strategy.
    extraction_strategy_config: dict[str, Any] | None
    #: Frozen: it never fades and no rule changes it.
    frozen: bool
    #: Person who pinned or froze it. Agents cannot undo that.
    held_by: str | None
    #: Id: chosen by the caller, or a ULID.
    id: str
    #: Importance, 0 to 1.
    importance: float | None
    #: Kind, which decides how long it matters; derived from `memory_type` by default.
    kind: CrystalKind | None
    #: Time of the last recall.
    last_accessed: Time
    #: Stage of its life.
    lifecycle: Lifecycle | None
    #: SHA-256 of its text without surrounding white space, its namespace, its user and its event time.
    memory_hash: str
    #: `semantic` (a fact), `episodic` (an event) or `message`.
    memory_type: MemoryType
    #: Memories with the same content that were merged into it.
    merged_from: list[str]
    #: Memory with the same content that it was merged into.
    merged_into: str | None
    #: Custom data. Searches can filter by its values.
    metadata: dict[str, Any] | None
    #: Namespace; also the name of its core.
    namespace: str | None
    #: Time at which it was first stored.
    persisted_at: Time
    #: Pinned: it never fades and no rule forgets it.
    pinned: bool
    #: Source it was extracted from.
    provenance: Provenance | None
    #: Session it is from.
    session_id: str | None
    #: Remaining importance; it fades from the last recall on.
    strength: float | None
    #: Memory that replaced it, from `valid_to` on.
    superseded_by: str | None
    #: Memories of its core that it replaces: what they say no longer holds.
    supersedes: list[str]
    #: Text to remember.
    text: str
    #: Topics it is about.
    topics: list[str]
    #: Trust level.
    trust: Trust
    #: Time of the last change.
    updated_at: Time
    #: User it is about.
    user_id: str | None
    #: Feeling, from -1 (bad) to 1 (good).
    valence: float | None
    #: Start of its validity.
    valid_from: Time | None
    #: End of its validity. After it, searches leave the memory out unless it is requested.
    valid_to: Time | None
    #: Workflow it is from.
    workflow: str | None


class Day(TypedDict, total=False):
    """Summary of a day of a workflow (UTC)."""

    #: Artifacts that were recorded, one entry per path.
    artifacts: FewWritten
    #: Date, such as `2026-01-31`.
    date: str
    #: Decisions that were recorded.
    decisions_recorded: FewNamed
    #: Decisions that were replaced.
    decisions_superseded: Fewstring
    #: Discoveries that were recorded.
    discoveries: FewNamed
    #: Number of facts.
    facts: int
    #: First version of the day.
    first_version: int
    #: Last version of the day.
    last_version: int
    #: Nudges that were sent.
    nudges: FewNamed
    #: Questions that were answered, with the answer.
    questions_answered: FewNamed
    #: Questions that people were asked.
    questions_asked: FewNamed
    #: Review verdicts on tasks.
    reviews: FewNamed
    #: Number of tasks that were added.
    tasks_added: int
    #: Tasks whose work was accepted, with their current titles.
    tasks_completed: FewNamed
    #: Tasks that failed for good, with their current titles.
    tasks_failed: FewNamed
    #: The whole day in a few lines, for an agent's prompt.
    text: str
    #: Agents and people who were active, most facts first.
    who: FewWorked


class Decision(TypedDict, total=False):
    """Choice made during the work."""

    #: Tasks that it affects; empty means all.
    affects_tasks: list[TaskNo]
    #: Alternatives that were not chosen.
    alternatives: list[str]
    #: Version of the workflow at which it last changed.
    changed: int
    #: Choice that was made.
    choice: str
    #: Comments of the person.
    comments: str | None
    #: Name in the workflow.
    id: DecisionNo
    #: Time of the decision.
    made_at: Time
    #: Agent or person who made it.
    made_by: Actor
    #: Question that was decided.
    question: str
    #: Rationale.
    rationale: str
    #: True if it can be undone later.
    reversible: bool
    #: Person who approved or rejected it.
    ruled_by: Actor | None
    #: Status of the decision.
    status: DecisionStatus
    #: Decision that supersedes this one.
    superseded_by: DecisionNo | None
    #: Decision that this one supersedes.
    supersedes: DecisionNo | None
    #: Number of tokens as shown in a context.
    tokens: int


class DecisionApproveAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Requests for approval that were answered with it.
    approvals: list[ApprovalNo]
    #: The decision.
    decision: Decision
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: work in progress on a branch that is not taken now.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class DecisionRecordAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The decision.
    decision: Decision
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: work in progress on a branch that is not taken now.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class DecisionRejectAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Requests for approval that were answered with it.
    approvals: list[ApprovalNo]
    #: The decision.
    decision: Decision
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: work in progress on a branch that is not taken now.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class DecisionSupersedeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The decision.
    decision: Decision
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: work in progress on a branch that is not taken now.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class _Definition(TypedDict):
    #: Fields whose values form the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without one
    #: of them is in no group.
    group_by: list[str]


class Definition(_Definition, total=False):
    """Definition of a summary view."""

    #: Update the partitions automatically, every hour.
    continuous: bool | None
    #: Only memories with these values, by field: a string, or the operators of `memory_search`.
    filters: dict[str, Any]
    #: Name of a model, stored as information; the configured model writes.
    model_name: str | None
    #: Display name.
    name: str | None
    #: Prompt for the language model, instead of the default one.
    prompt: str | None
    #: Source of the summaries: `long_term`.
    source: str
    #: Maximum age of the memories, in days.
    time_window_days: int | None


class DefinitionPart(TypedDict, total=False):
    """Definition of a summary view."""

    #: Update the partitions automatically, every hour.
    continuous: bool | None
    #: Only memories with these values, by field: a string, or the operators of `memory_search`.
    filters: dict[str, Any]
    #: Fields whose values form the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without one
    #: of them is in no group.
    group_by: list[str]
    #: Name of a model, stored as information; the configured model writes.
    model_name: str | None
    #: Display name.
    name: str | None
    #: Prompt for the language model, instead of the default one.
    prompt: str | None
    #: Source of the summaries: `long_term`.
    source: str
    #: Maximum age of the memories, in days.
    time_window_days: int | None


class Deletion(TypedDict, total=False):
    """Deletion of a scratchpad."""

    #: Time of the deletion.
    at: Time
    #: Author of the deletion.
    by: Actor
    #: Time of erasure unless restored.
    purge_at: Time


class Derived(TypedDict, total=False):
    """Data derived from erased data."""

    #: Relation to its source.
    derivation: Derivation
    #: The facts that hold it; empty for the whole stream.
    facts: list[int]
    #: Name within the stream, such as a memory's id or a scratchpad's name.
    id: str | None
    #: Stream that holds it.
    stream: StreamId


class Destination(TypedDict, total=False):
    """Core for a session's memories of one namespace, and its readers."""

    #: Name of the core.
    core: str
    #: Readers of the core.
    read_by: ReadBy


class Discovery(TypedDict, total=False):
    """Discovery: something learned during the work."""

    #: Tasks that it affects; empty means all.
    affects_tasks: list[TaskNo]
    #: Version of the workflow at which it last changed.
    changed: int
    #: Text of the discovery.
    content: str
    #: Time of the discovery.
    discovered_at: Time
    #: Agent or person who recorded it.
    discovered_by: Actor
    #: Name in the workflow.
    id: DiscoveryNo
    #: Memory core to which it should be promoted.
    promote_to_core: str | None
    #: Number of tokens as shown in a context.
    tokens: int
    #: Type of the discovery.
    type: DiscoveryKind


class DiscoveryRecordAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The discovery.
    discovery: Discovery
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class DreamGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of added lines.
    added: int
    #: Document that it wrote, or the refused draft. Absent if the dream failed.
    after: str | None
    #: Document that it is based on.
    before: str | None
    #: Summary of the dream.
    dream: DreamRow
    #: Differences.
    hunks: list[Hunk]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed lines.
    removed: int
    #: Version of the stream that the call was about.
    version: int | None


class DreamListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Dream that is requested or running.
    asked: Asked | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The dreams, newest first. A mind keeps its last 50.
    items: list[DreamRow]
    #: Job of that dream, once it was claimed.
    job: Job | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class DreamRow(TypedDict, total=False):
    """List entry of a dream."""

    #: Time at which it ended.
    at: Time
    #: Number of the version that it is based on.
    base: int | None
    #: Sections that changed.
    changes: list[SectionChange]
    #: Sizes before and after.
    counts: Counts
    #: Changes, in a few words each.
    did: list[str]
    #: Version of the fact with the dream, which names it within the mind.
    dream: int
    #: Name of the dreamer: `built-in` or a model.
    dreamer: str
    #: Results of the guards.
    guards: list[Checked]
    #: Reason for the refusal or failure, or for which the preferred dreamer did not write it.
    note: str | None
    #: Number of the version that it wrote.
    number: int | None
    #: Outcome.
    status: DreamStatus


class Edit(TypedDict, total=False):
    """Edits of the proposed memory; absent members stay as proposed."""

    #: Core to store it in.
    core: str | None
    #: Importance, 0 to 1.
    importance: float | None
    #: Text to remember.
    text: str | None
    #: Topics.
    topics: list[str] | None


class _Entity(TypedDict):
    #: Id in its own system, such as `page-123`.
    id: str
    #: Name, such as `About Us`.
    name: str
    #: Type, such as `page`.
    type: str


class Entity(_Entity, total=False):
    """A thing that a conversation has touched."""

    #: True if it was shown together with the next one in the list: neither is more recent.
    together: bool


class EntityAddAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: All tracked entities, most recent first.
    entities: list[EntityPart]
    #: Entities that were seen.
    found: list[EntityPart]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Entities that were deleted or forgotten.
    removed: list[EntityKey]
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class EntityExportAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The checkpoint, as `entity_restore` accepts it.
    saved: SavedPart
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class EntityForgetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: All tracked entities, most recent first.
    entities: list[EntityPart]
    #: Entities that were seen.
    found: list[EntityPart]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Entities that were deleted or forgotten.
    removed: list[EntityKey]
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class EntityKey(TypedDict, total=False):
    """Key of an entity; the list has one entry per key."""

    #: Id.
    id: str
    #: Type, such as `page`.
    type: str


class EntityListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The `[WORKING MEMORY]` block with all entities of the session, regardless of filters.
    block: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[EntityPart]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Key of the session.
    session: SessionKey
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Maximum number of tracked entities; the least recently seen is dropped first.
    tracked_at_most: int
    #: Version of the stream that the call was about.
    version: int | None


class EntityObserveAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: All tracked entities, most recent first.
    entities: list[EntityPart]
    #: Entities that were seen.
    found: list[EntityPart]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Entities that were deleted or forgotten.
    removed: list[EntityKey]
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class EntityPart(TypedDict, total=False):
    """A thing that a conversation has touched."""

    #: Id in its own system, such as `page-123`.
    id: str
    #: Name, such as `About Us`.
    name: str
    #: True if it was shown together with the next one in the list: neither is more recent.
    together: bool
    #: Type, such as `page`.
    type: str


class EntityResolveAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: True if the phrase could equally mean another of `choices`; `entity` is the newest of them.
    ambiguous: bool
    #: Possible entities if it is ambiguous.
    choices: list[EntityPart]
    #: All entities that the phrase refers to, most recent first: one unless it is a plural.
    entities: list[EntityPart]
    #: The entity, or the newest of several.
    entity: EntityPart | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Question to ask if it is ambiguous, or the reason if nothing was found.
    say: str | None
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class EntityRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: All tracked entities, most recent first.
    entities: list[EntityPart]
    #: Entities that were seen.
    found: list[EntityPart]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Entities that were deleted or forgotten.
    removed: list[EntityKey]
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class Evidence(TypedDict, total=False):
    """One piece of evidence."""

    #: Time of the event.
    at: Time | None
    #: Number of the attempt, from 1.
    attempt: int | None
    #: Agent or person that it comes from.
    by: str | None
    #: Kind of the evidence.
    kind: EvidenceKind
    #: Content in one line: an error, a review comment or a result.
    text: str
    #: Thing in the workflow, such as `D3` or `T5`.
    thing: str
    #: Title of the thing, or the beginning of its text.
    title: str
    #: Version of the workflow at which the thing last changed.
    version: int


class Fact(TypedDict):
    """One fact: an immutable record of a change."""

    #: Actor who caused it.
    actor: Actor
    #: Time of the fact.
    at: Time
    #: Details of the fact, as JSON.
    body: Any
    #: Interface of the call that caused it.
    door: Door
    #: Kind of the fact, such as `task_claimed`.
    kind: str
    #: Position in the log.
    position: int
    #: Id of the request that caused it.
    request: str
    #: Schema number of the body.
    schema: int
    #: Stream of the fact.
    stream: StreamId
    #: Number of the fact in its stream, from 1.
    version: int
    #: Workspace of the fact.
    workspace: str


class FewNamed(TypedDict, total=False):
    """First things of a kind, and their total number."""

    #: Total number.
    count: int
    #: At most 20 items: the newest, or the most active of `who`.
    items: list[Named]
    #: Number of things that are not among the items.
    left_out: int


class FewWorked(TypedDict, total=False):
    """First things of a kind, and their total number."""

    #: Total number.
    count: int
    #: At most 20 items: the newest, or the most active of `who`.
    items: list[Worked]
    #: Number of things that are not among the items.
    left_out: int


class FewWritten(TypedDict, total=False):
    """First things of a kind, and their total number."""

    #: Total number.
    count: int
    #: At most 20 items: the newest, or the most active of `who`.
    items: list[Written]
    #: Number of things that are not among the items.
    left_out: int


class Fewstring(TypedDict, total=False):
    """First things of a kind, and their total number."""

    #: Total number.
    count: int
    #: At most 20 items: the newest, or the most active of `who`.
    items: list[str]
    #: Number of things that are not among the items.
    left_out: int


class FieldChange(TypedDict, total=False):
    """A changed field."""

    #: Proposed value.
    after: Any
    #: Current value; null if there is none.
    before: Any
    #: Name of the field.
    field: str


class FieldDiff(TypedDict, total=False):
    """Any other changed field."""

    #: Value in the second version; null if absent.
    after: Any
    #: Value in the first version; null if absent.
    before: Any
    #: Name of the field, such as `context`.
    field: str


class FieldFault(TypedDict):
    """One invalid field."""

    #: The problem, and the expected value.
    detail: str
    #: JSON pointer into the arguments, such as `/tasks/0/title`.
    pointer: str


class File(TypedDict, total=False):
    """File to review."""

    #: Number of lines added since that version. Absent if the content is no text, is not stored here or is too large
    #: to compare.
    added: int | None
    #: Version to review.
    artifact: Artifact
    #: Version to compare it with: the newest one that a review of the task has seen, otherwise the one from before
    #: the task. Absent if all of it is new.
    before: ArtifactNo | None
    #: Version number of `before` on its path.
    before_version: int | None
    #: Number of lines removed since that version.
    removed: int | None


class Filters(TypedDict, total=False):
    """Conditions on memories. All given conditions must hold."""

    #: Agents the memories are from.
    agent: TagFilter | None
    #: Time of archiving, unless the memory is recalled before.
    archives_at: Range | None
    #: Cores that hold the memories.
    core: TagFilter | None
    #: Creation time.
    created_at: Range | None
    #: Extraction state of messages: `t` if memories were extracted, else `f`.
    discrete_memory_extracted: TagFilter | None
    #: People and things named in the memories.
    entities: TagFilter | None
    #: Time of the described event; a date alone is its local day.
    event_date: Range | None
    #: Expiry time; a date alone is the last day before it.
    expires_at: Range | None
    #: Strategies used to extract the memories from messages.
    extraction_strategy: TagFilter | None
    #: Frozen memories: `t`.
    frozen: TagFilter | None
    #: Memory ids.
    id: TagFilter | None
    #: Kinds: `fact`, `preference`, `goal`, `pattern`, `insight`, `relationship`, `skill`, `episode`. Matches only
    #: memories with a kind.
    kind: TagFilter | None
    #: Time of the last recall.
    last_accessed: Range | None
    #: Lifecycle stages, one or several. By default a search leaves out archived and expired memories.
    lifecycle: OneOrSeveral
    #: Hashes of the memories.
    memory_hash: TagFilter | None
    #: Types: `semantic`, `episodic` or `message`.
    memory_type: TagFilter | None
    #: Conditions on metadata, by key.
    metadata: MetadataFilter | None
    #: Namespaces of the memories.
    namespace: TagFilter | None
    #: Pinned memories: `t`.
    pinned: TagFilter | None
    #: Sessions the memories are from.
    session_id: TagFilter | None
    #: Streams the memories were extracted from, such as `session:chat-1`.
    source: TagFilter | None
    #: Include memories that no longer hold, because another memory replaced them or their validity ended.
    superseded: bool | None
    #: Topics of the memories.
    topics: TagFilter | None
    #: Trust levels: `agent`, `human`, `imported` or `quarantined`. By default a search leaves out quarantined
    #: memories.
    trust: TagFilter | None
    #: Time of the last change.
    updated_at: Range | None
    #: Users the memories are about.
    user_id: TagFilter | None
    #: Only memories that were valid at that time, even if they no longer are.
    valid_at: Time | None
    #: Start of validity.
    valid_from: Range | None
    #: End of validity; a date alone is the last valid day.
    valid_to: Range | None
    #: Workflows the memories are from.
    workflow: TagFilter | None


class FoldedRoom(TypedDict, total=False):
    """Room that is drawn as one node."""

    #: Number of these tasks by status; statuses without tasks are left out.
    counts: dict[str, int]
    #: Name of the group.
    name: str
    #: Tasks of the room that are in the scope of the drawing.
    tasks: list[TaskNo]


class ForgetPolicy(TypedDict, total=False):
    """Retention policy. Pinned memories are never forgotten, and without a limit none are."""

    #: Maximum number of the remaining memories to keep: those created and recalled most recently.
    budget: int | None
    #: Multiple of `max_age_days` beyond which memories are forgotten even if they are in use, with both limits given;
    #: 12 by default.
    hard_age_multiplier: float | None
    #: Forget memories created more than this many days ago. With `max_inactive_days` both limits have to be exceeded.
    max_age_days: float | None
    #: Forget memories last recalled more than this many days ago.
    max_inactive_days: float | None
    #: Forget only these types.
    memory_type_allowlist: list[MemoryType] | None


class ForgottenMemory(TypedDict, total=False):
    """A memory that was forgotten and is not erased yet."""

    #: The memory as it was.
    memory: Crystal
    #: Time at which it is erased for good.
    purge_at: Time


class Form(TypedDict, total=False):
    """A version of a memory."""

    #: Time at which it was written.
    at: Time
    #: Author.
    by: Actor
    #: Fact that holds it.
    version: int
    #: Change that led to it.
    what: TrailStep


class Freed(TypedDict, total=False):
    """Task that could start."""

    #: Name of the task in the workflow.
    id: TaskNo
    #: Title of the task.
    title: str


class _Function(TypedDict):
    #: Name of the tool.
    name: str


class Function(_Function, total=False):
    """Nested name and arguments of a tool call."""

    #: Arguments of the call: an object, or its JSON text.
    arguments: Any


class FunctionPart(TypedDict, total=False):
    """Nested name and arguments of a tool call."""

    #: Arguments of the call: an object, or its JSON text.
    arguments: Any
    #: Name of the tool.
    name: str


class Gauges(TypedDict, total=False):
    """Fill level of a session, counting summary and messages."""

    #: Used share of the window in percent, at most 100.
    context_percentage_total_used: float
    #: Progress towards the next summary in percent, at most 100.
    context_percentage_until_summarization: float
    #: Token count of the summary.
    context_tokens: int
    #: Context window in tokens.
    context_window: int
    #: Encoding in which tokens are counted.
    encoding: str
    #: Token count of the messages, each counted as `{role}: {content}`.
    message_tokens: int
    #: Token count above which the oldest messages are summarised.
    threshold_tokens: int
    #: Sum of `message_tokens` and `context_tokens`.
    tokens: int
    #: Source of the window's size.
    window_from: WindowFrom


class Gave(TypedDict, total=False):
    """Contribution of an agent to a workflow."""

    #: The contribution.
    contribution: Contribution
    #: Name of the workflow.
    name: str
    #: Id of the workflow.
    workflow: Id


class GraphDoor(TypedDict, total=False):
    """An opening in a wall."""

    #: True if the opening is in a horizontal wall.
    horizontal: bool
    #: Horizontal center of the opening.
    x: float
    #: Vertical center of the opening.
    y: float


_GraphEdgeFrom = TypedDict("_GraphEdgeFrom", {"from": "TaskNo"}, total=False)


class GraphEdge(_GraphEdgeFrom, total=False):
    """Edge of the graph: `from` blocks `to`."""

    #: Task that waits.
    to: TaskNo
    #: Relation of the first task to the second.
    type: EdgeKind
    #: Condition on the required task.
    when: When


class Handled(TypedDict, total=False):
    """Stored actions on one learning."""

    #: Time of that action.
    at: Time | None
    #: Person or agent that promoted, dismissed or reopened it.
    by: Actor | None
    #: Version of the workflow at which it last changed.
    changed: int
    #: Core that the memory is stored in.
    core: str | None
    #: Edits by a person.
    edit: Edit
    #: Time of the last edit.
    edited_at: Time | None
    #: Last editor.
    edited_by: Actor | None
    #: Name of the learning in the workflow.
    id: LearningName
    #: Id of the memory.
    memory: str | None
    #: Time at which it was noted while work continued.
    noted_at: Time | None
    #: Reason for that action.
    reason: str | None
    #: Status of the learning.
    status: LearningStatus
    #: True if the memory needed the approval of a person first.
    waits: bool
    #: True if the memory existed before with the same content.
    was_known: bool


class Happening(TypedDict, total=False):
    """A fact as shown in feeds."""

    #: Author of the fact.
    actor: Actor
    #: Time of the fact.
    at: Time
    #: Body of the fact.
    body: Any
    #: Interface that the request came through.
    door: Door
    #: Kind of the fact.
    kind: str
    #: Position in the log.
    position: int
    #: Id of the request.
    request: str
    #: Schema number of the body.
    schema: int
    #: Stream of the fact.
    stream: StreamId
    #: Description of the fact.
    summary: str
    #: Version in the stream, from 1.
    version: int
    #: The workspace it belongs to.
    workspace: str


class Held(TypedDict, total=False):
    """A task that an agent holds."""

    #: Lease of the task.
    lease: Lease | None
    #: Status of the task.
    status: TaskStatus
    #: Number of the task.
    task: TaskNo
    #: Title of the task.
    title: str
    #: Id of the workflow.
    workflow: Id


class Hit(TypedDict, total=False):
    """A memory that a search found."""

    #: Number of recalls.
    access_count: int
    #: Agent it is from.
    agent: str | None
    #: Person who approved it.
    approved_by: str | None
    #: Core that holds it.
    core: str
    #: Creation time.
    created_at: Time
    #: Time at which it is archived, unless it is recalled before.
    decays_at: Time | None
    #: Extraction state of a message: `t` once memories were extracted from it, `f` before.
    discrete_memory_extracted: str | None
    #: Distance from the query, 0 to 1: 0 for an identical text and without a query, lower for a higher score. Fitting
    #: memories are below 0.3, similar ones below 0.9.
    dist: float
    #: People and things named in it.
    entities: list[str]
    #: Time of the event it describes.
    event_date: Time | None
    #: Expiry time. After it, the memory is not found any more and is erased.
    expires_at: Time | None
    #: Ids of the messages or memories it was extracted from.
    extracted_from: list[str]
    #: Strategy by which it was extracted: `discrete`, `summary`, `preferences` or `custom`.
    extraction_strategy: str | None
    #: Configuration of the extraction strategy.
    extraction_strategy_config: dict[str, Any] | None
    #: Frozen: it never fades and no rule changes it.
    frozen: bool
    #: Person who pinned or froze it. Agents cannot undo that.
    held_by: str | None
    #: Id: chosen by the caller, or a ULID.
    id: str
    #: Importance, 0 to 1.
    importance: float | None
    #: Kind, which decides how long it matters; derived from `memory_type` by default.
    kind: CrystalKind | None
    #: Time of the last recall.
    last_accessed: Time
    #: Stage of its life.
    lifecycle: Lifecycle | None
    #: SHA-256 of its text without surrounding white space, its namespace, its user and its event time.
    memory_hash: str
    #: `semantic` (a fact), `episodic` (an event) or `message`.
    memory_type: MemoryType
    #: Memories with the same content that were merged into it.
    merged_from: list[str]
    #: Memory with the same content that it was merged into.
    merged_into: str | None
    #: Custom data. Searches can filter by its values.
    metadata: dict[str, Any] | None
    #: Namespace; also the name of its core.
    namespace: str | None
    #: Time at which it was first stored.
    persisted_at: Time
    #: Pinned: it never fades and no rule forgets it.
    pinned: bool
    #: Source it was extracted from.
    provenance: Provenance | None
    #: Fit, 0 to 1, comparable between queries: if the best hit has less than 0.5, nothing really fits. 0 without a
    #: query.
    score: float
    #: Basis of the score: `keyword`, `semantic` or `hybrid`.
    score_type: str
    #: Session it is from.
    session_id: str | None
    #: Remaining importance; it fades from the last recall on.
    strength: float | None
    #: Memory that replaced it, from `valid_to` on.
    superseded_by: str | None
    #: Memories of its core that it replaces: what they say no longer holds.
    supersedes: list[str]
    #: Text to remember.
    text: str
    #: Topics it is about.
    topics: list[str]
    #: Trust level.
    trust: Trust
    #: Time of the last change.
    updated_at: Time
    #: User it is about.
    user_id: str | None
    #: Feeling, from -1 (bad) to 1 (good).
    valence: float | None
    #: Start of its validity.
    valid_from: Time | None
    #: End of its validity. After it, searches leave the memory out unless it is requested.
    valid_to: Time | None
    #: Reasons for the hit.
    why: Why
    #: Workflow it is from.
    workflow: str | None


class Hunk(TypedDict, total=False):
    """Changed region with its surrounding lines."""

    #: Lines of the hunk.
    lines: list[Line]
    #: Number of lines of the new text.
    new_lines: int
    #: First line in the new text, from 1; 0 if the hunk has none there.
    new_start: int
    #: Number of lines of the old text.
    old_lines: int
    #: First line in the old text, from 1; 0 if the hunk has none there.
    old_start: int


class ImportedItem(TypedDict, total=False):
    """An item that an import wrote."""

    #: Change.
    change: ImportedChange
    #: Core that stores it, if it is a memory.
    core: str | None
    #: Id in Loci.
    id: str
    #: Name in the source.
    key: str
    #: Title, in one line.
    title: str


class InboxGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Request for approval, if it is one.
    approval: Approval | None
    #: True if the task is on the critical path.
    critical: bool
    #: Decision that needs approval.
    decision: Decision | None
    #: Files to review: the newest version of each that was made for the task, or the one that needs approval.
    files: list[File]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The item.
    item: Item
    #: Current or last lead of the workflow.
    lead: Lead
    #: Unmet dependencies of the task, in words; if there are some, approving needs `force`.
    missing: str
    #: Outcome in sentences, with the actor, if the item no longer needs a person. `item.since` is then the time of
    #: the outcome.
    outcome: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Question, if it is one.
    question: Question | None
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Task that it is about.
    task: Task | None
    #: Tasks that could start if the task were completed now.
    unblocks: list[Freed]
    #: Version of the stream that the call was about.
    version: int | None


class InboxListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of items by kind; kinds without items are left out.
    counts: dict[str, int]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The items.
    items: list[Item]
    #: Cores in which memories of agents wait for approval, longest waiting first; only on the first page without
    #: `workflow`.
    memories: list[CoreWaiting]
    #: Cursor of the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of snoozed items.
    snoozed: int
    #: Total number of items.
    total: int
    #: Version of the stream that the call was about.
    version: int | None


class IngestOutcome(TypedDict, total=False):
    """Result of a tool call."""

    #: True if the patch was merged; otherwise the scratchpad is unchanged.
    applied: bool
    #: Reason why it was not merged, or the keys that were left out.
    diagnostic: str | None
    #: Places at which the state would not fit the scratchpad's schema.
    misfits: list[Misfit]
    #: Scope of the scratchpad.
    scope: Scope
    #: Name of the scratchpad.
    scratchpad: str
    #: Name of the tool.
    tool: str


class Inherited(TypedDict, total=False):
    """Result for one scratchpad."""

    #: True if it was copied or its changes were merged.
    applied: bool
    #: Reason why not.
    diagnostic: str | None
    #: Name of the scratchpad.
    scratchpad: str


_ItemFrom = TypedDict("_ItemFrom", {"from": "str | None"}, total=False)


class Item(_ItemFrom, total=False):
    """Inbox item: one thing that needs a person."""

    #: Details in one line; may be empty.
    detail: str
    #: Number of tasks that depend on it, at most 200.
    holds_up: int
    #: Name of the item in the workflow: kind and thing, such as `review:T7`.
    item: str
    #: Reason why it needs a person.
    kind: ItemKind
    #: Time since which it waits.
    since: Time
    #: End of the snooze, if the item is snoozed.
    snoozed_until: Time | None
    #: Thing that the item is about, such as `T7` or `Q2`; empty for the workflow itself.
    thing: str
    #: Title in one line.
    title: str
    #: Id of the workflow.
    workflow: Id
    #: Name of the workflow.
    workflow_name: str


class ItemSnoozeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The item.
    item: Item
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class Job(TypedDict, total=False):
    """A started job that is not done."""

    #: Number of attempts since the last success.
    attempt: int
    #: Name of the process that holds the lease.
    by: str
    #: Error of the last attempt.
    error: str | None
    #: Its last lease: the version of the fact that records it.
    lease: int
    #: Time of the next attempt.
    retry_at: Time | None
    #: Time of the last change of state.
    since: Time
    #: Its state.
    state: JobState
    #: End of the lease.
    until: Time


class JobListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[JobRow]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class JobRow(TypedDict, total=False):
    """A job as shown in lists."""

    #: Number of attempts since the last success.
    attempt: int
    #: Error of the last attempt.
    error: str | None
    #: Kind of the job.
    kind: JobKind
    #: Time of the next attempt.
    retry_at: Time | None
    #: Time of the last change of state.
    since: Time
    #: Its state.
    state: JobState
    #: Stream that the job works on, such as `session:talk`.
    stream: StreamId


class JobRunAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Kind of the job.
    kind: JobKind
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Stream that the job works on.
    stream: StreamId
    #: Version of the stream that the call was about.
    version: int | None


class JobStopAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Kind of the job.
    kind: JobKind
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Stream that the job works on.
    stream: StreamId
    #: Version of the stream that the call was about.
    version: int | None


class Lead(TypedDict, total=False):
    """Lead of a workflow."""

    #: Orchestrator that leads; absent if the lead is vacant.
    agent: str | None
    #: Time since which the lead is vacant.
    ended_at: Time | None
    #: Epoch; grows with every change of the lead; 0 if there never was one.
    epoch: int
    #: Agents that have led, with the last epoch of each.
    epochs: dict[str, int]
    #: True if the last lead expired instead of being given back.
    expired: bool
    #: Handoff note of the last lead.
    handoff_note: str | None
    #: End of the lead unless renewed.
    until: Time | None


class Learned(TypedDict, total=False):
    """Number of learnings of a workflow, as lists show it."""

    #: Number of learnings: all once the workflow has ended, before that those noted during the work.
    found: int
    #: Number of learnings that are not decided.
    open: int


class Learning(TypedDict, total=False):
    """A learning in its current state."""

    #: Version of the workflow at which it last changed, for `if_version`.
    changed: int
    #: Core in which it is or would be kept.
    core: str
    #: Time of the last edit.
    edited_at: Time | None
    #: Author of the last edit.
    edited_by: Actor | None
    #: Evidence, at most twenty pieces.
    evidence: list[Evidence]
    #: Number of further pieces of evidence.
    evidence_left_out: int
    #: Reason why its source no longer applies, if so.
    gone: str | None
    #: Name in the workflow, such as `L-D3`.
    id: LearningName
    #: Importance, 0 to 1.
    importance: float
    #: Kind of the learning; absent if its source no longer applies.
    kind: LearningKind | None
    #: Time at which it was learned.
    learned_at: Time
    #: Id of its memory.
    memory: str | None
    #: Time at which it was noted while the workflow was active.
    noted_at: Time | None
    #: Reason for that action.
    reason: str | None
    #: Time of that action.
    settled_at: Time | None
    #: Author of the last promotion, dismissal or reopening.
    settled_by: Actor | None
    #: Status of the learning.
    status: LearningStatus
    #: Text that is or would be remembered; in lists the beginning of it.
    text: str
    #: Number of characters of the whole text, if `text` is cut.
    text_chars: int | None
    #: Title in one line.
    title: str
    #: Topics of the learning.
    topics: list[str]
    #: True if the core required a person's approval before the memory could be found.
    waits: bool
    #: True if that memory existed before the promotion.
    was_known: bool
    #: Id of the workflow.
    workflow: Id
    #: Name of the workflow.
    workflow_name: str


class LearningCounts(TypedDict, total=False):
    """Number of learnings of a workflow by status."""

    #: Dismissed learnings.
    dismissed: int
    #: Open learnings.
    open: int
    #: Promoted learnings.
    promoted: int


class LearningDismissAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class LearningEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class LearningGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class LearningListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of learnings by status; only with `workflow`.
    counts: LearningCounts | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The learnings. Long texts are cut; `learning_get` returns the whole text.
    items: list[Learning]
    #: Value to pass as `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number; only with `workflow`.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class LearningPromoteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class LearningReopenAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class Lease(TypedDict, total=False):
    """Lease: the exclusive right to work on a task for a limited time."""

    #: Fence; grows with every claim of the task: calls with an older one are rejected.
    fence: int
    #: Agent that holds the task.
    holder: str
    #: Id that the holder sends with every call about the task. It is no secret: the caller must also be the holder.
    id: str
    #: Time since which its clock is stopped, because a person's answer is awaited.
    parked_at: Time | None
    #: Duration of a renewal, in seconds.
    seconds: int
    #: End of the lease unless renewed.
    until: Time


class Leaving(TypedDict, total=False):
    """A memory that would be forgotten."""

    #: Core that holds it.
    core: str
    #: Id of the memory.
    id: str
    #: Stream it was extracted from.
    source: StreamId | None
    #: Shortened text.
    text: str
    #: Reason for forgetting it.
    why: str


class Led(TypedDict, total=False):
    """A workflow that an agent leads."""

    #: Epoch of the lead.
    epoch: int
    #: Name of the workflow.
    name: str
    #: Id of the workflow.
    workflow: Id


class Levels(TypedDict, total=False):
    """Levels of a mood, each 0 to 1."""

    #: Trouble.
    cortisol: float
    #: Success.
    dopamine: float
    #: Social contact.
    oxytocin: float


class Lexical(TypedDict, total=False):
    """Match of the words."""

    #: Query words it contains.
    matched: list[str]
    #: Number of words searched.
    of: int
    #: Rank by words alone, from 1, among the candidates.
    rank: int
    #: BM25 score of its words; larger is better.
    score: float
    #: Share of the score.
    share: float
    #: Number of query words it contains.
    words: int


class Lifecycles(TypedDict, total=False):
    """Number of memories at each stage of life."""

    #: Recalled.
    activated: int
    #: Faded, or merged into another memory.
    archived: int
    #: Important and recalled often.
    consolidated: int
    #: About to be erased.
    expired: int
    #: Frozen.
    frozen: int
    #: Created, and not recalled yet.
    generated: int


class Line(TypedDict, total=False):
    """One line of a hunk."""

    #: Line number in the new text, from 1.
    new: int | None
    #: Line number in the old text, from 1.
    old: int | None
    #: Text that the line belongs to.
    tag: DiffTag
    #: Text of the line without its line end.
    text: str


class Link(TypedDict):
    """Link to further information about a task."""

    #: Kind: `worktree`, `commit`, `pull_request` or another word.
    kind: str
    #: Address, path or hash.
    target: str


class LinkPart(TypedDict, total=False):
    """Link to further information about a task."""

    #: Kind: `worktree`, `commit`, `pull_request` or another word.
    kind: str
    #: Address, path or hash.
    target: str


class Meaning(TypedDict, total=False):
    """Match of the meaning."""

    #: Cosine similarity to the query, from -1 to 1.
    cosine: float
    #: Share of the score.
    share: float


class MemoryApproveAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryCompactAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of archived duplicates.
    merged: int
    #: True if there are more duplicates: call again.
    more: bool
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of memories left.
    remaining: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Id and outcome of each memory.
    memories: list[CreatedOne]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The memory; with the proposed changes if they wait for approval.
    memory: Crystal
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: True if a person has to approve the change first.
    waiting: bool | None


class MemoryForgetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of memories forgotten.
    deleted: int
    #: Their ids.
    deleted_ids: list[str]
    #: True if nothing was forgotten because of `dry_run`.
    dry_run: bool
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: With `dry_run`: the memories that would be forgotten, with the reason.
    items: list[Leaving]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of memories read.
    scanned: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryForgottenAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[ForgottenMemory]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class MemoryGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Lineage, if requested.
    trail: Trail | None
    #: Version of the stream that the call was about.
    version: int | None


class MemoryImportAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of existing items that were changed.
    changed: int
    #: Core that stores the memories. Absent if several do: each item names its own.
    core: str | None
    #: Number of new items.
    created: int
    #: True if nothing was written: the numbers say what would be.
    dry_run: bool
    #: Detected format, such as `beads`.
    format: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: First of the new or changed items.
    items: list[ImportedItem]
    #: Further notes.
    notes: list[str]
    #: First of these parts and links, each with its position and the reason.
    odd: list[Odd]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of quarantined parts: they cannot be imported and are kept whole.
    quarantined: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of links that were left out, because they would close a cycle.
    set_aside: int
    #: Number of existing items that stay as they are.
    unchanged: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryMergeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryPurgeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The core that held it.
    core: str
    #: Derived data, erased only with `cascade`.
    derived: list[Derived]
    #: True if they are erased; see `erasing` for the guarantee.
    erased: bool
    #: Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
    #: database are up to its operator.
    erasing: Erasing
    #: The facts that held it.
    facts: list[int]
    #: Id of the memory.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class _MemoryRecord(TypedDict):
    #: Text to keep.
    text: str


class MemoryRecord(_MemoryRecord, total=False):
    """A memory in a session. Without `persisted_at` it is not a long-term memory yet."""

    #: Number of recalls.
    access_count: int
    #: Time of its creation.
    created_at: Moment | None
    #: True if smaller memories were extracted from it.
    discrete_memory_extracted: bool
    #: People and things that it names.
    entities: list[str]
    #: Time of the event it describes.
    event_date: Moment | None
    #: Ids of the messages it was extracted from.
    extracted_from: list[str]
    #: Strategy of the extraction.
    extraction_strategy: str | None
    #: Configuration of the strategy.
    extraction_strategy_config: Any
    #: Id of the memory; generated if empty.
    id: str
    #: Importance, 0 to 1.
    importance: float | None
    #: Time of its last recall.
    last_accessed: Moment | None
    #: The caller's own hash of the text.
    memory_hash: str | None
    #: Type of the memory.
    memory_type: MemoryType
    #: Additional data of the caller.
    metadata: Any
    #: Its namespace.
    namespace: str | None
    #: Time at which it became a long-term memory.
    persisted_at: Moment | None
    #: True if it never fades.
    pinned: bool
    #: Id of the session it is from.
    session_id: str | None
    #: Topics of the memory.
    topics: list[str]
    #: Time of its last change.
    updated_at: Moment | None
    #: User it is about.
    user_id: str | None


class MemoryRecordPart(TypedDict, total=False):
    """A memory in a session. Without `persisted_at` it is not a long-term memory yet."""

    #: Number of recalls.
    access_count: int
    #: Time of its creation.
    created_at: Moment | None
    #: True if smaller memories were extracted from it.
    discrete_memory_extracted: bool
    #: People and things that it names.
    entities: list[str]
    #: Time of the event it describes.
    event_date: Moment | None
    #: Ids of the messages it was extracted from.
    extracted_from: list[str]
    #: Strategy of the extraction.
    extraction_strategy: str | None
    #: Configuration of the strategy.
    extraction_strategy_config: Any
    #: Id of the memory; generated if empty.
    id: str
    #: Importance, 0 to 1.
    importance: float | None
    #: Time of its last recall.
    last_accessed: Moment | None
    #: The caller's own hash of the text.
    memory_hash: str | None
    #: Type of the memory.
    memory_type: MemoryType
    #: Additional data of the caller.
    metadata: Any
    #: Its namespace.
    namespace: str | None
    #: Time at which it became a long-term memory.
    persisted_at: Moment | None
    #: True if it never fades.
    pinned: bool
    #: Id of the session it is from.
    session_id: str | None
    #: Text to keep.
    text: str
    #: Topics of the memory.
    topics: list[str]
    #: Time of its last change.
    updated_at: Moment | None
    #: User it is about.
    user_id: str | None


class MemoryRejectAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Id of the memory.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Time at which it is erased.
    purge_at: Time
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MemorySearchAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The memories, best first.
    items: list[Hit]
    #: Search mode that was used.
    mode: Mode
    #: The `cursor` of the next page; absent on the last one.
    next_cursor: str | None
    #: The `offset` of the next page; absent on the last one.
    next_offset: int | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Query words that no memory contains, and the words searched instead.
    read_as: list[WordReadAs]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of matches: by word, as the neighbour of a match, or by meaning.
    total: int
    #: Version of the stream that the call was about.
    version: int | None


_MemoryTimelineAnswerFrom = TypedDict("_MemoryTimelineAnswerFrom", {"from": "Time | None"}, total=False)


class MemoryTimelineAnswer(_MemoryTimelineAnswerFrom, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Maximum tokens of the text.
    budget: int
    #: The entries in chronological order.
    entries: list[TimelineEntry]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of entries that did not fit.
    left_out: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The timeline as text: one line per entry, with its date, and its kind and id in brackets.
    text: str
    #: End of the period; absent if unlimited.
    to: Time | None
    #: Token count of the text.
    tokens: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryUnmergeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MemoryWaitingAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[WaitingMemory]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class Message(TypedDict, total=False):
    """A message of a conversation."""

    #: Content of the message.
    content: MessageContent
    #: Time of the message. Messages are ordered by it, then by arrival.
    created_at: Moment
    #: True if memories were extracted from it.
    discrete_memory_extracted: bool
    #: Id within the session.
    id: str
    #: Additional data of the caller.
    metadata: Any
    #: Name of the author, or of the tool that returned the result.
    name: str | None
    #: Time at which it became a searchable long-term memory.
    persisted_at: Moment | None
    #: Role of the author: `user`, `assistant`, `system`, `tool`, …
    role: str
    #: Token count of `{role}: {content}`; images and files have a fixed price each.
    tokens: int
    #: Id of the tool call that this message answers.
    tool_call_id: str | None
    #: Tool calls of the message.
    tool_calls: list[ToolCallPart]
    #: Version of the session that wrote it.
    version: int


class MessageDiff(TypedDict, total=False):
    """A changed message: added if `before` is absent, removed if `after` is absent."""

    #: The message in the second version.
    after: Message | None
    #: The message in the first version.
    before: Message | None
    #: Id of the message.
    id: str


class MindContextAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Limit of the document, and separately of the notes.
    budget: Budget
    #: Characters of the document in the text.
    document_chars: int
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Characters of the notes in the text, with their heading.
    note_chars: int
    #: Number of waiting notes that are not in the text.
    notes_left_out: int
    #: Number of notes in the text.
    notes_shown: int
    #: Number of the document's version. Absent before the first.
    number: int | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Text, ready for a prompt.
    text: str
    #: Tokens of the text.
    tokens: int
    #: Version of the stream that the call was about.
    version: int | None
    #: True if the document was cut.
    was_cut: bool


class MindDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Time at which it is erased unless restored. Absent once restored.
    purge_at: Time | None
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


_MindDiffAnswerFrom = TypedDict("_MindDiffAnswerFrom", {"from": "VersionRow"}, total=False)


class MindDiffAnswer(_MindDiffAnswerFrom, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of added lines.
    added: int
    #: Name of the agent.
    agent: str
    #: Differences.
    hunks: list[Hunk]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed lines.
    removed: int
    #: Second version.
    to: VersionRow
    #: Version of the stream that the call was about.
    version: int | None


class MindDocument(TypedDict, total=False):
    """The current document."""

    #: Time of writing.
    at: Time
    #: Author.
    by: Actor
    #: Length in characters.
    chars: int
    #: Version of the fact with the text.
    fact: int
    #: Origin of the version.
    made: Made
    #: Number of the version, from 1.
    number: int
    #: Number of the version that it restores or is based on.
    of: int | None
    #: Section that a person edited. Absent if the whole document was changed.
    section: Section | None
    #: Whole text.
    text: str


class MindDreamAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Time of the request.
    at: Time
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: True if the dream is running.
    is_running: bool
    #: Number of notes that wait for it.
    notes: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MindEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of the current version. Unchanged if the text is the same.
    number: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MindGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Dream that is requested or running.
    asked: Asked | None
    #: Time at which the mind began.
    created_at: Time | None
    #: Document. Absent before the first dream, unless seeded or edited.
    document: MindDocument | None
    #: Last dreams, newest first.
    dreams: list[DreamRow]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Locked sections, which dreams do not change.
    locked: list[Section]
    #: Time of the next check for a dream.
    look_at: Time | None
    #: Searches without a matching result, latest first.
    misses: list[Miss]
    #: Mood.
    mood: MoodShown
    #: Notes that wait for a dream, oldest first.
    notes: list[Note]
    #: Number of all notes ever written.
    notes_written: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Figures that the agent reported.
    reported: NicheReported | None
    #: Time of that report.
    reported_at: Time | None
    #: The same notes as a text.
    scratch: str
    #: Time of the last change.
    updated_at: Time
    #: Version of the stream that the call was about.
    version: int | None
    #: Number of all versions.
    version_count: int
    #: Newest versions, at most 100, newest first.
    versions: list[VersionRow]


class MindListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[MindListed]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class MindListed(TypedDict, total=False):
    """List entry of a mind."""

    #: Name of the agent.
    agent: str
    #: Length of the document in characters.
    chars: int
    #: Last dream.
    dream: DreamRow | None
    #: Current levels of the mood.
    levels: Levels
    #: Time of the next check for a dream.
    look_at: Time | None
    #: Mood in words.
    mood: str
    #: Number of notes that wait for a dream.
    notes: int
    #: Number of the document's version. Absent without a document.
    number: int | None
    #: Time at which the deleted mind is erased unless restored.
    purge_at: Time | None
    #: Time of the last change.
    updated_at: Time


class MindLockAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Sections that dreams do not change, in the order of a document.
    locked: list[Section]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MindRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Time at which it is erased unless restored. Absent once restored.
    purge_at: Time | None
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MindSeedAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Number of long-term memories made from it. 0 if these are off.
    crystals: int
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of the new version.
    number: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The result in the format of all imports.
    report: Report
    #: Version of the stream that the call was about.
    version: int | None


class MindUnlockAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Sections that dreams do not change, in the order of a document.
    locked: list[Section]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class MindVersionGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Time of writing.
    at: Time
    #: Author.
    by: Actor
    #: Length in characters.
    chars: int
    #: Version of the fact with the text.
    fact: int
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Origin of the version.
    made: Made
    #: Number of the version, from 1.
    number: int
    #: Number of the version that it restores or is based on.
    of: int | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Section that a person edited. Absent if the whole document was changed.
    section: Section | None
    #: Whole text.
    text: str
    #: Version of the stream that the call was about.
    version: int | None


class MindVersionRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of the current version. Unchanged if the text is the same.
    number: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class Misfit(TypedDict, total=False):
    """A place at which a state does not fit a schema."""

    #: Description of the problem and the expected value.
    message: str
    #: JSON pointer into the state.
    pointer: str


class Miss(TypedDict, total=False):
    """A search without a matching result."""

    #: Time of the last search.
    at: Time
    #: Number of times that it was searched for.
    count: int
    #: Query of the search.
    query: str


class MoodShown(TypedDict, total=False):
    """Current mood."""

    #: Last signal for each level.
    causes: list[Cause]
    #: Time at which spikes are recorded.
    consolidated_at: Time | None
    #: Trouble.
    cortisol: float
    #: Course over the last day: a point every half hour, and two around each signal.
    course: list[Point]
    #: Success.
    dopamine: float
    #: Social contact.
    oxytocin: float
    #: Baselines of the levels.
    rest: Levels
    #: Spikes that are not recorded as notes yet.
    spikes: list[Spike]
    #: Mood in words.
    words: str


class MoodSignalAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Levels of the mood.
    levels: Levels
    #: Mood in words.
    mood: str
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class Named(TypedDict, total=False):
    """Short name and beginning of the text of one thing."""

    #: Short name in the workflow, such as `T12`.
    id: str
    #: Title or the beginning of its text, in one line.
    text: str


class NearMemory(TypedDict, total=False):
    """A memory about the same subject with a different statement."""

    #: Event date, else the start of its validity, else its creation time.
    at: Time
    #: Id of the memory.
    id: str
    #: Beginning of its text.
    text: str


class _NeedWithTask(TypedDict):
    task: TaskNo


class NeedWithTask(_NeedWithTask, total=False):
    """`NeedWithTask`."""

    when: When


class Neighbours(TypedDict, total=False):
    """Match of the neighbours."""

    #: Id of the neighbour that contributes most.
    id: str | None
    #: Share of the score.
    share: float


class _NewArtifact(TypedDict):
    #: Path as the project writes it: `src/auth/token.rs`.
    path: str
    #: Type of the artifact.
    type: ArtifactKind


class NewArtifact(_NewArtifact, total=False):
    """Artifact to record."""

    #: SHA-256 of the content in hexadecimal, if the content itself stays where it is.
    checksum: str | None
    #: Commit that contains it.
    commit: str | None
    #: Content as text.
    content: Content | None
    #: Description; default: that of the previous version.
    description: str | None


class NewCrystal(TypedDict, total=False):
    """A memory to create."""

    #: Agent it is from.
    agent: str | None
    #: Creation time; now by default.
    created_at: Time | None
    #: Extraction state of a message: `t` once memories were extracted from it, `f` before.
    discrete_memory_extracted: str | None
    #: People and things named in it.
    entities: list[str]
    #: Time of the event it describes.
    event_date: Time | None
    #: Expiry time. After it, the memory is not found any more and is erased.
    expires_at: Time | None
    #: Ids of the messages or memories it was extracted from.
    extracted_from: list[str]
    #: Strategy by which it was extracted: `discrete`, `summary`, `preferences` or `custom`.
    extraction_strategy: str | None
    #: Configuration of the extraction strategy.
    extraction_strategy_config: dict[str, Any] | None
    #: Frozen: it never fades and no rule changes it.
    frozen: bool
    #: Id, 1 to 256 characters; a new one by default. An existing id replaces that memory.
    id: str | None
    #: Importance, 0 to 1.
    importance: float | None
    #: Kind, which decides how long it matters; derived from `memory_type` by default.
    kind: CrystalKind | None
    #: `semantic` (a fact), `episodic` (an event) or `message`.
    memory_type: MemoryType
    #: Custom data. Searches can filter by its values.
    metadata: dict[str, Any] | None
    #: Namespace; also the name of its core.
    namespace: str | None
    #: Pinned: it never fades and no rule forgets it.
    pinned: bool
    #: Session it is from.
    session_id: str | None
    #: Memories of its core that it replaces: what they say no longer holds.
    supersedes: list[str]
    #: Text to remember.
    text: str
    #: Topics it is about.
    topics: list[str]
    #: Time until it expires, in seconds; instead of `expires_at`.
    ttl_seconds: int | None
    #: User it is about.
    user_id: str | None
    #: Feeling, from -1 (bad) to 1 (good).
    valence: float | None
    #: Start of its validity.
    valid_from: Time | None
    #: End of its validity. After it, searches leave the memory out unless it is requested.
    valid_to: Time | None
    #: Workflow it is from.
    workflow: str | None


class _NewDecision(TypedDict):
    #: Question to be decided, in one line of at most 300 characters.
    question: str


class NewDecision(_NewDecision, total=False):
    """Decision that is to be made later: edges of the same plan can wait for one of its options."""

    #: Name by which edges and the decider may refer to it.
    key: str | None
    #: Options to choose from, 2 to 100; without any, every choice is allowed.
    options: list[str]


class _NewMessage(TypedDict):
    #: Role of the author: `user`, `assistant`, `system`, `tool`, …
    role: str


class NewMessage(_NewMessage, total=False):
    """A message as callers write it. Fields that Loci computes (`tokens`, `version`) are accepted and ignored."""

    #: Content of the message; null if it only calls tools.
    content: MessageContent
    #: Time of the message. Recommended: without it the time of the message before it in the call is used, or else
    #: that of the call, and the response has a warning.
    created_at: Moment | None
    #: True if memories were extracted from it.
    discrete_memory_extracted: bool
    #: Id within the session. Default: derived from the content and `created_at`, if given. The id of an existing
    #: message replaces it.
    id: str | None
    #: Additional data to keep with the message.
    metadata: Any
    #: Name of the author, or of the tool that returned the result.
    name: str | None
    #: Time at which it became a searchable long-term memory.
    persisted_at: Moment | None
    #: Ignored: counted by Loci.
    tokens: int
    #: The tool call, if there is only one.
    tool_call: ToolCall | None
    #: Id of the tool call that this message answers.
    tool_call_id: str | None
    #: Tool calls of the message.
    tool_calls: list[ToolCall]
    #: Ignored: set by Loci.
    version: int


class _NewNeedWithTask(TypedDict):
    #: Name or key of the task.
    task: str


class NewNeedWithTask(_NewNeedWithTask, total=False):
    """Task and condition."""

    #: Condition on it; default success.
    when: NewWhen


class NewTask(TypedDict, total=False):
    """Task to add."""

    #: Acceptance criteria, one per entry.
    acceptance: list[str]
    #: Branch of the work.
    branch: str | None
    #: Capabilities that a worker needs.
    capabilities: list[str]
    #: Cooldown after a failure, in seconds.
    cooldown_seconds: int
    #: Dependencies: names of tasks (or keys of this call), or `{"task": …, "when": …}`.
    depends_on: list[NewNeed]
    #: Full description of the work.
    description: str
    #: Estimated duration, in minutes.
    estimate_minutes: int | None
    #: Group ("room") that it belongs to.
    group: str | None
    #: Rule by which it joins its dependencies: `all` (default), `any` or `none_failed`.
    join: Join
    #: Word (not `T1`) by which tasks of the same call may refer to it.
    key: str | None
    #: Links to further information.
    links: list[Link]
    #: True if it must be reviewed before it counts as done.
    needs_review: bool
    #: Paths that it will change; overlaps with unfinished tasks are reported, not rejected.
    paths: list[str]
    #: Priority from 0 (most urgent) to 4; default 2.
    priority: int | None
    #: Maximum number of retries after a failure (0 to 100); default: the workflow's policy.
    retries: int | None
    #: Title: the work in one line of at most 300 characters.
    title: str


class NewWhenChoice(TypedDict):
    """`NewWhenChoice`."""

    #: Decision: its name (`D3`), or the key of a planned one.
    decision: str
    #: Choice that opens this edge; case and surrounding spaces are ignored.
    option: str


class NewWhenWithChoice(TypedDict):
    """The dependency was completed and the decision chose the option."""

    choice: NewWhenChoice


class NicheReportAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Time of the report.
    at: Time
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class NicheReported(TypedDict, total=False):
    """Body of `niche_reported`. Absent figures stay as reported before."""

    #: Number of different buyers.
    buyers: int | None
    #: Total earnings, in the currency that the agent trades in.
    earnings: float | None
    #: Number of skills that the agent offers.
    listed_skills: int | None
    #: Total spending.
    spending: float | None
    #: Skills that earn most, the best first.
    top_skills: list[str] | None
    #: Relative change of earnings in the last seven days against the seven before.
    trend_7d: float | None


class Note(TypedDict, total=False):
    """A note that waits for a dream."""

    #: Time of writing.
    at: Time
    #: True if Loci wrote the note.
    auto: bool
    #: Author.
    by: Actor
    #: Id of the long-term memory that the note also is. Absent if these were off or the mind's core was full.
    id: str | None
    #: Importance, 0 to 1.
    importance: float
    #: Kind of the note.
    kind: NoteKind | None
    #: Session, workflow and task that the note is from.
    origin: NoteOrigin
    #: Text of the note.
    text: str
    #: Version of the fact with the note, which names it within the mind.
    version: int


class NoteOrigin(TypedDict, total=False):
    """Session, workflow and task that a note is from."""

    #: Session key.
    session: SessionKey | None
    #: Task of that workflow.
    task: TaskNo | None
    #: Workflow id.
    workflow: Id | None


class NoteWriteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the agent.
    agent: str
    #: Time of writing.
    at: Time
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Id of the long-term memory that it also is. Absent if these are off or the mind's core is full.
    memory: str | None
    #: Name of the note within the mind.
    note: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Number of notes that wait for the next dream.
    waiting: int


_NoticeFrom = TypedDict("_NoticeFrom", {"from": "Actor"}, total=False)


class Notice(_NoticeFrom, total=False):
    """A message to an agent, delivered with the answer to any of its calls."""

    #: Time of the message.
    at: Time
    #: Name of the notice in that stream, such as `N3`.
    id: str
    #: `nudge`, `answer`, `approval`, `pause`, `resume`; or an action of others: `handed_in`, `completed`, `failed`,
    #: `blocked`, `waiting`, `given_back`, `lease_expired`, `lease_lost`, `reviewed`, `called_off`, `warning`.
    kind: str
    #: Text of the message.
    message: str
    #: `low`, `normal` or `urgent`.
    priority: str
    #: Stream of the notice.
    stream: StreamId


_NudgeFrom = TypedDict("_NudgeFrom", {"from": "Actor"}, total=False)


class Nudge(_NudgeFrom, total=False):
    """Message to agents during their work."""

    #: Version of the workflow at which it last changed.
    changed: int
    #: Time at which it was sent.
    created_at: Time
    #: Time after which it is no longer delivered.
    expires_at: Time
    #: Name in the workflow.
    id: NudgeNo
    #: Text of the message.
    message: str
    #: Priority.
    priority: Priority
    #: Delivery state by agent.
    receipts: dict[str, Receipt]
    #: Recipient.
    target: str
    #: Task that it is about.
    task: TaskNo | None
    #: Number of tokens as shown in a context.
    tokens: int


class NudgeAcknowledgeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The nudge with its receipts.
    nudge: Nudge
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: an unknown agent as recipient.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class NudgeSendAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The nudge with its receipts.
    nudge: Nudge
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: an unknown agent as recipient.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class Odd(TypedDict, total=False):
    """Quarantined record: cannot be imported, but is kept."""

    #: Place in the text: `line 12`, `tasks/3/subtasks/1`.
    at: str
    #: Original text.
    text: str
    #: Reason.
    why: str


class Omitted(TypedDict, total=False):
    """Things of one kind that were left out or cut."""

    #: Number of things.
    count: int
    #: Call that returns them.
    get: str
    #: Kind: the name of the block to which they belong, such as `discoveries`.
    kind: str
    #: Number of tokens left out.
    tokens: int
    #: Names of the first ten, such as `F3`; the workflow itself has none.
    what: list[str]
    #: Reason why they were left out.
    why: str


class Operators(TypedDict, total=False):
    """Operators of a [`Tag`]. All given operators must hold. Unknown operators are rejected, because ignoring one
    would return more than requested.
    """

    #: All of these are among its values.
    all: list[str] | None
    #: One of its values is one of these; also `in`, `in_`.
    any: list[str] | None
    #: One of its values is this.
    eq: str | None
    #: None of its values is this; also `not_eq`.
    ne: str | None
    #: None of its values is one of these; also `not_in`.
    none: list[str] | None
    #: One of its values begins with this.
    startswith: str | None


class Origins(TypedDict, total=False):
    """Origin of each setting in force."""

    #: Instructions for agents at the start of contexts. Empty: the built-in instructions.
    context_guidance: Origin
    #: Context windows in tokens by the prefix of a model's name, in addition to the built-in ones.
    context_windows: Origin
    #: Runs dreams on a schedule. Requested dreams always run.
    dream_enabled: Origin
    #: Minutes between two scheduled dreams of a mind.
    dream_interval_minutes: Origin
    #: Number of new notes, memories and task outcomes that a scheduled dream of a mind needs.
    dream_min_notes: Origin
    #: Sections of the documents that dreams write: `seven`, or `five` (without Phenotype and Niche, whose notes and
    #: people's lines move to The Bond and Active Context).
    dream_profile: Origin
    #: Prompt for dreams that a language model drafts, with `{document}`, `{notes}` and `{work}`. Empty: the built-in
    #: prompt.
    dream_prompt: Origin
    #: Sources of dreams besides notes: `all` (memories, workflows, sessions) or `memories`.
    dream_sources: Origin
    #: Maximum number of entities that a session tracks.
    entity_limit: Origin
    #: Rules that map tools to types of entities, most specific first.
    entity_rules: Origin
    #: Language model for summaries, dreams and extracted memories. Needs an endpoint in the server's configuration.
    #: Empty: Loci writes summaries and dreams itself and extracts nothing.
    generation_model: Origin
    #: Stores messages as searchable long-term memories, from which an expired session can be rebuilt.
    index_messages: Origin
    #: Promotes memories of sessions to long-term memory.
    long_term_memory: Origin
    #: Readers of what sessions promote: `core` (readers of the namespace's core) or `session` (readers of the session
    #: only). A core's own setting wins.
    promoted_readers: Origin
    #: Days for which a deleted session, scratchpad or core can be restored. 0 erases at once.
    restore_days: Origin
    #: Share of the window whose newest messages are not summarised. Less than `summarization_threshold`.
    summarization_keep: Origin
    #: Prompt for summaries, with `{prev_summary}` and `{messages_joined}`. Empty: the built-in prompt.
    summarization_prompt: Origin
    #: Share of a model's context window above which the oldest messages of a session are summarised.
    summarization_threshold: Origin


class Overrides(TypedDict, total=False):
    """Settings of which some are set; the others follow the next level."""

    #: Instructions for agents at the start of contexts. Empty: the built-in instructions.
    context_guidance: str | None
    #: Context windows in tokens by the prefix of a model's name, in addition to the built-in ones.
    context_windows: dict[str, int] | None
    #: Runs dreams on a schedule. Requested dreams always run.
    dream_enabled: bool | None
    #: Minutes between two scheduled dreams of a mind.
    dream_interval_minutes: int | None
    #: Number of new notes, memories and task outcomes that a scheduled dream of a mind needs.
    dream_min_notes: int | None
    #: Sections of the documents that dreams write: `seven`, or `five` (without Phenotype and Niche, whose notes and
    #: people's lines move to The Bond and Active Context).
    dream_profile: Profile | None
    #: Prompt for dreams that a language model drafts, with `{document}`, `{notes}` and `{work}`. Empty: the built-in
    #: prompt.
    dream_prompt: str | None
    #: Sources of dreams besides notes: `all` (memories, workflows, sessions) or `memories`.
    dream_sources: DreamSources | None
    #: Maximum number of entities that a session tracks.
    entity_limit: int | None
    #: Rules that map tools to types of entities, most specific first.
    entity_rules: Rules | None
    #: Language model for summaries, dreams and extracted memories. Needs an endpoint in the server's configuration.
    #: Empty: Loci writes summaries and dreams itself and extracts nothing.
    generation_model: str | None
    #: Stores messages as searchable long-term memories, from which an expired session can be rebuilt.
    index_messages: bool | None
    #: Promotes memories of sessions to long-term memory.
    long_term_memory: bool | None
    #: Readers of what sessions promote: `core` (readers of the namespace's core) or `session` (readers of the session
    #: only). A core's own setting wins.
    promoted_readers: PromotedReaders | None
    #: Days for which a deleted session, scratchpad or core can be restored. 0 erases at once.
    restore_days: int | None
    #: Share of the window whose newest messages are not summarised. Less than `summarization_threshold`.
    summarization_keep: float | None
    #: Prompt for summaries, with `{prev_summary}` and `{messages_joined}`. Empty: the built-in prompt.
    summarization_prompt: str | None
    #: Share of a model's context window above which the oldest messages of a session are summarised.
    summarization_threshold: float | None


class OwnerSummary(TypedDict, total=False):
    """All scratchpads of one owner, as shown in lists."""

    #: Deleted scratchpads that can still be restored, last deleted first.
    deleted: list[PadSummary]
    #: Their owner; absent in the global scope.
    owner: str | None
    #: The scratchpads, ordered by name.
    pads: list[PadSummary]
    #: Their scope.
    scope: Scope
    #: Time of the last change.
    updated_at: Time
    #: Version of their stream: its number of facts.
    version: int


class PadChange(TypedDict, total=False):
    """A change of a scratchpad."""

    #: Author of the change.
    actor: Actor
    #: Time of the change.
    at: Time
    #: Interface that the change came through.
    door: Door
    #: Kind of the fact, such as `scratchpad_updated`.
    kind: str
    #: Description of the change.
    summary: str
    #: Version that the change made.
    version: int


class PadSummary(TypedDict, total=False):
    """A scratchpad as shown in lists."""

    #: Its deletion, if it was deleted.
    deleted: Deletion | None
    #: True if it is empty.
    empty: bool
    #: True if it has a schema.
    has_schema: bool
    #: Keys of its object, most recently updated first, at most ten; empty for a text.
    keys: list[str]
    #: Name of the scratchpad.
    name: str
    #: True if only people may change it.
    read_only: bool
    #: Time of its last change.
    updated_at: Time
    #: Author of its last change.
    updated_by: Actor
    #: Version of its last change.
    version: int


class PadView(TypedDict, total=False):
    """A scratchpad."""

    #: Time of its creation.
    created_at: Time | None
    #: False if it was never defined or written; it is empty then.
    exists: bool
    #: Maximum share of a context, in tokens.
    max_tokens: int
    #: Minimum share of a context, in tokens.
    min_tokens: int
    #: Name of the scratchpad.
    name: str
    #: Its owner; absent in the global scope.
    owner: str | None
    #: True if only people may change it.
    read_only: bool
    #: JSON Schema (2020-12) for its state.
    schema: Any
    #: Its scope.
    scope: Scope
    #: A state that did not fit a changed schema, set aside and kept in the history.
    set_aside: SetAside | None
    #: Initial state.
    template: Any
    #: Time of its last change.
    updated_at: Time | None
    #: Author of its last change.
    updated_by: Actor | None
    #: Its state: a text, or an object.
    value: Any
    #: Version of its last change, for `if_version`; 0 if it does not exist.
    version: int


class PartitionShown(TypedDict, total=False):
    """A partition of a summary view."""

    #: Time at which it was written.
    computed_at: Time
    #: Values that its memories share, by field.
    group: dict[str, str]
    #: Number of summarised memories.
    memory_count: int
    #: Reason why the preferred writer did not write it.
    note: str | None
    #: Summary; empty if there are no memories.
    summary: str
    #: Id of the view.
    view: str
    #: Writer: `extractive`, or the name of a model.
    writer: str | None


class Pause(TypedDict, total=False):
    """Pause of a workflow: claims are refused."""

    #: Time of the pause.
    at: Time
    #: Actor that paused it.
    by: Actor
    #: Reason.
    reason: str | None


class Plan(TypedDict, total=False):
    """Layout of a graph, in CSS pixels from its upper left corner."""

    #: Openings where edges pass through walls.
    doors: list[GraphDoor]
    #: The edges.
    edges: list[PlanEdge]
    #: Height of the drawing.
    height: float
    #: The nodes.
    nodes: list[PlanNode]
    #: The rooms.
    rooms: list[PlanRoom]
    #: Width of the drawing.
    width: float


_PlanEdgeFrom = TypedDict("_PlanEdgeFrom", {"from": str}, total=False)


class PlanEdge(_PlanEdgeFrom, total=False):
    """An edge as a path of right angles."""

    #: SVG path with rounded corners.
    path: str
    #: Id of the node where it ends.
    to: str


class PlanNode(TypedDict, total=False):
    """Position of a node. All nodes have the same size."""

    #: Id of the node.
    id: str
    #: Left edge.
    x: float
    #: Upper edge.
    y: float


class PlanRoom(TypedDict, total=False):
    """Walls of a room."""

    #: Height between the walls.
    height: float
    #: Name of the group.
    name: str
    #: Width between the walls.
    width: float
    #: Left wall.
    x: float
    #: Upper wall.
    y: float


class PlannedDecision(TypedDict, total=False):
    """Planned decision; its number is reserved for the decision."""

    #: Name in the workflow; the decision gets the same one.
    id: DecisionNo
    #: Key by which edges and the decider may refer to it.
    key: str | None
    #: Options to choose from; without any, every choice is allowed.
    options: list[str]
    #: Time at which it was planned.
    planned_at: Time
    #: Agent or person who planned it.
    planned_by: Actor
    #: Question to be decided.
    question: str


class Point(TypedDict, total=False):
    """Levels of a mood at a time."""

    #: Time of the levels.
    at: Time
    #: Trouble.
    cortisol: float
    #: Success.
    dopamine: float
    #: Social contact.
    oxytocin: float


class Policy(TypedDict, total=False):
    """Rules of a workflow."""

    #: Days after its end until it is archived automatically (0 to 3,650); default 0 for never.
    archive_days: int
    #: Days after its end until it is deleted automatically (0 to 3,650); default 0 for never.
    delete_days: int
    #: Duration of a lead unless renewed, in seconds (15 to 86,400); default 900.
    lead_seconds: int
    #: Duration of a lease unless renewed, in seconds (15 to 86,400); default 900.
    lease_seconds: int
    #: True if it is never archived or deleted automatically.
    pinned: bool
    #: Days for which a deleted workflow can be restored (0 to 365); 0 erases at once, default 7.
    restore_days: int
    #: Default maximum number of retries of a task (0 to 100); default 2.
    retries: int
    #: Number of reviews of a task that ask for rework or reject it after which people are warned (0 to 100); 0 for
    #: never, default 3.
    rework_limit: int
    #: True if workers may add tasks; default false.
    workers_add_tasks: bool


class PolicyChange(TypedDict, total=False):
    """Changes of the policy."""

    #: Days after its end until it is archived automatically (0 to 3,650); 0 for never.
    archive_days: int | None
    #: Days after its end until it is deleted automatically (0 to 3,650); 0 for never.
    delete_days: int | None
    #: Duration of a lead unless renewed, in seconds (15 to 86,400).
    lead_seconds: int | None
    #: Duration of a lease unless renewed, in seconds (15 to 86,400).
    lease_seconds: int | None
    #: True if it is never archived or deleted automatically.
    pinned: bool | None
    #: Days for which a deleted workflow can be restored (0 to 365); 0 erases at once.
    restore_days: int | None
    #: Default maximum number of retries of a task (0 to 100).
    retries: int | None
    #: Number of reviews of a task that ask for rework or reject it after which people are warned (0 to 100); 0 for
    #: never.
    rework_limit: int | None
    #: True if workers may add tasks.
    workers_add_tasks: bool | None


class PolicyPart(TypedDict, total=False):
    """Rules of a workflow."""

    #: Days after its end until it is archived automatically (0 to 3,650); default 0 for never.
    archive_days: int
    #: Days after its end until it is deleted automatically (0 to 3,650); default 0 for never.
    delete_days: int
    #: Duration of a lead unless renewed, in seconds (15 to 86,400); default 900.
    lead_seconds: int
    #: Duration of a lease unless renewed, in seconds (15 to 86,400); default 900.
    lease_seconds: int
    #: True if it is never archived or deleted automatically.
    pinned: bool
    #: Days for which a deleted workflow can be restored (0 to 365); 0 erases at once, default 7.
    restore_days: int
    #: Default maximum number of retries of a task (0 to 100); default 2.
    retries: int
    #: Number of reviews of a task that ask for rework or reject it after which people are warned (0 to 100); 0 for
    #: never, default 3.
    rework_limit: int
    #: True if workers may add tasks; default false.
    workers_add_tasks: bool


class _Problem(TypedDict):
    #: Error code.
    code: Code
    #: The problem, the expected value and the next step.
    detail: str
    #: HTTP status.
    status: int
    #: Title of the code.
    title: str


class Problem(_Problem, total=False):
    """RFC 9457 problem details with Loci's own members."""

    #: Changes since the version that the caller knew.
    changes: list[Change]
    #: Current version of the addressed thing.
    current: int | None
    #: Invalid fields.
    fields: list[FieldFault]
    #: Notices for the calling agent.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Id of the request; Loci's log has details under it.
    instance: str
    #: Machine-readable reason, such as `lease_lost`.
    reason: str | None
    #: Delay before the next attempt, in seconds.
    retry_after_seconds: int | None
    #: `about:blank#` and the code.
    type: str


class Promotion(TypedDict, total=False):
    """A memory or message that became a long-term memory."""

    #: Id of the long-term memory: a new one, or an existing one with the same content.
    crystal: str
    #: Id of the memory or the message in the session.
    id: str


class PromptMessage(TypedDict, total=False):
    """A message of a prompt."""

    #: Content of the message.
    content: str
    #: `developer`, `user` or `assistant`.
    role: str


class Provenance(TypedDict, total=False):
    """Source of a memory."""

    #: Message in the stream.
    message: str | None
    #: Stream, such as a session.
    stream: StreamId
    #: Fact in the stream.
    version: int | None


class PurgeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Streams that belong to it and are erased with it.
    belongings: list[StreamId]
    #: Number of blobs erased with them, because nothing else refers to them.
    blobs: int
    #: Derived data, erased only with `cascade`.
    derived: list[Derived]
    #: True if it is erased; see `erasing` for the guarantee.
    erased: bool
    #: Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
    #: database are up to its operator.
    erasing: Erasing
    #: Number of facts in the stream and its belongings.
    facts: int
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The stream.
    stream: StreamId
    #: Version of the stream that the call was about.
    version: int | None


class Question(TypedDict, total=False):
    """Question of an agent to a person."""

    #: The answer.
    answer: str | None
    #: Time of the answer.
    answered_at: Time | None
    #: Person who answered; the system if it is the default answer.
    answered_by: Actor | None
    #: Time at which it was asked.
    asked_at: Time
    #: Agent that asked.
    asked_by: Actor
    #: Version of the workflow at which it last changed.
    changed: int
    #: Time until which an answer is awaited.
    deadline: Time | None
    #: Answer that applies when the deadline passes.
    default: str | None
    #: Time at which the answer was delivered to the agent.
    delivered_at: Time | None
    #: Name in the workflow.
    id: QuestionNo
    #: Answers to choose from.
    options: list[str]
    #: The question.
    question: str
    #: Task that waits for the answer.
    task: TaskNo | None
    #: Number of tokens of question and answer.
    tokens: int
    #: Withdrawal, if it was withdrawn.
    withdrawn: Withdrawn | None


class QuestionAnswerAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: The question.
    question: Question
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class QuestionAskAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: True if the task's lease is parked until the answer.
    parked: bool
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: The question.
    question: Question
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class Range(TypedDict, total=False):
    """Conditions on a time; all that are given apply."""

    #: From the first to the second, both included.
    between: list[Time] | None
    #: Exactly this.
    eq: Time | None
    #: Later than this.
    gt: Time | None
    #: This or later.
    gte: Time | None
    #: Earlier than this.
    lt: Time | None
    #: This or earlier; a date alone includes the day.
    lte: Time | None
    #: Anything but this, or no such time.
    ne: Time | None


class ReadyTask(TypedDict, total=False):
    """Task that can be claimed."""

    #: Current, assigned or last agent.
    assigned_to: str | None
    #: Number of attempts, including the running one.
    attempts: int
    #: Reason why it is blocked; `upstream_failed` if a failure cut it off.
    blocked_reason: str | None
    #: Tasks that depend on it.
    blocks: list[TaskNo]
    #: Capabilities that a worker needs.
    capabilities: list[str]
    #: Duration of the longest chain of work that begins with it, in minutes.
    chain_minutes: int
    #: Version of the workflow at which it last changed; `if_version` compares it.
    changed: int
    #: Dependencies.
    depends_on: list[Need]
    #: Estimated duration, in minutes.
    estimate_minutes: int | None
    #: Number of failures since the last retry by an agent or a person.
    failures: int
    #: Group ("room") that it belongs to.
    group: str | None
    #: Name in the workflow.
    id: TaskNo
    #: Current lease.
    lease: Lease | None
    #: True if it must be reviewed.
    needs_review: bool
    #: Priority from 0 (most urgent) to 4.
    priority: int
    #: True if the caller can claim it now; the same rule as in `task_claim`.
    ready: bool
    #: Last verdict, unless it was dismissed.
    review_status: ReviewStatus | None
    #: Time since which it has its status.
    since: Time
    #: Status of the task; `blocked` also if a failure cut it off.
    status: TaskStatus
    #: Title: the work in one line.
    title: str
    #: Tasks that could start if it were completed.
    unblocks: list[TaskNo]
    #: Reasons why it waits; empty if it is ready or has ended.
    waits_for: list[Wait]


class Receipt(TypedDict, total=False):
    """Delivery state of a nudge for one recipient."""

    #: Time at which the recipient acknowledged it.
    acknowledged_at: Time | None
    #: Time at which the recipient acted on it.
    acted_at: Time | None
    #: Time at which a response delivered it.
    delivered_at: Time | None
    #: Change that was made, or the reason why there was none.
    note: str | None


class RedactAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Derived data, erased only with `cascade`.
    derived: list[Derived]
    #: True if it is erased; see `erasing` for the guarantee.
    erased: bool
    #: Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
    #: database are up to its operator.
    erasing: Erasing
    #: Version of the fact.
    fact: int
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Kind of the fact.
    kind: str
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The stream.
    stream: StreamId
    #: Version of the stream that the call was about.
    version: int | None


class Refusal(TypedDict, total=False):
    """Rejection of a memory by a person."""

    #: Time of the rejection.
    at: Time
    #: Person who rejected it.
    by: Actor
    #: Reason.
    reason: str | None


class Related(TypedDict, total=False):
    """A memory related to another one."""

    #: Relation to it.
    how: TrailRelation
    #: Id of the related memory.
    id: str
    #: Shortened text.
    text: str


class Report(TypedDict, total=False):
    """Result of an import, or of a dry run."""

    #: Number of existing items that were changed.
    changed: int
    #: Core that stores the memories. Absent if several do: each item names its own.
    core: str | None
    #: Number of new items.
    created: int
    #: True if nothing was written: the numbers say what would be.
    dry_run: bool
    #: Detected format, such as `beads`.
    format: str
    #: First of the new or changed items.
    items: list[ImportedItem]
    #: Further notes.
    notes: list[str]
    #: First of these parts and links, each with its position and the reason.
    odd: list[Odd]
    #: Number of quarantined parts: they cannot be imported and are kept whole.
    quarantined: int
    #: Number of links that were left out, because they would close a cycle.
    set_aside: int
    #: Number of existing items that stay as they are.
    unchanged: int


class Rest(TypedDict, total=False):
    """Backoff after a failed summary or extraction."""

    #: Reason of the failure.
    reason: str
    #: Number of consecutive failures.
    times: int
    #: Time of the next attempt; absent to retry after the session changes.
    until: Time | None


class RestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class Review(TypedDict, total=False):
    """Review of a task."""

    #: Time of the review.
    at: Time
    #: Number of the reviewed attempt, from 1.
    attempt: int
    #: Reviewer.
    by: Actor
    #: Comments.
    comments: list[CommentPart]
    #: Reason why it was dismissed: reviewed work was changed afterwards.
    dismissed: str | None
    #: Verdict.
    status: ReviewStatus


class RulePart(TypedDict, total=False):
    """A rule of the table."""

    #: Word or words in a tool's name, such as `Page` or `BlogPost`, which people also use for the type: "the
    #: picture". Ignores case and plural.
    match: str
    #: Type of the entities that such a tool returns, such as `page`.
    type: str


class Saved(TypedDict):
    """A checkpoint of the entities."""

    #: Entities, most recent first.
    entities: list[Entity]
    #: Version of the format.
    version: int


class SavedPart(TypedDict, total=False):
    """A checkpoint of the entities."""

    #: Entities, most recent first.
    entities: list[EntityPart]
    #: Version of the format.
    version: int


class ScratchpadAtAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The scratchpad.
    pad: PadView
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadClearAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: True if this call changed anything.
    changed: bool
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The written keys; empty for a text.
    keys: list[str]
    #: Name of the scratchpad.
    name: str
    #: Version of its last change, for `if_version`.
    pad_version: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadDefineAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: True if this call created it.
    created: bool
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The scratchpad; its `set_aside` describes a state that did not fit.
    pad: PadView
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: True if this call set its state aside.
    set_aside: bool
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Name of the scratchpad.
    name: str
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Time of erasure unless restored.
    purge_at: Time
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadHistoryAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[PadChange]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[OwnerSummary]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadPutAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: True if this call changed anything.
    changed: bool
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The written keys; empty for a text.
    keys: list[str]
    #: Name of the scratchpad.
    name: str
    #: Version of its last change, for `if_version`.
    pad_version: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadReadAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Parts that were cut to fit: keys, least recently updated first, or an amount of text.
    cut: list[str]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The scratchpad.
    pad: PadView
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The `<working_memory>` block for a prompt; empty if the scratchpad is empty.
    rendered: str
    #: Token count of the block.
    tokens: int
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: True if this call changed anything.
    changed: bool
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The written keys; empty for a text.
    keys: list[str]
    #: Name of the scratchpad.
    name: str
    #: Version of its last change, for `if_version`.
    pad_version: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class ScratchpadUpdateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: True if this call changed anything.
    changed: bool
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The written keys; empty for a text.
    keys: list[str]
    #: Name of the scratchpad.
    name: str
    #: Version of its last change, for `if_version`.
    pad_version: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class SectionChange(TypedDict, total=False):
    """Change of a section."""

    #: Characters now.
    after: int
    #: Characters before.
    before: int
    #: The section.
    section: Section


class Seen(TypedDict, total=False):
    """An agent and its current work."""

    #: Tasks that it holds.
    holds: list[Held]
    #: Workflows that it leads.
    leads: list[Led]
    #: Name of the agent.
    name: str
    #: Time since when it may not claim tasks, if it is paused.
    paused_at: Time | None
    #: Reason for the pause.
    paused_reason: str | None
    #: Time of its registration.
    registered_at: Time
    #: Author of its registration.
    registered_by: Actor
    #: Default role; a token may give it another one.
    role: Role
    #: Time of its last call since the server started.
    seen_at: Time | None
    #: Pending notice that it was paused or resumed, until it is delivered.
    untold: Untold | None
    #: Size of its context window in tokens, as last reported.
    window: int | None
    #: Used tokens of its context window, as last reported.
    window_used: int | None


class SessionAppendAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionAtAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Agents that wrote in it or were granted access.
    agents: list[str]
    #: Summary of the folded messages.
    context: str | None
    #: The model's context window in tokens, if the session sets it.
    context_window: int | None
    #: Time of its beginning.
    created_at: Time
    #: The caller's own data.
    data: dict[str, Any]
    #: Entities that "it" and "that page" refer to, most recent first.
    entities: Entities
    #: Time of expiry unless written to.
    expires_at: Time | None
    #: Reason why no memories are extracted although it has a strategy.
    extraction: Rest | None
    #: Number of messages folded into the summary.
    folded: int
    #: Fill level of the session.
    gauges: Gauges
    #: Its id.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of older messages whose images and files exceed the response's limit. Use `recent` to get only the newer
    #: ones.
    media_left_out: int
    #: Memories to keep beyond the session; those with `persisted_at` are long-term memories.
    memories: list[MemoryRecordPart]
    #: Unfolded messages, oldest first.
    messages: list[Message]
    #: Number of older messages in long-term memory that are left out.
    messages_left_out: int
    #: Total number of unfolded messages; more than `messages` if `recent` was given.
    messages_total: int
    #: The model of the conversation.
    model: str | None
    #: Its namespace.
    namespace: str | None
    #: The session that spawned it.
    parent: SessionKey | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Destination of its memories in long-term memory, with their readers there; absent while long-term memory is
    #: switched off.
    promotes_to: Destination | None
    #: True if it expired and was rebuilt from long-term memory.
    reconstructed: bool
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Reason why it is not summarised although it is full.
    rest: Rest | None
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Strategy for extracting memories from messages.
    strategy: StrategyPart | None
    #: The summaries that made the context, with their writers.
    summaries: list[SessionSummary]
    #: Topic: `topic` of its data, otherwise the opening words of its summary or of its oldest message that is no
    #: tool's.
    topic: str | None
    #: Time to live after its last write, in seconds.
    ttl_seconds: int | None
    #: Time of the last change.
    updated_at: Time
    #: The user it belongs to.
    user_id: str | None
    #: Version of the stream that the call was about.
    version: int | None


class SessionBlockAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Name of the block.
    block: ContextBlockName
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Key of the session.
    session: SessionKey
    #: Current display mode.
    shown: ContextBlockShown
    #: Version of the stream that the call was about.
    version: int | None


class SessionDataAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The complete data.
    data: dict[str, Any]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class SessionDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Time of erasure unless recovered.
    purge_at: Time
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


_SessionDiffAnswerFrom = TypedDict("_SessionDiffAnswerFrom", {"from": int}, total=False)


class SessionDiffAnswer(_SessionDiffAnswerFrom, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: All other changes.
    fields: list[FieldDiff]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Changed messages, in the order of the conversation.
    messages: list[MessageDiff]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Key of the session.
    session: SessionKey
    #: Second version.
    to: int
    #: Version of the stream that the call was about.
    version: int | None


class SessionDiscardAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionFoldedAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: The summary before it, which it continues.
    context_before: str | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The messages, oldest first. Above 32 MiB of images and files, those of older messages are placeholders.
    messages: list[Message]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Key of the session.
    session: SessionKey
    #: The summary.
    summary: SessionSummary
    #: Version of the stream that the call was about.
    version: int | None


class SessionForkAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Agents that wrote in it or were granted access.
    agents: list[str]
    #: Summary of the folded messages.
    context: str | None
    #: The model's context window in tokens, if the session sets it.
    context_window: int | None
    #: Time of its beginning.
    created_at: Time
    #: The caller's own data.
    data: dict[str, Any]
    #: Entities that "it" and "that page" refer to, most recent first.
    entities: Entities
    #: Time of expiry unless written to.
    expires_at: Time | None
    #: Reason why no memories are extracted although it has a strategy.
    extraction: Rest | None
    #: Number of messages folded into the summary.
    folded: int
    #: Fill level of the session.
    gauges: Gauges
    #: Its id.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of older messages whose images and files exceed the response's limit. Use `recent` to get only the newer
    #: ones.
    media_left_out: int
    #: Memories to keep beyond the session; those with `persisted_at` are long-term memories.
    memories: list[MemoryRecordPart]
    #: Unfolded messages, oldest first.
    messages: list[Message]
    #: Number of older messages in long-term memory that are left out.
    messages_left_out: int
    #: Total number of unfolded messages; more than `messages` if `recent` was given.
    messages_total: int
    #: The model of the conversation.
    model: str | None
    #: Its namespace.
    namespace: str | None
    #: The session that spawned it.
    parent: SessionKey | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Destination of its memories in long-term memory, with their readers there; absent while long-term memory is
    #: switched off.
    promotes_to: Destination | None
    #: True if it expired and was rebuilt from long-term memory.
    reconstructed: bool
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Reason why it is not summarised although it is full.
    rest: Rest | None
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Strategy for extracting memories from messages.
    strategy: StrategyPart | None
    #: The summaries that made the context, with their writers.
    summaries: list[SessionSummary]
    #: Topic: `topic` of its data, otherwise the opening words of its summary or of its oldest message that is no
    #: tool's.
    topic: str | None
    #: Time to live after its last write, in seconds.
    ttl_seconds: int | None
    #: Time of the last change.
    updated_at: Time
    #: The user it belongs to.
    user_id: str | None
    #: Version of the stream that the call was about.
    version: int | None


class SessionHistoryAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[Happening]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class SessionImportAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of existing items that were changed.
    changed: int
    #: Core that stores the memories. Absent if several do: each item names its own.
    core: str | None
    #: Number of new items.
    created: int
    #: True if nothing was written: the numbers say what would be.
    dry_run: bool
    #: Detected format, such as `beads`.
    format: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: First of the new or changed items.
    items: list[ImportedItem]
    #: Further notes.
    notes: list[str]
    #: First of these parts and links, each with its position and the reason.
    odd: list[Odd]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of quarantined parts: they cannot be imported and are kept whole.
    quarantined: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of links that were left out, because they would close a cycle.
    set_aside: int
    #: Number of existing items that stay as they are.
    unchanged: int
    #: Version of the stream that the call was about.
    version: int | None


class SessionKeepAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[SessionRow]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class SessionMergeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Key of its parent.
    parent: SessionKey
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Result for each scratchpad that the child changed.
    scratchpads: list[Inherited]
    #: Key of the child.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class SessionPromoteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionPutAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionRecoverAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionRow(TypedDict, total=False):
    """A session as shown in lists."""

    #: Names of the agents that wrote in it or were granted access, at most ten.
    agents: list[str]
    #: Time of its beginning.
    created_at: Time
    #: Time of expiry unless written to.
    expires_at: Time | None
    #: Number of messages folded into its summary.
    folded: int
    #: The session it was forked from.
    forked_from: SessionKey | None
    #: Its id.
    id: str
    #: Number of messages that are not folded.
    messages: int
    #: The model of the conversation.
    model: str | None
    #: Its namespace.
    namespace: str | None
    #: Number of memories that are not long-term memories yet.
    pending_memories: int
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Token count of its summary and messages.
    tokens: int
    #: Topic: `topic` of its data, otherwise the opening words of its summary or of its oldest message that is no
    #: tool's.
    topic: str | None
    #: Time of the last change.
    updated_at: Time
    #: The user it belongs to.
    user_id: str | None
    #: Number of its facts.
    version: int


class SessionShareAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Agents that wrote in it or were granted access.
    agents: list[str]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Key of the session.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class SessionSpawnAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Key of its parent.
    parent: SessionKey
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Result for each scratchpad of the parent; empty if both belong to one user.
    scratchpads: list[Inherited]
    #: Key of the child.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None


class SessionSummarizeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Fill level of the session.
    gauges: Gauges | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of unfolded messages.
    messages: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Destinations of the memories, with their readers there.
    promoted_to: list[Destination]
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of removed messages.
    removed: int
    #: Result of each call of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Key of the session; pass it as `session` in other calls.
    session: SessionKey
    #: Version of the stream that the call was about.
    version: int | None
    #: Advice for the caller, and skipped entries.
    warnings: list[str]
    #: Ids of the written messages, in the order of the call.
    written: list[str]


class SessionSummary(TypedDict, total=False):
    """A summary with its writer and the messages folded into it."""

    #: Time of the summary.
    at: Time
    #: Id of the oldest folded message.
    first: str
    #: Token count of the folded messages and the previous summary.
    folded_tokens: int
    #: Id of the newest folded message.
    last: str
    #: Number of folded messages.
    messages: int
    #: Error of the preferred writer, if another one had to write the summary.
    note: str | None
    #: Token count of the summary.
    tokens: int
    #: Version of the session that it made; the version before it has the whole messages.
    version: int
    #: Writer: `extractive`, or a model's name.
    writer: str


class SetAside(TypedDict, total=False):
    """A state that was set aside because it did not fit a changed schema."""

    #: Time at which it was set aside.
    at: Time
    #: Places at which it did not fit.
    misfits: list[Misfit]
    #: Version at which `scratchpad_at` still shows it.
    version: int


class Settings(TypedDict, total=False):
    """The settings in force."""

    #: Instructions for agents at the start of contexts. Empty: the built-in instructions.
    context_guidance: str
    #: Context windows in tokens by the prefix of a model's name, in addition to the built-in ones.
    context_windows: dict[str, int]
    #: Runs dreams on a schedule. Requested dreams always run.
    dream_enabled: bool
    #: Minutes between two scheduled dreams of a mind.
    dream_interval_minutes: int
    #: Number of new notes, memories and task outcomes that a scheduled dream of a mind needs.
    dream_min_notes: int
    #: Sections of the documents that dreams write: `seven`, or `five` (without Phenotype and Niche, whose notes and
    #: people's lines move to The Bond and Active Context).
    dream_profile: Profile
    #: Prompt for dreams that a language model drafts, with `{document}`, `{notes}` and `{work}`. Empty: the built-in
    #: prompt.
    dream_prompt: str
    #: Sources of dreams besides notes: `all` (memories, workflows, sessions) or `memories`.
    dream_sources: DreamSources
    #: Maximum number of entities that a session tracks.
    entity_limit: int
    #: Rules that map tools to types of entities, most specific first.
    entity_rules: Rules
    #: Language model for summaries, dreams and extracted memories. Needs an endpoint in the server's configuration.
    #: Empty: Loci writes summaries and dreams itself and extracts nothing.
    generation_model: str
    #: Stores messages as searchable long-term memories, from which an expired session can be rebuilt.
    index_messages: bool
    #: Promotes memories of sessions to long-term memory.
    long_term_memory: bool
    #: Readers of what sessions promote: `core` (readers of the namespace's core) or `session` (readers of the session
    #: only). A core's own setting wins.
    promoted_readers: PromotedReaders
    #: Days for which a deleted session, scratchpad or core can be restored. 0 erases at once.
    restore_days: int
    #: Share of the window whose newest messages are not summarised. Less than `summarization_threshold`.
    summarization_keep: float
    #: Prompt for summaries, with `{prev_summary}` and `{messages_joined}`. Empty: the built-in prompt.
    summarization_prompt: str
    #: Share of a model's context window above which the oldest messages of a session are summarised.
    summarization_threshold: float


class SettingsGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Origin of each setting.
    origins: Origins
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The settings in force.
    settings: Settings
    #: Version of the stream that the call was about.
    version: int | None
    #: Settings without effect, with the reason.
    warnings: list[str]


class SettingsSetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Origin of each setting.
    origins: Origins
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The settings in force.
    settings: Settings
    #: Version of the stream that the call was about.
    version: int | None
    #: Settings without effect, with the reason.
    warnings: list[str]


class Spike(TypedDict, total=False):
    """A level that rose above [`SPIKE`] and was not recorded yet."""

    #: Time of the highest level.
    at: Time
    #: The hormone.
    hormone: Hormone
    #: Highest level.
    peak: float
    #: Event in words.
    reason: str | None
    #: Signal that caused the highest level.
    signal: Signal


class Strategy(TypedDict, total=False):
    """A strategy with its configuration, such as `custom_prompt`."""

    #: Configuration of the strategy.
    config: dict[str, Any]
    #: Kind of the strategy.
    strategy: StrategyKind


class StrategyPart(TypedDict, total=False):
    """A strategy with its configuration, such as `custom_prompt`."""

    #: Configuration of the strategy.
    config: dict[str, Any]
    #: Kind of the strategy.
    strategy: StrategyKind


class SubjectWithArtifact(TypedDict):
    """A version of an artifact."""

    artifact: ArtifactNo


class SubjectWithDecision(TypedDict):
    """A decision."""

    decision: DecisionNo


class SubjectWithPlan(TypedDict):
    """A plan or step in words."""

    plan: str


class SubjectWithTask(TypedDict):
    """A task, before its risky step."""

    task: TaskNo


class SummaryPartitionListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Partitions, ordered by the values of their groups.
    items: list[PartitionShown]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class SummaryRunGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: End time.
    completed_at: Time | None
    #: Time of the request.
    created_at: Time
    #: Reason for the failure.
    error: str | None
    #: Id of the run: that of the view and a number.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Start time.
    started_at: Time | None
    #: Status.
    status: RunStatus
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the view.
    view: str


class SummaryViewCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Definition of its groups and memories.
    definition: DefinitionPart
    #: Id of the view.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class SummaryViewDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Erasure time, unless restored before.
    purge_at: Time
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the view.
    view: str


class SummaryViewGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Definition of its groups and memories.
    definition: DefinitionPart
    #: Id of the view.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class SummaryViewListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[ViewShown]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class SummaryViewRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Definition of its groups and memories.
    definition: DefinitionPart
    #: Id of the view.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class SummaryViewRunAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: End time.
    completed_at: Time | None
    #: Time of the request.
    created_at: Time
    #: Reason for the failure.
    error: str | None
    #: Id of the run: that of the view and a number.
    id: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Start time.
    started_at: Time | None
    #: Status.
    status: RunStatus
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the view.
    view: str


class TakenIn(TypedDict, total=False):
    """Import of a workflow from a file: authors of its first facts are known from the file alone."""

    #: Time of the import.
    at: Time
    #: Author of the import.
    by: Actor
    #: Number of facts in the file.
    facts: int


class Task(TypedDict, total=False):
    """A task. Its fields are named as in the interface it came from."""

    #: Acceptance criteria.
    acceptance: list[str]
    #: Time since which it is assigned.
    assigned_at: Time | None
    #: Current, assigned or last agent.
    assigned_to: str | None
    #: Attempts, oldest first.
    attempts: list[Attempt]
    #: Reason why it is blocked.
    blocked_reason: str | None
    #: Tasks that depend on it.
    blocks: list[TaskNo]
    #: Branch of the work.
    branch: str | None
    #: Capabilities that a worker needs.
    capabilities: list[str]
    #: Version of the workflow at which it last changed; `if_version` compares it.
    changed: int
    #: Time of the completion.
    completed_at: Time | None
    #: Cooldown after a failure, in seconds.
    cooldown_seconds: int
    #: Time at which it was added.
    created_at: Time
    #: Actor that added it.
    created_by: Actor
    #: Dependencies.
    depends_on: list[Need]
    #: Full description of the work.
    description: str
    #: Estimated duration, in minutes.
    estimate_minutes: int | None
    #: True if a person accepted the failure.
    failure_accepted: bool
    #: Number of failures since the last retry by an agent or a person.
    failures: int
    #: Fence of the last lease.
    fence: int
    #: Group ("room") that it belongs to.
    group: str | None
    #: Name in the workflow.
    id: TaskNo
    #: Rule by which it joins its dependencies.
    join: Join
    #: Current lease.
    lease: Lease | None
    #: Links to further information.
    links: list[LinkPart]
    #: True if it must be reviewed before it counts as done.
    needs_review: bool
    #: Time before which it cannot be claimed.
    not_before: Time | None
    #: Origin, if it was imported.
    origin: TaskOrigin | None
    #: Paths that it will change: overlaps of unfinished tasks are reported.
    paths: list[str]
    #: Priority from 0 (most urgent) to 4.
    priority: int
    #: Reason why it was skipped, cancelled or made claimable again.
    reason: str | None
    #: Result of the work.
    result: TaskResult | None
    #: Maximum number of retries after a failure.
    retries: int
    #: Last verdict, unless it was dismissed.
    review_status: ReviewStatus | None
    #: Last reviewer.
    reviewed_by: str | None
    #: Reviewer to which its review is assigned.
    reviewer: str | None
    #: All reviews, oldest first.
    reviews: list[Review]
    #: Time since which it has its status.
    since: Time
    #: Agent whose lease expired, until the task is claimed again.
    stalled: str | None
    #: Status of the task.
    status: TaskStatus
    #: Title: the work in one line.
    title: str
    #: Number of tokens of title, description and acceptance.
    tokens: int
    #: Dependencies that were unmet when a person completed or approved it in spite of them.
    unmet: list[TaskNo]
    #: True if its agent did not claim it in time: a warning was raised.
    untaken: bool
    #: Total reported usage.
    usage: Usage
    #: Open question that its holder waits for.
    waits_for: QuestionNo | None
    #: Pending request for approval that its holder waits for.
    waits_for_approval: ApprovalNo | None


class TaskAcceptFailedAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskAddAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Names of the planned decisions, in the order of the request.
    decisions: list[DecisionNo]
    #: Names of the added tasks.
    ids: list[TaskNo]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task, if only one was sent.
    task: Task | None
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: overlapping paths, a very large workflow.
    warnings: list[str]


class TaskAssignAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskCancelAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskClaimAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Context for the worker, ready for its prompt.
    context: TaskContext
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The lease.
    lease: Lease
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check: tasks in progress that reserve overlapping paths.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskCompleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskContext(TypedDict, total=False):
    """Everything that applies to a task."""

    #: Blocks in order, with the source of each item; absent unless the format is `blocks`.
    blocks: list[Block]
    #: Token budget.
    budget: int
    #: Items that were left out or cut, with the reason.
    omitted: list[Omitted]
    #: All blocks as one text for a prompt; absent in the format `blocks`.
    text: str
    #: Number of tokens of the text.
    tokens: int


class TaskContextAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Blocks in order, with the source of each item; absent unless the format is `blocks`.
    blocks: list[Block]
    #: Token budget.
    budget: int
    #: Encoding in which tokens were counted.
    encoding: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items that were left out or cut, with the reason.
    omitted: list[Omitted]
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: TaskNo
    #: All blocks as one text for a prompt; absent in the format `blocks`.
    text: str
    #: Number of tokens of the text.
    tokens: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class TaskEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskExplainAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of direct and indirect dependents.
    holds_up: int
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Unfinished dependencies, direct or indirect, that cause the wait: those that wait for no other task.
    rests_on: list[TaskNo]
    #: Task with the reasons why it waits.
    task: TaskRow
    #: Tasks that could start if it were completed now.
    unblocks: list[TaskNo]
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class TaskFailAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: True if I could claim it now.
    ready: bool
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Task; shown as `blocked` with the reason `upstream_failed` if a failure cut it off.
    task: Task
    #: Tasks that could start if it were completed now.
    unblocks: list[TaskNo]
    #: Version of the stream that the call was about.
    version: int | None
    #: Reasons why it waits.
    waits_for: list[Wait]
    #: Id of the workflow.
    workflow: Id


class TaskGraph(TypedDict, total=False):
    """Graph of a workflow's tasks. The tasks themselves are in `workflow`; ready, blocked and other lists are in
    `views`.
    """

    #: Dependencies between the tasks.
    edges: list[GraphEdge]
    #: Tasks, in the order in which they were added.
    nodes: list[TaskNo]


class TaskHeartbeatAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: The lease.
    lease: Lease
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class TaskLinkAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[TaskRow]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class TaskOrigin(TypedDict, total=False):
    """Origin of an imported task."""

    #: Format of the source.
    format: PlanFormat
    #: Hash of everything that was last read for the task.
    hash: str
    #: Id of the task in the source.
    key: str
    #: Dependencies that come from the source.
    needs: list[TaskNo]
    #: Time until which the source defers it.
    not_before: Time | None
    #: State in the source when it was last applied.
    state: ImportedState
    #: Time of its last change in the source, if known: an older version is not imported.
    updated_at: Time | None


class TaskReadyAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Tasks, in the order in which claims return them.
    items: list[ReadyTask]
    #: Cursor of the next page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Reason why no task of the workflow can be claimed: it has ended or is paused.
    stopped: str | None
    #: Total number of ready tasks.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None
    #: With `explain`: the first tasks that are not ready, at most `limit`; includes failed ones whose failure is not
    #: accepted. `task_list` returns all of them, page by page.
    waiting: list[Waiting]
    #: With `explain`: total number of such tasks.
    waiting_total: int | None


class TaskReleaseAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskResult(TypedDict, total=False):
    """Result of a task."""

    #: Agent or person who handed it in.
    by: Actor | None
    #: Suggested next steps.
    next_steps: list[str]
    #: Summary of the work.
    summary: str
    #: Number of tokens of summary and next steps.
    tokens: int


class TaskRetryAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskReviewAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskRow(TypedDict, total=False):
    """Task as lists show it."""

    #: Current, assigned or last agent.
    assigned_to: str | None
    #: Number of attempts, including the running one.
    attempts: int
    #: Reason why it is blocked; `upstream_failed` if a failure cut it off.
    blocked_reason: str | None
    #: Tasks that depend on it.
    blocks: list[TaskNo]
    #: Capabilities that a worker needs.
    capabilities: list[str]
    #: Version of the workflow at which it last changed; `if_version` compares it.
    changed: int
    #: Dependencies.
    depends_on: list[Need]
    #: Estimated duration, in minutes.
    estimate_minutes: int | None
    #: Number of failures since the last retry by an agent or a person.
    failures: int
    #: Group ("room") that it belongs to.
    group: str | None
    #: Name in the workflow.
    id: TaskNo
    #: Current lease.
    lease: Lease | None
    #: True if it must be reviewed.
    needs_review: bool
    #: Priority from 0 (most urgent) to 4.
    priority: int
    #: True if the caller can claim it now; the same rule as in `task_claim`.
    ready: bool
    #: Last verdict, unless it was dismissed.
    review_status: ReviewStatus | None
    #: Time since which it has its status.
    since: Time
    #: Status of the task; `blocked` also if a failure cut it off.
    status: TaskStatus
    #: Title: the work in one line.
    title: str
    #: Reasons why it waits; empty if it is ready or has ended.
    waits_for: list[Wait]


class TaskSkipAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskUnlinkAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TaskUpdateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the workflow.
    workflow: Id


class TimelineEntry(TypedDict, total=False):
    """An event on a timeline."""

    #: Agent that wrote it.
    agent: str | None
    #: Time of the event; for a session, of its beginning.
    at: Time
    #: Core of a memory or message.
    core: str | None
    #: Time since when it is no longer true.
    ended_at: Time | None
    #: Id: of a memory or message as accepted by `memory_get`, of a session its whole key, of an item in a workflow
    #: its name with the workflow's id in front.
    id: str
    #: True if `text` is cut.
    is_cut: bool
    #: Kind of the entry.
    kind: TimelineEntryKind
    #: True if `at` is only the time of writing, because the time of the event is unknown.
    noted: bool
    #: Source of a memory or message.
    provenance: Provenance | None
    #: Source session.
    session: SessionKey | None
    #: Content in one line, cut if it is long.
    text: str
    #: Time of its end, for a session.
    until: Time | None
    #: Source workflow.
    workflow: Id | None


class TokenCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Properties of the token.
    info: TokenInfo
    #: Reason why there is no secret.
    note: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Secret to send as `Authorization: Bearer …`. Returned once: the response to a retry omits it.
    token: str | None
    #: Version of the stream that the call was about.
    version: int | None


class TokenInfo(TypedDict, total=False):
    """A token without its secret."""

    #: Agent that the token is for.
    agent: str
    #: Time of creation.
    created_at: Time
    #: Creator of the token.
    created_by: str
    #: Time of expiry; none if it does not expire.
    expires_at: Time | None
    #: Time of the first call with it. For tokens older than this record, the first call since.
    first_used_at: Time | None
    #: Public id of the token.
    id: str
    #: The only namespace whose sessions and memories calls with it reach; none means all.
    namespace: str | None
    #: Time of revocation.
    revoked_at: Time | None
    #: Role that the token grants.
    role: Role
    #: Tools that MCP offers to callers with this token. Default: the everyday tools.
    tools: str | None
    #: The only user whose sessions and memories calls with it reach; none means all users.
    user_id: str | None
    #: The only workflow that calls with it may change; none means all.
    workflow: Id | None


class TokenListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[TokenInfo]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class TokenRevokeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Public id of the token.
    revoked: str
    #: Version of the stream that the call was about.
    version: int | None


class ToolCall(TypedDict, total=False):
    """A tool call of a message."""

    #: Arguments of the call: an object, or its JSON text.
    arguments: Any
    #: Name and arguments, if the model nests them.
    function: Function | None
    #: Id of the call; its result refers to it.
    id: str | None
    #: Name of the tool.
    name: str | None
    #: `function`, if the model sends it.
    type: str | None


class ToolCallPart(TypedDict, total=False):
    """A tool call of a message."""

    #: Arguments of the call: an object, or its JSON text.
    arguments: Any
    #: Name and arguments, if the model nests them.
    function: FunctionPart | None
    #: Id of the call; its result refers to it.
    id: str | None
    #: Name of the tool.
    name: str | None
    #: `function`, if the model sends it.
    type: str | None


class Trail(TypedDict, total=False):
    """Lineage of a memory."""

    #: Versions of the memory, oldest first. Contains at most the latest 50.
    forms: list[Form]
    #: Agent that recalled it last.
    recalled_by: str | None
    #: Memories that it replaced, and those that replaced it.
    related: list[Related]
    #: Tasks whose contexts contained it, latest first.
    used_for: list[UsedFor]


class Untold(TypedDict, total=False):
    """A notice about the agent itself that is not delivered yet."""

    #: Time of the change.
    at: Time
    #: Author of the change.
    by: Actor
    #: Version of the fact it reports.
    fact: int


class Usage(TypedDict, total=False):
    """Reported usage."""

    #: Cost, in millionths of its currency.
    cost_micros: int
    #: Input tokens.
    tokens_in: int
    #: Output tokens.
    tokens_out: int


class UsageReportAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: My contribution; people have none.
    contribution: Contribution | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total usage of the task, if the report was for one.
    task_usage: Usage | None
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class UsedFor(TypedDict, total=False):
    """A task whose context contained a memory."""

    #: Time at which the context was read.
    at: Time
    #: Number of the task.
    task: TaskNo
    #: Id of the workflow.
    workflow: Id


class VersionRow(TypedDict, total=False):
    """Metadata of a version of the document."""

    #: Time of writing.
    at: Time
    #: Author.
    by: Actor
    #: Length in characters.
    chars: int
    #: Version of the fact with the text.
    fact: int
    #: Origin of the version.
    made: Made
    #: Number of the version, from 1.
    number: int
    #: Number of the version that it restores or is based on.
    of: int | None
    #: Section that a person edited. Absent if the whole document was changed.
    section: Section | None


class ViewShown(TypedDict, total=False):
    """A summary view."""

    #: Definition of its groups and memories.
    definition: DefinitionPart
    #: Id of the view.
    id: str


class Views(TypedDict, total=False):
    """Lists and counts derived from a workflow's tasks."""

    #: Number of things that need a person.
    attention: int
    #: Tasks that wait for others or for a time, are on hold, or whose holder is blocked.
    blocked: list[TaskNo]
    #: Number of tasks by status; statuses without tasks are left out.
    counts: dict[str, int]
    #: Unfinished minutes on the critical path.
    critical_minutes: int
    #: Critical path: the chain of tasks with the most unfinished minutes, in order.
    critical_path: list[TaskNo]
    #: Tasks in progress whose holder waits for no person.
    in_progress: list[TaskNo]
    #: Tasks that wait for a review.
    needs_review: list[TaskNo]
    #: Tasks that the caller can claim now, in the order in which claims return them.
    ready: list[TaskNo]
    #: True if the workflow is active but had no fact for two weeks.
    stale: bool
    #: Blocked tasks that a failure cut off.
    upstream_failed: list[TaskNo]
    #: Held tasks whose holder waits for a person.
    waits_for_person: list[TaskNo]


class Wait(TypedDict, total=False):
    """One reason why a task waits."""

    #: Agent that holds it or to which it is assigned.
    agent: str | None
    #: Decision that it waits for.
    decision: DecisionNo | None
    #: Kind of the reason.
    kind: WaitKind
    #: Question that it waits for.
    question: QuestionNo | None
    #: Task that it waits for.
    task: TaskNo | None
    #: The reason as a sentence.
    text: str
    #: End of the wait, if known.
    until: Time | None


class Waiting(TypedDict, total=False):
    """Task that cannot be claimed, with the reasons."""

    #: Name of the task.
    id: TaskNo
    #: Number of further reasons; `task_explain` returns all.
    more: int
    #: Title of the task.
    title: str
    #: First reasons why it waits, at most 5.
    waits_for: list[Wait]


class WaitingMemory(TypedDict, total=False):
    """A memory that waits for a person."""

    #: Time since which it waits.
    at: Time
    #: Current memory with that id.
    before: Crystal | None
    #: Author.
    by: Actor
    #: Changed fields; all fields if the memory is new.
    changes: list[FieldChange]
    #: Core it is for.
    core: str
    #: Id of the memory.
    id: str
    #: The proposed memory.
    memory: Crystal
    #: Rejection: by whom, when and why.
    refused: Refusal | None
    #: Memories that it would replace.
    supersedes: list[Crystal]
    #: Version of the proposal. Send it as `If-Match` to approve or reject exactly this version.
    version: int


class Warning(TypedDict, total=False):
    """Warning for a person."""

    #: Request for approval that it is about.
    approval: ApprovalNo | None
    #: Artifact version that it is about.
    artifact: ArtifactNo | None
    #: Version of the workflow at which it last changed.
    changed: int
    #: Name in the workflow.
    id: WarningNo
    #: Reason for the warning.
    kind: WarningKind
    #: Note of the person.
    note: str | None
    #: Time at which it was raised.
    raised_at: Time
    #: Actor that caused it.
    raised_by: Actor
    #: Time at which it was settled.
    settled_at: Time | None
    #: Person who settled it.
    settled_by: Actor | None
    #: Task that it is about.
    task: TaskNo
    #: Description in one sentence.
    text: str


class WarningSettleAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: The warning.
    warning: Warning
    #: Id of the workflow.
    workflow: Id


class WebhookAnswer(TypedDict, total=False):
    """Result of sending a message."""

    #: Time at which it was sent.
    at: Time
    #: Reason of the failure.
    error: str | None
    #: HTTP status of the response; absent if there was none.
    status: int | None


class WebhookCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Time until which messages are also signed with the previous secret.
    before_until: Time | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Display name.
    name: str
    #: Reason why there is no secret.
    note: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Signing secret for the receiver. Returned once: the response to a retry omits it.
    secret: str | None
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the webhook.
    webhook: str


class WebhookDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Id of the webhook.
    deleted: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class WebhookEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Last response of the receiver.
    answer: WebhookAnswer | None
    #: Time of its creation.
    created_at: Time
    #: Its creator.
    created_by: Actor | None
    #: Messages that were given up; send them with `webhook_resend`.
    dead: list[WebhookLetter]
    #: Number of further messages that were given up and are no longer stored.
    dropped: int
    #: Format of its messages.
    format: WebhookFormat
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Kinds of messages it sends.
    kinds: list[str]
    #: Display name.
    name: str
    #: Target: scheme, host and port of its URL.
    origin: str
    #: Reason why it is paused.
    paused: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of delivered messages.
    sent: int
    #: Result of the last `webhook_test`.
    test: WebhookAnswer | None
    #: Version of the stream that the call was about.
    version: int | None
    #: Failed messages that wait for a retry.
    waiting: list[WebhookLetter]
    #: Id of the webhook.
    webhook: str


class WebhookLetter(TypedDict, total=False):
    """A failed message."""

    #: Time of the event.
    at: Time
    #: Number of attempts.
    attempts: int
    #: Error of the last attempt.
    error: str
    #: Id: the log position of the fact and the item within it, such as `118-review:T7`.
    id: str
    #: Kind: `needs_you`, or the kind of a fact.
    kind: str
    #: Time of the next attempt; absent if it was given up.
    retry_at: Time | None
    #: Time of the last attempt.
    tried_at: Time


class WebhookListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[WebhookShown]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class WebhookResendAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of messages.
    resending: int
    #: Version of the stream that the call was about.
    version: int | None


class WebhookRotateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Time until which messages are also signed with the previous secret.
    before_until: Time | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Display name.
    name: str
    #: Reason why there is no secret.
    note: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Signing secret for the receiver. Returned once: the response to a retry omits it.
    secret: str | None
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the webhook.
    webhook: str


class WebhookShown(TypedDict, total=False):
    """A webhook without its full URL and its secret."""

    #: Last response of the receiver.
    answer: WebhookAnswer | None
    #: Time of its creation.
    created_at: Time
    #: Its creator.
    created_by: Actor | None
    #: Messages that were given up; send them with `webhook_resend`.
    dead: list[WebhookLetter]
    #: Number of further messages that were given up and are no longer stored.
    dropped: int
    #: Format of its messages.
    format: WebhookFormat
    #: Kinds of messages it sends.
    kinds: list[str]
    #: Display name.
    name: str
    #: Target: scheme, host and port of its URL.
    origin: str
    #: Reason why it is paused.
    paused: str | None
    #: Number of delivered messages.
    sent: int
    #: Result of the last `webhook_test`.
    test: WebhookAnswer | None
    #: Failed messages that wait for a retry.
    waiting: list[WebhookLetter]
    #: Id of the webhook.
    webhook: str


class WebhookTestAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Response of the receiver; absent while it is unknown: `webhook_list` shows it later.
    answer: WebhookAnswer | None
    #: True if the message was delivered.
    arrived: bool
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the webhook.
    webhook: str


class Weights(TypedDict, total=False):
    """Weights of words and recency, relative to each other."""

    #: Weight of the last recall within recency; 0.6 by default.
    freshness_weight: float | None
    #: Half-life of novelty in days; 30 by default.
    half_life_created_days: float | None
    #: Half-life of freshness in days; 7 by default.
    half_life_last_access_days: float | None
    #: Weight of the creation time within recency; 0.4 by default.
    novelty_weight: float | None
    #: Weight of recency; 0.2 by default.
    recency_weight: float | None
    #: Weight of the words; 0.8 by default.
    semantic_weight: float | None


class WhenChoice(TypedDict):
    """`WhenChoice`."""

    #: Decision that has to be made.
    decision: DecisionNo
    #: Choice that opens this edge.
    option: str


class WhenWithChoice(TypedDict):
    """The dependency was completed and the decision chose the option."""

    choice: WhenChoice


class Why(TypedDict, total=False):
    """Reasons for a hit: the share of each part of the score, 0 to 1."""

    #: Share of its author, if the query is about them.
    author: float | None
    #: Share of its date, if the query names a time.
    date: float | None
    #: Words.
    lexical: Lexical | None
    #: Meaning.
    meaning: Meaning | None
    #: Messages before and after it in its session.
    neighbours: Neighbours | None
    #: Factor by which recency changed the score; above 1 it raised it.
    recency: float | None
    #: Share of the words of its whole session.
    session: float | None


class Withdrawn(TypedDict, total=False):
    """Withdrawal of a question or a request."""

    #: Time of the withdrawal.
    at: Time
    #: Actor that withdrew it.
    by: Actor
    #: Reason.
    reason: str | None


class WordReadAs(TypedDict, total=False):
    """A word that no memory contains, and the words searched instead."""

    #: Likely known words, as their stems.
    instead: list[str]
    #: The word.
    word: str


class Worked(TypedDict, total=False):
    """Agent or person who was active."""

    #: Agent or person.
    actor: Actor
    #: Number of their facts.
    facts: int


class Workflow(TypedDict, total=False):
    """Stored and shown state of a workflow."""

    #: Contributions of agents.
    agent_contributions: list[Contribution]
    #: Requests for approval.
    approvals: list[Approval]
    #: Artifacts, version by version.
    artifacts: list[Artifact]
    #: Version at which name, goal, constraints, cores, policy, pause or status last changed.
    changed: int
    #: Constraints of the workflow.
    constraints: list[str]
    #: Creation time.
    created_at: Time
    #: Actor that created it.
    created_by: Actor | None
    #: Decisions.
    decisions: list[Decision]
    #: Discoveries.
    discoveries: list[Discovery]
    #: Time of the end.
    ended_at: Time | None
    #: Goal of the workflow.
    goal: str
    #: Id of the workflow.
    id: Id
    #: Lead of the workflow.
    lead: Lead
    #: Number of learnings, as lists show it.
    learned: Learned
    #: Actions on learnings, and learnings that were noted during the work.
    learnings: list[Handled]
    #: Memory cores that give context.
    memory_core_refs: list[str]
    #: Name of the workflow.
    name: str
    #: Nudges.
    nudges: list[Nudge]
    #: Pause, if claims are refused.
    paused: Pause | None
    #: Planned decisions, including those that were made since.
    planned_decisions: list[PlannedDecision]
    #: Policy of the workflow.
    policy: PolicyPart
    #: Time at which it will be erased, if it was deleted.
    purge_at: Time | None
    #: Questions to people.
    questions: list[Question]
    #: Reason for the end.
    reason: str | None
    #: Version at which anything but receipts, renewals, snoozes and usage last changed; `If-Match` compares it.
    revised: int
    #: Snoozed inbox items, with the end of the snooze.
    snoozed: dict[str, Time]
    #: Status of the workflow.
    status: Status
    #: Tasks.
    tasks: list[Task]
    #: Number of tokens of goal and constraints.
    tokens: int
    #: Time of the last fact.
    updated_at: Time
    #: Total reported usage.
    usage: Usage
    #: Number of facts in this state.
    version: int
    #: Warnings for people.
    warnings: list[Warning]


class WorkflowArchiveAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowAtAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Parts that a response without `fields` leaves out, and the calls that return them.
    more: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Person and time of the import, if it was imported with its history.
    taken_in: TakenIn | None
    #: Tasks and their dependencies.
    task_graph: TaskGraph
    #: Version of the stream that the call was about.
    version: int | None
    #: Derived lists and counts.
    views: Views
    #: Workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`.
    workflow: Workflow


class WorkflowCancelAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Tasks that were cancelled with it.
    cancelled: list[TaskNo]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of its learnings; `learning_list` returns them.
    learned: Learned
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowCompleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Tasks that were cancelled with it.
    cancelled: list[TaskNo]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of its learnings; `learning_list` returns them.
    learned: Learned
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Names of the planned decisions, in the order of the request.
    decisions: list[DecisionNo]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Epoch of the lead, if the creator leads.
    lead_epoch: int | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Names of its first tasks, in the order of the request.
    tasks: list[TaskNo]
    #: Version of the stream that the call was about.
    version: int | None
    #: Things to check.
    warnings: list[str]
    #: Id of the new workflow.
    workflow: Id


class WorkflowDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Number of its artifact versions.
    artifacts: int
    #: True if it was deleted, false in a dry run.
    deleted: bool
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of its unfinished tasks.
    open: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Time at which it is erased unless restored.
    purge_at: Time
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Number of its tasks.
    tasks: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class WorkflowDigestAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[Day]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class WorkflowEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowExportAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Text of the export.
    content: str
    #: Suggested file name.
    file_name: str
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Media type of the text.
    media_type: str
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None


class WorkflowGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Parts that a response without `fields` leaves out, and the calls that return them.
    more: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Person and time of the import, if it was imported with its history.
    taken_in: TakenIn | None
    #: Tasks and their dependencies.
    task_graph: TaskGraph
    #: Version of the stream that the call was about.
    version: int | None
    #: Derived lists and counts.
    views: Views
    #: Workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`.
    workflow: Workflow


class WorkflowImportAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Report of the changes.
    report: Report
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow; absent if a dry run would create it.
    workflow: Id | None


class WorkflowLeadAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Current lead; absent if it is vacant.
    agent: str | None
    #: Epoch; grows with every change of the lead.
    epoch: int
    #: Handoff note of the last lead.
    handoff_note: str | None
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Agent from which an expired lead was taken over.
    taken_from: str | None
    #: End of the lead unless renewed.
    until: Time | None
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class WorkflowListAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Items, in the order of the list.
    items: list[WorkflowSummary]
    #: Value of `cursor` for the next page; absent on the last page.
    next_cursor: str | None
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Total number of items, if cheap to compute.
    total: int | None
    #: Version of the stream that the call was about.
    version: int | None


class WorkflowPauseAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowPlanAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Folded rooms.
    folded: list[FoldedRoom]
    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: Number of tasks outside of the neighbourhood.
    outside: int
    #: Drawing in CSS pixels; each node is 196 wide and 40 high.
    plan: Plan
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: Id of the workflow.
    workflow: Id


class WorkflowResumeAnswer(TypedDict, total=False):
    """An output with the kernel's additions, as one flat JSON object."""

    #: Notices for the calling agent, delivered with this answer.
    inbox: list[Notice]
    #: Number of further notices that are waiting.
    inbox_waiting: int
    #: End of the log at the time of the answer: everything that the call wrote is at or before it.
    position: int
    #: Number of secrets that were replaced before anything was stored.
    redacted_secrets: int
    #: Version of the stream that the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowSummary(TypedDict, total=False):
    """Workflow as lists show it."""

    #: Number of agents that contributed.
    agent_count: int
    #: Names of the agents that contributed, at most ten.
    agents: list[str]
    #: Number of things that need a person.
    attention: int
    #: Number of tasks by status; statuses without tasks are left out.
    counts: dict[str, int]
    #: Creation time.
    created_at: Time
    #: Goal of the workflow.
    goal: str
    #: Id of the workflow.
    id: Id
    #: Orchestrator that leads.
    lead: str | None
    #: Number of learnings; complete once the workflow has ended.
    learned: Learned
    #: Name of the workflow.
    name: str
    #: True if the workflow is paused: claims are refused.
    paused: bool
    #: Status of the workflow.
    status: Status
    #: Total number of tasks.
    tasks: int
    #: Time of the last fact.
    updated_at: Time
    #: Number of facts.
    version: int


class Written(TypedDict, total=False):
    """Path that was written."""

    #: Path of the artifact.
    path: str
    #: Newest version of the day.
    version: int


ApprovalNo: TypeAlias = str

#: Status of a request for approval. - `pending`: Not decided yet. - `approved`: Approved: the requester may proceed.
#: - `refused`: Refused: the requester must not proceed. - `withdrawn`: Withdrawn, because the workflow has ended.
ApprovalStatus: TypeAlias = Literal["pending", "approved", "refused", "withdrawn"]

#: Ruling of a person on a request. - `approved`: The requester may proceed. - `refused`: The requester must not
#: proceed.
ApprovalWord: TypeAlias = Literal["approved", "refused"]

#: Type of an artifact. - `file`: Any other file. - `code`: Source code. - `document`: Text for people. - `config`:
#: Configuration. - `test`: A test.
ArtifactKind: TypeAlias = Literal["file", "code", "document", "config", "test"]

ArtifactNo: TypeAlias = str

#: Origin of a request for a dream. - `hand`: A caller requested it. - `time`: The schedule requested it.
AskedBy: TypeAlias = Literal["hand", "time"]

#: Outcome of an attempt. - `completed`: The work was handed in. - `failed`: The attempt failed. - `released`: The
#: holder gave it back. - `expired`: The lease expired. - `resumed`: The same agent resumed the task, which ended the
#: lease of its old process. - `needs_rework`: A review asked for rework. - `rejected`: A review rejected the work. -
#: `cancelled`: The task was cancelled or skipped.
AttemptOutcome: TypeAlias = Literal[
    "completed",
    "failed",
    "released",
    "expired",
    "resumed",
    "needs_rework",
    "rejected",
    "cancelled",
]

#: Kind of an audit fact. - `signed_in`: A person signed in. - `sign_in_failed`: A sign-in failed. - `person_created`:
#: A person's account was created. - `password_changed`: A person's password was changed. - `link_made`: A one-time
#: sign-in link was created. - `agent_registered`: An agent was registered, or given another role. - `agent_paused`:
#: An agent was paused: it may not claim tasks. - `agent_resumed`: An agent was resumed: it may claim tasks again. -
#: `token_created`: A token was created. - `token_used`: A token was used for the first time. - `token_revoked`: A
#: token was revoked. - `token_expired`: A token expired. - `settings_changed`: Settings were changed or reset. -
#: `webhook_changed`: A webhook was created, changed or deleted, or its secret was rotated. - `memories_forgotten`:
#: Long-term memories were forgotten, to be erased later. - `workflow_taken_in`: A workflow was imported with its
#: history. - `erased`: Data was erased. - `key_rotated`: The key for hashing secrets was rotated. -
#: `backup_restored`: The data folder was restored from a backup.
AuditKind: TypeAlias = Literal[
    "signed_in",
    "sign_in_failed",
    "person_created",
    "password_changed",
    "link_made",
    "agent_registered",
    "agent_paused",
    "agent_resumed",
    "token_created",
    "token_used",
    "token_revoked",
    "token_expired",
    "settings_changed",
    "webhook_changed",
    "memories_forgotten",
    "workflow_taken_in",
    "erased",
    "key_rotated",
    "backup_restored",
]

#: Error code. Doors map each code to one status. - `invalid`: The arguments are invalid. - `unauthenticated`: The
#: caller is not signed in, or the token is invalid. - `forbidden`: The caller lacks permission. - `not_found`: The
#: thing does not exist, or the caller may not know of it. - `conflict`: The current state does not allow the
#: operation. - `gone`: The thing was erased. - `too_large`: A size limit was exceeded. - `rate_limited`: A rate limit
#: was exceeded. - `unavailable`: Temporarily unavailable. Nothing was written, unless the reason is
#: `unknown_outcome`. - `internal`: Internal error. Details are in Loci's log under the request's id.
Code: TypeAlias = Literal[
    "invalid",
    "unauthenticated",
    "forbidden",
    "not_found",
    "conflict",
    "gone",
    "too_large",
    "rate_limited",
    "unavailable",
    "internal",
]

#: A text, or the address of the blob that holds it.
Content: TypeAlias = str

#: A block of a context that can be pinned or dropped. - `guidance`: Instructions for using the other blocks. -
#: `goal`: The workflow's goal. - `mind`: The agent's mind. - `session_summary`: The session's summary. -
#: `scratchpads`: The scratchpads. - `task`: The task. - `attempts`: Earlier attempts and reviews. - `decisions`:
#: Decisions of the workflow. - `discoveries`: Discoveries of the workflow. - `results`: Results of the task's
#: dependencies. - `artifacts`: Artifacts of the workflow. - `entities`: Entities that "it" and similar words refer
#: to. - `notes`: Notes that no dream has processed yet. - `memory`: Long-term memory. - `messages`: The newest
#: messages.
ContextBlockName: TypeAlias = Literal[
    "guidance",
    "goal",
    "mind",
    "session_summary",
    "scratchpads",
    "task",
    "attempts",
    "decisions",
    "discoveries",
    "results",
    "artifacts",
    "entities",
    "notes",
    "memory",
    "messages",
]

#: Display mode of a block in the contexts of a session. - `usual`: Included as its share of the budget allows. -
#: `pinned`: Gets the tokens it asks for, up to its maximum and half of the budget, before other blocks get more than
#: their minimum. - `dropped`: Left out.
ContextBlockShown: TypeAlias = Literal["usual", "pinned", "dropped"]

#: Format of a context. The content is returned in one format only. - `text`: A single text, ready for a prompt. -
#: `messages`: Messages for a chat model: each block as one message with the role `developer`, the conversation as
#: `user` and `assistant`. - `blocks`: Separate blocks, each item with its source and the reason for it.
ContextFormat: TypeAlias = Literal["text", "messages", "blocks"]

#: Outcome of storing a memory. - `new`: Created. - `same`: Known already; nothing was written. - `replaced`: Replaced
#: another content with its id. - `waiting`: Waits for a person's approval; until then no search finds it.
CreateOutcome: TypeAlias = Literal["new", "same", "replaced", "waiting"]

#: Kind of a memory. Some kinds matter more than others. - `fact`: State of something. - `preference`: Something that
#: a person likes or wants. - `goal`: Aim that a person pursues. - `pattern`: Something that happens repeatedly. -
#: `insight`: Conclusion from several things. - `relationship`: Relationship between people or agents. - `skill`: Way
#: of doing something. - `episode`: Event that happened once.
CrystalKind: TypeAlias = Literal["fact", "preference", "goal", "pattern", "insight", "relationship", "skill", "episode"]

DecisionNo: TypeAlias = str

#: Status of a decision. - `recorded`: Recorded by an agent or a person. - `approved`: Approved by a person. -
#: `rejected`: Rejected by a person. - `superseded`: Superseded by a later decision.
DecisionStatus: TypeAlias = Literal["recorded", "approved", "rejected", "superseded"]

#: Relation of derived data to its source. - `memory`: A long-term memory that was taken from it. - `message`: An
#: indexed message of it. - `summary`: A summary that includes it, or the document of a mind that dreamt of it. -
#: `extraction`: Memories that a language model, or the session's writer, extracted from it. - `entities`: Entities
#: that were seen in it. - `scratchpad`: A scratchpad state written by a tool call in it. - `copy`: The same content
#: again: a copied scratchpad, a restored version, the note of a memory. - `fork`: A session that began with its
#: content. - `partition`: A partition of a summary view that may include it.
Derivation: TypeAlias = Literal[
    "memory",
    "message",
    "summary",
    "extraction",
    "entities",
    "scratchpad",
    "copy",
    "fork",
    "partition",
]

#: Text that a line belongs to. - `equal`: Both texts. - `removed`: Only the old text. - `added`: Only the new text.
DiffTag: TypeAlias = Literal["equal", "removed", "added"]

#: Type of a discovery. - `constraint`: A limit of the work. - `opportunity`: A possibility to use. - `risk`: A
#: possible problem. - `insight`: Useful knowledge.
DiscoveryKind: TypeAlias = Literal["constraint", "opportunity", "risk", "insight"]

DiscoveryNo: TypeAlias = str

#: Interface through which a call came. - `http`: A server function over HTTP. - `page`: A page that is being
#: rendered, or a form of one. - `mcp`: The Model Context Protocol. - `cli`: The command line. - `system`: Loci
#: itself.
Door: TypeAlias = Literal["http", "page", "mcp", "cli", "system"]

#: Sources of dreams in addition to notes. - `all`: The agent's memories, its workflows and its sessions. -
#: `memories`: Its memories alone.
DreamSources: TypeAlias = Literal["all", "memories"]

#: Outcome of a dream. - `kept`: Its document became a version. - `refused`: A guard refused it. The document and the
#: notes did not change. - `failed`: It failed.
DreamStatus: TypeAlias = Literal["kept", "refused", "failed"]

#: Relation of a required task to the one that waits. - `blocks`: It blocks the other task.
EdgeKind: TypeAlias = Literal["blocks"]

#: Encoding of a content in JSON. - `utf-8`: Plain text. - `base64`: Base64 (RFC 4648), because the content is no
#: text.
Encoding: TypeAlias = Literal["utf-8", "base64"]

#: Tracked entities, most recent first. Clones share the list.
Entities: TypeAlias = "list[EntityPart]"

#: Guarantee of a completed erasure. - `every_byte`: No byte of it is left in the log's files. - `rows`: The database
#: has no row with it; its files, copies and backups are the operator's responsibility.
Erasing: TypeAlias = Literal["every_byte", "rows"]

#: Kind of a piece of evidence. - `decision`: A decision. - `discovery`: A discovery. - `task`: A task and its result.
#: - `attempt`: A failed attempt at a task. - `review`: A review that asked for rework or rejected the work.
EvidenceKind: TypeAlias = Literal["decision", "discovery", "task", "attempt", "review"]

#: Export format. - `loci`: Complete Loci format: a person can import it on another server with `workflow_import`. -
#: `markdown`: Outline for people. - `mermaid`: Mermaid flowchart. - `dot`: Graphviz digraph. - `svg`: Picture, drawn
#: as on the workflow's page. - `beads`: Beads issues, one per line. - `task_master`: `tasks.json` of Task Master.
ExportFormat: TypeAlias = Literal["loci", "markdown", "mermaid", "dot", "svg", "beads", "task_master"]

#: Format of a context; the content is never repeated in both forms. - `text`: One text, ready for a prompt. -
#: `blocks`: Blocks, each item with its source and the reason why it is included.
Format: TypeAlias = Literal["text", "blocks"]

#: A check of a draft. - `missing_section`: Refuses a draft without one of its sections. - `mass_drop`: Refuses a
#: draft that shortens a document of more than 2,000 characters by more than half. - `eviction_runaway`: Refuses a
#: draft with more than 20 pointers. - `empty_synthesis`: Refuses a draft with fewer than 50 characters below its
#: headings. - `bond_drift`: Refuses a draft that keeps less than 30 % of the terms of a Bond of more than 100
#: characters. - `over_budget`: Refuses a draft in which the text that dreams wrote exceeds the budget.
Guard: TypeAlias = Literal[
    "missing_section",
    "mass_drop",
    "eviction_runaway",
    "empty_synthesis",
    "bond_drift",
    "over_budget",
]

#: A level of a mood. - `dopamine`: Success. - `cortisol`: Trouble. - `oxytocin`: Social contact.
Hormone: TypeAlias = Literal["dopamine", "cortisol", "oxytocin"]

#: A ULID.
Id: TypeAlias = str

#: Import format. - `beads`: Beads issues, one per line. - `task_master`: `tasks.json` of Task Master. - `loci`:
#: Complete Loci format.
ImportFormat: TypeAlias = Literal["beads", "task_master", "loci"]

#: Change that an import made to an item. - `created`: Created. - `changed`: Existed before; overwritten where it
#: differs.
ImportedChange: TypeAlias = Literal["created", "changed"]

#: State of a task in its source. - `open`: Open or in progress. - `held`: On hold. - `review`: Waiting for a review.
#: - `done`: Done. - `cancelled`: Cancelled.
ImportedState: TypeAlias = Literal["open", "held", "review", "done", "cancelled"]

#: Reason why something needs a person. - `review`: A task waits for a review. - `escalation`: A task failed for good.
#: - `question`: An agent asked a question. - `approval`: An agent asks for an approval. - `lease_expired`: The lease
#: of a task expired: its holder stopped reporting. - `blocked`: The holder of a task is blocked, or was blocked when
#: its lease expired. - `lead_vacant`: The lead is vacant while work waits. - `warning`: An open warning, such as a
#: task that its agent does not claim.
ItemKind: TypeAlias = Literal[
    "review",
    "escalation",
    "question",
    "approval",
    "lease_expired",
    "blocked",
    "lead_vacant",
    "warning",
]

#: Kind of a job. - `summary`: Folds the oldest messages of a session into its summary. - `memories`: Extracts
#: memories from the messages of a session. - `view`: Writes the partitions of a summary view. - `dream`: Writes the
#: notes of a mind into its document. - `pointers`: Checks the pointers of a mind's document. - `webhook`: Sends the
#: messages of a webhook.
JobKind: TypeAlias = Literal["summary", "memories", "view", "dream", "pointers", "webhook"]

#: State of a job. - `running`: A worker is doing it. - `waiting`: It is retried later. - `failed`: It failed too
#: often and was given up. - `stopped`: A person stopped it.
JobState: TypeAlias = Literal["running", "waiting", "failed", "stopped"]

#: Rule by which a task joins its dependencies. - `all`: All conditions must hold; a branch not taken skips the task.
#: - `any`: One condition is enough. - `none_failed`: No dependency may have failed; branches not taken do not matter
#: as long as one condition holds.
Join: TypeAlias = Literal["all", "any", "none_failed"]

#: Action on the lead. - `take`: Take it: it is vacant or expired, or mine and I restart. - `renew`: Renew it. Every
#: other call about the workflow renews it, too. - `release`: Give it back.
LeadAction: TypeAlias = Literal["take", "renew", "release"]

#: Kind of a learning. - `decision`: A choice and its rationale. - `discovery`: A discovery. - `pattern`: Something
#: that happened more than once, or a solution after failed attempts. - `failure`: A task that failed, and the reason.
LearningKind: TypeAlias = Literal["decision", "discovery", "pattern", "failure"]

LearningName: TypeAlias = str

LearningRef: TypeAlias = str

#: Status of a learning. - `open`: Not decided. - `promoted`: Promoted to a long-term memory. - `dismissed`:
#: Dismissed.
LearningStatus: TypeAlias = Literal["open", "promoted", "dismissed"]

#: Stage in the life of a memory. - `generated`: Created, and not recalled yet. - `activated`: Recalled. -
#: `consolidated`: Important and recalled often. - `archived`: Faded, or merged into another memory. Searches leave it
#: out unless it is requested. - `expired`: Past its expiry time and about to be erased. - `frozen`: Frozen: stays as
#: it is.
Lifecycle: TypeAlias = Literal["generated", "activated", "consolidated", "archived", "expired", "frozen"]

#: Order of a list. - `changed`: Most recently changed first. What changes between two pages moves to the front. -
#: `id`: By id. Pages list everything exactly once, whatever changes between them.
ListOrder: TypeAlias = Literal["changed", "id"]

#: Origin of a version. - `seed`: An existing text. - `dream`: A dream. - `edit`: An edit by a person. - `restore`: A
#: restored earlier version. - `pointers`: A change of pointers.
Made: TypeAlias = Literal["seed", "dream", "edit", "restore", "pointers"]

#: Import format of memories. - `mem0`: Answers or exports of mem0: `{"results": [{"memory": …}]}`, a list, or line by
#: line. - `letta`: Letta agent file (`.af`), or a list of its archival passages. - `agent_memory_server`: Memories of
#: agent-memory-server: a session's document, the answer of a search, or a list of records. - `markdown`: Markdown,
#: with one memory for each paragraph and list item. - `loci`: Parts of memories as `loci import` sends them.
MemoriesFormat: TypeAlias = Literal["mem0", "letta", "agent_memory_server", "markdown", "loci"]

#: Memories of agents that wait for a person's approval. - `off`: None. - `new_sources`: Memories from an agent or a
#: session of which the core has no memory yet. - `all`: All.
MemoryApproval: TypeAlias = Literal["off", "new_sources", "all"]

#: Type of a memory. - `semantic`: A fact or a preference, independent of time. - `episodic`: An event at some time. -
#: `message`: A message of a conversation, verbatim.
MemoryType: TypeAlias = Literal["semantic", "episodic", "message"]

#: Content of a message: a text, or parts as chat models exchange them.
MessageContent: TypeAlias = "str | list[Any]"

#: Conditions by key; `a.b` is the member `b` of the object `a`. A value alone means `eq`. A list in the metadata
#: passes if one of its values does.
MetadataFilter: TypeAlias = "dict[str, str | float | bool | Operators]"

#: Search mode. - `hybrid`: By words and by meaning. - `lexical`: By words; also `keyword`. - `vector`: By meaning;
#: also `semantic`.
Mode: TypeAlias = Literal["hybrid", "lexical", "vector"]

Moment: TypeAlias = str

Need: TypeAlias = "TaskNo | NeedWithTask"

#: Dependency of a new task.
NewNeed: TypeAlias = "str | NewNeedWithTask"

#: Condition under which a dependency allows the dependent task to start.
NewWhen: TypeAlias = Literal["success"] | Literal["failure"] | Literal["done"] | NewWhenWithChoice

#: Kind of a note. - `fact`: A fact. - `preference`: Somebody's preference. - `decision`: A decision and its reason. -
#: `friction`: A problem to avoid. - `breakthrough`: A success after difficulties. - `question`: An open question. -
#: `task`: A task or a deadline. - `relationship`: A person, and how to deal with them. - `skill`: An ability that the
#: agent has learned. - `identity`: A trait of the agent.
NoteKind: TypeAlias = Literal[
    "fact",
    "preference",
    "decision",
    "friction",
    "breakthrough",
    "question",
    "task",
    "relationship",
    "skill",
    "identity",
]

NudgeNo: TypeAlias = str

#: Schema of one stage or a list of stages.
OneOrSeveral: TypeAlias = "Lifecycle | list[Lifecycle]"

#: Origin of a setting. - `built_in`: Built-in default. - `configuration`: Configuration file, environment or flags of
#: the server. - `workspace`: Set in the workspace.
Origin: TypeAlias = Literal["built_in", "configuration", "workspace"]

#: Storage place of an artifact's content. - `path`: Only at its path, outside Loci. - `fact`: In the fact that
#: recorded it. - `blob`: In the blob of its checksum.
Place: TypeAlias = Literal["path", "fact", "blob"]

#: Format of another planning tool. - `beads`: Beads issues. - `task_master`: `tasks.json` of Task Master.
PlanFormat: TypeAlias = Literal["beads", "task_master"]

#: Priority of a nudge. - `low`: Low: to be read when convenient. - `normal`: Normal: to be read on the next turn. -
#: `urgent`: Urgent: to be read before anything else.
Priority: TypeAlias = Literal["low", "normal", "urgent"]

#: The sections of a mind's document. - `seven`: All seven. - `five`: Without Phenotype and Niche.
Profile: TypeAlias = Literal["seven", "five"]

#: Progress of a held task. - `in_progress`: Work continues. - `blocked`: Its holder keeps it but is blocked. -
#: `pending`: It is given back and can be claimed again.
Progress: TypeAlias = Literal["in_progress", "blocked", "pending"]

#: Readers of memories that sessions promote. - `core`: Readers of the core of the memory's namespace, such as a team.
#: - `session`: Readers of the source session.
PromotedReaders: TypeAlias = Literal["core", "session"]

QuestionNo: TypeAlias = str

#: Interpretation of a text. - `text`: As a plain text, which the scratchpad then holds. - `json`: As the JSON of an
#: object, which the scratchpad then holds.
ReadAs: TypeAlias = Literal["text", "json"]

#: Readers of a long-term memory. - `everyone`: Everyone in the workspace. - `core`: The agents that the core names,
#: orchestrators and people. - `session`: Everyone who may read the session.
ReadBy: TypeAlias = Literal["everyone", "core", "session"]

#: Comments of a review.
Remarks: TypeAlias = "str | list[Comment]"

#: Verdict of a review. - `approved`: The work is accepted. - `needs_rework`: The work has to be redone with the
#: comments. - `rejected`: The work is rejected: the task fails.
ReviewStatus: TypeAlias = Literal["approved", "needs_rework", "rejected"]

#: Role of an actor in the workspace. - `orchestrator`: An agent that plans, assigns and leads. - `worker`: An agent
#: that claims tasks and does them. - `reviewer`: An agent that reviews what others did. - `librarian`: An agent that
#: maintains the long-term memory. - `observer`: An agent that only reads. - `member`: A person who takes part. -
#: `owner`: A person who also manages agents, tokens and settings. - `viewer`: A person who only reads. - `system`:
#: Loci itself: timers and their consequences. Cannot be granted.
Role: TypeAlias = Literal[
    "orchestrator",
    "worker",
    "reviewer",
    "librarian",
    "observer",
    "member",
    "owner",
    "viewer",
    "system",
]

#: Table of rules: the first rule that fits a tool's name decides the type. In phrases every rule's word means its
#: type.
Rules: TypeAlias = "list[RulePart]"

#: Status of a run. - `pending`: Waiting. - `running`: In progress. - `success`: Completed. - `failed`: Failed.
RunStatus: TypeAlias = Literal["pending", "running", "success", "failed"]

#: Scope in which a scratchpad is shared. - `thread`: A single session: its agents, orchestrators and people. -
#: `resource`: All sessions of one user or resource. - `global`: The whole workspace.
Scope: TypeAlias = Literal["thread", "resource", "global"]

#: A section of a mind's document. - `phenotype`: The agent's identity. - `bond`: People and agents that it works
#: with, and how to deal with them. - `niche`: Its value to others: work, quality, earnings. - `active_context`: Open
#: work, decisions, frictions, breakthroughs. - `crystal_pointers`: Searches for everything else, one for each topic.
#: - `curiosity_gaps`: Gaps in its knowledge. - `emerging_skills`: Repeated patterns in its work.
Section: TypeAlias = Literal[
    "phenotype",
    "bond",
    "niche",
    "active_context",
    "crystal_pointers",
    "curiosity_gaps",
    "emerging_skills",
]

#: A session's id, or `namespace/user/id` with `/` and `%` within a part written `%2F` and `%25`.
SessionKey: TypeAlias = str

#: View of a task list. - `ready`: Tasks that can be claimed now. - `blocked`: Tasks that wait for others or for a
#: time, were cut off by a failure, are on hold, or whose holder is blocked. - `in_progress`: Tasks in progress whose
#: holder waits for no person. - `waits_for_person`: Held tasks whose holder waits for a person. - `needs_review`:
#: Tasks that were handed in and wait for a review.
Shelf: TypeAlias = Literal["ready", "blocked", "in_progress", "waits_for_person", "needs_review"]

#: An event that raises an agent's mood. - `reward`: Somebody was content with the agent. - `error`: Something went
#: wrong. - `social`: Somebody was kind to the agent, or worked with it. - `achievement`: The agent got something
#: done. - `urgency`: Something is urgent.
Signal: TypeAlias = Literal["reward", "error", "social", "achievement", "urgency"]

#: Comparison of a block with the previous prompt. - `same`: The block is unchanged. - `changed`: The block has
#: changed. - `new`: The block was absent.
SinceLast: TypeAlias = Literal["same", "changed", "new"]

#: Status of a workflow. - `active`: Work continues. - `completed`: All work is done. - `completed_with_failures`:
#: Completed with failed tasks, or by force while tasks were open. - `cancelled`: Cancelled. - `archived`: Archived.
Status: TypeAlias = Literal["active", "completed", "completed_with_failures", "cancelled", "archived"]

#: Strategy for extracting memories from a session's messages. - `discrete`: Each fact separately. - `summary`: A
#: summary of the conversation. - `preferences`: The user's preferences. - `custom`: The caller's own prompt.
StrategyKind: TypeAlias = Literal["discrete", "summary", "preferences", "custom"]

StreamId: TypeAlias = str

#: Subject of an approval.
Subject: TypeAlias = "SubjectWithDecision | SubjectWithArtifact | SubjectWithTask | SubjectWithPlan"

#: What must be so of a field; a text alone means `eq`.
TagFilter: TypeAlias = "str | Operators"

TaskNo: TypeAlias = str

#: Status of a task. - `pending`: Waits for other tasks or for a claim. - `assigned`: Waits for its agent to claim it.
#: - `in_progress`: Held under a lease. - `blocked`: Its holder reported that it is blocked, or it is on hold. -
#: `review`: Handed in, waits for a review. - `completed`: Done. - `failed`: Failed for good. - `cancelled`:
#: Cancelled. - `skipped`: Skipped: on a branch that was not taken, or skipped by an agent or a person.
TaskStatus: TypeAlias = Literal[
    "pending",
    "assigned",
    "in_progress",
    "blocked",
    "review",
    "completed",
    "failed",
    "cancelled",
    "skipped",
]

Time: TypeAlias = str

#: Kind of an entry. - `memory`: A long-term memory. - `message`: A message of a session. - `session`: A whole
#: session: its summary. - `decision`: A decision of a workflow. - `discovery`: A discovery of a workflow. - `task`: A
#: completed task. - `artifact`: An artifact of a workflow. - `workflow`: The beginning of a workflow.
TimelineEntryKind: TypeAlias = Literal[
    "memory",
    "message",
    "session",
    "decision",
    "discovery",
    "task",
    "artifact",
    "workflow",
]

#: Relation between two memories. - `supersedes`: This memory replaced it. - `superseded_by`: It replaced this memory.
#: - `merged_from`: It was merged into this memory. - `merged_into`: This memory was merged into it.
TrailRelation: TypeAlias = Literal["supersedes", "superseded_by", "merged_from", "merged_into"]

#: Change to a memory. - `written`: Created, or restored after it was forgotten. - `proposed`: Proposed. - `changed`:
#: Content changed. - `marked`: Pinned, frozen or trust changed. - `superseded`: Replaced by another memory. -
#: `merged_into`: Merged into another memory. - `taken_out`: Restored from the memory it was merged into. - `merged`:
#: Other memories were merged into it, or restored from it.
TrailStep: TypeAlias = Literal[
    "written",
    "proposed",
    "changed",
    "marked",
    "superseded",
    "merged_into",
    "taken_out",
    "merged",
]

#: Import format of a conversation. - `openai_chat`: Messages of OpenAI's chat API: `{"messages": […]}`, a list of
#: messages, or either line by line. - `openai_responses`: Items of OpenAI's Responses API. - `chatgpt_export`:
#: `conversations.json` of a `ChatGPT` data export; the current branch of each conversation. - `anthropic_messages`:
#: Messages of Anthropic's API, with content blocks. - `claude_export`: `conversations.json` of a Claude data export.
#: - `claude_code`: Transcript of Claude Code, from `~/.claude/projects`. - `codex`: Rollout of the Codex CLI, from
#: `~/.codex/sessions`. - `gemini`: Chat of the Gemini CLI, or contents of Gemini's API. - `ai_sdk`: UI messages of
#: the AI SDK, with `parts`. - `langchain`: Messages of `LangChain`: `messages_to_dict`, or serialised objects (`lc`).
#: - `sharegpt`: Conversations in the `ShareGPT` format: `{"conversations": [{"from": "human", "value": …}]}`. -
#: `open_webui`: Export of `Open WebUI`; the current branch of each chat. - `librechat`: JSON export of `LibreChat`;
#: the current branch of each conversation. - `agent_memory_server`: Documents of agent-memory-server: a session with
#: its messages, its summary and its data. - `loci`: Parts of a conversation as `loci import` sends them.
TranscriptFormat: TypeAlias = Literal[
    "openai_chat",
    "openai_responses",
    "chatgpt_export",
    "anthropic_messages",
    "claude_export",
    "claude_code",
    "codex",
    "gemini",
    "ai_sdk",
    "langchain",
    "sharegpt",
    "open_webui",
    "librechat",
    "agent_memory_server",
    "loci",
]

#: Trust level of a memory. - `agent`: Written by an agent. - `human`: Written by a person. - `imported`: Imported by
#: Loci. - `quarantined`: Not trusted until a person has reviewed it.
Trust: TypeAlias = Literal["agent", "human", "imported", "quarantined"]

#: Reason why a task waits. - `task`: Another task has to end first. - `upstream_failed`: A dependency failed or was
#: cancelled: without intervention the task will never start. - `decision`: A decision has to be made, or changed. -
#: `cooldown`: It is in a cooldown after a failure. - `deferred`: It is deferred until a time. - `assigned`: It is
#: assigned to another agent. - `held`: It is held. - `blocked`: Its holder is blocked; or it is on hold until a
#: person or an orchestrator releases it. - `question`: Its holder waits for a person's answer. - `approval`: Its
#: holder waits for a person's approval. - `review`: It was handed in and waits for a review. - `failed`: It failed,
#: and somebody has to decide how to proceed. - `capabilities`: It needs capabilities that the caller lacks. -
#: `paused`: The workflow or the caller is paused. - `ended`: The workflow has ended.
WaitKind: TypeAlias = Literal[
    "task",
    "upstream_failed",
    "decision",
    "cooldown",
    "deferred",
    "assigned",
    "held",
    "blocked",
    "question",
    "approval",
    "review",
    "failed",
    "capabilities",
    "paused",
    "ended",
]

#: Reason for a warning. - `beside`: A version was recorded next to handed-in, approved or current work of somebody
#: else, of which it is not a part. - `unmet`: A task is completed, and its dependencies no longer hold. -
#: `unapproved`: A task was handed in while an approval about it was pending or refused. - `untaken`: A task that is
#: assigned to an agent was not claimed in time. - `sent_back`: The number of reviews that did not accept the work on
#: a task reached the policy's `rework_limit`.
WarningKind: TypeAlias = Literal["beside", "unmet", "unapproved", "untaken", "sent_back"]

WarningNo: TypeAlias = str

#: Format of a webhook's messages. - `standard`: `type`, `timestamp` and `data`, signed according to Standard
#: Webhooks. - `slack`: Messages for Slack's incoming webhooks. - `discord`: Messages for Discord's webhooks.
WebhookFormat: TypeAlias = Literal["standard", "slack", "discord"]

#: Condition under which a dependency allows the dependent task to start.
When: TypeAlias = Literal["success"] | Literal["failure"] | Literal["done"] | WhenWithChoice

#: Source of a window's size. - `call`: Given in the call. - `session`: Set in the session. - `model`: Known size of
#: the model. - `default`: Default, because the model is unknown.
WindowFrom: TypeAlias = Literal["call", "session", "model", "default"]
