"""The types of what is sent and answered.

Written by `clients/generate` from the document of the API: change that, not this file.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict


class ActivityListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[Happening]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class Actor(TypedDict, total=False):
    """Somebody who acts: a name that is unique among agents or among people, and a role."""

    #: The agent's or the person's name.
    id: str
    #: What they are.
    role: Role


class Agent(TypedDict, total=False):
    """An agent that may be given tokens."""

    #: Its name.
    name: str
    #: Since when it may not claim tasks.
    paused_at: Time | None
    #: Why not.
    paused_reason: str | None
    #: Since when it is known.
    registered_at: Time
    #: Who made it known.
    registered_by: Actor
    #: What it usually does; a token may give it another role.
    role: Role
    #: That it was paused, or may go on, until it was told.
    untold: Untold | None


class AgentGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agent and what it is doing.
    agent: Seen
    #: What it gave, by workflow, the most recently changed first.
    gave: list[Gave]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class AgentListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[Seen]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class AgentPauseAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agent.
    agent: Agent
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class AgentRegisterAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agent.
    agent: Agent
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class AgentResumeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agent.
    agent: Agent
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class Approval(TypedDict, total=False):
    """A request that a person agrees."""

    #: The version of the workflow at which it last changed.
    changed: int
    #: What they said.
    comments: str | None
    #: When the word reached the one who asked.
    delivered_at: Time | None
    #: When.
    given_at: Time | None
    #: Who gave or refused it.
    given_by: Actor | None
    #: Its name in the workflow.
    id: ApprovalNo
    #: Why it is asked for.
    reason: str
    #: When.
    requested_at: Time
    #: By whom.
    requested_by: Actor
    #: Where it stands.
    status: ApprovalStatus
    #: What it is about.
    subject: Subject
    #: That it is not asked for any more.
    withdrawn: Withdrawn | None


class ApprovalGiveAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The request.
    approval: Approval
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class ApprovalRequestAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The request.
    approval: Approval
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class Artifact(TypedDict, total=False):
    """One version of something that was made. Never changes."""

    #: The task it was made for.
    associated_task: TaskNo | None
    #: The task whose handed-in or approved work it stands beside. Another agent than the one who handed that in made
    #: it: the version before stays what counts.
    beside: TaskNo | None
    #: Its length in bytes, if known.
    bytes: int | None
    #: The version of the workflow at which it was recorded.
    changed: int
    #: The SHA-256 of its content, if known.
    checksum: str | None
    #: The commit it is in.
    commit: str | None
    #: When.
    created_at: Time
    #: By whom.
    created_by: Actor
    #: What it is.
    description: str
    #: The beginning of its content, for contexts.
    excerpt: str
    #: Its name in the workflow.
    id: ArtifactNo
    #: Where it lives.
    path: str
    #: Where its content is.
    place: Place
    #: Its tokens as a context shows it.
    tokens: int
    #: What kind of thing it is.
    type: ArtifactKind
    #: Its number among the versions of its path, from 1.
    version: int


_ArtifactDiffAnswerFrom = TypedDict("_ArtifactDiffAnswerFrom", {"from": "Artifact | None"}, total=False)


class ArtifactDiffAnswer(_ArtifactDiffAnswerFrom, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many lines were added.
    added: int
    #: The changed places, each with three lines around it.
    hunks: list[Hunk]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many lines were removed.
    removed: int
    #: The same as a unified diff.
    text: str
    #: The new version.
    to: Artifact
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class ArtifactGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What is known of it.
    artifact: Artifact
    #: Its content; absent when it is only at its path.
    content: str | None
    #: How the content is written.
    encoding: Encoding | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The number of the newest version of its path.
    newest: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class ArtifactListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[Artifact]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class ArtifactRecordAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The new version, or the newest one when nothing changed.
    artifact: Artifact
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Whether the content is that of the newest version, so that none was added.
    unchanged: bool
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: it stands beside what was approved, or was filed under no task.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class Asked(TypedDict, total=False):
    """That a dream is wanted."""

    #: Who asked.
    actor: Actor
    #: Since when.
    at: Time
    #: Why.
    by: AskedBy


_AttemptFrom = TypedDict("_AttemptFrom", {"from": "Time"}, total=False)


class Attempt(_AttemptFrom, total=False):
    """One agent's go at a task."""

    #: Who.
    agent: str
    #: Cost the agent reported, in millionths of its currency.
    cost_micros: int
    #: What went wrong.
    error: str | None
    #: The fence of its lease.
    fence: int
    #: What the next one should know: progress notes and the handoff, in order.
    notes: list[str]
    #: How it ended.
    outcome: AttemptOutcome | None
    #: What it handed in, once a later one handed in something else: the beginning of its summary.
    summary: str | None
    #: Until when.
    to: Time | None
    #: Input tokens the agent reported.
    tokens_in: int
    #: Output tokens the agent reported.
    tokens_out: int


class AuditListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[Happening]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class Block(TypedDict, total=False):
    """One block of a context."""

    #: What it is made of.
    items: list[ContextItem]
    #: What it is, such as `decisions`: its tag in the text begins with that name.
    name: str
    #: Its place in the order of all blocks: what changes rarely comes first, so that a provider's prompt cache keeps
    #: its prefix.
    slot: int
    #: Its text, fenced.
    text: str
    #: Its title, such as `Decisions`.
    title: str
    #: Its tokens.
    tokens: int


class Budget(TypedDict, total=False):
    """How long a document may be."""

    #: In characters.
    chars: int
    #: In tokens.
    tokens: int


class Cause(TypedDict, total=False):
    """What raised a level last."""

    #: When.
    at: Time
    #: Which level.
    hormone: Hormone
    #: What happened.
    reason: str | None
    #: Which signal.
    signal: Signal


class Change(TypedDict):
    """One fact that the caller had not seen."""

    #: Who did it.
    actor: Actor
    #: When.
    at: Time
    #: What happened.
    kind: str
    #: The fact's number in its stream.
    version: int


class ChangesWaitAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The facts, oldest first; none when the time passed.
    items: list[Happening]
    #: What to send as `cursor` next time.
    next_cursor: str
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Whether the cursor is of another life of this log, before a backup was restored: read again what you know, and
    #: go on with `next_cursor`.
    reset: bool
    #: The version of the stream the call was about.
    version: int | None


class Checked(TypedDict, total=False):
    """What a guard measured."""

    #: Which guard.
    guard: Guard
    #: The least or the most that it lets pass.
    limit: float
    #: What there is to say besides.
    note: str | None
    #: Whether the draft passed.
    passed: bool
    #: What it measured: sections, a share, pointers, characters, or tokens.
    value: float


class _Comment(TypedDict):
    #: The remark.
    text: str


class Comment(_Comment, total=False):
    """A remark of a review, about the whole or about lines of an artifact's version."""

    #: The artifact version it is about.
    artifact: ArtifactNo | None
    #: The first line it is about, from 1.
    line: int | None
    #: The last line it is about.
    to_line: int | None


class CommentPart(TypedDict, total=False):
    """A remark of a review, about the whole or about lines of an artifact's version."""

    #: The artifact version it is about.
    artifact: ArtifactNo | None
    #: The first line it is about, from 1.
    line: int | None
    #: The remark.
    text: str
    #: The last line it is about.
    to_line: int | None


class ContextBlock(TypedDict, total=False):
    """One block."""

    #: A hash of its text.
    hash: str
    #: What it is made of.
    items: list[ContextPiece]
    #: What it is, such as `decisions`.
    name: str
    #: How it is to the one of the last time.
    since_last: SinceLast | None
    #: Its place in the order of all blocks: what changes rarely comes first, so that a provider's prompt cache keeps
    #: its prefix.
    slot: int
    #: How many of its tokens are part of the beginning that is the same as the last time.
    stable_tokens: int
    #: The streams it is from, each with the version that it shows.
    streams: list[ContextSource]
    #: Its text, fenced.
    text: str
    #: Its title, such as `Decisions`.
    title: str
    #: Its tokens.
    tokens: int


class ContextItem(TypedDict, total=False):
    """One item of a block, and why it is there."""

    #: How many more tokens it has: an item that is longer than its share of the block is cut there.
    cut: int
    #: The thing, such as `D3`; empty for the workflow itself.
    source: str
    #: Its tokens.
    tokens: int
    #: The version of the workflow at which it last changed.
    version: int
    #: Why it applies.
    why: str


_ContextPieceFrom = TypedDict("_ContextPieceFrom", {"from": "ContextSource | None"}, total=False)


class ContextPiece(_ContextPieceFrom, total=False):
    """One item of a block, and why it is there."""

    #: How many more tokens it has: one that is longer than its share is cut there.
    cut: int
    #: Its place in the block, from 1.
    rank: int
    #: What it is: the name of a thing such as `D3`, a memory's or a message's id.
    source: str
    #: Its tokens.
    tokens: int
    #: Why it is there.
    why: str


class ContextReadAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agent whose mind is in it.
    agent: str | None
    #: The prompt block by block.
    blocks: list[ContextBlock]
    #: How many tokens it may have.
    budget: int
    #: The encoding in which tokens are counted. In that of another model they are an estimate.
    encoding: str
    #: What identifies this prompt: `since` takes it.
    etag: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The prompt as messages.
    messages: list[PromptMessage]
    #: What was left out or cut, and why.
    omitted: list[Omitted]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The session whose conversation is in it.
    session: SessionKey | None
    #: The blocks that are pinned or dropped in the session's contexts; `session_block` does it.
    set: dict[str, ContextBlockShown]
    #: How many tokens at its beginning are the same as when this was asked for last, by the same agent about the same
    #: session and task: what a provider's prompt cache can keep. Absent when nothing is known of a last time.
    stable_prefix_tokens: int | None
    #: The task.
    task: TaskNo | None
    #: The prompt as one text.
    text: str
    #: Its tokens: of the text, or of all contents of the messages; never more than `budget`.
    tokens: int
    #: Whether it is the one that `since` names; then only `etag` and figures are here.
    unchanged: bool
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id | None


class ContextSource(TypedDict, total=False):
    """A stream at a version."""

    #: The stream, such as `workflow:01J…`.
    stream: StreamId
    #: The version at which what is shown of it last changed; 0 where that is not known.
    version: int


class Contribution(TypedDict, total=False):
    """What one agent or person gave to a workflow. Its lists are persistent sets: an agent that gives the ten-
    thousandth thing pays no more than for the first.
    """

    #: The agent's or person's name.
    agent_id: str
    #: Their role when they last contributed.
    agent_role: Role
    #: Artifact versions they made.
    artifacts_created: list[ArtifactNo]
    #: What filled it: tokens by the block's name.
    blocks: dict[str, int]
    #: Cost they reported, in millionths of its currency.
    cost_micros: int
    #: Decisions they made.
    decisions_made: list[DecisionNo]
    #: Discoveries they made.
    discoveries: list[DiscoveryNo]
    #: When they first contributed.
    first_contribution: Time
    #: When they last contributed.
    last_contribution: Time
    #: Where their full log is: what they did in this workflow, unless they gave an address or an id.
    log_ref: str
    #: Tasks they completed.
    tasks_completed: list[TaskNo]
    #: Input tokens they reported.
    tokens_in: int
    #: Output tokens they reported.
    tokens_out: int
    #: Their context window's size in tokens, as they last reported it.
    window: int | None
    #: How much of it was in use.
    window_used: int | None


class CoreCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The core.
    core: CoreSummary
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class CoreEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The core.
    core: CoreSummary
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class CoreListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[CoreSummary]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class CoreSummary(TypedDict, total=False):
    """A core as lists show it."""

    #: Which crystals of agents wait for a person.
    approval: MemoryApproval
    #: When it began.
    created_at: Time
    #: How many crystals it has.
    crystals: int
    #: What it is for.
    description: str | None
    #: How many crystals are at which stage of their lives, where that was asked for.
    lifecycles: Lifecycles | None
    #: Its name.
    name: str
    #: Who reads what sessions promote into it; as the workspace says without.
    promoted_readers: PromotedReaders | None
    #: Whose crystals are not to be believed until a person has looked at them.
    quarantine: list[Trust]
    #: The agents that may read it, beside orchestrators and people; everyone without.
    readers: list[str] | None
    #: When a crystal was last written.
    updated_at: Time
    #: How many facts it has.
    version: int
    #: How many crystals wait for a person.
    waiting: int
    #: The agents that may write in it; whoever may read it without.
    writers: list[str] | None


_CoreWaitingFrom = TypedDict("_CoreWaitingFrom", {"from": "list[str]"}, total=False)


class CoreWaiting(_CoreWaitingFrom, total=False):
    """A core in which memories wait for a person."""

    #: The core.
    core: str
    #: How many wait.
    count: int
    #: Since when the first of them waits.
    since: Time


class Counts(TypedDict, total=False):
    """How much went into a dream and came out of it."""

    #: Its characters now.
    chars: int
    #: The document's characters before.
    chars_before: int
    #: New long-term memories that it read.
    crystals: int
    #: Open questions in it.
    gaps: int
    #: Memories that it merged into others.
    merged: int
    #: Notes that it took in.
    notes: int
    #: Pointers in the document.
    pointers: int
    #: Topics that became pointers.
    pointers_added: int
    #: Important memories that it read again.
    replayed: int
    #: Skills in it.
    skills: int


class CreatedOne(TypedDict, total=False):
    """What became of one memory."""

    #: The core it is in.
    core: str
    #: The id under which it is found.
    id: str
    #: Up to 3 memories about the same subject with a different statement. If the new one makes them obsolete, name
    #: them in `supersedes`. Only set if the call has at most 20 memories.
    near: list[NearMemory]
    #: `new`, `same` (it was known: nothing was written), `replaced` (something else had its id) or `waiting` (a
    #: person has to approve it first).
    outcome: CreateOutcome


class Crystal(TypedDict, total=False):
    """A crystal: one long-term memory."""

    #: How often it was recalled.
    access_count: int
    #: The agent it is from.
    agent: str | None
    #: The person who approved it.
    approved_by: str | None
    #: The core it is in.
    core: str
    #: When it came to be.
    created_at: Time
    #: When it will be archived if nobody recalls it until then.
    decays_at: Time | None
    #: `t` once memories have been taken from this message, `f` before.
    discrete_memory_extracted: str | None
    #: Who and what is named in it.
    entities: list[str]
    #: When what it tells of happened.
    event_date: Time | None
    #: When its time runs out: then it is not found any more, and erased.
    expires_at: Time | None
    #: The ids of the messages or memories it was taken from.
    extracted_from: list[str]
    #: How it was taken from them: `discrete`, `summary`, `preferences` or `custom`.
    extraction_strategy: str | None
    #: The particulars of that.
    extraction_strategy_config: dict[str, Any] | None
    #: Whether it stays as it is: it neither fades nor is changed by a rule.
    frozen: bool
    #: The person who pinned or froze it: no agent undoes that.
    held_by: str | None
    #: Its name: the caller's choice, or a ULID.
    id: str
    #: How much it matters, 0 to 1.
    importance: float | None
    #: What it is about, which decides for how long it matters; by `memory_type` unless given.
    kind: CrystalKind | None
    #: When it was recalled last.
    last_accessed: Time
    #: The stage of its life.
    lifecycle: Lifecycle | None
    #: The SHA-256 of its text without white space around it, its namespace and its user.
    memory_hash: str
    #: `semantic` (a fact), `episodic` (something that happened) or `message`.
    memory_type: MemoryType
    #: The memories that say the same and were taken in.
    merged_from: list[str]
    #: The memory that says the same and took it in.
    merged_into: str | None
    #: Whatever else belongs to it; kept, never looked at.
    metadata: dict[str, Any] | None
    #: The namespace it belongs to; also the name of its core.
    namespace: str | None
    #: When it was stored first.
    persisted_at: Time
    #: Whether it never fades and is never forgotten by a rule.
    pinned: bool
    #: Where it was taken from.
    provenance: Provenance | None
    #: The session it is from.
    session_id: str | None
    #: What is left of its importance: it fades from the last recall on.
    strength: float | None
    #: The memory that took its place, since `valid_to`.
    superseded_by: str | None
    #: The memories of its core that it takes the place of: what they say is so no longer.
    supersedes: list[str]
    #: What is remembered.
    text: str
    #: What it is about.
    topics: list[str]
    #: How far it is to be believed.
    trust: Trust
    #: When it was changed last.
    updated_at: Time
    #: The user it is about.
    user_id: str | None
    #: How it felt, from -1 (bad) to 1 (good).
    valence: float | None
    #: From when on what it says is so.
    valid_from: Time | None
    #: From when on what it says is so no longer: then no search finds it unless asked to.
    valid_to: Time | None
    #: The workflow it is from.
    workflow: str | None


class Day(TypedDict, total=False):
    """A day of a workflow (UTC)."""

    #: What was made, path by path.
    artifacts: FewWritten
    #: The date, such as `2026-01-31`.
    date: str
    #: What was decided.
    decisions_recorded: FewNamed
    #: Decisions that were replaced.
    decisions_superseded: Fewstring
    #: What was learned.
    discoveries: FewNamed
    #: How many facts it has.
    facts: int
    #: The day's first version.
    first_version: int
    #: The day's last version.
    last_version: int
    #: What agents were told.
    nudges: FewNamed
    #: What was answered.
    questions_answered: FewNamed
    #: What people were asked.
    questions_asked: FewNamed
    #: Verdicts on tasks.
    reviews: FewNamed
    #: How many tasks were added.
    tasks_added: int
    #: Tasks whose work was accepted, with their titles as they are now.
    tasks_completed: FewNamed
    #: Tasks that failed for good, with their titles as they are now.
    tasks_failed: FewNamed
    #: All of it in a few lines, for an agent's prompt.
    text: str
    #: Agents and people who did something, the busiest first.
    who: FewWorked


class Decision(TypedDict, total=False):
    """A choice made during the work."""

    #: Which tasks it concerns; none means all.
    affects_tasks: list[TaskNo]
    #: What was not.
    alternatives: list[str]
    #: The version of the workflow at which it last changed.
    changed: int
    #: What was chosen.
    choice: str
    #: What they said.
    comments: str | None
    #: Its name in the workflow.
    id: DecisionNo
    #: When.
    made_at: Time
    #: By whom.
    made_by: Actor
    #: What was decided.
    question: str
    #: Why.
    rationale: str
    #: Whether it can be undone later.
    reversible: bool
    #: Who approved or rejected it.
    ruled_by: Actor | None
    #: Where it stands.
    status: DecisionStatus
    #: The decision that took its place.
    superseded_by: DecisionNo | None
    #: The decision whose place it took.
    supersedes: DecisionNo | None
    #: Its tokens as a context shows it.
    tokens: int


class DecisionApproveAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Requests for approval that were answered with it.
    approvals: list[ApprovalNo]
    #: The decision.
    decision: Decision
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: work under way on a branch that is not taken now.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class DecisionRecordAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The decision.
    decision: Decision
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: work under way on a branch that is not taken now.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class DecisionRejectAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Requests for approval that were answered with it.
    approvals: list[ApprovalNo]
    #: The decision.
    decision: Decision
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: work under way on a branch that is not taken now.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class DecisionSupersedeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The decision.
    decision: Decision
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: work under way on a branch that is not taken now.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class _Definition(TypedDict):
    #: The fields whose values make the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without
    #: one of them is in no group.
    group_by: list[str]


class Definition(_Definition, total=False):
    """What a view is of."""

    #: Whether Loci keeps the partitions up to date by itself.
    continuous: bool | None
    #: Only memories with these values, by field: a text, or the operators of `memory_search`.
    filters: dict[str, Any]
    #: The model that its user thinks of; the one that is configured writes.
    model_name: str | None
    #: A name for people.
    name: str | None
    #: What a language model is asked for, instead of Loci's own prompt.
    prompt: str | None
    #: What is summarised: `long_term`.
    source: str
    #: Only memories that are at most so many days old.
    time_window_days: int | None


class DefinitionPart(TypedDict, total=False):
    """What a view is of."""

    #: Whether Loci keeps the partitions up to date by itself.
    continuous: bool | None
    #: Only memories with these values, by field: a text, or the operators of `memory_search`.
    filters: dict[str, Any]
    #: The fields whose values make the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without
    #: one of them is in no group.
    group_by: list[str]
    #: The model that its user thinks of; the one that is configured writes.
    model_name: str | None
    #: A name for people.
    name: str | None
    #: What a language model is asked for, instead of Loci's own prompt.
    prompt: str | None
    #: What is summarised: `long_term`.
    source: str
    #: Only memories that are at most so many days old.
    time_window_days: int | None


class Deletion(TypedDict, total=False):
    """That a pad was deleted."""

    #: When.
    at: Time
    #: By whom.
    by: Actor
    #: When it is erased unless restored.
    purge_at: Time


class Derived(TypedDict, total=False):
    """One thing that was made of what is to be erased."""

    #: How it came of it.
    derivation: Derivation
    #: The facts that hold it; none when it is the whole stream.
    facts: list[int]
    #: Its name there, where it has one: a memory's id, a scratchpad's name.
    id: str | None
    #: The stream it is in.
    stream: StreamId


class Destination(TypedDict, total=False):
    """Where a session's memories of one namespace go, and who reads them there."""

    #: The core.
    core: str
    #: Who reads what is in it.
    read_by: ReadBy


class Discovery(TypedDict, total=False):
    """Something learned during the work."""

    #: Which tasks it concerns; none means all.
    affects_tasks: list[TaskNo]
    #: The version of the workflow at which it last changed.
    changed: int
    #: What was learned.
    content: str
    #: When.
    discovered_at: Time
    #: By whom.
    discovered_by: Actor
    #: Its name in the workflow.
    id: DiscoveryNo
    #: The memory core it should be kept in.
    promote_to_core: str | None
    #: Its tokens as a context shows it.
    tokens: int
    #: What kind of thing it is.
    type: DiscoveryKind


class DiscoveryRecordAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The discovery.
    discovery: Discovery
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class DreamGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many lines were added.
    added: int
    #: The document that it wrote, or the draft that was refused; nothing when it could not be done.
    after: str | None
    #: The document that it was made of.
    before: str | None
    #: What is known of it.
    dream: DreamRow
    #: Where they differ.
    hunks: list[Hunk]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many lines were taken out.
    removed: int
    #: The version of the stream the call was about.
    version: int | None


class DreamListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The one that is wanted or being dreamt.
    asked: Asked | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The dreams, the newest first.
    items: list[DreamRow]
    #: How it is with the work on it, once that was begun.
    job: Job | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class DreamRow(TypedDict, total=False):
    """A dream as lists show it."""

    #: When it ended.
    at: Time
    #: The version that it was made of.
    base: int | None
    #: The sections that it changed.
    changes: list[SectionChange]
    #: How much went in and came out.
    counts: Counts
    #: What it did, in a few words each.
    did: list[str]
    #: The fact that holds it: its name within the mind.
    dream: int
    #: Who wrote it, such as `built-in`, or a model.
    dreamer: str
    #: What the guards said.
    guards: list[Checked]
    #: Why it was refused, failed, or was not written by whom it was asked of.
    note: str | None
    #: The version that it wrote.
    number: int | None
    #: How.
    status: DreamStatus


class Edit(TypedDict, total=False):
    """Another wording than the suggested one; what is absent stays as suggested."""

    #: The core to keep it in.
    core: str | None
    #: How much it matters, 0 to 1.
    importance: float | None
    #: What to remember.
    text: str | None
    #: What it is about.
    topics: list[str] | None


class _Entity(TypedDict):
    #: Its id where it lives, such as `page-123`.
    id: str
    #: What people call it, such as `About Us`.
    name: str
    #: What it is, such as `page`.
    type: str


class Entity(_Entity, total=False):
    """One thing that a conversation has touched."""

    #: Whether it was shown together with the one after it in the list: neither is more recent.
    together: bool


class EntityAddAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: All that is tracked now, most recent first.
    entities: list[EntityPart]
    #: What was seen.
    found: list[EntityPart]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What is not tracked any more because it was deleted or forgotten.
    removed: list[EntityKey]
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class EntityExportAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What `entity_restore` takes.
    saved: SavedPart
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class EntityForgetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: All that is tracked now, most recent first.
    entities: list[EntityPart]
    #: What was seen.
    found: list[EntityPart]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What is not tracked any more because it was deleted or forgotten.
    removed: list[EntityKey]
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class EntityKey(TypedDict, total=False):
    """Which entity: there is one entry for each."""

    #: Its id.
    id: str
    #: What it is, such as `page`.
    type: str


class EntityListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The `[WORKING MEMORY]` block with every entity of the session, whatever was asked for.
    block: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[EntityPart]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Which session.
    session: SessionKey
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: How many a session tracks; what was touched longest ago goes first.
    tracked_at_most: int
    #: The version of the stream the call was about.
    version: int | None


class EntityObserveAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: All that is tracked now, most recent first.
    entities: list[EntityPart]
    #: What was seen.
    found: list[EntityPart]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What is not tracked any more because it was deleted or forgotten.
    removed: list[EntityKey]
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class EntityPart(TypedDict, total=False):
    """One thing that a conversation has touched."""

    #: Its id where it lives, such as `page-123`.
    id: str
    #: What people call it, such as `About Us`.
    name: str
    #: Whether it was shown together with the one after it in the list: neither is more recent.
    together: bool
    #: What it is, such as `page`.
    type: str


class EntityResolveAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whether the phrase could as well mean another of `choices`; `entity` is the newest of them.
    ambiguous: bool
    #: What to choose from when it is ambiguous.
    choices: list[EntityPart]
    #: All that the phrase refers to, most recent first: one unless it is a plural.
    entities: list[EntityPart]
    #: The entity, or the newest of several.
    entity: EntityPart | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What to ask when it is ambiguous, or why there is nothing.
    say: str | None
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class EntityRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: All that is tracked now, most recent first.
    entities: list[EntityPart]
    #: What was seen.
    found: list[EntityPart]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What is not tracked any more because it was deleted or forgotten.
    removed: list[EntityKey]
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class Evidence(TypedDict, total=False):
    """One piece of evidence."""

    #: When.
    at: Time | None
    #: The number of the try, from 1.
    attempt: int | None
    #: Who.
    by: str | None
    #: What it is.
    kind: EvidenceKind
    #: What it says, in a line: an error, a remark, what was done.
    text: str
    #: The thing in the workflow, such as `D3` or `T5`.
    thing: str
    #: The thing's title, or the beginning of what it says.
    title: str
    #: The version of the workflow at which the thing last changed.
    version: int


class Fact(TypedDict):
    """One fact."""

    #: Who made it happen.
    actor: Actor
    #: When it happened.
    at: Time
    #: The particulars, as JSON.
    body: Any
    #: Through which door.
    door: Door
    #: What happened.
    kind: str
    #: Its place in the log.
    position: int
    #: In which request.
    request: str
    #: The number of the body's form.
    schema: int
    #: Its stream.
    stream: StreamId
    #: Its number in the stream, from 1.
    version: int
    #: The workspace it belongs to.
    workspace: str


class FewNamed(TypedDict, total=False):
    """The first things of a kind, and how many there are."""

    #: How many there are.
    count: int
    #: The newest of them, at most 20.
    items: list[Named]
    #: How many are not among the items.
    left_out: int


class FewWorked(TypedDict, total=False):
    """The first things of a kind, and how many there are."""

    #: How many there are.
    count: int
    #: The newest of them, at most 20.
    items: list[Worked]
    #: How many are not among the items.
    left_out: int


class FewWritten(TypedDict, total=False):
    """The first things of a kind, and how many there are."""

    #: How many there are.
    count: int
    #: The newest of them, at most 20.
    items: list[Written]
    #: How many are not among the items.
    left_out: int


class Fewstring(TypedDict, total=False):
    """The first things of a kind, and how many there are."""

    #: How many there are.
    count: int
    #: The newest of them, at most 20.
    items: list[str]
    #: How many are not among the items.
    left_out: int


class FieldChange(TypedDict, total=False):
    """A field that would be changed."""

    #: What it is to say.
    after: Any
    #: What it says now; null where there is nothing.
    before: Any
    #: Its name.
    field: str


class FieldDiff(TypedDict, total=False):
    """Anything else that is different."""

    #: What it is; null for nothing.
    after: Any
    #: What it was; null for nothing.
    before: Any
    #: Its name, such as `context`.
    field: str


class FieldFault(TypedDict):
    """One field that is wrong."""

    #: What is wrong with it and what was expected.
    detail: str
    #: A JSON pointer into the arguments, such as `/tasks/0/title`.
    pointer: str


class File(TypedDict, total=False):
    """A file to look at."""

    #: How many lines were added since that version. Absent when the content is no text, is not here or is too large
    #: to compare in passing.
    added: int | None
    #: The version to look at.
    artifact: Artifact
    #: The version to compare it with: the newest one that a review of the task has seen, or else the one from before
    #: the task. Absent when all of it is new.
    before: ArtifactNo | None
    #: The number of that version among those of its path.
    before_version: int | None
    #: How many lines were removed since that version.
    removed: int | None


class Filters(TypedDict, total=False):
    """What must be so of crystals; all that is given must hold together."""

    #: The agents they are from.
    agent: TagFilter | None
    #: When they are archived if nobody recalls them until then.
    archives_at: Range | None
    #: The cores they are in.
    core: TagFilter | None
    #: When they came to be.
    created_at: Range | None
    #: Whether memories have been taken from a message: `t` or `f`.
    discrete_memory_extracted: TagFilter | None
    #: Who and what is named in them.
    entities: TagFilter | None
    #: When what they tell of happened.
    event_date: Range | None
    #: When their time runs out.
    expires_at: Range | None
    #: How they were taken from messages.
    extraction_strategy: TagFilter | None
    #: `t` of what is frozen.
    frozen: TagFilter | None
    #: Their ids.
    id: TagFilter | None
    #: What they are about: `fact`, `preference`, `goal`, `pattern`, `insight`, `relationship`, `skill`, `episode`; of
    #: those that say so.
    kind: TagFilter | None
    #: When they were recalled last.
    last_accessed: Range | None
    #: The stages of life that are wanted, one or several; unless given a search leaves out what is archived or
    #: expired.
    lifecycle: OneOrSeveral
    #: Their hashes.
    memory_hash: TagFilter | None
    #: `semantic`, `episodic` or `message`.
    memory_type: TagFilter | None
    #: Conditions on metadata, by key.
    metadata: MetadataFilter | None
    #: The namespaces they belong to.
    namespace: TagFilter | None
    #: `t` of what is pinned.
    pinned: TagFilter | None
    #: The sessions they are from.
    session_id: TagFilter | None
    #: The streams they were taken from, such as `session:chat-1`.
    source: TagFilter | None
    #: Whether what is so no longer is wanted too, because another memory took its place or its time is over.
    superseded: bool | None
    #: What they are about.
    topics: TagFilter | None
    #: How far they are to be believed: `agent`, `human`, `imported` or `quarantined`; unless given a search leaves
    #: out what is quarantined.
    trust: TagFilter | None
    #: When they were changed last.
    updated_at: Range | None
    #: The users they are about.
    user_id: TagFilter | None
    #: Only what was so at that time, also if it is so no longer.
    valid_at: Time | None
    #: From when on what they say is so.
    valid_from: Range | None
    #: From when on it is so no longer.
    valid_to: Range | None
    #: The workflows they are from.
    workflow: TagFilter | None


class FoldedRoom(TypedDict, total=False):
    """A room that is drawn as one node."""

    #: How many of them have each status; those with none are left out.
    counts: dict[str, int]
    #: The group.
    name: str
    #: The tasks in it that the drawing would show.
    tasks: list[TaskNo]


class ForgetPolicy(TypedDict, total=False):
    """A rule of forgetting. Pinned crystals are never taken, and without a limit none is."""

    #: Of what is left keep so many at most: those made and recalled most recently.
    budget: int | None
    #: With both limits given, take what is older than so many times `max_age_days` however often it is recalled; 12
    #: unless given.
    hard_age_multiplier: float | None
    #: Take what came to be more days ago. With `max_inactive_days` both must have passed.
    max_age_days: float | None
    #: Take what was recalled last more days ago.
    max_inactive_days: float | None
    #: Take these types only.
    memory_type_allowlist: list[MemoryType] | None


class ForgottenMemory(TypedDict, total=False):
    """A memory that was forgotten and is not erased yet."""

    #: The memory as it was.
    memory: Crystal
    #: When it is erased for good.
    purge_at: Time


class Form(TypedDict, total=False):
    """A form that a crystal had."""

    #: Since when.
    at: Time
    #: Who wrote it.
    by: Actor
    #: The fact that holds it.
    version: int
    #: What was done.
    what: TrailStep


class Freed(TypedDict, total=False):
    """A task that could start."""

    #: Its name in the workflow.
    id: TaskNo
    #: What is to be done, in a line.
    title: str


class _Function(TypedDict):
    #: The tool's name.
    name: str


class Function(_Function, total=False):
    """The nested form of a call's name and arguments."""

    #: What it is called with: an object, or its JSON text.
    arguments: Any


class FunctionPart(TypedDict, total=False):
    """The nested form of a call's name and arguments."""

    #: What it is called with: an object, or its JSON text.
    arguments: Any
    #: The tool's name.
    name: str


class Gauges(TypedDict, total=False):
    """How full a session is. Summary and messages count."""

    #: How much of the window is used, in percent: 0 to 100, also where more is stored than fits.
    context_percentage_total_used: float
    #: How much of the way to the next summary is gone, in percent: 0 to 100.
    context_percentage_until_summarization: float
    #: The tokens of the summary.
    context_tokens: int
    #: The context window in tokens.
    context_window: int
    #: The encoding in which tokens are counted.
    encoding: str
    #: The tokens of the messages, each counted as `{role}: {content}`.
    message_tokens: int
    #: Above so many the oldest messages are summarised.
    threshold_tokens: int
    #: Both.
    tokens: int
    #: Where its size is from.
    window_from: WindowFrom


class Gave(TypedDict, total=False):
    """What an agent gave to a workflow."""

    #: What the agent gave.
    contribution: Contribution
    #: Its name.
    name: str
    #: The workflow.
    workflow: Id


class GraphDoor(TypedDict, total=False):
    """An opening in a wall."""

    #: Whether the wall it opens runs from left to right.
    horizontal: bool
    #: The middle of the opening.
    x: float
    #: The middle of the opening.
    y: float


_GraphEdgeFrom = TypedDict("_GraphEdgeFrom", {"from": "TaskNo"}, total=False)


class GraphEdge(_GraphEdgeFrom, total=False):
    """An edge of the graph: `from` blocks `to`."""

    #: The task that waits.
    to: TaskNo
    #: What the first is to the second.
    type: EdgeKind
    #: What is needed of the task before.
    when: When


class Handled(TypedDict, total=False):
    """What was done with one learning."""

    #: When.
    at: Time | None
    #: Who promoted or dismissed it, or opened it again.
    by: Actor | None
    #: The version of the workflow at which it last changed.
    changed: int
    #: The core in which it is kept.
    core: str | None
    #: How somebody worded it.
    edit: Edit
    #: When.
    edited_at: Time | None
    #: Who worded it so.
    edited_by: Actor | None
    #: Its name in the workflow.
    id: LearningName
    #: The memory that says it there.
    memory: str | None
    #: When it made itself known while the work went on.
    noted_at: Time | None
    #: Why.
    reason: str | None
    #: What became of it.
    status: LearningStatus
    #: Whether a person had to agree first.
    waits: bool
    #: Whether that memory had said it before.
    was_known: bool


class Happening(TypedDict, total=False):
    """One fact, as feeds show it."""

    #: Who made it happen.
    actor: Actor
    #: When it happened.
    at: Time
    #: The particulars.
    body: Any
    #: Through which door.
    door: Door
    #: What happened.
    kind: str
    #: Its place in the log.
    position: int
    #: In which request.
    request: str
    #: The number of the body's form.
    schema: int
    #: Its stream.
    stream: StreamId
    #: What happened, in a sentence.
    summary: str
    #: Its number in the stream, from 1.
    version: int
    #: The workspace it belongs to.
    workspace: str


class Held(TypedDict, total=False):
    """A task that an agent holds."""

    #: Under which lease.
    lease: Lease | None
    #: Where it is.
    status: TaskStatus
    #: The task.
    task: TaskNo
    #: Its title.
    title: str
    #: The workflow.
    workflow: Id


class Hit(TypedDict, total=False):
    """A crystal that was found."""

    #: How often it was recalled.
    access_count: int
    #: The agent it is from.
    agent: str | None
    #: The person who approved it.
    approved_by: str | None
    #: The core it is in.
    core: str
    #: When it came to be.
    created_at: Time
    #: When it will be archived if nobody recalls it until then.
    decays_at: Time | None
    #: `t` once memories have been taken from this message, `f` before.
    discrete_memory_extracted: str | None
    #: How far it is from what was asked, 0 to 1: 0 for the same text and without a query, lower where the score is
    #: higher. What fits is below 0.3, what is alike in meaning below 0.9.
    dist: float
    #: Who and what is named in it.
    entities: list[str]
    #: When what it tells of happened.
    event_date: Time | None
    #: When its time runs out: then it is not found any more, and erased.
    expires_at: Time | None
    #: The ids of the messages or memories it was taken from.
    extracted_from: list[str]
    #: How it was taken from them: `discrete`, `summary`, `preferences` or `custom`.
    extraction_strategy: str | None
    #: The particulars of that.
    extraction_strategy_config: dict[str, Any] | None
    #: Whether it stays as it is: it neither fades nor is changed by a rule.
    frozen: bool
    #: The person who pinned or froze it: no agent undoes that.
    held_by: str | None
    #: Its name: the caller's choice, or a ULID.
    id: str
    #: How much it matters, 0 to 1.
    importance: float | None
    #: What it is about, which decides for how long it matters; by `memory_type` unless given.
    kind: CrystalKind | None
    #: When it was recalled last.
    last_accessed: Time
    #: The stage of its life.
    lifecycle: Lifecycle | None
    #: The SHA-256 of its text without white space around it, its namespace and its user.
    memory_hash: str
    #: `semantic` (a fact), `episodic` (something that happened) or `message`.
    memory_type: MemoryType
    #: The memories that say the same and were taken in.
    merged_from: list[str]
    #: The memory that says the same and took it in.
    merged_into: str | None
    #: Whatever else belongs to it; kept, never looked at.
    metadata: dict[str, Any] | None
    #: The namespace it belongs to; also the name of its core.
    namespace: str | None
    #: When it was stored first.
    persisted_at: Time
    #: Whether it never fades and is never forgotten by a rule.
    pinned: bool
    #: Where it was taken from.
    provenance: Provenance | None
    #: How well it fits, 0 to 1, comparable between questions: where the best one has less than 0.5, nothing really
    #: fits. 0 without words.
    score: float
    #: What the score is made of: `keyword`, `semantic` or `hybrid`.
    score_type: str
    #: The session it is from.
    session_id: str | None
    #: What is left of its importance: it fades from the last recall on.
    strength: float | None
    #: The memory that took its place, since `valid_to`.
    superseded_by: str | None
    #: The memories of its core that it takes the place of: what they say is so no longer.
    supersedes: list[str]
    #: What is remembered.
    text: str
    #: What it is about.
    topics: list[str]
    #: How far it is to be believed.
    trust: Trust
    #: When it was changed last.
    updated_at: Time
    #: The user it is about.
    user_id: str | None
    #: How it felt, from -1 (bad) to 1 (good).
    valence: float | None
    #: From when on what it says is so.
    valid_from: Time | None
    #: From when on what it says is so no longer: then no search finds it unless asked to.
    valid_to: Time | None
    #: Why it was found.
    why: Why
    #: The workflow it is from.
    workflow: str | None


class Hunk(TypedDict, total=False):
    """A changed place with the lines around it."""

    #: The lines.
    lines: list[Line]
    #: How many lines of the new text.
    new_lines: int
    #: The first line in the new text, from 1; 0 when it has none here.
    new_start: int
    #: How many lines of the old text.
    old_lines: int
    #: The first line in the old text, from 1; 0 when it has none here.
    old_start: int


class ImportedItem(TypedDict, total=False):
    """One thing that an import wrote."""

    #: Whether it was there before.
    change: ImportedChange
    #: Its name here.
    id: str
    #: Its name where it is from.
    key: str
    #: What it is, in a line.
    title: str


class InboxGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The request for approval it is.
    approval: Approval | None
    #: Whether the task is on the chain that takes longest.
    critical: bool
    #: The decision whose approval is asked for.
    decision: Decision | None
    #: The files to look at: the newest version of each that was made for the task, or the one whose approval is asked
    #: for.
    files: list[File]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The item.
    item: Item
    #: Who leads the workflow, or did.
    lead: Lead
    #: What the task needs and has not got, in words: approving it takes `force` then.
    missing: str
    #: The outcome in sentences, if it no longer needs a person: what was done, and by whom. `item.since` is then when
    #: that was.
    outcome: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: The question it is.
    question: Question | None
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task it is about.
    task: Task | None
    #: The tasks that could start if the task were completed now.
    unblocks: list[Freed]
    #: The version of the stream the call was about.
    version: int | None


class InboxListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many of each kind; those with none are left out.
    counts: dict[str, int]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items.
    items: list[Item]
    #: The cores in which memories of agents wait for a person, the longest waiting first: on the first page, where no
    #: workflow was named.
    memories: list[CoreWaiting]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many were put off.
    snoozed: int
    #: How many there are in all.
    total: int
    #: The version of the stream the call was about.
    version: int | None


class IngestOutcome(TypedDict, total=False):
    """What became of a tool call."""

    #: Whether it was merged; otherwise the scratchpad is as it was before.
    applied: bool
    #: Why it was not merged, or what of it was left out.
    diagnostic: str | None
    #: Where the state would not fit the scratchpad's schema.
    misfits: list[Misfit]
    #: Who shares the scratchpad.
    scope: Scope
    #: The scratchpad's name.
    scratchpad: str
    #: The tool's name.
    tool: str


class Inherited(TypedDict, total=False):
    """What became of one scratchpad."""

    #: Whether it was copied, or its changes were merged.
    applied: bool
    #: Why not.
    diagnostic: str | None
    #: Its name.
    scratchpad: str


_ItemFrom = TypedDict("_ItemFrom", {"from": "str | None"}, total=False)


class Item(_ItemFrom, total=False):
    """One thing that needs a person."""

    #: What there is to say about it, in a line.
    detail: str
    #: How many tasks hang on it.
    holds_up: int
    #: Its name in the workflow: the kind and the thing, such as `review:T7`.
    item: str
    #: Why it needs a person.
    kind: ItemKind
    #: Since when.
    since: Time
    #: Until when somebody put it off.
    snoozed_until: Time | None
    #: The thing it is about, such as `T7`, `Q2`; empty for the workflow itself.
    thing: str
    #: What it is, in a line.
    title: str
    #: The workflow.
    workflow: Id
    #: The workflow's name.
    workflow_name: str


class ItemSnoozeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The item.
    item: Item
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class Job(TypedDict, total=False):
    """A job that was begun and is not done."""

    #: How often it was taken since it last succeeded.
    attempt: int
    #: The process that took it.
    by: str
    #: Why it failed last.
    error: str | None
    #: The lease under which it was last taken: the version of the fact that says so.
    lease: int
    #: When it is tried again.
    retry_at: Time | None
    #: When its state last changed.
    since: Time
    #: How it is with it.
    state: JobState
    #: When the lease ends.
    until: Time


class JobListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[JobRow]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class JobRow(TypedDict, total=False):
    """A job as lists show it."""

    #: How often it was taken since it last succeeded.
    attempt: int
    #: Why it failed last.
    error: str | None
    #: Which work it is.
    kind: JobKind
    #: When it is tried again.
    retry_at: Time | None
    #: When its state last changed.
    since: Time
    #: How it is with it.
    state: JobState
    #: What it is about, such as `session:talk`.
    stream: StreamId


class JobRunAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Which work.
    kind: JobKind
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What it is about.
    stream: StreamId
    #: The version of the stream the call was about.
    version: int | None


class JobStopAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Which work.
    kind: JobKind
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What it is about.
    stream: StreamId
    #: The version of the stream the call was about.
    version: int | None


class Lead(TypedDict, total=False):
    """Who leads."""

    #: The orchestrator; absent when nobody leads.
    agent: str | None
    #: Since when nobody leads.
    ended_at: Time | None
    #: Grows with every change of the lead; 0 when there never was one.
    epoch: int
    #: Who has led, with the last epoch of each.
    epochs: dict[str, int]
    #: Whether the last lead ran out instead of being given back.
    expired: bool
    #: What the last lead left behind.
    handoff_note: str | None
    #: Until when, unless renewed.
    until: Time | None


class Learned(TypedDict, total=False):
    """How many learnings lists say that a workflow has."""

    #: How many there are: all when the workflow has ended, before that those which made themselves known.
    found: int
    #: How many of them nobody has decided about.
    open: int


class Learning(TypedDict, total=False):
    """A learning as it stands."""

    #: The version of the workflow at which it last changed: what `if_version` compares.
    changed: int
    #: The core in which it is kept, or would be.
    core: str
    #: When.
    edited_at: Time | None
    #: Who worded it otherwise than suggested.
    edited_by: Actor | None
    #: What it rests on, at most twenty pieces.
    evidence: list[Evidence]
    #: How many more pieces there are.
    evidence_left_out: int
    #: Why what it was learned from holds no more, where it does not.
    gone: str | None
    #: Its name in the workflow, such as `L-D3`.
    id: LearningName
    #: How much it matters, 0 to 1.
    importance: float
    #: What kind of thing it is; absent when what it was learned from holds no more.
    kind: LearningKind | None
    #: When it was learned.
    learned_at: Time
    #: The memory that says it.
    memory: str | None
    #: When it made itself known while the work went on.
    noted_at: Time | None
    #: Why.
    reason: str | None
    #: When.
    settled_at: Time | None
    #: Who promoted or dismissed it, or opened it again.
    settled_by: Actor | None
    #: What became of it.
    status: LearningStatus
    #: What is remembered, or would be; in lists the beginning of it.
    text: str
    #: How many characters all of it has, where only the beginning is here.
    text_chars: int | None
    #: What it is, in a line.
    title: str
    #: What it is about.
    topics: list[str]
    #: Whether a person had to agree before that memory could be found: the core asks for it.
    waits: bool
    #: Whether that memory had said it before.
    was_known: bool
    #: The workflow that teaches it.
    workflow: Id
    #: The workflow's name.
    workflow_name: str


class LearningCounts(TypedDict, total=False):
    """How many learnings a workflow has, by what became of them."""

    #: They are not worth keeping.
    dismissed: int
    #: Nobody has decided about them.
    open: int
    #: They are long-term memories.
    promoted: int


class LearningDismissAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class LearningEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class LearningGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class LearningListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many there are by what became of them; of one workflow alone.
    counts: LearningCounts | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The learnings; their texts are cut where they are long, `learning_get` has all of one.
    items: list[Learning]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all; of one workflow alone.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class LearningPromoteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class LearningReopenAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The learning.
    learning: Learning
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class Lease(TypedDict, total=False):
    """The right to work on a task for a while."""

    #: Grows with every claim of the task: what carries an older one comes too late.
    fence: int
    #: The agent.
    holder: str
    #: What the holder sends with every call about the task. It is no secret: the caller must be the holder too.
    id: str
    #: Since when its clock stands still, because a person's answer is awaited.
    parked_at: Time | None
    #: How long a renewal lasts, in seconds.
    seconds: int
    #: When it ends unless renewed.
    until: Time


class Leaving(TypedDict, total=False):
    """A memory that would be forgotten."""

    #: The core it is in.
    core: str
    #: Its id.
    id: str
    #: The stream it was taken from.
    source: StreamId | None
    #: What it says, in short.
    text: str
    #: Why it would go.
    why: str


class Led(TypedDict, total=False):
    """A workflow that an agent leads."""

    #: The lead's epoch.
    epoch: int
    #: Its name.
    name: str
    #: The workflow.
    workflow: Id


class Levels(TypedDict, total=False):
    """How a mood stands: each level is 0 to 1."""

    #: Trouble.
    cortisol: float
    #: Wins.
    dopamine: float
    #: Company.
    oxytocin: float


class Lexical(TypedDict, total=False):
    """What a crystal's words say."""

    #: Which ones it has.
    matched: list[str]
    #: How many words were looked for.
    of: int
    #: Its place by words alone, from 1, among those that were weighed.
    rank: int
    #: The BM25 score of its words; larger is better.
    score: float
    #: Their share of its score.
    share: float
    #: How many of the words it has.
    words: int


class Lifecycles(TypedDict, total=False):
    """How many crystals are at which stage of their lives."""

    #: Recalled.
    activated: int
    #: Faded, or taken in by another one.
    archived: int
    #: Recalled often, and of weight.
    consolidated: int
    #: About to be erased.
    expired: int
    #: Kept as they are.
    frozen: int
    #: Made, and not recalled yet.
    generated: int


class Line(TypedDict, total=False):
    """One line of a hunk."""

    #: Its number in the new text, from 1.
    new: int | None
    #: Its number in the old text, from 1.
    old: int | None
    #: Which text it belongs to.
    tag: DiffTag
    #: The line without its end.
    text: str


class Link(TypedDict):
    """Where something about the task can be found."""

    #: `worktree`, `commit`, `pull_request` or another word.
    kind: str
    #: The address, path or hash.
    target: str


class LinkPart(TypedDict, total=False):
    """Where something about the task can be found."""

    #: `worktree`, `commit`, `pull_request` or another word.
    kind: str
    #: The address, path or hash.
    target: str


class Meaning(TypedDict, total=False):
    """What a crystal means."""

    #: How near that is to what was asked, from -1 to 1.
    cosine: float
    #: Its share of the score.
    share: float


class MemoryApproveAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryCompactAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many memories were archived because another one says the same.
    merged: int
    #: True when more of these say what another one says: call it again.
    more: bool
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many are left.
    remaining: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Each memory's id and what became of it.
    memories: list[CreatedOne]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The memory; as it is to be, where that waits.
    memory: Crystal
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: True when a person has to approve the change first.
    waiting: bool | None


class MemoryForgetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many of them were forgotten.
    deleted: int
    #: Which.
    deleted_ids: list[str]
    #: Whether nothing was forgotten, because it was only asked what would be.
    dry_run: bool
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: With `dry_run`: what would go, and why.
    items: list[Leaving]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many memories were looked at.
    scanned: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryForgottenAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[ForgottenMemory]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class MemoryGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Where it is from, where that was asked for.
    trail: Trail | None
    #: The version of the stream the call was about.
    version: int | None


class MemoryImportAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many were there and are changed.
    changed: int
    #: The core that memories went to.
    core: str | None
    #: How many things are new.
    created: int
    #: Whether nothing was written: this is what would be.
    dry_run: bool
    #: The format of what was read, such as `beads`.
    format: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The first of those that are new or changed.
    items: list[ImportedItem]
    #: What else should be known.
    notes: list[str]
    #: The first of them and of those links, each with its place and the reason.
    odd: list[Odd]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many things are quarantined: they cannot be taken in, and are kept whole.
    quarantined: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many links between things were set aside, because they would close a cycle.
    set_aside: int
    #: How many were there and stay as they are.
    unchanged: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryMergeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryPurgeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The core it was in.
    core: str
    #: What was made of it: it goes too with `cascade`, and stays without.
    derived: list[Derived]
    #: Whether they are erased; `erasing` says what that promises.
    erased: bool
    #: What an erasure promises here: that no byte is left in the log's files, or that no row is, while files and
    #: backups of the database are its operator's.
    erasing: Erasing
    #: The facts that held it.
    facts: list[int]
    #: The memory.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class _MemoryRecord(TypedDict):
    #: What is to be kept.
    text: str


class MemoryRecord(_MemoryRecord, total=False):
    """A memory in a session. One without `persisted_at` waits to become a crystal."""

    #: How often it was recalled.
    access_count: int
    #: When it was made.
    created_at: Moment | None
    #: Whether smaller memories were taken from it.
    discrete_memory_extracted: bool
    #: Whom and what it names.
    entities: list[str]
    #: When what it tells happened.
    event_date: Moment | None
    #: The messages it was taken from.
    extracted_from: list[str]
    #: How it was taken from them.
    extraction_strategy: str | None
    #: The particulars of how.
    extraction_strategy_config: Any
    #: Its id; one is made when it has none.
    id: str
    #: How much it matters, 0 to 1.
    importance: float | None
    #: When it was last recalled.
    last_accessed: Moment | None
    #: The caller's own hash of the text.
    memory_hash: str | None
    #: What kind of memory it is.
    memory_type: MemoryType
    #: Whatever else the caller keeps with it.
    metadata: Any
    #: The namespace it belongs to.
    namespace: str | None
    #: When it became a crystal.
    persisted_at: Moment | None
    #: Whether it never fades.
    pinned: bool
    #: The session it is from.
    session_id: str | None
    #: What it is about.
    topics: list[str]
    #: When it was last changed.
    updated_at: Moment | None
    #: Whom it is about.
    user_id: str | None


class MemoryRecordPart(TypedDict, total=False):
    """A memory in a session. One without `persisted_at` waits to become a crystal."""

    #: How often it was recalled.
    access_count: int
    #: When it was made.
    created_at: Moment | None
    #: Whether smaller memories were taken from it.
    discrete_memory_extracted: bool
    #: Whom and what it names.
    entities: list[str]
    #: When what it tells happened.
    event_date: Moment | None
    #: The messages it was taken from.
    extracted_from: list[str]
    #: How it was taken from them.
    extraction_strategy: str | None
    #: The particulars of how.
    extraction_strategy_config: Any
    #: Its id; one is made when it has none.
    id: str
    #: How much it matters, 0 to 1.
    importance: float | None
    #: When it was last recalled.
    last_accessed: Moment | None
    #: The caller's own hash of the text.
    memory_hash: str | None
    #: What kind of memory it is.
    memory_type: MemoryType
    #: Whatever else the caller keeps with it.
    metadata: Any
    #: The namespace it belongs to.
    namespace: str | None
    #: When it became a crystal.
    persisted_at: Moment | None
    #: Whether it never fades.
    pinned: bool
    #: The session it is from.
    session_id: str | None
    #: What is to be kept.
    text: str
    #: What it is about.
    topics: list[str]
    #: When it was last changed.
    updated_at: Moment | None
    #: Whom it is about.
    user_id: str | None


class MemoryRejectAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Its id.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: When it is erased.
    purge_at: Time
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MemorySearchAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The memories, best first.
    items: list[Hit]
    #: How was looked.
    mode: Mode
    #: The `cursor` of the next page; absent on the last one.
    next_cursor: str | None
    #: The `offset` of the next page; absent on the last one.
    next_offset: int | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Words of the query that no memory has, and what was looked for instead.
    read_as: list[WordReadAs]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many match in all: by a word, as the neighbour of one that does, or by what they mean.
    total: int
    #: The version of the stream the call was about.
    version: int | None


_MemoryTimelineAnswerFrom = TypedDict("_MemoryTimelineAnswerFrom", {"from": "Time | None"}, total=False)


class MemoryTimelineAnswer(_MemoryTimelineAnswerFrom, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many it may have.
    budget: int
    #: The entries, in the order of time.
    entries: list[TimelineEntry]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many entries were found for which there was no room.
    left_out: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The timeline as an agent reads it: a line for each entry, with its date, and its kind and id in brackets.
    text: str
    #: The last moment of it; absent without a limit.
    to: Time | None
    #: The tokens of the text.
    tokens: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryUnmergeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The memory.
    memory: Crystal
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MemoryWaitingAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[WaitingMemory]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class Message(TypedDict, total=False):
    """One message."""

    #: What it says.
    content: MessageContent
    #: When it was said; messages are kept in this order, and those of one time in the order in which they came.
    created_at: Moment
    #: Whether memories were taken from it.
    discrete_memory_extracted: bool
    #: Its id within the session.
    id: str
    #: Whatever else the caller keeps with it.
    metadata: Any
    #: The name of who says it, or of the tool whose result it is.
    name: str | None
    #: When it became a searchable long-term memory.
    persisted_at: Moment | None
    #: Who says it: `user`, `assistant`, `system`, `tool`, …
    role: str
    #: The tokens of `{role}: {content}`; a picture or a file in it has a price of its own.
    tokens: int
    #: The call whose result it is.
    tool_call_id: str | None
    #: The tools it calls.
    tool_calls: list[ToolCallPart]
    #: The version of the session that wrote it.
    version: int


class MessageDiff(TypedDict, total=False):
    """A message that is different: it was added without `before`, taken away without `after`."""

    #: What it is.
    after: Message | None
    #: What it was.
    before: Message | None
    #: Its id.
    id: str


class MindContextAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: The limit of the document, and another time of the notes.
    budget: Budget
    #: How many characters of the text are the document.
    document_chars: int
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many characters of it are the notes with their heading.
    note_chars: int
    #: How many notes wait that are not in it.
    notes_left_out: int
    #: How many notes are in the text.
    notes_shown: int
    #: The number of the document's version; none before the first.
    number: int | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The text, ready to stand in a prompt.
    text: str
    #: The text's tokens.
    tokens: int
    #: The version of the stream the call was about.
    version: int | None
    #: Whether something of the document was left out.
    was_cut: bool


class MindDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: When it is erased unless it is brought back; none once it is.
    purge_at: Time | None
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


_MindDiffAnswerFrom = TypedDict("_MindDiffAnswerFrom", {"from": "VersionRow"}, total=False)


class MindDiffAnswer(_MindDiffAnswerFrom, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many lines were added.
    added: int
    #: Whose mind.
    agent: str
    #: Where they differ.
    hunks: list[Hunk]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many lines were taken out.
    removed: int
    #: The other.
    to: VersionRow
    #: The version of the stream the call was about.
    version: int | None


class MindDocument(TypedDict, total=False):
    """The document as it is."""

    #: When it was written.
    at: Time
    #: By whom.
    by: Actor
    #: Its length in characters.
    chars: int
    #: The fact that holds it.
    fact: int
    #: How it came to be.
    made: Made
    #: Its number, from 1.
    number: int
    #: The version that it is again, or was made of.
    of: int | None
    #: The one section that was changed by hand.
    section: Section | None
    #: The whole text.
    text: str


class MindDreamAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: Since when it is wanted.
    at: Time
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Whether it is being dreamt already.
    is_running: bool
    #: How many notes wait for it.
    notes: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MindEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The number that the document has now; the one that was given when it says what it said.
    number: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MindGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose it is.
    agent: str
    #: The dream that is wanted or being dreamt.
    asked: Asked | None
    #: When it began.
    created_at: Time | None
    #: The document; none before the first dream.
    document: MindDocument | None
    #: The last dreams, the newest first.
    dreams: list[DreamRow]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The sections that dreams leave alone.
    locked: list[Section]
    #: When Loci next looks whether there is enough to dream of.
    look_at: Time | None
    #: Searches that found nothing which fits, the latest first.
    misses: list[Miss]
    #: The mood.
    mood: MoodShown
    #: The notes that wait for a dream, the oldest first.
    notes: list[Note]
    #: How many notes were written in all.
    notes_written: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What the agent reported of how it does among others.
    reported: NicheReported | None
    #: When it reported that.
    reported_at: Time | None
    #: The same as a text.
    scratch: str
    #: When something last happened.
    updated_at: Time
    #: The version of the stream the call was about.
    version: int | None
    #: How many versions there are.
    version_count: int
    #: The newest versions, the newest first.
    versions: list[VersionRow]


class MindListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[MindListed]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class MindListed(TypedDict, total=False):
    """A mind as lists show it."""

    #: Whose it is.
    agent: str
    #: The document's characters.
    chars: int
    #: The last dream.
    dream: DreamRow | None
    #: The levels of its mood now.
    levels: Levels
    #: When Loci next looks whether there is enough to dream of.
    look_at: Time | None
    #: Its mood in words.
    mood: str
    #: How many notes wait for a dream.
    notes: int
    #: The number of the document's version; none before the first dream.
    number: int | None
    #: When it is erased unless brought back, once it is deleted.
    purge_at: Time | None
    #: When something last happened.
    updated_at: Time


class MindLockAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The sections that dreams leave alone, in the order of a document.
    locked: list[Section]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MindRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: When it is erased unless it is brought back; none once it is.
    purge_at: Time | None
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MindSeedAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: How many long-term memories were made of it; none where these are switched off.
    crystals: int
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The number of the version that it is.
    number: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The same in the form of all imports.
    report: Report
    #: The version of the stream the call was about.
    version: int | None


class MindUnlockAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The sections that dreams leave alone, in the order of a document.
    locked: list[Section]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class MindVersionGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: When it was written.
    at: Time
    #: By whom.
    by: Actor
    #: Its length in characters.
    chars: int
    #: The fact that holds it.
    fact: int
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How it came to be.
    made: Made
    #: Its number, from 1.
    number: int
    #: The version that it is again, or was made of.
    of: int | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The one section that was changed by hand.
    section: Section | None
    #: The whole text.
    text: str
    #: The version of the stream the call was about.
    version: int | None


class MindVersionRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The number that the document has now; the one that was given when it says what it said.
    number: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class Misfit(TypedDict, total=False):
    """One place at which a state does not fit a schema."""

    #: What is wrong there and what was expected.
    message: str
    #: A JSON pointer into the state.
    pointer: str


class Miss(TypedDict, total=False):
    """A search that found nothing which fits."""

    #: When last.
    at: Time
    #: How often.
    count: int
    #: What was searched for.
    query: str


class MoodShown(TypedDict, total=False):
    """A mood as it is now."""

    #: What raised each level last.
    causes: list[Cause]
    #: When what spiked is noted.
    consolidated_at: Time | None
    #: Trouble.
    cortisol: float
    #: The course over the last day: every half hour, and before and after each signal.
    course: list[Point]
    #: Wins.
    dopamine: float
    #: Company.
    oxytocin: float
    #: Where they rest.
    rest: Levels
    #: What spiked and is not noted yet.
    spikes: list[Spike]
    #: In words.
    words: str


class MoodSignalAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Its levels.
    levels: Levels
    #: The mood in words.
    mood: str
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class Named(TypedDict, total=False):
    """One thing by its short name and the beginning of what it says."""

    #: Its short name in the workflow, such as `T12`.
    id: str
    #: Its title, or the beginning of what it says, in one line.
    text: str


class NearMemory(TypedDict, total=False):
    """A memory about the same subject with a different statement."""

    #: Its event date, else the start of its validity, else its creation.
    at: Time
    #: Its id.
    id: str
    #: The beginning of its text.
    text: str


class _NeedWithTask(TypedDict):
    task: TaskNo


class NeedWithTask(_NeedWithTask, total=False):
    """`NeedWithTask`."""

    when: When


class Neighbours(TypedDict, total=False):
    """What a crystal's neighbours say."""

    #: The one that says most.
    id: str | None
    #: Their share of its score.
    share: float


class _NewArtifact(TypedDict):
    #: Where it lives, as the project writes paths: `src/auth/token.rs`.
    path: str
    #: What kind of thing it is.
    type: ArtifactKind


class NewArtifact(_NewArtifact, total=False):
    """Something that was made, to be recorded."""

    #: The content's SHA-256 in hexadecimal, when the content itself stays where it is.
    checksum: str | None
    #: The commit it is in.
    commit: str | None
    #: The content, as text.
    content: Content | None
    #: What it is; as in the version before unless given.
    description: str | None


class NewCrystal(TypedDict, total=False):
    """A crystal to be made."""

    #: The agent it is from.
    agent: str | None
    #: When it came to be; now unless given.
    created_at: Time | None
    #: `t` once memories have been taken from this message, `f` before.
    discrete_memory_extracted: str | None
    #: Who and what is named in it.
    entities: list[str]
    #: When what it tells of happened.
    event_date: Time | None
    #: When its time runs out: then it is not found any more, and erased.
    expires_at: Time | None
    #: The ids of the messages or memories it was taken from.
    extracted_from: list[str]
    #: How it was taken from them: `discrete`, `summary`, `preferences` or `custom`.
    extraction_strategy: str | None
    #: The particulars of that.
    extraction_strategy_config: dict[str, Any] | None
    #: Whether it stays as it is: it neither fades nor is changed by a rule.
    frozen: bool
    #: Its name, 1 to 256 characters; a fresh one unless given. The same one again replaces the crystal.
    id: str | None
    #: How much it matters, 0 to 1.
    importance: float | None
    #: What it is about, which decides for how long it matters; by `memory_type` unless given.
    kind: CrystalKind | None
    #: `semantic` (a fact), `episodic` (something that happened) or `message`.
    memory_type: MemoryType
    #: Whatever else belongs to it; kept, never looked at.
    metadata: dict[str, Any] | None
    #: The namespace it belongs to; also the name of its core.
    namespace: str | None
    #: Whether it never fades and is never forgotten by a rule.
    pinned: bool
    #: The session it is from.
    session_id: str | None
    #: The memories of its core that it takes the place of: what they say is so no longer.
    supersedes: list[str]
    #: What is remembered.
    text: str
    #: What it is about.
    topics: list[str]
    #: After so many seconds its time runs out; instead of `expires_at`.
    ttl_seconds: int | None
    #: The user it is about.
    user_id: str | None
    #: How it felt, from -1 (bad) to 1 (good).
    valence: float | None
    #: From when on what it says is so.
    valid_from: Time | None
    #: From when on what it says is so no longer: then no search finds it unless asked to.
    valid_to: Time | None
    #: The workflow it is from.
    workflow: str | None


class _NewDecision(TypedDict):
    #: What is to be decided, in a line of at most 300 characters.
    question: str


class NewDecision(_NewDecision, total=False):
    """A decision that is still to be made: edges of the same plan can wait for one of its options."""

    #: A name by which edges, and whoever makes it, may refer to it.
    key: str | None
    #: What can be chosen, 2 to 100; anything unless given.
    options: list[str]


class _NewMessage(TypedDict):
    #: Who says it: `user`, `assistant`, `system`, `tool`, …
    role: str


class NewMessage(_NewMessage, total=False):
    """A message as callers write it. What Loci notes itself (`tokens`, `version`) may come back in it and is passed
    over.
    """

    #: What it says; null where it only calls tools.
    content: MessageContent
    #: When it was said. Send it: without it the time of the call is taken, and the answer warns.
    created_at: Moment | None
    #: Whether memories were taken from it.
    discrete_memory_extracted: bool
    #: Its id within the session; one is made when it has none, from what it says and `created_at` where that is
    #: given. The id of a message that is there replaces that one.
    id: str | None
    #: Whatever else is to be kept with it.
    metadata: Any
    #: The name of who says it, or of the tool whose result it is.
    name: str | None
    #: When it became a searchable long-term memory.
    persisted_at: Moment | None
    #: Counted by Loci; passed over here.
    tokens: int
    #: The tool it calls, when it is one.
    tool_call: ToolCall | None
    #: The call whose result it is.
    tool_call_id: str | None
    #: The tools it calls.
    tool_calls: list[ToolCall]
    #: Noted by Loci; passed over here.
    version: int


class _NewNeedWithTask(TypedDict):
    #: A task's name or key.
    task: str


class NewNeedWithTask(_NewNeedWithTask, total=False):
    """With the condition."""

    #: What is needed of it; success unless given.
    when: NewWhen


class NewTask(TypedDict, total=False):
    """A task to add."""

    #: What must hold for it to be done, point by point.
    acceptance: list[str]
    #: The branch the work is on.
    branch: str | None
    #: What a worker must be able to do.
    capabilities: list[str]
    #: How long it rests after a failure, in seconds.
    cooldown_seconds: int
    #: What it needs: names of tasks (or keys of this call), or `{"task": …, "when": …}`.
    depends_on: list[NewNeed]
    #: What is to be done, in full.
    description: str
    #: How long it should take, in minutes.
    estimate_minutes: int | None
    #: The group ("room") it belongs to.
    group: str | None
    #: How it joins its needs: all (default), any, or `none_failed`.
    join: Join
    #: A word (not `T1`) by which tasks of the same call may refer to it.
    key: str | None
    #: Where more can be found.
    links: list[Link]
    #: Whether it must be reviewed before it counts as done.
    needs_review: bool
    #: Paths it will change; overlaps with live tasks are flagged, not refused.
    paths: list[str]
    #: 0 (most urgent) to 4; 2 unless given.
    priority: int | None
    #: How many times it may fail and be tried again (0 to 100); the workflow's policy unless given.
    retries: int | None
    #: What is to be done, in a line of at most 300 characters.
    title: str


class NewWhenChoice(TypedDict):
    """`NewWhenChoice`."""

    #: The decision: its name (`D3`), or the key of one that is planned.
    decision: str
    #: The choice that opens this edge; case and spaces around it say nothing.
    option: str


class NewWhenWithChoice(TypedDict):
    """When the task before it was completed and the decision chose the option."""

    choice: NewWhenChoice


class NicheReportAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whose mind.
    agent: str
    #: When it was reported.
    at: Time
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class NicheReported(TypedDict, total=False):
    """Body of `niche_reported`: what is absent stays as it was reported before."""

    #: How many different buyers it had.
    buyers: int | None
    #: What it earned in all, in the currency that it trades in.
    earnings: float | None
    #: How many skills it offers.
    listed_skills: int | None
    #: What it spent in all.
    spending: float | None
    #: The skills that earn most, the best first.
    top_skills: list[str] | None
    #: By which share its earnings of the last seven days are more (or less) than those of the seven before.
    trend_7d: float | None


class Note(TypedDict, total=False):
    """A note that waits for a dream."""

    #: When it was written.
    at: Time
    #: Whether Loci wrote it by itself.
    auto: bool
    #: Who wrote it.
    by: Actor
    #: The long-term memory that it is too; none where these were switched off.
    id: str | None
    #: How much it matters, 0 to 1.
    importance: float
    #: What kind of thing it says.
    kind: NoteKind | None
    #: Where its writer was.
    origin: NoteOrigin
    #: What it says.
    text: str
    #: The fact that holds it: its name within the mind.
    version: int


class NoteOrigin(TypedDict, total=False):
    """Where somebody was when they noted it."""

    #: In which session.
    session: SessionKey | None
    #: At which task of it.
    task: TaskNo | None
    #: In which workflow.
    workflow: Id | None


class NoteWriteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agent whose mind it is in.
    agent: str
    #: When it was written.
    at: Time
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The long-term memory that it is too; none where these are switched off.
    memory: str | None
    #: Its name within the mind.
    note: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: How many notes wait for the next dream now.
    waiting: int


_NoticeFrom = TypedDict("_NoticeFrom", {"from": "Actor"}, total=False)


class Notice(_NoticeFrom, total=False):
    """Something for an agent to hear, carried by the answer to whatever it called."""

    #: When they said it.
    at: Time
    #: Its name there, such as `N3`.
    id: str
    #: `nudge`, `answer`, `approval`, `pause`, `resume`; or what others did: `handed_in`, `completed`, `failed`,
    #: `blocked`, `waiting`, `given_back`, `lease_expired`, `lease_lost`, `reviewed`, `called_off`, `warning`.
    kind: str
    #: What they say.
    message: str
    #: `low`, `normal` or `urgent`.
    priority: str
    #: The stream it is from.
    stream: StreamId


_NudgeFrom = TypedDict("_NudgeFrom", {"from": "Actor"}, total=False)


class Nudge(_NudgeFrom, total=False):
    """Words to agents in the middle of their work."""

    #: The version of the workflow at which it last changed.
    changed: int
    #: When.
    created_at: Time
    #: When it need not be delivered any more.
    expires_at: Time
    #: Its name in the workflow.
    id: NudgeNo
    #: The words.
    message: str
    #: How urgent.
    priority: Priority
    #: How far it has come, by agent.
    receipts: dict[str, Receipt]
    #: For whom.
    target: str
    #: The task it is about.
    task: TaskNo | None
    #: Its tokens as a context shows it.
    tokens: int


class NudgeAcknowledgeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The nudge with its receipts.
    nudge: Nudge
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: an agent that nobody knows.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class NudgeSendAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The nudge with its receipts.
    nudge: Nudge
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: an agent that nobody knows.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class Odd(TypedDict, total=False):
    """Something in a text that cannot be taken in. It is set aside, never dropped."""

    #: Where it is: `line 12`, `tasks/3/subtasks/1`.
    at: str
    #: The thing itself, as it was written.
    text: str
    #: Why it cannot be taken in.
    why: str


class Omitted(TypedDict, total=False):
    """Things of a kind that did not fit, or not whole."""

    #: How many they are.
    count: int
    #: How to get them.
    get: str
    #: The kind: the block to which they belong, such as `discoveries`.
    kind: str
    #: The tokens that are not there.
    tokens: int
    #: The names of the first ten, such as `F3`; the workflow itself has none.
    what: list[str]
    #: Why they are not there.
    why: str


class Operators(TypedDict, total=False):
    """The operators of a [`Tag`]; all that are given must hold together. One that nobody knows is refused, because
    passing over it would find more than was asked for.
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
    """Where each setting in force comes from."""

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
    """Settings of which some are made; the others are left to what goes before."""

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
    """All scratchpads of one owner, as lists show them."""

    #: Those deleted that can still be restored, last deleted first.
    deleted: list[PadSummary]
    #: Whose they are; absent for those of the workspace.
    owner: str | None
    #: The pads, by name.
    pads: list[PadSummary]
    #: Who shares them.
    scope: Scope
    #: When something last happened.
    updated_at: Time
    #: The version of them all: how many facts there are.
    version: int


class PadChange(TypedDict, total=False):
    """One change of a scratchpad."""

    #: Who.
    actor: Actor
    #: When.
    at: Time
    #: Through which door.
    door: Door
    #: What happened, such as `scratchpad_updated`.
    kind: str
    #: The same in words.
    summary: str
    #: The version that it made.
    version: int


class PadSummary(TypedDict, total=False):
    """A scratchpad as lists show it."""

    #: That it was deleted.
    deleted: Deletion | None
    #: Whether nothing is in it.
    empty: bool
    #: Whether a schema says what may be in it.
    has_schema: bool
    #: The keys of its object, most recently updated first, at most ten; none for a text.
    keys: list[str]
    #: Its name.
    name: str
    #: Whether only people may change it.
    read_only: bool
    #: When it last changed.
    updated_at: Time
    #: By whom.
    updated_by: Actor
    #: The version at which it last changed.
    version: int


class PadView(TypedDict, total=False):
    """A scratchpad."""

    #: When it was made.
    created_at: Time | None
    #: Whether anybody has defined or written it: one that nobody has is empty.
    exists: bool
    #: What it gets of a context at most, in tokens.
    max_tokens: int
    #: What it gets of a context at least, in tokens.
    min_tokens: int
    #: Its name.
    name: str
    #: Whose it is; absent for one of the workspace.
    owner: str | None
    #: Whether only people may change it.
    read_only: bool
    #: The JSON Schema (2020-12) that its state has to fit.
    schema: Any
    #: Who shares it.
    scope: Scope
    #: The state that a changed schema did not fit, set aside and still in the history.
    set_aside: SetAside | None
    #: What it begins with.
    template: Any
    #: When it last changed.
    updated_at: Time | None
    #: By whom.
    updated_by: Actor | None
    #: Its state: a text, or an object.
    value: Any
    #: The version at which it last changed, for `if_version`; 0 when it does not exist.
    version: int


class PartitionShown(TypedDict, total=False):
    """A partition as answers show it."""

    #: When it was written.
    computed_at: Time
    #: Which group.
    group: dict[str, str]
    #: How many memories it is of.
    memory_count: int
    #: Why the writer that was asked first did not write it.
    note: str | None
    #: The summary; empty when there are no memories.
    summary: str
    #: The view.
    view: str
    #: Who wrote it, such as `extractive`, or a model.
    writer: str | None


class Pause(TypedDict, total=False):
    """That claims are stopped."""

    #: Since when.
    at: Time
    #: By whom.
    by: Actor
    #: Why.
    reason: str | None


class Plan(TypedDict, total=False):
    """A drawing, in CSS pixels from its upper left corner."""

    #: Where edges pass through walls: the middle of each opening.
    doors: list[GraphDoor]
    #: The edges.
    edges: list[PlanEdge]
    #: The drawing's height.
    height: float
    #: The nodes.
    nodes: list[PlanNode]
    #: The rooms.
    rooms: list[PlanRoom]
    #: The drawing's width.
    width: float


_PlanEdgeFrom = TypedDict("_PlanEdgeFrom", {"from": str}, total=False)


class PlanEdge(_PlanEdgeFrom, total=False):
    """An edge as a line of right angles."""

    #: The SVG path, corners rounded.
    path: str
    #: The node it reaches.
    to: str


class PlanNode(TypedDict, total=False):
    """A node's place (its size is the same for all)."""

    #: The node.
    id: str
    #: The left edge.
    x: float
    #: The upper edge.
    y: float


class PlanRoom(TypedDict, total=False):
    """A room's walls."""

    #: From the upper to the lower wall.
    height: float
    #: The group's name.
    name: str
    #: From the left to the right wall.
    width: float
    #: The left wall.
    x: float
    #: The upper wall.
    y: float


class PlannedDecision(TypedDict, total=False):
    """A decision that was planned: its number waits for whoever makes it."""

    #: Its name in the workflow, also of the decision when it is made.
    id: DecisionNo
    #: A name by which edges and whoever makes it may refer to it.
    key: str | None
    #: What can be chosen; anything when there are none.
    options: list[str]
    #: When it was planned.
    planned_at: Time
    #: By whom.
    planned_by: Actor
    #: What is to be decided.
    question: str


class Point(TypedDict, total=False):
    """How a mood stood at a moment."""

    #: When.
    at: Time
    #: Trouble.
    cortisol: float
    #: Wins.
    dopamine: float
    #: Company.
    oxytocin: float


class Policy(TypedDict, total=False):
    """A workflow's own rules."""

    #: How many days after its end it is archived by itself; 0 for never.
    archive_days: int
    #: How many days after its end it is deleted by itself; 0 for never.
    delete_days: int
    #: How long a lead lasts unless renewed, in seconds (15 to 86,400).
    lead_seconds: int
    #: How long a lease lasts unless renewed, in seconds (15 to 86,400).
    lease_seconds: int
    #: Whether time alone neither archives nor deletes it.
    pinned: bool
    #: How many days a deleted workflow can be restored; 0 erases at once.
    restore_days: int
    #: How often a task may be tried again when the task itself does not say.
    retries: int
    #: After how many reviews of a task that ask for rework or reject it a person is told (0 to 100); 0 for never.
    rework_limit: int
    #: Whether workers may add tasks.
    workers_add_tasks: bool


class PolicyChange(TypedDict, total=False):
    """Rules to change."""

    #: How many days after its end it is archived by itself; 0 for never.
    archive_days: int | None
    #: How many days after its end it is deleted by itself; 0 for never.
    delete_days: int | None
    #: How long a lead lasts unless renewed, in seconds (15 to 86,400).
    lead_seconds: int | None
    #: How long a lease lasts unless renewed, in seconds (15 to 86,400).
    lease_seconds: int | None
    #: Whether time alone neither archives nor deletes it.
    pinned: bool | None
    #: How many days a deleted workflow can be restored; 0 erases at once.
    restore_days: int | None
    #: How often a task may be tried again when the task itself does not say.
    retries: int | None
    #: After how many reviews of a task that ask for rework or reject it a person is told (0 to 100); 0 for never.
    rework_limit: int | None
    #: Whether workers may add tasks.
    workers_add_tasks: bool | None


class PolicyPart(TypedDict, total=False):
    """A workflow's own rules."""

    #: How many days after its end it is archived by itself; 0 for never.
    archive_days: int
    #: How many days after its end it is deleted by itself; 0 for never.
    delete_days: int
    #: How long a lead lasts unless renewed, in seconds (15 to 86,400).
    lead_seconds: int
    #: How long a lease lasts unless renewed, in seconds (15 to 86,400).
    lease_seconds: int
    #: Whether time alone neither archives nor deletes it.
    pinned: bool
    #: How many days a deleted workflow can be restored; 0 erases at once.
    restore_days: int
    #: How often a task may be tried again when the task itself does not say.
    retries: int
    #: After how many reviews of a task that ask for rework or reject it a person is told (0 to 100); 0 for never.
    rework_limit: int
    #: Whether workers may add tasks.
    workers_add_tasks: bool


class _Problem(TypedDict):
    #: The kind for programs.
    code: Code
    #: What was wrong, what was expected, what to do next.
    detail: str
    #: The HTTP status.
    status: int
    #: The kind in words.
    title: str


class Problem(_Problem, total=False):
    """RFC 9457 problem details with Loci's own members."""

    #: What changed meanwhile.
    changes: list[Change]
    #: The current version of the addressed thing.
    current: int | None
    #: Wrong fields.
    fields: list[FieldFault]
    #: What others say to the agent that called.
    inbox: list[Notice]
    #: How many more notices wait.
    inbox_waiting: int
    #: The request's id; Loci's log has more under it.
    instance: str
    #: A finer word for programs, such as `lease_lost`.
    reason: str | None
    #: Seconds after which to try again.
    retry_after_seconds: int | None
    #: `about:blank#` and the code.
    type: str


class Promotion(TypedDict, total=False):
    """One memory that became a crystal."""

    #: The crystal: a new one, or the one that said the same already.
    crystal: str
    #: The memory's or the message's id in the session.
    id: str


class PromptMessage(TypedDict, total=False):
    """A message of a prompt."""

    #: What it says.
    content: str
    #: `developer`, `user` or `assistant`.
    role: str


class Provenance(TypedDict, total=False):
    """Where a crystal was taken from."""

    #: The message in it.
    message: str | None
    #: The stream, such as a session.
    stream: StreamId
    #: The fact in it.
    version: int | None


class PurgeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The streams that belong to it and go with it.
    belongings: list[StreamId]
    #: How many blobs go with them: those to which nothing else refers.
    blobs: int
    #: What was made of it: it goes too with `cascade`, and stays without.
    derived: list[Derived]
    #: Whether it is erased; `erasing` says what that promises.
    erased: bool
    #: What an erasure promises here: that no byte is left in the log's files, or that no row is, while files and
    #: backups of the database are its operator's.
    erasing: Erasing
    #: How many facts it and its belongings have.
    facts: int
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The stream.
    stream: StreamId
    #: The version of the stream the call was about.
    version: int | None


class Question(TypedDict, total=False):
    """Something an agent wants to know from a person."""

    #: The answer.
    answer: str | None
    #: When.
    answered_at: Time | None
    #: Who gave it; Loci itself when it is the default.
    answered_by: Actor | None
    #: When.
    asked_at: Time
    #: Who asks.
    asked_by: Actor
    #: The version of the workflow at which it last changed.
    changed: int
    #: Until when an answer is awaited.
    deadline: Time | None
    #: The answer when the deadline passes.
    default: str | None
    #: When the answer reached the one who asked.
    delivered_at: Time | None
    #: Its name in the workflow.
    id: QuestionNo
    #: Answers to choose from.
    options: list[str]
    #: The question.
    question: str
    #: The task that waits for the answer.
    task: TaskNo | None
    #: Tokens of question and answer.
    tokens: int
    #: That it is not asked any more.
    withdrawn: Withdrawn | None


class QuestionAnswerAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: The question.
    question: Question
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class QuestionAskAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Whether the task's lease stands still until the answer comes.
    parked: bool
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: The question.
    question: Question
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
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
    #: Anything but this; also what has no such moment.
    ne: Time | None


class ReadyTask(TypedDict, total=False):
    """A task that can be claimed."""

    #: Who works on it, shall, or last did.
    assigned_to: str | None
    #: How many attempts there were, the running one included.
    attempts: int
    #: Why it is blocked; `upstream_failed` when a failure cut it off.
    blocked_reason: str | None
    #: Which tasks need it.
    blocks: list[TaskNo]
    #: What a worker must be able to do.
    capabilities: list[str]
    #: The length of the longest chain of work that begins with it, in minutes.
    chain_minutes: int
    #: The version of the workflow at which it last changed: what `if_version` compares.
    changed: int
    #: What it needs.
    depends_on: list[Need]
    #: How long it should take, in minutes.
    estimate_minutes: int | None
    #: How often it failed since it was last put back.
    failures: int
    #: The group ("room") it belongs to.
    group: str | None
    #: Its name in the workflow.
    id: TaskNo
    #: Who holds it until when.
    lease: Lease | None
    #: Whether it must be reviewed.
    needs_review: bool
    #: 0 (most urgent) to 4.
    priority: int
    #: Whether the caller can claim it now; the same answer that `task_claim` gives.
    ready: bool
    #: The last verdict that counts.
    review_status: ReviewStatus | None
    #: Since when it has its status.
    since: Time
    #: Where it is in its life; `blocked` also when a failure cut it off.
    status: TaskStatus
    #: What is to be done, in a line.
    title: str
    #: The tasks that could start if it were completed.
    unblocks: list[TaskNo]
    #: What it waits for; nothing when it is ready or has ended.
    waits_for: list[Wait]


class Receipt(TypedDict, total=False):
    """How far a nudge has come with one recipient."""

    #: When they said that they had read it.
    acknowledged_at: Time | None
    #: When they acted on it.
    acted_at: Time | None
    #: When an answer carried it to them.
    delivered_at: Time | None
    #: What they changed, or why nothing.
    note: str | None


class RedactAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What was made of it: it goes too with `cascade`, and stays without.
    derived: list[Derived]
    #: Whether it is erased; `erasing` says what that promises.
    erased: bool
    #: What an erasure promises here: that no byte is left in the log's files, or that no row is, while files and
    #: backups of the database are its operator's.
    erasing: Erasing
    #: The fact's number.
    fact: int
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: What kind of fact it was.
    kind: str
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The stream.
    stream: StreamId
    #: The version of the stream the call was about.
    version: int | None


class Refusal(TypedDict, total=False):
    """That a person refused a memory."""

    #: When.
    at: Time
    #: Who.
    by: Actor
    #: Why.
    reason: str | None


class Related(TypedDict, total=False):
    """How another crystal stands to one."""

    #: How it stands to it.
    how: TrailRelation
    #: Its id.
    id: str
    #: What it says, in short.
    text: str


class Report(TypedDict, total=False):
    """What an import did, or with `dry_run` would do."""

    #: How many were there and are changed.
    changed: int
    #: The core that memories went to.
    core: str | None
    #: How many things are new.
    created: int
    #: Whether nothing was written: this is what would be.
    dry_run: bool
    #: The format of what was read, such as `beads`.
    format: str
    #: The first of those that are new or changed.
    items: list[ImportedItem]
    #: What else should be known.
    notes: list[str]
    #: The first of them and of those links, each with its place and the reason.
    odd: list[Odd]
    #: How many things are quarantined: they cannot be taken in, and are kept whole.
    quarantined: int
    #: How many links between things were set aside, because they would close a cycle.
    set_aside: int
    #: How many were there and stay as they are.
    unchanged: int


class Rest(TypedDict, total=False):
    """Why a session that is over its threshold is left as it is for now."""

    #: Why nothing was folded.
    reason: str
    #: How often in a row.
    times: int
    #: When it is tried again; without it when the session changes.
    until: Time | None


class RestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class Review(TypedDict, total=False):
    """A review that was given."""

    #: When.
    at: Time
    #: The attempt it was about, from 1.
    attempt: int
    #: By whom.
    by: Actor
    #: The remarks.
    comments: list[CommentPart]
    #: Why it does not count any more: something it had approved was changed.
    dismissed: str | None
    #: The verdict.
    status: ReviewStatus


class RulePart(TypedDict, total=False):
    """One line of the table."""

    #: The word, or words, that a tool's name contains, such as `Page` or `BlogPost`, and that people use for the
    #: type: "the picture". Case does not count, nor does the plural.
    match: str
    #: The type of what such a tool answers, such as `page`.
    type: str


class Saved(TypedDict):
    """A checkpoint of the entities."""

    #: The entities, most recent first.
    entities: list[Entity]
    #: The number of the form, for later ones to know what they read.
    version: int


class SavedPart(TypedDict, total=False):
    """A checkpoint of the entities."""

    #: The entities, most recent first.
    entities: list[EntityPart]
    #: The number of the form, for later ones to know what they read.
    version: int


class ScratchpadAtAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The scratchpad.
    pad: PadView
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadClearAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whether this call changed anything.
    changed: bool
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The keys that were written; none for a text.
    keys: list[str]
    #: Its name.
    name: str
    #: The version at which it last changed, for `if_version`.
    pad_version: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadDefineAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whether this call made it.
    created: bool
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The scratchpad; `set_aside` in it says what became of a state that does not fit.
    pad: PadView
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Whether this call set its state aside.
    set_aside: bool
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Its name.
    name: str
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: When it is erased unless restored.
    purge_at: Time
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadHistoryAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[PadChange]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[OwnerSummary]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadPutAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whether this call changed anything.
    changed: bool
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The keys that were written; none for a text.
    keys: list[str]
    #: Its name.
    name: str
    #: The version at which it last changed, for `if_version`.
    pad_version: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadReadAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What was cut to fit: keys, the longest not updated first, or how much of a text.
    cut: list[str]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The scratchpad.
    pad: PadView
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The `<working_memory>` block for a prompt; empty when nothing is in it.
    rendered: str
    #: How many tokens the block has.
    tokens: int
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whether this call changed anything.
    changed: bool
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The keys that were written; none for a text.
    keys: list[str]
    #: Its name.
    name: str
    #: The version at which it last changed, for `if_version`.
    pad_version: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class ScratchpadUpdateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Whether this call changed anything.
    changed: bool
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The keys that were written; none for a text.
    keys: list[str]
    #: Its name.
    name: str
    #: The version at which it last changed, for `if_version`.
    pad_version: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class SectionChange(TypedDict, total=False):
    """How a section changed."""

    #: Its characters now.
    after: int
    #: Its characters before.
    before: int
    #: Which.
    section: Section


class Seen(TypedDict, total=False):
    """An agent and what it is doing."""

    #: What it holds.
    holds: list[Held]
    #: The workflows it leads.
    leads: list[Led]
    #: Its name.
    name: str
    #: Since when it may not claim tasks.
    paused_at: Time | None
    #: Why not.
    paused_reason: str | None
    #: Since when it is known.
    registered_at: Time
    #: Who made it known.
    registered_by: Actor
    #: What it usually does; a token may give it another role.
    role: Role
    #: When it last called, since Loci was started.
    seen_at: Time | None
    #: That it was paused, or may go on, until it was told.
    untold: Untold | None
    #: The size of its context window in tokens, as it last reported it.
    window: int | None
    #: How much of it was in use.
    window_used: int | None


class SessionAppendAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionAtAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agents that wrote in it or were let in.
    agents: list[str]
    #: The summary of what was said before the messages.
    context: str | None
    #: The model's context window in tokens, where the session says so.
    context_window: int | None
    #: When it began.
    created_at: Time
    #: The caller's own data.
    data: dict[str, Any]
    #: What "it" and "that page" refer to, most recent first.
    entities: Entities
    #: When it ends unless written to.
    expires_at: Time | None
    #: Why no memories are taken from its messages, although it has a strategy for it.
    extraction: Rest | None
    #: How many are folded into the summary.
    folded: int
    #: How full it is.
    gauges: Gauges
    #: Its id.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The number of messages, older ones, whose pictures and files had no room in this answer. `recent` gives the
    #: newer ones alone.
    media_left_out: int
    #: Memories to be kept beyond the session; those with `persisted_at` are long-term memories.
    memories: list[MemoryRecordPart]
    #: The messages that are not folded, oldest first.
    messages: list[Message]
    #: How many more messages, older ones, long-term memory has of it.
    messages_left_out: int
    #: How many there are; more than `messages` when only recent ones were asked for.
    messages_total: int
    #: The model that the conversation is with.
    model: str | None
    #: Its namespace.
    namespace: str | None
    #: The session it was spawned by.
    parent: SessionKey | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Where its memories go when they become long-term memories, and who reads them there; nothing while long-term
    #: memory is switched off.
    promotes_to: Destination | None
    #: Whether its time ran out and it was made again from long-term memory.
    reconstructed: bool
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Why it is left as it is although it is full.
    rest: Rest | None
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: How memories are taken from messages.
    strategy: StrategyPart | None
    #: Which writer made the summaries, and of what.
    summaries: list[SessionSummary]
    #: How it begins: the first words of its summary, or of its oldest message that is no tool's.
    topic: str | None
    #: How long it lasts after its last write, in seconds.
    ttl_seconds: int | None
    #: When something last happened.
    updated_at: Time
    #: Whose it is.
    user_id: str | None
    #: The version of the stream the call was about.
    version: int | None


class SessionBlockAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The block.
    block: ContextBlockName
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Which session.
    session: SessionKey
    #: How it stands.
    shown: ContextBlockShown
    #: The version of the stream the call was about.
    version: int | None


class SessionDataAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Its data, whole.
    data: dict[str, Any]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class SessionDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: When it is erased unless brought back.
    purge_at: Time
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


_SessionDiffAnswerFrom = TypedDict("_SessionDiffAnswerFrom", {"from": int}, total=False)


class SessionDiffAnswer(_SessionDiffAnswerFrom, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Everything else that is.
    fields: list[FieldDiff]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Messages that are different, in the order in which they were said.
    messages: list[MessageDiff]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Which session.
    session: SessionKey
    #: The other.
    to: int
    #: The version of the stream the call was about.
    version: int | None


class SessionDiscardAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionFoldedAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The summary before it, which it goes on from.
    context_before: str | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The messages, oldest first. Where their pictures and files are more than 32 MiB, those of the older ones are
    #: placeholders.
    messages: list[Message]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Which session.
    session: SessionKey
    #: The summary.
    summary: SessionSummary
    #: The version of the stream the call was about.
    version: int | None


class SessionForkAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agents that wrote in it or were let in.
    agents: list[str]
    #: The summary of what was said before the messages.
    context: str | None
    #: The model's context window in tokens, where the session says so.
    context_window: int | None
    #: When it began.
    created_at: Time
    #: The caller's own data.
    data: dict[str, Any]
    #: What "it" and "that page" refer to, most recent first.
    entities: Entities
    #: When it ends unless written to.
    expires_at: Time | None
    #: Why no memories are taken from its messages, although it has a strategy for it.
    extraction: Rest | None
    #: How many are folded into the summary.
    folded: int
    #: How full it is.
    gauges: Gauges
    #: Its id.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The number of messages, older ones, whose pictures and files had no room in this answer. `recent` gives the
    #: newer ones alone.
    media_left_out: int
    #: Memories to be kept beyond the session; those with `persisted_at` are long-term memories.
    memories: list[MemoryRecordPart]
    #: The messages that are not folded, oldest first.
    messages: list[Message]
    #: How many more messages, older ones, long-term memory has of it.
    messages_left_out: int
    #: How many there are; more than `messages` when only recent ones were asked for.
    messages_total: int
    #: The model that the conversation is with.
    model: str | None
    #: Its namespace.
    namespace: str | None
    #: The session it was spawned by.
    parent: SessionKey | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Where its memories go when they become long-term memories, and who reads them there; nothing while long-term
    #: memory is switched off.
    promotes_to: Destination | None
    #: Whether its time ran out and it was made again from long-term memory.
    reconstructed: bool
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Why it is left as it is although it is full.
    rest: Rest | None
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: How memories are taken from messages.
    strategy: StrategyPart | None
    #: Which writer made the summaries, and of what.
    summaries: list[SessionSummary]
    #: How it begins: the first words of its summary, or of its oldest message that is no tool's.
    topic: str | None
    #: How long it lasts after its last write, in seconds.
    ttl_seconds: int | None
    #: When something last happened.
    updated_at: Time
    #: Whose it is.
    user_id: str | None
    #: The version of the stream the call was about.
    version: int | None


class SessionHistoryAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[Happening]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class SessionImportAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many were there and are changed.
    changed: int
    #: The core that memories went to.
    core: str | None
    #: How many things are new.
    created: int
    #: Whether nothing was written: this is what would be.
    dry_run: bool
    #: The format of what was read, such as `beads`.
    format: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The first of those that are new or changed.
    items: list[ImportedItem]
    #: What else should be known.
    notes: list[str]
    #: The first of them and of those links, each with its place and the reason.
    odd: list[Odd]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many things are quarantined: they cannot be taken in, and are kept whole.
    quarantined: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many links between things were set aside, because they would close a cycle.
    set_aside: int
    #: How many were there and stay as they are.
    unchanged: int
    #: The version of the stream the call was about.
    version: int | None


class SessionKeepAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[SessionRow]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class SessionMergeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Its parent.
    parent: SessionKey
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What became of each scratchpad that the child changed.
    scratchpads: list[Inherited]
    #: The child.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class SessionPromoteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionPutAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionRecoverAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionRow(TypedDict, total=False):
    """A session as lists show it."""

    #: The agents that wrote in it or were let in, by name, at most ten.
    agents: list[str]
    #: When it began.
    created_at: Time
    #: When it ends unless written to.
    expires_at: Time | None
    #: How many messages are folded into its summary.
    folded: int
    #: The session it is a fork of.
    forked_from: SessionKey | None
    #: Its id.
    id: str
    #: How many messages it has that are not folded.
    messages: int
    #: The model that the conversation is with.
    model: str | None
    #: Its namespace.
    namespace: str | None
    #: How many of its memories are not long-term memories yet.
    pending_memories: int
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The tokens of its summary and messages.
    tokens: int
    #: How it begins: the first words of its summary, or of its oldest message that is no tool's.
    topic: str | None
    #: When something last happened.
    updated_at: Time
    #: Whose it is.
    user_id: str | None
    #: How many facts it has.
    version: int


class SessionShareAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The agents that wrote in it or were let in.
    agents: list[str]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Which session.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class SessionSpawnAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Its parent.
    parent: SessionKey
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What became of the parent's scratchpads; none when both are of one user.
    scratchpads: list[Inherited]
    #: The child.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None


class SessionSummarizeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How full it is.
    gauges: Gauges | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many messages it has now that are not folded.
    messages: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Memories and messages that became long-term memories.
    promoted: list[Promotion]
    #: Where the memories went, and who reads them there.
    promoted_to: list[Destination]
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages were taken away.
    removed: int
    #: What became of the calls of `updateWorkingMemory` in the messages.
    scratchpads: list[IngestOutcome]
    #: Which session: what other calls take as `session`.
    session: SessionKey
    #: The version of the stream the call was about.
    version: int | None
    #: What callers should do otherwise, and what was passed over.
    warnings: list[str]
    #: The ids of the messages written, in the order of the call.
    written: list[str]


class SessionSummary(TypedDict, total=False):
    """One summary: which writer folded what into it."""

    #: When.
    at: Time
    #: The oldest folded message.
    first: str
    #: How many tokens they and the summary before had.
    folded_tokens: int
    #: The newest one.
    last: str
    #: How many messages it folded.
    messages: int
    #: What went wrong before it, when another writer should have written it.
    note: str | None
    #: How many tokens it has.
    tokens: int
    #: The version of the session that it made; the messages are whole in the one before.
    version: int
    #: Who wrote it, such as `extractive`, or the model.
    writer: str


class SetAside(TypedDict, total=False):
    """A state that a changed schema did not fit any more."""

    #: When it was set aside.
    at: Time
    #: Where it did not fit.
    misfits: list[Misfit]
    #: The version at which `scratchpad_at` still shows it.
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
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Where each comes from.
    origins: Origins
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The settings in force.
    settings: Settings
    #: The version of the stream the call was about.
    version: int | None
    #: What of them is without effect, and why.
    warnings: list[str]


class SettingsSetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Where each comes from.
    origins: Origins
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The settings in force.
    settings: Settings
    #: The version of the stream the call was about.
    version: int | None
    #: What of them is without effect, and why.
    warnings: list[str]


class Spike(TypedDict, total=False):
    """A level that rose above [`SPIKE`] and was not noted yet."""

    #: When it was highest.
    at: Time
    #: Which level.
    hormone: Hormone
    #: How high it rose.
    peak: float
    #: What happened.
    reason: str | None
    #: What raised it last.
    signal: Signal


class Strategy(TypedDict, total=False):
    """A strategy with its particulars, such as `custom_prompt`."""

    #: The particulars.
    config: dict[str, Any]
    #: Which.
    strategy: StrategyKind


class StrategyPart(TypedDict, total=False):
    """A strategy with its particulars, such as `custom_prompt`."""

    #: The particulars.
    config: dict[str, Any]
    #: Which.
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
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: In the order of their groups' values.
    items: list[PartitionShown]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class SummaryRunGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: When it ended.
    completed_at: Time | None
    #: When it was asked for.
    created_at: Time
    #: Why it failed.
    error: str | None
    #: Its id: the view's and a number.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: When it began.
    started_at: Time | None
    #: How far it is.
    status: RunStatus
    #: The version of the stream the call was about.
    version: int | None
    #: The view.
    view: str


class SummaryViewCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What it is of.
    definition: DefinitionPart
    #: Its id.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class SummaryViewDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: When it is erased unless brought back.
    purge_at: Time
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The view.
    view: str


class SummaryViewGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What it is of.
    definition: DefinitionPart
    #: Its id.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class SummaryViewListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[ViewShown]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class SummaryViewRestoreAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What it is of.
    definition: DefinitionPart
    #: Its id.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class SummaryViewRunAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: When it ended.
    completed_at: Time | None
    #: When it was asked for.
    created_at: Time
    #: Why it failed.
    error: str | None
    #: Its id: the view's and a number.
    id: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: When it began.
    started_at: Time | None
    #: How far it is.
    status: RunStatus
    #: The version of the stream the call was about.
    version: int | None
    #: The view.
    view: str


class TakenIn(TypedDict, total=False):
    """That a workflow was taken in from a file: who did what in its first facts is said by that alone."""

    #: When.
    at: Time
    #: Who took it in.
    by: Actor
    #: How many facts it had in the file.
    facts: int


class Task(TypedDict, total=False):
    """A task. Its fields are named as in the interface it came from."""

    #: What must hold for it to be done.
    acceptance: list[str]
    #: Since when.
    assigned_at: Time | None
    #: Who works on it, shall, or last did.
    assigned_to: str | None
    #: Who tried.
    attempts: list[Attempt]
    #: Why its holder cannot go on.
    blocked_reason: str | None
    #: Which tasks need it.
    blocks: list[TaskNo]
    #: The branch the work is on.
    branch: str | None
    #: What a worker must be able to do.
    capabilities: list[str]
    #: The version of the workflow at which it last changed: what `if_version` compares.
    changed: int
    #: When it was done.
    completed_at: Time | None
    #: How long it rests after a failure, in seconds.
    cooldown_seconds: int
    #: When it was added.
    created_at: Time
    #: By whom.
    created_by: Actor
    #: What it needs.
    depends_on: list[Need]
    #: What is to be done, in full.
    description: str
    #: How long it should take, in minutes.
    estimate_minutes: int | None
    #: Whether a person has accepted that it failed.
    failure_accepted: bool
    #: How often it has failed since it was last put back by somebody.
    failures: int
    #: The fence of the last lease.
    fence: int
    #: The group ("room") it belongs to.
    group: str | None
    #: Its name in the workflow.
    id: TaskNo
    #: How it joins its needs.
    join: Join
    #: Who holds it until when.
    lease: Lease | None
    #: Where more can be found.
    links: list[LinkPart]
    #: Whether somebody must look at it before it counts as done.
    needs_review: bool
    #: Not to be claimed before.
    not_before: Time | None
    #: Where it is from, when it was planned elsewhere.
    origin: TaskOrigin | None
    #: Paths it will change: two live tasks with overlapping ones are flagged.
    paths: list[str]
    #: 0 (most urgent) to 4.
    priority: int
    #: Why it was skipped, cancelled or put back.
    reason: str | None
    #: What came of it.
    result: TaskResult | None
    #: How many times it may fail and be tried again.
    retries: int
    #: The last verdict that counts.
    review_status: ReviewStatus | None
    #: Who reviewed it last.
    reviewed_by: str | None
    #: The agent for which its review is kept.
    reviewer: str | None
    #: All reviews, oldest first.
    reviews: list[Review]
    #: Since when it has its status.
    since: Time
    #: The agent whose lease ran out, until somebody takes the task again.
    stalled: str | None
    #: Where it is in its life.
    status: TaskStatus
    #: What is to be done, in a line.
    title: str
    #: Tokens of title, description and acceptance.
    tokens: int
    #: What it needed and had not got when a person completed it all the same.
    unmet: list[TaskNo]
    #: Whether the agent for which it is kept has let it lie: somebody was told.
    untaken: bool
    #: What was used for it in all, whoever reported it.
    usage: Usage
    #: The open question its holder waits for.
    waits_for: QuestionNo | None
    #: The open request for approval that its holder waits for.
    waits_for_approval: ApprovalNo | None


class TaskAcceptFailedAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskAddAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The names of the planned decisions, in the order given.
    decisions: list[DecisionNo]
    #: Their names.
    ids: list[TaskNo]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The one task, when one was given.
    task: Task | None
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: overlapping paths, a very large workflow.
    warnings: list[str]


class TaskAssignAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskCancelAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskClaimAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What the worker needs to know, ready for its prompt.
    context: TaskContext
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The lease.
    lease: Lease
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look: tasks under way that reserve the same paths.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskCompleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskContext(TypedDict, total=False):
    """Everything that applies to a task."""

    #: The blocks, in order, with the source of each item; absent unless they were asked for.
    blocks: list[Block]
    #: The budget.
    budget: int
    #: What was left out or cut, and why.
    omitted: list[Omitted]
    #: All blocks as one text for a prompt; absent when blocks were asked for.
    text: str
    #: Tokens of the text.
    tokens: int


class TaskContextAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The blocks, in order, with the source of each item; absent unless they were asked for.
    blocks: list[Block]
    #: The budget.
    budget: int
    #: The encoding in which tokens were counted.
    encoding: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: What was left out or cut, and why.
    omitted: list[Omitted]
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: TaskNo
    #: All blocks as one text for a prompt; absent when blocks were asked for.
    text: str
    #: Tokens of the text.
    tokens: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class TaskEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskExplainAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many tasks hang on it, near and far.
    holds_up: int
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The unfinished tasks before it on which the wait rests in the end: those that wait for no other task.
    rests_on: list[TaskNo]
    #: The task, with what it waits for.
    task: TaskRow
    #: The tasks that could start if it were completed now.
    unblocks: list[TaskNo]
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class TaskFailAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: Whether I could claim it now.
    ready: bool
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task; shown as `blocked` with the reason `upstream_failed` when a failure cut it off.
    task: Task
    #: The tasks that could start if it were completed now.
    unblocks: list[TaskNo]
    #: The version of the stream the call was about.
    version: int | None
    #: What it waits for.
    waits_for: list[Wait]
    #: The workflow.
    workflow: Id


class TaskGraph(TypedDict, total=False):
    """The graph of a workflow's tasks. The tasks themselves are in the workflow, what is ready, blocked, in progress
    or in need of a review is in the views.
    """

    #: What lies between them.
    edges: list[GraphEdge]
    #: The tasks, in the order in which they were added.
    nodes: list[TaskNo]


class TaskHeartbeatAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The lease.
    lease: Lease
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class TaskLinkAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[TaskRow]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class TaskOrigin(TypedDict, total=False):
    """Where a task is from."""

    #: The format it was read of.
    format: PlanFormat
    #: A hash of all that was read of it last.
    hash: str
    #: Its name there.
    key: str
    #: The tasks it waits for because that was written there.
    needs: list[TaskNo]
    #: Until when it is deferred there.
    not_before: Time | None
    #: Where it was in its life there when that was last taken over.
    state: ImportedState
    #: When it was last changed there, as far as that is known: an older version of it is not taken over.
    updated_at: Time | None


class TaskReadyAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The tasks, in the order in which claims give them out.
    items: list[ReadyTask]
    #: What to send as `cursor` to get the next ones.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Why nothing can be claimed at all, when that is so.
    stopped: str | None
    #: How many there are in all.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None
    #: With `explain`: the first tasks that are not ready and have not ended well or for good, as many as `limit`
    #: says. `task_list` gives all of them, page by page.
    waiting: list[Waiting]
    #: With `explain`: how many such tasks there are in all.
    waiting_total: int | None


class TaskReleaseAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskResult(TypedDict, total=False):
    """What came of a task."""

    #: Who handed it in.
    by: Actor | None
    #: What should follow.
    next_steps: list[str]
    #: What was done.
    summary: str
    #: Tokens of the summary and the next steps.
    tokens: int


class TaskRetryAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskReviewAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskRow(TypedDict, total=False):
    """A task as lists show it."""

    #: Who works on it, shall, or last did.
    assigned_to: str | None
    #: How many attempts there were, the running one included.
    attempts: int
    #: Why it is blocked; `upstream_failed` when a failure cut it off.
    blocked_reason: str | None
    #: Which tasks need it.
    blocks: list[TaskNo]
    #: What a worker must be able to do.
    capabilities: list[str]
    #: The version of the workflow at which it last changed: what `if_version` compares.
    changed: int
    #: What it needs.
    depends_on: list[Need]
    #: How long it should take, in minutes.
    estimate_minutes: int | None
    #: How often it failed since it was last put back.
    failures: int
    #: The group ("room") it belongs to.
    group: str | None
    #: Its name in the workflow.
    id: TaskNo
    #: Who holds it until when.
    lease: Lease | None
    #: Whether it must be reviewed.
    needs_review: bool
    #: 0 (most urgent) to 4.
    priority: int
    #: Whether the caller can claim it now; the same answer that `task_claim` gives.
    ready: bool
    #: The last verdict that counts.
    review_status: ReviewStatus | None
    #: Since when it has its status.
    since: Time
    #: Where it is in its life; `blocked` also when a failure cut it off.
    status: TaskStatus
    #: What is to be done, in a line.
    title: str
    #: What it waits for; nothing when it is ready or has ended.
    waits_for: list[Wait]


class TaskSkipAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskUnlinkAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TaskUpdateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The task.
    task: Task
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: The workflow.
    workflow: Id


class TimelineEntry(TypedDict, total=False):
    """Something that happened."""

    #: The agent it is from.
    agent: str | None
    #: When it happened; of a session, when it began.
    at: Time
    #: The core of a memory or message.
    core: str | None
    #: From when on it is so no longer.
    ended_at: Time | None
    #: Its id: of a memory or message as `memory_get` takes it, of a session its whole key, of what happened in a
    #: workflow its name there with the workflow's id in front.
    id: str
    #: Whether it says more than `text`.
    is_cut: bool
    #: What it is.
    kind: TimelineEntryKind
    #: Whether `at` is only when it was written down, because nobody said when it happened.
    noted: bool
    #: Where a memory or message was taken from.
    provenance: Provenance | None
    #: The session it is from.
    session: SessionKey | None
    #: What it says, in one line; cut where it is long.
    text: str
    #: When it ended, of what lasts: a session.
    until: Time | None
    #: The workflow it is from.
    workflow: Id | None


class TokenCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: What is known of it.
    info: TokenInfo
    #: Why there is no secret.
    note: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What to send as `Authorization: Bearer …`. It is shown once: the answer to a retry has none.
    token: str | None
    #: The version of the stream the call was about.
    version: int | None


class TokenInfo(TypedDict, total=False):
    """A token, without the secret."""

    #: The agent it is for.
    agent: str
    #: When it was made.
    created_at: Time
    #: Who made it.
    created_by: str
    #: When it ends by itself.
    expires_at: Time | None
    #: When somebody first called with it; of tokens that are older than this record, first since then.
    first_used_at: Time | None
    #: The token's public id.
    id: str
    #: The only namespace whose sessions and memories calls with it reach; all of them without one.
    namespace: str | None
    #: When it was revoked.
    revoked_at: Time | None
    #: The role it gives.
    role: Role
    #: Which tools MCP offers to who brings it; those of every day without any.
    tools: str | None
    #: The only user whose sessions and memories calls with it reach; those of all without one.
    user_id: str | None
    #: The one workflow that calls with it may change; all of them without one.
    workflow: Id | None


class TokenListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[TokenInfo]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class TokenRevokeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Its public id.
    revoked: str
    #: The version of the stream the call was about.
    version: int | None


class ToolCall(TypedDict, total=False):
    """A tool that a message calls."""

    #: What it is called with: an object, or its JSON text.
    arguments: Any
    #: Name and arguments, where the model nests them.
    function: Function | None
    #: The call's id; its result refers to it.
    id: str | None
    #: The tool's name.
    name: str | None
    #: `function`, where the model says so.
    type: str | None


class ToolCallPart(TypedDict, total=False):
    """A tool that a message calls."""

    #: What it is called with: an object, or its JSON text.
    arguments: Any
    #: Name and arguments, where the model nests them.
    function: FunctionPart | None
    #: The call's id; its result refers to it.
    id: str | None
    #: The tool's name.
    name: str | None
    #: `function`, where the model says so.
    type: str | None


class Trail(TypedDict, total=False):
    """Where a crystal is from."""

    #: Each form that it had, the oldest first; of many the newest.
    forms: list[Form]
    #: The agent that recalled it last.
    recalled_by: str | None
    #: The memories it stands for, and those that stand for it.
    related: list[Related]
    #: The tasks in whose contexts it was given, the last one first.
    used_for: list[UsedFor]


class Untold(TypedDict, total=False):
    """Something of itself that an agent was not told yet."""

    #: When.
    at: Time
    #: Who made it so.
    by: Actor
    #: The fact that says it.
    fact: int


class Usage(TypedDict, total=False):
    """What was used, as it was reported."""

    #: Cost, in millionths of its currency.
    cost_micros: int
    #: Input tokens.
    tokens_in: int
    #: Output tokens.
    tokens_out: int


class UsageReportAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: My part in it; people have none.
    contribution: Contribution | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What was used for the task in all, when the report was for one.
    task_usage: Usage | None
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class UsedFor(TypedDict, total=False):
    """A task in whose context a crystal was given."""

    #: When.
    at: Time
    #: The task.
    task: TaskNo
    #: The workflow.
    workflow: Id


class VersionRow(TypedDict, total=False):
    """A version of the document, without its text."""

    #: When it was written.
    at: Time
    #: By whom.
    by: Actor
    #: Its length in characters.
    chars: int
    #: The fact that holds it.
    fact: int
    #: How it came to be.
    made: Made
    #: Its number, from 1.
    number: int
    #: The version that it is again, or was made of.
    of: int | None
    #: The one section that was changed by hand.
    section: Section | None


class ViewShown(TypedDict, total=False):
    """A view as answers show it."""

    #: What it is of.
    definition: DefinitionPart
    #: Its id.
    id: str


class Views(TypedDict, total=False):
    """What follows from a workflow's tasks."""

    #: How many things need a person.
    attention: int
    #: Tasks that wait for others or for a time, are on hold, or whose holder cannot go on.
    blocked: list[TaskNo]
    #: How many tasks it has of each status; those with none are left out.
    counts: dict[str, int]
    #: The minutes that are left on it.
    critical_minutes: int
    #: The chain of tasks that takes longest, in order.
    critical_path: list[TaskNo]
    #: Tasks that somebody works on.
    in_progress: list[TaskNo]
    #: Tasks that wait for a review.
    needs_review: list[TaskNo]
    #: Tasks that the caller can claim now, in the order in which they are given out.
    ready: list[TaskNo]
    #: Whether nothing has happened for two weeks although it is active.
    stale: bool
    #: Of these, tasks that a failure cuts off.
    upstream_failed: list[TaskNo]
    #: Tasks whose holder waits for a person.
    waits_for_person: list[TaskNo]


class Wait(TypedDict, total=False):
    """One thing that a task waits for."""

    #: The agent that holds it or for whom it is kept.
    agent: str | None
    #: The decision.
    decision: DecisionNo | None
    #: What kind of thing it is.
    kind: WaitKind
    #: The question.
    question: QuestionNo | None
    #: The task before.
    task: TaskNo | None
    #: All of it in a sentence.
    text: str
    #: Until when, where that is known.
    until: Time | None


class Waiting(TypedDict, total=False):
    """A task that cannot be claimed, and why."""

    #: The task.
    id: TaskNo
    #: How many more things it waits for; `task_explain` names all.
    more: int
    #: What is to be done, in a line.
    title: str
    #: The first things that it waits for, at most 5.
    waits_for: list[Wait]


class WaitingMemory(TypedDict, total=False):
    """A memory that waits for a person."""

    #: Since when it waits.
    at: Time
    #: The memory that is there now under that id.
    before: Crystal | None
    #: Who wants it.
    by: Actor
    #: What would be changed; all that it says where it is new.
    changes: list[FieldChange]
    #: The core it is for.
    core: str
    #: Its id.
    id: str
    #: The memory as it is to be.
    memory: Crystal
    #: Who refused it, when and why.
    refused: Refusal | None
    #: The memories whose place it would take.
    supersedes: list[Crystal]
    #: Its number: whoever rules on it sends it as `If-Match`, so that they rule on what they saw.
    version: int


class Warning(TypedDict, total=False):
    """Something that a person should look at."""

    #: The request for approval it is about.
    approval: ApprovalNo | None
    #: The artifact's version it is about.
    artifact: ArtifactNo | None
    #: The version of the workflow at which it last changed.
    changed: int
    #: Its name in the workflow.
    id: WarningNo
    #: Why somebody should look.
    kind: WarningKind
    #: What they said.
    note: str | None
    #: When.
    raised_at: Time
    #: Who made it so.
    raised_by: Actor
    #: When it was settled.
    settled_at: Time | None
    #: By whom.
    settled_by: Actor | None
    #: The task it is about.
    task: TaskNo
    #: What is so, in a sentence.
    text: str


class WarningSettleAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The warning.
    warning: Warning
    #: The workflow.
    workflow: Id


class WebhookAnswer(TypedDict, total=False):
    """What came of sending a message."""

    #: When it was sent.
    at: Time
    #: Why it did not arrive.
    error: str | None
    #: The status that the receiver answered; none when there was no answer.
    status: int | None


class WebhookCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Until when its messages are signed with the secret before, too.
    before_until: Time | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: What people call it.
    name: str
    #: Why there is no secret.
    note: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What signs its messages, for whoever receives them. It is shown once: the answer to a retry has none.
    secret: str | None
    #: The version of the stream the call was about.
    version: int | None
    #: The webhook's id.
    webhook: str


class WebhookDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Its id.
    deleted: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class WebhookEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The receiver's last answer.
    answer: WebhookAnswer | None
    #: When it was made.
    created_at: Time
    #: Who made it.
    created_by: Actor | None
    #: The messages that were given up, for `webhook_resend`.
    dead: list[WebhookLetter]
    #: How many more were given up and are not kept any more.
    dropped: int
    #: In which form.
    format: WebhookFormat
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: What it tells.
    kinds: list[str]
    #: What people call it.
    name: str
    #: Where it leads: the scheme, the host and the port of its address.
    origin: str
    #: Why nothing is sent for now.
    paused: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many messages arrived.
    sent: int
    #: What came of the last message of `webhook_test`.
    test: WebhookAnswer | None
    #: The version of the stream the call was about.
    version: int | None
    #: The messages that did not arrive and are sent again.
    waiting: list[WebhookLetter]
    #: Its id.
    webhook: str


class WebhookLetter(TypedDict, total=False):
    """A message that did not arrive."""

    #: When that happened.
    at: Time
    #: How often it was sent.
    attempts: int
    #: Why it did not arrive.
    error: str
    #: Its name: the place in the log of what it tells, and what of that it is about, such as `118-review:T7`.
    id: str
    #: What it tells: `needs_you`, or the kind of a fact.
    kind: str
    #: When it is sent again; never without.
    retry_at: Time | None
    #: When it was sent last.
    tried_at: Time


class WebhookListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[WebhookShown]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class WebhookResendAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Their number.
    resending: int
    #: The version of the stream the call was about.
    version: int | None


class WebhookRotateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Until when its messages are signed with the secret before, too.
    before_until: Time | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: What people call it.
    name: str
    #: Why there is no secret.
    note: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What signs its messages, for whoever receives them. It is shown once: the answer to a retry has none.
    secret: str | None
    #: The version of the stream the call was about.
    version: int | None
    #: The webhook's id.
    webhook: str


class WebhookShown(TypedDict, total=False):
    """A webhook as answers show it: neither its whole address nor its secret."""

    #: The receiver's last answer.
    answer: WebhookAnswer | None
    #: When it was made.
    created_at: Time
    #: Who made it.
    created_by: Actor | None
    #: The messages that were given up, for `webhook_resend`.
    dead: list[WebhookLetter]
    #: How many more were given up and are not kept any more.
    dropped: int
    #: In which form.
    format: WebhookFormat
    #: What it tells.
    kinds: list[str]
    #: What people call it.
    name: str
    #: Where it leads: the scheme, the host and the port of its address.
    origin: str
    #: Why nothing is sent for now.
    paused: str | None
    #: How many messages arrived.
    sent: int
    #: What came of the last message of `webhook_test`.
    test: WebhookAnswer | None
    #: The messages that did not arrive and are sent again.
    waiting: list[WebhookLetter]
    #: Its id.
    webhook: str


class WebhookTestAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What the receiver answered; nothing while that is not known yet: `webhook_list` says it then.
    answer: WebhookAnswer | None
    #: Whether it arrived.
    arrived: bool
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The webhook.
    webhook: str


class Weights(TypedDict, total=False):
    """How words and recency are weighed against each other. Weights are relative to each other."""

    #: Within recency, the weight of the last recall; 0.6 unless given.
    freshness_weight: float | None
    #: Days after which novelty is half; 30 unless given.
    half_life_created_days: float | None
    #: Days after which freshness is half; 7 unless given.
    half_life_last_access_days: float | None
    #: Within recency, the weight of the day it was made; 0.4 unless given.
    novelty_weight: float | None
    #: The weight of recency; 0.2 unless given.
    recency_weight: float | None
    #: The weight of the words; 0.8 unless given.
    semantic_weight: float | None


class WhenChoice(TypedDict):
    """`WhenChoice`."""

    #: The decision.
    decision: DecisionNo
    #: The choice that opens this edge.
    option: str


class WhenWithChoice(TypedDict):
    """When the task before it was completed and the decision chose the option."""

    choice: WhenChoice


class Why(TypedDict, total=False):
    """Why a crystal was found: each part's share of its score, from 0 to 1."""

    #: The share of its author, where the question is about them.
    author: float | None
    #: The share of when it happened, where the question says when.
    date: float | None
    #: Its words.
    lexical: Lexical | None
    #: What it means.
    meaning: Meaning | None
    #: What was said before and after it in its session.
    neighbours: Neighbours | None
    #: By how much recency changed the score: above 1 it raised it.
    recency: float | None
    #: The share of the words of its session as a whole.
    session: float | None


class Withdrawn(TypedDict, total=False):
    """That a question or a request is not asked any more."""

    #: When.
    at: Time
    #: By whom.
    by: Actor
    #: Why.
    reason: str | None


class WordReadAs(TypedDict, total=False):
    """A word that no memory has, and what was looked for instead."""

    #: The known words that it is likely to be, as their stems.
    instead: list[str]
    #: The word.
    word: str


class Worked(TypedDict, total=False):
    """Somebody who worked."""

    #: The agent or the person.
    actor: Actor
    #: How many facts are theirs.
    facts: int


class Workflow(TypedDict, total=False):
    """Everything a workflow is, as it is stored and shown."""

    #: Who gave what.
    agent_contributions: list[Contribution]
    #: Requests that a person agrees.
    approvals: list[Approval]
    #: Things made, version by version.
    artifacts: list[Artifact]
    #: The version at which name, goal, constraints, policy or status last changed.
    changed: int
    #: What limits it.
    constraints: list[str]
    #: When it began.
    created_at: Time
    #: Who began it.
    created_by: Actor | None
    #: Choices made.
    decisions: list[Decision]
    #: Things learned.
    discoveries: list[Discovery]
    #: When it ended.
    ended_at: Time | None
    #: What it is for.
    goal: str
    #: Its id.
    id: Id
    #: Who leads.
    lead: Lead
    #: How much it teaches, as far as lists say.
    learned: Learned
    #: What was done with what it teaches, and what made itself known.
    learnings: list[Handled]
    #: Memory cores that give context.
    memory_core_refs: list[str]
    #: Its name.
    name: str
    #: Words to agents.
    nudges: list[Nudge]
    #: Whether claims are stopped.
    paused: Pause | None
    #: Choices that are planned, also those that were made since.
    planned_decisions: list[PlannedDecision]
    #: Its rules.
    policy: PolicyPart
    #: When it will be erased, if it was deleted.
    purge_at: Time | None
    #: Questions to people.
    questions: list[Question]
    #: Why it ended.
    reason: str | None
    #: The version at which anything but receipts, renewals and what was used last changed: what `If-Match` compares.
    revised: int
    #: Inbox items that a person put off, with the time until when.
    snoozed: dict[str, Time]
    #: Where it is in its life.
    status: Status
    #: Its tasks.
    tasks: list[Task]
    #: Tokens of goal and constraints.
    tokens: int
    #: When something last happened.
    updated_at: Time
    #: What was used in all, whoever reported it.
    usage: Usage
    #: How many facts this state is made of.
    version: int
    #: What people should look at.
    warnings: list[Warning]


class WorkflowArchiveAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowAtAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The parts that an answer without `fields` leaves out, and how to get them.
    more: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Who took it in with its history, where somebody did.
    taken_in: TakenIn | None
    #: Its tasks and what lies between them.
    task_graph: TaskGraph
    #: The version of the stream the call was about.
    version: int | None
    #: What follows from it.
    views: Views
    #: The workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`.
    workflow: Workflow


class WorkflowCancelAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Tasks that were cancelled with it.
    cancelled: list[TaskNo]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How much it has taught: `learning_list` has it.
    learned: Learned
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowCompleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Tasks that were cancelled with it.
    cancelled: list[TaskNo]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How much it has taught: `learning_list` has it.
    learned: Learned
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowCreateAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The names of the planned decisions, in the order given.
    decisions: list[DecisionNo]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The epoch of the lead, when the creator leads.
    lead_epoch: int | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The names of its first tasks, in the order given.
    tasks: list[TaskNo]
    #: The version of the stream the call was about.
    version: int | None
    #: What may want a second look.
    warnings: list[str]
    #: Its id.
    workflow: Id


class WorkflowDeleteAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: How many artifact versions it has.
    artifacts: int
    #: Whether it is deleted.
    deleted: bool
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many of them have not ended.
    open: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: When it is erased unless restored.
    purge_at: Time
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many tasks it has.
    tasks: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class WorkflowDigestAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[Day]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class WorkflowEditAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowExportAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The text.
    content: str
    #: A name for the file.
    file_name: str
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: Its media type.
    media_type: str
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None


class WorkflowGetAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The parts that an answer without `fields` leaves out, and how to get them.
    more: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: Who took it in with its history, where somebody did.
    taken_in: TakenIn | None
    #: Its tasks and what lies between them.
    task_graph: TaskGraph
    #: The version of the stream the call was about.
    version: int | None
    #: What follows from it.
    views: Views
    #: The workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`.
    workflow: Workflow


class WorkflowImportAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: What was done, or would be.
    report: Report
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow; absent while there is none yet.
    workflow: Id | None


class WorkflowLeadAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: Who leads; absent when nobody does.
    agent: str | None
    #: Grows with every change of the lead.
    epoch: int
    #: What the last lead left behind.
    handoff_note: str | None
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The one from whom the lead was taken over.
    taken_from: str | None
    #: Until when, unless renewed.
    until: Time | None
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class WorkflowListAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The items, in the list's order.
    items: list[WorkflowSummary]
    #: What to send as `cursor` to get the next ones; absent on the last page.
    next_cursor: str | None
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: How many there are in all, where that is cheap to know.
    total: int | None
    #: The version of the stream the call was about.
    version: int | None


class WorkflowPauseAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowPlanAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: The folded rooms.
    folded: list[FoldedRoom]
    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: How many tasks lie outside of the neighbourhood.
    outside: int
    #: The drawing, in CSS pixels; each node is 196 wide and 40 high.
    plan: Plan
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow.
    workflow: Id


class WorkflowResumeAnswer(TypedDict, total=False):
    """An output with the kernel's additions; one flat JSON object."""

    #: What others say to the calling agent; delivered with this answer.
    inbox: list[Notice]
    #: How many more are waiting.
    inbox_waiting: int
    #: The end of the log when the answer was made: what it wrote is at or before it.
    position: int
    #: How many secrets were replaced before anything was stored.
    redacted_secrets: int
    #: The version of the stream the call was about.
    version: int | None
    #: The workflow as lists show it.
    workflow: WorkflowSummary


class WorkflowSummary(TypedDict, total=False):
    """A workflow as lists show it."""

    #: How many agents contributed.
    agent_count: int
    #: The agents that contributed, by name, at most ten.
    agents: list[str]
    #: How many things need a person.
    attention: int
    #: How many tasks it has of each status; those with none are left out.
    counts: dict[str, int]
    #: When it began.
    created_at: Time
    #: What it is for.
    goal: str
    #: Its id.
    id: Id
    #: The orchestrator that leads.
    lead: str | None
    #: How much it has taught; all of it once it has ended.
    learned: Learned
    #: Its name.
    name: str
    #: Whether claims are stopped.
    paused: bool
    #: Where it is in its life.
    status: Status
    #: How many tasks it has.
    tasks: int
    #: When something last happened.
    updated_at: Time
    #: How many facts it has.
    version: int


class Written(TypedDict, total=False):
    """A path that was written."""

    #: The path.
    path: str
    #: The newest version of the day.
    version: int


ApprovalNo: TypeAlias = str

#: Where a request for approval stands. - `pending`: Nobody has said anything yet. - `approved`: Go on. - `refused`:
#: Do not. - `withdrawn`: It is not asked for any more: the workflow has ended.
ApprovalStatus: TypeAlias = Literal["pending", "approved", "refused", "withdrawn"]

#: A person's word on a request. - `approved`: Go on. - `refused`: Do not.
ApprovalWord: TypeAlias = Literal["approved", "refused"]

#: What kind of thing was made. - `file`: A file of another kind. - `code`: Source code. - `document`: A text for
#: people. - `config`: Configuration. - `test`: A test.
ArtifactKind: TypeAlias = Literal["file", "code", "document", "config", "test"]

ArtifactNo: TypeAlias = str

#: Why a dream is wanted. - `hand`: Somebody asked for it. - `time`: Its time has come.
AskedBy: TypeAlias = Literal["hand", "time"]

#: How an attempt ended. - `completed`: The work was handed in. - `failed`: It failed. - `released`: The holder gave
#: it back. - `expired`: The lease ran out. - `resumed`: The same agent began again and shut its old process out. -
#: `needs_rework`: A review asked for rework. - `rejected`: A review rejected it. - `cancelled`: The task was called
#: off or skipped.
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

#: A kind of fact that the audit tells. - `signed_in`: A person signed in. - `sign_in_failed`: Somebody could not sign
#: in. - `person_created`: A person was made who can sign in. - `password_changed`: A person was given another
#: password. - `link_made`: A link was made that lets somebody in once. - `agent_registered`: An agent was made known,
#: or given another role. - `agent_paused`: An agent was stopped from claiming tasks. - `agent_resumed`: An agent may
#: claim tasks again. - `token_created`: A token was made. - `token_used`: A token was used for the first time. -
#: `token_revoked`: A token was ended. - `token_expired`: A token ended by itself. - `settings_changed`: Settings were
#: made or given back. - `webhook_changed`: A webhook was made, changed or deleted, or given another secret. -
#: `memories_forgotten`: Long-term memories were forgotten, to be erased later. - `workflow_taken_in`: A workflow was
#: taken in with its history. - `erased`: Something was erased for good. - `key_rotated`: The key under which secrets
#: are hashed was replaced. - `backup_restored`: A backup was put in the place of the folder.
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

#: The kinds of errors; the doors map each to one status. - `invalid`: The arguments are wrong. - `unauthenticated`:
#: Nobody is signed in, or the token is not valid. - `forbidden`: The caller may not do this. - `not_found`: There is
#: no such thing, or the caller may not know of it. - `conflict`: What is so now does not allow it. - `gone`: It was
#: there and has been erased. - `too_large`: More than the limit. - `rate_limited`: Too often. - `unavailable`: Loci
#: cannot do it now; nothing was written. - `internal`: A fault of Loci; the details are in its log under the
#: request's id.
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

#: A content: its text, or the address of the blob that has it.
Content: TypeAlias = str

#: A block of a context that can be pinned or dropped. - `guidance`: How to use the others. - `goal`: The workflow's
#: goal. - `mind`: The state vector. - `session_summary`: The session's summary. - `scratchpads`: The scratchpads. -
#: `task`: The task. - `attempts`: Earlier attempts and reviews. - `decisions`: What was decided. - `discoveries`:
#: What was learned. - `results`: The results of what the task needed. - `artifacts`: What was made. - `entities`:
#: What "it" refers to. - `notes`: The notes that no dream has taken in yet. - `memory`: Long-term memory. -
#: `messages`: The newest messages.
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

#: How a block stands in the contexts of a session. - `usual`: As its share of the budget allows it. - `pinned`: It
#: gets what it asks for, up to its maximum and half of the budget, before others get more than their minimum. -
#: `dropped`: It is left out.
ContextBlockShown: TypeAlias = Literal["usual", "pinned", "dropped"]

#: How a context is given: what is in it is there once. - `text`: As one text, ready for a prompt. - `messages`: As
#: messages for a chat model: each block one of the role `developer`, the conversation as `user` and `assistant`. -
#: `blocks`: Block by block, each item with its source and why it is there.
ContextFormat: TypeAlias = Literal["text", "messages", "blocks"]

#: What became of a memory. - `new`: It is new. - `same`: It was known already. - `replaced`: Something else had its
#: id. - `waiting`: A person has to approve it first; until then nobody finds it.
CreateOutcome: TypeAlias = Literal["new", "same", "replaced", "waiting"]

#: What a crystal is about: some things matter for longer than others. - `fact`: How something is. - `preference`:
#: What somebody likes or wants to be so. - `goal`: What somebody is after. - `pattern`: What happens again and again.
#: - `insight`: What follows from several things. - `relationship`: How somebody stands to somebody. - `skill`: How
#: something is done. - `episode`: What happened once.
CrystalKind: TypeAlias = Literal["fact", "preference", "goal", "pattern", "insight", "relationship", "skill", "episode"]

DecisionNo: TypeAlias = str

#: Where a decision stands. - `recorded`: Made. - `approved`: A person agreed. - `rejected`: A person refused. -
#: `superseded`: A later decision took its place.
DecisionStatus: TypeAlias = Literal["recorded", "approved", "rejected", "superseded"]

#: How one thing came of another. - `memory`: A long-term memory that was taken from it. - `message`: A message of it
#: that search finds. - `summary`: A summary into which it was folded, or the document of a mind into which it was
#: dreamt. - `extraction`: Memories that a language model, or whoever wrote the session, took from it. - `entities`:
#: Entities that were seen in it. - `scratchpad`: What a tool call in it wrote to a scratchpad. - `copy`: The same
#: once more: a copied scratchpad, a return to an earlier version, the note that a memory is. - `fork`: A session that
#: began with what it held. - `partition`: A partition of a summary view that it may have gone into.
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

#: Which text a line belongs to. - `equal`: Both. - `removed`: The old one only. - `added`: The new one only.
DiffTag: TypeAlias = Literal["equal", "removed", "added"]

#: What kind of thing was learned. - `constraint`: Something that limits the work. - `opportunity`: Something that
#: could be used. - `risk`: Something that could go wrong. - `insight`: Something worth knowing.
DiscoveryKind: TypeAlias = Literal["constraint", "opportunity", "risk", "insight"]

DiscoveryNo: TypeAlias = str

#: Through which door a call came. - `http`: A server function over HTTP. - `page`: A page that is being rendered, or
#: a form of one. - `mcp`: The Model Context Protocol. - `cli`: The command line. - `system`: Loci itself.
Door: TypeAlias = Literal["http", "page", "mcp", "cli", "system"]

#: What dreams read beside the notes. - `all`: The agent's memories, its workflows and its sessions. - `memories`: Its
#: memories alone.
DreamSources: TypeAlias = Literal["all", "memories"]

#: How a dream ended. - `kept`: Its document is a version now. - `refused`: A guard refused it: the document and the
#: notes are as they were. - `failed`: It could not be done.
DreamStatus: TypeAlias = Literal["kept", "refused", "failed"]

#: What the task before is to the one that waits. - `blocks`: It holds it up.
EdgeKind: TypeAlias = Literal["blocks"]

#: How a content is written in JSON. - `utf-8`: As it is. - `base64`: In Base64 (RFC 4648), because it is no text.
Encoding: TypeAlias = Literal["utf-8", "base64"]

#: The tracked entities, most recent first. Clones share the list.
Entities: TypeAlias = "list[EntityPart]"

#: What an erasure promises once it is done. - `every_byte`: No byte of it is left in the log's files. - `rows`: The
#: database has no row with it; its files, copies and backups are its operator's.
Erasing: TypeAlias = Literal["every_byte", "rows"]

#: What a piece of evidence is. - `decision`: A decision. - `discovery`: A discovery. - `task`: A task and what came
#: of it. - `attempt`: A try at a task that failed. - `review`: A review that sent work back, or rejected it.
EvidenceKind: TypeAlias = Literal["decision", "discovery", "task", "attempt", "review"]

#: A format in which a workflow is given out. - `loci`: Loci's own, complete: a person can take it in at another
#: server with `workflow_import`. - `markdown`: An outline for people. - `mermaid`: A flowchart of Mermaid. - `dot`: A
#: digraph of Graphviz. - `svg`: A picture, drawn as on the workflow's page. - `beads`: Issues of Beads, one a line. -
#: `task_master`: `tasks.json` of Task Master.
ExportFormat: TypeAlias = Literal["loci", "markdown", "mermaid", "dot", "svg", "beads", "task_master"]

#: How a context is given: what is in it is there once. - `text`: As one text, ready for a prompt. - `blocks`: Block
#: by block, each item with its source and why it is there.
Format: TypeAlias = Literal["text", "blocks"]

#: What is guarded against. - `missing_section`: A section is missing. - `mass_drop`: A mature document would lose
#: more than half of itself. - `eviction_runaway`: Everything would become a pointer. - `empty_synthesis`: There are
#: headings and nothing below them. - `bond_drift`: The Bond would be forgotten. - `over_budget`: It is longer than
#: what is shown of it.
Guard: TypeAlias = Literal[
    "missing_section",
    "mass_drop",
    "eviction_runaway",
    "empty_synthesis",
    "bond_drift",
    "over_budget",
]

#: What a mood is made of. - `dopamine`: Wins. - `cortisol`: Trouble. - `oxytocin`: Company.
Hormone: TypeAlias = Literal["dopamine", "cortisol", "oxytocin"]

#: A ULID.
Id: TypeAlias = str

#: A format that can be taken in. - `beads`: Issues of Beads, one a line. - `task_master`: `tasks.json` of Task
#: Master. - `loci`: Loci's own, complete.
ImportFormat: TypeAlias = Literal["beads", "task_master", "loci"]

#: What an import did with a thing. - `created`: It is new. - `changed`: It was there, and is written over as far as
#: it differs.
ImportedChange: TypeAlias = Literal["created", "changed"]

#: Where a task is in its life where it is from. - `open`: It waits, or somebody was at it. - `held`: It is not to be
#: done now. - `review`: It waits for a review. - `done`: It is done. - `cancelled`: It was called off.
ImportedState: TypeAlias = Literal["open", "held", "review", "done", "cancelled"]

#: Why something needs a person. - `review`: A task waits for a review. - `escalation`: A task failed for good. -
#: `question`: An agent asks. - `approval`: An agent wants consent. - `lease_expired`: An agent went quiet while
#: holding a task. - `blocked`: The holder of a task cannot go on, or could not until its lease ran out. -
#: `lead_vacant`: Nobody leads while work waits. - `warning`: Something is not as somebody may expect.
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

#: What kinds of work there are. - `summary`: The oldest messages of a session are folded into its summary. -
#: `memories`: Memories are taken from the messages of a session. - `view`: The partitions of a summary view are
#: written. - `dream`: The notes of a mind are taken into its document. - `pointers`: The pointers of a mind's
#: document are tried. - `webhook`: The messages of a webhook are sent.
JobKind: TypeAlias = Literal["summary", "memories", "view", "dream", "pointers", "webhook"]

#: How it is with a job. - `running`: Somebody does it. - `waiting`: It is tried again later. - `failed`: It failed
#: too often and was given up. - `stopped`: A person stopped it.
JobState: TypeAlias = Literal["running", "waiting", "failed", "stopped"]

#: How a task joins its edges. - `all`: All of them must hold; a branch not taken skips the task. - `any`: One of them
#: is enough. - `none_failed`: None may have failed; branches not taken do not matter as long as one holds.
Join: TypeAlias = Literal["all", "any", "none_failed"]

#: What to do with the lead. - `take`: Take it: nobody leads, the last one's time ran out, or it is mine and I begin
#: again. - `renew`: Keep it for another while. Every other call about the workflow does that too. - `release`: Give
#: it back.
LeadAction: TypeAlias = Literal["take", "renew", "release"]

#: What kind of thing was learned. - `decision`: A choice and why it was made. - `discovery`: Something that was found
#: out. - `pattern`: Something that came up more than once, or what worked where other tries had failed. - `failure`:
#: What could not be done, and why.
LearningKind: TypeAlias = Literal["decision", "discovery", "pattern", "failure"]

LearningName: TypeAlias = str

LearningRef: TypeAlias = str

#: What became of a learning. - `open`: Nobody has decided about it. - `promoted`: It is a long-term memory. -
#: `dismissed`: It is not worth keeping.
LearningStatus: TypeAlias = Literal["open", "promoted", "dismissed"]

#: The stages of a crystal's life. - `generated`: It was made, and not recalled yet. - `activated`: It was recalled. -
#: `consolidated`: It matters and was recalled often. - `archived`: It faded, or another one took it in: no search
#: finds it unless asked to. - `expired`: Its time ran out: it is about to be erased. - `frozen`: It stays as it is.
Lifecycle: TypeAlias = Literal["generated", "activated", "consolidated", "archived", "expired", "frozen"]

#: How a version came to be. - `seed`: It is what had been written before. - `dream`: A dream wrote it. - `edit`: A
#: person wrote it. - `restore`: It is an earlier one again. - `pointers`: Its pointers were mended.
Made: TypeAlias = Literal["seed", "dream", "edit", "restore", "pointers"]

#: How memories are written down. - `mem0`: What mem0 answers or exports: `{"results": [{"memory": …}]}`, a list, or
#: line by line. - `letta`: An agent file of Letta's (`.af`), or a list of its archival passages. -
#: `agent_memory_server`: Memories of agent-memory-server: a session's document, the answer of a search, or a list of
#: records. - `markdown`: Markdown, a memory for each paragraph and list item. - `loci`: Parts of memories as `loci
#: import` sends them.
MemoriesFormat: TypeAlias = Literal["mem0", "letta", "agent_memory_server", "markdown", "loci"]

#: Which crystals of agents wait for a person's approval. - `off`: None. - `new_sources`: Those of an agent, or from a
#: session, of which the core holds nothing yet. - `all`: All.
MemoryApproval: TypeAlias = Literal["off", "new_sources", "all"]

#: What kind of memory it is. - `semantic`: A fact or a preference, true whenever. - `episodic`: Something that
#: happened at some time. - `message`: A message of a conversation, word for word.
MemoryType: TypeAlias = Literal["semantic", "episodic", "message"]

#: What a message says: a text, or parts as chat models exchange them.
MessageContent: TypeAlias = "str | list[Any]"

#: Conditions by key; `a.b` is the member `b` of the object `a`. A value alone means `eq`. A list in the metadata
#: passes if one of its values does.
MetadataFilter: TypeAlias = "dict[str, str | float | bool | Operators]"

#: How a search looks. - `hybrid`: By words and by meaning. - `lexical`: By words; also `keyword`. - `vector`: By
#: meaning; also `semantic`.
Mode: TypeAlias = Literal["hybrid", "lexical", "vector"]

Moment: TypeAlias = str

Need: TypeAlias = "TaskNo | NeedWithTask"

#: What a new task needs of another one.
NewNeed: TypeAlias = "str | NewNeedWithTask"

#: When an edge lets the task behind it start.
NewWhen: TypeAlias = Literal["success"] | Literal["failure"] | Literal["done"] | NewWhenWithChoice

#: What kind of thing a note says. - `fact`: Something that is so. - `preference`: How somebody wants things done. -
#: `decision`: What was decided, and why. - `friction`: What went wrong, and is to be avoided. - `breakthrough`: What
#: went right at last. - `question`: What is not known yet. - `task`: What is to be done, or is being done. -
#: `relationship`: Who somebody is, and how to deal with them. - `skill`: What the agent has learned to do. -
#: `identity`: Who the agent is becoming.
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

#: One or several stages, as the document of the API says it.
OneOrSeveral: TypeAlias = "Lifecycle | list[Lifecycle]"

#: Where a setting comes from. - `built_in`: It is built in. - `configuration`: The server's file, environment or
#: flags. - `workspace`: People set it here.
Origin: TypeAlias = Literal["built_in", "configuration", "workspace"]

#: Where an artifact's content is. - `path`: Only at its path, outside Loci. - `fact`: In the fact that recorded it. -
#: `blob`: In the blob of its checksum.
Place: TypeAlias = Literal["path", "fact", "blob"]

#: A format in which others plan. - `beads`: Issues of Beads. - `task_master`: `tasks.json` of Task Master.
PlanFormat: TypeAlias = Literal["beads", "task_master"]

#: How urgent a nudge is. - `low`: When convenient. - `normal`: On the next turn. - `urgent`: Before anything else.
Priority: TypeAlias = Literal["low", "normal", "urgent"]

#: The sections of a mind's document. - `seven`: All seven. - `five`: Without Phenotype and Niche.
Profile: TypeAlias = Literal["seven", "five"]

#: How a held task goes. - `in_progress`: It goes on. - `blocked`: Its holder keeps it and cannot go on. - `pending`:
#: It is given back for anybody to claim.
Progress: TypeAlias = Literal["in_progress", "blocked", "pending"]

#: Who reads what sessions promote. - `core`: Whoever may read the core of the memory's namespace: a team's memory is
#: its own. - `session`: Whoever may read the session that it is from.
PromotedReaders: TypeAlias = Literal["core", "session"]

QuestionNo: TypeAlias = str

#: How a text is read. - `text`: As it is: the scratchpad holds a text then. - `json`: As the JSON of an object, which
#: the scratchpad holds then.
ReadAs: TypeAlias = Literal["text", "json"]

#: Who reads a long-term memory. - `everyone`: Everyone in the workspace. - `core`: The agents that the core names,
#: orchestrators and people. - `session`: Whoever may read the session.
ReadBy: TypeAlias = Literal["everyone", "core", "session"]

#: The remarks of a review.
Remarks: TypeAlias = "str | list[Comment]"

#: A reviewer's verdict. - `approved`: Good. - `needs_rework`: To be done again, with the comments. - `rejected`: Not
#: wanted: the task fails.
ReviewStatus: TypeAlias = Literal["approved", "needs_rework", "rejected"]

#: What an actor is to the workspace. - `orchestrator`: An agent that plans, assigns and leads. - `worker`: An agent
#: that claims tasks and does them. - `reviewer`: An agent that reviews what others did. - `librarian`: An agent that
#: keeps the long-term memory. - `observer`: An agent that only reads. - `member`: A person who takes part. - `owner`:
#: A person who also keeps agents, tokens and settings. - `viewer`: A person who only reads. - `system`: Loci itself:
#: timers and their consequences. Nobody can be given this role.
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

#: The table: the first line that fits a tool's name says the type. People may say any line's word for its type.
Rules: TypeAlias = "list[RulePart]"

#: How far a run is. - `pending`: It waits. - `running`: It is being done. - `success`: It is done. - `failed`: It
#: could not be done.
RunStatus: TypeAlias = Literal["pending", "running", "success", "failed"]

#: Who shares a scratchpad. - `thread`: One session: its agents, orchestrators and people. - `resource`: All sessions
#: of one user or resource. - `global`: The whole workspace.
Scope: TypeAlias = Literal["thread", "resource", "global"]

#: A section of a mind's document. - `phenotype`: Who the agent is becoming. - `bond`: Whom it works with, and how
#: they are to be treated. - `niche`: What it is to others: what it does, how well, what it earns. - `active_context`:
#: What goes on: open work, decisions, frictions, breakthroughs. - `crystal_pointers`: Where the rest is found: one
#: search for each topic. - `curiosity_gaps`: What it does not know. - `emerging_skills`: What it does again and
#: again.
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

#: Which tasks a list shows. - `ready`: Those that can be claimed now. - `blocked`: Those that wait for others or for
#: a time, were cut off by a failure, are on hold, or whose holder cannot go on. - `in_progress`: Those that somebody
#: works on. - `waits_for_person`: Those whose holder waits for a person. - `needs_review`: Those that were handed in
#: and wait for a review.
Shelf: TypeAlias = Literal["ready", "blocked", "in_progress", "waits_for_person", "needs_review"]

#: What happened to an agent, as its mood takes it. - `reward`: Somebody was content with it. - `error`: Something
#: went wrong. - `social`: Somebody was kind to it, or worked with it. - `achievement`: It got something done. -
#: `urgency`: Something cannot wait.
Signal: TypeAlias = Literal["reward", "error", "social", "achievement", "urgency"]

#: How a block is to the one of the last time. - `same`: It is the same. - `changed`: It has changed. - `new`: It was
#: not there.
SinceLast: TypeAlias = Literal["same", "changed", "new"]

#: Where a workflow is in its life. - `active`: Work goes on. - `completed`: All of it is done. -
#: `completed_with_failures`: It is done as far as it could be. - `cancelled`: It was called off. - `archived`: It was
#: put away.
Status: TypeAlias = Literal["active", "completed", "completed_with_failures", "cancelled", "archived"]

#: How memories are taken from a session's messages. - `discrete`: Each fact by itself. - `summary`: What a
#: conversation came to. - `preferences`: What the user prefers. - `custom`: What a prompt of the caller's own asks
#: for.
StrategyKind: TypeAlias = Literal["discrete", "summary", "preferences", "custom"]

StreamId: TypeAlias = str

#: What an approval is about.
Subject: TypeAlias = "SubjectWithDecision | SubjectWithArtifact | SubjectWithTask | SubjectWithPlan"

#: What must be so of a field; a text alone means `eq`.
TagFilter: TypeAlias = "str | Operators"

TaskNo: TypeAlias = str

#: Where a task is in its life. - `pending`: Waits, for other tasks or for somebody to claim it. - `assigned`: Waits
#: for one agent to claim it. - `in_progress`: Held under a lease. - `blocked`: Its holder says that it cannot go on.
#: - `review`: Done, and waits for a review. - `completed`: Done. - `failed`: Failed for good. - `cancelled`: Called
#: off. - `skipped`: On a branch that was not taken, or skipped by somebody.
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

#: What an entry is. - `memory`: A long-term memory. - `message`: A message of a session. - `session`: A session as a
#: whole: its summary. - `decision`: A decision of a workflow. - `discovery`: What was learned in a workflow. -
#: `task`: A task that was completed. - `artifact`: Something that was made in a workflow. - `workflow`: A workflow
#: that began.
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

#: How a crystal stands to another. - `supersedes`: This one took its place. - `superseded_by`: It took the place of
#: this one. - `merged_from`: This one took it in. - `merged_into`: It took this one in.
TrailRelation: TypeAlias = Literal["supersedes", "superseded_by", "merged_from", "merged_into"]

#: What was done to a crystal. - `written`: It was written, or came back after it was forgotten. - `proposed`: It was
#: proposed. - `changed`: What it says was changed. - `marked`: How it is kept was changed. - `superseded`: Another
#: one took its place. - `merged_into`: Another one took it in. - `taken_out`: It was taken out of the one that took
#: it in. - `merged`: It took others in, or let one go.
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

#: How a conversation is written down. - `openai_chat`: Messages of OpenAI's chat API: `{"messages": […]}`, a list of
#: messages, or either line by line. - `openai_responses`: Items of OpenAI's Responses API. - `chatgpt_export`: The
#: `conversations.json` of a data export of `ChatGPT`: of each conversation the branch that is current. -
#: `anthropic_messages`: Messages of Anthropic's API, with content blocks. - `claude_export`: The `conversations.json`
#: of a data export of Claude. - `claude_code`: A transcript of Claude Code, as it lies under `~/.claude/projects`. -
#: `codex`: A rollout of the Codex CLI, as it lies under `~/.codex/sessions`. - `gemini`: A chat of the Gemini CLI, or
#: contents of Gemini's API. - `ai_sdk`: Messages of the AI SDK's user interfaces, with `parts`. - `langchain`:
#: Messages of `LangChain`: `messages_to_dict`, or serialised objects (`lc`). - `sharegpt`: Conversations in the form
#: of `ShareGPT`: `{"conversations": [{"from": "human", "value": …}]}`. - `open_webui`: An export of `Open WebUI`: of
#: each chat the branch that is current. - `librechat`: An export of `LibreChat` as JSON: of each conversation the
#: branch that is current. - `agent_memory_server`: Documents of agent-memory-server: a session with its messages, its
#: summary and its data. - `loci`: Parts of a conversation as `loci import` sends them.
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

#: How far a crystal is to be believed. - `agent`: An agent wrote it. - `human`: A person wrote it. - `imported`: Loci
#: took it from elsewhere. - `quarantined`: It is not to be believed until a person has looked at it.
Trust: TypeAlias = Literal["agent", "human", "imported", "quarantined"]

#: What a task waits for. - `task`: Another task has to come to its end first. - `upstream_failed`: A task before it
#: failed or was called off: without somebody's help it will never start. - `decision`: A decision has to be made, or
#: made otherwise. - `cooldown`: It rests after a failure. - `deferred`: It is deferred until a time. - `assigned`: It
#: is kept for another agent. - `held`: Somebody holds it. - `blocked`: Its holder cannot go on; or it is on hold
#: until a person or an orchestrator releases it. - `question`: Its holder waits for a person's answer. - `approval`:
#: Its holder waits for a person to agree. - `review`: It was handed in and waits for a review. - `failed`: It failed,
#: and somebody has to say what happens now. - `capabilities`: It asks for what the caller cannot do. - `paused`:
#: Claims are stopped in the whole workflow, or the caller is paused. - `ended`: The workflow has ended.
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

#: Why somebody should look. - `beside`: A version was recorded beside what was handed in or approved, which stays
#: what counts. - `unmet`: A task is done, and what it needed does not hold any more. - `unapproved`: A task was
#: handed in while an approval about it was pending or refused. - `untaken`: A task that is kept for an agent could
#: have been claimed for a while, and was not. - `sent_back`: Reviews did not accept the work on a task as often as
#: the policy's `rework_limit` says.
WarningKind: TypeAlias = Literal["beside", "unmet", "unapproved", "untaken", "sent_back"]

WarningNo: TypeAlias = str

#: The form of a webhook's messages. - `standard`: `type`, `timestamp` and `data`, signed as the Standard Webhooks
#: have it. - `slack`: What Slack's incoming webhooks show. - `discord`: What Discord's webhooks show.
WebhookFormat: TypeAlias = Literal["standard", "slack", "discord"]

#: When an edge lets the task behind it start.
When: TypeAlias = Literal["success"] | Literal["failure"] | Literal["done"] | WhenWithChoice

#: Where a window's size is from. - `call`: The call said so. - `session`: The session says so. - `model`: It is the
#: model's. - `default`: Nothing is known of it.
WindowFrom: TypeAlias = Literal["call", "session", "model", "default"]
