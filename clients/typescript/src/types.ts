// The types of what is sent and answered.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Fields, Whole } from "./fields.js";

/** An output with the kernel's additions, as one flat JSON object. */
export interface ActivityListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: Happening[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `activity_list`. */
export interface ActivityListArguments<Asked extends Fields = Whole> {
  /** Only facts after this position of the log. */
  after?: number | null | undefined;
  /** Only facts by the agent with this name. */
  agent?: string | null | undefined;
  /** Only facts before this position of the log. */
  before?: number | null | undefined;
  /** The `next_cursor` of the previous page; same meaning as `before`. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200. Default: 50. Pages for agents also end after about 32 KB. */
  limit?: number | null | undefined;
  /** Only facts of this stream, such as `workflow:01J…`. */
  stream?: StreamId | null | undefined;
  /** Only facts of this workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An agent, a person or Loci itself: a name that is unique among agents or among people, and a role. */
export interface Actor {
  /** Name of the agent or person. */
  id: string;
  /** Role in which the actor acts. */
  role: Role;
}

/** An agent that can be given tokens. */
export interface Agent {
  /** Name of the agent. */
  name: string;
  /** Time since when it may not claim tasks, if it is paused. */
  paused_at?: Time | null | undefined;
  /** Reason for the pause. */
  paused_reason?: string | null | undefined;
  /** Time of its registration. */
  registered_at: Time;
  /** Author of its registration. */
  registered_by: Actor;
  /** Default role; a token may give it another one. */
  role: Role;
  /** Pending notice that it was paused or resumed, until it is delivered. */
  untold?: Untold | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface AgentGetAnswer {
  /** The agent and its current work. */
  agent: Seen;
  /** Contributions by workflow, most recently changed first. */
  gave?: Gave[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_get`. */
export interface AgentGetArguments<Asked extends Fields = Whole> {
  /** Name of the agent. */
  agent: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface AgentListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: Seen[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_list`. */
export interface AgentListArguments<Asked extends Fields = Whole> {
  /** Name of the last agent on the previous page. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface AgentPauseAnswer {
  /** The agent. */
  agent: Agent;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_pause`. */
export interface AgentPauseArguments<Asked extends Fields = Whole> {
  /** Name of the agent. */
  agent: string;
  /** Reason for the pause. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface AgentRegisterAnswer {
  /** The agent. */
  agent: Agent;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_register`. */
export interface AgentRegisterArguments<Asked extends Fields = Whole> {
  /**
   * Name of the agent: 1 to 64 letters, digits, `-`, `_` or `.`; no reserved word such as `all` or `orchestrator`.
   */
  name: string;
  /** Default role: orchestrator, worker, reviewer, librarian or observer. */
  role: Role;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface AgentResumeAnswer {
  /** The agent. */
  agent: Agent;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_resume`. */
export interface AgentResumeArguments<Asked extends Fields = Whole> {
  /** Name of the agent. */
  agent: string;
  /** Reason for the resumption. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** Request for the approval of a person. */
export interface Approval {
  /** Version of the workflow at which it last changed. */
  changed: number;
  /** Comments of the person. */
  comments?: string | null | undefined;
  /** Time at which the ruling was delivered to the agent. */
  delivered_at?: Time | null | undefined;
  /** Time of the ruling. */
  given_at?: Time | null | undefined;
  /** Person who approved or refused it. */
  given_by?: Actor | null | undefined;
  /** Name in the workflow. */
  id: ApprovalNo;
  /** Reason for the request. */
  reason: string;
  /** Time of the request. */
  requested_at: Time;
  /** Agent that requested it. */
  requested_by: Actor;
  /** Status of the request. */
  status: ApprovalStatus;
  /** Subject of the approval. */
  subject: Subject;
  /** Withdrawal, if it was withdrawn. */
  withdrawn?: Withdrawn | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ApprovalGiveAnswer {
  /** The request. */
  approval: Approval;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `approval_give`. */
export interface ApprovalGiveArguments<Asked extends Fields = ApprovalGiveLean> {
  /** The request for approval. */
  approval: string;
  /** Ruling on the request. */
  status: ApprovalWord;
  /** Comments; required if it is refused. */
  comments?: string | null | undefined;
  /** Id of the workflow; optional if `approval` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `approval_give` answers unless `fields` asks for more. */
export type ApprovalGiveLean = readonly ["approval.id", "approval.status"];

export type ApprovalNo = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface ApprovalRequestAnswer {
  /** The request. */
  approval: Approval;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `approval_request`. */
export interface ApprovalRequestArguments<Asked extends Fields = ApprovalRequestLean> {
  /** Reason for the request. */
  reason: string;
  /** Subject: `{"decision": "D3"}`, `{"artifact": "A2"}`, `{"task": "T7"}` or `{"plan": "…"}`. */
  subject: Subject;
  /** Id of the workflow. */
  workflow: Id;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `approval_request` answers unless `fields` asks for more. */
export type ApprovalRequestLean = readonly ["approval.id", "approval.status"];

/**
 * Status of a request for approval. - `pending`: Not decided yet. - `approved`: Approved: the requester may proceed.
 * - `refused`: Refused: the requester must not proceed. - `withdrawn`: Withdrawn, because the workflow has ended.
 */
export type ApprovalStatus = "pending" | "approved" | "refused" | "withdrawn";

/**
 * Ruling of a person on a request. - `approved`: The requester may proceed. - `refused`: The requester must not
 * proceed.
 */
export type ApprovalWord = "approved" | "refused";

/** Version of an artifact. Never changes. */
export interface Artifact {
  /** Task that it was made for. */
  associated_task?: TaskNo | null | undefined;
  /**
   * Task whose handed-in, approved or current work it was recorded next to: by somebody other than its author, or
   * after dependent tasks had begun. It is not part of that work, whose version before stays valid.
   */
  beside?: TaskNo | null | undefined;
  /** Length in bytes, if known. */
  bytes?: number | null | undefined;
  /** Version of the workflow at which it was recorded. */
  changed: number;
  /** SHA-256 of its content, if known. */
  checksum?: string | null | undefined;
  /** Commit that contains it. */
  commit?: string | null | undefined;
  /** Time at which it was recorded. */
  created_at: Time;
  /** Agent or person who recorded it. */
  created_by: Actor;
  /** Description. */
  description?: string | undefined;
  /** Beginning of its content, for contexts. */
  excerpt?: string | undefined;
  /** Name in the workflow. */
  id: ArtifactNo;
  /** Path of the artifact. */
  path: string;
  /** Storage place of its content. */
  place: Place;
  /** Number of tokens as shown in a context. */
  tokens?: number | undefined;
  /** Type of the artifact. */
  type: ArtifactKind;
  /** Version number of its path, from 1. */
  version: number;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ArtifactDiffAnswer {
  /** Number of added lines. */
  added: number;
  /** Old version; absent if the new one is the first. */
  from?: Artifact | null | undefined;
  /** Changed regions, each with three lines of context. */
  hunks: Hunk[];
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed lines. */
  removed: number;
  /** The same as a unified diff. */
  text: string;
  /** New version. */
  to: Artifact;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `artifact_diff`. */
export interface ArtifactDiffArguments<Asked extends Fields = Whole> {
  /** Old version of the path; default: the one before the new version. */
  from?: number | null | undefined;
  /** Name of the old version, such as `A3`, instead of path and number. */
  from_artifact?: string | null | undefined;
  /** Path, if versions are given by number. */
  path?: string | null | undefined;
  /** New version of the path; default: the newest. */
  to?: number | null | undefined;
  /** Name of the new version, instead of path and number. */
  to_artifact?: string | null | undefined;
  /** Id of the workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ArtifactGetAnswer {
  /** Metadata of the version. */
  artifact: Artifact;
  /** Content; absent if it is stored only at its path. */
  content?: string | null | undefined;
  /** Encoding of the content. */
  encoding?: Encoding | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of the newest version of its path. */
  newest: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `artifact_get`. */
export interface ArtifactGetArguments<Asked extends Fields = Whole> {
  /** Name of the version, such as `A3`. */
  artifact?: string | null | undefined;
  /** Path instead of the name: returns the newest version, unless `version` is given. */
  path?: string | null | undefined;
  /** Version number of the path, from 1. */
  version?: number | null | undefined;
  /** Id of the workflow; optional if `artifact` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/**
 * Type of an artifact. - `file`: Any other file. - `code`: Source code. - `document`: Text for people. - `config`:
 * Configuration. - `test`: A test.
 */
export type ArtifactKind = "file" | "code" | "document" | "config" | "test";

/** An output with the kernel's additions, as one flat JSON object. */
export interface ArtifactListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: Artifact[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `artifact_list`. */
export interface ArtifactListArguments<Asked extends Fields = ArtifactListLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Also lists earlier versions. */
  all_versions?: boolean | undefined;
  /** `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200; default 50. */
  limit?: number | null | undefined;
  /** Only paths with this prefix. */
  path?: string | null | undefined;
  /** Only artifacts made for this task. */
  task?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `artifact_list` answers unless `fields` asks for more. */
export type ArtifactListLean = readonly [
  "items.id",
  "items.path",
  "items.version",
  "items.type",
  "items.associated_task",
  "items.description",
];

export type ArtifactNo = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface ArtifactRecordAnswer {
  /** The new version, or the newest one if nothing changed. */
  artifact: Artifact;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** True if the content equals the newest version, so that none was added. */
  unchanged: boolean;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: it is not part of approved work, or was filed under no task. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `artifact_record`. */
export interface ArtifactRecordArguments<Asked extends Fields = ArtifactRecordLean> {
  /** Path as the project writes it: `src/auth/token.rs`. */
  path: string;
  /** Type of the artifact. */
  type: ArtifactKind;
  /** Id of the workflow. */
  workflow: Id;
  /**
   * Task that it was made for; default: the one that I hold in this workflow, none if I hold none or several. Refused
   * for a task that I held and lost.
   */
  associated_task?: string | null | undefined;
  /** SHA-256 of the content in hexadecimal, if the content itself stays where it is. */
  checksum?: string | null | undefined;
  /** Commit that contains it. */
  commit?: string | null | undefined;
  /** Content as text. */
  content?: Content | null | undefined;
  /** Description; default: that of the previous version. */
  description?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `artifact_record` answers unless `fields` asks for more. */
export type ArtifactRecordLean = readonly ["artifact.id", "artifact.version", "unchanged", "warnings"];

/** A requested dream. */
export interface Asked {
  /** Caller that requested it. */
  actor: Actor;
  /** Time of the request. */
  at: Time;
  /** Origin of the request. */
  by: AskedBy;
}

/** Origin of a request for a dream. - `hand`: A caller requested it. - `time`: The schedule requested it. */
export type AskedBy = "hand" | "time";

/** Attempt of an agent at a task. */
export interface Attempt {
  /** Agent that made the attempt. */
  agent: string;
  /** Cost that the agent reported, in millionths of its currency. */
  cost_micros?: number | undefined;
  /** Error of the attempt. */
  error?: string | null | undefined;
  /** Fence of its lease. */
  fence: number;
  /** Start of the attempt. */
  from: Time;
  /** Progress and handoff notes, in order. */
  notes?: string[] | undefined;
  /** Outcome; absent while it runs. */
  outcome?: AttemptOutcome | null | undefined;
  /** Beginning of its summary (1,000 characters), once a later attempt has handed in another result. */
  summary?: string | null | undefined;
  /** End of the attempt. */
  to?: Time | null | undefined;
  /** Input tokens that the agent reported. */
  tokens_in?: number | undefined;
  /** Output tokens that the agent reported. */
  tokens_out?: number | undefined;
}

/**
 * Outcome of an attempt. - `completed`: The work was handed in. - `failed`: The attempt failed. - `released`: The
 * holder gave it back. - `expired`: The lease expired. - `resumed`: The same agent resumed the task, which ended the
 * lease of its old process. - `needs_rework`: A review asked for rework. - `rejected`: A review rejected the work. -
 * `cancelled`: The task was cancelled or skipped.
 */
export type AttemptOutcome = "completed" | "failed" | "released" | "expired" | "resumed" | "needs_rework" | "rejected" | "cancelled";

/**
 * Kind of an audit fact. - `signed_in`: A person signed in. - `sign_in_failed`: A sign-in failed. - `person_created`:
 * A person's account was created. - `password_changed`: A person's password was changed. - `link_made`: A one-time
 * sign-in link was created. - `agent_registered`: An agent was registered, or given another role. - `agent_paused`:
 * An agent was paused: it may not claim tasks. - `agent_resumed`: An agent was resumed: it may claim tasks again. -
 * `token_created`: A token was created. - `token_used`: A token was used for the first time. - `token_revoked`: A
 * token was revoked. - `token_expired`: A token expired. - `settings_changed`: Settings were changed or reset. -
 * `webhook_changed`: A webhook was created, changed or deleted, or its secret was rotated. - `memories_forgotten`:
 * Long-term memories were forgotten, to be erased later. - `workflow_taken_in`: A workflow was imported with its
 * history. - `erased`: Data was erased. - `key_rotated`: The key for hashing secrets was rotated. -
 * `backup_restored`: The data folder was restored from a backup.
 */
export type AuditKind = "signed_in" | "sign_in_failed" | "person_created" | "password_changed" | "link_made" | "agent_registered" | "agent_paused" | "agent_resumed" | "token_created" | "token_used" | "token_revoked" | "token_expired" | "settings_changed" | "webhook_changed" | "memories_forgotten" | "workflow_taken_in" | "erased" | "key_rotated" | "backup_restored";

/** An output with the kernel's additions, as one flat JSON object. */
export interface AuditListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: Happening[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `audit_list`. */
export interface AuditListArguments<Asked extends Fields = Whole> {
  /** Only facts by or about the agent or person with this name. */
  actor?: string | null | undefined;
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Only facts of this kind. */
  kind?: AuditKind | null | undefined;
  /** Page size, 1 to 200. Default: 50. A page may have fewer items although more follow. */
  limit?: number | null | undefined;
  /** Only facts at this time or later. */
  since?: Time | null | undefined;
  /** Only facts before this time; a date alone includes the day. */
  until?: Time | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** One block of a context. */
export interface Block {
  /** Items of the block. */
  items: ContextItem[];
  /** Name, such as `decisions`; the block's tag in the text begins with it. */
  name: string;
  /**
   * Position in the order of all blocks. Blocks that rarely change come first, so that a provider's prompt cache
   * keeps its prefix.
   */
  slot: number;
  /** Text of the block between its tags. */
  text: string;
  /** Title, such as `Decisions`. */
  title: string;
  /** Number of tokens. */
  tokens: number;
}

/** Maximum length of a document. */
export interface Budget {
  /** Maximum number of characters. */
  chars: number;
  /** Maximum number of tokens. */
  tokens: number;
}

/** Last signal that raised a level. */
export interface Cause {
  /** Time of the signal. */
  at: Time;
  /** Hormone that was raised. */
  hormone: Hormone;
  /** Event in words. */
  reason?: string | null | undefined;
  /** The signal. */
  signal: Signal;
}

/** One fact that the caller had not seen. */
export interface Change {
  /** Actor who caused it. */
  actor: Actor;
  /** Time of the fact. */
  at: Time;
  /** Kind of the fact. */
  kind: string;
  /** Number of the fact in its stream. */
  version: number;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ChangesWaitAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The facts, oldest first; empty after a timeout. */
  items: Happening[];
  /** Value to pass as `cursor` next time. */
  next_cursor: string;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /**
   * True if the cursor belongs to the log before a backup was restored: reload your data and continue with
   * `next_cursor`.
   */
  reset: boolean;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `changes_wait`. */
export interface ChangesWaitArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the previous response, or the `position` of any response. Default: now. */
  cursor?: string | null | undefined;
  /** Maximum number of facts, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** Maximum wait in seconds, 0 to 60. Default: 30. */
  timeout_seconds?: number | null | undefined;
  /** Only facts of this workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** Result of a guard. */
export interface Checked {
  /** The guard. */
  guard: Guard;
  /** Minimum or maximum value that passes. */
  limit: number;
  /** Further details. */
  note?: string | null | undefined;
  /** True if the draft passed. */
  passed: boolean;
  /** Measured value: sections, a share, pointers, characters, or tokens. */
  value: number;
}

/**
 * Error code. Doors map each code to one status. - `invalid`: The arguments are invalid. - `unauthenticated`: The
 * caller is not signed in, or the token is invalid. - `forbidden`: The caller lacks permission. - `not_found`: The
 * thing does not exist, or the caller may not know of it. - `conflict`: The current state does not allow the
 * operation. - `gone`: The thing was erased. - `too_large`: A size limit was exceeded. - `rate_limited`: A rate limit
 * was exceeded. - `unavailable`: Temporarily unavailable. Nothing was written, unless the reason is
 * `unknown_outcome`. - `internal`: Internal error. Details are in Loci's log under the request's id.
 */
export type Code = "invalid" | "unauthenticated" | "forbidden" | "not_found" | "conflict" | "gone" | "too_large" | "rate_limited" | "unavailable" | "internal";

/** Comment of a review, about the whole work or about lines of an artifact version. */
export interface Comment {
  /** Artifact version that it is about. */
  artifact?: ArtifactNo | null | undefined;
  /** First line that it is about, from 1. */
  line?: number | null | undefined;
  /** Text of the comment. */
  text: string;
  /** Last line that it is about. */
  to_line?: number | null | undefined;
}

/** Comment of a review, about the whole work or about lines of an artifact version. */
export interface CommentPart {
  /** Artifact version that it is about. */
  artifact?: ArtifactNo | null | undefined;
  /** First line that it is about, from 1. */
  line?: number | null | undefined;
  /** Text of the comment. */
  text: string;
  /** Last line that it is about. */
  to_line?: number | null | undefined;
}

/** A text, or the address of the blob that holds it. */
export type Content = string;

/** A block of a context. */
export interface ContextBlock {
  /** Hash of the text. */
  hash: string;
  /** Items of the block. */
  items: ContextPiece[];
  /** Name, such as `decisions`. */
  name: string;
  /** Comparison with the previous prompt. */
  since_last?: SinceLast | null | undefined;
  /**
   * Position in the order of all blocks: rarely changing blocks come first, so that a provider's prompt cache keeps
   * its prefix.
   */
  slot: number;
  /** Number of its tokens within the unchanged beginning of the prompt. */
  stable_tokens?: number | undefined;
  /** Source streams, each with the version that the block shows. */
  streams: ContextSource[];
  /** Text between its tags. */
  text: string;
  /** Title, such as `Decisions`. */
  title: string;
  /** Token count of the text. */
  tokens: number;
}

/**
 * A block of a context that can be pinned or dropped. - `guidance`: Instructions for using the other blocks. -
 * `goal`: The workflow's goal. - `mind`: The agent's mind. - `session_summary`: The session's summary. -
 * `scratchpads`: The scratchpads. - `task`: The task. - `attempts`: Earlier attempts and reviews. - `decisions`:
 * Decisions of the workflow. - `discoveries`: Discoveries of the workflow. - `results`: Results of the task's
 * dependencies. - `artifacts`: Artifacts of the workflow. - `entities`: Entities that "it" and similar words refer
 * to. - `notes`: Notes that no dream has processed yet. - `memory`: Long-term memory. - `messages`: The newest
 * messages.
 */
export type ContextBlockName = "guidance" | "goal" | "mind" | "session_summary" | "scratchpads" | "task" | "attempts" | "decisions" | "discoveries" | "results" | "artifacts" | "entities" | "notes" | "memory" | "messages";

/**
 * Display mode of a block in the contexts of a session. - `usual`: Included as its share of the budget allows. -
 * `pinned`: Gets the tokens it asks for, up to its maximum and half of the budget, before other blocks get more than
 * their minimum. - `dropped`: Left out.
 */
export type ContextBlockShown = "usual" | "pinned" | "dropped";

/**
 * Format of a context. The content is returned in one format only. - `text`: A single text, ready for a prompt. -
 * `messages`: Messages for a chat model: each block as one message with the role `developer`, the conversation as
 * `user` and `assistant`. - `blocks`: Separate blocks, each item with its source and the reason for it.
 */
export type ContextFormat = "text" | "messages" | "blocks";

/** One item of a block. */
export interface ContextItem {
  /** Number of tokens that were cut off because the item is longer than its share of the block. */
  cut?: number | undefined;
  /** Thing, such as `D3`; empty for the workflow itself. */
  source: string;
  /** Number of tokens. */
  tokens: number;
  /** Version of the workflow at which it last changed. */
  version: number;
  /** Reason why it applies. */
  why: string;
}

/** An item of a block, with the reason for it. */
export interface ContextPiece {
  /** Number of tokens that were cut because the item exceeds its share. */
  cut?: number | undefined;
  /** Source stream. */
  from?: ContextSource | null | undefined;
  /** Position in the block, from 1. */
  rank: number;
  /** Source of the item: a name such as `D3`, or the id of a memory or a message. */
  source: string;
  /** Token count of the item. */
  tokens: number;
  /** Reason why it is included. */
  why: string;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ContextReadAnswer {
  /** Agent whose mind is included. */
  agent?: string | null | undefined;
  /** The prompt block by block. */
  blocks?: ContextBlock[] | undefined;
  /** Maximum number of tokens. */
  budget?: number | undefined;
  /** Encoding in which tokens are counted. For models with another encoding the counts are estimates. */
  encoding?: string | undefined;
  /** Identifier of this prompt; pass it as `since`. */
  etag: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The prompt as messages. */
  messages?: PromptMessage[] | undefined;
  /** Content that was left out or cut, with the reason. */
  omitted?: Omitted[] | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Session whose conversation is included. */
  session?: SessionKey | null | undefined;
  /** Blocks that are pinned or dropped in the session's contexts with `session_block`. */
  set?: Record<string, ContextBlockShown> | undefined;
  /**
   * Number of leading tokens that equal those of the previous prompt for the same agent, session and task: the part
   * that a provider's prompt cache can keep. Absent if no previous prompt is known.
   */
  stable_prefix_tokens?: number | null | undefined;
  /** Number of the task. */
  task?: TaskNo | null | undefined;
  /** The prompt as one text. */
  text?: string | undefined;
  /** Token count of the text, or of all message contents; never more than `budget`. */
  tokens?: number | undefined;
  /** True if the prompt equals the one in `since`; then only `etag` and figures are returned. */
  unchanged?: boolean | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow?: Id | null | undefined;
}

/** The arguments of `context_read`. */
export interface ContextReadArguments<Asked extends Fields = Whole> {
  /** The agent. Default: the calling agent; for people, the holder of the task, or the only agent of the session. */
  agent?: string | null | undefined;
  /**
   * Maximum tokens of the prompt: 500 to 1,000,000. Default: 12,000, or half of the model's window if that is less,
   * but at least 500.
   */
  budget?: number | null | undefined;
  /** Format: `text`, `messages` for a chat model, or `blocks` with the source of each item. Default: `text`. */
  format?: ContextFormat | undefined;
  /**
   * Include the block `guidance`, which explains how to use the others. Default: true; in an MCP session, true only
   * for the first response.
   */
  guidance?: boolean | null | undefined;
  /** The model that reads the prompt. Its context window limits the mind's share, and the budget if none is given. */
  model?: string | null | undefined;
  /** Namespace of the session; without a session, the only namespace whose memories are used. */
  namespace?: string | null | undefined;
  /** Query for long-term memory. */
  query?: string | null | undefined;
  /** Session id, or its whole key as returned in responses. */
  session?: string | null | undefined;
  /** The `etag` of an earlier response. If nothing has changed since, the response says so and omits the prompt. */
  since?: string | null | undefined;
  /** The task. Default: the one that the agent holds in the workflow. */
  task?: string | null | undefined;
  /** User of the session; without a session, the user whose memories are used in addition to shared ones. */
  user_id?: string | null | undefined;
  /** Context window in tokens, instead of the model's. */
  window?: number | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** A stream at a version. */
export interface ContextSource {
  /** The stream, such as `workflow:01J…`. */
  stream: StreamId;
  /** Version at which the shown content last changed; 0 if unknown. */
  version: number;
}

/**
 * Contribution of one agent to a workflow. The lists are persistent sets: the ten-thousandth entry costs no more than
 * the first.
 */
export interface Contribution {
  /** Name of the agent. */
  agent_id: string;
  /** Role at its last contribution. */
  agent_role: Role;
  /** Artifact versions that it recorded. */
  artifacts_created: ArtifactNo[];
  /** Use of its context window: tokens by the block's name. */
  blocks?: Record<string, number> | undefined;
  /** Cost that it reported, in millionths of its currency. */
  cost_micros?: number | undefined;
  /** Decisions that it made. */
  decisions_made: DecisionNo[];
  /** Discoveries that it recorded. */
  discoveries: DiscoveryNo[];
  /** Time of the first contribution. */
  first_contribution: Time;
  /** Time of the last contribution. */
  last_contribution: Time;
  /**
   * Its log of the work: an address or id that it reported, otherwise the API path of its activity in this workflow.
   */
  log_ref: string;
  /** Tasks that it completed. */
  tasks_completed: TaskNo[];
  /** Input tokens that it reported. */
  tokens_in?: number | undefined;
  /** Output tokens that it reported. */
  tokens_out?: number | undefined;
  /** Size of its context window in tokens, as last reported. */
  window?: number | null | undefined;
  /** Tokens in use in its context window, as last reported. */
  window_used?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface CoreCreateAnswer {
  /** The core. */
  core: CoreSummary;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `core_create`. */
export interface CoreCreateArguments<Asked extends Fields = Whole> {
  /** Name, 1 to 256 bytes, without `/`. */
  name: string;
  /**
   * Memories of agents that need a person's approval: none (`off`, the default), those of an agent or a session of
   * which the core has no memory yet (`new_sources`), or `all`.
   */
  approval?: MemoryApproval | null | undefined;
  /** Description of its purpose. */
  description?: string | null | undefined;
  /**
   * Readers of memories that sessions promote into it: `core` (everyone who may read the core) or `session` (only
   * those who may read the session). Defaults to the workspace's setting.
   */
  promoted_readers?: PromotedReaders | null | undefined;
  /**
   * Memories that searches leave out unless requested, until a person has reviewed them: those written by agents
   * (`agent`), those imported by Loci (`imported`). None by default.
   */
  quarantine?: Trust[] | undefined;
  /** Agents that may read it, in addition to orchestrators and people; everyone by default. */
  readers?: string[] | null | undefined;
  /**
   * Agents that may write to it, in addition to librarians, orchestrators and people; everyone who may read it by
   * default.
   */
  writers?: string[] | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface CoreEditAnswer {
  /** The core. */
  core: CoreSummary;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `core_edit`. */
export interface CoreEditArguments<Asked extends Fields = Whole> {
  /** Name of the core. */
  name: string;
  /** Memories of agents that need a person's approval: `off`, `new_sources` or `all`. Only people can set this. */
  approval?: MemoryApproval | null | undefined;
  /** Description of its purpose. */
  description?: string | null | undefined;
  /**
   * Readers of memories that sessions promote into it: `core` (everyone who may read the core) or `session` (only
   * those who may read the session); null for the workspace's setting.
   */
  promoted_readers?: PromotedReaders | null | undefined;
  /**
   * Memories that searches leave out unless requested, until a person has reviewed them: `agent`, `imported`. Only
   * people can set this.
   */
  quarantine?: Trust[] | null | undefined;
  /** Agents that may read it, in addition to orchestrators and people; null for everyone. */
  readers?: string[] | null | undefined;
  /**
   * Agents that may write to it, in addition to librarians, orchestrators and people; null for everyone who may read
   * it.
   */
  writers?: string[] | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface CoreListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: CoreSummary[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `core_list`. */
export interface CoreListArguments<Asked extends Fields = Whole> {
  /** Cursor of the next page. */
  cursor?: string | null | undefined;
  /** Also count the memories at each stage of life. */
  lifecycles?: boolean | undefined;
  /** Page size, 1 to 200; 50 by default. */
  limit?: number | null | undefined;
  /**
   * `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
   */
  order?: ListOrder | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** Summary of a core, as lists show it. */
export interface CoreSummary {
  /** Memories of agents that need a person's approval. */
  approval?: MemoryApproval | undefined;
  /** Creation time. */
  created_at: Time;
  /** Number of memories. */
  crystals: number;
  /** Description of its purpose. */
  description?: string | null | undefined;
  /** Number of memories at each stage of life, if requested. */
  lifecycles?: Lifecycles | null | undefined;
  /** Name of the core. */
  name: string;
  /** Readers of memories that sessions promote into it. Without it, as set by the workspace. */
  promoted_readers?: PromotedReaders | null | undefined;
  /** Trust levels of memories that are quarantined until a person has reviewed them. */
  quarantine?: Trust[] | undefined;
  /** Agents that may read it, in addition to orchestrators and people. Without it, everyone. */
  readers?: string[] | null | undefined;
  /** Time of the last change to a memory or a proposal. */
  updated_at: Time;
  /** Number of facts. */
  version: number;
  /** Number of memories that wait for a person. */
  waiting?: number | undefined;
  /** Agents that may write to it. Without it, everyone who may read it. */
  writers?: string[] | null | undefined;
}

/** A core with memories that wait for a person. */
export interface CoreWaiting {
  /** Name of the core. */
  core: string;
  /** Number of waiting memories. */
  count: number;
  /** Agents that wrote them. */
  from: string[];
  /** Time since which the first of them waits. */
  since: Time;
}

/** Sizes before and after a dream. */
export interface Counts {
  /** Characters of the document now. */
  chars?: number | undefined;
  /** Characters of the document before. */
  chars_before?: number | undefined;
  /** New long-term memories that it read. */
  crystals?: number | undefined;
  /** Gaps in the document: open questions, failed searches, memories that disagree. */
  gaps?: number | undefined;
  /** Memories that it merged into others. */
  merged?: number | undefined;
  /** Notes that it included. */
  notes?: number | undefined;
  /** Pointers in the document. */
  pointers?: number | undefined;
  /** Topics that became pointers. */
  pointers_added?: number | undefined;
  /** The agent's memories that the document has in full. Always 0 for drafts by a language model. */
  replayed?: number | undefined;
  /** Skills in the document. */
  skills?: number | undefined;
}

/**
 * Outcome of storing a memory. - `new`: Created. - `same`: Known already; nothing was written. - `replaced`: Replaced
 * another content with its id. - `waiting`: Waits for a person's approval; until then no search finds it.
 */
export type CreateOutcome = "new" | "same" | "replaced" | "waiting";

/** Result for one memory. */
export interface CreatedOne {
  /** Core that holds it. */
  core: string;
  /** Id under which the memory is found. */
  id: string;
  /**
   * Up to 3 memories about the same subject with a different statement. If the new one makes them obsolete, name them
   * in `supersedes`. Only set if the call has at most 20 memories.
   */
  near?: NearMemory[] | undefined;
  /**
   * `new`, `same` (known already, nothing was written), `replaced` (it replaced another content with its id) or
   * `waiting` (a person has to approve it first).
   */
  outcome: CreateOutcome;
}

/** One long-term memory. */
export interface Crystal {
  /** Number of recalls. */
  access_count?: number | undefined;
  /** Agent it is from. */
  agent?: string | null | undefined;
  /** Person who approved it. */
  approved_by?: string | null | undefined;
  /** Core that holds it. */
  core: string;
  /** Creation time. */
  created_at: Time;
  /** Time at which it is archived, unless it is recalled before. */
  decays_at?: Time | null | undefined;
  /** Extraction state of a message: `t` once memories were extracted from it, `f` before. */
  discrete_memory_extracted?: string | null | undefined;
  /** People and things named in it. */
  entities?: string[] | undefined;
  /** Time of the event it describes. */
  event_date?: Time | null | undefined;
  /** Expiry time. After it, the memory is not found any more and is erased. */
  expires_at?: Time | null | undefined;
  /** Ids of the messages or memories it was extracted from. */
  extracted_from?: string[] | undefined;
  /** Strategy by which it was extracted: `discrete`, `summary`, `preferences` or `custom`. */
  extraction_strategy?: string | null | undefined;
  /** Configuration of the extraction strategy. */
  extraction_strategy_config?: Record<string, unknown> | null | undefined;
  /** Frozen: it never fades and no rule changes it. */
  frozen?: boolean | undefined;
  /** Person who pinned or froze it. Agents cannot undo that. */
  held_by?: string | null | undefined;
  /** Id: chosen by the caller, or a ULID. */
  id: string;
  /** Importance, 0 to 1. */
  importance?: number | null | undefined;
  /** Kind, which decides how long it matters; derived from `memory_type` by default. */
  kind?: CrystalKind | null | undefined;
  /** Time of the last recall. */
  last_accessed: Time;
  /** Stage of its life. */
  lifecycle?: Lifecycle | null | undefined;
  /** SHA-256 of its text without surrounding white space, its namespace, its user and its event time. */
  memory_hash: string;
  /** `semantic` (a fact), `episodic` (an event) or `message`. */
  memory_type?: MemoryType | undefined;
  /** Memories with the same content that were merged into it. */
  merged_from?: string[] | undefined;
  /** Memory with the same content that it was merged into. */
  merged_into?: string | null | undefined;
  /** Custom data. Searches can filter by its values. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Namespace; also the name of its core. */
  namespace?: string | null | undefined;
  /** Time at which it was first stored. */
  persisted_at: Time;
  /** Pinned: it never fades and no rule forgets it. */
  pinned?: boolean | undefined;
  /** Source it was extracted from. */
  provenance?: Provenance | null | undefined;
  /** Session it is from. */
  session_id?: string | null | undefined;
  /** Remaining importance; it fades from the last recall on. */
  strength?: number | null | undefined;
  /** Memory that replaced it, from `valid_to` on. */
  superseded_by?: string | null | undefined;
  /** Memories of its core that it replaces: what they say no longer holds. */
  supersedes?: string[] | undefined;
  /** Text to remember. */
  text?: string | undefined;
  /** Topics it is about. */
  topics?: string[] | undefined;
  /** Trust level. */
  trust?: Trust | undefined;
  /** Time of the last change. */
  updated_at: Time;
  /** User it is about. */
  user_id?: string | null | undefined;
  /** Feeling, from -1 (bad) to 1 (good). */
  valence?: number | null | undefined;
  /** Start of its validity. */
  valid_from?: Time | null | undefined;
  /** End of its validity. After it, searches leave the memory out unless it is requested. */
  valid_to?: Time | null | undefined;
  /** Workflow it is from. */
  workflow?: string | null | undefined;
}

/**
 * Kind of a memory. Some kinds matter more than others. - `fact`: State of something. - `preference`: Something that
 * a person likes or wants. - `goal`: Aim that a person pursues. - `pattern`: Something that happens repeatedly. -
 * `insight`: Conclusion from several things. - `relationship`: Relationship between people or agents. - `skill`: Way
 * of doing something. - `episode`: Event that happened once.
 */
export type CrystalKind = "fact" | "preference" | "goal" | "pattern" | "insight" | "relationship" | "skill" | "episode";

/** Summary of a day of a workflow (UTC). */
export interface Day {
  /** Artifacts that were recorded, one entry per path. */
  artifacts: FewWritten;
  /** Date, such as `2026-01-31`. */
  date: string;
  /** Decisions that were recorded. */
  decisions_recorded: FewNamed;
  /** Decisions that were replaced. */
  decisions_superseded: Fewstring;
  /** Discoveries that were recorded. */
  discoveries: FewNamed;
  /** Number of facts. */
  facts: number;
  /** First version of the day. */
  first_version: number;
  /** Last version of the day. */
  last_version: number;
  /** Nudges that were sent. */
  nudges: FewNamed;
  /** Questions that were answered, with the answer. */
  questions_answered: FewNamed;
  /** Questions that people were asked. */
  questions_asked: FewNamed;
  /** Review verdicts on tasks. */
  reviews: FewNamed;
  /** Number of tasks that were added. */
  tasks_added: number;
  /** Tasks whose work was accepted, with their current titles. */
  tasks_completed: FewNamed;
  /** Tasks that failed for good, with their current titles. */
  tasks_failed: FewNamed;
  /** The whole day in a few lines, for an agent's prompt. */
  text: string;
  /** Agents and people who were active, most facts first. */
  who: FewWorked;
}

/** Choice made during the work. */
export interface Decision {
  /** Tasks that it affects; empty means all. */
  affects_tasks?: TaskNo[] | undefined;
  /** Alternatives that were not chosen. */
  alternatives?: string[] | undefined;
  /** Version of the workflow at which it last changed. */
  changed: number;
  /** Choice that was made. */
  choice: string;
  /** Comments of the person. */
  comments?: string | null | undefined;
  /** Name in the workflow. */
  id: DecisionNo;
  /** Time of the decision. */
  made_at: Time;
  /** Agent or person who made it. */
  made_by: Actor;
  /** Question that was decided. */
  question: string;
  /** Rationale. */
  rationale: string;
  /** True if it can be undone later. */
  reversible: boolean;
  /** Person who approved or rejected it. */
  ruled_by?: Actor | null | undefined;
  /** Status of the decision. */
  status: DecisionStatus;
  /** Decision that supersedes this one. */
  superseded_by?: DecisionNo | null | undefined;
  /** Decision that this one supersedes. */
  supersedes?: DecisionNo | null | undefined;
  /** Number of tokens as shown in a context. */
  tokens?: number | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface DecisionApproveAnswer {
  /** Requests for approval that were answered with it. */
  approvals?: ApprovalNo[] | undefined;
  /** The decision. */
  decision: Decision;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: work in progress on a branch that is not taken now. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `decision_approve`. */
export interface DecisionApproveArguments<Asked extends Fields = DecisionApproveLean> {
  /** The decision. */
  decision: string;
  /** Comments on the approval. */
  comments?: string | null | undefined;
  /** Id of the workflow; optional if `decision` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `decision_approve` answers unless `fields` asks for more. */
export type DecisionApproveLean = readonly ["decision.id", "decision.status", "approvals", "warnings"];

export type DecisionNo = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface DecisionRecordAnswer {
  /** The decision. */
  decision: Decision;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: work in progress on a branch that is not taken now. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `decision_record`. */
export interface DecisionRecordArguments<Asked extends Fields = DecisionRecordLean> {
  /** Choice that was made. */
  choice: string;
  /** Rationale. */
  rationale: string;
  /** Id of the workflow. */
  workflow: Id;
  /** Tasks that it affects; empty means all. */
  affects_tasks?: string[] | undefined;
  /** Alternatives that were not chosen. */
  alternatives?: string[] | undefined;
  /** Planned decision that is made: its name (`D3`) or its key. */
  decision?: string | null | undefined;
  /** Question that was decided; optional with `decision`. */
  question?: string | undefined;
  /** True if it can be undone later; default true. */
  reversible?: boolean | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `decision_record` answers unless `fields` asks for more. */
export type DecisionRecordLean = readonly ["decision.id", "warnings"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface DecisionRejectAnswer {
  /** Requests for approval that were answered with it. */
  approvals?: ApprovalNo[] | undefined;
  /** The decision. */
  decision: Decision;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: work in progress on a branch that is not taken now. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `decision_reject`. */
export interface DecisionRejectArguments<Asked extends Fields = DecisionRejectLean> {
  /** Reason, and what to choose instead. */
  comments: string;
  /** The decision. */
  decision: string;
  /** Id of the workflow; optional if `decision` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `decision_reject` answers unless `fields` asks for more. */
export type DecisionRejectLean = readonly ["decision.id", "decision.status", "approvals", "warnings"];

/**
 * Status of a decision. - `recorded`: Recorded by an agent or a person. - `approved`: Approved by a person. -
 * `rejected`: Rejected by a person. - `superseded`: Superseded by a later decision.
 */
export type DecisionStatus = "recorded" | "approved" | "rejected" | "superseded";

/** An output with the kernel's additions, as one flat JSON object. */
export interface DecisionSupersedeAnswer {
  /** The decision. */
  decision: Decision;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: work in progress on a branch that is not taken now. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `decision_supersede`. */
export interface DecisionSupersedeArguments<Asked extends Fields = DecisionSupersedeLean> {
  /** New choice. */
  choice: string;
  /** Earlier decision. */
  decision: string;
  /** Rationale, including the reason for the change. */
  rationale: string;
  /** Tasks that it affects; unchanged by default. */
  affects_tasks?: string[] | null | undefined;
  /**
   * Alternatives that were not chosen. Those of the earlier decision are not copied: the new choice may be among
   * them.
   */
  alternatives?: string[] | undefined;
  /** Question that was decided; unchanged by default. */
  question?: string | null | undefined;
  /** True if it can be undone later; unchanged by default. */
  reversible?: boolean | null | undefined;
  /** Id of the workflow; optional if `decision` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `decision_supersede` answers unless `fields` asks for more. */
export type DecisionSupersedeLean = readonly ["decision.id", "decision.supersedes", "warnings"];

/** Definition of a summary view. */
export interface Definition {
  /** Update the partitions automatically, every hour. */
  continuous?: boolean | null | undefined;
  /** Only memories with these values, by field: a string, or the operators of `memory_search`. */
  filters?: Record<string, unknown> | undefined;
  /**
   * Fields whose values form the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without one of
   * them is in no group.
   */
  group_by: string[];
  /** Name of a model, stored as information; the configured model writes. */
  model_name?: string | null | undefined;
  /** Display name. */
  name?: string | null | undefined;
  /** Prompt for the language model, instead of the default one. */
  prompt?: string | null | undefined;
  /** Source of the summaries: `long_term`. */
  source?: string | undefined;
  /** Maximum age of the memories, in days. */
  time_window_days?: number | null | undefined;
}

/** Definition of a summary view. */
export interface DefinitionPart {
  /** Update the partitions automatically, every hour. */
  continuous?: boolean | null | undefined;
  /** Only memories with these values, by field: a string, or the operators of `memory_search`. */
  filters?: Record<string, unknown> | undefined;
  /**
   * Fields whose values form the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without one of
   * them is in no group.
   */
  group_by: string[];
  /** Name of a model, stored as information; the configured model writes. */
  model_name?: string | null | undefined;
  /** Display name. */
  name?: string | null | undefined;
  /** Prompt for the language model, instead of the default one. */
  prompt?: string | null | undefined;
  /** Source of the summaries: `long_term`. */
  source?: string | undefined;
  /** Maximum age of the memories, in days. */
  time_window_days?: number | null | undefined;
}

/** Deletion of a scratchpad. */
export interface Deletion {
  /** Time of the deletion. */
  at: Time;
  /** Author of the deletion. */
  by: Actor;
  /** Time of erasure unless restored. */
  purge_at: Time;
}

/**
 * Relation of derived data to its source. - `memory`: A long-term memory that was taken from it. - `message`: An
 * indexed message of it. - `summary`: A summary that includes it, or the document of a mind that dreamt of it. -
 * `extraction`: Memories that a language model, or the session's writer, extracted from it. - `entities`: Entities
 * that were seen in it. - `scratchpad`: A scratchpad state written by a tool call in it. - `copy`: The same content
 * again: a copied scratchpad, a restored version, the note of a memory. - `fork`: A session that began with its
 * content. - `partition`: A partition of a summary view that may include it.
 */
export type Derivation = "memory" | "message" | "summary" | "extraction" | "entities" | "scratchpad" | "copy" | "fork" | "partition";

/** Data derived from erased data. */
export interface Derived {
  /** Relation to its source. */
  derivation: Derivation;
  /** The facts that hold it; empty for the whole stream. */
  facts?: number[] | undefined;
  /** Name within the stream, such as a memory's id or a scratchpad's name. */
  id?: string | null | undefined;
  /** Stream that holds it. */
  stream: StreamId;
}

/** Core for a session's memories of one namespace, and its readers. */
export interface Destination {
  /** Name of the core. */
  core: string;
  /** Readers of the core. */
  read_by: ReadBy;
}

/**
 * Text that a line belongs to. - `equal`: Both texts. - `removed`: Only the old text. - `added`: Only the new text.
 */
export type DiffTag = "equal" | "removed" | "added";

/** Discovery: something learned during the work. */
export interface Discovery {
  /** Tasks that it affects; empty means all. */
  affects_tasks?: TaskNo[] | undefined;
  /** Version of the workflow at which it last changed. */
  changed: number;
  /** Text of the discovery. */
  content: string;
  /** Time of the discovery. */
  discovered_at: Time;
  /** Agent or person who recorded it. */
  discovered_by: Actor;
  /** Name in the workflow. */
  id: DiscoveryNo;
  /** Memory core to which it should be promoted. */
  promote_to_core?: string | null | undefined;
  /** Number of tokens as shown in a context. */
  tokens?: number | undefined;
  /** Type of the discovery. */
  type: DiscoveryKind;
}

/**
 * Type of a discovery. - `constraint`: A limit of the work. - `opportunity`: A possibility to use. - `risk`: A
 * possible problem. - `insight`: Useful knowledge.
 */
export type DiscoveryKind = "constraint" | "opportunity" | "risk" | "insight";

export type DiscoveryNo = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface DiscoveryRecordAnswer {
  /** The discovery. */
  discovery: Discovery;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `discovery_record`. */
export interface DiscoveryRecordArguments<Asked extends Fields = DiscoveryRecordLean> {
  /** Text of the discovery. */
  content: string;
  /** Type of the discovery. */
  type: DiscoveryKind;
  /** Id of the workflow. */
  workflow: Id;
  /** Tasks that it affects; empty means all. */
  affects_tasks?: string[] | undefined;
  /** Memory core to which it should be promoted; must exist and be writable for you. */
  promote_to_core?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `discovery_record` answers unless `fields` asks for more. */
export type DiscoveryRecordLean = readonly ["discovery.id"];

/**
 * Interface through which a call came. - `http`: A server function over HTTP. - `page`: A page that is being
 * rendered, or a form of one. - `mcp`: The Model Context Protocol. - `cli`: The command line. - `system`: Loci
 * itself.
 */
export type Door = "http" | "page" | "mcp" | "cli" | "system";

/** An output with the kernel's additions, as one flat JSON object. */
export interface DreamGetAnswer {
  /** Number of added lines. */
  added: number;
  /** Document that it wrote, or the refused draft. Absent if the dream failed. */
  after?: string | null | undefined;
  /** Document that it is based on. */
  before?: string | null | undefined;
  /** Summary of the dream. */
  dream: DreamRow;
  /** Differences. */
  hunks: Hunk[];
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed lines. */
  removed: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `dream_get`. */
export interface DreamGetArguments<Asked extends Fields = Whole> {
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** The dream, as `dream_list` names it. Default: the last one. */
  dream?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface DreamListAnswer {
  /** Dream that is requested or running. */
  asked?: Asked | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The dreams, newest first. A mind keeps its last 50. */
  items: DreamRow[];
  /** Job of that dream, once it was claimed. */
  job?: Job | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `dream_list`. */
export interface DreamListArguments<Asked extends Fields = Whole> {
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** Maximum number of dreams, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** List entry of a dream. */
export interface DreamRow {
  /** Time at which it ended. */
  at: Time;
  /** Number of the version that it is based on. */
  base?: number | null | undefined;
  /** Sections that changed. */
  changes?: SectionChange[] | undefined;
  /** Sizes before and after. */
  counts: Counts;
  /** Changes, in a few words each. */
  did?: string[] | undefined;
  /** Version of the fact with the dream, which names it within the mind. */
  dream: number;
  /** Name of the dreamer: `built-in` or a model. */
  dreamer: string;
  /** Results of the guards. */
  guards?: Checked[] | undefined;
  /** Reason for the refusal or failure, or for which the preferred dreamer did not write it. */
  note?: string | null | undefined;
  /** Number of the version that it wrote. */
  number?: number | null | undefined;
  /** Outcome. */
  status: DreamStatus;
}

/**
 * Sources of dreams in addition to notes. - `all`: The agent's memories, its workflows and its sessions. -
 * `memories`: Its memories alone.
 */
export type DreamSources = "all" | "memories";

/**
 * Outcome of a dream. - `kept`: Its document became a version. - `refused`: A guard refused it. The document and the
 * notes did not change. - `failed`: It failed.
 */
export type DreamStatus = "kept" | "refused" | "failed";

/** Relation of a required task to the one that waits. - `blocks`: It blocks the other task. */
export type EdgeKind = "blocks";

/** Edits of the proposed memory; absent members stay as proposed. */
export interface Edit {
  /** Core to store it in. */
  core?: string | null | undefined;
  /** Importance, 0 to 1. */
  importance?: number | null | undefined;
  /** Text to remember. */
  text?: string | null | undefined;
  /** Topics. */
  topics?: string[] | null | undefined;
}

/**
 * Encoding of a content in JSON. - `utf-8`: Plain text. - `base64`: Base64 (RFC 4648), because the content is no
 * text.
 */
export type Encoding = "utf-8" | "base64";

/** Tracked entities, most recent first. Clones share the list. */
export type Entities = EntityPart[];

/** A thing that a conversation has touched. */
export interface Entity {
  /** Id in its own system, such as `page-123`. */
  id: string;
  /** Name, such as `About Us`. */
  name: string;
  /** True if it was shown together with the next one in the list: neither is more recent. */
  together?: boolean | undefined;
  /** Type, such as `page`. */
  type: string;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface EntityAddAnswer {
  /** All tracked entities, most recent first. */
  entities: EntityPart[];
  /** Entities that were seen. */
  found?: EntityPart[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Entities that were deleted or forgotten. */
  removed?: EntityKey[] | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_add`. */
export interface EntityAddArguments<Asked extends Fields = Whole> {
  /** Id in its own system, such as `page-123`. */
  id: string;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Entity type, such as `page`. */
  type: string;
  /** Display name. Default: `id`. */
  name?: string | null | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface EntityExportAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The checkpoint, as `entity_restore` accepts it. */
  saved: SavedPart;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_export`. */
export interface EntityExportArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface EntityForgetAnswer {
  /** All tracked entities, most recent first. */
  entities: EntityPart[];
  /** Entities that were seen. */
  found?: EntityPart[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Entities that were deleted or forgotten. */
  removed?: EntityKey[] | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_forget`. */
export interface EntityForgetArguments<Asked extends Fields = Whole> {
  /** Id of the entity. */
  id: string;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Entity type, such as `page`. */
  type: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** Key of an entity; the list has one entry per key. */
export interface EntityKey {
  /** Id. */
  id: string;
  /** Type, such as `page`. */
  type: string;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface EntityListAnswer {
  /** The `[WORKING MEMORY]` block with all entities of the session, regardless of filters. */
  block: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: EntityPart[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Maximum number of tracked entities; the least recently seen is dropped first. */
  tracked_at_most: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_list`. */
export interface EntityListArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200. */
  limit?: number | null | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** Only entities of this type, such as `page`. */
  type?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface EntityObserveAnswer {
  /** All tracked entities, most recent first. */
  entities: EntityPart[];
  /** Entities that were seen. */
  found?: EntityPart[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Entities that were deleted or forgotten. */
  removed?: EntityKey[] | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_observe`. */
export interface EntityObserveArguments<Asked extends Fields = Whole> {
  /** Result of the tool as JSON. */
  result: unknown;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Name of the tool, such as `cms_createPage`. */
  tool: string;
  /** Arguments of the tool call. They identify deleted or changed entities if the result does not. */
  arguments?: unknown | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A thing that a conversation has touched. */
export interface EntityPart {
  /** Id in its own system, such as `page-123`. */
  id: string;
  /** Name, such as `About Us`. */
  name: string;
  /** True if it was shown together with the next one in the list: neither is more recent. */
  together?: boolean | undefined;
  /** Type, such as `page`. */
  type: string;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface EntityResolveAnswer {
  /** True if the phrase could equally mean another of `choices`; `entity` is the newest of them. */
  ambiguous: boolean;
  /** Possible entities if it is ambiguous. */
  choices?: EntityPart[] | undefined;
  /** All entities that the phrase refers to, most recent first: one unless it is a plural. */
  entities: EntityPart[];
  /** The entity, or the newest of several. */
  entity?: EntityPart | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Question to ask if it is ambiguous, or the reason if nothing was found. */
  say?: string | null | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_resolve`. */
export interface EntityResolveArguments<Asked extends Fields = Whole> {
  /** The phrase, or a sentence that contains it; its first reference counts. */
  phrase: string;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface EntityRestoreAnswer {
  /** All tracked entities, most recent first. */
  entities: EntityPart[];
  /** Entities that were seen. */
  found?: EntityPart[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Entities that were deleted or forgotten. */
  removed?: EntityKey[] | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_restore`. */
export interface EntityRestoreArguments<Asked extends Fields = Whole> {
  /** The checkpoint. */
  saved: Saved;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/**
 * Guarantee of a completed erasure. - `every_byte`: No byte of it is left in the log's files. - `rows`: The database
 * has no row with it; its files, copies and backups are the operator's responsibility.
 */
export type Erasing = "every_byte" | "rows";

/** One piece of evidence. */
export interface Evidence {
  /** Time of the event. */
  at?: Time | null | undefined;
  /** Number of the attempt, from 1. */
  attempt?: number | null | undefined;
  /** Agent or person that it comes from. */
  by?: string | null | undefined;
  /** Kind of the evidence. */
  kind: EvidenceKind;
  /** Content in one line: an error, a review comment or a result. */
  text: string;
  /** Thing in the workflow, such as `D3` or `T5`. */
  thing: string;
  /** Title of the thing, or the beginning of its text. */
  title: string;
  /** Version of the workflow at which the thing last changed. */
  version: number;
}

/**
 * Kind of a piece of evidence. - `decision`: A decision. - `discovery`: A discovery. - `task`: A task and its result.
 * - `attempt`: A failed attempt at a task. - `review`: A review that asked for rework or rejected the work.
 */
export type EvidenceKind = "decision" | "discovery" | "task" | "attempt" | "review";

/**
 * Export format. - `loci`: Complete Loci format: a person can import it on another server with `workflow_import`. -
 * `markdown`: Outline for people. - `mermaid`: Mermaid flowchart. - `dot`: Graphviz digraph. - `svg`: Picture, drawn
 * as on the workflow's page. - `beads`: Beads issues, one per line. - `task_master`: `tasks.json` of Task Master.
 */
export type ExportFormat = "loci" | "markdown" | "mermaid" | "dot" | "svg" | "beads" | "task_master";

/** One fact: an immutable record of a change. */
export interface Fact {
  /** Actor who caused it. */
  actor: Actor;
  /** Time of the fact. */
  at: Time;
  /** Details of the fact, as JSON. */
  body: unknown;
  /** Interface of the call that caused it. */
  door: Door;
  /** Kind of the fact, such as `task_claimed`. */
  kind: string;
  /** Position in the log. */
  position: number;
  /** Id of the request that caused it. */
  request: string;
  /** Schema number of the body. */
  schema: number;
  /** Stream of the fact. */
  stream: StreamId;
  /** Number of the fact in its stream, from 1. */
  version: number;
  /** Workspace of the fact. */
  workspace: string;
}

/** First things of a kind, and their total number. */
export interface FewNamed {
  /** Total number. */
  count: number;
  /** At most 20 items: the newest, or the most active of `who`. */
  items: Named[];
  /** Number of things that are not among the items. */
  left_out?: number | undefined;
}

/** First things of a kind, and their total number. */
export interface FewWorked {
  /** Total number. */
  count: number;
  /** At most 20 items: the newest, or the most active of `who`. */
  items: Worked[];
  /** Number of things that are not among the items. */
  left_out?: number | undefined;
}

/** First things of a kind, and their total number. */
export interface FewWritten {
  /** Total number. */
  count: number;
  /** At most 20 items: the newest, or the most active of `who`. */
  items: Written[];
  /** Number of things that are not among the items. */
  left_out?: number | undefined;
}

/** First things of a kind, and their total number. */
export interface Fewstring {
  /** Total number. */
  count: number;
  /** At most 20 items: the newest, or the most active of `who`. */
  items: string[];
  /** Number of things that are not among the items. */
  left_out?: number | undefined;
}

/** A changed field. */
export interface FieldChange {
  /** Proposed value. */
  after: unknown;
  /** Current value; null if there is none. */
  before: unknown;
  /** Name of the field. */
  field: string;
}

/** Any other changed field. */
export interface FieldDiff {
  /** Value in the second version; null if absent. */
  after: unknown;
  /** Value in the first version; null if absent. */
  before: unknown;
  /** Name of the field, such as `context`. */
  field: string;
}

/** One invalid field. */
export interface FieldFault {
  /** The problem, and the expected value. */
  detail: string;
  /** JSON pointer into the arguments, such as `/tasks/0/title`. */
  pointer: string;
}

/** File to review. */
export interface File {
  /**
   * Number of lines added since that version. Absent if the content is no text, is not stored here or is too large to
   * compare.
   */
  added?: number | null | undefined;
  /** Version to review. */
  artifact: Artifact;
  /**
   * Version to compare it with: the newest one that a review of the task has seen, otherwise the one from before the
   * task. Absent if all of it is new.
   */
  before?: ArtifactNo | null | undefined;
  /** Version number of `before` on its path. */
  before_version?: number | null | undefined;
  /** Number of lines removed since that version. */
  removed?: number | null | undefined;
}

/** Conditions on memories. All given conditions must hold. */
export interface Filters {
  /** Agents the memories are from. */
  agent?: TagFilter | null | undefined;
  /** Time of archiving, unless the memory is recalled before. */
  archives_at?: Range | null | undefined;
  /** Cores that hold the memories. */
  core?: TagFilter | null | undefined;
  /** Creation time. */
  created_at?: Range | null | undefined;
  /** Extraction state of messages: `t` if memories were extracted, else `f`. */
  discrete_memory_extracted?: TagFilter | null | undefined;
  /** People and things named in the memories. */
  entities?: TagFilter | null | undefined;
  /** Time of the described event; a date alone is its local day. */
  event_date?: Range | null | undefined;
  /** Expiry time; a date alone is the last day before it. */
  expires_at?: Range | null | undefined;
  /** Strategies used to extract the memories from messages. */
  extraction_strategy?: TagFilter | null | undefined;
  /** Frozen memories: `t`. */
  frozen?: TagFilter | null | undefined;
  /** Memory ids. */
  id?: TagFilter | null | undefined;
  /**
   * Kinds: `fact`, `preference`, `goal`, `pattern`, `insight`, `relationship`, `skill`, `episode`. Matches only
   * memories with a kind.
   */
  kind?: TagFilter | null | undefined;
  /** Time of the last recall. */
  last_accessed?: Range | null | undefined;
  /** Lifecycle stages, one or several. By default a search leaves out archived and expired memories. */
  lifecycle?: OneOrSeveral | undefined;
  /** Hashes of the memories. */
  memory_hash?: TagFilter | null | undefined;
  /** Types: `semantic`, `episodic` or `message`. */
  memory_type?: TagFilter | null | undefined;
  /** Conditions on metadata, by key. */
  metadata?: MetadataFilter | null | undefined;
  /** Namespaces of the memories. */
  namespace?: TagFilter | null | undefined;
  /** Pinned memories: `t`. */
  pinned?: TagFilter | null | undefined;
  /** Sessions the memories are from. */
  session_id?: TagFilter | null | undefined;
  /** Streams the memories were extracted from, such as `session:chat-1`. */
  source?: TagFilter | null | undefined;
  /** Include memories that no longer hold, because another memory replaced them or their validity ended. */
  superseded?: boolean | null | undefined;
  /** Topics of the memories. */
  topics?: TagFilter | null | undefined;
  /**
   * Trust levels: `agent`, `human`, `imported` or `quarantined`. By default a search leaves out quarantined memories.
   */
  trust?: TagFilter | null | undefined;
  /** Time of the last change. */
  updated_at?: Range | null | undefined;
  /** Users the memories are about. */
  user_id?: TagFilter | null | undefined;
  /** Only memories that were valid at that time, even if they no longer are. */
  valid_at?: Time | null | undefined;
  /** Start of validity. */
  valid_from?: Range | null | undefined;
  /** End of validity; a date alone is the last valid day. */
  valid_to?: Range | null | undefined;
  /** Workflows the memories are from. */
  workflow?: TagFilter | null | undefined;
}

/** Room that is drawn as one node. */
export interface FoldedRoom {
  /** Number of these tasks by status; statuses without tasks are left out. */
  counts: Record<string, number>;
  /** Name of the group. */
  name: string;
  /** Tasks of the room that are in the scope of the drawing. */
  tasks: TaskNo[];
}

/** Retention policy. Pinned memories are never forgotten, and without a limit none are. */
export interface ForgetPolicy {
  /** Maximum number of the remaining memories to keep: those created and recalled most recently. */
  budget?: number | null | undefined;
  /**
   * Multiple of `max_age_days` beyond which memories are forgotten even if they are in use, with both limits given;
   * 12 by default.
   */
  hard_age_multiplier?: number | null | undefined;
  /**
   * Forget memories created more than this many days ago. With `max_inactive_days` both limits have to be exceeded.
   */
  max_age_days?: number | null | undefined;
  /** Forget memories last recalled more than this many days ago. */
  max_inactive_days?: number | null | undefined;
  /** Forget only these types. */
  memory_type_allowlist?: MemoryType[] | null | undefined;
}

/** A memory that was forgotten and is not erased yet. */
export interface ForgottenMemory {
  /** The memory as it was. */
  memory: Crystal;
  /** Time at which it is erased for good. */
  purge_at: Time;
}

/** A version of a memory. */
export interface Form {
  /** Time at which it was written. */
  at: Time;
  /** Author. */
  by: Actor;
  /** Fact that holds it. */
  version: number;
  /** Change that led to it. */
  what: TrailStep;
}

/**
 * Format of a context; the content is never repeated in both forms. - `text`: One text, ready for a prompt. -
 * `blocks`: Blocks, each item with its source and the reason why it is included.
 */
export type Format = "text" | "blocks";

/** Task that could start. */
export interface Freed {
  /** Name of the task in the workflow. */
  id: TaskNo;
  /** Title of the task. */
  title: string;
}

/** Nested name and arguments of a tool call. */
export interface Function {
  /** Arguments of the call: an object, or its JSON text. */
  arguments?: unknown | undefined;
  /** Name of the tool. */
  name: string;
}

/** Nested name and arguments of a tool call. */
export interface FunctionPart {
  /** Arguments of the call: an object, or its JSON text. */
  arguments?: unknown | undefined;
  /** Name of the tool. */
  name: string;
}

/** Fill level of a session, counting summary and messages. */
export interface Gauges {
  /** Used share of the window in percent, at most 100. */
  context_percentage_total_used: number;
  /** Progress towards the next summary in percent, at most 100. */
  context_percentage_until_summarization: number;
  /** Token count of the summary. */
  context_tokens: number;
  /** Context window in tokens. */
  context_window: number;
  /** Encoding in which tokens are counted. */
  encoding: string;
  /** Token count of the messages, each counted as `{role}: {content}`. */
  message_tokens: number;
  /** Token count above which the oldest messages are summarised. */
  threshold_tokens: number;
  /** Sum of `message_tokens` and `context_tokens`. */
  tokens: number;
  /** Source of the window's size. */
  window_from: WindowFrom;
}

/** Contribution of an agent to a workflow. */
export interface Gave {
  /** The contribution. */
  contribution: Contribution;
  /** Name of the workflow. */
  name: string;
  /** Id of the workflow. */
  workflow: Id;
}

/** An opening in a wall. */
export interface GraphDoor {
  /** True if the opening is in a horizontal wall. */
  horizontal: boolean;
  /** Horizontal center of the opening. */
  x: number;
  /** Vertical center of the opening. */
  y: number;
}

/** Edge of the graph: `from` blocks `to`. */
export interface GraphEdge {
  /** Task that is required. */
  from: TaskNo;
  /** Task that waits. */
  to: TaskNo;
  /** Relation of the first task to the second. */
  type: EdgeKind;
  /** Condition on the required task. */
  when: When;
}

/**
 * A check of a draft. - `missing_section`: Refuses a draft without one of its sections. - `mass_drop`: Refuses a
 * draft that shortens a document of more than 2,000 characters by more than half. - `eviction_runaway`: Refuses a
 * draft with more than 20 pointers. - `empty_synthesis`: Refuses a draft with fewer than 50 characters below its
 * headings. - `bond_drift`: Refuses a draft that keeps less than 30 % of the terms of a Bond of more than 100
 * characters. - `over_budget`: Refuses a draft in which the text that dreams wrote exceeds the budget.
 */
export type Guard = "missing_section" | "mass_drop" | "eviction_runaway" | "empty_synthesis" | "bond_drift" | "over_budget";

/** Stored actions on one learning. */
export interface Handled {
  /** Time of that action. */
  at?: Time | null | undefined;
  /** Person or agent that promoted, dismissed or reopened it. */
  by?: Actor | null | undefined;
  /** Version of the workflow at which it last changed. */
  changed: number;
  /** Core that the memory is stored in. */
  core?: string | null | undefined;
  /** Edits by a person. */
  edit?: Edit | undefined;
  /** Time of the last edit. */
  edited_at?: Time | null | undefined;
  /** Last editor. */
  edited_by?: Actor | null | undefined;
  /** Name of the learning in the workflow. */
  id: LearningName;
  /** Id of the memory. */
  memory?: string | null | undefined;
  /** Time at which it was noted while work continued. */
  noted_at?: Time | null | undefined;
  /** Reason for that action. */
  reason?: string | null | undefined;
  /** Status of the learning. */
  status: LearningStatus;
  /** True if the memory needed the approval of a person first. */
  waits?: boolean | undefined;
  /** True if the memory existed before with the same content. */
  was_known?: boolean | undefined;
}

/** A fact as shown in feeds. */
export interface Happening {
  /** Author of the fact. */
  actor: Actor;
  /** Time of the fact. */
  at: Time;
  /** Body of the fact. */
  body: unknown;
  /** Interface that the request came through. */
  door: Door;
  /** Kind of the fact. */
  kind: string;
  /** Position in the log. */
  position: number;
  /** Id of the request. */
  request: string;
  /** Schema number of the body. */
  schema: number;
  /** Stream of the fact. */
  stream: StreamId;
  /** Description of the fact. */
  summary: string;
  /** Version in the stream, from 1. */
  version: number;
  /** The workspace it belongs to. */
  workspace: string;
}

/** A task that an agent holds. */
export interface Held {
  /** Lease of the task. */
  lease?: Lease | null | undefined;
  /** Status of the task. */
  status: TaskStatus;
  /** Number of the task. */
  task: TaskNo;
  /** Title of the task. */
  title: string;
  /** Id of the workflow. */
  workflow: Id;
}

/** A memory that a search found. */
export interface Hit {
  /** Number of recalls. */
  access_count?: number | undefined;
  /** Agent it is from. */
  agent?: string | null | undefined;
  /** Person who approved it. */
  approved_by?: string | null | undefined;
  /** Core that holds it. */
  core: string;
  /** Creation time. */
  created_at: Time;
  /** Time at which it is archived, unless it is recalled before. */
  decays_at?: Time | null | undefined;
  /** Extraction state of a message: `t` once memories were extracted from it, `f` before. */
  discrete_memory_extracted?: string | null | undefined;
  /**
   * Distance from the query, 0 to 1: 0 for an identical text and without a query, lower for a higher score. Fitting
   * memories are below 0.3, similar ones below 0.9.
   */
  dist: number;
  /** People and things named in it. */
  entities?: string[] | undefined;
  /** Time of the event it describes. */
  event_date?: Time | null | undefined;
  /** Expiry time. After it, the memory is not found any more and is erased. */
  expires_at?: Time | null | undefined;
  /** Ids of the messages or memories it was extracted from. */
  extracted_from?: string[] | undefined;
  /** Strategy by which it was extracted: `discrete`, `summary`, `preferences` or `custom`. */
  extraction_strategy?: string | null | undefined;
  /** Configuration of the extraction strategy. */
  extraction_strategy_config?: Record<string, unknown> | null | undefined;
  /** Frozen: it never fades and no rule changes it. */
  frozen?: boolean | undefined;
  /** Person who pinned or froze it. Agents cannot undo that. */
  held_by?: string | null | undefined;
  /** Id: chosen by the caller, or a ULID. */
  id: string;
  /** Importance, 0 to 1. */
  importance?: number | null | undefined;
  /** Kind, which decides how long it matters; derived from `memory_type` by default. */
  kind?: CrystalKind | null | undefined;
  /** Time of the last recall. */
  last_accessed: Time;
  /** Stage of its life. */
  lifecycle?: Lifecycle | null | undefined;
  /** SHA-256 of its text without surrounding white space, its namespace, its user and its event time. */
  memory_hash: string;
  /** `semantic` (a fact), `episodic` (an event) or `message`. */
  memory_type?: MemoryType | undefined;
  /** Memories with the same content that were merged into it. */
  merged_from?: string[] | undefined;
  /** Memory with the same content that it was merged into. */
  merged_into?: string | null | undefined;
  /** Custom data. Searches can filter by its values. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Namespace; also the name of its core. */
  namespace?: string | null | undefined;
  /** Time at which it was first stored. */
  persisted_at: Time;
  /** Pinned: it never fades and no rule forgets it. */
  pinned?: boolean | undefined;
  /** Source it was extracted from. */
  provenance?: Provenance | null | undefined;
  /**
   * Fit, 0 to 1, comparable between queries: if the best hit has less than 0.5, nothing really fits. 0 without a
   * query.
   */
  score: number;
  /** Basis of the score: `keyword`, `semantic` or `hybrid`. */
  score_type: string;
  /** Session it is from. */
  session_id?: string | null | undefined;
  /** Remaining importance; it fades from the last recall on. */
  strength?: number | null | undefined;
  /** Memory that replaced it, from `valid_to` on. */
  superseded_by?: string | null | undefined;
  /** Memories of its core that it replaces: what they say no longer holds. */
  supersedes?: string[] | undefined;
  /** Text to remember. */
  text?: string | undefined;
  /** Topics it is about. */
  topics?: string[] | undefined;
  /** Trust level. */
  trust?: Trust | undefined;
  /** Time of the last change. */
  updated_at: Time;
  /** User it is about. */
  user_id?: string | null | undefined;
  /** Feeling, from -1 (bad) to 1 (good). */
  valence?: number | null | undefined;
  /** Start of its validity. */
  valid_from?: Time | null | undefined;
  /** End of its validity. After it, searches leave the memory out unless it is requested. */
  valid_to?: Time | null | undefined;
  /** Reasons for the hit. */
  why: Why;
  /** Workflow it is from. */
  workflow?: string | null | undefined;
}

/** A level of a mood. - `dopamine`: Success. - `cortisol`: Trouble. - `oxytocin`: Social contact. */
export type Hormone = "dopamine" | "cortisol" | "oxytocin";

/** Changed region with its surrounding lines. */
export interface Hunk {
  /** Lines of the hunk. */
  lines: Line[];
  /** Number of lines of the new text. */
  new_lines: number;
  /** First line in the new text, from 1; 0 if the hunk has none there. */
  new_start: number;
  /** Number of lines of the old text. */
  old_lines: number;
  /** First line in the old text, from 1; 0 if the hunk has none there. */
  old_start: number;
}

/** A ULID. */
export type Id = string;

/**
 * Import format. - `beads`: Beads issues, one per line. - `task_master`: `tasks.json` of Task Master. - `loci`:
 * Complete Loci format.
 */
export type ImportFormat = "beads" | "task_master" | "loci";

/**
 * Change that an import made to an item. - `created`: Created. - `changed`: Existed before; overwritten where it
 * differs.
 */
export type ImportedChange = "created" | "changed";

/** An item that an import wrote. */
export interface ImportedItem {
  /** Change. */
  change: ImportedChange;
  /** Core that stores it, if it is a memory. */
  core?: string | null | undefined;
  /** Id in Loci. */
  id: string;
  /** Name in the source. */
  key: string;
  /** Title, in one line. */
  title: string;
}

/**
 * State of a task in its source. - `open`: Open or in progress. - `held`: On hold. - `review`: Waiting for a review.
 * - `done`: Done. - `cancelled`: Cancelled.
 */
export type ImportedState = "open" | "held" | "review" | "done" | "cancelled";

/** An output with the kernel's additions, as one flat JSON object. */
export interface InboxGetAnswer {
  /** Request for approval, if it is one. */
  approval?: Approval | null | undefined;
  /** True if the task is on the critical path. */
  critical?: boolean | undefined;
  /** Decision that needs approval. */
  decision?: Decision | null | undefined;
  /** Files to review: the newest version of each that was made for the task, or the one that needs approval. */
  files?: File[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The item. */
  item: Item;
  /** Current or last lead of the workflow. */
  lead: Lead;
  /** Unmet dependencies of the task, in words; if there are some, approving needs `force`. */
  missing?: string | undefined;
  /**
   * Outcome in sentences, with the actor, if the item no longer needs a person. `item.since` is then the time of the
   * outcome.
   */
  outcome?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Question, if it is one. */
  question?: Question | null | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Task that it is about. */
  task?: Task | null | undefined;
  /** Tasks that could start if the task were completed now. */
  unblocks?: Freed[] | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `inbox_get`. */
export interface InboxGetArguments<Asked extends Fields = Whole> {
  /** The item, such as `review:T7`. */
  item: string;
  /** Id of the workflow. */
  workflow: Id;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface InboxListAnswer {
  /** Number of items by kind; kinds without items are left out. */
  counts: Record<string, number>;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The items. */
  items: Item[];
  /**
   * Cores in which memories of agents wait for approval, longest waiting first; only on the first page without
   * `workflow`.
   */
  memories?: CoreWaiting[] | undefined;
  /** Cursor of the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of snoozed items. */
  snoozed: number;
  /** Total number of items. */
  total: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `inbox_list`. */
export interface InboxListArguments<Asked extends Fields = Whole> {
  /** `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Also lists snoozed items. */
  include_snoozed?: boolean | undefined;
  /** Page size, 1 to 200; default 50. */
  limit?: number | null | undefined;
  /** Only items of this workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** Result of a tool call. */
export interface IngestOutcome {
  /** True if the patch was merged; otherwise the scratchpad is unchanged. */
  applied: boolean;
  /** Reason why it was not merged, or the keys that were left out. */
  diagnostic?: string | null | undefined;
  /** Places at which the state would not fit the scratchpad's schema. */
  misfits?: Misfit[] | undefined;
  /** Scope of the scratchpad. */
  scope?: Scope | undefined;
  /** Name of the scratchpad. */
  scratchpad: string;
  /** Name of the tool. */
  tool: string;
}

/** Result for one scratchpad. */
export interface Inherited {
  /** True if it was copied or its changes were merged. */
  applied: boolean;
  /** Reason why not. */
  diagnostic?: string | null | undefined;
  /** Name of the scratchpad. */
  scratchpad: string;
}

/** Inbox item: one thing that needs a person. */
export interface Item {
  /** Details in one line; may be empty. */
  detail: string;
  /** Agent or person that the item comes from. */
  from?: string | null | undefined;
  /** Number of tasks that depend on it, at most 200. */
  holds_up: number;
  /** Name of the item in the workflow: kind and thing, such as `review:T7`. */
  item: string;
  /** Reason why it needs a person. */
  kind: ItemKind;
  /** Time since which it waits. */
  since: Time;
  /** End of the snooze, if the item is snoozed. */
  snoozed_until?: Time | null | undefined;
  /** Thing that the item is about, such as `T7` or `Q2`; empty for the workflow itself. */
  thing: string;
  /** Title in one line. */
  title: string;
  /** Id of the workflow. */
  workflow: Id;
  /** Name of the workflow. */
  workflow_name: string;
}

/**
 * Reason why something needs a person. - `review`: A task waits for a review. - `escalation`: A task failed for good.
 * - `question`: An agent asked a question. - `approval`: An agent asks for an approval. - `lease_expired`: The lease
 * of a task expired: its holder stopped reporting. - `blocked`: The holder of a task is blocked, or was blocked when
 * its lease expired. - `lead_vacant`: The lead is vacant while work waits. - `warning`: An open warning, such as a
 * task that its agent does not claim.
 */
export type ItemKind = "review" | "escalation" | "question" | "approval" | "lease_expired" | "blocked" | "lead_vacant" | "warning";

/** An output with the kernel's additions, as one flat JSON object. */
export interface ItemSnoozeAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The item. */
  item: Item;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `item_snooze`. */
export interface ItemSnoozeArguments<Asked extends Fields = Whole> {
  /** The item, such as `review:T7`. */
  item: string;
  /** Id of the workflow. */
  workflow: Id;
  /** Duration in seconds from now; 0 ends the snooze. */
  seconds?: number | null | undefined;
  /** End of the snooze, within the next 90 days; give either `until` or `seconds`. */
  until?: Time | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A started job that is not done. */
export interface Job {
  /** Number of attempts since the last success. */
  attempt: number;
  /** Name of the process that holds the lease. */
  by: string;
  /** Error of the last attempt. */
  error?: string | null | undefined;
  /** Its last lease: the version of the fact that records it. */
  lease: number;
  /** Time of the next attempt. */
  retry_at?: Time | null | undefined;
  /** Time of the last change of state. */
  since: Time;
  /** Its state. */
  state: JobState;
  /** End of the lease. */
  until: Time;
}

/**
 * Kind of a job. - `summary`: Folds the oldest messages of a session into its summary. - `memories`: Extracts
 * memories from the messages of a session. - `view`: Writes the partitions of a summary view. - `dream`: Writes the
 * notes of a mind into its document. - `pointers`: Checks the pointers of a mind's document. - `webhook`: Sends the
 * messages of a webhook.
 */
export type JobKind = "summary" | "memories" | "view" | "dream" | "pointers" | "webhook";

/** An output with the kernel's additions, as one flat JSON object. */
export interface JobListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: JobRow[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `job_list`. */
export interface JobListArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Only jobs of this kind. */
  kind?: JobKind | null | undefined;
  /** Page size, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** Only jobs in this state. */
  state?: JobState | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** A job as shown in lists. */
export interface JobRow {
  /** Number of attempts since the last success. */
  attempt: number;
  /** Error of the last attempt. */
  error?: string | null | undefined;
  /** Kind of the job. */
  kind: JobKind;
  /** Time of the next attempt. */
  retry_at?: Time | null | undefined;
  /** Time of the last change of state. */
  since: Time;
  /** Its state. */
  state: JobState;
  /** Stream that the job works on, such as `session:talk`. */
  stream: StreamId;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface JobRunAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Kind of the job. */
  kind: JobKind;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Stream that the job works on. */
  stream: StreamId;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `job_run`. */
export interface JobRunArguments<Asked extends Fields = Whole> {
  /** Kind of the job. */
  kind: JobKind;
  /** Stream that the job works on, as in `job_list`. */
  stream: StreamId;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/**
 * State of a job. - `running`: A worker is doing it. - `waiting`: It is retried later. - `failed`: It failed too
 * often and was given up. - `stopped`: A person stopped it.
 */
export type JobState = "running" | "waiting" | "failed" | "stopped";

/** An output with the kernel's additions, as one flat JSON object. */
export interface JobStopAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Kind of the job. */
  kind: JobKind;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Stream that the job works on. */
  stream: StreamId;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `job_stop`. */
export interface JobStopArguments<Asked extends Fields = Whole> {
  /** Kind of the job. */
  kind: JobKind;
  /** Stream that the job works on, as in `job_list`. */
  stream: StreamId;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/**
 * Rule by which a task joins its dependencies. - `all`: All conditions must hold; a branch not taken skips the task.
 * - `any`: One condition is enough. - `none_failed`: No dependency may have failed; branches not taken do not matter
 * as long as one condition holds.
 */
export type Join = "all" | "any" | "none_failed";

/** Lead of a workflow. */
export interface Lead {
  /** Orchestrator that leads; absent if the lead is vacant. */
  agent?: string | null | undefined;
  /** Time since which the lead is vacant. */
  ended_at?: Time | null | undefined;
  /** Epoch; grows with every change of the lead; 0 if there never was one. */
  epoch?: number | undefined;
  /** Agents that have led, with the last epoch of each. */
  epochs?: Record<string, number> | undefined;
  /** True if the last lead expired instead of being given back. */
  expired?: boolean | undefined;
  /** Handoff note of the last lead. */
  handoff_note?: string | null | undefined;
  /** End of the lead unless renewed. */
  until?: Time | null | undefined;
}

/**
 * Action on the lead. - `take`: Take it: it is vacant or expired, or mine and I restart. - `renew`: Renew it. Every
 * other call about the workflow renews it, too. - `release`: Give it back.
 */
export type LeadAction = "take" | "renew" | "release";

/** Number of learnings of a workflow, as lists show it. */
export interface Learned {
  /** Number of learnings: all once the workflow has ended, before that those noted during the work. */
  found: number;
  /** Number of learnings that are not decided. */
  open: number;
}

/** A learning in its current state. */
export interface Learning {
  /** Version of the workflow at which it last changed, for `if_version`. */
  changed: number;
  /** Core in which it is or would be kept. */
  core: string;
  /** Time of the last edit. */
  edited_at?: Time | null | undefined;
  /** Author of the last edit. */
  edited_by?: Actor | null | undefined;
  /** Evidence, at most twenty pieces. */
  evidence?: Evidence[] | undefined;
  /** Number of further pieces of evidence. */
  evidence_left_out?: number | undefined;
  /** Reason why its source no longer applies, if so. */
  gone?: string | null | undefined;
  /** Name in the workflow, such as `L-D3`. */
  id: LearningName;
  /** Importance, 0 to 1. */
  importance: number;
  /** Kind of the learning; absent if its source no longer applies. */
  kind?: LearningKind | null | undefined;
  /** Time at which it was learned. */
  learned_at: Time;
  /** Id of its memory. */
  memory?: string | null | undefined;
  /** Time at which it was noted while the workflow was active. */
  noted_at?: Time | null | undefined;
  /** Reason for that action. */
  reason?: string | null | undefined;
  /** Time of that action. */
  settled_at?: Time | null | undefined;
  /** Author of the last promotion, dismissal or reopening. */
  settled_by?: Actor | null | undefined;
  /** Status of the learning. */
  status: LearningStatus;
  /** Text that is or would be remembered; in lists the beginning of it. */
  text: string;
  /** Number of characters of the whole text, if `text` is cut. */
  text_chars?: number | null | undefined;
  /** Title in one line. */
  title: string;
  /** Topics of the learning. */
  topics?: string[] | undefined;
  /** True if the core required a person's approval before the memory could be found. */
  waits?: boolean | undefined;
  /** True if that memory existed before the promotion. */
  was_known?: boolean | undefined;
  /** Id of the workflow. */
  workflow: Id;
  /** Name of the workflow. */
  workflow_name: string;
}

/** Number of learnings of a workflow by status. */
export interface LearningCounts {
  /** Dismissed learnings. */
  dismissed: number;
  /** Open learnings. */
  open: number;
  /** Promoted learnings. */
  promoted: number;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface LearningDismissAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_dismiss`. */
export interface LearningDismissArguments<Asked extends Fields = LearningDismissLean> {
  /** Name of the learning. */
  learning: LearningRef;
  /** Reason for the dismissal. */
  reason?: string | null | undefined;
  /** Id of the workflow; optional if `learning` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `learning_dismiss` answers unless `fields` asks for more. */
export type LearningDismissLean = readonly [
  "learning.id",
  "learning.status",
  "learning.core",
  "learning.memory",
  "learning.was_known",
  "learning.waits",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface LearningEditAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_edit`. */
export interface LearningEditArguments<Asked extends Fields = LearningEditLean> {
  /** Name of the learning. */
  learning: LearningRef;
  /** The core to keep it in. */
  core?: string | null | undefined;
  /** Importance, 0 to 1. */
  importance?: number | null | undefined;
  /** The text to remember. */
  text?: string | null | undefined;
  /** Topics of the learning. */
  topics?: string[] | null | undefined;
  /** Id of the workflow; optional if `learning` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `learning_edit` answers unless `fields` asks for more. */
export type LearningEditLean = readonly [
  "learning.id",
  "learning.status",
  "learning.core",
  "learning.memory",
  "learning.was_known",
  "learning.waits",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface LearningGetAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_get`. */
export interface LearningGetArguments<Asked extends Fields = Whole> {
  /** Name of the learning. */
  learning: LearningRef;
  /** Id of the workflow; optional if `learning` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/**
 * Kind of a learning. - `decision`: A choice and its rationale. - `discovery`: A discovery. - `pattern`: Something
 * that happened more than once, or a solution after failed attempts. - `failure`: A task that failed, and the reason.
 */
export type LearningKind = "decision" | "discovery" | "pattern" | "failure";

/** An output with the kernel's additions, as one flat JSON object. */
export interface LearningListAnswer {
  /** Number of learnings by status; only with `workflow`. */
  counts?: LearningCounts | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The learnings. Long texts are cut; `learning_get` returns the whole text. */
  items: Learning[];
  /** Value to pass as `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number; only with `workflow`. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_list`. */
export interface LearningListArguments<Asked extends Fields = LearningListLean> {
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** Only learnings with this status. Default: all. */
  status?: LearningStatus | null | undefined;
  /** Only learnings of this workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `learning_list` answers unless `fields` asks for more. */
export type LearningListLean = readonly [
  "items.id",
  "items.workflow",
  "items.kind",
  "items.status",
  "items.title",
  "items.core",
  "items.memory",
  "counts",
];

export type LearningName = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface LearningPromoteAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_promote`. */
export interface LearningPromoteArguments<Asked extends Fields = LearningPromoteLean> {
  /** Name of the learning. */
  learning: LearningRef;
  /** The core to keep it in. Default: the suggested one. It must exist, unless it is the suggested one. */
  core?: string | null | undefined;
  /** Importance, 0 to 1. Default: as suggested. */
  importance?: number | null | undefined;
  /** The text to remember. Default: as suggested. */
  text?: string | null | undefined;
  /** Topics. Default: as suggested. */
  topics?: string[] | null | undefined;
  /** Id of the workflow; optional if `learning` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `learning_promote` answers unless `fields` asks for more. */
export type LearningPromoteLean = readonly [
  "learning.id",
  "learning.status",
  "learning.core",
  "learning.memory",
  "learning.was_known",
  "learning.waits",
];

export type LearningRef = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface LearningReopenAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_reopen`. */
export interface LearningReopenArguments<Asked extends Fields = LearningReopenLean> {
  /** Name of the learning. */
  learning: LearningRef;
  /** Reason for reopening it. */
  reason?: string | null | undefined;
  /** Id of the workflow; optional if `learning` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `learning_reopen` answers unless `fields` asks for more. */
export type LearningReopenLean = readonly [
  "learning.id",
  "learning.status",
  "learning.core",
  "learning.memory",
  "learning.was_known",
  "learning.waits",
];

/**
 * Status of a learning. - `open`: Not decided. - `promoted`: Promoted to a long-term memory. - `dismissed`:
 * Dismissed.
 */
export type LearningStatus = "open" | "promoted" | "dismissed";

/** Lease: the exclusive right to work on a task for a limited time. */
export interface Lease {
  /** Fence; grows with every claim of the task: calls with an older one are rejected. */
  fence: number;
  /** Agent that holds the task. */
  holder: string;
  /** Id that the holder sends with every call about the task. It is no secret: the caller must also be the holder. */
  id: string;
  /** Time since which its clock is stopped, because a person's answer is awaited. */
  parked_at?: Time | null | undefined;
  /** Duration of a renewal, in seconds. */
  seconds: number;
  /** End of the lease unless renewed. */
  until: Time;
}

/** A memory that would be forgotten. */
export interface Leaving {
  /** Core that holds it. */
  core: string;
  /** Id of the memory. */
  id: string;
  /** Stream it was extracted from. */
  source?: StreamId | null | undefined;
  /** Shortened text. */
  text: string;
  /** Reason for forgetting it. */
  why: string;
}

/** A workflow that an agent leads. */
export interface Led {
  /** Epoch of the lead. */
  epoch: number;
  /** Name of the workflow. */
  name: string;
  /** Id of the workflow. */
  workflow: Id;
}

/** Levels of a mood, each 0 to 1. */
export interface Levels {
  /** Trouble. */
  cortisol: number;
  /** Success. */
  dopamine: number;
  /** Social contact. */
  oxytocin: number;
}

/** Match of the words. */
export interface Lexical {
  /** Query words it contains. */
  matched: string[];
  /** Number of words searched. */
  of: number;
  /** Rank by words alone, from 1, among the candidates. */
  rank: number;
  /** BM25 score of its words; larger is better. */
  score: number;
  /** Share of the score. */
  share: number;
  /** Number of query words it contains. */
  words: number;
}

/**
 * Stage in the life of a memory. - `generated`: Created, and not recalled yet. - `activated`: Recalled. -
 * `consolidated`: Important and recalled often. - `archived`: Faded, or merged into another memory. Searches leave it
 * out unless it is requested. - `expired`: Past its expiry time and about to be erased. - `frozen`: Frozen: stays as
 * it is.
 */
export type Lifecycle = "generated" | "activated" | "consolidated" | "archived" | "expired" | "frozen";

/** Number of memories at each stage of life. */
export interface Lifecycles {
  /** Recalled. */
  activated: number;
  /** Faded, or merged into another memory. */
  archived: number;
  /** Important and recalled often. */
  consolidated: number;
  /** About to be erased. */
  expired: number;
  /** Frozen. */
  frozen: number;
  /** Created, and not recalled yet. */
  generated: number;
}

/** One line of a hunk. */
export interface Line {
  /** Line number in the new text, from 1. */
  new?: number | null | undefined;
  /** Line number in the old text, from 1. */
  old?: number | null | undefined;
  /** Text that the line belongs to. */
  tag: DiffTag;
  /** Text of the line without its line end. */
  text: string;
}

/** Link to further information about a task. */
export interface Link {
  /** Kind: `worktree`, `commit`, `pull_request` or another word. */
  kind: string;
  /** Address, path or hash. */
  target: string;
}

/** Link to further information about a task. */
export interface LinkPart {
  /** Kind: `worktree`, `commit`, `pull_request` or another word. */
  kind: string;
  /** Address, path or hash. */
  target: string;
}

/**
 * Order of a list. - `changed`: Most recently changed first. What changes between two pages moves to the front. -
 * `id`: By id. Pages list everything exactly once, whatever changes between them.
 */
export type ListOrder = "changed" | "id";

/**
 * Origin of a version. - `seed`: An existing text. - `dream`: A dream. - `edit`: An edit by a person. - `restore`: A
 * restored earlier version. - `pointers`: A change of pointers.
 */
export type Made = "seed" | "dream" | "edit" | "restore" | "pointers";

/** Match of the meaning. */
export interface Meaning {
  /** Cosine similarity to the query, from -1 to 1. */
  cosine: number;
  /** Share of the score. */
  share: number;
}

/**
 * Import format of memories. - `mem0`: Answers or exports of mem0: `{"results": [{"memory": …}]}`, a list, or line by
 * line. - `letta`: Letta agent file (`.af`), or a list of its archival passages. - `agent_memory_server`: Memories of
 * agent-memory-server: a session's document, the answer of a search, or a list of records. - `markdown`: Markdown,
 * with one memory for each paragraph and list item. - `loci`: Parts of memories as `loci import` sends them.
 */
export type MemoriesFormat = "mem0" | "letta" | "agent_memory_server" | "markdown" | "loci";

/**
 * Memories of agents that wait for a person's approval. - `off`: None. - `new_sources`: Memories from an agent or a
 * session of which the core has no memory yet. - `all`: All.
 */
export type MemoryApproval = "off" | "new_sources" | "all";

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryApproveAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_approve`. */
export interface MemoryApproveArguments<Asked extends Fields = Whole> {
  /** Core it is for. */
  core: string;
  /** Id of the memory. */
  id: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryCompactAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of archived duplicates. */
  merged: number;
  /** True if there are more duplicates: call again. */
  more?: boolean | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of memories left. */
  remaining: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_compact`. */
export interface MemoryCompactArguments<Asked extends Fields = Whole> {
  /** Only this namespace. */
  namespace?: string | null | undefined;
  /** Also merge memories that differ only in punctuation, articles and the case of plain words. */
  near?: boolean | undefined;
  /** Only this user. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryCreateAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Id and outcome of each memory. */
  memories: CreatedOne[];
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_create`. */
export interface MemoryCreateArguments<Asked extends Fields = Whole> {
  /** Core to store them in. Defaults to the core of each memory's namespace, or `default` without one. */
  core?: string | null | undefined;
  /** Skip memories that are known already; true by default. */
  deduplicate?: boolean | null | undefined;
  /** Several memories, at most 1,000. */
  memories?: NewCrystal[] | undefined;
  /** One memory. */
  memory?: NewCrystal | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryEditAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory; with the proposed changes if they wait for approval. */
  memory: Crystal;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** True if a person has to approve the change first. */
  waiting?: boolean | null | undefined;
}

/** The arguments of `memory_edit`. */
export interface MemoryEditArguments<Asked extends Fields = Whole> {
  /** Id of the memory. */
  id: string;
  /** Core that holds it; looked up by default. Required if several cores have this id. */
  core?: string | null | undefined;
  /** Extraction state of a message: `t` once memories were extracted from it, `f` before. */
  discrete_memory_extracted?: string | null | undefined;
  /** People and things named in it. */
  entities?: string[] | null | undefined;
  /** Time of the event it describes. */
  event_date?: Time | null | undefined;
  /** Expiry time. */
  expires_at?: Time | null | undefined;
  /** Frozen: it never fades and no rule changes it. Agents cannot unfreeze or change a memory that a person froze. */
  frozen?: boolean | null | undefined;
  /** Importance, 0 to 1. */
  importance?: number | null | undefined;
  /** Kind, which decides how long it matters. */
  kind?: CrystalKind | null | undefined;
  /** `semantic`, `episodic` or `message`. */
  memory_type?: MemoryType | null | undefined;
  /** Custom data. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Namespace it belongs to. */
  namespace?: string | null | undefined;
  /** Pinned: it never fades and no rule forgets it. Agents cannot unpin a memory that a person pinned. */
  pinned?: boolean | null | undefined;
  /** Quarantine: searches leave it out unless requested, until a person has reviewed it. Only people can set this. */
  quarantined?: boolean | null | undefined;
  /** Session it is from. */
  session_id?: string | null | undefined;
  /** Memories of its core that it replaces: what they say no longer holds. */
  supersedes?: string[] | null | undefined;
  /** Text to remember. */
  text?: string | null | undefined;
  /** Topics it is about. */
  topics?: string[] | null | undefined;
  /** User it is about. */
  user_id?: string | null | undefined;
  /** Feeling, from -1 (bad) to 1 (good). */
  valence?: number | null | undefined;
  /** Start of its validity. */
  valid_from?: Time | null | undefined;
  /** End of its validity. */
  valid_to?: Time | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryForgetAnswer {
  /** Number of memories forgotten. */
  deleted: number;
  /** Their ids. */
  deleted_ids: string[];
  /** True if nothing was forgotten because of `dry_run`. */
  dry_run: boolean;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** With `dry_run`: the memories that would be forgotten, with the reason. */
  items?: Leaving[] | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of memories read. */
  scanned: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_forget`. */
export interface MemoryForgetArguments<Asked extends Fields = Whole> {
  /** Report the memories that would be forgotten, and forget none. */
  dry_run?: boolean | undefined;
  /**
   * Conditions on the memories: `source` matches memories extracted from a session or another stream, `workflow`
   * those from a workflow. Includes faded and outdated memories.
   */
  filters?: Filters | undefined;
  /**
   * Ids of the memories; missing ones are ignored. A message of a session is no longer found but stays in its
   * session. If several cores have an id, `filters` choose among them.
   */
  ids?: string[] | undefined;
  /** Maximum number of candidates to read, oldest first, 1 to 10,000; 1,000 by default. */
  limit?: number | null | undefined;
  /** Ids of memories to keep in any case. */
  pinned_ids?: string[] | undefined;
  /**
   * Retention policy that selects among them, never a pinned one; without a limit it selects none. By default all are
   * forgotten, except pinned ones that only `filters` match.
   */
  policy?: ForgetPolicy | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryForgottenAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: ForgottenMemory[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_forgotten`. */
export interface MemoryForgottenArguments<Asked extends Fields = Whole> {
  /** Core they were in. */
  core?: string | null | undefined;
  /** Cursor of the next page. */
  cursor?: string | null | undefined;
  /** Only the memory with this id. */
  id?: string | null | undefined;
  /** Page size, 1 to 200; 50 by default. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryGetAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Lineage, if requested. */
  trail?: Trail | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_get`. */
export interface MemoryGetArguments<Asked extends Fields = Whole> {
  /** Id of the memory. */
  id: string;
  /** Core that holds it; looked up by default. Required if several cores have this id. */
  core?: string | null | undefined;
  /** Also return its lineage: authors, changes, and the memories that it replaced or that replaced it. */
  trail?: boolean | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryImportAnswer {
  /** Number of existing items that were changed. */
  changed: number;
  /** Core that stores the memories. Absent if several do: each item names its own. */
  core?: string | null | undefined;
  /** Number of new items. */
  created: number;
  /** True if nothing was written: the numbers say what would be. */
  dry_run: boolean;
  /** Detected format, such as `beads`. */
  format: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** First of the new or changed items. */
  items?: ImportedItem[] | undefined;
  /** Further notes. */
  notes?: string[] | undefined;
  /** First of these parts and links, each with its position and the reason. */
  odd?: Odd[] | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of quarantined parts: they cannot be imported and are kept whole. */
  quarantined?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of links that were left out, because they would close a cycle. */
  set_aside?: number | undefined;
  /** Number of existing items that stay as they are. */
  unchanged: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_import`. */
export interface MemoryImportArguments<Asked extends Fields = Whole> {
  /** Content, at most 32 MiB and 10,000 memories. `loci import` sends longer content in parts. */
  content: string;
  /** Core to store them in; by default the core of each memory's namespace. */
  core?: string | null | undefined;
  /** Only report the result; write nothing. */
  dry_run?: boolean | undefined;
  /** Format of the content; detected by default, Markdown if it is not JSON. */
  format?: MemoriesFormat | null | undefined;
  /** Namespace of memories that name none. */
  namespace?: string | null | undefined;
  /** User of memories that name none. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryMergeAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_merge`. */
export interface MemoryMergeArguments<Asked extends Fields = Whole> {
  /** Id of the memory to keep. */
  keep: string;
  /** Ids of the memories to archive, 1 to 100. */
  others: string[];
  /** Core that holds them; the core of `keep` by default. */
  core?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryPurgeAnswer {
  /** The core that held it. */
  core: string;
  /** Derived data, erased only with `cascade`. */
  derived?: Derived[] | undefined;
  /** True if they are erased; see `erasing` for the guarantee. */
  erased: boolean;
  /**
   * Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
   * database are up to its operator.
   */
  erasing?: Erasing | undefined;
  /** The facts that held it. */
  facts: number[];
  /** Id of the memory. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_purge`. */
export interface MemoryPurgeArguments<Asked extends Fields = Whole> {
  /** Id of the memory. */
  id: string;
  /** Also erase derived data. Default: false. */
  cascade?: boolean | undefined;
  /** The core that holds or held it. Default: it is searched for; a forgotten memory only in `default`. */
  core?: string | null | undefined;
  /** Only report, without erasing. Default: false. */
  dry_run?: boolean | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A memory in a session. Without `persisted_at` it is not a long-term memory yet. */
export interface MemoryRecord {
  /** Number of recalls. */
  access_count?: number | undefined;
  /** Time of its creation. */
  created_at?: Moment | null | undefined;
  /** True if smaller memories were extracted from it. */
  discrete_memory_extracted?: boolean | undefined;
  /** People and things that it names. */
  entities?: string[] | undefined;
  /** Time of the event it describes. */
  event_date?: Moment | null | undefined;
  /** Ids of the messages it was extracted from. */
  extracted_from?: string[] | undefined;
  /** Strategy of the extraction. */
  extraction_strategy?: string | null | undefined;
  /** Configuration of the strategy. */
  extraction_strategy_config?: unknown | undefined;
  /** Id of the memory; generated if empty. */
  id?: string | undefined;
  /** Importance, 0 to 1. */
  importance?: number | null | undefined;
  /** Time of its last recall. */
  last_accessed?: Moment | null | undefined;
  /** The caller's own hash of the text. */
  memory_hash?: string | null | undefined;
  /** Type of the memory. */
  memory_type?: MemoryType | undefined;
  /** Additional data of the caller. */
  metadata?: unknown | undefined;
  /** Its namespace. */
  namespace?: string | null | undefined;
  /** Time at which it became a long-term memory. */
  persisted_at?: Moment | null | undefined;
  /** True if it never fades. */
  pinned?: boolean | undefined;
  /** Id of the session it is from. */
  session_id?: string | null | undefined;
  /** Text to keep. */
  text: string;
  /** Topics of the memory. */
  topics?: string[] | undefined;
  /** Time of its last change. */
  updated_at?: Moment | null | undefined;
  /** User it is about. */
  user_id?: string | null | undefined;
}

/** A memory in a session. Without `persisted_at` it is not a long-term memory yet. */
export interface MemoryRecordPart {
  /** Number of recalls. */
  access_count?: number | undefined;
  /** Time of its creation. */
  created_at?: Moment | null | undefined;
  /** True if smaller memories were extracted from it. */
  discrete_memory_extracted?: boolean | undefined;
  /** People and things that it names. */
  entities?: string[] | undefined;
  /** Time of the event it describes. */
  event_date?: Moment | null | undefined;
  /** Ids of the messages it was extracted from. */
  extracted_from?: string[] | undefined;
  /** Strategy of the extraction. */
  extraction_strategy?: string | null | undefined;
  /** Configuration of the strategy. */
  extraction_strategy_config?: unknown | undefined;
  /** Id of the memory; generated if empty. */
  id?: string | undefined;
  /** Importance, 0 to 1. */
  importance?: number | null | undefined;
  /** Time of its last recall. */
  last_accessed?: Moment | null | undefined;
  /** The caller's own hash of the text. */
  memory_hash?: string | null | undefined;
  /** Type of the memory. */
  memory_type?: MemoryType | undefined;
  /** Additional data of the caller. */
  metadata?: unknown | undefined;
  /** Its namespace. */
  namespace?: string | null | undefined;
  /** Time at which it became a long-term memory. */
  persisted_at?: Moment | null | undefined;
  /** True if it never fades. */
  pinned?: boolean | undefined;
  /** Id of the session it is from. */
  session_id?: string | null | undefined;
  /** Text to keep. */
  text: string;
  /** Topics of the memory. */
  topics?: string[] | undefined;
  /** Time of its last change. */
  updated_at?: Moment | null | undefined;
  /** User it is about. */
  user_id?: string | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryRejectAnswer {
  /** Id of the memory. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Time at which it is erased. */
  purge_at: Time;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_reject`. */
export interface MemoryRejectArguments<Asked extends Fields = Whole> {
  /** Core it is for. */
  core: string;
  /** Id of the memory. */
  id: string;
  /** Reason, shown to the author. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryRestoreAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_restore`. */
export interface MemoryRestoreArguments<Asked extends Fields = Whole> {
  /** Id of the memory. */
  id: string;
  /** Core it was in; `default` by default. */
  core?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemorySearchAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The memories, best first. */
  items: Hit[];
  /** Search mode that was used. */
  mode: Mode;
  /** The `cursor` of the next page; absent on the last one. */
  next_cursor?: string | null | undefined;
  /** The `offset` of the next page; absent on the last one. */
  next_offset?: number | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Query words that no memory contains, and the words searched instead. */
  read_as?: WordReadAs[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of matches: by word, as the neighbour of a match, or by meaning. */
  total: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_search`. */
export interface MemorySearchArguments<Asked extends Fields = MemorySearchLean> {
  /** Cursor of the next page. */
  cursor?: string | null | undefined;
  /**
   * Maximum `dist` of a hit, 0 to 1; unlimited by default. 0.3 keeps only good matches, 0.9 drops unrelated memories.
   */
  distance_threshold?: number | null | undefined;
  /** Conditions on the memories. All given conditions must hold. */
  filters?: Filters | undefined;
  /** Number of hits, 1 to 100; 10 by default. */
  limit?: number | null | undefined;
  /**
   * Search mode: `hybrid` (default), `lexical` or `vector`. Without an embedding model the search uses words alone;
   * the answer's `mode` says so.
   */
  mode?: Mode | null | undefined;
  /**
   * Words and phrases that each memory must contain word for word, at most 16. Phrases in quotation marks in `query`
   * are required, too.
   */
  must?: string[] | undefined;
  /** Words and phrases that no memory may contain, at most 16. */
  must_not?: string[] | undefined;
  /** Number of hits to skip. */
  offset?: number | null | undefined;
  /** Question or words, in any form; may name people and times. Without it the newest memories are returned. */
  query?: string | null | undefined;
  /** Weights of words and recency. If given, recency counts. */
  recency?: Weights | null | undefined;
  /**
   * Rank recent memories before others that fit equally well. By default only for questions about the present, as in
   * "currently". Of several statements about a subject that fit equally well the newest comes first, except with
   * `false` and for questions about the past.
   */
  recency_boost?: boolean | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `memory_search` answers unless `fields` asks for more. */
export type MemorySearchLean = readonly [
  "items.id",
  "items.core",
  "items.text",
  "items.created_at",
  "items.event_date",
  "items.score",
  "read_as",
  "next_offset",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryTimelineAnswer {
  /** Maximum tokens of the text. */
  budget: number;
  /** The entries in chronological order. */
  entries: TimelineEntry[];
  /** Start of the period; absent if unlimited. */
  from?: Time | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of entries that did not fit. */
  left_out: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The timeline as text: one line per entry, with its date, and its kind and id in brackets. */
  text: string;
  /** End of the period; absent if unlimited. */
  to?: Time | null | undefined;
  /** Token count of the text. */
  tokens: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_timeline`. */
export interface MemoryTimelineArguments<Asked extends Fields = MemoryTimelineLean> {
  /** Maximum tokens of the text, 200 to 16,000. Default: 2,000. */
  budget?: number | null | undefined;
  /**
   * Filters for memories, as in `memory_search`; superseded memories are included unless `superseded` is `false`.
   * Sessions are included unless filters other than `namespace`, `user_id` and `session_id` are given, workflows
   * unless filters other than `workflow` are given.
   */
  filters?: Filters | undefined;
  /** Only events at this time or later; a date alone is a local day of the event. */
  from?: Time | null | undefined;
  /**
   * The question, in any words. Default: everything that happened in the period. A period that it names, as in "in
   * March", applies unless `from` or `to` is given.
   */
  query?: string | null | undefined;
  /** Only events at this time or earlier; a date alone includes the day. */
  to?: Time | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `memory_timeline` answers unless `fields` asks for more. */
export type MemoryTimelineLean = readonly ["text", "from", "to", "tokens", "left_out"];

/**
 * Type of a memory. - `semantic`: A fact or a preference, independent of time. - `episodic`: An event at some time. -
 * `message`: A message of a conversation, verbatim.
 */
export type MemoryType = "semantic" | "episodic" | "message";

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryUnmergeAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_unmerge`. */
export interface MemoryUnmergeArguments<Asked extends Fields = Whole> {
  /** Id of the merged memory. */
  id: string;
  /** Core that holds it; looked up by default. */
  core?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MemoryWaitingAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: WaitingMemory[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_waiting`. */
export interface MemoryWaitingArguments<Asked extends Fields = Whole> {
  /** Core they are for. */
  core?: string | null | undefined;
  /** Cursor of the next page. */
  cursor?: string | null | undefined;
  /** Only the memory with this id. */
  id?: string | null | undefined;
  /** Page size, 1 to 200; 50 by default. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** A message of a conversation. */
export interface Message {
  /** Content of the message. */
  content?: MessageContent | undefined;
  /** Time of the message. Messages are ordered by it, then by arrival. */
  created_at: Moment;
  /** True if memories were extracted from it. */
  discrete_memory_extracted?: boolean | undefined;
  /** Id within the session. */
  id: string;
  /** Additional data of the caller. */
  metadata?: unknown | undefined;
  /** Name of the author, or of the tool that returned the result. */
  name?: string | null | undefined;
  /** Time at which it became a searchable long-term memory. */
  persisted_at?: Moment | null | undefined;
  /** Role of the author: `user`, `assistant`, `system`, `tool`, … */
  role: string;
  /** Token count of `{role}: {content}`; images and files have a fixed price each. */
  tokens?: number | undefined;
  /** Id of the tool call that this message answers. */
  tool_call_id?: string | null | undefined;
  /** Tool calls of the message. */
  tool_calls?: ToolCallPart[] | undefined;
  /** Version of the session that wrote it. */
  version?: number | undefined;
}

/** Content of a message: a text, or parts as chat models exchange them. */
export type MessageContent = string | unknown[];

/** A changed message: added if `before` is absent, removed if `after` is absent. */
export interface MessageDiff {
  /** The message in the second version. */
  after?: Message | null | undefined;
  /** The message in the first version. */
  before?: Message | null | undefined;
  /** Id of the message. */
  id: string;
}

/**
 * Conditions by key; `a.b` is the member `b` of the object `a`. A value alone means `eq`. A list in the metadata
 * passes if one of its values does.
 */
export type MetadataFilter = Record<string, string | number | boolean | Operators>;

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindContextAnswer {
  /** Name of the agent. */
  agent: string;
  /** Limit of the document, and separately of the notes. */
  budget: Budget;
  /** Characters of the document in the text. */
  document_chars: number;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Characters of the notes in the text, with their heading. */
  note_chars: number;
  /** Number of waiting notes that are not in the text. */
  notes_left_out: number;
  /** Number of notes in the text. */
  notes_shown: number;
  /** Number of the document's version. Absent before the first. */
  number?: number | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Text, ready for a prompt. */
  text: string;
  /** Tokens of the text. */
  tokens: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** True if the document was cut. */
  was_cut: boolean;
}

/** The arguments of `mind_context`. */
export interface MindContextArguments<Asked extends Fields = Whole> {
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** Model that reads the text. Its context window sets the budget. Default: 8,000 characters. */
  model?: string | null | undefined;
  /** Context window in tokens. Overrides the model's. */
  window?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindDeleteAnswer {
  /** Name of the agent. */
  agent: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Time at which it is erased unless restored. Absent once restored. */
  purge_at?: Time | null | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_delete`. */
export interface MindDeleteArguments<Asked extends Fields = Whole> {
  /** Name of the agent (required). */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindDiffAnswer {
  /** Number of added lines. */
  added: number;
  /** Name of the agent. */
  agent: string;
  /** First version. */
  from: VersionRow;
  /** Differences. */
  hunks: Hunk[];
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed lines. */
  removed: number;
  /** Second version. */
  to: VersionRow;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_diff`. */
export interface MindDiffArguments<Asked extends Fields = Whole> {
  /** Number of the first version, as `mind_get` lists it. */
  from: number;
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** Number of the second version. Default: the current document. */
  to?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** The current document. */
export interface MindDocument {
  /** Time of writing. */
  at: Time;
  /** Author. */
  by: Actor;
  /** Length in characters. */
  chars: number;
  /** Version of the fact with the text. */
  fact: number;
  /** Origin of the version. */
  made: Made;
  /** Number of the version, from 1. */
  number: number;
  /** Number of the version that it restores or is based on. */
  of?: number | null | undefined;
  /** Section that a person edited. Absent if the whole document was changed. */
  section?: Section | null | undefined;
  /** Whole text. */
  text: string;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindDreamAnswer {
  /** Name of the agent. */
  agent: string;
  /** Time of the request. */
  at: Time;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** True if the dream is running. */
  is_running: boolean;
  /** Number of notes that wait for it. */
  notes: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_dream`. */
export interface MindDreamArguments<Asked extends Fields = Whole> {
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindEditAnswer {
  /** Name of the agent. */
  agent: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of the current version. Unchanged if the text is the same. */
  number: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_edit`. */
export interface MindEditArguments<Asked extends Fields = Whole> {
  /**
   * Number of the version that the edit is based on; 0 without a document. If there is a newer one, nothing is
   * written.
   */
  number: number;
  /** Whole document, or the text below the section's heading. */
  text: string;
  /** Name of the agent (required). */
  agent?: string | null | undefined;
  /**
   * Section to change: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps` or
   * `emerging_skills`. Default: the whole document.
   */
  section?: Section | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindGetAnswer {
  /** Name of the agent. */
  agent: string;
  /** Dream that is requested or running. */
  asked?: Asked | null | undefined;
  /** Time at which the mind began. */
  created_at?: Time | null | undefined;
  /** Document. Absent before the first dream, unless seeded or edited. */
  document?: MindDocument | null | undefined;
  /** Last dreams, newest first. */
  dreams: DreamRow[];
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Locked sections, which dreams do not change. */
  locked: Section[];
  /** Time of the next check for a dream. */
  look_at?: Time | null | undefined;
  /** Searches without a matching result, latest first. */
  misses: Miss[];
  /** Mood. */
  mood: MoodShown;
  /** Notes that wait for a dream, oldest first. */
  notes: Note[];
  /** Number of all notes ever written. */
  notes_written: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Figures that the agent reported. */
  reported?: NicheReported | null | undefined;
  /** Time of that report. */
  reported_at?: Time | null | undefined;
  /** The same notes as a text. */
  scratch: string;
  /** Time of the last change. */
  updated_at: Time;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Number of all versions. */
  version_count: number;
  /** Newest versions, at most 100, newest first. */
  versions: VersionRow[];
}

/** The arguments of `mind_get`. */
export interface MindGetArguments<Asked extends Fields = Whole> {
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: MindListed[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_list`. */
export interface MindListArguments<Asked extends Fields = Whole> {
  /** `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Lists only deleted minds that can still be restored. Only for people. */
  deleted?: boolean | undefined;
  /** Page size, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /**
   * `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
   */
  order?: ListOrder | null | undefined;
  /** Only minds whose document has these words, outside The Bond. */
  query?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** List entry of a mind. */
export interface MindListed {
  /** Name of the agent. */
  agent: string;
  /** Length of the document in characters. */
  chars: number;
  /** Last dream. */
  dream?: DreamRow | null | undefined;
  /** Current levels of the mood. */
  levels: Levels;
  /** Time of the next check for a dream. */
  look_at?: Time | null | undefined;
  /** Mood in words. */
  mood: string;
  /** Number of notes that wait for a dream. */
  notes: number;
  /** Number of the document's version. Absent without a document. */
  number?: number | null | undefined;
  /** Time at which the deleted mind is erased unless restored. */
  purge_at?: Time | null | undefined;
  /** Time of the last change. */
  updated_at: Time;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindLockAnswer {
  /** Name of the agent. */
  agent: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Sections that dreams do not change, in the order of a document. */
  locked: Section[];
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_lock`. */
export interface MindLockArguments<Asked extends Fields = Whole> {
  /**
   * The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps` or
   * `emerging_skills`.
   */
  section: Section;
  /** Name of the agent (required). */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindRestoreAnswer {
  /** Name of the agent. */
  agent: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Time at which it is erased unless restored. Absent once restored. */
  purge_at?: Time | null | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_restore`. */
export interface MindRestoreArguments<Asked extends Fields = Whole> {
  /** Name of the agent (required). */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindSeedAnswer {
  /** Name of the agent. */
  agent: string;
  /** Number of long-term memories made from it. 0 if these are off. */
  crystals: number;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of the new version. */
  number: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The result in the format of all imports. */
  report: Report;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_seed`. */
export interface MindSeedArguments<Asked extends Fields = MindSeedLean> {
  /** The text, unchanged. */
  markdown: string;
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** Only reports the result and writes nothing. */
  dry_run?: boolean | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `mind_seed` answers unless `fields` asks for more. */
export type MindSeedLean = readonly ["agent", "number", "crystals"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindUnlockAnswer {
  /** Name of the agent. */
  agent: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Sections that dreams do not change, in the order of a document. */
  locked: Section[];
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_unlock`. */
export interface MindUnlockArguments<Asked extends Fields = Whole> {
  /**
   * The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps` or
   * `emerging_skills`.
   */
  section: Section;
  /** Name of the agent (required). */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindVersionGetAnswer {
  /** Name of the agent. */
  agent: string;
  /** Time of writing. */
  at: Time;
  /** Author. */
  by: Actor;
  /** Length in characters. */
  chars: number;
  /** Version of the fact with the text. */
  fact: number;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Origin of the version. */
  made: Made;
  /** Number of the version, from 1. */
  number: number;
  /** Number of the version that it restores or is based on. */
  of?: number | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Section that a person edited. Absent if the whole document was changed. */
  section?: Section | null | undefined;
  /** Whole text. */
  text: string;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_version_get`. */
export interface MindVersionGetArguments<Asked extends Fields = Whole> {
  /** Number of the version, from 1, as `mind_get` lists it. */
  number: number;
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MindVersionRestoreAnswer {
  /** Name of the agent. */
  agent: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of the current version. Unchanged if the text is the same. */
  number: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_version_restore`. */
export interface MindVersionRestoreArguments<Asked extends Fields = Whole> {
  /** Number of the version, as `mind_get` lists it. */
  number: number;
  /** Name of the agent (required). */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A place at which a state does not fit a schema. */
export interface Misfit {
  /** Description of the problem and the expected value. */
  message: string;
  /** JSON pointer into the state. */
  pointer: string;
}

/** A search without a matching result. */
export interface Miss {
  /** Time of the last search. */
  at: Time;
  /** Number of times that it was searched for. */
  count: number;
  /** Query of the search. */
  query: string;
}

/**
 * Search mode. - `hybrid`: By words and by meaning. - `lexical`: By words; also `keyword`. - `vector`: By meaning;
 * also `semantic`.
 */
export type Mode = "hybrid" | "lexical" | "vector";

export type Moment = string;

/** Current mood. */
export interface MoodShown {
  /** Last signal for each level. */
  causes: Cause[];
  /** Time at which spikes are recorded. */
  consolidated_at?: Time | null | undefined;
  /** Trouble. */
  cortisol: number;
  /** Course over the last day: a point every half hour, and two around each signal. */
  course: Point[];
  /** Success. */
  dopamine: number;
  /** Social contact. */
  oxytocin: number;
  /** Baselines of the levels. */
  rest: Levels;
  /** Spikes that are not recorded as notes yet. */
  spikes: Spike[];
  /** Mood in words. */
  words: string;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface MoodSignalAnswer {
  /** Name of the agent. */
  agent: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Levels of the mood. */
  levels: Levels;
  /** Mood in words. */
  mood: string;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mood_signal`. */
export interface MoodSignalArguments<Asked extends Fields = Whole> {
  /** Signal: `reward`, `error`, `social`, `achievement` or `urgency`. */
  signal: Signal;
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** Reason in a few words. The note about a spike quotes it. */
  reason?: string | null | undefined;
  /** Strength, 0 to 1. Default: 1. */
  strength?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** Short name and beginning of the text of one thing. */
export interface Named {
  /** Short name in the workflow, such as `T12`. */
  id: string;
  /** Title or the beginning of its text, in one line. */
  text: string;
}

/** A memory about the same subject with a different statement. */
export interface NearMemory {
  /** Event date, else the start of its validity, else its creation time. */
  at: Time;
  /** Id of the memory. */
  id: string;
  /** Beginning of its text. */
  text: string;
}

export type Need = TaskNo | NeedWithTask;

export interface NeedWithTask {
  task: TaskNo;
  when?: When | undefined;
}

/** Match of the neighbours. */
export interface Neighbours {
  /** Id of the neighbour that contributes most. */
  id?: string | null | undefined;
  /** Share of the score. */
  share: number;
}

/** Artifact to record. */
export interface NewArtifact {
  /** SHA-256 of the content in hexadecimal, if the content itself stays where it is. */
  checksum?: string | null | undefined;
  /** Commit that contains it. */
  commit?: string | null | undefined;
  /** Content as text. */
  content?: Content | null | undefined;
  /** Description; default: that of the previous version. */
  description?: string | null | undefined;
  /** Path as the project writes it: `src/auth/token.rs`. */
  path: string;
  /** Type of the artifact. */
  type: ArtifactKind;
}

/** A memory to create. */
export interface NewCrystal {
  /** Agent it is from. */
  agent?: string | null | undefined;
  /** Creation time; now by default. */
  created_at?: Time | null | undefined;
  /** Extraction state of a message: `t` once memories were extracted from it, `f` before. */
  discrete_memory_extracted?: string | null | undefined;
  /** People and things named in it. */
  entities?: string[] | undefined;
  /** Time of the event it describes. */
  event_date?: Time | null | undefined;
  /** Expiry time. After it, the memory is not found any more and is erased. */
  expires_at?: Time | null | undefined;
  /** Ids of the messages or memories it was extracted from. */
  extracted_from?: string[] | undefined;
  /** Strategy by which it was extracted: `discrete`, `summary`, `preferences` or `custom`. */
  extraction_strategy?: string | null | undefined;
  /** Configuration of the extraction strategy. */
  extraction_strategy_config?: Record<string, unknown> | null | undefined;
  /** Frozen: it never fades and no rule changes it. */
  frozen?: boolean | undefined;
  /** Id, 1 to 256 characters; a new one by default. An existing id replaces that memory. */
  id?: string | null | undefined;
  /** Importance, 0 to 1. */
  importance?: number | null | undefined;
  /** Kind, which decides how long it matters; derived from `memory_type` by default. */
  kind?: CrystalKind | null | undefined;
  /** `semantic` (a fact), `episodic` (an event) or `message`. */
  memory_type?: MemoryType | undefined;
  /** Custom data. Searches can filter by its values. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Namespace; also the name of its core. */
  namespace?: string | null | undefined;
  /** Pinned: it never fades and no rule forgets it. */
  pinned?: boolean | undefined;
  /** Session it is from. */
  session_id?: string | null | undefined;
  /** Memories of its core that it replaces: what they say no longer holds. */
  supersedes?: string[] | undefined;
  /** Text to remember. */
  text?: string | undefined;
  /** Topics it is about. */
  topics?: string[] | undefined;
  /** Time until it expires, in seconds; instead of `expires_at`. */
  ttl_seconds?: number | null | undefined;
  /** User it is about. */
  user_id?: string | null | undefined;
  /** Feeling, from -1 (bad) to 1 (good). */
  valence?: number | null | undefined;
  /** Start of its validity. */
  valid_from?: Time | null | undefined;
  /** End of its validity. After it, searches leave the memory out unless it is requested. */
  valid_to?: Time | null | undefined;
  /** Workflow it is from. */
  workflow?: string | null | undefined;
}

/** Decision that is to be made later: edges of the same plan can wait for one of its options. */
export interface NewDecision {
  /** Name by which edges and the decider may refer to it. */
  key?: string | null | undefined;
  /** Options to choose from, 2 to 100; without any, every choice is allowed. */
  options?: string[] | undefined;
  /** Question to be decided, in one line of at most 300 characters. */
  question: string;
}

/** A message as callers write it. Fields that Loci computes (`tokens`, `version`) are accepted and ignored. */
export interface NewMessage {
  /** Content of the message; null if it only calls tools. */
  content?: MessageContent | undefined;
  /**
   * Time of the message. Recommended: without it the time of the message before it in the call is used, or else that
   * of the call, and the response has a warning.
   */
  created_at?: Moment | null | undefined;
  /** True if memories were extracted from it. */
  discrete_memory_extracted?: boolean | undefined;
  /**
   * Id within the session. Default: derived from the content and `created_at`, if given. The id of an existing
   * message replaces it.
   */
  id?: string | null | undefined;
  /** Additional data to keep with the message. */
  metadata?: unknown | undefined;
  /** Name of the author, or of the tool that returned the result. */
  name?: string | null | undefined;
  /** Time at which it became a searchable long-term memory. */
  persisted_at?: Moment | null | undefined;
  /** Role of the author: `user`, `assistant`, `system`, `tool`, … */
  role: string;
  /** Ignored: counted by Loci. */
  tokens?: number | undefined;
  /** The tool call, if there is only one. */
  tool_call?: ToolCall | null | undefined;
  /** Id of the tool call that this message answers. */
  tool_call_id?: string | null | undefined;
  /** Tool calls of the message. */
  tool_calls?: ToolCall[] | undefined;
  /** Ignored: set by Loci. */
  version?: number | undefined;
}

/** Dependency of a new task. */
export type NewNeed = string | NewNeedWithTask;

/** Task and condition. */
export interface NewNeedWithTask {
  /** Name or key of the task. */
  task: string;
  /** Condition on it; default success. */
  when?: NewWhen | undefined;
}

/** Task to add. */
export interface NewTask {
  /** Acceptance criteria, one per entry. */
  acceptance?: string[] | undefined;
  /** Branch of the work. */
  branch?: string | null | undefined;
  /** Capabilities that a worker needs. */
  capabilities?: string[] | undefined;
  /** Cooldown after a failure, in seconds. */
  cooldown_seconds?: number | undefined;
  /** Dependencies: names of tasks (or keys of this call), or `{"task": …, "when": …}`. */
  depends_on?: NewNeed[] | undefined;
  /** Full description of the work. */
  description?: string | undefined;
  /** Estimated duration, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** Group ("room") that it belongs to. */
  group?: string | null | undefined;
  /** Rule by which it joins its dependencies: `all` (default), `any` or `none_failed`. */
  join?: Join | undefined;
  /** Word (not `T1`) by which tasks of the same call may refer to it. */
  key?: string | null | undefined;
  /** Links to further information. */
  links?: Link[] | undefined;
  /** True if it must be reviewed before it counts as done. */
  needs_review?: boolean | undefined;
  /** Paths that it will change; overlaps with unfinished tasks are reported, not rejected. */
  paths?: string[] | undefined;
  /** Priority from 0 (most urgent) to 4; default 2. */
  priority?: number | null | undefined;
  /** Maximum number of retries after a failure (0 to 100); default: the workflow's policy. */
  retries?: number | null | undefined;
  /** Title: the work in one line of at most 300 characters. */
  title?: string | undefined;
}

/** Condition under which a dependency allows the dependent task to start. */
export type NewWhen = "success" | "failure" | "done" | NewWhenWithChoice;

export interface NewWhenChoice {
  /** Decision: its name (`D3`), or the key of a planned one. */
  decision: string;
  /** Choice that opens this edge; case and surrounding spaces are ignored. */
  option: string;
}

/** The dependency was completed and the decision chose the option. */
export interface NewWhenWithChoice {
  choice: NewWhenChoice;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface NicheReportAnswer {
  /** Name of the agent. */
  agent: string;
  /** Time of the report. */
  at: Time;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `niche_report`. */
export interface NicheReportArguments<Asked extends Fields = Whole> {
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** Number of different buyers. */
  buyers?: number | null | undefined;
  /** Total earnings, in the currency that it trades in. */
  earnings?: number | null | undefined;
  /** Number of skills that it offers. */
  listed_skills?: number | null | undefined;
  /** Total spending. */
  spending?: number | null | undefined;
  /** Skills that earn most, the best first. At most 20. */
  top_skills?: string[] | null | undefined;
  /** Relative change of earnings in the last seven days against the seven before, such as 0.25 for a quarter more. */
  trend_7d?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** Body of `niche_reported`. Absent figures stay as reported before. */
export interface NicheReported {
  /** Number of different buyers. */
  buyers?: number | null | undefined;
  /** Total earnings, in the currency that the agent trades in. */
  earnings?: number | null | undefined;
  /** Number of skills that the agent offers. */
  listed_skills?: number | null | undefined;
  /** Total spending. */
  spending?: number | null | undefined;
  /** Skills that earn most, the best first. */
  top_skills?: string[] | null | undefined;
  /** Relative change of earnings in the last seven days against the seven before. */
  trend_7d?: number | null | undefined;
}

/** A note that waits for a dream. */
export interface Note {
  /** Time of writing. */
  at: Time;
  /** True if Loci wrote the note. */
  auto?: boolean | undefined;
  /** Author. */
  by: Actor;
  /** Id of the long-term memory that the note also is. Absent if these were off or the mind's core was full. */
  id?: string | null | undefined;
  /** Importance, 0 to 1. */
  importance: number;
  /** Kind of the note. */
  kind?: NoteKind | null | undefined;
  /** Session, workflow and task that the note is from. */
  origin?: NoteOrigin | undefined;
  /** Text of the note. */
  text: string;
  /** Version of the fact with the note, which names it within the mind. */
  version: number;
}

/**
 * Kind of a note. - `fact`: A fact. - `preference`: Somebody's preference. - `decision`: A decision and its reason. -
 * `friction`: A problem to avoid. - `breakthrough`: A success after difficulties. - `question`: An open question. -
 * `task`: A task or a deadline. - `relationship`: A person, and how to deal with them. - `skill`: An ability that the
 * agent has learned. - `identity`: A trait of the agent.
 */
export type NoteKind = "fact" | "preference" | "decision" | "friction" | "breakthrough" | "question" | "task" | "relationship" | "skill" | "identity";

/** Session, workflow and task that a note is from. */
export interface NoteOrigin {
  /** Session key. */
  session?: SessionKey | null | undefined;
  /** Task of that workflow. */
  task?: TaskNo | null | undefined;
  /** Workflow id. */
  workflow?: Id | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface NoteWriteAnswer {
  /** Name of the agent. */
  agent: string;
  /** Time of writing. */
  at: Time;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Id of the long-term memory that it also is. Absent if these are off or the mind's core is full. */
  memory?: string | null | undefined;
  /** Name of the note within the mind. */
  note: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Number of notes that wait for the next dream. */
  waiting: number;
}

/** The arguments of `note_write`. */
export interface NoteWriteArguments<Asked extends Fields = Whole> {
  /** Text of the note, a sentence or a few. */
  note: string;
  /** Name of the agent. Default: yourself. */
  agent?: string | null | undefined;
  /** Importance, 0 to 1. Default: 0.7. */
  importance?: number | null | undefined;
  /**
   * Kind of the note: `fact`, `preference`, `decision`, `friction`, `breakthrough`, `question`, `task`,
   * `relationship`, `skill` or `identity`. Determines its section of the document.
   */
  kind?: NoteKind | null | undefined;
  /** Session that it is from: its id, or its full key as in responses. */
  session?: string | null | undefined;
  /** Task of that workflow, such as `T12`. */
  task?: TaskNo | null | undefined;
  /** Workflow that it is from. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A message to an agent, delivered with the answer to any of its calls. */
export interface Notice {
  /** Time of the message. */
  at: Time;
  /** Sender, as authenticated by Loci. */
  from: Actor;
  /** Name of the notice in that stream, such as `N3`. */
  id: string;
  /**
   * `nudge`, `answer`, `approval`, `pause`, `resume`; or an action of others: `handed_in`, `completed`, `failed`,
   * `blocked`, `waiting`, `given_back`, `lease_expired`, `lease_lost`, `reviewed`, `called_off`, `warning`.
   */
  kind: string;
  /** Text of the message. */
  message: string;
  /** `low`, `normal` or `urgent`. */
  priority: string;
  /** Stream of the notice. */
  stream: StreamId;
}

/** Message to agents during their work. */
export interface Nudge {
  /** Version of the workflow at which it last changed. */
  changed: number;
  /** Time at which it was sent. */
  created_at: Time;
  /** Time after which it is no longer delivered. */
  expires_at: Time;
  /** Sender. */
  from: Actor;
  /** Name in the workflow. */
  id: NudgeNo;
  /** Text of the message. */
  message: string;
  /** Priority. */
  priority: Priority;
  /** Delivery state by agent. */
  receipts?: Record<string, Receipt> | undefined;
  /** Recipient. */
  target: string;
  /** Task that it is about. */
  task?: TaskNo | null | undefined;
  /** Number of tokens as shown in a context. */
  tokens?: number | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface NudgeAcknowledgeAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The nudge with its receipts. */
  nudge: Nudge;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: an unknown agent as recipient. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `nudge_acknowledge`. */
export interface NudgeAcknowledgeArguments<Asked extends Fields = NudgeAcknowledgeLean> {
  /** The nudge. */
  nudge: string;
  /** True if something was changed because of it. */
  acted?: boolean | undefined;
  /** Change that was made, or the reason why there was none. */
  note?: string | null | undefined;
  /** Id of the workflow; optional if `nudge` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `nudge_acknowledge` answers unless `fields` asks for more. */
export type NudgeAcknowledgeLean = readonly ["nudge.id", "warnings"];

export type NudgeNo = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface NudgeSendAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The nudge with its receipts. */
  nudge: Nudge;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: an unknown agent as recipient. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `nudge_send`. */
export interface NudgeSendArguments<Asked extends Fields = NudgeSendLean> {
  /** Text of the message. */
  message: string;
  /** Recipient. */
  target: string;
  /** Id of the workflow. */
  workflow: Id;
  /** Priority; default normal. */
  priority?: Priority | undefined;
  /** Task that it is about; the task's context then includes it. */
  task?: string | null | undefined;
  /** Time that it waits for delivery, in seconds (1 to 2,592,000); default one day. */
  ttl_seconds?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `nudge_send` answers unless `fields` asks for more. */
export type NudgeSendLean = readonly ["nudge.id", "warnings"];

/** Quarantined record: cannot be imported, but is kept. */
export interface Odd {
  /** Place in the text: `line 12`, `tasks/3/subtasks/1`. */
  at: string;
  /** Original text. */
  text: string;
  /** Reason. */
  why: string;
}

/** Things of one kind that were left out or cut. */
export interface Omitted {
  /** Number of things. */
  count: number;
  /** Call that returns them. */
  get: string;
  /** Kind: the name of the block to which they belong, such as `discoveries`. */
  kind: string;
  /** Number of tokens left out. */
  tokens: number;
  /** Names of the first ten, such as `F3`; the workflow itself has none. */
  what?: string[] | undefined;
  /** Reason why they were left out. */
  why: string;
}

/** Schema of one stage or a list of stages. */
export type OneOrSeveral = Lifecycle | Lifecycle[];

/**
 * Operators of a [`Tag`]. All given operators must hold. Unknown operators are rejected, because ignoring one would
 * return more than requested.
 */
export interface Operators {
  /** All of these are among its values. */
  all?: string[] | null | undefined;
  /** One of its values is one of these; also `in`, `in_`. */
  any?: string[] | null | undefined;
  /** One of its values is this. */
  eq?: string | null | undefined;
  /** None of its values is this; also `not_eq`. */
  ne?: string | null | undefined;
  /** None of its values is one of these; also `not_in`. */
  none?: string[] | null | undefined;
  /** One of its values begins with this. */
  startswith?: string | null | undefined;
}

/**
 * Origin of a setting. - `built_in`: Built-in default. - `configuration`: Configuration file, environment or flags of
 * the server. - `workspace`: Set in the workspace.
 */
export type Origin = "built_in" | "configuration" | "workspace";

/** Origin of each setting in force. */
export interface Origins {
  /** Instructions for agents at the start of contexts. Empty: the built-in instructions. */
  context_guidance: Origin;
  /** Context windows in tokens by the prefix of a model's name, in addition to the built-in ones. */
  context_windows: Origin;
  /** Runs dreams on a schedule. Requested dreams always run. */
  dream_enabled: Origin;
  /** Minutes between two scheduled dreams of a mind. */
  dream_interval_minutes: Origin;
  /** Number of new notes, memories and task outcomes that a scheduled dream of a mind needs. */
  dream_min_notes: Origin;
  /**
   * Sections of the documents that dreams write: `seven`, or `five` (without Phenotype and Niche, whose notes and
   * people's lines move to The Bond and Active Context).
   */
  dream_profile: Origin;
  /**
   * Prompt for dreams that a language model drafts, with `{document}`, `{notes}` and `{work}`. Empty: the built-in
   * prompt.
   */
  dream_prompt: Origin;
  /** Sources of dreams besides notes: `all` (memories, workflows, sessions) or `memories`. */
  dream_sources: Origin;
  /** Maximum number of entities that a session tracks. */
  entity_limit: Origin;
  /** Rules that map tools to types of entities, most specific first. */
  entity_rules: Origin;
  /**
   * Language model for summaries, dreams and extracted memories. Needs an endpoint in the server's configuration.
   * Empty: Loci writes summaries and dreams itself and extracts nothing.
   */
  generation_model: Origin;
  /** Stores messages as searchable long-term memories, from which an expired session can be rebuilt. */
  index_messages: Origin;
  /** Promotes memories of sessions to long-term memory. */
  long_term_memory: Origin;
  /**
   * Readers of what sessions promote: `core` (readers of the namespace's core) or `session` (readers of the session
   * only). A core's own setting wins.
   */
  promoted_readers: Origin;
  /** Days for which a deleted session, scratchpad or core can be restored. 0 erases at once. */
  restore_days: Origin;
  /** Share of the window whose newest messages are not summarised. Less than `summarization_threshold`. */
  summarization_keep: Origin;
  /** Prompt for summaries, with `{prev_summary}` and `{messages_joined}`. Empty: the built-in prompt. */
  summarization_prompt: Origin;
  /** Share of a model's context window above which the oldest messages of a session are summarised. */
  summarization_threshold: Origin;
}

/** Settings of which some are set; the others follow the next level. */
export interface Overrides {
  /** Instructions for agents at the start of contexts. Empty: the built-in instructions. */
  context_guidance?: string | null | undefined;
  /** Context windows in tokens by the prefix of a model's name, in addition to the built-in ones. */
  context_windows?: Record<string, number> | null | undefined;
  /** Runs dreams on a schedule. Requested dreams always run. */
  dream_enabled?: boolean | null | undefined;
  /** Minutes between two scheduled dreams of a mind. */
  dream_interval_minutes?: number | null | undefined;
  /** Number of new notes, memories and task outcomes that a scheduled dream of a mind needs. */
  dream_min_notes?: number | null | undefined;
  /**
   * Sections of the documents that dreams write: `seven`, or `five` (without Phenotype and Niche, whose notes and
   * people's lines move to The Bond and Active Context).
   */
  dream_profile?: Profile | null | undefined;
  /**
   * Prompt for dreams that a language model drafts, with `{document}`, `{notes}` and `{work}`. Empty: the built-in
   * prompt.
   */
  dream_prompt?: string | null | undefined;
  /** Sources of dreams besides notes: `all` (memories, workflows, sessions) or `memories`. */
  dream_sources?: DreamSources | null | undefined;
  /** Maximum number of entities that a session tracks. */
  entity_limit?: number | null | undefined;
  /** Rules that map tools to types of entities, most specific first. */
  entity_rules?: Rules | null | undefined;
  /**
   * Language model for summaries, dreams and extracted memories. Needs an endpoint in the server's configuration.
   * Empty: Loci writes summaries and dreams itself and extracts nothing.
   */
  generation_model?: string | null | undefined;
  /** Stores messages as searchable long-term memories, from which an expired session can be rebuilt. */
  index_messages?: boolean | null | undefined;
  /** Promotes memories of sessions to long-term memory. */
  long_term_memory?: boolean | null | undefined;
  /**
   * Readers of what sessions promote: `core` (readers of the namespace's core) or `session` (readers of the session
   * only). A core's own setting wins.
   */
  promoted_readers?: PromotedReaders | null | undefined;
  /** Days for which a deleted session, scratchpad or core can be restored. 0 erases at once. */
  restore_days?: number | null | undefined;
  /** Share of the window whose newest messages are not summarised. Less than `summarization_threshold`. */
  summarization_keep?: number | null | undefined;
  /** Prompt for summaries, with `{prev_summary}` and `{messages_joined}`. Empty: the built-in prompt. */
  summarization_prompt?: string | null | undefined;
  /** Share of a model's context window above which the oldest messages of a session are summarised. */
  summarization_threshold?: number | null | undefined;
}

/** All scratchpads of one owner, as shown in lists. */
export interface OwnerSummary {
  /** Deleted scratchpads that can still be restored, last deleted first. */
  deleted?: PadSummary[] | undefined;
  /** Their owner; absent in the global scope. */
  owner?: string | null | undefined;
  /** The scratchpads, ordered by name. */
  pads: PadSummary[];
  /** Their scope. */
  scope: Scope;
  /** Time of the last change. */
  updated_at: Time;
  /** Version of their stream: its number of facts. */
  version: number;
}

/** A change of a scratchpad. */
export interface PadChange {
  /** Author of the change. */
  actor: Actor;
  /** Time of the change. */
  at: Time;
  /** Interface that the change came through. */
  door: Door;
  /** Kind of the fact, such as `scratchpad_updated`. */
  kind: string;
  /** Description of the change. */
  summary: string;
  /** Version that the change made. */
  version: number;
}

/** A scratchpad as shown in lists. */
export interface PadSummary {
  /** Its deletion, if it was deleted. */
  deleted?: Deletion | null | undefined;
  /** True if it is empty. */
  empty: boolean;
  /** True if it has a schema. */
  has_schema: boolean;
  /** Keys of its object, most recently updated first, at most ten; empty for a text. */
  keys: string[];
  /** Name of the scratchpad. */
  name: string;
  /** True if only people may change it. */
  read_only: boolean;
  /** Time of its last change. */
  updated_at: Time;
  /** Author of its last change. */
  updated_by: Actor;
  /** Version of its last change. */
  version: number;
}

/** A scratchpad. */
export interface PadView {
  /** Time of its creation. */
  created_at?: Time | null | undefined;
  /** False if it was never defined or written; it is empty then. */
  exists: boolean;
  /** Maximum share of a context, in tokens. */
  max_tokens: number;
  /** Minimum share of a context, in tokens. */
  min_tokens: number;
  /** Name of the scratchpad. */
  name: string;
  /** Its owner; absent in the global scope. */
  owner?: string | null | undefined;
  /** True if only people may change it. */
  read_only?: boolean | undefined;
  /** JSON Schema (2020-12) for its state. */
  schema?: unknown | undefined;
  /** Its scope. */
  scope: Scope;
  /** A state that did not fit a changed schema, set aside and kept in the history. */
  set_aside?: SetAside | null | undefined;
  /** Initial state. */
  template?: unknown | undefined;
  /** Time of its last change. */
  updated_at?: Time | null | undefined;
  /** Author of its last change. */
  updated_by?: Actor | null | undefined;
  /** Its state: a text, or an object. */
  value: unknown;
  /** Version of its last change, for `if_version`; 0 if it does not exist. */
  version: number;
}

/** A partition of a summary view. */
export interface PartitionShown {
  /** Time at which it was written. */
  computed_at: Time;
  /** Values that its memories share, by field. */
  group: Record<string, string>;
  /** Number of summarised memories. */
  memory_count: number;
  /** Reason why the preferred writer did not write it. */
  note?: string | null | undefined;
  /** Summary; empty if there are no memories. */
  summary: string;
  /** Id of the view. */
  view: string;
  /** Writer: `extractive`, or the name of a model. */
  writer?: string | null | undefined;
}

/** Pause of a workflow: claims are refused. */
export interface Pause {
  /** Time of the pause. */
  at: Time;
  /** Actor that paused it. */
  by: Actor;
  /** Reason. */
  reason?: string | null | undefined;
}

/**
 * Storage place of an artifact's content. - `path`: Only at its path, outside Loci. - `fact`: In the fact that
 * recorded it. - `blob`: In the blob of its checksum.
 */
export type Place = "path" | "fact" | "blob";

/** Layout of a graph, in CSS pixels from its upper left corner. */
export interface Plan {
  /** Openings where edges pass through walls. */
  doors: GraphDoor[];
  /** The edges. */
  edges: PlanEdge[];
  /** Height of the drawing. */
  height: number;
  /** The nodes. */
  nodes: PlanNode[];
  /** The rooms. */
  rooms: PlanRoom[];
  /** Width of the drawing. */
  width: number;
}

/** An edge as a path of right angles. */
export interface PlanEdge {
  /** Id of the node where it starts. */
  from: string;
  /** SVG path with rounded corners. */
  path: string;
  /** Id of the node where it ends. */
  to: string;
}

/** Format of another planning tool. - `beads`: Beads issues. - `task_master`: `tasks.json` of Task Master. */
export type PlanFormat = "beads" | "task_master";

/** Position of a node. All nodes have the same size. */
export interface PlanNode {
  /** Id of the node. */
  id: string;
  /** Left edge. */
  x: number;
  /** Upper edge. */
  y: number;
}

/** Walls of a room. */
export interface PlanRoom {
  /** Height between the walls. */
  height: number;
  /** Name of the group. */
  name: string;
  /** Width between the walls. */
  width: number;
  /** Left wall. */
  x: number;
  /** Upper wall. */
  y: number;
}

/** Planned decision; its number is reserved for the decision. */
export interface PlannedDecision {
  /** Name in the workflow; the decision gets the same one. */
  id: DecisionNo;
  /** Key by which edges and the decider may refer to it. */
  key?: string | null | undefined;
  /** Options to choose from; without any, every choice is allowed. */
  options?: string[] | undefined;
  /** Time at which it was planned. */
  planned_at: Time;
  /** Agent or person who planned it. */
  planned_by: Actor;
  /** Question to be decided. */
  question: string;
}

/** Levels of a mood at a time. */
export interface Point {
  /** Time of the levels. */
  at: Time;
  /** Trouble. */
  cortisol: number;
  /** Success. */
  dopamine: number;
  /** Social contact. */
  oxytocin: number;
}

/** Rules of a workflow. */
export interface Policy {
  /** Days after its end until it is archived automatically (0 to 3,650); default 0 for never. */
  archive_days?: number | undefined;
  /** Days after its end until it is deleted automatically (0 to 3,650); default 0 for never. */
  delete_days?: number | undefined;
  /** Duration of a lead unless renewed, in seconds (15 to 86,400); default 900. */
  lead_seconds?: number | undefined;
  /** Duration of a lease unless renewed, in seconds (15 to 86,400); default 900. */
  lease_seconds?: number | undefined;
  /** True if it is never archived or deleted automatically. */
  pinned?: boolean | undefined;
  /** Days for which a deleted workflow can be restored (0 to 365); 0 erases at once, default 7. */
  restore_days?: number | undefined;
  /** Default maximum number of retries of a task (0 to 100); default 2. */
  retries?: number | undefined;
  /**
   * Number of reviews of a task that ask for rework or reject it after which people are warned (0 to 100); 0 for
   * never, default 3.
   */
  rework_limit?: number | undefined;
  /** True if workers may add tasks; default false. */
  workers_add_tasks?: boolean | undefined;
}

/** Changes of the policy. */
export interface PolicyChange {
  /** Days after its end until it is archived automatically (0 to 3,650); 0 for never. */
  archive_days?: number | null | undefined;
  /** Days after its end until it is deleted automatically (0 to 3,650); 0 for never. */
  delete_days?: number | null | undefined;
  /** Duration of a lead unless renewed, in seconds (15 to 86,400). */
  lead_seconds?: number | null | undefined;
  /** Duration of a lease unless renewed, in seconds (15 to 86,400). */
  lease_seconds?: number | null | undefined;
  /** True if it is never archived or deleted automatically. */
  pinned?: boolean | null | undefined;
  /** Days for which a deleted workflow can be restored (0 to 365); 0 erases at once. */
  restore_days?: number | null | undefined;
  /** Default maximum number of retries of a task (0 to 100). */
  retries?: number | null | undefined;
  /**
   * Number of reviews of a task that ask for rework or reject it after which people are warned (0 to 100); 0 for
   * never.
   */
  rework_limit?: number | null | undefined;
  /** True if workers may add tasks. */
  workers_add_tasks?: boolean | null | undefined;
}

/** Rules of a workflow. */
export interface PolicyPart {
  /** Days after its end until it is archived automatically (0 to 3,650); default 0 for never. */
  archive_days?: number | undefined;
  /** Days after its end until it is deleted automatically (0 to 3,650); default 0 for never. */
  delete_days?: number | undefined;
  /** Duration of a lead unless renewed, in seconds (15 to 86,400); default 900. */
  lead_seconds?: number | undefined;
  /** Duration of a lease unless renewed, in seconds (15 to 86,400); default 900. */
  lease_seconds?: number | undefined;
  /** True if it is never archived or deleted automatically. */
  pinned?: boolean | undefined;
  /** Days for which a deleted workflow can be restored (0 to 365); 0 erases at once, default 7. */
  restore_days?: number | undefined;
  /** Default maximum number of retries of a task (0 to 100); default 2. */
  retries?: number | undefined;
  /**
   * Number of reviews of a task that ask for rework or reject it after which people are warned (0 to 100); 0 for
   * never, default 3.
   */
  rework_limit?: number | undefined;
  /** True if workers may add tasks; default false. */
  workers_add_tasks?: boolean | undefined;
}

/**
 * Priority of a nudge. - `low`: Low: to be read when convenient. - `normal`: Normal: to be read on the next turn. -
 * `urgent`: Urgent: to be read before anything else.
 */
export type Priority = "low" | "normal" | "urgent";

/** RFC 9457 problem details with Loci's own members. */
export interface Problem {
  /** Changes since the version that the caller knew. */
  changes?: Change[] | undefined;
  /** Error code. */
  code: Code;
  /** Current version of the addressed thing. */
  current?: number | null | undefined;
  /** The problem, the expected value and the next step. */
  detail: string;
  /** Invalid fields. */
  fields?: FieldFault[] | undefined;
  /** Notices for the calling agent. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Id of the request; Loci's log has details under it. */
  instance?: string | undefined;
  /** Machine-readable reason, such as `lease_lost`. */
  reason?: string | null | undefined;
  /** Delay before the next attempt, in seconds. */
  retry_after_seconds?: number | null | undefined;
  /** HTTP status. */
  status: number;
  /** Title of the code. */
  title: string;
  /** `about:blank#` and the code. */
  type?: string | undefined;
}

/** The sections of a mind's document. - `seven`: All seven. - `five`: Without Phenotype and Niche. */
export type Profile = "seven" | "five";

/**
 * Progress of a held task. - `in_progress`: Work continues. - `blocked`: Its holder keeps it but is blocked. -
 * `pending`: It is given back and can be claimed again.
 */
export type Progress = "in_progress" | "blocked" | "pending";

/**
 * Readers of memories that sessions promote. - `core`: Readers of the core of the memory's namespace, such as a team.
 * - `session`: Readers of the source session.
 */
export type PromotedReaders = "core" | "session";

/** A memory or message that became a long-term memory. */
export interface Promotion {
  /** Id of the long-term memory: a new one, or an existing one with the same content. */
  crystal: string;
  /** Id of the memory or the message in the session. */
  id: string;
}

/** A message of a prompt. */
export interface PromptMessage {
  /** Content of the message. */
  content: string;
  /** `developer`, `user` or `assistant`. */
  role: string;
}

/** Source of a memory. */
export interface Provenance {
  /** Message in the stream. */
  message?: string | null | undefined;
  /** Stream, such as a session. */
  stream: StreamId;
  /** Fact in the stream. */
  version?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface PurgeAnswer {
  /** Streams that belong to it and are erased with it. */
  belongings?: StreamId[] | undefined;
  /** Number of blobs erased with them, because nothing else refers to them. */
  blobs: number;
  /** Derived data, erased only with `cascade`. */
  derived?: Derived[] | undefined;
  /** True if it is erased; see `erasing` for the guarantee. */
  erased: boolean;
  /**
   * Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
   * database are up to its operator.
   */
  erasing?: Erasing | undefined;
  /** Number of facts in the stream and its belongings. */
  facts: number;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The stream. */
  stream: StreamId;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `purge`. */
export interface PurgeArguments<Asked extends Fields = Whole> {
  /** The stream, such as `workflow:01J…`. */
  stream: StreamId;
  /** Also erase derived data. Default: false. */
  cascade?: boolean | undefined;
  /** Only report, without erasing. Default: false. */
  dry_run?: boolean | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** Question of an agent to a person. */
export interface Question {
  /** The answer. */
  answer?: string | null | undefined;
  /** Time of the answer. */
  answered_at?: Time | null | undefined;
  /** Person who answered; the system if it is the default answer. */
  answered_by?: Actor | null | undefined;
  /** Time at which it was asked. */
  asked_at: Time;
  /** Agent that asked. */
  asked_by: Actor;
  /** Version of the workflow at which it last changed. */
  changed: number;
  /** Time until which an answer is awaited. */
  deadline?: Time | null | undefined;
  /** Answer that applies when the deadline passes. */
  default?: string | null | undefined;
  /** Time at which the answer was delivered to the agent. */
  delivered_at?: Time | null | undefined;
  /** Name in the workflow. */
  id: QuestionNo;
  /** Answers to choose from. */
  options?: string[] | undefined;
  /** The question. */
  question: string;
  /** Task that waits for the answer. */
  task?: TaskNo | null | undefined;
  /** Number of tokens of question and answer. */
  tokens?: number | undefined;
  /** Withdrawal, if it was withdrawn. */
  withdrawn?: Withdrawn | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface QuestionAnswerAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** The question. */
  question: Question;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `question_answer`. */
export interface QuestionAnswerArguments<Asked extends Fields = QuestionAnswerLean> {
  /** Answer: one of the options, or free text. */
  answer: string;
  /** The question. */
  question: string;
  /** Id of the workflow; optional if `question` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `question_answer` answers unless `fields` asks for more. */
export type QuestionAnswerLean = readonly ["question.id"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface QuestionAskAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** True if the task's lease is parked until the answer. */
  parked: boolean;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** The question. */
  question: Question;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `question_ask`. */
export interface QuestionAskArguments<Asked extends Fields = QuestionAskLean> {
  /** The question. */
  question: string;
  /** Id of the workflow. */
  workflow: Id;
  /** Time, within the next year, at which `default`, which is then required, becomes the answer. */
  deadline?: Time | null | undefined;
  /** Deadline in seconds from now. */
  deadline_seconds?: number | null | undefined;
  /** Answer that applies when the deadline passes. */
  default?: string | null | undefined;
  /** Id of my lease, if I hold the task. */
  lease?: string | null | undefined;
  /** Answers to choose from, at most 20; other answers are allowed, too. */
  options?: string[] | undefined;
  /** Task that waits for the answer. */
  task?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `question_ask` answers unless `fields` asks for more. */
export type QuestionAskLean = readonly ["question.id", "parked"];

export type QuestionNo = string;

/** Conditions on a time; all that are given apply. */
export interface Range {
  /** From the first to the second, both included. */
  between?: Time[] | null | undefined;
  /** Exactly this. */
  eq?: Time | null | undefined;
  /** Later than this. */
  gt?: Time | null | undefined;
  /** This or later. */
  gte?: Time | null | undefined;
  /** Earlier than this. */
  lt?: Time | null | undefined;
  /** This or earlier; a date alone includes the day. */
  lte?: Time | null | undefined;
  /** Anything but this, or no such time. */
  ne?: Time | null | undefined;
}

/**
 * Interpretation of a text. - `text`: As a plain text, which the scratchpad then holds. - `json`: As the JSON of an
 * object, which the scratchpad then holds.
 */
export type ReadAs = "text" | "json";

/**
 * Readers of a long-term memory. - `everyone`: Everyone in the workspace. - `core`: The agents that the core names,
 * orchestrators and people. - `session`: Everyone who may read the session.
 */
export type ReadBy = "everyone" | "core" | "session";

/** Task that can be claimed. */
export interface ReadyTask {
  /** Current, assigned or last agent. */
  assigned_to?: string | null | undefined;
  /** Number of attempts, including the running one. */
  attempts: number;
  /** Reason why it is blocked; `upstream_failed` if a failure cut it off. */
  blocked_reason?: string | null | undefined;
  /** Tasks that depend on it. */
  blocks?: TaskNo[] | undefined;
  /** Capabilities that a worker needs. */
  capabilities?: string[] | undefined;
  /** Duration of the longest chain of work that begins with it, in minutes. */
  chain_minutes: number;
  /** Version of the workflow at which it last changed; `if_version` compares it. */
  changed: number;
  /** Dependencies. */
  depends_on?: Need[] | undefined;
  /** Estimated duration, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** Number of failures since the last retry by an agent or a person. */
  failures: number;
  /** Group ("room") that it belongs to. */
  group?: string | null | undefined;
  /** Name in the workflow. */
  id: TaskNo;
  /** Current lease. */
  lease?: Lease | null | undefined;
  /** True if it must be reviewed. */
  needs_review?: boolean | undefined;
  /** Priority from 0 (most urgent) to 4. */
  priority: number;
  /** True if the caller can claim it now; the same rule as in `task_claim`. */
  ready: boolean;
  /** Last verdict, unless it was dismissed. */
  review_status?: ReviewStatus | null | undefined;
  /** Time since which it has its status. */
  since: Time;
  /** Status of the task; `blocked` also if a failure cut it off. */
  status: TaskStatus;
  /** Title: the work in one line. */
  title: string;
  /** Tasks that could start if it were completed. */
  unblocks: TaskNo[];
  /** Reasons why it waits; empty if it is ready or has ended. */
  waits_for?: Wait[] | undefined;
}

/** Delivery state of a nudge for one recipient. */
export interface Receipt {
  /** Time at which the recipient acknowledged it. */
  acknowledged_at?: Time | null | undefined;
  /** Time at which the recipient acted on it. */
  acted_at?: Time | null | undefined;
  /** Time at which a response delivered it. */
  delivered_at?: Time | null | undefined;
  /** Change that was made, or the reason why there was none. */
  note?: string | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface RedactAnswer {
  /** Derived data, erased only with `cascade`. */
  derived?: Derived[] | undefined;
  /** True if it is erased; see `erasing` for the guarantee. */
  erased: boolean;
  /**
   * Guarantee of an erasure here: no byte is left in the log's files, or no row is, while files and backups of the
   * database are up to its operator.
   */
  erasing?: Erasing | undefined;
  /** Version of the fact. */
  fact: number;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Kind of the fact. */
  kind: string;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The stream. */
  stream: StreamId;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `redact`. */
export interface RedactArguments<Asked extends Fields = Whole> {
  /** Version of the fact in the stream. */
  fact: number;
  /** The stream, such as `workflow:01J…`. */
  stream: StreamId;
  /** Also erase derived data. Default: false. */
  cascade?: boolean | undefined;
  /** Only report, without erasing. Default: false. */
  dry_run?: boolean | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** Rejection of a memory by a person. */
export interface Refusal {
  /** Time of the rejection. */
  at: Time;
  /** Person who rejected it. */
  by: Actor;
  /** Reason. */
  reason?: string | null | undefined;
}

/** A memory related to another one. */
export interface Related {
  /** Relation to it. */
  how: TrailRelation;
  /** Id of the related memory. */
  id: string;
  /** Shortened text. */
  text: string;
}

/** Comments of a review. */
export type Remarks = string | Comment[];

/** Result of an import, or of a dry run. */
export interface Report {
  /** Number of existing items that were changed. */
  changed: number;
  /** Core that stores the memories. Absent if several do: each item names its own. */
  core?: string | null | undefined;
  /** Number of new items. */
  created: number;
  /** True if nothing was written: the numbers say what would be. */
  dry_run: boolean;
  /** Detected format, such as `beads`. */
  format: string;
  /** First of the new or changed items. */
  items?: ImportedItem[] | undefined;
  /** Further notes. */
  notes?: string[] | undefined;
  /** First of these parts and links, each with its position and the reason. */
  odd?: Odd[] | undefined;
  /** Number of quarantined parts: they cannot be imported and are kept whole. */
  quarantined?: number | undefined;
  /** Number of links that were left out, because they would close a cycle. */
  set_aside?: number | undefined;
  /** Number of existing items that stay as they are. */
  unchanged: number;
}

/** Backoff after a failed summary or extraction. */
export interface Rest {
  /** Reason of the failure. */
  reason: string;
  /** Number of consecutive failures. */
  times: number;
  /** Time of the next attempt; absent to retry after the session changes. */
  until?: Time | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface RestoreAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `restore`. */
export interface RestoreArguments<Asked extends Fields = RestoreLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `restore` answers unless `fields` asks for more. */
export type RestoreLean = readonly ["workflow.id", "workflow.status", "workflow.paused"];

/** Review of a task. */
export interface Review {
  /** Time of the review. */
  at: Time;
  /** Number of the reviewed attempt, from 1. */
  attempt: number;
  /** Reviewer. */
  by: Actor;
  /** Comments. */
  comments?: CommentPart[] | undefined;
  /** Reason why it was dismissed: reviewed work was changed afterwards. */
  dismissed?: string | null | undefined;
  /** Verdict. */
  status: ReviewStatus;
}

/**
 * Verdict of a review. - `approved`: The work is accepted. - `needs_rework`: The work has to be redone with the
 * comments. - `rejected`: The work is rejected: the task fails.
 */
export type ReviewStatus = "approved" | "needs_rework" | "rejected";

/**
 * Role of an actor in the workspace. - `orchestrator`: An agent that plans, assigns and leads. - `worker`: An agent
 * that claims tasks and does them. - `reviewer`: An agent that reviews what others did. - `librarian`: An agent that
 * maintains the long-term memory. - `observer`: An agent that only reads. - `member`: A person who takes part. -
 * `owner`: A person who also manages agents, tokens and settings. - `viewer`: A person who only reads. - `system`:
 * Loci itself: timers and their consequences. Cannot be granted.
 */
export type Role = "orchestrator" | "worker" | "reviewer" | "librarian" | "observer" | "member" | "owner" | "viewer" | "system";

/** A rule of the table. */
export interface RulePart {
  /**
   * Word or words in a tool's name, such as `Page` or `BlogPost`, which people also use for the type: "the picture".
   * Ignores case and plural.
   */
  match: string;
  /** Type of the entities that such a tool returns, such as `page`. */
  type: string;
}

/**
 * Table of rules: the first rule that fits a tool's name decides the type. In phrases every rule's word means its
 * type.
 */
export type Rules = RulePart[];

/** Status of a run. - `pending`: Waiting. - `running`: In progress. - `success`: Completed. - `failed`: Failed. */
export type RunStatus = "pending" | "running" | "success" | "failed";

/** A checkpoint of the entities. */
export interface Saved {
  /** Entities, most recent first. */
  entities: Entity[];
  /** Version of the format. */
  version: number;
}

/** A checkpoint of the entities. */
export interface SavedPart {
  /** Entities, most recent first. */
  entities: EntityPart[];
  /** Version of the format. */
  version: number;
}

/**
 * Scope in which a scratchpad is shared. - `thread`: A single session: its agents, orchestrators and people. -
 * `resource`: All sessions of one user or resource. - `global`: The whole workspace.
 */
export type Scope = "thread" | "resource" | "global";

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadAtAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The scratchpad. */
  pad: PadView;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_at`. */
export interface ScratchpadAtArguments<Asked extends Fields = Whole> {
  /** The version, as in `scratchpad_history`. */
  version: number;
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadClearAnswer {
  /** True if this call changed anything. */
  changed: boolean;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The written keys; empty for a text. */
  keys: string[];
  /** Name of the scratchpad. */
  name: string;
  /** Version of its last change, for `if_version`. */
  pad_version: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_clear`. */
export interface ScratchpadClearArguments<Asked extends Fields = Whole> {
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadDefineAnswer {
  /** True if this call created it. */
  created: boolean;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The scratchpad; its `set_aside` describes a state that did not fit. */
  pad: PadView;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** True if this call set its state aside. */
  set_aside: boolean;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_define`. */
export interface ScratchpadDefineArguments<Asked extends Fields = Whole> {
  /** Maximum share of a context, in tokens. Default: 1,500. */
  max_tokens?: number | null | undefined;
  /** Minimum share of a context, in tokens. Default: 200. */
  min_tokens?: number | null | undefined;
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /** Only people may change it. Default: false. */
  read_only?: boolean | undefined;
  /**
   * JSON Schema (2020-12) for its state, which is an object then. References must stay within the schema: nothing is
   * fetched. A text is parsed as JSON.
   */
  schema?: unknown | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /**
   * Initial state of a new one: a text, or an object that fits the schema. With a schema, a text is parsed as the
   * JSON of that object.
   */
  template?: unknown | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadDeleteAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Name of the scratchpad. */
  name: string;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Time of erasure unless restored. */
  purge_at: Time;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_delete`. */
export interface ScratchpadDeleteArguments<Asked extends Fields = Whole> {
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /** Reason for the deletion. */
  reason?: string | null | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadHistoryAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: PadChange[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_history`. */
export interface ScratchpadHistoryArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: OwnerSummary[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_list`. */
export interface ScratchpadListArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Number of owners per page, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /**
   * `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
   */
  order?: ListOrder | null | undefined;
  /** Only scratchpads of this owner, including deleted ones that are not erased yet. Requires `scope`. */
  owner?: string | null | undefined;
  /** Only owners with a scratchpad whose name or text matches these words. */
  query?: string | null | undefined;
  /** Only scratchpads of this scope: `thread`, `resource` or `global`. */
  scope?: Scope | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadPutAnswer {
  /** True if this call changed anything. */
  changed: boolean;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The written keys; empty for a text. */
  keys: string[];
  /** Name of the scratchpad. */
  name: string;
  /** Version of its last change, for `if_version`. */
  pad_version: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_put`. */
export interface ScratchpadPutArguments<Asked extends Fields = Whole> {
  /** The new state: an object or a text. If the scratchpad holds an object, a text is parsed as its JSON. */
  value: unknown;
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /** Interpretation of a text. Default: as the scratchpad's current state. */
  read_as?: ReadAs | null | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadReadAnswer {
  /** Parts that were cut to fit: keys, least recently updated first, or an amount of text. */
  cut?: string[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The scratchpad. */
  pad: PadView;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The `<working_memory>` block for a prompt; empty if the scratchpad is empty. */
  rendered: string;
  /** Token count of the block. */
  tokens: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_read`. */
export interface ScratchpadReadArguments<Asked extends Fields = Whole> {
  /** Maximum tokens of the block. Default: the scratchpad's `max_tokens`. */
  budget?: number | null | undefined;
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadRestoreAnswer {
  /** True if this call changed anything. */
  changed: boolean;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The written keys; empty for a text. */
  keys: string[];
  /** Name of the scratchpad. */
  name: string;
  /** Version of its last change, for `if_version`. */
  pad_version: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_restore`. */
export interface ScratchpadRestoreArguments<Asked extends Fields = Whole> {
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /** The version, as in `scratchpad_history`; absent for a deleted scratchpad. */
  version?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface ScratchpadUpdateAnswer {
  /** True if this call changed anything. */
  changed: boolean;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The written keys; empty for a text. */
  keys: string[];
  /** Name of the scratchpad. */
  name: string;
  /** Version of its last change, for `if_version`. */
  pad_version: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_update`. */
export interface ScratchpadUpdateArguments<Asked extends Fields = Whole> {
  /** The patch: an object with the keys to change, or a text for a scratchpad that holds one. */
  patch: unknown;
  /** Delete keys whose value is `null` (RFC 7396) instead of storing `null`. Default: false. */
  delete_nulls?: boolean | undefined;
  /** Name of the scratchpad. Default: `main`. */
  name?: string | null | undefined;
  /**
   * Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
   * `resource` the user or resource, for `global` none.
   */
  owner?: string | null | undefined;
  /**
   * Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
   * Default: `thread`.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/**
 * A section of a mind's document. - `phenotype`: The agent's identity. - `bond`: People and agents that it works
 * with, and how to deal with them. - `niche`: Its value to others: work, quality, earnings. - `active_context`: Open
 * work, decisions, frictions, breakthroughs. - `crystal_pointers`: Searches for everything else, one for each topic.
 * - `curiosity_gaps`: Gaps in its knowledge. - `emerging_skills`: Repeated patterns in its work.
 */
export type Section = "phenotype" | "bond" | "niche" | "active_context" | "crystal_pointers" | "curiosity_gaps" | "emerging_skills";

/** Change of a section. */
export interface SectionChange {
  /** Characters now. */
  after: number;
  /** Characters before. */
  before: number;
  /** The section. */
  section: Section;
}

/** An agent and its current work. */
export interface Seen {
  /** Tasks that it holds. */
  holds?: Held[] | undefined;
  /** Workflows that it leads. */
  leads?: Led[] | undefined;
  /** Name of the agent. */
  name: string;
  /** Time since when it may not claim tasks, if it is paused. */
  paused_at?: Time | null | undefined;
  /** Reason for the pause. */
  paused_reason?: string | null | undefined;
  /** Time of its registration. */
  registered_at: Time;
  /** Author of its registration. */
  registered_by: Actor;
  /** Default role; a token may give it another one. */
  role: Role;
  /** Time of its last call since the server started. */
  seen_at?: Time | null | undefined;
  /** Pending notice that it was paused or resumed, until it is delivered. */
  untold?: Untold | null | undefined;
  /** Size of its context window in tokens, as last reported. */
  window?: number | null | undefined;
  /** Used tokens of its context window, as last reported. */
  window_used?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionAppendAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_append`. */
export interface SessionAppendArguments<Asked extends Fields = SessionAppendLean> {
  /** The messages. They are ordered by time, then by arrival. */
  messages: NewMessage[];
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `session_append` answers unless `fields` asks for more. */
export type SessionAppendLean = readonly [
  "session",
  "written",
  "messages",
  "promoted",
  "promoted_to",
  "scratchpads",
  "warnings",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionAtAnswer {
  /** Agents that wrote in it or were granted access. */
  agents: string[];
  /** Summary of the folded messages. */
  context?: string | null | undefined;
  /** The model's context window in tokens, if the session sets it. */
  context_window?: number | null | undefined;
  /** Time of its beginning. */
  created_at: Time;
  /** The caller's own data. */
  data: Record<string, unknown>;
  /** Entities that "it" and "that page" refer to, most recent first. */
  entities?: Entities | undefined;
  /** Time of expiry unless written to. */
  expires_at?: Time | null | undefined;
  /** Reason why no memories are extracted although it has a strategy. */
  extraction?: Rest | null | undefined;
  /** Number of messages folded into the summary. */
  folded: number;
  /** Fill level of the session. */
  gauges: Gauges;
  /** Its id. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /**
   * Number of older messages whose images and files exceed the response's limit. Use `recent` to get only the newer
   * ones.
   */
  media_left_out?: number | undefined;
  /** Memories to keep beyond the session; those with `persisted_at` are long-term memories. */
  memories?: MemoryRecordPart[] | undefined;
  /** Unfolded messages, oldest first. */
  messages: Message[];
  /** Number of older messages in long-term memory that are left out. */
  messages_left_out?: number | undefined;
  /** Total number of unfolded messages; more than `messages` if `recent` was given. */
  messages_total: number;
  /** The model of the conversation. */
  model?: string | null | undefined;
  /** Its namespace. */
  namespace?: string | null | undefined;
  /** The session that spawned it. */
  parent?: SessionKey | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /**
   * Destination of its memories in long-term memory, with their readers there; absent while long-term memory is
   * switched off.
   */
  promotes_to?: Destination | null | undefined;
  /** True if it expired and was rebuilt from long-term memory. */
  reconstructed?: boolean | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Reason why it is not summarised although it is full. */
  rest?: Rest | null | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Strategy for extracting memories from messages. */
  strategy?: StrategyPart | null | undefined;
  /** The summaries that made the context, with their writers. */
  summaries?: SessionSummary[] | undefined;
  /**
   * Topic: `topic` of its data, otherwise the opening words of its summary or of its oldest message that is no
   * tool's.
   */
  topic?: string | null | undefined;
  /** Time to live after its last write, in seconds. */
  ttl_seconds?: number | null | undefined;
  /** Time of the last change. */
  updated_at: Time;
  /** The user it belongs to. */
  user_id?: string | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_at`. */
export interface SessionAtArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** The version, between the first one of the session and the current one. */
  version: number;
  /**
   * Include images and files as they were sent. Default: true; otherwise placeholders such as `[image, image/png, 45
   * KB]` replace their data.
   */
  media?: boolean | null | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionBlockAnswer {
  /** Name of the block. */
  block: ContextBlockName;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Current display mode. */
  shown: ContextBlockShown;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_block`. */
export interface SessionBlockArguments<Asked extends Fields = Whole> {
  /** Name of the block. */
  block: ContextBlockName;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** New display mode. */
  shown: ContextBlockShown;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionDataAnswer {
  /** The complete data. */
  data: Record<string, unknown>;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_data`. */
export interface SessionDataArguments<Asked extends Fields = Whole> {
  /** The patch, an object. */
  patch: Record<string, unknown>;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionDeleteAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Time of erasure unless recovered. */
  purge_at: Time;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_delete`. */
export interface SessionDeleteArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** Reason for the deletion. */
  reason?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionDiffAnswer {
  /** All other changes. */
  fields: FieldDiff[];
  /** First version. */
  from: number;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Changed messages, in the order of the conversation. */
  messages: MessageDiff[];
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Second version. */
  to: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_diff`. */
export interface SessionDiffArguments<Asked extends Fields = Whole> {
  /** First version. */
  from: number;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** Second version. Default: the current one. */
  to?: number | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionDiscardAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_discard`. */
export interface SessionDiscardArguments<Asked extends Fields = Whole> {
  /** Ids of the memories. */
  memories: string[];
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionFoldedAnswer {
  /** The summary before it, which it continues. */
  context_before?: string | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The messages, oldest first. Above 32 MiB of images and files, those of older messages are placeholders. */
  messages: Message[];
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** The summary. */
  summary: SessionSummary;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_folded`. */
export interface SessionFoldedArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /**
   * Include images and files as they were sent. Default: true; otherwise placeholders such as `[image, image/png, 45
   * KB]` replace their data.
   */
  media?: boolean | null | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** Version of the session that the summary made, as in `summaries`. Default: the newest. */
  summary?: number | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionForkAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_fork`. */
export interface SessionForkArguments<Asked extends Fields = Whole> {
  /** Id of the new session, in the same namespace and for the same user; a whole key names others. */
  new_id: string;
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** Version to copy. Default: the current one. */
  version?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionGetAnswer {
  /** Agents that wrote in it or were granted access. */
  agents: string[];
  /** Summary of the folded messages. */
  context?: string | null | undefined;
  /** The model's context window in tokens, if the session sets it. */
  context_window?: number | null | undefined;
  /** Time of its beginning. */
  created_at: Time;
  /** The caller's own data. */
  data: Record<string, unknown>;
  /** Entities that "it" and "that page" refer to, most recent first. */
  entities?: Entities | undefined;
  /** Time of expiry unless written to. */
  expires_at?: Time | null | undefined;
  /** Reason why no memories are extracted although it has a strategy. */
  extraction?: Rest | null | undefined;
  /** Number of messages folded into the summary. */
  folded: number;
  /** Fill level of the session. */
  gauges: Gauges;
  /** Its id. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /**
   * Number of older messages whose images and files exceed the response's limit. Use `recent` to get only the newer
   * ones.
   */
  media_left_out?: number | undefined;
  /** Memories to keep beyond the session; those with `persisted_at` are long-term memories. */
  memories?: MemoryRecordPart[] | undefined;
  /** Unfolded messages, oldest first. */
  messages: Message[];
  /** Number of older messages in long-term memory that are left out. */
  messages_left_out?: number | undefined;
  /** Total number of unfolded messages; more than `messages` if `recent` was given. */
  messages_total: number;
  /** The model of the conversation. */
  model?: string | null | undefined;
  /** Its namespace. */
  namespace?: string | null | undefined;
  /** The session that spawned it. */
  parent?: SessionKey | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /**
   * Destination of its memories in long-term memory, with their readers there; absent while long-term memory is
   * switched off.
   */
  promotes_to?: Destination | null | undefined;
  /** True if it expired and was rebuilt from long-term memory. */
  reconstructed?: boolean | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Reason why it is not summarised although it is full. */
  rest?: Rest | null | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Strategy for extracting memories from messages. */
  strategy?: StrategyPart | null | undefined;
  /** The summaries that made the context, with their writers. */
  summaries?: SessionSummary[] | undefined;
  /**
   * Topic: `topic` of its data, otherwise the opening words of its summary or of its oldest message that is no
   * tool's.
   */
  topic?: string | null | undefined;
  /** Time to live after its last write, in seconds. */
  ttl_seconds?: number | null | undefined;
  /** Time of the last change. */
  updated_at: Time;
  /** The user it belongs to. */
  user_id?: string | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_get`. */
export interface SessionGetArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Measure against a context window of this many tokens. */
  context_window?: number | null | undefined;
  /**
   * Include images and files as they were sent. Default: true; otherwise placeholders such as `[image, image/png, 45
   * KB]` replace their data.
   */
  media?: boolean | null | undefined;
  /** Measure against the context window of this model instead of the session's own. */
  model?: string | null | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** Return only this many of the newest messages. Default: all. */
  recent?: number | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionHistoryAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: Happening[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_history`. */
export interface SessionHistoryArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionImportAnswer {
  /** Number of existing items that were changed. */
  changed: number;
  /** Core that stores the memories. Absent if several do: each item names its own. */
  core?: string | null | undefined;
  /** Number of new items. */
  created: number;
  /** True if nothing was written: the numbers say what would be. */
  dry_run: boolean;
  /** Detected format, such as `beads`. */
  format: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** First of the new or changed items. */
  items?: ImportedItem[] | undefined;
  /** Further notes. */
  notes?: string[] | undefined;
  /** First of these parts and links, each with its position and the reason. */
  odd?: Odd[] | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of quarantined parts: they cannot be imported and are kept whole. */
  quarantined?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of links that were left out, because they would close a cycle. */
  set_aside?: number | undefined;
  /** Number of existing items that stay as they are. */
  unchanged: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_import`. */
export interface SessionImportArguments<Asked extends Fields = Whole> {
  /** The text, at most 32 MiB: JSON, or JSON lines. `loci import` sends longer ones in parts. */
  content: string;
  /** Only report the result, without importing. Default: false. */
  dry_run?: boolean | undefined;
  /** Format of the text. Default: detected from its beginning. */
  format?: TranscriptFormat | null | undefined;
  /** Namespace of the sessions. */
  namespace?: string | null | undefined;
  /** Target session. Default: the one that the text names. A text with several conversations names them itself. */
  session?: string | null | undefined;
  /** User of the sessions. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionKeepAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_keep`. */
export interface SessionKeepArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** Time to live after the last write, in seconds. Default: unlimited. */
  ttl_seconds?: number | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A session's id, or `namespace/user/id` with `/` and `%` within a part written `%2F` and `%25`. */
export type SessionKey = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: SessionRow[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_list`. */
export interface SessionListArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** List deleted sessions that can still be recovered instead; only for people. Default: false. */
  deleted?: boolean | undefined;
  /** Only sessions that expire within this many seconds unless written to. */
  expiring_within?: number | null | undefined;
  /** Page size, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** Only sessions of this namespace. */
  namespace?: string | null | undefined;
  /**
   * `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
   */
  order?: ListOrder | null | undefined;
  /** Only sessions whose id, namespace, user, summary or beginning has these words. */
  query?: string | null | undefined;
  /** Only sessions of this user. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionMergeAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Key of its parent. */
  parent: SessionKey;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Result for each scratchpad that the child changed. */
  scratchpads: Inherited[];
  /** Key of the child. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_merge`. */
export interface SessionMergeArguments<Asked extends Fields = Whole> {
  /** The child: its id, or its whole key as returned in responses. */
  child: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionPromoteAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_promote`. */
export interface SessionPromoteArguments<Asked extends Fields = Whole> {
  /** Ids of the memories. */
  memories: string[];
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionPutAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_put`. */
export interface SessionPutArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Summary of earlier messages. */
  context?: string | null | undefined;
  /** The model's context window in tokens, if its name is unknown. */
  context_window?: number | null | undefined;
  /** The caller's own data; never searched, never kept beyond the session. */
  data?: Record<string, unknown> | undefined;
  /** Memories to keep beyond the session; each becomes a long-term memory once. */
  memories?: MemoryRecord[] | undefined;
  /** The messages. They are ordered by time, then as given here. */
  messages?: NewMessage[] | undefined;
  /** The model of the conversation; its context window is derived from its name. */
  model?: string | null | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** Strategy for extracting memories from the messages. */
  strategy?: Strategy | null | undefined;
  /** Time to live after the last write, in seconds. Default: unlimited. */
  ttl_seconds?: number | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionRecoverAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_recover`. */
export interface SessionRecoverArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /**
   * New id, in the same namespace and for the same user unless it is a whole key. The session's agents may read it
   * there; its scratchpads stay with the old id.
   */
  new_id?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /**
   * With `new_id`: a version of the session to recover, its last one or an earlier one. Default: the session deleted
   * last.
   */
  version?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionRestoreAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_restore`. */
export interface SessionRestoreArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** The version to restore. */
  version: number;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A session as shown in lists. */
export interface SessionRow {
  /** Names of the agents that wrote in it or were granted access, at most ten. */
  agents: string[];
  /** Time of its beginning. */
  created_at: Time;
  /** Time of expiry unless written to. */
  expires_at?: Time | null | undefined;
  /** Number of messages folded into its summary. */
  folded: number;
  /** The session it was forked from. */
  forked_from?: SessionKey | null | undefined;
  /** Its id. */
  id: string;
  /** Number of messages that are not folded. */
  messages: number;
  /** The model of the conversation. */
  model?: string | null | undefined;
  /** Its namespace. */
  namespace?: string | null | undefined;
  /** Number of memories that are not long-term memories yet. */
  pending_memories: number;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Token count of its summary and messages. */
  tokens: number;
  /**
   * Topic: `topic` of its data, otherwise the opening words of its summary or of its oldest message that is no
   * tool's.
   */
  topic?: string | null | undefined;
  /** Time of the last change. */
  updated_at: Time;
  /** The user it belongs to. */
  user_id?: string | null | undefined;
  /** Number of its facts. */
  version: number;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionShareAnswer {
  /** Agents that wrote in it or were granted access. */
  agents: string[];
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Key of the session. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_share`. */
export interface SessionShareArguments<Asked extends Fields = Whole> {
  /** Names of the agents. */
  agents: string[];
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionSpawnAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Key of its parent. */
  parent: SessionKey;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Result for each scratchpad of the parent; empty if both belong to one user. */
  scratchpads: Inherited[];
  /** Key of the child. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_spawn`. */
export interface SessionSpawnArguments<Asked extends Fields = Whole> {
  /**
   * Id of the child, in the same namespace and for the same user unless they are given; a whole key names others too.
   */
  child: string;
  /** The parent: its id, or its whole key as returned in responses. */
  parent: string;
  /** Namespace of the child. */
  namespace?: string | null | undefined;
  /** User of the child. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SessionSummarizeAnswer {
  /** Fill level of the session. */
  gauges?: Gauges | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of unfolded messages. */
  messages: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Destinations of the memories, with their readers there. */
  promoted_to?: Destination[] | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of removed messages. */
  removed?: number | undefined;
  /** Result of each call of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Key of the session; pass it as `session` in other calls. */
  session: SessionKey;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Advice for the caller, and skipped entries. */
  warnings?: string[] | undefined;
  /** Ids of the written messages, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_summarize`. */
export interface SessionSummarizeArguments<Asked extends Fields = Whole> {
  /** Session id, or its whole key as returned in responses. */
  session: string;
  /** Ids of the folded messages: the oldest ones, in order. */
  folded?: string[] | undefined;
  /** Namespace of the session. */
  namespace?: string | null | undefined;
  /**
   * Error: with a summary, that of the preferred writer; without one, the reason why there is none (internal only).
   */
  note?: string | null | undefined;
  /** Version of the session at which they were read. */
  read_version?: number | null | undefined;
  /** Summary of the current summary and the folded messages; it replaces both. */
  summary?: string | null | undefined;
  /** User of the session. */
  user_id?: string | null | undefined;
  /** Writer of the summary, such as a model's name. Default: the caller. */
  writer?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A summary with its writer and the messages folded into it. */
export interface SessionSummary {
  /** Time of the summary. */
  at: Time;
  /** Id of the oldest folded message. */
  first: string;
  /** Token count of the folded messages and the previous summary. */
  folded_tokens: number;
  /** Id of the newest folded message. */
  last: string;
  /** Number of folded messages. */
  messages: number;
  /** Error of the preferred writer, if another one had to write the summary. */
  note?: string | null | undefined;
  /** Token count of the summary. */
  tokens: number;
  /** Version of the session that it made; the version before it has the whole messages. */
  version: number;
  /** Writer: `extractive`, or a model's name. */
  writer: string;
}

/** A state that was set aside because it did not fit a changed schema. */
export interface SetAside {
  /** Time at which it was set aside. */
  at: Time;
  /** Places at which it did not fit. */
  misfits: Misfit[];
  /** Version at which `scratchpad_at` still shows it. */
  version: number;
}

/** The settings in force. */
export interface Settings {
  /** Instructions for agents at the start of contexts. Empty: the built-in instructions. */
  context_guidance: string;
  /** Context windows in tokens by the prefix of a model's name, in addition to the built-in ones. */
  context_windows: Record<string, number>;
  /** Runs dreams on a schedule. Requested dreams always run. */
  dream_enabled: boolean;
  /** Minutes between two scheduled dreams of a mind. */
  dream_interval_minutes: number;
  /** Number of new notes, memories and task outcomes that a scheduled dream of a mind needs. */
  dream_min_notes: number;
  /**
   * Sections of the documents that dreams write: `seven`, or `five` (without Phenotype and Niche, whose notes and
   * people's lines move to The Bond and Active Context).
   */
  dream_profile: Profile;
  /**
   * Prompt for dreams that a language model drafts, with `{document}`, `{notes}` and `{work}`. Empty: the built-in
   * prompt.
   */
  dream_prompt: string;
  /** Sources of dreams besides notes: `all` (memories, workflows, sessions) or `memories`. */
  dream_sources: DreamSources;
  /** Maximum number of entities that a session tracks. */
  entity_limit: number;
  /** Rules that map tools to types of entities, most specific first. */
  entity_rules: Rules;
  /**
   * Language model for summaries, dreams and extracted memories. Needs an endpoint in the server's configuration.
   * Empty: Loci writes summaries and dreams itself and extracts nothing.
   */
  generation_model: string;
  /** Stores messages as searchable long-term memories, from which an expired session can be rebuilt. */
  index_messages: boolean;
  /** Promotes memories of sessions to long-term memory. */
  long_term_memory: boolean;
  /**
   * Readers of what sessions promote: `core` (readers of the namespace's core) or `session` (readers of the session
   * only). A core's own setting wins.
   */
  promoted_readers: PromotedReaders;
  /** Days for which a deleted session, scratchpad or core can be restored. 0 erases at once. */
  restore_days: number;
  /** Share of the window whose newest messages are not summarised. Less than `summarization_threshold`. */
  summarization_keep: number;
  /** Prompt for summaries, with `{prev_summary}` and `{messages_joined}`. Empty: the built-in prompt. */
  summarization_prompt: string;
  /** Share of a model's context window above which the oldest messages of a session are summarised. */
  summarization_threshold: number;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SettingsGetAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Origin of each setting. */
  origins: Origins;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The settings in force. */
  settings: Settings;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Settings without effect, with the reason. */
  warnings?: string[] | undefined;
}

/** The arguments of `settings_get`. */
export interface SettingsGetArguments<Asked extends Fields = Whole> {
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SettingsSetAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Origin of each setting. */
  origins: Origins;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The settings in force. */
  settings: Settings;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Settings without effect, with the reason. */
  warnings?: string[] | undefined;
}

/** The arguments of `settings_set`. */
export interface SettingsSetArguments<Asked extends Fields = Whole> {
  /** Names of settings to reset to the server's configuration. */
  reset?: string[] | undefined;
  /** The new values. */
  settings?: Overrides | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/**
 * View of a task list. - `ready`: Tasks that can be claimed now. - `blocked`: Tasks that wait for others or for a
 * time, were cut off by a failure, are on hold, or whose holder is blocked. - `in_progress`: Tasks in progress whose
 * holder waits for no person. - `waits_for_person`: Held tasks whose holder waits for a person. - `needs_review`:
 * Tasks that were handed in and wait for a review.
 */
export type Shelf = "ready" | "blocked" | "in_progress" | "waits_for_person" | "needs_review";

/**
 * An event that raises an agent's mood. - `reward`: Somebody was content with the agent. - `error`: Something went
 * wrong. - `social`: Somebody was kind to the agent, or worked with it. - `achievement`: The agent got something
 * done. - `urgency`: Something is urgent.
 */
export type Signal = "reward" | "error" | "social" | "achievement" | "urgency";

/**
 * Comparison of a block with the previous prompt. - `same`: The block is unchanged. - `changed`: The block has
 * changed. - `new`: The block was absent.
 */
export type SinceLast = "same" | "changed" | "new";

/** A level that rose above [`SPIKE`] and was not recorded yet. */
export interface Spike {
  /** Time of the highest level. */
  at: Time;
  /** The hormone. */
  hormone: Hormone;
  /** Highest level. */
  peak: number;
  /** Event in words. */
  reason?: string | null | undefined;
  /** Signal that caused the highest level. */
  signal: Signal;
}

/**
 * Status of a workflow. - `active`: Work continues. - `completed`: All work is done. - `completed_with_failures`:
 * Completed with failed tasks, or by force while tasks were open. - `cancelled`: Cancelled. - `archived`: Archived.
 */
export type Status = "active" | "completed" | "completed_with_failures" | "cancelled" | "archived";

/** A strategy with its configuration, such as `custom_prompt`. */
export interface Strategy {
  /** Configuration of the strategy. */
  config?: Record<string, unknown> | undefined;
  /** Kind of the strategy. */
  strategy?: StrategyKind | undefined;
}

/**
 * Strategy for extracting memories from a session's messages. - `discrete`: Each fact separately. - `summary`: A
 * summary of the conversation. - `preferences`: The user's preferences. - `custom`: The caller's own prompt.
 */
export type StrategyKind = "discrete" | "summary" | "preferences" | "custom";

/** A strategy with its configuration, such as `custom_prompt`. */
export interface StrategyPart {
  /** Configuration of the strategy. */
  config?: Record<string, unknown> | undefined;
  /** Kind of the strategy. */
  strategy?: StrategyKind | undefined;
}

export type StreamId = string;

/** Subject of an approval. */
export type Subject = SubjectWithDecision | SubjectWithArtifact | SubjectWithTask | SubjectWithPlan;

/** A version of an artifact. */
export interface SubjectWithArtifact {
  artifact: ArtifactNo;
}

/** A decision. */
export interface SubjectWithDecision {
  decision: DecisionNo;
}

/** A plan or step in words. */
export interface SubjectWithPlan {
  plan: string;
}

/** A task, before its risky step. */
export interface SubjectWithTask {
  task: TaskNo;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SummaryPartitionListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Partitions, ordered by the values of their groups. */
  items: PartitionShown[];
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_partition_list`. */
export interface SummaryPartitionListArguments<Asked extends Fields = Whole> {
  /** Id of the view. */
  view: string;
  /** Only groups with these values. A field that the view does not group by matches no group. */
  group?: Record<string, string> | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SummaryRunGetAnswer {
  /** End time. */
  completed_at?: Time | null | undefined;
  /** Time of the request. */
  created_at: Time;
  /** Reason for the failure. */
  error?: string | null | undefined;
  /** Id of the run: that of the view and a number. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Start time. */
  started_at?: Time | null | undefined;
  /** Status. */
  status: RunStatus;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the view. */
  view: string;
}

/** The arguments of `summary_run_get`. */
export interface SummaryRunGetArguments<Asked extends Fields = Whole> {
  /** Id of the run, as returned by `summary_view_run`. */
  run: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SummaryViewCreateAnswer {
  /** Definition of its groups and memories. */
  definition: DefinitionPart;
  /** Id of the view. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_view_create`. */
export interface SummaryViewCreateArguments<Asked extends Fields = Whole> {
  /** Definition of its groups and memories. */
  definition: Definition;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SummaryViewDeleteAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Erasure time, unless restored before. */
  purge_at: Time;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the view. */
  view: string;
}

/** The arguments of `summary_view_delete`. */
export interface SummaryViewDeleteArguments<Asked extends Fields = Whole> {
  /** Id of the view. */
  view: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SummaryViewGetAnswer {
  /** Definition of its groups and memories. */
  definition: DefinitionPart;
  /** Id of the view. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_view_get`. */
export interface SummaryViewGetArguments<Asked extends Fields = Whole> {
  /** Id of the view. */
  view: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SummaryViewListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: ViewShown[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_view_list`. */
export interface SummaryViewListArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** List deleted views that can still be restored instead; only for people. */
  deleted?: boolean | undefined;
  /** Page size, 1 to 200; 50 by default. */
  limit?: number | null | undefined;
  /**
   * `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
   */
  order?: ListOrder | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SummaryViewRestoreAnswer {
  /** Definition of its groups and memories. */
  definition: DefinitionPart;
  /** Id of the view. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_view_restore`. */
export interface SummaryViewRestoreArguments<Asked extends Fields = Whole> {
  /** Id of the view. */
  view: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface SummaryViewRunAnswer {
  /** End time. */
  completed_at?: Time | null | undefined;
  /** Time of the request. */
  created_at: Time;
  /** Reason for the failure. */
  error?: string | null | undefined;
  /** Id of the run: that of the view and a number. */
  id: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Start time. */
  started_at?: Time | null | undefined;
  /** Status. */
  status: RunStatus;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the view. */
  view: string;
}

/** The arguments of `summary_view_run`. */
export interface SummaryViewRunArguments<Asked extends Fields = Whole> {
  /** Id of the view. */
  view: string;
  /** Also write partitions whose memories have not changed. */
  force?: boolean | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What must be so of a field; a text alone means `eq`. */
export type TagFilter = string | Operators;

/** Import of a workflow from a file: authors of its first facts are known from the file alone. */
export interface TakenIn {
  /** Time of the import. */
  at: Time;
  /** Author of the import. */
  by: Actor;
  /** Number of facts in the file. */
  facts: number;
}

/** A task. Its fields are named as in the interface it came from. */
export interface Task {
  /** Acceptance criteria. */
  acceptance?: string[] | undefined;
  /** Time since which it is assigned. */
  assigned_at?: Time | null | undefined;
  /** Current, assigned or last agent. */
  assigned_to?: string | null | undefined;
  /** Attempts, oldest first. */
  attempts?: Attempt[] | undefined;
  /** Reason why it is blocked. */
  blocked_reason?: string | null | undefined;
  /** Tasks that depend on it. */
  blocks?: TaskNo[] | undefined;
  /** Branch of the work. */
  branch?: string | null | undefined;
  /** Capabilities that a worker needs. */
  capabilities?: string[] | undefined;
  /** Version of the workflow at which it last changed; `if_version` compares it. */
  changed: number;
  /** Time of the completion. */
  completed_at?: Time | null | undefined;
  /** Cooldown after a failure, in seconds. */
  cooldown_seconds?: number | undefined;
  /** Time at which it was added. */
  created_at: Time;
  /** Actor that added it. */
  created_by: Actor;
  /** Dependencies. */
  depends_on?: Need[] | undefined;
  /** Full description of the work. */
  description?: string | undefined;
  /** Estimated duration, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** True if a person accepted the failure. */
  failure_accepted?: boolean | undefined;
  /** Number of failures since the last retry by an agent or a person. */
  failures?: number | undefined;
  /** Fence of the last lease. */
  fence?: number | undefined;
  /** Group ("room") that it belongs to. */
  group?: string | null | undefined;
  /** Name in the workflow. */
  id: TaskNo;
  /** Rule by which it joins its dependencies. */
  join?: Join | undefined;
  /** Current lease. */
  lease?: Lease | null | undefined;
  /** Links to further information. */
  links?: LinkPart[] | undefined;
  /** True if it must be reviewed before it counts as done. */
  needs_review?: boolean | undefined;
  /** Time before which it cannot be claimed. */
  not_before?: Time | null | undefined;
  /** Origin, if it was imported. */
  origin?: TaskOrigin | null | undefined;
  /** Paths that it will change: overlaps of unfinished tasks are reported. */
  paths?: string[] | undefined;
  /** Priority from 0 (most urgent) to 4. */
  priority: number;
  /** Reason why it was skipped, cancelled or made claimable again. */
  reason?: string | null | undefined;
  /** Result of the work. */
  result?: TaskResult | null | undefined;
  /** Maximum number of retries after a failure. */
  retries: number;
  /** Last verdict, unless it was dismissed. */
  review_status?: ReviewStatus | null | undefined;
  /** Last reviewer. */
  reviewed_by?: string | null | undefined;
  /** Reviewer to which its review is assigned. */
  reviewer?: string | null | undefined;
  /** All reviews, oldest first. */
  reviews?: Review[] | undefined;
  /** Time since which it has its status. */
  since: Time;
  /** Agent whose lease expired, until the task is claimed again. */
  stalled?: string | null | undefined;
  /** Status of the task. */
  status: TaskStatus;
  /** Title: the work in one line. */
  title: string;
  /** Number of tokens of title, description and acceptance. */
  tokens?: number | undefined;
  /** Dependencies that were unmet when a person completed or approved it in spite of them. */
  unmet?: TaskNo[] | undefined;
  /** True if its agent did not claim it in time: a warning was raised. */
  untaken?: boolean | undefined;
  /** Total reported usage. */
  usage?: Usage | undefined;
  /** Open question that its holder waits for. */
  waits_for?: QuestionNo | null | undefined;
  /** Pending request for approval that its holder waits for. */
  waits_for_approval?: ApprovalNo | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskAcceptFailedAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_accept_failed`. */
export interface TaskAcceptFailedArguments<Asked extends Fields = TaskAcceptFailedLean> {
  /** The task. */
  task: string;
  /** Reason. */
  reason?: string | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_accept_failed` answers unless `fields` asks for more. */
export type TaskAcceptFailedLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.review_status",
  "warnings",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskAddAnswer {
  /** Names of the planned decisions, in the order of the request. */
  decisions?: DecisionNo[] | undefined;
  /** Names of the added tasks. */
  ids: TaskNo[];
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task, if only one was sent. */
  task?: Task | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: overlapping paths, a very large workflow. */
  warnings?: string[] | undefined;
}

/** The arguments of `task_add`. */
export interface TaskAddArguments<Asked extends Fields = TaskAddLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Acceptance criteria, one per entry. */
  acceptance?: string[] | undefined;
  /** Branch of the work. */
  branch?: string | null | undefined;
  /** Capabilities that a worker needs. */
  capabilities?: string[] | undefined;
  /** Cooldown after a failure, in seconds. */
  cooldown_seconds?: number | undefined;
  /** Decisions that are to be made later: the edges of `tasks` may refer to them by `key`. */
  decisions?: NewDecision[] | undefined;
  /** Dependencies: names of tasks (or keys of this call), or `{"task": …, "when": …}`. */
  depends_on?: NewNeed[] | undefined;
  /** Full description of the work. */
  description?: string | undefined;
  /** Estimated duration, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** Group ("room") that it belongs to. */
  group?: string | null | undefined;
  /** Rule by which it joins its dependencies: `all` (default), `any` or `none_failed`. */
  join?: Join | undefined;
  /** Word (not `T1`) by which tasks of the same call may refer to it. */
  key?: string | null | undefined;
  /** Links to further information. */
  links?: Link[] | undefined;
  /** True if it must be reviewed before it counts as done. */
  needs_review?: boolean | undefined;
  /** Paths that it will change; overlaps with unfinished tasks are reported, not rejected. */
  paths?: string[] | undefined;
  /** Priority from 0 (most urgent) to 4; default 2. */
  priority?: number | null | undefined;
  /** Maximum number of retries after a failure (0 to 100); default: the workflow's policy. */
  retries?: number | null | undefined;
  /** Several tasks. */
  tasks?: NewTask[] | undefined;
  /** Title: the work in one line of at most 300 characters. */
  title?: string | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_add` answers unless `fields` asks for more. */
export type TaskAddLean = readonly ["ids", "decisions", "warnings"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskAssignAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_assign`. */
export interface TaskAssignArguments<Asked extends Fields = TaskAssignLean> {
  /** The task. */
  task: string;
  /**
   * Agent, which must be registered, not paused, and have a valid token or none yet; absent opens the task to all.
   */
  agent?: string | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_assign` answers unless `fields` asks for more. */
export type TaskAssignLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.review_status",
  "warnings",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskCancelAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_cancel`. */
export interface TaskCancelArguments<Asked extends Fields = TaskCancelLean> {
  /** The task. */
  task: string;
  /** Reason. */
  reason?: string | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_cancel` answers unless `fields` asks for more. */
export type TaskCancelLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.review_status",
  "warnings",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskClaimAnswer {
  /** Context for the worker, ready for its prompt. */
  context: TaskContext;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The lease. */
  lease: Lease;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check: tasks in progress that reserve overlapping paths. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_claim`. */
export interface TaskClaimArguments<Asked extends Fields = TaskClaimLean> {
  /** Maximum number of tokens of the context, 500 to 1,000,000; default 5,000. `task_context` returns more. */
  budget?: number | null | undefined;
  /** My capabilities: only tasks that need no others are returned. */
  capabilities?: string[] | undefined;
  /** Format of the context: one `text`, or `blocks` with the source of each item; default text. */
  format?: Format | undefined;
  /** Duration of the lease unless renewed, in seconds (15 to 86,400); default: the workflow's policy. */
  lease_seconds?: number | null | undefined;
  /** Takes over a task that I already hold, after a crash: the lease of the old process becomes invalid. */
  resume?: boolean | undefined;
  /** Task to claim; default: the best ready one. */
  task?: string | null | undefined;
  /** Seconds to wait for a task if there is none (0 to 60); default 0. */
  wait?: number | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_claim` answers unless `fields` asks for more. */
export type TaskClaimLean = readonly ["task.id", "task.title", "lease.id", "lease.until", "context", "warnings"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskCompleteAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_complete`. */
export interface TaskCompleteArguments<Asked extends Fields = TaskCompleteLean> {
  /** Summary of the work. */
  summary: string;
  /** The task. */
  task: string;
  /** Artifacts to record with it. */
  artifacts?: NewArtifact[] | undefined;
  /** Completes it in spite of unmet dependencies; people only. The task records these. */
  force?: boolean | undefined;
  /** Id of my lease; people need none. */
  lease?: string | null | undefined;
  /** Suggested next steps. */
  next_steps?: string[] | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_complete` answers unless `fields` asks for more. */
export type TaskCompleteLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.review_status",
  "warnings",
];

/** Everything that applies to a task. */
export interface TaskContext {
  /** Blocks in order, with the source of each item; absent unless the format is `blocks`. */
  blocks?: Block[] | undefined;
  /** Token budget. */
  budget: number;
  /** Items that were left out or cut, with the reason. */
  omitted?: Omitted[] | undefined;
  /** All blocks as one text for a prompt; absent in the format `blocks`. */
  text?: string | undefined;
  /** Number of tokens of the text. */
  tokens: number;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskContextAnswer {
  /** Blocks in order, with the source of each item; absent unless the format is `blocks`. */
  blocks?: Block[] | undefined;
  /** Token budget. */
  budget: number;
  /** Encoding in which tokens were counted. */
  encoding: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items that were left out or cut, with the reason. */
  omitted?: Omitted[] | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: TaskNo;
  /** All blocks as one text for a prompt; absent in the format `blocks`. */
  text?: string | undefined;
  /** Number of tokens of the text. */
  tokens: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_context`. */
export interface TaskContextArguments<Asked extends Fields = Whole> {
  /** The task. */
  task: string;
  /** Maximum number of tokens, 500 to 1,000,000; default 12,000. */
  budget?: number | null | undefined;
  /** Format: one `text`, or `blocks` with the source of each item; default text. */
  format?: Format | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskEditAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_edit`. */
export interface TaskEditArguments<Asked extends Fields = TaskEditLean> {
  /** The task. */
  task: string;
  /** Acceptance criteria, one per entry; replaces all of them. */
  acceptance?: string[] | null | undefined;
  /** Branch of the work; empty for none. */
  branch?: string | null | undefined;
  /** Capabilities that a worker needs. */
  capabilities?: string[] | null | undefined;
  /** Cooldown after a failure, in seconds. */
  cooldown_seconds?: number | null | undefined;
  /** Dependencies: names of tasks, or `{"task": …, "when": …}`; replaces all its edges. */
  depends_on?: NewNeed[] | null | undefined;
  /** Full description of the work. */
  description?: string | null | undefined;
  /** Estimated duration, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** Group ("room") that it belongs to; empty removes it from its group. */
  group?: string | null | undefined;
  /** Rule by which it joins its dependencies: `all`, `any` or `none_failed`. */
  join?: Join | null | undefined;
  /** Links to further information; replaces all links. */
  links?: Link[] | null | undefined;
  /** True if it must be reviewed before it counts as done. */
  needs_review?: boolean | null | undefined;
  /** Paths that it will change; overlaps with unfinished tasks are reported, not rejected. */
  paths?: string[] | null | undefined;
  /** Priority from 0 (most urgent) to 4. */
  priority?: number | null | undefined;
  /** Maximum number of retries after a failure (0 to 100). */
  retries?: number | null | undefined;
  /** Title: the work in one line of at most 300 characters. */
  title?: string | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_edit` answers unless `fields` asks for more. */
export type TaskEditLean = readonly ["task.id", "task.status", "task.assigned_to", "task.review_status", "warnings"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskExplainAnswer {
  /** Number of direct and indirect dependents. */
  holds_up: number;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Unfinished dependencies, direct or indirect, that cause the wait: those that wait for no other task. */
  rests_on: TaskNo[];
  /** Task with the reasons why it waits. */
  task: TaskRow;
  /** Tasks that could start if it were completed now. */
  unblocks: TaskNo[];
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_explain`. */
export interface TaskExplainArguments<Asked extends Fields = Whole> {
  /** The task. */
  task: string;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskFailAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_fail`. */
export interface TaskFailArguments<Asked extends Fields = TaskFailLean> {
  /** Error of the attempt. */
  error: string;
  /** The task. */
  task: string;
  /** Id of my lease; people need none. */
  lease?: string | null | undefined;
  /** False if another attempt makes no sense; default true. */
  retryable?: boolean | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_fail` answers unless `fields` asks for more. */
export type TaskFailLean = readonly ["task.id", "task.status", "task.assigned_to", "task.review_status", "warnings"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskGetAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** True if I could claim it now. */
  ready: boolean;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Task; shown as `blocked` with the reason `upstream_failed` if a failure cut it off. */
  task: Task;
  /** Tasks that could start if it were completed now. */
  unblocks?: TaskNo[] | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Reasons why it waits. */
  waits_for?: Wait[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_get`. */
export interface TaskGetArguments<Asked extends Fields = TaskGetLean> {
  /** The task. */
  task: string;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `task_get` answers unless `fields` asks for more. */
export type TaskGetLean = readonly [
  "ready",
  "waits_for.text",
  "unblocks",
  "task.id",
  "task.title",
  "task.description",
  "task.acceptance",
  "task.status",
  "task.blocked_reason",
  "task.assigned_to",
  "task.depends_on",
  "task.paths",
  "task.needs_review",
  "task.review_status",
  "task.result.summary",
  "task.lease.until",
  "task.lease.parked_at",
  "task.waits_for",
  "task.waits_for_approval",
  "task.changed",
];

/**
 * Graph of a workflow's tasks. The tasks themselves are in `workflow`; ready, blocked and other lists are in `views`.
 */
export interface TaskGraph {
  /** Dependencies between the tasks. */
  edges: GraphEdge[];
  /** Tasks, in the order in which they were added. */
  nodes: TaskNo[];
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskHeartbeatAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** The lease. */
  lease: Lease;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `task_heartbeat`. */
export interface TaskHeartbeatArguments<Asked extends Fields = TaskHeartbeatLean> {
  /** Id of my lease. */
  lease: string;
  /** The task. */
  task: string;
  /** Duration of this renewal from now on, in seconds (15 to 86,400). */
  lease_seconds?: number | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_heartbeat` answers unless `fields` asks for more. */
export type TaskHeartbeatLean = readonly ["lease.id", "lease.until", "lease.parked_at"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskLinkAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_link`. */
export interface TaskLinkArguments<Asked extends Fields = TaskLinkLean> {
  /** Task that is required. */
  from: string;
  /** Task that waits. */
  to: string;
  /** Condition on the required task; default success. */
  when?: NewWhen | undefined;
  /** Id of the workflow; optional if `to` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_link` answers unless `fields` asks for more. */
export type TaskLinkLean = readonly ["task.id", "task.status", "task.assigned_to", "task.review_status", "warnings"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: TaskRow[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `task_list`. */
export interface TaskListArguments<Asked extends Fields = TaskListLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Only tasks whose current or last assignee is this agent. */
  agent?: string | null | undefined;
  /** `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Only tasks of this group; empty for tasks without a group. */
  group?: string | null | undefined;
  /** Page size (1 to 200); default 50. */
  limit?: number | null | undefined;
  /** Only tasks with this status; `blocked` includes tasks that a failure cut off. */
  status?: TaskStatus | null | undefined;
  /** Only tasks with this text in title or description; ignores case. */
  text?: string | null | undefined;
  /** Only tasks of this view. */
  view?: Shelf | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `task_list` answers unless `fields` asks for more. */
export type TaskListLean = readonly [
  "items.id",
  "items.title",
  "items.status",
  "items.blocked_reason",
  "items.assigned_to",
  "items.lease.parked_at",
  "items.ready",
];

export type TaskNo = string;

/** Origin of an imported task. */
export interface TaskOrigin {
  /** Format of the source. */
  format: PlanFormat;
  /** Hash of everything that was last read for the task. */
  hash: string;
  /** Id of the task in the source. */
  key: string;
  /** Dependencies that come from the source. */
  needs?: TaskNo[] | undefined;
  /** Time until which the source defers it. */
  not_before?: Time | null | undefined;
  /** State in the source when it was last applied. */
  state: ImportedState;
  /** Time of its last change in the source, if known: an older version is not imported. */
  updated_at?: Time | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskReadyAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Tasks, in the order in which claims return them. */
  items: ReadyTask[];
  /** Cursor of the next page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Reason why no task of the workflow can be claimed: it has ended or is paused. */
  stopped?: string | null | undefined;
  /** Total number of ready tasks. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /**
   * With `explain`: the first tasks that are not ready, at most `limit`; includes failed ones whose failure is not
   * accepted. `task_list` returns all of them, page by page.
   */
  waiting?: Waiting[] | undefined;
  /** With `explain`: total number of such tasks. */
  waiting_total?: number | null | undefined;
}

/** The arguments of `task_ready`. */
export interface TaskReadyArguments<Asked extends Fields = TaskReadyLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** My capabilities: only tasks that need no others. Absent: all tasks. */
  capabilities?: string[] | null | undefined;
  /** `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Also returns tasks that are not ready, with the reasons why they wait. */
  explain?: boolean | undefined;
  /** Page size (1 to 200); default 50. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `task_ready` answers unless `fields` asks for more. */
export type TaskReadyLean = readonly [
  "items.id",
  "items.title",
  "items.priority",
  "items.capabilities",
  "items.unblocks",
  "waiting.id",
  "waiting.waits_for.text",
  "waiting.more",
  "waiting_total",
  "stopped",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskReleaseAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_release`. */
export interface TaskReleaseArguments<Asked extends Fields = TaskReleaseLean> {
  /** The task. */
  task: string;
  /** Note for the next holder. */
  handoff_note?: string | null | undefined;
  /** Id of my lease, if I hold the task; people and orchestrators need none for tasks of others. */
  lease?: string | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_release` answers unless `fields` asks for more. */
export type TaskReleaseLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.review_status",
  "warnings",
];

/** Result of a task. */
export interface TaskResult {
  /** Agent or person who handed it in. */
  by?: Actor | null | undefined;
  /** Suggested next steps. */
  next_steps?: string[] | undefined;
  /** Summary of the work. */
  summary: string;
  /** Number of tokens of summary and next steps. */
  tokens?: number | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskRetryAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_retry`. */
export interface TaskRetryArguments<Asked extends Fields = TaskRetryLean> {
  /** The task. */
  task: string;
  /** Reason. */
  reason?: string | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_retry` answers unless `fields` asks for more. */
export type TaskRetryLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.review_status",
  "warnings",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskReviewAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_review`. */
export interface TaskReviewArguments<Asked extends Fields = TaskReviewLean> {
  /** Verdict of the review. */
  status: ReviewStatus;
  /** The task. */
  task: string;
  /**
   * Comments: one text, or a list in which each may refer to lines of an artifact version. Required for
   * `needs_rework` and `rejected`.
   */
  comments?: Remarks | null | undefined;
  /** Approves it in spite of unmet dependencies; people only. The task records these. */
  force?: boolean | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_review` answers unless `fields` asks for more. */
export type TaskReviewLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.review_status",
  "warnings",
];

/** Task as lists show it. */
export interface TaskRow {
  /** Current, assigned or last agent. */
  assigned_to?: string | null | undefined;
  /** Number of attempts, including the running one. */
  attempts: number;
  /** Reason why it is blocked; `upstream_failed` if a failure cut it off. */
  blocked_reason?: string | null | undefined;
  /** Tasks that depend on it. */
  blocks?: TaskNo[] | undefined;
  /** Capabilities that a worker needs. */
  capabilities?: string[] | undefined;
  /** Version of the workflow at which it last changed; `if_version` compares it. */
  changed: number;
  /** Dependencies. */
  depends_on?: Need[] | undefined;
  /** Estimated duration, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** Number of failures since the last retry by an agent or a person. */
  failures: number;
  /** Group ("room") that it belongs to. */
  group?: string | null | undefined;
  /** Name in the workflow. */
  id: TaskNo;
  /** Current lease. */
  lease?: Lease | null | undefined;
  /** True if it must be reviewed. */
  needs_review?: boolean | undefined;
  /** Priority from 0 (most urgent) to 4. */
  priority: number;
  /** True if the caller can claim it now; the same rule as in `task_claim`. */
  ready: boolean;
  /** Last verdict, unless it was dismissed. */
  review_status?: ReviewStatus | null | undefined;
  /** Time since which it has its status. */
  since: Time;
  /** Status of the task; `blocked` also if a failure cut it off. */
  status: TaskStatus;
  /** Title: the work in one line. */
  title: string;
  /** Reasons why it waits; empty if it is ready or has ended. */
  waits_for?: Wait[] | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskSkipAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_skip`. */
export interface TaskSkipArguments<Asked extends Fields = TaskSkipLean> {
  /** The task. */
  task: string;
  /** Reason. */
  reason?: string | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_skip` answers unless `fields` asks for more. */
export type TaskSkipLean = readonly ["task.id", "task.status", "task.assigned_to", "task.review_status", "warnings"];

/**
 * Status of a task. - `pending`: Waits for other tasks or for a claim. - `assigned`: Waits for its agent to claim it.
 * - `in_progress`: Held under a lease. - `blocked`: Its holder reported that it is blocked, or it is on hold. -
 * `review`: Handed in, waits for a review. - `completed`: Done. - `failed`: Failed for good. - `cancelled`:
 * Cancelled. - `skipped`: Skipped: on a branch that was not taken, or skipped by an agent or a person.
 */
export type TaskStatus = "pending" | "assigned" | "in_progress" | "blocked" | "review" | "completed" | "failed" | "cancelled" | "skipped";

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskUnlinkAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_unlink`. */
export interface TaskUnlinkArguments<Asked extends Fields = TaskUnlinkLean> {
  /** Task that was required. */
  from: string;
  /** Task that waits. */
  to: string;
  /** Id of the workflow; optional if `to` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_unlink` answers unless `fields` asks for more. */
export type TaskUnlinkLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.review_status",
  "warnings",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface TaskUpdateAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `task_update`. */
export interface TaskUpdateArguments<Asked extends Fields = TaskUpdateLean> {
  /** Progress to report. */
  status: Progress;
  /** The task. */
  task: string;
  /** Id of my lease, if I hold the task; people and orchestrators need none for tasks of others. */
  lease?: string | null | undefined;
  /** Work done so far. */
  note?: string | null | undefined;
  /** Reason why it is blocked or given back; required for `blocked`. */
  reason?: string | null | undefined;
  /** Id of the workflow; optional if `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `task_update` answers unless `fields` asks for more. */
export type TaskUpdateLean = readonly [
  "task.id",
  "task.status",
  "task.assigned_to",
  "task.lease.id",
  "task.lease.until",
  "warnings",
];

export type Time = string;

/** An event on a timeline. */
export interface TimelineEntry {
  /** Agent that wrote it. */
  agent?: string | null | undefined;
  /** Time of the event; for a session, of its beginning. */
  at: Time;
  /** Core of a memory or message. */
  core?: string | null | undefined;
  /** Time since when it is no longer true. */
  ended_at?: Time | null | undefined;
  /**
   * Id: of a memory or message as accepted by `memory_get`, of a session its whole key, of an item in a workflow its
   * name with the workflow's id in front.
   */
  id: string;
  /** True if `text` is cut. */
  is_cut?: boolean | undefined;
  /** Kind of the entry. */
  kind: TimelineEntryKind;
  /** True if `at` is only the time of writing, because the time of the event is unknown. */
  noted?: boolean | undefined;
  /** Source of a memory or message. */
  provenance?: Provenance | null | undefined;
  /** Source session. */
  session?: SessionKey | null | undefined;
  /** Content in one line, cut if it is long. */
  text: string;
  /** Time of its end, for a session. */
  until?: Time | null | undefined;
  /** Source workflow. */
  workflow?: Id | null | undefined;
}

/**
 * Kind of an entry. - `memory`: A long-term memory. - `message`: A message of a session. - `session`: A whole
 * session: its summary. - `decision`: A decision of a workflow. - `discovery`: A discovery of a workflow. - `task`: A
 * completed task. - `artifact`: An artifact of a workflow. - `workflow`: The beginning of a workflow.
 */
export type TimelineEntryKind = "memory" | "message" | "session" | "decision" | "discovery" | "task" | "artifact" | "workflow";

/** An output with the kernel's additions, as one flat JSON object. */
export interface TokenCreateAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Properties of the token. */
  info: TokenInfo;
  /** Reason why there is no secret. */
  note?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Secret to send as `Authorization: Bearer …`. Returned once: the response to a retry omits it. */
  token?: string | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `token_create`. */
export interface TokenCreateArguments<Asked extends Fields = Whole> {
  /** Name of the agent. */
  agent: string;
  /** Time to live, in seconds. Default: unlimited. */
  expires_seconds?: number | null | undefined;
  /** Namespace that calls with this token are bound to in the same way. */
  namespace?: string | null | undefined;
  /** Role that the token grants. Default: the agent's default role. */
  role?: Role | null | undefined;
  /**
   * Tools that MCP offers with this token: `all` that its role may use, or comma-separated names, among which
   * `everyday` stands for the everyday tools. Default: `everyday`. The token may call other tools, too, and an
   * address with `?tools=` requests others.
   */
  tools?: string | null | undefined;
  /**
   * User that calls with this token are bound to: they reach only that user's sessions, scratchpads and memories,
   * read memories without a user, and cannot omit the user or name another one.
   */
  user_id?: string | null | undefined;
  /** The only workflow that calls with this token may change. Default: everything that the role may. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A token without its secret. */
export interface TokenInfo {
  /** Agent that the token is for. */
  agent: string;
  /** Time of creation. */
  created_at: Time;
  /** Creator of the token. */
  created_by: string;
  /** Time of expiry; none if it does not expire. */
  expires_at?: Time | null | undefined;
  /** Time of the first call with it. For tokens older than this record, the first call since. */
  first_used_at?: Time | null | undefined;
  /** Public id of the token. */
  id: string;
  /** The only namespace whose sessions and memories calls with it reach; none means all. */
  namespace?: string | null | undefined;
  /** Time of revocation. */
  revoked_at?: Time | null | undefined;
  /** Role that the token grants. */
  role: Role;
  /** Tools that MCP offers to callers with this token. Default: the everyday tools. */
  tools?: string | null | undefined;
  /** The only user whose sessions and memories calls with it reach; none means all users. */
  user_id?: string | null | undefined;
  /** The only workflow that calls with it may change; none means all. */
  workflow?: Id | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TokenListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: TokenInfo[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `token_list`. */
export interface TokenListArguments<Asked extends Fields = Whole> {
  /** Only tokens of this agent. */
  agent?: string | null | undefined;
  /** Id of the last token on the previous page. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200. Default: 50. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface TokenRevokeAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Public id of the token. */
  revoked: string;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `token_revoke`. */
export interface TokenRevokeArguments<Asked extends Fields = Whole> {
  /** Public id of the token. */
  token: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A tool call of a message. */
export interface ToolCall {
  /** Arguments of the call: an object, or its JSON text. */
  arguments?: unknown | undefined;
  /** Name and arguments, if the model nests them. */
  function?: Function | null | undefined;
  /** Id of the call; its result refers to it. */
  id?: string | null | undefined;
  /** Name of the tool. */
  name?: string | null | undefined;
  /** `function`, if the model sends it. */
  type?: string | null | undefined;
}

/** A tool call of a message. */
export interface ToolCallPart {
  /** Arguments of the call: an object, or its JSON text. */
  arguments?: unknown | undefined;
  /** Name and arguments, if the model nests them. */
  function?: FunctionPart | null | undefined;
  /** Id of the call; its result refers to it. */
  id?: string | null | undefined;
  /** Name of the tool. */
  name?: string | null | undefined;
  /** `function`, if the model sends it. */
  type?: string | null | undefined;
}

/** Lineage of a memory. */
export interface Trail {
  /** Versions of the memory, oldest first. Contains at most the latest 50. */
  forms: Form[];
  /** Agent that recalled it last. */
  recalled_by?: string | null | undefined;
  /** Memories that it replaced, and those that replaced it. */
  related?: Related[] | undefined;
  /** Tasks whose contexts contained it, latest first. */
  used_for?: UsedFor[] | undefined;
}

/**
 * Relation between two memories. - `supersedes`: This memory replaced it. - `superseded_by`: It replaced this memory.
 * - `merged_from`: It was merged into this memory. - `merged_into`: This memory was merged into it.
 */
export type TrailRelation = "supersedes" | "superseded_by" | "merged_from" | "merged_into";

/**
 * Change to a memory. - `written`: Created, or restored after it was forgotten. - `proposed`: Proposed. - `changed`:
 * Content changed. - `marked`: Pinned, frozen or trust changed. - `superseded`: Replaced by another memory. -
 * `merged_into`: Merged into another memory. - `taken_out`: Restored from the memory it was merged into. - `merged`:
 * Other memories were merged into it, or restored from it.
 */
export type TrailStep = "written" | "proposed" | "changed" | "marked" | "superseded" | "merged_into" | "taken_out" | "merged";

/**
 * Import format of a conversation. - `openai_chat`: Messages of OpenAI's chat API: `{"messages": […]}`, a list of
 * messages, or either line by line. - `openai_responses`: Items of OpenAI's Responses API. - `chatgpt_export`:
 * `conversations.json` of a `ChatGPT` data export; the current branch of each conversation. - `anthropic_messages`:
 * Messages of Anthropic's API, with content blocks. - `claude_export`: `conversations.json` of a Claude data export.
 * - `claude_code`: Transcript of Claude Code, from `~/.claude/projects`. - `codex`: Rollout of the Codex CLI, from
 * `~/.codex/sessions`. - `gemini`: Chat of the Gemini CLI, or contents of Gemini's API. - `ai_sdk`: UI messages of
 * the AI SDK, with `parts`. - `langchain`: Messages of `LangChain`: `messages_to_dict`, or serialised objects (`lc`).
 * - `sharegpt`: Conversations in the `ShareGPT` format: `{"conversations": [{"from": "human", "value": …}]}`. -
 * `open_webui`: Export of `Open WebUI`; the current branch of each chat. - `librechat`: JSON export of `LibreChat`;
 * the current branch of each conversation. - `agent_memory_server`: Documents of agent-memory-server: a session with
 * its messages, its summary and its data. - `loci`: Parts of a conversation as `loci import` sends them.
 */
export type TranscriptFormat = "openai_chat" | "openai_responses" | "chatgpt_export" | "anthropic_messages" | "claude_export" | "claude_code" | "codex" | "gemini" | "ai_sdk" | "langchain" | "sharegpt" | "open_webui" | "librechat" | "agent_memory_server" | "loci";

/**
 * Trust level of a memory. - `agent`: Written by an agent. - `human`: Written by a person. - `imported`: Imported by
 * Loci. - `quarantined`: Not trusted until a person has reviewed it.
 */
export type Trust = "agent" | "human" | "imported" | "quarantined";

/** A notice about the agent itself that is not delivered yet. */
export interface Untold {
  /** Time of the change. */
  at: Time;
  /** Author of the change. */
  by: Actor;
  /** Version of the fact it reports. */
  fact: number;
}

/** Reported usage. */
export interface Usage {
  /** Cost, in millionths of its currency. */
  cost_micros: number;
  /** Input tokens. */
  tokens_in: number;
  /** Output tokens. */
  tokens_out: number;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface UsageReportAnswer {
  /** My contribution; people have none. */
  contribution?: Contribution | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total usage of the task, if the report was for one. */
  task_usage?: Usage | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `usage_report`. */
export interface UsageReportArguments<Asked extends Fields = Whole> {
  /** Id of the workflow. */
  workflow: Id;
  /** Use of the context window: tokens by the block's name. */
  blocks?: Record<string, number> | undefined;
  /** Cost since my last report, as a decimal number in the workspace's currency; rounded to a millionth. */
  cost?: number | null | undefined;
  /**
   * My own log of this work: an `http` or `https` address, or an id of 1 to 200 letters, digits, `-`, `_`, `.` and
   * `/`. Shown with my contribution from now on.
   */
  log_ref?: string | null | undefined;
  /** Task that the usage was for, also one that I do not hold: added to the task and to my last attempt at it. */
  task?: string | null | undefined;
  /** Input tokens since my last report. */
  tokens_in?: number | undefined;
  /** Output tokens since my last report. */
  tokens_out?: number | undefined;
  /** Size of my context window, in tokens. */
  window?: number | null | undefined;
  /** Tokens in use in my context window. */
  window_used?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A task whose context contained a memory. */
export interface UsedFor {
  /** Time at which the context was read. */
  at: Time;
  /** Number of the task. */
  task: TaskNo;
  /** Id of the workflow. */
  workflow: Id;
}

/** Metadata of a version of the document. */
export interface VersionRow {
  /** Time of writing. */
  at: Time;
  /** Author. */
  by: Actor;
  /** Length in characters. */
  chars: number;
  /** Version of the fact with the text. */
  fact: number;
  /** Origin of the version. */
  made: Made;
  /** Number of the version, from 1. */
  number: number;
  /** Number of the version that it restores or is based on. */
  of?: number | null | undefined;
  /** Section that a person edited. Absent if the whole document was changed. */
  section?: Section | null | undefined;
}

/** A summary view. */
export interface ViewShown {
  /** Definition of its groups and memories. */
  definition: DefinitionPart;
  /** Id of the view. */
  id: string;
}

/** Lists and counts derived from a workflow's tasks. */
export interface Views {
  /** Number of things that need a person. */
  attention: number;
  /** Tasks that wait for others or for a time, are on hold, or whose holder is blocked. */
  blocked: TaskNo[];
  /** Number of tasks by status; statuses without tasks are left out. */
  counts: Record<string, number>;
  /** Unfinished minutes on the critical path. */
  critical_minutes: number;
  /** Critical path: the chain of tasks with the most unfinished minutes, in order. */
  critical_path: TaskNo[];
  /** Tasks in progress whose holder waits for no person. */
  in_progress: TaskNo[];
  /** Tasks that wait for a review. */
  needs_review: TaskNo[];
  /** Tasks that the caller can claim now, in the order in which claims return them. */
  ready: TaskNo[];
  /** True if the workflow is active but had no fact for two weeks. */
  stale: boolean;
  /** Blocked tasks that a failure cut off. */
  upstream_failed: TaskNo[];
  /** Held tasks whose holder waits for a person. */
  waits_for_person?: TaskNo[] | undefined;
}

/** One reason why a task waits. */
export interface Wait {
  /** Agent that holds it or to which it is assigned. */
  agent?: string | null | undefined;
  /** Decision that it waits for. */
  decision?: DecisionNo | null | undefined;
  /** Kind of the reason. */
  kind: WaitKind;
  /** Question that it waits for. */
  question?: QuestionNo | null | undefined;
  /** Task that it waits for. */
  task?: TaskNo | null | undefined;
  /** The reason as a sentence. */
  text: string;
  /** End of the wait, if known. */
  until?: Time | null | undefined;
}

/**
 * Reason why a task waits. - `task`: Another task has to end first. - `upstream_failed`: A dependency failed or was
 * cancelled: without intervention the task will never start. - `decision`: A decision has to be made, or changed. -
 * `cooldown`: It is in a cooldown after a failure. - `deferred`: It is deferred until a time. - `assigned`: It is
 * assigned to another agent. - `held`: It is held. - `blocked`: Its holder is blocked; or it is on hold until a
 * person or an orchestrator releases it. - `question`: Its holder waits for a person's answer. - `approval`: Its
 * holder waits for a person's approval. - `review`: It was handed in and waits for a review. - `failed`: It failed,
 * and somebody has to decide how to proceed. - `capabilities`: It needs capabilities that the caller lacks. -
 * `paused`: The workflow or the caller is paused. - `ended`: The workflow has ended.
 */
export type WaitKind = "task" | "upstream_failed" | "decision" | "cooldown" | "deferred" | "assigned" | "held" | "blocked" | "question" | "approval" | "review" | "failed" | "capabilities" | "paused" | "ended";

/** Task that cannot be claimed, with the reasons. */
export interface Waiting {
  /** Name of the task. */
  id: TaskNo;
  /** Number of further reasons; `task_explain` returns all. */
  more?: number | undefined;
  /** Title of the task. */
  title: string;
  /** First reasons why it waits, at most 5. */
  waits_for: Wait[];
}

/** A memory that waits for a person. */
export interface WaitingMemory {
  /** Time since which it waits. */
  at: Time;
  /** Current memory with that id. */
  before?: Crystal | null | undefined;
  /** Author. */
  by: Actor;
  /** Changed fields; all fields if the memory is new. */
  changes: FieldChange[];
  /** Core it is for. */
  core: string;
  /** Id of the memory. */
  id: string;
  /** The proposed memory. */
  memory: Crystal;
  /** Rejection: by whom, when and why. */
  refused?: Refusal | null | undefined;
  /** Memories that it would replace. */
  supersedes?: Crystal[] | undefined;
  /** Version of the proposal. Send it as `If-Match` to approve or reject exactly this version. */
  version: number;
}

/** Warning for a person. */
export interface Warning {
  /** Request for approval that it is about. */
  approval?: ApprovalNo | null | undefined;
  /** Artifact version that it is about. */
  artifact?: ArtifactNo | null | undefined;
  /** Version of the workflow at which it last changed. */
  changed: number;
  /** Name in the workflow. */
  id: WarningNo;
  /** Reason for the warning. */
  kind: WarningKind;
  /** Note of the person. */
  note?: string | null | undefined;
  /** Time at which it was raised. */
  raised_at: Time;
  /** Actor that caused it. */
  raised_by: Actor;
  /** Time at which it was settled. */
  settled_at?: Time | null | undefined;
  /** Person who settled it. */
  settled_by?: Actor | null | undefined;
  /** Task that it is about. */
  task: TaskNo;
  /** Description in one sentence. */
  text: string;
}

/**
 * Reason for a warning. - `beside`: A version was recorded next to handed-in, approved or current work of somebody
 * else, of which it is not a part. - `unmet`: A task is completed, and its dependencies no longer hold. -
 * `unapproved`: A task was handed in while an approval about it was pending or refused. - `untaken`: A task that is
 * assigned to an agent was not claimed in time. - `sent_back`: The number of reviews that did not accept the work on
 * a task reached the policy's `rework_limit`.
 */
export type WarningKind = "beside" | "unmet" | "unapproved" | "untaken" | "sent_back";

export type WarningNo = string;

/** An output with the kernel's additions, as one flat JSON object. */
export interface WarningSettleAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** The warning. */
  warning: Warning;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `warning_settle`. */
export interface WarningSettleArguments<Asked extends Fields = Whole> {
  /** The warning. */
  warning: string;
  /** Note on the warning. */
  note?: string | null | undefined;
  /** Id of the workflow; optional if `warning` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** Result of sending a message. */
export interface WebhookAnswer {
  /** Time at which it was sent. */
  at: Time;
  /** Reason of the failure. */
  error?: string | null | undefined;
  /** HTTP status of the response; absent if there was none. */
  status?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WebhookCreateAnswer {
  /** Time until which messages are also signed with the previous secret. */
  before_until?: Time | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Display name. */
  name: string;
  /** Reason why there is no secret. */
  note?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Signing secret for the receiver. Returned once: the response to a retry omits it. */
  secret?: string | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the webhook. */
  webhook: string;
}

/** The arguments of `webhook_create`. */
export interface WebhookCreateArguments<Asked extends Fields = Whole> {
  /**
   * The http or https URL to send to. Addresses inside this network are rejected unless the server's `--webhook-
   * allow` names them. Later responses show only its host.
   */
  url: string;
  /** Format of messages: `standard`, or that of the incoming webhooks of Slack and Discord. Default: `standard`. */
  format?: WebhookFormat | null | undefined;
  /** Kinds of messages. Default: `needs_you`. */
  kinds?: string[] | undefined;
  /** Display name. Default: the host of `url`. */
  name?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WebhookDeleteAnswer {
  /** Id of the webhook. */
  deleted: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `webhook_delete`. */
export interface WebhookDeleteArguments<Asked extends Fields = Whole> {
  /** Id of the webhook. */
  webhook: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WebhookEditAnswer {
  /** Last response of the receiver. */
  answer?: WebhookAnswer | null | undefined;
  /** Time of its creation. */
  created_at: Time;
  /** Its creator. */
  created_by?: Actor | null | undefined;
  /** Messages that were given up; send them with `webhook_resend`. */
  dead?: WebhookLetter[] | undefined;
  /** Number of further messages that were given up and are no longer stored. */
  dropped?: number | undefined;
  /** Format of its messages. */
  format: WebhookFormat;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Kinds of messages it sends. */
  kinds: string[];
  /** Display name. */
  name: string;
  /** Target: scheme, host and port of its URL. */
  origin: string;
  /** Reason why it is paused. */
  paused?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of delivered messages. */
  sent: number;
  /** Result of the last `webhook_test`. */
  test?: WebhookAnswer | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Failed messages that wait for a retry. */
  waiting?: WebhookLetter[] | undefined;
  /** Id of the webhook. */
  webhook: string;
}

/** The arguments of `webhook_edit`. */
export interface WebhookEditArguments<Asked extends Fields = Whole> {
  /** Id of the webhook. */
  webhook: string;
  /** Format of messages. */
  format?: WebhookFormat | null | undefined;
  /** Complete list of kinds; replaces the previous one. */
  kinds?: string[] | null | undefined;
  /** Display name. */
  name?: string | null | undefined;
  /** True pauses the webhook, false resumes it. */
  paused?: boolean | null | undefined;
  /** The URL to send to. */
  url?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/**
 * Format of a webhook's messages. - `standard`: `type`, `timestamp` and `data`, signed according to Standard
 * Webhooks. - `slack`: Messages for Slack's incoming webhooks. - `discord`: Messages for Discord's webhooks.
 */
export type WebhookFormat = "standard" | "slack" | "discord";

/** A failed message. */
export interface WebhookLetter {
  /** Time of the event. */
  at: Time;
  /** Number of attempts. */
  attempts: number;
  /** Error of the last attempt. */
  error: string;
  /** Id: the log position of the fact and the item within it, such as `118-review:T7`. */
  id: string;
  /** Kind: `needs_you`, or the kind of a fact. */
  kind: string;
  /** Time of the next attempt; absent if it was given up. */
  retry_at?: Time | null | undefined;
  /** Time of the last attempt. */
  tried_at: Time;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WebhookListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: WebhookShown[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `webhook_list`. */
export interface WebhookListArguments<Asked extends Fields = Whole> {
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WebhookResendAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of messages. */
  resending: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `webhook_resend`. */
export interface WebhookResendArguments<Asked extends Fields = Whole> {
  /** Id of the webhook. */
  webhook: string;
  /** Id of the message to send, as in `webhook_list`. Default: all messages. */
  letter?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WebhookRotateAnswer {
  /** Time until which messages are also signed with the previous secret. */
  before_until?: Time | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Display name. */
  name: string;
  /** Reason why there is no secret. */
  note?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Signing secret for the receiver. Returned once: the response to a retry omits it. */
  secret?: string | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the webhook. */
  webhook: string;
}

/** The arguments of `webhook_rotate`. */
export interface WebhookRotateArguments<Asked extends Fields = Whole> {
  /** Id of the webhook. */
  webhook: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** A webhook without its full URL and its secret. */
export interface WebhookShown {
  /** Last response of the receiver. */
  answer?: WebhookAnswer | null | undefined;
  /** Time of its creation. */
  created_at: Time;
  /** Its creator. */
  created_by?: Actor | null | undefined;
  /** Messages that were given up; send them with `webhook_resend`. */
  dead?: WebhookLetter[] | undefined;
  /** Number of further messages that were given up and are no longer stored. */
  dropped?: number | undefined;
  /** Format of its messages. */
  format: WebhookFormat;
  /** Kinds of messages it sends. */
  kinds: string[];
  /** Display name. */
  name: string;
  /** Target: scheme, host and port of its URL. */
  origin: string;
  /** Reason why it is paused. */
  paused?: string | null | undefined;
  /** Number of delivered messages. */
  sent: number;
  /** Result of the last `webhook_test`. */
  test?: WebhookAnswer | null | undefined;
  /** Failed messages that wait for a retry. */
  waiting?: WebhookLetter[] | undefined;
  /** Id of the webhook. */
  webhook: string;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WebhookTestAnswer {
  /** Response of the receiver; absent while it is unknown: `webhook_list` shows it later. */
  answer?: WebhookAnswer | null | undefined;
  /** True if the message was delivered. */
  arrived: boolean;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the webhook. */
  webhook: string;
}

/** The arguments of `webhook_test`. */
export interface WebhookTestArguments<Asked extends Fields = Whole> {
  /** Id of the webhook. */
  webhook: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** Weights of words and recency, relative to each other. */
export interface Weights {
  /** Weight of the last recall within recency; 0.6 by default. */
  freshness_weight?: number | null | undefined;
  /** Half-life of novelty in days; 30 by default. */
  half_life_created_days?: number | null | undefined;
  /** Half-life of freshness in days; 7 by default. */
  half_life_last_access_days?: number | null | undefined;
  /** Weight of the creation time within recency; 0.4 by default. */
  novelty_weight?: number | null | undefined;
  /** Weight of recency; 0.2 by default. */
  recency_weight?: number | null | undefined;
  /** Weight of the words; 0.8 by default. */
  semantic_weight?: number | null | undefined;
}

/** Condition under which a dependency allows the dependent task to start. */
export type When = "success" | "failure" | "done" | WhenWithChoice;

export interface WhenChoice {
  /** Decision that has to be made. */
  decision: DecisionNo;
  /** Choice that opens this edge. */
  option: string;
}

/** The dependency was completed and the decision chose the option. */
export interface WhenWithChoice {
  choice: WhenChoice;
}

/** Reasons for a hit: the share of each part of the score, 0 to 1. */
export interface Why {
  /** Share of its author, if the query is about them. */
  author?: number | null | undefined;
  /** Share of its date, if the query names a time. */
  date?: number | null | undefined;
  /** Words. */
  lexical?: Lexical | null | undefined;
  /** Meaning. */
  meaning?: Meaning | null | undefined;
  /** Messages before and after it in its session. */
  neighbours?: Neighbours | null | undefined;
  /** Factor by which recency changed the score; above 1 it raised it. */
  recency?: number | null | undefined;
  /** Share of the words of its whole session. */
  session?: number | null | undefined;
}

/**
 * Source of a window's size. - `call`: Given in the call. - `session`: Set in the session. - `model`: Known size of
 * the model. - `default`: Default, because the model is unknown.
 */
export type WindowFrom = "call" | "session" | "model" | "default";

/** Withdrawal of a question or a request. */
export interface Withdrawn {
  /** Time of the withdrawal. */
  at: Time;
  /** Actor that withdrew it. */
  by: Actor;
  /** Reason. */
  reason?: string | null | undefined;
}

/** A word that no memory contains, and the words searched instead. */
export interface WordReadAs {
  /** Likely known words, as their stems. */
  instead: string[];
  /** The word. */
  word: string;
}

/** Agent or person who was active. */
export interface Worked {
  /** Agent or person. */
  actor: Actor;
  /** Number of their facts. */
  facts: number;
}

/** Stored and shown state of a workflow. */
export interface Workflow {
  /** Contributions of agents. */
  agent_contributions: Contribution[];
  /** Requests for approval. */
  approvals: Approval[];
  /** Artifacts, version by version. */
  artifacts: Artifact[];
  /** Version at which name, goal, constraints, cores, policy, pause or status last changed. */
  changed: number;
  /** Constraints of the workflow. */
  constraints: string[];
  /** Creation time. */
  created_at: Time;
  /** Actor that created it. */
  created_by?: Actor | null | undefined;
  /** Decisions. */
  decisions: Decision[];
  /** Discoveries. */
  discoveries: Discovery[];
  /** Time of the end. */
  ended_at?: Time | null | undefined;
  /** Goal of the workflow. */
  goal: string;
  /** Id of the workflow. */
  id: Id;
  /** Lead of the workflow. */
  lead: Lead;
  /** Number of learnings, as lists show it. */
  learned?: Learned | undefined;
  /** Actions on learnings, and learnings that were noted during the work. */
  learnings?: Handled[] | undefined;
  /** Memory cores that give context. */
  memory_core_refs: string[];
  /** Name of the workflow. */
  name: string;
  /** Nudges. */
  nudges: Nudge[];
  /** Pause, if claims are refused. */
  paused?: Pause | null | undefined;
  /** Planned decisions, including those that were made since. */
  planned_decisions?: PlannedDecision[] | undefined;
  /** Policy of the workflow. */
  policy: PolicyPart;
  /** Time at which it will be erased, if it was deleted. */
  purge_at?: Time | null | undefined;
  /** Questions to people. */
  questions: Question[];
  /** Reason for the end. */
  reason?: string | null | undefined;
  /** Version at which anything but receipts, renewals, snoozes and usage last changed; `If-Match` compares it. */
  revised?: number | undefined;
  /** Snoozed inbox items, with the end of the snooze. */
  snoozed?: Record<string, Time> | undefined;
  /** Status of the workflow. */
  status: Status;
  /** Tasks. */
  tasks: Task[];
  /** Number of tokens of goal and constraints. */
  tokens?: number | undefined;
  /** Time of the last fact. */
  updated_at: Time;
  /** Total reported usage. */
  usage?: Usage | undefined;
  /** Number of facts in this state. */
  version: number;
  /** Warnings for people. */
  warnings?: Warning[] | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowArchiveAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_archive`. */
export interface WorkflowArchiveArguments<Asked extends Fields = WorkflowArchiveLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Reason. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `workflow_archive` answers unless `fields` asks for more. */
export type WorkflowArchiveLean = readonly ["workflow.id", "workflow.status", "workflow.paused"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowAtAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Parts that a response without `fields` leaves out, and the calls that return them. */
  more?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Person and time of the import, if it was imported with its history. */
  taken_in?: TakenIn | null | undefined;
  /** Tasks and their dependencies. */
  task_graph: TaskGraph;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Derived lists and counts. */
  views: Views;
  /** Workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`. */
  workflow: Workflow;
}

/** The arguments of `workflow_at`. */
export interface WorkflowAtArguments<Asked extends Fields = WorkflowAtLean> {
  /** Version, from 1 to the current one. */
  version: number;
  /** Id of the workflow. */
  workflow: Id;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `workflow_at` answers unless `fields` asks for more. */
export type WorkflowAtLean = readonly [
  "workflow.id",
  "workflow.name",
  "workflow.goal",
  "workflow.constraints",
  "workflow.status",
  "workflow.paused",
  "workflow.lead.agent",
  "workflow.tasks.id",
  "workflow.tasks.title",
  "workflow.tasks.status",
  "workflow.tasks.assigned_to",
  "workflow.tasks.depends_on",
  "workflow.tasks.waits_for",
  "workflow.tasks.waits_for_approval",
  "views.counts",
  "views.ready",
  "views.needs_review",
  "views.waits_for_person",
  "views.upstream_failed",
  "views.attention",
  "views.stale",
  "taken_in",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowCancelAnswer {
  /** Tasks that were cancelled with it. */
  cancelled: TaskNo[];
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of its learnings; `learning_list` returns them. */
  learned: Learned;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_cancel`. */
export interface WorkflowCancelArguments<Asked extends Fields = WorkflowCancelLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Reason. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `workflow_cancel` answers unless `fields` asks for more. */
export type WorkflowCancelLean = readonly ["workflow.id", "workflow.status", "cancelled", "learned"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowCompleteAnswer {
  /** Tasks that were cancelled with it. */
  cancelled: TaskNo[];
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of its learnings; `learning_list` returns them. */
  learned: Learned;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_complete`. */
export interface WorkflowCompleteArguments<Asked extends Fields = WorkflowCompleteLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Completes it although something is open; people only, `reason` is then required. */
  force?: boolean | undefined;
  /** Reason. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `workflow_complete` answers unless `fields` asks for more. */
export type WorkflowCompleteLean = readonly ["workflow.id", "workflow.status", "cancelled", "learned"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowCreateAnswer {
  /** Names of the planned decisions, in the order of the request. */
  decisions?: DecisionNo[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Epoch of the lead, if the creator leads. */
  lead_epoch?: number | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Names of its first tasks, in the order of the request. */
  tasks: TaskNo[];
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Things to check. */
  warnings?: string[] | undefined;
  /** Id of the new workflow. */
  workflow: Id;
}

/** The arguments of `workflow_create`. */
export interface WorkflowCreateArguments<Asked extends Fields = Whole> {
  /** Goal of the workflow. */
  goal: string;
  /** Name, in one line of at most 300 characters. */
  name: string;
  /** Constraints: limits and requirements. */
  constraints?: string[] | undefined;
  /** Decisions that are to be made later: the edges of `tasks` may refer to them by `key`. */
  decisions?: NewDecision[] | undefined;
  /** Memory cores that give context. */
  memory_core_refs?: string[] | undefined;
  /** Policy, where it differs from the default. */
  policy?: Policy | null | undefined;
  /** First tasks; they may refer to each other by `key`. */
  tasks?: NewTask[] | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowDeleteAnswer {
  /** Number of its artifact versions. */
  artifacts: number;
  /** True if it was deleted, false in a dry run. */
  deleted: boolean;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of its unfinished tasks. */
  open: number;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Time at which it is erased unless restored. */
  purge_at: Time;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Number of its tasks. */
  tasks: number;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `workflow_delete`. */
export interface WorkflowDeleteArguments<Asked extends Fields = Whole> {
  /** Id of the workflow. */
  workflow: Id;
  /** Returns what would be deleted, without deleting it. */
  dry_run?: boolean | undefined;
  /** Reason. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowDigestAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: Day[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `workflow_digest`. */
export interface WorkflowDigestArguments<Asked extends Fields = Whole> {
  /** Id of the workflow. */
  workflow: Id;
  /** `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Number of days, 1 to 200; default 7. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowEditAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_edit`. */
export interface WorkflowEditArguments<Asked extends Fields = WorkflowEditLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Constraints; replaces all of them. */
  constraints?: string[] | null | undefined;
  /** Goal of the workflow. */
  goal?: string | null | undefined;
  /** Memory cores that give context; replaces all of them. */
  memory_core_refs?: string[] | null | undefined;
  /** Name, in one line of at most 300 characters. */
  name?: string | null | undefined;
  /** Policy; absent members stay unchanged. */
  policy?: PolicyChange | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `workflow_edit` answers unless `fields` asks for more. */
export type WorkflowEditLean = readonly ["workflow.id", "workflow.status", "workflow.paused"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowExportAnswer {
  /** Text of the export. */
  content: string;
  /** Suggested file name. */
  file_name: string;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Media type of the text. */
  media_type: string;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `workflow_export`. */
export interface WorkflowExportArguments<Asked extends Fields = Whole> {
  /** Format of the export. */
  format: ExportFormat;
  /** Id of the workflow. */
  workflow: Id;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowGetAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Parts that a response without `fields` leaves out, and the calls that return them. */
  more?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Person and time of the import, if it was imported with its history. */
  taken_in?: TakenIn | null | undefined;
  /** Tasks and their dependencies. */
  task_graph: TaskGraph;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Derived lists and counts. */
  views: Views;
  /** Workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`. */
  workflow: Workflow;
}

/** The arguments of `workflow_get`. */
export interface WorkflowGetArguments<Asked extends Fields = WorkflowGetLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `workflow_get` answers unless `fields` asks for more. */
export type WorkflowGetLean = readonly [
  "workflow.id",
  "workflow.name",
  "workflow.goal",
  "workflow.constraints",
  "workflow.status",
  "workflow.paused",
  "workflow.lead.agent",
  "workflow.tasks.id",
  "workflow.tasks.title",
  "workflow.tasks.status",
  "workflow.tasks.assigned_to",
  "workflow.tasks.depends_on",
  "workflow.tasks.waits_for",
  "workflow.tasks.waits_for_approval",
  "views.counts",
  "views.ready",
  "views.needs_review",
  "views.waits_for_person",
  "views.upstream_failed",
  "views.attention",
  "views.stale",
  "taken_in",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowImportAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Report of the changes. */
  report: Report;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow; absent if a dry run would create it. */
  workflow?: Id | null | undefined;
}

/** The arguments of `workflow_import`. */
export interface WorkflowImportArguments<Asked extends Fields = Whole> {
  /** Text to import. */
  content: string;
  /** Returns the report without writing anything. */
  dry_run?: boolean | undefined;
  /** Format of the text; detected from its beginning by default. */
  format?: ImportFormat | null | undefined;
  /** Name of the new workflow, in one line of at most 300 characters. */
  name?: string | null | undefined;
  /** Name of the source, such as the file name. */
  source?: string | null | undefined;
  /** Workflow to update; default: a new one. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowLeadAnswer {
  /** Current lead; absent if it is vacant. */
  agent?: string | null | undefined;
  /** Epoch; grows with every change of the lead. */
  epoch: number;
  /** Handoff note of the last lead. */
  handoff_note?: string | null | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Agent from which an expired lead was taken over. */
  taken_from?: string | null | undefined;
  /** End of the lead unless renewed. */
  until?: Time | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `workflow_lead`. */
export interface WorkflowLeadArguments<Asked extends Fields = Whole> {
  /** Action on the lead. */
  action: LeadAction;
  /** Id of the workflow. */
  workflow: Id;
  /** Epoch in which I lead: rejects the call of a process that a later one has replaced. */
  epoch?: number | null | undefined;
  /** Note for the next lead; only with `release`. */
  handoff_note?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowListAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Items, in the order of the list. */
  items: WorkflowSummary[];
  /** Value of `cursor` for the next page; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Total number of items, if cheap to compute. */
  total?: number | null | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `workflow_list`. */
export interface WorkflowListArguments<Asked extends Fields = WorkflowListLean> {
  /** `next_cursor` of the previous page. */
  cursor?: string | null | undefined;
  /** Page size, 1 to 200; default 50. */
  limit?: number | null | undefined;
  /**
   * `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
   */
  order?: ListOrder | null | undefined;
  /** Only workflows with a text that matches these words. */
  query?: string | null | undefined;
  /** Only workflows with this status; default: all except archived ones. */
  status?: Status | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `workflow_list` answers unless `fields` asks for more. */
export type WorkflowListLean = readonly [
  "items.id",
  "items.name",
  "items.status",
  "items.counts",
  "items.attention",
  "items.paused",
  "items.updated_at",
];

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowPauseAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_pause`. */
export interface WorkflowPauseArguments<Asked extends Fields = WorkflowPauseLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Reason. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `workflow_pause` answers unless `fields` asks for more. */
export type WorkflowPauseLean = readonly ["workflow.id", "workflow.status", "workflow.paused"];

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowPlanAnswer {
  /** Folded rooms. */
  folded?: FoldedRoom[] | undefined;
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** Number of tasks outside of the neighbourhood. */
  outside?: number | undefined;
  /** Drawing in CSS pixels; each node is 196 wide and 40 high. */
  plan: Plan;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** Id of the workflow. */
  workflow: Id;
}

/** The arguments of `workflow_plan`. */
export interface WorkflowPlanArguments<Asked extends Fields = Whole> {
  /** Id of the workflow. */
  workflow: Id;
  /** Groups whose initial state is inverted: folded, or unfolded if they start folded. */
  flip?: string[] | undefined;
  /** Only the neighbourhood of this task. */
  focus?: string | null | undefined;
  /** Size of the neighbourhood in steps along the edges, 1 to 20; default 2. */
  steps?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions, as one flat JSON object. */
export interface WorkflowResumeAnswer {
  /** Notices for the calling agent, delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** Number of further notices that are waiting. */
  inbox_waiting?: number | undefined;
  /** End of the log at the time of the answer: everything that the call wrote is at or before it. */
  position?: number | undefined;
  /** Number of secrets that were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Version of the stream that the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_resume`. */
export interface WorkflowResumeArguments<Asked extends Fields = WorkflowResumeLean> {
  /** Id of the workflow. */
  workflow: Id;
  /** Reason. */
  reason?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
  /** A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`. */
  idempotency_key?: string | null | undefined;
  /** Only if the addressed thing has not changed after this version; also as `If-Match`. */
  if_version?: number | null | undefined;
  /**
   * Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has
   * replaced is refused (`lead_lost`).
   */
  lead_epoch?: number | null | undefined;
}

/** What `workflow_resume` answers unless `fields` asks for more. */
export type WorkflowResumeLean = readonly ["workflow.id", "workflow.status", "workflow.paused"];

/** Workflow as lists show it. */
export interface WorkflowSummary {
  /** Number of agents that contributed. */
  agent_count: number;
  /** Names of the agents that contributed, at most ten. */
  agents: string[];
  /** Number of things that need a person. */
  attention: number;
  /** Number of tasks by status; statuses without tasks are left out. */
  counts: Record<string, number>;
  /** Creation time. */
  created_at: Time;
  /** Goal of the workflow. */
  goal: string;
  /** Id of the workflow. */
  id: Id;
  /** Orchestrator that leads. */
  lead?: string | null | undefined;
  /** Number of learnings; complete once the workflow has ended. */
  learned?: Learned | undefined;
  /** Name of the workflow. */
  name: string;
  /** True if the workflow is paused: claims are refused. */
  paused: boolean;
  /** Status of the workflow. */
  status: Status;
  /** Total number of tasks. */
  tasks: number;
  /** Time of the last fact. */
  updated_at: Time;
  /** Number of facts. */
  version: number;
}

/** Path that was written. */
export interface Written {
  /** Path of the artifact. */
  path: string;
  /** Newest version of the day. */
  version: number;
}
