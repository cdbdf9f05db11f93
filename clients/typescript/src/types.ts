// The types of what is sent and answered.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Fields, Whole } from "./fields.js";

/** An output with the kernel's additions; one flat JSON object. */
export interface ActivityListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: Happening[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `activity_list`. */
export interface ActivityListArguments<Asked extends Fields = Whole> {
  /** Only after this position of the log. */
  after?: number | null | undefined;
  /** Only by the agent of this name. */
  agent?: string | null | undefined;
  /** Only before this position of the log. */
  before?: number | null | undefined;
  /** Where the last page ended: the same as `before`. */
  cursor?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. The page of an agent also ends after some 32 KB. */
  limit?: number | null | undefined;
  /** Only in this stream, such as `workflow:01J…`. */
  stream?: StreamId | null | undefined;
  /** Only in this workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** Somebody who acts: a name that is unique among agents or among people, and a role. */
export interface Actor {
  /** The agent's or the person's name. */
  id: string;
  /** What they are. */
  role: Role;
}

/** An agent that may be given tokens. */
export interface Agent {
  /** Its name. */
  name: string;
  /** Since when it may not claim tasks. */
  paused_at?: Time | null | undefined;
  /** Why not. */
  paused_reason?: string | null | undefined;
  /** Since when it is known. */
  registered_at: Time;
  /** Who made it known. */
  registered_by: Actor;
  /** What it usually does; a token may give it another role. */
  role: Role;
  /** That it was paused, or may go on, until it was told. */
  untold?: Untold | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface AgentGetAnswer {
  /** The agent and what it is doing. */
  agent: Seen;
  /** What it gave, by workflow, the most recently changed first. */
  gave?: Gave[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_get`. */
export interface AgentGetArguments<Asked extends Fields = Whole> {
  /** The agent's name. */
  agent: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface AgentListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: Seen[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_list`. */
export interface AgentListArguments<Asked extends Fields = Whole> {
  /** The name after which to begin. */
  cursor?: string | null | undefined;
  /** How many: 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface AgentPauseAnswer {
  /** The agent. */
  agent: Agent;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_pause`. */
export interface AgentPauseArguments<Asked extends Fields = Whole> {
  /** The agent's name. */
  agent: string;
  /** Why. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface AgentRegisterAnswer {
  /** The agent. */
  agent: Agent;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_register`. */
export interface AgentRegisterArguments<Asked extends Fields = Whole> {
  /**
   * The agent's name: 1 to 64 letters, digits, `-`, `_` or `.`; not a word that means something else, such as `all`
   * or `orchestrator`.
   */
  name: string;
  /** What it usually does: orchestrator, worker, reviewer, librarian or observer. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface AgentResumeAnswer {
  /** The agent. */
  agent: Agent;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `agent_resume`. */
export interface AgentResumeArguments<Asked extends Fields = Whole> {
  /** The agent's name. */
  agent: string;
  /** Why. */
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

/** A request that a person agrees. */
export interface Approval {
  /** The version of the workflow at which it last changed. */
  changed: number;
  /** What they said. */
  comments?: string | null | undefined;
  /** When the word reached the one who asked. */
  delivered_at?: Time | null | undefined;
  /** When. */
  given_at?: Time | null | undefined;
  /** Who gave or refused it. */
  given_by?: Actor | null | undefined;
  /** Its name in the workflow. */
  id: ApprovalNo;
  /** Why it is asked for. */
  reason: string;
  /** When. */
  requested_at: Time;
  /** By whom. */
  requested_by: Actor;
  /** Where it stands. */
  status: ApprovalStatus;
  /** What it is about. */
  subject: Subject;
  /** That it is not asked for any more. */
  withdrawn?: Withdrawn | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ApprovalGiveAnswer {
  /** The request. */
  approval: Approval;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `approval_give`. */
export interface ApprovalGiveArguments<Asked extends Fields = ApprovalGiveLean> {
  /** The request. */
  approval: string;
  /** The word on it. */
  status: ApprovalWord;
  /** What there is to say; needed when it is refused. */
  comments?: string | null | undefined;
  /** The workflow; may be left out when `approval` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface ApprovalRequestAnswer {
  /** The request. */
  approval: Approval;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `approval_request`. */
export interface ApprovalRequestArguments<Asked extends Fields = ApprovalRequestLean> {
  /** Why it is asked for. */
  reason: string;
  /** What it is about: `{"decision": "D3"}`, `{"artifact": "A2"}`, `{"task": "T7"}` or `{"plan": "…"}`. */
  subject: Subject;
  /** The workflow. */
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
 * Where a request for approval stands. - `pending`: Nobody has said anything yet. - `approved`: Go on. - `refused`:
 * Do not. - `withdrawn`: It is not asked for any more: the workflow has ended.
 */
export type ApprovalStatus = "pending" | "approved" | "refused" | "withdrawn";

/** A person's word on a request. - `approved`: Go on. - `refused`: Do not. */
export type ApprovalWord = "approved" | "refused";

/** One version of something that was made. Never changes. */
export interface Artifact {
  /** The task it was made for. */
  associated_task?: TaskNo | null | undefined;
  /**
   * The task whose handed-in or approved work it stands beside. Another agent than the one who handed that in made
   * it: the version before stays what counts.
   */
  beside?: TaskNo | null | undefined;
  /** Its length in bytes, if known. */
  bytes?: number | null | undefined;
  /** The version of the workflow at which it was recorded. */
  changed: number;
  /** The SHA-256 of its content, if known. */
  checksum?: string | null | undefined;
  /** The commit it is in. */
  commit?: string | null | undefined;
  /** When. */
  created_at: Time;
  /** By whom. */
  created_by: Actor;
  /** What it is. */
  description?: string | undefined;
  /** The beginning of its content, for contexts. */
  excerpt?: string | undefined;
  /** Its name in the workflow. */
  id: ArtifactNo;
  /** Where it lives. */
  path: string;
  /** Where its content is. */
  place: Place;
  /** Its tokens as a context shows it. */
  tokens?: number | undefined;
  /** What kind of thing it is. */
  type: ArtifactKind;
  /** Its number among the versions of its path, from 1. */
  version: number;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ArtifactDiffAnswer {
  /** How many lines were added. */
  added: number;
  /** The old version; absent when the new one is the first. */
  from?: Artifact | null | undefined;
  /** The changed places, each with three lines around it. */
  hunks: Hunk[];
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many lines were removed. */
  removed: number;
  /** The same as a unified diff. */
  text: string;
  /** The new version. */
  to: Artifact;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `artifact_diff`. */
export interface ArtifactDiffArguments<Asked extends Fields = Whole> {
  /** The old version of the path; the one before the new one unless given. */
  from?: number | null | undefined;
  /** Instead of path and number: the old version by its name, such as `A3`. */
  from_artifact?: string | null | undefined;
  /** The path, when versions are given by number. */
  path?: string | null | undefined;
  /** The new version of the path; the newest unless given. */
  to?: number | null | undefined;
  /** Instead of path and number: the new version by its name. */
  to_artifact?: string | null | undefined;
  /** The workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ArtifactGetAnswer {
  /** What is known of it. */
  artifact: Artifact;
  /** Its content; absent when it is only at its path. */
  content?: string | null | undefined;
  /** How the content is written. */
  encoding?: Encoding | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The number of the newest version of its path. */
  newest: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `artifact_get`. */
export interface ArtifactGetArguments<Asked extends Fields = Whole> {
  /** The version by its name, such as `A3`. */
  artifact?: string | null | undefined;
  /** Or its path: the newest version, unless `version` is given. */
  path?: string | null | undefined;
  /** The version of the path, from 1. */
  version?: number | null | undefined;
  /** The workflow; may be left out when `artifact` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/**
 * What kind of thing was made. - `file`: A file of another kind. - `code`: Source code. - `document`: A text for
 * people. - `config`: Configuration. - `test`: A test.
 */
export type ArtifactKind = "file" | "code" | "document" | "config" | "test";

/** An output with the kernel's additions; one flat JSON object. */
export interface ArtifactListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: Artifact[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `artifact_list`. */
export interface ArtifactListArguments<Asked extends Fields = ArtifactListLean> {
  /** The workflow. */
  workflow: Id;
  /** Whether to list earlier versions too. */
  all_versions?: boolean | undefined;
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** Only those whose path begins so. */
  path?: string | null | undefined;
  /** Only those made for this task. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface ArtifactRecordAnswer {
  /** The new version, or the newest one when nothing changed. */
  artifact: Artifact;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Whether the content is that of the newest version, so that none was added. */
  unchanged: boolean;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: it stands beside what was approved, or was filed under no task. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `artifact_record`. */
export interface ArtifactRecordArguments<Asked extends Fields = ArtifactRecordLean> {
  /** Where it lives, as the project writes paths: `src/auth/token.rs`. */
  path: string;
  /** What kind of thing it is. */
  type: ArtifactKind;
  /** The workflow. */
  workflow: Id;
  /**
   * The task it was made for; the one that I hold in this workflow unless given, none when I hold none or several.
   * For a task that I held and lost it is refused.
   */
  associated_task?: string | null | undefined;
  /** The content's SHA-256 in hexadecimal, when the content itself stays where it is. */
  checksum?: string | null | undefined;
  /** The commit it is in. */
  commit?: string | null | undefined;
  /** The content, as text. */
  content?: Content | null | undefined;
  /** What it is; as in the version before unless given. */
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

/** That a dream is wanted. */
export interface Asked {
  /** Who asked. */
  actor: Actor;
  /** Since when. */
  at: Time;
  /** Why. */
  by: AskedBy;
}

/** Why a dream is wanted. - `hand`: Somebody asked for it. - `time`: Its time has come. */
export type AskedBy = "hand" | "time";

/** One agent's go at a task. */
export interface Attempt {
  /** Who. */
  agent: string;
  /** Cost the agent reported, in millionths of its currency. */
  cost_micros?: number | undefined;
  /** What went wrong. */
  error?: string | null | undefined;
  /** The fence of its lease. */
  fence: number;
  /** From when. */
  from: Time;
  /** What the next one should know: progress notes and the handoff, in order. */
  notes?: string[] | undefined;
  /** How it ended. */
  outcome?: AttemptOutcome | null | undefined;
  /** What it handed in, once a later one handed in something else: the beginning of its summary. */
  summary?: string | null | undefined;
  /** Until when. */
  to?: Time | null | undefined;
  /** Input tokens the agent reported. */
  tokens_in?: number | undefined;
  /** Output tokens the agent reported. */
  tokens_out?: number | undefined;
}

/**
 * How an attempt ended. - `completed`: The work was handed in. - `failed`: It failed. - `released`: The holder gave
 * it back. - `expired`: The lease ran out. - `resumed`: The same agent began again and shut its old process out. -
 * `needs_rework`: A review asked for rework. - `rejected`: A review rejected it. - `cancelled`: The task was called
 * off or skipped.
 */
export type AttemptOutcome = "completed" | "failed" | "released" | "expired" | "resumed" | "needs_rework" | "rejected" | "cancelled";

/**
 * A kind of fact that the audit tells. - `signed_in`: A person signed in. - `sign_in_failed`: Somebody could not sign
 * in. - `person_created`: A person was made who can sign in. - `password_changed`: A person was given another
 * password. - `link_made`: A link was made that lets somebody in once. - `agent_registered`: An agent was made known,
 * or given another role. - `agent_paused`: An agent was stopped from claiming tasks. - `agent_resumed`: An agent may
 * claim tasks again. - `token_created`: A token was made. - `token_used`: A token was used for the first time. -
 * `token_revoked`: A token was ended. - `token_expired`: A token ended by itself. - `settings_changed`: Settings were
 * made or given back. - `webhook_changed`: A webhook was made, changed or deleted, or given another secret. -
 * `memories_forgotten`: Long-term memories were forgotten, to be erased later. - `workflow_taken_in`: A workflow was
 * taken in with its history. - `erased`: Something was erased for good. - `key_rotated`: The key under which secrets
 * are hashed was replaced. - `backup_restored`: A backup was put in the place of the folder.
 */
export type AuditKind = "signed_in" | "sign_in_failed" | "person_created" | "password_changed" | "link_made" | "agent_registered" | "agent_paused" | "agent_resumed" | "token_created" | "token_used" | "token_revoked" | "token_expired" | "settings_changed" | "webhook_changed" | "memories_forgotten" | "workflow_taken_in" | "erased" | "key_rotated" | "backup_restored";

/** An output with the kernel's additions; one flat JSON object. */
export interface AuditListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: Happening[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `audit_list`. */
export interface AuditListArguments<Asked extends Fields = Whole> {
  /** Only what the agent or person of this name did, and what is about them. */
  actor?: string | null | undefined;
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** Only this kind. */
  kind?: AuditKind | null | undefined;
  /** How many, 1 to 200; 50 unless given. A page can have fewer although more follow. */
  limit?: number | null | undefined;
  /** Only from this moment on. */
  since?: Time | null | undefined;
  /** Only before this moment; a date alone includes the day. */
  until?: Time | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** One block of a context. */
export interface Block {
  /** What it is made of. */
  items: ContextItem[];
  /** What it is, such as `decisions`: its tag in the text begins with that name. */
  name: string;
  /**
   * Its place in the order of all blocks: what changes rarely comes first, so that a provider's prompt cache keeps
   * its prefix.
   */
  slot: number;
  /** Its text, fenced. */
  text: string;
  /** Its title, such as `Decisions`. */
  title: string;
  /** Its tokens. */
  tokens: number;
}

/** How long a document may be. */
export interface Budget {
  /** In characters. */
  chars: number;
  /** In tokens. */
  tokens: number;
}

/** What raised a level last. */
export interface Cause {
  /** When. */
  at: Time;
  /** Which level. */
  hormone: Hormone;
  /** What happened. */
  reason?: string | null | undefined;
  /** Which signal. */
  signal: Signal;
}

/** One fact that the caller had not seen. */
export interface Change {
  /** Who did it. */
  actor: Actor;
  /** When. */
  at: Time;
  /** What happened. */
  kind: string;
  /** The fact's number in its stream. */
  version: number;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ChangesWaitAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The facts, oldest first; none when the time passed. */
  items: Happening[];
  /** What to send as `cursor` next time. */
  next_cursor: string;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /**
   * Whether the cursor is of another life of this log, before a backup was restored: read again what you know, and go
   * on with `next_cursor`.
   */
  reset: boolean;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `changes_wait`. */
export interface ChangesWaitArguments<Asked extends Fields = Whole> {
  /** Where the last answer ended: its `next_cursor`, or the `position` of any answer. Now unless given. */
  cursor?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** How long to wait for something, in seconds (0 to 60); 30 unless given. */
  timeout_seconds?: number | null | undefined;
  /** Only in this workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What a guard measured. */
export interface Checked {
  /** Which guard. */
  guard: Guard;
  /** The least or the most that it lets pass. */
  limit: number;
  /** What there is to say besides. */
  note?: string | null | undefined;
  /** Whether the draft passed. */
  passed: boolean;
  /** What it measured: sections, a share, pointers, characters, or tokens. */
  value: number;
}

/**
 * The kinds of errors; the doors map each to one status. - `invalid`: The arguments are wrong. - `unauthenticated`:
 * Nobody is signed in, or the token is not valid. - `forbidden`: The caller may not do this. - `not_found`: There is
 * no such thing, or the caller may not know of it. - `conflict`: What is so now does not allow it. - `gone`: It was
 * there and has been erased. - `too_large`: More than the limit. - `rate_limited`: Too often. - `unavailable`: Loci
 * cannot do it now; nothing was written. - `internal`: A fault of Loci; the details are in its log under the
 * request's id.
 */
export type Code = "invalid" | "unauthenticated" | "forbidden" | "not_found" | "conflict" | "gone" | "too_large" | "rate_limited" | "unavailable" | "internal";

/** A remark of a review, about the whole or about lines of an artifact's version. */
export interface Comment {
  /** The artifact version it is about. */
  artifact?: ArtifactNo | null | undefined;
  /** The first line it is about, from 1. */
  line?: number | null | undefined;
  /** The remark. */
  text: string;
  /** The last line it is about. */
  to_line?: number | null | undefined;
}

/** A remark of a review, about the whole or about lines of an artifact's version. */
export interface CommentPart {
  /** The artifact version it is about. */
  artifact?: ArtifactNo | null | undefined;
  /** The first line it is about, from 1. */
  line?: number | null | undefined;
  /** The remark. */
  text: string;
  /** The last line it is about. */
  to_line?: number | null | undefined;
}

/** A content: its text, or the address of the blob that has it. */
export type Content = string;

/** One block. */
export interface ContextBlock {
  /** A hash of its text. */
  hash: string;
  /** What it is made of. */
  items: ContextPiece[];
  /** What it is, such as `decisions`. */
  name: string;
  /** How it is to the one of the last time. */
  since_last?: SinceLast | null | undefined;
  /**
   * Its place in the order of all blocks: what changes rarely comes first, so that a provider's prompt cache keeps
   * its prefix.
   */
  slot: number;
  /** How many of its tokens are part of the beginning that is the same as the last time. */
  stable_tokens?: number | undefined;
  /** The streams it is from, each with the version that it shows. */
  streams: ContextSource[];
  /** Its text, fenced. */
  text: string;
  /** Its title, such as `Decisions`. */
  title: string;
  /** Its tokens. */
  tokens: number;
}

/**
 * A block of a context that can be pinned or dropped. - `guidance`: How to use the others. - `goal`: The workflow's
 * goal. - `mind`: The state vector. - `session_summary`: The session's summary. - `scratchpads`: The scratchpads. -
 * `task`: The task. - `attempts`: Earlier attempts and reviews. - `decisions`: What was decided. - `discoveries`:
 * What was learned. - `results`: The results of what the task needed. - `artifacts`: What was made. - `entities`:
 * What "it" refers to. - `notes`: The notes that no dream has taken in yet. - `memory`: Long-term memory. -
 * `messages`: The newest messages.
 */
export type ContextBlockName = "guidance" | "goal" | "mind" | "session_summary" | "scratchpads" | "task" | "attempts" | "decisions" | "discoveries" | "results" | "artifacts" | "entities" | "notes" | "memory" | "messages";

/**
 * How a block stands in the contexts of a session. - `usual`: As its share of the budget allows it. - `pinned`: It
 * gets what it asks for, up to its maximum and half of the budget, before others get more than their minimum. -
 * `dropped`: It is left out.
 */
export type ContextBlockShown = "usual" | "pinned" | "dropped";

/**
 * How a context is given: what is in it is there once. - `text`: As one text, ready for a prompt. - `messages`: As
 * messages for a chat model: each block one of the role `developer`, the conversation as `user` and `assistant`. -
 * `blocks`: Block by block, each item with its source and why it is there.
 */
export type ContextFormat = "text" | "messages" | "blocks";

/** One item of a block, and why it is there. */
export interface ContextItem {
  /** How many more tokens it has: an item that is longer than its share of the block is cut there. */
  cut?: number | undefined;
  /** The thing, such as `D3`; empty for the workflow itself. */
  source: string;
  /** Its tokens. */
  tokens: number;
  /** The version of the workflow at which it last changed. */
  version: number;
  /** Why it applies. */
  why: string;
}

/** One item of a block, and why it is there. */
export interface ContextPiece {
  /** How many more tokens it has: one that is longer than its share is cut there. */
  cut?: number | undefined;
  /** Where it is from. */
  from?: ContextSource | null | undefined;
  /** Its place in the block, from 1. */
  rank: number;
  /** What it is: the name of a thing such as `D3`, a memory's or a message's id. */
  source: string;
  /** Its tokens. */
  tokens: number;
  /** Why it is there. */
  why: string;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ContextReadAnswer {
  /** The agent whose mind is in it. */
  agent?: string | null | undefined;
  /** The prompt block by block. */
  blocks?: ContextBlock[] | undefined;
  /** How many tokens it may have. */
  budget?: number | undefined;
  /** The encoding in which tokens are counted. In that of another model they are an estimate. */
  encoding?: string | undefined;
  /** What identifies this prompt: `since` takes it. */
  etag: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The prompt as messages. */
  messages?: PromptMessage[] | undefined;
  /** What was left out or cut, and why. */
  omitted?: Omitted[] | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The session whose conversation is in it. */
  session?: SessionKey | null | undefined;
  /** The blocks that are pinned or dropped in the session's contexts; `session_block` does it. */
  set?: Record<string, ContextBlockShown> | undefined;
  /**
   * How many tokens at its beginning are the same as when this was asked for last, by the same agent about the same
   * session and task: what a provider's prompt cache can keep. Absent when nothing is known of a last time.
   */
  stable_prefix_tokens?: number | null | undefined;
  /** The task. */
  task?: TaskNo | null | undefined;
  /** The prompt as one text. */
  text?: string | undefined;
  /** Its tokens: of the text, or of all contents of the messages; never more than `budget`. */
  tokens?: number | undefined;
  /** Whether it is the one that `since` names; then only `etag` and figures are here. */
  unchanged?: boolean | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow?: Id | null | undefined;
}

/** The arguments of `context_read`. */
export interface ContextReadArguments<Asked extends Fields = Whole> {
  /**
   * The agent. Unless given an agent that calls is meant itself, and where a person calls whoever holds the task, or
   * the only agent of the session.
   */
  agent?: string | null | undefined;
  /**
   * The most tokens it may have: 500 to 1,000,000. Unless given 12,000, or half of the model's window where that is
   * less, and 500 at least.
   */
  budget?: number | null | undefined;
  /**
   * As one `text`, as `messages` for a chat model, or as `blocks` that say where each item is from; text unless
   * given.
   */
  format?: ContextFormat | undefined;
  /**
   * Include the block `guidance`, which explains how to use the others. Default: true; in an MCP session, true in the
   * first answer alone.
   */
  guidance?: boolean | null | undefined;
  /** The model that reads it: its context window bounds the mind's share, and the budget where none is given. */
  model?: string | null | undefined;
  /** The session's namespace; without a session, the only namespace whose memories are used. */
  namespace?: string | null | undefined;
  /** What to look up in long-term memory. */
  query?: string | null | undefined;
  /** The session's id, or its whole key as answers give it. */
  session?: string | null | undefined;
  /** The `etag` of an earlier answer: where nothing has changed since, the answer says so and no more. */
  since?: string | null | undefined;
  /** The task; the one that the agent holds in the workflow unless given. */
  task?: string | null | undefined;
  /** The session's user; without a session, the user whose memories are used besides shared ones. */
  user_id?: string | null | undefined;
  /** The context window in tokens, instead of the model's. */
  window?: number | null | undefined;
  /** The workflow; may be left out when `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** A stream at a version. */
export interface ContextSource {
  /** The stream, such as `workflow:01J…`. */
  stream: StreamId;
  /** The version at which what is shown of it last changed; 0 where that is not known. */
  version: number;
}

/**
 * What one agent or person gave to a workflow. Its lists are persistent sets: an agent that gives the ten-thousandth
 * thing pays no more than for the first.
 */
export interface Contribution {
  /** The agent's or person's name. */
  agent_id: string;
  /** Their role when they last contributed. */
  agent_role: Role;
  /** Artifact versions they made. */
  artifacts_created: ArtifactNo[];
  /** What filled it: tokens by the block's name. */
  blocks?: Record<string, number> | undefined;
  /** Cost they reported, in millionths of its currency. */
  cost_micros?: number | undefined;
  /** Decisions they made. */
  decisions_made: DecisionNo[];
  /** Discoveries they made. */
  discoveries: DiscoveryNo[];
  /** When they first contributed. */
  first_contribution: Time;
  /** When they last contributed. */
  last_contribution: Time;
  /** Where their full log is: what they did in this workflow, unless they gave an address or an id. */
  log_ref: string;
  /** Tasks they completed. */
  tasks_completed: TaskNo[];
  /** Input tokens they reported. */
  tokens_in?: number | undefined;
  /** Output tokens they reported. */
  tokens_out?: number | undefined;
  /** Their context window's size in tokens, as they last reported it. */
  window?: number | null | undefined;
  /** How much of it was in use. */
  window_used?: number | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface CoreCreateAnswer {
  /** The core. */
  core: CoreSummary;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `core_create`. */
export interface CoreCreateArguments<Asked extends Fields = Whole> {
  /** Its name, 1 to 256 bytes, without `/`. */
  name: string;
  /**
   * Which memories of agents wait there until a person approves them: none (`off`), those of an agent or a session
   * from which the core holds nothing yet (`new_sources`), or `all`. None unless given.
   */
  approval?: MemoryApproval | null | undefined;
  /** What it is for. */
  description?: string | null | undefined;
  /**
   * Who reads what sessions promote into it: `core`, whoever may read it, or `session`, only whoever may read the
   * session. As the workspace's setting says unless given.
   */
  promoted_readers?: PromotedReaders | null | undefined;
  /**
   * Whose memories no search finds there unless asked to, until a person has looked at them: those that agents write
   * (`agent`), those that Loci takes from elsewhere (`imported`). Nobody's unless given.
   */
  quarantine?: Trust[] | undefined;
  /** The agents that may read it, beside orchestrators and people; everyone unless given. */
  readers?: string[] | null | undefined;
  /**
   * The agents that may write in it, beside librarians, orchestrators and people; whoever may read it unless given.
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

/** An output with the kernel's additions; one flat JSON object. */
export interface CoreEditAnswer {
  /** The core. */
  core: CoreSummary;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `core_edit`. */
export interface CoreEditArguments<Asked extends Fields = Whole> {
  /** The core's name. */
  name: string;
  /** Which memories of agents wait until a person approves them: `off`, `new_sources` or `all`. For people to say. */
  approval?: MemoryApproval | null | undefined;
  /** What it is for. */
  description?: string | null | undefined;
  /**
   * Who reads what sessions promote into it: `core`, whoever may read the core, or `session`, only whoever may read
   * the session; null for what the workspace's setting says.
   */
  promoted_readers?: PromotedReaders | null | undefined;
  /**
   * Whose memories no search finds unless asked to, until a person has looked at them: `agent`, `imported`. For
   * people to say.
   */
  quarantine?: Trust[] | null | undefined;
  /** The agents that may read it, beside orchestrators and people; null for everyone. */
  readers?: string[] | null | undefined;
  /** The agents that may write in it, beside librarians, orchestrators and people; null for whoever may read it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface CoreListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: CoreSummary[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `core_list`. */
export interface CoreListArguments<Asked extends Fields = Whole> {
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** Count also how many memories are at which stage of their lives. */
  lifecycles?: boolean | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** A core as lists show it. */
export interface CoreSummary {
  /** Which crystals of agents wait for a person. */
  approval?: MemoryApproval | undefined;
  /** When it began. */
  created_at: Time;
  /** How many crystals it has. */
  crystals: number;
  /** What it is for. */
  description?: string | null | undefined;
  /** How many crystals are at which stage of their lives, where that was asked for. */
  lifecycles?: Lifecycles | null | undefined;
  /** Its name. */
  name: string;
  /** Who reads what sessions promote into it; as the workspace says without. */
  promoted_readers?: PromotedReaders | null | undefined;
  /** Whose crystals are not to be believed until a person has looked at them. */
  quarantine?: Trust[] | undefined;
  /** The agents that may read it, beside orchestrators and people; everyone without. */
  readers?: string[] | null | undefined;
  /** When a crystal was last written. */
  updated_at: Time;
  /** How many facts it has. */
  version: number;
  /** How many crystals wait for a person. */
  waiting?: number | undefined;
  /** The agents that may write in it; whoever may read it without. */
  writers?: string[] | null | undefined;
}

/** A core in which memories wait for a person. */
export interface CoreWaiting {
  /** The core. */
  core: string;
  /** How many wait. */
  count: number;
  /** The agents that want them. */
  from: string[];
  /** Since when the first of them waits. */
  since: Time;
}

/** How much went into a dream and came out of it. */
export interface Counts {
  /** Its characters now. */
  chars?: number | undefined;
  /** The document's characters before. */
  chars_before?: number | undefined;
  /** New long-term memories that it read. */
  crystals?: number | undefined;
  /** Open questions in it. */
  gaps?: number | undefined;
  /** Memories that it merged into others. */
  merged?: number | undefined;
  /** Notes that it took in. */
  notes?: number | undefined;
  /** Pointers in the document. */
  pointers?: number | undefined;
  /** Topics that became pointers. */
  pointers_added?: number | undefined;
  /** Important memories that it read again. */
  replayed?: number | undefined;
  /** Skills in it. */
  skills?: number | undefined;
}

/**
 * What became of a memory. - `new`: It is new. - `same`: It was known already. - `replaced`: Something else had its
 * id. - `waiting`: A person has to approve it first; until then nobody finds it.
 */
export type CreateOutcome = "new" | "same" | "replaced" | "waiting";

/** What became of one memory. */
export interface CreatedOne {
  /** The core it is in. */
  core: string;
  /** The id under which it is found. */
  id: string;
  /**
   * Up to 3 memories about the same subject with a different statement. If the new one makes them obsolete, name them
   * in `supersedes`. Only set if the call has at most 20 memories.
   */
  near?: NearMemory[] | undefined;
  /**
   * `new`, `same` (it was known: nothing was written), `replaced` (something else had its id) or `waiting` (a person
   * has to approve it first).
   */
  outcome: CreateOutcome;
}

/** A crystal: one long-term memory. */
export interface Crystal {
  /** How often it was recalled. */
  access_count?: number | undefined;
  /** The agent it is from. */
  agent?: string | null | undefined;
  /** The person who approved it. */
  approved_by?: string | null | undefined;
  /** The core it is in. */
  core: string;
  /** When it came to be. */
  created_at: Time;
  /** When it will be archived if nobody recalls it until then. */
  decays_at?: Time | null | undefined;
  /** `t` once memories have been taken from this message, `f` before. */
  discrete_memory_extracted?: string | null | undefined;
  /** Who and what is named in it. */
  entities?: string[] | undefined;
  /** When what it tells of happened. */
  event_date?: Time | null | undefined;
  /** When its time runs out: then it is not found any more, and erased. */
  expires_at?: Time | null | undefined;
  /** The ids of the messages or memories it was taken from. */
  extracted_from?: string[] | undefined;
  /** How it was taken from them: `discrete`, `summary`, `preferences` or `custom`. */
  extraction_strategy?: string | null | undefined;
  /** The particulars of that. */
  extraction_strategy_config?: Record<string, unknown> | null | undefined;
  /** Whether it stays as it is: it neither fades nor is changed by a rule. */
  frozen?: boolean | undefined;
  /** The person who pinned or froze it: no agent undoes that. */
  held_by?: string | null | undefined;
  /** Its name: the caller's choice, or a ULID. */
  id: string;
  /** How much it matters, 0 to 1. */
  importance?: number | null | undefined;
  /** What it is about, which decides for how long it matters; by `memory_type` unless given. */
  kind?: CrystalKind | null | undefined;
  /** When it was recalled last. */
  last_accessed: Time;
  /** The stage of its life. */
  lifecycle?: Lifecycle | null | undefined;
  /** The SHA-256 of its text without white space around it, its namespace and its user. */
  memory_hash: string;
  /** `semantic` (a fact), `episodic` (something that happened) or `message`. */
  memory_type?: MemoryType | undefined;
  /** The memories that say the same and were taken in. */
  merged_from?: string[] | undefined;
  /** The memory that says the same and took it in. */
  merged_into?: string | null | undefined;
  /** Whatever else belongs to it; kept, never looked at. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The namespace it belongs to; also the name of its core. */
  namespace?: string | null | undefined;
  /** When it was stored first. */
  persisted_at: Time;
  /** Whether it never fades and is never forgotten by a rule. */
  pinned?: boolean | undefined;
  /** Where it was taken from. */
  provenance?: Provenance | null | undefined;
  /** The session it is from. */
  session_id?: string | null | undefined;
  /** What is left of its importance: it fades from the last recall on. */
  strength?: number | null | undefined;
  /** The memory that took its place, since `valid_to`. */
  superseded_by?: string | null | undefined;
  /** The memories of its core that it takes the place of: what they say is so no longer. */
  supersedes?: string[] | undefined;
  /** What is remembered. */
  text?: string | undefined;
  /** What it is about. */
  topics?: string[] | undefined;
  /** How far it is to be believed. */
  trust?: Trust | undefined;
  /** When it was changed last. */
  updated_at: Time;
  /** The user it is about. */
  user_id?: string | null | undefined;
  /** How it felt, from -1 (bad) to 1 (good). */
  valence?: number | null | undefined;
  /** From when on what it says is so. */
  valid_from?: Time | null | undefined;
  /** From when on what it says is so no longer: then no search finds it unless asked to. */
  valid_to?: Time | null | undefined;
  /** The workflow it is from. */
  workflow?: string | null | undefined;
}

/**
 * What a crystal is about: some things matter for longer than others. - `fact`: How something is. - `preference`:
 * What somebody likes or wants to be so. - `goal`: What somebody is after. - `pattern`: What happens again and again.
 * - `insight`: What follows from several things. - `relationship`: How somebody stands to somebody. - `skill`: How
 * something is done. - `episode`: What happened once.
 */
export type CrystalKind = "fact" | "preference" | "goal" | "pattern" | "insight" | "relationship" | "skill" | "episode";

/** A day of a workflow (UTC). */
export interface Day {
  /** What was made, path by path. */
  artifacts: FewWritten;
  /** The date, such as `2026-01-31`. */
  date: string;
  /** What was decided. */
  decisions_recorded: FewNamed;
  /** Decisions that were replaced. */
  decisions_superseded: Fewstring;
  /** What was learned. */
  discoveries: FewNamed;
  /** How many facts it has. */
  facts: number;
  /** The day's first version. */
  first_version: number;
  /** The day's last version. */
  last_version: number;
  /** What agents were told. */
  nudges: FewNamed;
  /** What was answered. */
  questions_answered: FewNamed;
  /** What people were asked. */
  questions_asked: FewNamed;
  /** Verdicts on tasks. */
  reviews: FewNamed;
  /** How many tasks were added. */
  tasks_added: number;
  /** Tasks whose work was accepted, with their titles as they are now. */
  tasks_completed: FewNamed;
  /** Tasks that failed for good, with their titles as they are now. */
  tasks_failed: FewNamed;
  /** All of it in a few lines, for an agent's prompt. */
  text: string;
  /** Agents and people who did something, the busiest first. */
  who: FewWorked;
}

/** A choice made during the work. */
export interface Decision {
  /** Which tasks it concerns; none means all. */
  affects_tasks?: TaskNo[] | undefined;
  /** What was not. */
  alternatives?: string[] | undefined;
  /** The version of the workflow at which it last changed. */
  changed: number;
  /** What was chosen. */
  choice: string;
  /** What they said. */
  comments?: string | null | undefined;
  /** Its name in the workflow. */
  id: DecisionNo;
  /** When. */
  made_at: Time;
  /** By whom. */
  made_by: Actor;
  /** What was decided. */
  question: string;
  /** Why. */
  rationale: string;
  /** Whether it can be undone later. */
  reversible: boolean;
  /** Who approved or rejected it. */
  ruled_by?: Actor | null | undefined;
  /** Where it stands. */
  status: DecisionStatus;
  /** The decision that took its place. */
  superseded_by?: DecisionNo | null | undefined;
  /** The decision whose place it took. */
  supersedes?: DecisionNo | null | undefined;
  /** Its tokens as a context shows it. */
  tokens?: number | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface DecisionApproveAnswer {
  /** Requests for approval that were answered with it. */
  approvals?: ApprovalNo[] | undefined;
  /** The decision. */
  decision: Decision;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: work under way on a branch that is not taken now. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `decision_approve`. */
export interface DecisionApproveArguments<Asked extends Fields = DecisionApproveLean> {
  /** The decision. */
  decision: string;
  /** What there is to say about it. */
  comments?: string | null | undefined;
  /** The workflow; may be left out when `decision` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface DecisionRecordAnswer {
  /** The decision. */
  decision: Decision;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: work under way on a branch that is not taken now. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `decision_record`. */
export interface DecisionRecordArguments<Asked extends Fields = DecisionRecordLean> {
  /** What was chosen. */
  choice: string;
  /** Why. */
  rationale: string;
  /** The workflow. */
  workflow: Id;
  /** Which tasks it concerns; none means all. */
  affects_tasks?: string[] | undefined;
  /** What was not. */
  alternatives?: string[] | undefined;
  /** The planned decision that this is: its name (`D3`) or its key. */
  decision?: string | null | undefined;
  /** What was decided; may be left out with `decision`. */
  question?: string | undefined;
  /** Whether it can be undone later; it can unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface DecisionRejectAnswer {
  /** Requests for approval that were answered with it. */
  approvals?: ApprovalNo[] | undefined;
  /** The decision. */
  decision: Decision;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: work under way on a branch that is not taken now. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `decision_reject`. */
export interface DecisionRejectArguments<Asked extends Fields = DecisionRejectLean> {
  /** Why, and what would do instead. */
  comments: string;
  /** The decision. */
  decision: string;
  /** The workflow; may be left out when `decision` names it. */
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
 * Where a decision stands. - `recorded`: Made. - `approved`: A person agreed. - `rejected`: A person refused. -
 * `superseded`: A later decision took its place.
 */
export type DecisionStatus = "recorded" | "approved" | "rejected" | "superseded";

/** An output with the kernel's additions; one flat JSON object. */
export interface DecisionSupersedeAnswer {
  /** The decision. */
  decision: Decision;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: work under way on a branch that is not taken now. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `decision_supersede`. */
export interface DecisionSupersedeArguments<Asked extends Fields = DecisionSupersedeLean> {
  /** What was chosen now. */
  choice: string;
  /** The earlier decision. */
  decision: string;
  /** Why, and why not as before. */
  rationale: string;
  /** Which tasks it concerns; as before unless given. */
  affects_tasks?: string[] | null | undefined;
  /** What was not. Those of the earlier decision are not taken over: what is chosen now may be among them. */
  alternatives?: string[] | undefined;
  /** What was decided; as before unless given. */
  question?: string | null | undefined;
  /** Whether it can be undone later; as before unless given. */
  reversible?: boolean | null | undefined;
  /** The workflow; may be left out when `decision` names it. */
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

/** What a view is of. */
export interface Definition {
  /** Whether Loci keeps the partitions up to date by itself. */
  continuous?: boolean | null | undefined;
  /** Only memories with these values, by field: a text, or the operators of `memory_search`. */
  filters?: Record<string, unknown> | undefined;
  /**
   * The fields whose values make the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without
   * one of them is in no group.
   */
  group_by: string[];
  /** The model that its user thinks of; the one that is configured writes. */
  model_name?: string | null | undefined;
  /** A name for people. */
  name?: string | null | undefined;
  /** What a language model is asked for, instead of Loci's own prompt. */
  prompt?: string | null | undefined;
  /** What is summarised: `long_term`. */
  source?: string | undefined;
  /** Only memories that are at most so many days old. */
  time_window_days?: number | null | undefined;
}

/** What a view is of. */
export interface DefinitionPart {
  /** Whether Loci keeps the partitions up to date by itself. */
  continuous?: boolean | null | undefined;
  /** Only memories with these values, by field: a text, or the operators of `memory_search`. */
  filters?: Record<string, unknown> | undefined;
  /**
   * The fields whose values make the groups: `user_id`, `namespace`, `session_id`, `memory_type`. A memory without
   * one of them is in no group.
   */
  group_by: string[];
  /** The model that its user thinks of; the one that is configured writes. */
  model_name?: string | null | undefined;
  /** A name for people. */
  name?: string | null | undefined;
  /** What a language model is asked for, instead of Loci's own prompt. */
  prompt?: string | null | undefined;
  /** What is summarised: `long_term`. */
  source?: string | undefined;
  /** Only memories that are at most so many days old. */
  time_window_days?: number | null | undefined;
}

/** That a pad was deleted. */
export interface Deletion {
  /** When. */
  at: Time;
  /** By whom. */
  by: Actor;
  /** When it is erased unless restored. */
  purge_at: Time;
}

/**
 * How one thing came of another. - `memory`: A long-term memory that was taken from it. - `message`: A message of it
 * that search finds. - `summary`: A summary into which it was folded, or the document of a mind into which it was
 * dreamt. - `extraction`: Memories that a language model, or whoever wrote the session, took from it. - `entities`:
 * Entities that were seen in it. - `scratchpad`: What a tool call in it wrote to a scratchpad. - `copy`: The same
 * once more: a copied scratchpad, a return to an earlier version, the note that a memory is. - `fork`: A session that
 * began with what it held. - `partition`: A partition of a summary view that it may have gone into.
 */
export type Derivation = "memory" | "message" | "summary" | "extraction" | "entities" | "scratchpad" | "copy" | "fork" | "partition";

/** One thing that was made of what is to be erased. */
export interface Derived {
  /** How it came of it. */
  derivation: Derivation;
  /** The facts that hold it; none when it is the whole stream. */
  facts?: number[] | undefined;
  /** Its name there, where it has one: a memory's id, a scratchpad's name. */
  id?: string | null | undefined;
  /** The stream it is in. */
  stream: StreamId;
}

/** Where a session's memories of one namespace go, and who reads them there. */
export interface Destination {
  /** The core. */
  core: string;
  /** Who reads what is in it. */
  read_by: ReadBy;
}

/** Which text a line belongs to. - `equal`: Both. - `removed`: The old one only. - `added`: The new one only. */
export type DiffTag = "equal" | "removed" | "added";

/** Something learned during the work. */
export interface Discovery {
  /** Which tasks it concerns; none means all. */
  affects_tasks?: TaskNo[] | undefined;
  /** The version of the workflow at which it last changed. */
  changed: number;
  /** What was learned. */
  content: string;
  /** When. */
  discovered_at: Time;
  /** By whom. */
  discovered_by: Actor;
  /** Its name in the workflow. */
  id: DiscoveryNo;
  /** The memory core it should be kept in. */
  promote_to_core?: string | null | undefined;
  /** Its tokens as a context shows it. */
  tokens?: number | undefined;
  /** What kind of thing it is. */
  type: DiscoveryKind;
}

/**
 * What kind of thing was learned. - `constraint`: Something that limits the work. - `opportunity`: Something that
 * could be used. - `risk`: Something that could go wrong. - `insight`: Something worth knowing.
 */
export type DiscoveryKind = "constraint" | "opportunity" | "risk" | "insight";

export type DiscoveryNo = string;

/** An output with the kernel's additions; one flat JSON object. */
export interface DiscoveryRecordAnswer {
  /** The discovery. */
  discovery: Discovery;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `discovery_record`. */
export interface DiscoveryRecordArguments<Asked extends Fields = DiscoveryRecordLean> {
  /** What was learned. */
  content: string;
  /** What kind of thing it is. */
  type: DiscoveryKind;
  /** The workflow. */
  workflow: Id;
  /** Which tasks it concerns; none means all. */
  affects_tasks?: string[] | undefined;
  /** The memory core it should be kept in: one that there is, in which you may write. */
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
 * Through which door a call came. - `http`: A server function over HTTP. - `page`: A page that is being rendered, or
 * a form of one. - `mcp`: The Model Context Protocol. - `cli`: The command line. - `system`: Loci itself.
 */
export type Door = "http" | "page" | "mcp" | "cli" | "system";

/** An output with the kernel's additions; one flat JSON object. */
export interface DreamGetAnswer {
  /** How many lines were added. */
  added: number;
  /** The document that it wrote, or the draft that was refused; nothing when it could not be done. */
  after?: string | null | undefined;
  /** The document that it was made of. */
  before?: string | null | undefined;
  /** What is known of it. */
  dream: DreamRow;
  /** Where they differ. */
  hunks: Hunk[];
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many lines were taken out. */
  removed: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `dream_get`. */
export interface DreamGetArguments<Asked extends Fields = Whole> {
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** The dream, as `dream_list` names it; the last one unless given. */
  dream?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface DreamListAnswer {
  /** The one that is wanted or being dreamt. */
  asked?: Asked | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The dreams, the newest first. */
  items: DreamRow[];
  /** How it is with the work on it, once that was begun. */
  job?: Job | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `dream_list`. */
export interface DreamListArguments<Asked extends Fields = Whole> {
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** A dream as lists show it. */
export interface DreamRow {
  /** When it ended. */
  at: Time;
  /** The version that it was made of. */
  base?: number | null | undefined;
  /** The sections that it changed. */
  changes?: SectionChange[] | undefined;
  /** How much went in and came out. */
  counts: Counts;
  /** What it did, in a few words each. */
  did?: string[] | undefined;
  /** The fact that holds it: its name within the mind. */
  dream: number;
  /** Who wrote it, such as `built-in`, or a model. */
  dreamer: string;
  /** What the guards said. */
  guards?: Checked[] | undefined;
  /** Why it was refused, failed, or was not written by whom it was asked of. */
  note?: string | null | undefined;
  /** The version that it wrote. */
  number?: number | null | undefined;
  /** How. */
  status: DreamStatus;
}

/**
 * What dreams read beside the notes. - `all`: The agent's memories, its workflows and its sessions. - `memories`: Its
 * memories alone.
 */
export type DreamSources = "all" | "memories";

/**
 * How a dream ended. - `kept`: Its document is a version now. - `refused`: A guard refused it: the document and the
 * notes are as they were. - `failed`: It could not be done.
 */
export type DreamStatus = "kept" | "refused" | "failed";

/** What the task before is to the one that waits. - `blocks`: It holds it up. */
export type EdgeKind = "blocks";

/** Another wording than the suggested one; what is absent stays as suggested. */
export interface Edit {
  /** The core to keep it in. */
  core?: string | null | undefined;
  /** How much it matters, 0 to 1. */
  importance?: number | null | undefined;
  /** What to remember. */
  text?: string | null | undefined;
  /** What it is about. */
  topics?: string[] | null | undefined;
}

/** How a content is written in JSON. - `utf-8`: As it is. - `base64`: In Base64 (RFC 4648), because it is no text. */
export type Encoding = "utf-8" | "base64";

/** The tracked entities, most recent first. Clones share the list. */
export type Entities = EntityPart[];

/** One thing that a conversation has touched. */
export interface Entity {
  /** Its id where it lives, such as `page-123`. */
  id: string;
  /** What people call it, such as `About Us`. */
  name: string;
  /** Whether it was shown together with the one after it in the list: neither is more recent. */
  together?: boolean | undefined;
  /** What it is, such as `page`. */
  type: string;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface EntityAddAnswer {
  /** All that is tracked now, most recent first. */
  entities: EntityPart[];
  /** What was seen. */
  found?: EntityPart[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What is not tracked any more because it was deleted or forgotten. */
  removed?: EntityKey[] | undefined;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_add`. */
export interface EntityAddArguments<Asked extends Fields = Whole> {
  /** Its id where it lives, such as `page-123`. */
  id: string;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** What it is, such as `page`. */
  type: string;
  /** What people call it; its id unless given. */
  name?: string | null | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface EntityExportAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What `entity_restore` takes. */
  saved: SavedPart;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_export`. */
export interface EntityExportArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface EntityForgetAnswer {
  /** All that is tracked now, most recent first. */
  entities: EntityPart[];
  /** What was seen. */
  found?: EntityPart[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What is not tracked any more because it was deleted or forgotten. */
  removed?: EntityKey[] | undefined;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_forget`. */
export interface EntityForgetArguments<Asked extends Fields = Whole> {
  /** Its id. */
  id: string;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** What it is, such as `page`. */
  type: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** Which entity: there is one entry for each. */
export interface EntityKey {
  /** Its id. */
  id: string;
  /** What it is, such as `page`. */
  type: string;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface EntityListAnswer {
  /** The `[WORKING MEMORY]` block with every entity of the session, whatever was asked for. */
  block: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: EntityPart[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Which session. */
  session: SessionKey;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** How many a session tracks; what was touched longest ago goes first. */
  tracked_at_most: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_list`. */
export interface EntityListArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The `next_cursor` of the page before. */
  cursor?: string | null | undefined;
  /** At most so many (1 to 200). */
  limit?: number | null | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** Only those of this type, such as `page`. */
  type?: string | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface EntityObserveAnswer {
  /** All that is tracked now, most recent first. */
  entities: EntityPart[];
  /** What was seen. */
  found?: EntityPart[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What is not tracked any more because it was deleted or forgotten. */
  removed?: EntityKey[] | undefined;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_observe`. */
export interface EntityObserveArguments<Asked extends Fields = Whole> {
  /** What it answered, as JSON. */
  result: unknown;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The tool's name, such as `cms_createPage`. */
  tool: string;
  /** What it was called with. It names what was deleted or changed where the answer does not. */
  arguments?: unknown | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** One thing that a conversation has touched. */
export interface EntityPart {
  /** Its id where it lives, such as `page-123`. */
  id: string;
  /** What people call it, such as `About Us`. */
  name: string;
  /** Whether it was shown together with the one after it in the list: neither is more recent. */
  together?: boolean | undefined;
  /** What it is, such as `page`. */
  type: string;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface EntityResolveAnswer {
  /** Whether the phrase could as well mean another of `choices`; `entity` is the newest of them. */
  ambiguous: boolean;
  /** What to choose from when it is ambiguous. */
  choices?: EntityPart[] | undefined;
  /** All that the phrase refers to, most recent first: one unless it is a plural. */
  entities: EntityPart[];
  /** The entity, or the newest of several. */
  entity?: EntityPart | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What to ask when it is ambiguous, or why there is nothing. */
  say?: string | null | undefined;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_resolve`. */
export interface EntityResolveArguments<Asked extends Fields = Whole> {
  /** The phrase, or the sentence it is in: its first reference counts. */
  phrase: string;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface EntityRestoreAnswer {
  /** All that is tracked now, most recent first. */
  entities: EntityPart[];
  /** What was seen. */
  found?: EntityPart[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What is not tracked any more because it was deleted or forgotten. */
  removed?: EntityKey[] | undefined;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `entity_restore`. */
export interface EntityRestoreArguments<Asked extends Fields = Whole> {
  /** The checkpoint. */
  saved: Saved;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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
 * What an erasure promises once it is done. - `every_byte`: No byte of it is left in the log's files. - `rows`: The
 * database has no row with it; its files, copies and backups are its operator's.
 */
export type Erasing = "every_byte" | "rows";

/** One piece of evidence. */
export interface Evidence {
  /** When. */
  at?: Time | null | undefined;
  /** The number of the try, from 1. */
  attempt?: number | null | undefined;
  /** Who. */
  by?: string | null | undefined;
  /** What it is. */
  kind: EvidenceKind;
  /** What it says, in a line: an error, a remark, what was done. */
  text: string;
  /** The thing in the workflow, such as `D3` or `T5`. */
  thing: string;
  /** The thing's title, or the beginning of what it says. */
  title: string;
  /** The version of the workflow at which the thing last changed. */
  version: number;
}

/**
 * What a piece of evidence is. - `decision`: A decision. - `discovery`: A discovery. - `task`: A task and what came
 * of it. - `attempt`: A try at a task that failed. - `review`: A review that sent work back, or rejected it.
 */
export type EvidenceKind = "decision" | "discovery" | "task" | "attempt" | "review";

/**
 * A format in which a workflow is given out. - `loci`: Loci's own, complete: a person can take it in at another
 * server with `workflow_import`. - `markdown`: An outline for people. - `mermaid`: A flowchart of Mermaid. - `dot`: A
 * digraph of Graphviz. - `svg`: A picture, drawn as on the workflow's page. - `beads`: Issues of Beads, one a line. -
 * `task_master`: `tasks.json` of Task Master.
 */
export type ExportFormat = "loci" | "markdown" | "mermaid" | "dot" | "svg" | "beads" | "task_master";

/** One fact. */
export interface Fact {
  /** Who made it happen. */
  actor: Actor;
  /** When it happened. */
  at: Time;
  /** The particulars, as JSON. */
  body: unknown;
  /** Through which door. */
  door: Door;
  /** What happened. */
  kind: string;
  /** Its place in the log. */
  position: number;
  /** In which request. */
  request: string;
  /** The number of the body's form. */
  schema: number;
  /** Its stream. */
  stream: StreamId;
  /** Its number in the stream, from 1. */
  version: number;
  /** The workspace it belongs to. */
  workspace: string;
}

/** The first things of a kind, and how many there are. */
export interface FewNamed {
  /** How many there are. */
  count: number;
  /** The newest of them, at most 20. */
  items: Named[];
  /** How many are not among the items. */
  left_out?: number | undefined;
}

/** The first things of a kind, and how many there are. */
export interface FewWorked {
  /** How many there are. */
  count: number;
  /** The newest of them, at most 20. */
  items: Worked[];
  /** How many are not among the items. */
  left_out?: number | undefined;
}

/** The first things of a kind, and how many there are. */
export interface FewWritten {
  /** How many there are. */
  count: number;
  /** The newest of them, at most 20. */
  items: Written[];
  /** How many are not among the items. */
  left_out?: number | undefined;
}

/** The first things of a kind, and how many there are. */
export interface Fewstring {
  /** How many there are. */
  count: number;
  /** The newest of them, at most 20. */
  items: string[];
  /** How many are not among the items. */
  left_out?: number | undefined;
}

/** A field that would be changed. */
export interface FieldChange {
  /** What it is to say. */
  after: unknown;
  /** What it says now; null where there is nothing. */
  before: unknown;
  /** Its name. */
  field: string;
}

/** Anything else that is different. */
export interface FieldDiff {
  /** What it is; null for nothing. */
  after: unknown;
  /** What it was; null for nothing. */
  before: unknown;
  /** Its name, such as `context`. */
  field: string;
}

/** One field that is wrong. */
export interface FieldFault {
  /** What is wrong with it and what was expected. */
  detail: string;
  /** A JSON pointer into the arguments, such as `/tasks/0/title`. */
  pointer: string;
}

/** A file to look at. */
export interface File {
  /**
   * How many lines were added since that version. Absent when the content is no text, is not here or is too large to
   * compare in passing.
   */
  added?: number | null | undefined;
  /** The version to look at. */
  artifact: Artifact;
  /**
   * The version to compare it with: the newest one that a review of the task has seen, or else the one from before
   * the task. Absent when all of it is new.
   */
  before?: ArtifactNo | null | undefined;
  /** The number of that version among those of its path. */
  before_version?: number | null | undefined;
  /** How many lines were removed since that version. */
  removed?: number | null | undefined;
}

/** What must be so of crystals; all that is given must hold together. */
export interface Filters {
  /** The agents they are from. */
  agent?: TagFilter | null | undefined;
  /** When they are archived if nobody recalls them until then. */
  archives_at?: Range | null | undefined;
  /** The cores they are in. */
  core?: TagFilter | null | undefined;
  /** When they came to be. */
  created_at?: Range | null | undefined;
  /** Whether memories have been taken from a message: `t` or `f`. */
  discrete_memory_extracted?: TagFilter | null | undefined;
  /** Who and what is named in them. */
  entities?: TagFilter | null | undefined;
  /** When what they tell of happened. */
  event_date?: Range | null | undefined;
  /** When their time runs out. */
  expires_at?: Range | null | undefined;
  /** How they were taken from messages. */
  extraction_strategy?: TagFilter | null | undefined;
  /** `t` of what is frozen. */
  frozen?: TagFilter | null | undefined;
  /** Their ids. */
  id?: TagFilter | null | undefined;
  /**
   * What they are about: `fact`, `preference`, `goal`, `pattern`, `insight`, `relationship`, `skill`, `episode`; of
   * those that say so.
   */
  kind?: TagFilter | null | undefined;
  /** When they were recalled last. */
  last_accessed?: Range | null | undefined;
  /**
   * The stages of life that are wanted, one or several; unless given a search leaves out what is archived or expired.
   */
  lifecycle?: OneOrSeveral | undefined;
  /** Their hashes. */
  memory_hash?: TagFilter | null | undefined;
  /** `semantic`, `episodic` or `message`. */
  memory_type?: TagFilter | null | undefined;
  /** Conditions on metadata, by key. */
  metadata?: MetadataFilter | null | undefined;
  /** The namespaces they belong to. */
  namespace?: TagFilter | null | undefined;
  /** `t` of what is pinned. */
  pinned?: TagFilter | null | undefined;
  /** The sessions they are from. */
  session_id?: TagFilter | null | undefined;
  /** The streams they were taken from, such as `session:chat-1`. */
  source?: TagFilter | null | undefined;
  /** Whether what is so no longer is wanted too, because another memory took its place or its time is over. */
  superseded?: boolean | null | undefined;
  /** What they are about. */
  topics?: TagFilter | null | undefined;
  /**
   * How far they are to be believed: `agent`, `human`, `imported` or `quarantined`; unless given a search leaves out
   * what is quarantined.
   */
  trust?: TagFilter | null | undefined;
  /** When they were changed last. */
  updated_at?: Range | null | undefined;
  /** The users they are about. */
  user_id?: TagFilter | null | undefined;
  /** Only what was so at that time, also if it is so no longer. */
  valid_at?: Time | null | undefined;
  /** From when on what they say is so. */
  valid_from?: Range | null | undefined;
  /** From when on it is so no longer. */
  valid_to?: Range | null | undefined;
  /** The workflows they are from. */
  workflow?: TagFilter | null | undefined;
}

/** A room that is drawn as one node. */
export interface FoldedRoom {
  /** How many of them have each status; those with none are left out. */
  counts: Record<string, number>;
  /** The group. */
  name: string;
  /** The tasks in it that the drawing would show. */
  tasks: TaskNo[];
}

/** A rule of forgetting. Pinned crystals are never taken, and without a limit none is. */
export interface ForgetPolicy {
  /** Of what is left keep so many at most: those made and recalled most recently. */
  budget?: number | null | undefined;
  /**
   * With both limits given, take what is older than so many times `max_age_days` however often it is recalled; 12
   * unless given.
   */
  hard_age_multiplier?: number | null | undefined;
  /** Take what came to be more days ago. With `max_inactive_days` both must have passed. */
  max_age_days?: number | null | undefined;
  /** Take what was recalled last more days ago. */
  max_inactive_days?: number | null | undefined;
  /** Take these types only. */
  memory_type_allowlist?: MemoryType[] | null | undefined;
}

/** A memory that was forgotten and is not erased yet. */
export interface ForgottenMemory {
  /** The memory as it was. */
  memory: Crystal;
  /** When it is erased for good. */
  purge_at: Time;
}

/** A form that a crystal had. */
export interface Form {
  /** Since when. */
  at: Time;
  /** Who wrote it. */
  by: Actor;
  /** The fact that holds it. */
  version: number;
  /** What was done. */
  what: TrailStep;
}

/**
 * How a context is given: what is in it is there once. - `text`: As one text, ready for a prompt. - `blocks`: Block
 * by block, each item with its source and why it is there.
 */
export type Format = "text" | "blocks";

/** A task that could start. */
export interface Freed {
  /** Its name in the workflow. */
  id: TaskNo;
  /** What is to be done, in a line. */
  title: string;
}

/** The nested form of a call's name and arguments. */
export interface Function {
  /** What it is called with: an object, or its JSON text. */
  arguments?: unknown | undefined;
  /** The tool's name. */
  name: string;
}

/** The nested form of a call's name and arguments. */
export interface FunctionPart {
  /** What it is called with: an object, or its JSON text. */
  arguments?: unknown | undefined;
  /** The tool's name. */
  name: string;
}

/** How full a session is. Summary and messages count. */
export interface Gauges {
  /** How much of the window is used, in percent: 0 to 100, also where more is stored than fits. */
  context_percentage_total_used: number;
  /** How much of the way to the next summary is gone, in percent: 0 to 100. */
  context_percentage_until_summarization: number;
  /** The tokens of the summary. */
  context_tokens: number;
  /** The context window in tokens. */
  context_window: number;
  /** The encoding in which tokens are counted. */
  encoding: string;
  /** The tokens of the messages, each counted as `{role}: {content}`. */
  message_tokens: number;
  /** Above so many the oldest messages are summarised. */
  threshold_tokens: number;
  /** Both. */
  tokens: number;
  /** Where its size is from. */
  window_from: WindowFrom;
}

/** What an agent gave to a workflow. */
export interface Gave {
  /** What the agent gave. */
  contribution: Contribution;
  /** Its name. */
  name: string;
  /** The workflow. */
  workflow: Id;
}

/** An opening in a wall. */
export interface GraphDoor {
  /** Whether the wall it opens runs from left to right. */
  horizontal: boolean;
  /** The middle of the opening. */
  x: number;
  /** The middle of the opening. */
  y: number;
}

/** An edge of the graph: `from` blocks `to`. */
export interface GraphEdge {
  /** The task before. */
  from: TaskNo;
  /** The task that waits. */
  to: TaskNo;
  /** What the first is to the second. */
  type: EdgeKind;
  /** What is needed of the task before. */
  when: When;
}

/**
 * What is guarded against. - `missing_section`: A section is missing. - `mass_drop`: A mature document would lose
 * more than half of itself. - `eviction_runaway`: Everything would become a pointer. - `empty_synthesis`: There are
 * headings and nothing below them. - `bond_drift`: The Bond would be forgotten. - `over_budget`: It is longer than
 * what is shown of it.
 */
export type Guard = "missing_section" | "mass_drop" | "eviction_runaway" | "empty_synthesis" | "bond_drift" | "over_budget";

/** What was done with one learning. */
export interface Handled {
  /** When. */
  at?: Time | null | undefined;
  /** Who promoted or dismissed it, or opened it again. */
  by?: Actor | null | undefined;
  /** The version of the workflow at which it last changed. */
  changed: number;
  /** The core in which it is kept. */
  core?: string | null | undefined;
  /** How somebody worded it. */
  edit?: Edit | undefined;
  /** When. */
  edited_at?: Time | null | undefined;
  /** Who worded it so. */
  edited_by?: Actor | null | undefined;
  /** Its name in the workflow. */
  id: LearningName;
  /** The memory that says it there. */
  memory?: string | null | undefined;
  /** When it made itself known while the work went on. */
  noted_at?: Time | null | undefined;
  /** Why. */
  reason?: string | null | undefined;
  /** What became of it. */
  status: LearningStatus;
  /** Whether a person had to agree first. */
  waits?: boolean | undefined;
  /** Whether that memory had said it before. */
  was_known?: boolean | undefined;
}

/** One fact, as feeds show it. */
export interface Happening {
  /** Who made it happen. */
  actor: Actor;
  /** When it happened. */
  at: Time;
  /** The particulars. */
  body: unknown;
  /** Through which door. */
  door: Door;
  /** What happened. */
  kind: string;
  /** Its place in the log. */
  position: number;
  /** In which request. */
  request: string;
  /** The number of the body's form. */
  schema: number;
  /** Its stream. */
  stream: StreamId;
  /** What happened, in a sentence. */
  summary: string;
  /** Its number in the stream, from 1. */
  version: number;
  /** The workspace it belongs to. */
  workspace: string;
}

/** A task that an agent holds. */
export interface Held {
  /** Under which lease. */
  lease?: Lease | null | undefined;
  /** Where it is. */
  status: TaskStatus;
  /** The task. */
  task: TaskNo;
  /** Its title. */
  title: string;
  /** The workflow. */
  workflow: Id;
}

/** A crystal that was found. */
export interface Hit {
  /** How often it was recalled. */
  access_count?: number | undefined;
  /** The agent it is from. */
  agent?: string | null | undefined;
  /** The person who approved it. */
  approved_by?: string | null | undefined;
  /** The core it is in. */
  core: string;
  /** When it came to be. */
  created_at: Time;
  /** When it will be archived if nobody recalls it until then. */
  decays_at?: Time | null | undefined;
  /** `t` once memories have been taken from this message, `f` before. */
  discrete_memory_extracted?: string | null | undefined;
  /**
   * How far it is from what was asked, 0 to 1: 0 for the same text and without a query, lower where the score is
   * higher. What fits is below 0.3, what is alike in meaning below 0.9.
   */
  dist: number;
  /** Who and what is named in it. */
  entities?: string[] | undefined;
  /** When what it tells of happened. */
  event_date?: Time | null | undefined;
  /** When its time runs out: then it is not found any more, and erased. */
  expires_at?: Time | null | undefined;
  /** The ids of the messages or memories it was taken from. */
  extracted_from?: string[] | undefined;
  /** How it was taken from them: `discrete`, `summary`, `preferences` or `custom`. */
  extraction_strategy?: string | null | undefined;
  /** The particulars of that. */
  extraction_strategy_config?: Record<string, unknown> | null | undefined;
  /** Whether it stays as it is: it neither fades nor is changed by a rule. */
  frozen?: boolean | undefined;
  /** The person who pinned or froze it: no agent undoes that. */
  held_by?: string | null | undefined;
  /** Its name: the caller's choice, or a ULID. */
  id: string;
  /** How much it matters, 0 to 1. */
  importance?: number | null | undefined;
  /** What it is about, which decides for how long it matters; by `memory_type` unless given. */
  kind?: CrystalKind | null | undefined;
  /** When it was recalled last. */
  last_accessed: Time;
  /** The stage of its life. */
  lifecycle?: Lifecycle | null | undefined;
  /** The SHA-256 of its text without white space around it, its namespace and its user. */
  memory_hash: string;
  /** `semantic` (a fact), `episodic` (something that happened) or `message`. */
  memory_type?: MemoryType | undefined;
  /** The memories that say the same and were taken in. */
  merged_from?: string[] | undefined;
  /** The memory that says the same and took it in. */
  merged_into?: string | null | undefined;
  /** Whatever else belongs to it; kept, never looked at. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The namespace it belongs to; also the name of its core. */
  namespace?: string | null | undefined;
  /** When it was stored first. */
  persisted_at: Time;
  /** Whether it never fades and is never forgotten by a rule. */
  pinned?: boolean | undefined;
  /** Where it was taken from. */
  provenance?: Provenance | null | undefined;
  /**
   * How well it fits, 0 to 1, comparable between questions: where the best one has less than 0.5, nothing really
   * fits. 0 without words.
   */
  score: number;
  /** What the score is made of: `keyword`, `semantic` or `hybrid`. */
  score_type: string;
  /** The session it is from. */
  session_id?: string | null | undefined;
  /** What is left of its importance: it fades from the last recall on. */
  strength?: number | null | undefined;
  /** The memory that took its place, since `valid_to`. */
  superseded_by?: string | null | undefined;
  /** The memories of its core that it takes the place of: what they say is so no longer. */
  supersedes?: string[] | undefined;
  /** What is remembered. */
  text?: string | undefined;
  /** What it is about. */
  topics?: string[] | undefined;
  /** How far it is to be believed. */
  trust?: Trust | undefined;
  /** When it was changed last. */
  updated_at: Time;
  /** The user it is about. */
  user_id?: string | null | undefined;
  /** How it felt, from -1 (bad) to 1 (good). */
  valence?: number | null | undefined;
  /** From when on what it says is so. */
  valid_from?: Time | null | undefined;
  /** From when on what it says is so no longer: then no search finds it unless asked to. */
  valid_to?: Time | null | undefined;
  /** Why it was found. */
  why: Why;
  /** The workflow it is from. */
  workflow?: string | null | undefined;
}

/** What a mood is made of. - `dopamine`: Wins. - `cortisol`: Trouble. - `oxytocin`: Company. */
export type Hormone = "dopamine" | "cortisol" | "oxytocin";

/** A changed place with the lines around it. */
export interface Hunk {
  /** The lines. */
  lines: Line[];
  /** How many lines of the new text. */
  new_lines: number;
  /** The first line in the new text, from 1; 0 when it has none here. */
  new_start: number;
  /** How many lines of the old text. */
  old_lines: number;
  /** The first line in the old text, from 1; 0 when it has none here. */
  old_start: number;
}

/** A ULID. */
export type Id = string;

/**
 * A format that can be taken in. - `beads`: Issues of Beads, one a line. - `task_master`: `tasks.json` of Task
 * Master. - `loci`: Loci's own, complete.
 */
export type ImportFormat = "beads" | "task_master" | "loci";

/**
 * What an import did with a thing. - `created`: It is new. - `changed`: It was there, and is written over as far as
 * it differs.
 */
export type ImportedChange = "created" | "changed";

/** One thing that an import wrote. */
export interface ImportedItem {
  /** Whether it was there before. */
  change: ImportedChange;
  /** Its name here. */
  id: string;
  /** Its name where it is from. */
  key: string;
  /** What it is, in a line. */
  title: string;
}

/**
 * Where a task is in its life where it is from. - `open`: It waits, or somebody was at it. - `held`: It is not to be
 * done now. - `review`: It waits for a review. - `done`: It is done. - `cancelled`: It was called off.
 */
export type ImportedState = "open" | "held" | "review" | "done" | "cancelled";

/** An output with the kernel's additions; one flat JSON object. */
export interface InboxGetAnswer {
  /** The request for approval it is. */
  approval?: Approval | null | undefined;
  /** Whether the task is on the chain that takes longest. */
  critical?: boolean | undefined;
  /** The decision whose approval is asked for. */
  decision?: Decision | null | undefined;
  /**
   * The files to look at: the newest version of each that was made for the task, or the one whose approval is asked
   * for.
   */
  files?: File[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The item. */
  item: Item;
  /** Who leads the workflow, or did. */
  lead: Lead;
  /** What the task needs and has not got, in words: approving it takes `force` then. */
  missing?: string | undefined;
  /**
   * The outcome in sentences, if it no longer needs a person: what was done, and by whom. `item.since` is then when
   * that was.
   */
  outcome?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** The question it is. */
  question?: Question | null | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task it is about. */
  task?: Task | null | undefined;
  /** The tasks that could start if the task were completed now. */
  unblocks?: Freed[] | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `inbox_get`. */
export interface InboxGetArguments<Asked extends Fields = Whole> {
  /** The item, such as `review:T7`. */
  item: string;
  /** The workflow. */
  workflow: Id;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface InboxListAnswer {
  /** How many of each kind; those with none are left out. */
  counts: Record<string, number>;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items. */
  items: Item[];
  /**
   * The cores in which memories of agents wait for a person, the longest waiting first: on the first page, where no
   * workflow was named.
   */
  memories?: CoreWaiting[] | undefined;
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many were put off. */
  snoozed: number;
  /** How many there are in all. */
  total: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `inbox_list`. */
export interface InboxListArguments<Asked extends Fields = Whole> {
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** Whether to show also what was put off. */
  include_snoozed?: boolean | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** Only in this workflow. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What became of a tool call. */
export interface IngestOutcome {
  /** Whether it was merged; otherwise the scratchpad is as it was before. */
  applied: boolean;
  /** Why it was not merged, or what of it was left out. */
  diagnostic?: string | null | undefined;
  /** Where the state would not fit the scratchpad's schema. */
  misfits?: Misfit[] | undefined;
  /** Who shares the scratchpad. */
  scope?: Scope | undefined;
  /** The scratchpad's name. */
  scratchpad: string;
  /** The tool's name. */
  tool: string;
}

/** What became of one scratchpad. */
export interface Inherited {
  /** Whether it was copied, or its changes were merged. */
  applied: boolean;
  /** Why not. */
  diagnostic?: string | null | undefined;
  /** Its name. */
  scratchpad: string;
}

/** One thing that needs a person. */
export interface Item {
  /** What there is to say about it, in a line. */
  detail: string;
  /** The agent it comes from. */
  from?: string | null | undefined;
  /** How many tasks hang on it. */
  holds_up: number;
  /** Its name in the workflow: the kind and the thing, such as `review:T7`. */
  item: string;
  /** Why it needs a person. */
  kind: ItemKind;
  /** Since when. */
  since: Time;
  /** Until when somebody put it off. */
  snoozed_until?: Time | null | undefined;
  /** The thing it is about, such as `T7`, `Q2`; empty for the workflow itself. */
  thing: string;
  /** What it is, in a line. */
  title: string;
  /** The workflow. */
  workflow: Id;
  /** The workflow's name. */
  workflow_name: string;
}

/**
 * Why something needs a person. - `review`: A task waits for a review. - `escalation`: A task failed for good. -
 * `question`: An agent asks. - `approval`: An agent wants consent. - `lease_expired`: An agent went quiet while
 * holding a task. - `blocked`: The holder of a task cannot go on, or could not until its lease ran out. -
 * `lead_vacant`: Nobody leads while work waits. - `warning`: Something is not as somebody may expect.
 */
export type ItemKind = "review" | "escalation" | "question" | "approval" | "lease_expired" | "blocked" | "lead_vacant" | "warning";

/** An output with the kernel's additions; one flat JSON object. */
export interface ItemSnoozeAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The item. */
  item: Item;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `item_snooze`. */
export interface ItemSnoozeArguments<Asked extends Fields = Whole> {
  /** The item, such as `review:T7`. */
  item: string;
  /** The workflow. */
  workflow: Id;
  /** The same, in seconds from now; 0 brings it back. */
  seconds?: number | null | undefined;
  /** Until when. */
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

/** A job that was begun and is not done. */
export interface Job {
  /** How often it was taken since it last succeeded. */
  attempt: number;
  /** The process that took it. */
  by: string;
  /** Why it failed last. */
  error?: string | null | undefined;
  /** The lease under which it was last taken: the version of the fact that says so. */
  lease: number;
  /** When it is tried again. */
  retry_at?: Time | null | undefined;
  /** When its state last changed. */
  since: Time;
  /** How it is with it. */
  state: JobState;
  /** When the lease ends. */
  until: Time;
}

/**
 * What kinds of work there are. - `summary`: The oldest messages of a session are folded into its summary. -
 * `memories`: Memories are taken from the messages of a session. - `view`: The partitions of a summary view are
 * written. - `dream`: The notes of a mind are taken into its document. - `pointers`: The pointers of a mind's
 * document are tried. - `webhook`: The messages of a webhook are sent.
 */
export type JobKind = "summary" | "memories" | "view" | "dream" | "pointers" | "webhook";

/** An output with the kernel's additions; one flat JSON object. */
export interface JobListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: JobRow[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `job_list`. */
export interface JobListArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the page before. */
  cursor?: string | null | undefined;
  /** Only this kind of work. */
  kind?: JobKind | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** Only those in this state. */
  state?: JobState | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** A job as lists show it. */
export interface JobRow {
  /** How often it was taken since it last succeeded. */
  attempt: number;
  /** Why it failed last. */
  error?: string | null | undefined;
  /** Which work it is. */
  kind: JobKind;
  /** When it is tried again. */
  retry_at?: Time | null | undefined;
  /** When its state last changed. */
  since: Time;
  /** How it is with it. */
  state: JobState;
  /** What it is about, such as `session:talk`. */
  stream: StreamId;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface JobRunAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Which work. */
  kind: JobKind;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What it is about. */
  stream: StreamId;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `job_run`. */
export interface JobRunArguments<Asked extends Fields = Whole> {
  /** Which work. */
  kind: JobKind;
  /** What the job is about, as `job_list` gives it. */
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
 * How it is with a job. - `running`: Somebody does it. - `waiting`: It is tried again later. - `failed`: It failed
 * too often and was given up. - `stopped`: A person stopped it.
 */
export type JobState = "running" | "waiting" | "failed" | "stopped";

/** An output with the kernel's additions; one flat JSON object. */
export interface JobStopAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Which work. */
  kind: JobKind;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What it is about. */
  stream: StreamId;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `job_stop`. */
export interface JobStopArguments<Asked extends Fields = Whole> {
  /** Which work. */
  kind: JobKind;
  /** What the job is about, as `job_list` gives it. */
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
 * How a task joins its edges. - `all`: All of them must hold; a branch not taken skips the task. - `any`: One of them
 * is enough. - `none_failed`: None may have failed; branches not taken do not matter as long as one holds.
 */
export type Join = "all" | "any" | "none_failed";

/** Who leads. */
export interface Lead {
  /** The orchestrator; absent when nobody leads. */
  agent?: string | null | undefined;
  /** Since when nobody leads. */
  ended_at?: Time | null | undefined;
  /** Grows with every change of the lead; 0 when there never was one. */
  epoch?: number | undefined;
  /** Who has led, with the last epoch of each. */
  epochs?: Record<string, number> | undefined;
  /** Whether the last lead ran out instead of being given back. */
  expired?: boolean | undefined;
  /** What the last lead left behind. */
  handoff_note?: string | null | undefined;
  /** Until when, unless renewed. */
  until?: Time | null | undefined;
}

/**
 * What to do with the lead. - `take`: Take it: nobody leads, the last one's time ran out, or it is mine and I begin
 * again. - `renew`: Keep it for another while. Every other call about the workflow does that too. - `release`: Give
 * it back.
 */
export type LeadAction = "take" | "renew" | "release";

/** How many learnings lists say that a workflow has. */
export interface Learned {
  /** How many there are: all when the workflow has ended, before that those which made themselves known. */
  found: number;
  /** How many of them nobody has decided about. */
  open: number;
}

/** A learning as it stands. */
export interface Learning {
  /** The version of the workflow at which it last changed: what `if_version` compares. */
  changed: number;
  /** The core in which it is kept, or would be. */
  core: string;
  /** When. */
  edited_at?: Time | null | undefined;
  /** Who worded it otherwise than suggested. */
  edited_by?: Actor | null | undefined;
  /** What it rests on, at most twenty pieces. */
  evidence?: Evidence[] | undefined;
  /** How many more pieces there are. */
  evidence_left_out?: number | undefined;
  /** Why what it was learned from holds no more, where it does not. */
  gone?: string | null | undefined;
  /** Its name in the workflow, such as `L-D3`. */
  id: LearningName;
  /** How much it matters, 0 to 1. */
  importance: number;
  /** What kind of thing it is; absent when what it was learned from holds no more. */
  kind?: LearningKind | null | undefined;
  /** When it was learned. */
  learned_at: Time;
  /** The memory that says it. */
  memory?: string | null | undefined;
  /** When it made itself known while the work went on. */
  noted_at?: Time | null | undefined;
  /** Why. */
  reason?: string | null | undefined;
  /** When. */
  settled_at?: Time | null | undefined;
  /** Who promoted or dismissed it, or opened it again. */
  settled_by?: Actor | null | undefined;
  /** What became of it. */
  status: LearningStatus;
  /** What is remembered, or would be; in lists the beginning of it. */
  text: string;
  /** How many characters all of it has, where only the beginning is here. */
  text_chars?: number | null | undefined;
  /** What it is, in a line. */
  title: string;
  /** What it is about. */
  topics?: string[] | undefined;
  /** Whether a person had to agree before that memory could be found: the core asks for it. */
  waits?: boolean | undefined;
  /** Whether that memory had said it before. */
  was_known?: boolean | undefined;
  /** The workflow that teaches it. */
  workflow: Id;
  /** The workflow's name. */
  workflow_name: string;
}

/** How many learnings a workflow has, by what became of them. */
export interface LearningCounts {
  /** They are not worth keeping. */
  dismissed: number;
  /** Nobody has decided about them. */
  open: number;
  /** They are long-term memories. */
  promoted: number;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface LearningDismissAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_dismiss`. */
export interface LearningDismissArguments<Asked extends Fields = LearningDismissLean> {
  /** The learning. */
  learning: LearningRef;
  /** Why. */
  reason?: string | null | undefined;
  /** The workflow; may be left out when `learning` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface LearningEditAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_edit`. */
export interface LearningEditArguments<Asked extends Fields = LearningEditLean> {
  /** The learning. */
  learning: LearningRef;
  /** The core to keep it in. */
  core?: string | null | undefined;
  /** How much it matters, 0 to 1. */
  importance?: number | null | undefined;
  /** What to remember. */
  text?: string | null | undefined;
  /** What it is about. */
  topics?: string[] | null | undefined;
  /** The workflow; may be left out when `learning` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface LearningGetAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_get`. */
export interface LearningGetArguments<Asked extends Fields = Whole> {
  /** The learning. */
  learning: LearningRef;
  /** The workflow; may be left out when `learning` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/**
 * What kind of thing was learned. - `decision`: A choice and why it was made. - `discovery`: Something that was found
 * out. - `pattern`: Something that came up more than once, or what worked where other tries had failed. - `failure`:
 * What could not be done, and why.
 */
export type LearningKind = "decision" | "discovery" | "pattern" | "failure";

/** An output with the kernel's additions; one flat JSON object. */
export interface LearningListAnswer {
  /** How many there are by what became of them; of one workflow alone. */
  counts?: LearningCounts | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The learnings; their texts are cut where they are long, `learning_get` has all of one. */
  items: Learning[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all; of one workflow alone. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_list`. */
export interface LearningListArguments<Asked extends Fields = LearningListLean> {
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** Only those of which this became; all unless given. */
  status?: LearningStatus | null | undefined;
  /** Only of this workflow. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface LearningPromoteAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_promote`. */
export interface LearningPromoteArguments<Asked extends Fields = LearningPromoteLean> {
  /** The learning. */
  learning: LearningRef;
  /** The core to keep it in; the suggested one unless given. It must be there, or be the suggested one. */
  core?: string | null | undefined;
  /** How much it matters, 0 to 1; as suggested unless given. */
  importance?: number | null | undefined;
  /** What to remember; as suggested unless given. */
  text?: string | null | undefined;
  /** What it is about; as suggested unless given. */
  topics?: string[] | null | undefined;
  /** The workflow; may be left out when `learning` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface LearningReopenAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The learning. */
  learning: Learning;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `learning_reopen`. */
export interface LearningReopenArguments<Asked extends Fields = LearningReopenLean> {
  /** The learning. */
  learning: LearningRef;
  /** Why. */
  reason?: string | null | undefined;
  /** The workflow; may be left out when `learning` names it. */
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
 * What became of a learning. - `open`: Nobody has decided about it. - `promoted`: It is a long-term memory. -
 * `dismissed`: It is not worth keeping.
 */
export type LearningStatus = "open" | "promoted" | "dismissed";

/** The right to work on a task for a while. */
export interface Lease {
  /** Grows with every claim of the task: what carries an older one comes too late. */
  fence: number;
  /** The agent. */
  holder: string;
  /** What the holder sends with every call about the task. It is no secret: the caller must be the holder too. */
  id: string;
  /** Since when its clock stands still, because a person's answer is awaited. */
  parked_at?: Time | null | undefined;
  /** How long a renewal lasts, in seconds. */
  seconds: number;
  /** When it ends unless renewed. */
  until: Time;
}

/** A memory that would be forgotten. */
export interface Leaving {
  /** The core it is in. */
  core: string;
  /** Its id. */
  id: string;
  /** The stream it was taken from. */
  source?: StreamId | null | undefined;
  /** What it says, in short. */
  text: string;
  /** Why it would go. */
  why: string;
}

/** A workflow that an agent leads. */
export interface Led {
  /** The lead's epoch. */
  epoch: number;
  /** Its name. */
  name: string;
  /** The workflow. */
  workflow: Id;
}

/** How a mood stands: each level is 0 to 1. */
export interface Levels {
  /** Trouble. */
  cortisol: number;
  /** Wins. */
  dopamine: number;
  /** Company. */
  oxytocin: number;
}

/** What a crystal's words say. */
export interface Lexical {
  /** Which ones it has. */
  matched: string[];
  /** How many words were looked for. */
  of: number;
  /** Its place by words alone, from 1, among those that were weighed. */
  rank: number;
  /** The BM25 score of its words; larger is better. */
  score: number;
  /** Their share of its score. */
  share: number;
  /** How many of the words it has. */
  words: number;
}

/**
 * The stages of a crystal's life. - `generated`: It was made, and not recalled yet. - `activated`: It was recalled. -
 * `consolidated`: It matters and was recalled often. - `archived`: It faded, or another one took it in: no search
 * finds it unless asked to. - `expired`: Its time ran out: it is about to be erased. - `frozen`: It stays as it is.
 */
export type Lifecycle = "generated" | "activated" | "consolidated" | "archived" | "expired" | "frozen";

/** How many crystals are at which stage of their lives. */
export interface Lifecycles {
  /** Recalled. */
  activated: number;
  /** Faded, or taken in by another one. */
  archived: number;
  /** Recalled often, and of weight. */
  consolidated: number;
  /** About to be erased. */
  expired: number;
  /** Kept as they are. */
  frozen: number;
  /** Made, and not recalled yet. */
  generated: number;
}

/** One line of a hunk. */
export interface Line {
  /** Its number in the new text, from 1. */
  new?: number | null | undefined;
  /** Its number in the old text, from 1. */
  old?: number | null | undefined;
  /** Which text it belongs to. */
  tag: DiffTag;
  /** The line without its end. */
  text: string;
}

/** Where something about the task can be found. */
export interface Link {
  /** `worktree`, `commit`, `pull_request` or another word. */
  kind: string;
  /** The address, path or hash. */
  target: string;
}

/** Where something about the task can be found. */
export interface LinkPart {
  /** `worktree`, `commit`, `pull_request` or another word. */
  kind: string;
  /** The address, path or hash. */
  target: string;
}

/**
 * How a version came to be. - `seed`: It is what had been written before. - `dream`: A dream wrote it. - `edit`: A
 * person wrote it. - `restore`: It is an earlier one again. - `pointers`: Its pointers were mended.
 */
export type Made = "seed" | "dream" | "edit" | "restore" | "pointers";

/** What a crystal means. */
export interface Meaning {
  /** How near that is to what was asked, from -1 to 1. */
  cosine: number;
  /** Its share of the score. */
  share: number;
}

/**
 * How memories are written down. - `mem0`: What mem0 answers or exports: `{"results": [{"memory": …}]}`, a list, or
 * line by line. - `letta`: An agent file of Letta's (`.af`), or a list of its archival passages. -
 * `agent_memory_server`: Memories of agent-memory-server: a session's document, the answer of a search, or a list of
 * records. - `markdown`: Markdown, a memory for each paragraph and list item. - `loci`: Parts of memories as `loci
 * import` sends them.
 */
export type MemoriesFormat = "mem0" | "letta" | "agent_memory_server" | "markdown" | "loci";

/**
 * Which crystals of agents wait for a person's approval. - `off`: None. - `new_sources`: Those of an agent, or from a
 * session, of which the core holds nothing yet. - `all`: All.
 */
export type MemoryApproval = "off" | "new_sources" | "all";

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryApproveAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_approve`. */
export interface MemoryApproveArguments<Asked extends Fields = Whole> {
  /** The core it is for. */
  core: string;
  /** Its id. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryCompactAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many memories were archived because another one says the same. */
  merged: number;
  /** True when more of these say what another one says: call it again. */
  more?: boolean | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many are left. */
  remaining: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_compact`. */
export interface MemoryCompactArguments<Asked extends Fields = Whole> {
  /** Only in this namespace. */
  namespace?: string | null | undefined;
  /** Also what differs in punctuation, articles and the case of plain words alone. */
  near?: boolean | undefined;
  /** Only of this user. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryCreateAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Each memory's id and what became of it. */
  memories: CreatedOne[];
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_create`. */
export interface MemoryCreateArguments<Asked extends Fields = Whole> {
  /** The core to put them in; each one's namespace names it unless given, `default` without one. */
  core?: string | null | undefined;
  /** Whether what is known already is left out; true unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryEditAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory; as it is to be, where that waits. */
  memory: Crystal;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** True when a person has to approve the change first. */
  waiting?: boolean | null | undefined;
}

/** The arguments of `memory_edit`. */
export interface MemoryEditArguments<Asked extends Fields = Whole> {
  /** Its id. */
  id: string;
  /** The core it is in; the one that has it unless given. Needed where several have one of that id. */
  core?: string | null | undefined;
  /** `t` once memories have been taken from this message, `f` before. */
  discrete_memory_extracted?: string | null | undefined;
  /** Who and what is named in it. */
  entities?: string[] | null | undefined;
  /** When what it tells of happened. */
  event_date?: Time | null | undefined;
  /** When its time runs out. */
  expires_at?: Time | null | undefined;
  /**
   * Whether it stays as it is: it neither fades nor is changed by a rule. What a person froze no agent thaws or
   * changes.
   */
  frozen?: boolean | null | undefined;
  /** How much it matters, 0 to 1. */
  importance?: number | null | undefined;
  /** What it is about, which decides for how long it matters. */
  kind?: CrystalKind | null | undefined;
  /** `semantic`, `episodic` or `message`. */
  memory_type?: MemoryType | null | undefined;
  /** Whatever else belongs to it. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** Whether it never fades and is never forgotten by a rule. What a person pinned no agent unpins. */
  pinned?: boolean | null | undefined;
  /**
   * Whether it is held back until a person has looked at it: a search that does not ask for such leaves it out. For
   * people to say.
   */
  quarantined?: boolean | null | undefined;
  /** The session it is from. */
  session_id?: string | null | undefined;
  /** The memories of its core whose place it takes: what they say is so no longer. */
  supersedes?: string[] | null | undefined;
  /** What is remembered. */
  text?: string | null | undefined;
  /** What it is about. */
  topics?: string[] | null | undefined;
  /** The user it is about. */
  user_id?: string | null | undefined;
  /** How it felt, from -1 (bad) to 1 (good). */
  valence?: number | null | undefined;
  /** From when on what it says is so. */
  valid_from?: Time | null | undefined;
  /** From when on what it says is so no longer. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryForgetAnswer {
  /** How many of them were forgotten. */
  deleted: number;
  /** Which. */
  deleted_ids: string[];
  /** Whether nothing was forgotten, because it was only asked what would be. */
  dry_run: boolean;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** With `dry_run`: what would go, and why. */
  items?: Leaving[] | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many memories were looked at. */
  scanned: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_forget`. */
export interface MemoryForgetArguments<Asked extends Fields = Whole> {
  /** Say what would be forgotten, and forget nothing. */
  dry_run?: boolean | undefined;
  /**
   * What must be so of the memories: `source` asks for what was taken from a session or another stream, `workflow`
   * for what is from a workflow. What has faded or is so no longer is among them.
   */
  filters?: Filters | undefined;
  /**
   * The memories; those that are not there are passed over. A message of a session is not found any more and stays in
   * its session. Where several cores have one of that id, `filters` say which is meant.
   */
  ids?: string[] | undefined;
  /** How many to look at of those that may go, the oldest first, 1 to 10,000; 1,000 unless given. */
  limit?: number | null | undefined;
  /** Memories to leave in any case. */
  pinned_ids?: string[] | undefined;
  /**
   * Which of them to take, never a pinned one; one without a limit takes none. All unless given, of those that only
   * `filters` ask for the pinned ones not.
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryForgottenAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: ForgottenMemory[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_forgotten`. */
export interface MemoryForgottenArguments<Asked extends Fields = Whole> {
  /** The core they were in. */
  core?: string | null | undefined;
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** The id of the only one that is wanted. */
  id?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryGetAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Where it is from, where that was asked for. */
  trail?: Trail | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_get`. */
export interface MemoryGetArguments<Asked extends Fields = Whole> {
  /** Its id. */
  id: string;
  /** The core it is in; the one that has it unless given. Needed where several have one of that id. */
  core?: string | null | undefined;
  /** Tell also where it is from: who wrote and changed it, what it stands for, what stands for it. */
  trail?: boolean | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryImportAnswer {
  /** How many were there and are changed. */
  changed: number;
  /** The core that memories went to. */
  core?: string | null | undefined;
  /** How many things are new. */
  created: number;
  /** Whether nothing was written: this is what would be. */
  dry_run: boolean;
  /** The format of what was read, such as `beads`. */
  format: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The first of those that are new or changed. */
  items?: ImportedItem[] | undefined;
  /** What else should be known. */
  notes?: string[] | undefined;
  /** The first of them and of those links, each with its place and the reason. */
  odd?: Odd[] | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many things are quarantined: they cannot be taken in, and are kept whole. */
  quarantined?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many links between things were set aside, because they would close a cycle. */
  set_aside?: number | undefined;
  /** How many were there and stay as they are. */
  unchanged: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_import`. */
export interface MemoryImportArguments<Asked extends Fields = Whole> {
  /** The text, at most 32 MiB and 10,000 memories. `loci import` sends longer ones in parts. */
  content: string;
  /** The core to put them in; that of the namespace unless given. */
  core?: string | null | undefined;
  /** Only say what would become of it. */
  dry_run?: boolean | undefined;
  /** The format of the text; known by its beginning unless given, Markdown where it is no JSON. */
  format?: MemoriesFormat | null | undefined;
  /** The namespace they belong to. */
  namespace?: string | null | undefined;
  /** The user they are about, where they do not say so themselves. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryMergeAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_merge`. */
export interface MemoryMergeArguments<Asked extends Fields = Whole> {
  /** The id of the memory that stays. */
  keep: string;
  /** The ids of those that say the same, 1 to 100. */
  others: string[];
  /** The core they are in; the one that has `keep` unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryPurgeAnswer {
  /** The core it was in. */
  core: string;
  /** What was made of it: it goes too with `cascade`, and stays without. */
  derived?: Derived[] | undefined;
  /** Whether they are erased; `erasing` says what that promises. */
  erased: boolean;
  /**
   * What an erasure promises here: that no byte is left in the log's files, or that no row is, while files and
   * backups of the database are its operator's.
   */
  erasing?: Erasing | undefined;
  /** The facts that held it. */
  facts: number[];
  /** The memory. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_purge`. */
export interface MemoryPurgeArguments<Asked extends Fields = Whole> {
  /** Its id. */
  id: string;
  /** Erase what was made of it too. */
  cascade?: boolean | undefined;
  /** The core it is or was in. Unless given it is looked for; one that was forgotten only in `default`. */
  core?: string | null | undefined;
  /** Say what would be erased, and erase nothing. */
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

/** A memory in a session. One without `persisted_at` waits to become a crystal. */
export interface MemoryRecord {
  /** How often it was recalled. */
  access_count?: number | undefined;
  /** When it was made. */
  created_at?: Moment | null | undefined;
  /** Whether smaller memories were taken from it. */
  discrete_memory_extracted?: boolean | undefined;
  /** Whom and what it names. */
  entities?: string[] | undefined;
  /** When what it tells happened. */
  event_date?: Moment | null | undefined;
  /** The messages it was taken from. */
  extracted_from?: string[] | undefined;
  /** How it was taken from them. */
  extraction_strategy?: string | null | undefined;
  /** The particulars of how. */
  extraction_strategy_config?: unknown | undefined;
  /** Its id; one is made when it has none. */
  id?: string | undefined;
  /** How much it matters, 0 to 1. */
  importance?: number | null | undefined;
  /** When it was last recalled. */
  last_accessed?: Moment | null | undefined;
  /** The caller's own hash of the text. */
  memory_hash?: string | null | undefined;
  /** What kind of memory it is. */
  memory_type?: MemoryType | undefined;
  /** Whatever else the caller keeps with it. */
  metadata?: unknown | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** When it became a crystal. */
  persisted_at?: Moment | null | undefined;
  /** Whether it never fades. */
  pinned?: boolean | undefined;
  /** The session it is from. */
  session_id?: string | null | undefined;
  /** What is to be kept. */
  text: string;
  /** What it is about. */
  topics?: string[] | undefined;
  /** When it was last changed. */
  updated_at?: Moment | null | undefined;
  /** Whom it is about. */
  user_id?: string | null | undefined;
}

/** A memory in a session. One without `persisted_at` waits to become a crystal. */
export interface MemoryRecordPart {
  /** How often it was recalled. */
  access_count?: number | undefined;
  /** When it was made. */
  created_at?: Moment | null | undefined;
  /** Whether smaller memories were taken from it. */
  discrete_memory_extracted?: boolean | undefined;
  /** Whom and what it names. */
  entities?: string[] | undefined;
  /** When what it tells happened. */
  event_date?: Moment | null | undefined;
  /** The messages it was taken from. */
  extracted_from?: string[] | undefined;
  /** How it was taken from them. */
  extraction_strategy?: string | null | undefined;
  /** The particulars of how. */
  extraction_strategy_config?: unknown | undefined;
  /** Its id; one is made when it has none. */
  id?: string | undefined;
  /** How much it matters, 0 to 1. */
  importance?: number | null | undefined;
  /** When it was last recalled. */
  last_accessed?: Moment | null | undefined;
  /** The caller's own hash of the text. */
  memory_hash?: string | null | undefined;
  /** What kind of memory it is. */
  memory_type?: MemoryType | undefined;
  /** Whatever else the caller keeps with it. */
  metadata?: unknown | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** When it became a crystal. */
  persisted_at?: Moment | null | undefined;
  /** Whether it never fades. */
  pinned?: boolean | undefined;
  /** The session it is from. */
  session_id?: string | null | undefined;
  /** What is to be kept. */
  text: string;
  /** What it is about. */
  topics?: string[] | undefined;
  /** When it was last changed. */
  updated_at?: Moment | null | undefined;
  /** Whom it is about. */
  user_id?: string | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryRejectAnswer {
  /** Its id. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** When it is erased. */
  purge_at: Time;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_reject`. */
export interface MemoryRejectArguments<Asked extends Fields = Whole> {
  /** The core it is for. */
  core: string;
  /** Its id. */
  id: string;
  /** Why, for its author. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryRestoreAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_restore`. */
export interface MemoryRestoreArguments<Asked extends Fields = Whole> {
  /** Its id. */
  id: string;
  /** The core it was in; `default` unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemorySearchAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The memories, best first. */
  items: Hit[];
  /** How was looked. */
  mode: Mode;
  /** The `cursor` of the next page; absent on the last one. */
  next_cursor?: string | null | undefined;
  /** The `offset` of the next page; absent on the last one. */
  next_offset?: number | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Words of the query that no memory has, and what was looked for instead. */
  read_as?: WordReadAs[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many match in all: by a word, as the neighbour of one that does, or by what they mean. */
  total: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_search`. */
export interface MemorySearchArguments<Asked extends Fields = MemorySearchLean> {
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /**
   * The greatest `dist` of a hit, 0 to 1; any unless given. 0.3 asks for what fits well, 0.9 leaves out what is not
   * even alike.
   */
  distance_threshold?: number | null | undefined;
  /** What must be so of the memories; all that is given must hold together. */
  filters?: Filters | undefined;
  /** How many, 1 to 100; 10 unless given. */
  limit?: number | null | undefined;
  /**
   * How: `hybrid` unless given, `lexical` or `vector`. Where no model makes vectors, words alone are looked for; the
   * answer's `mode` says so.
   */
  mode?: Mode | null | undefined;
  /**
   * Words and phrases that each memory must contain word for word, at most 16. Phrases in quotation marks in `query`
   * are required, too.
   */
  must?: string[] | undefined;
  /** Words and phrases that no memory may contain, at most 16. */
  must_not?: string[] | undefined;
  /** How many of the first ones to pass over. */
  offset?: number | null | undefined;
  /**
   * What is looked for, in any words: a question will do, also one that says who or when. The newest memories without
   * it.
   */
  query?: string | null | undefined;
  /** How words and recency are weighed; recency counts where this is given. */
  recency?: Weights | null | undefined;
  /**
   * Whether recent memories come before others that fit as well; unless given only where the question is about what
   * is so now, as in "currently".
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryTimelineAnswer {
  /** How many it may have. */
  budget: number;
  /** The entries, in the order of time. */
  entries: TimelineEntry[];
  /** The first moment of the time that was looked at; absent without a limit. */
  from?: Time | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many entries were found for which there was no room. */
  left_out: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The timeline as an agent reads it: a line for each entry, with its date, and its kind and id in brackets. */
  text: string;
  /** The last moment of it; absent without a limit. */
  to?: Time | null | undefined;
  /** The tokens of the text. */
  tokens: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_timeline`. */
export interface MemoryTimelineArguments<Asked extends Fields = MemoryTimelineLean> {
  /** How many tokens the text may have, 200 to 16,000; 2,000 unless given. */
  budget?: number | null | undefined;
  /**
   * What must be so of the memories, as in `memory_search`; memories that are so no longer are told too, unless
   * `superseded` is `false`. Sessions come in unless anything but `namespace`, `user_id` and `session_id` is asked
   * for, and workflows unless anything but `workflow` is.
   */
  filters?: Filters | undefined;
  /** Only what happened at this moment or later. */
  from?: Time | null | undefined;
  /**
   * The question, in any words; everything that happened in the time without it. A time that it names, as in "in
   * March", is the time that is asked for unless `from` or `to` says another.
   */
  query?: string | null | undefined;
  /** Only what happened at this moment or earlier; a date alone includes the day. */
  to?: Time | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** What `memory_timeline` answers unless `fields` asks for more. */
export type MemoryTimelineLean = readonly ["text", "from", "to", "tokens", "left_out"];

/**
 * What kind of memory it is. - `semantic`: A fact or a preference, true whenever. - `episodic`: Something that
 * happened at some time. - `message`: A message of a conversation, word for word.
 */
export type MemoryType = "semantic" | "episodic" | "message";

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryUnmergeAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The memory. */
  memory: Crystal;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_unmerge`. */
export interface MemoryUnmergeArguments<Asked extends Fields = Whole> {
  /** The id of the memory that was taken in. */
  id: string;
  /** The core it is in; the one that has it unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MemoryWaitingAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: WaitingMemory[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `memory_waiting`. */
export interface MemoryWaitingArguments<Asked extends Fields = Whole> {
  /** The core. */
  core?: string | null | undefined;
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** The id of the only one that is wanted. */
  id?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** One message. */
export interface Message {
  /** What it says. */
  content?: MessageContent | undefined;
  /** When it was said; messages are kept in this order, and those of one time in the order in which they came. */
  created_at: Moment;
  /** Whether memories were taken from it. */
  discrete_memory_extracted?: boolean | undefined;
  /** Its id within the session. */
  id: string;
  /** Whatever else the caller keeps with it. */
  metadata?: unknown | undefined;
  /** The name of who says it, or of the tool whose result it is. */
  name?: string | null | undefined;
  /** When it became a searchable long-term memory. */
  persisted_at?: Moment | null | undefined;
  /** Who says it: `user`, `assistant`, `system`, `tool`, … */
  role: string;
  /** The tokens of `{role}: {content}`; a picture or a file in it has a price of its own. */
  tokens?: number | undefined;
  /** The call whose result it is. */
  tool_call_id?: string | null | undefined;
  /** The tools it calls. */
  tool_calls?: ToolCallPart[] | undefined;
  /** The version of the session that wrote it. */
  version?: number | undefined;
}

/** What a message says: a text, or parts as chat models exchange them. */
export type MessageContent = string | unknown[];

/** A message that is different: it was added without `before`, taken away without `after`. */
export interface MessageDiff {
  /** What it is. */
  after?: Message | null | undefined;
  /** What it was. */
  before?: Message | null | undefined;
  /** Its id. */
  id: string;
}

/**
 * Conditions by key; `a.b` is the member `b` of the object `a`. A value alone means `eq`. A list in the metadata
 * passes if one of its values does.
 */
export type MetadataFilter = Record<string, string | number | boolean | Operators>;

/** An output with the kernel's additions; one flat JSON object. */
export interface MindContextAnswer {
  /** Whose mind. */
  agent: string;
  /** The limit of the document, and another time of the notes. */
  budget: Budget;
  /** How many characters of the text are the document. */
  document_chars: number;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many characters of it are the notes with their heading. */
  note_chars: number;
  /** How many notes wait that are not in it. */
  notes_left_out: number;
  /** How many notes are in the text. */
  notes_shown: number;
  /** The number of the document's version; none before the first. */
  number?: number | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The text, ready to stand in a prompt. */
  text: string;
  /** The text's tokens. */
  tokens: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** Whether something of the document was left out. */
  was_cut: boolean;
}

/** The arguments of `mind_context`. */
export interface MindContextArguments<Asked extends Fields = Whole> {
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** The model that reads it: its context window sets the budget. 8,000 characters by default. */
  model?: string | null | undefined;
  /** The context window in tokens, instead of the model's. */
  window?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MindDeleteAnswer {
  /** Whose mind. */
  agent: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** When it is erased unless it is brought back; none once it is. */
  purge_at?: Time | null | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_delete`. */
export interface MindDeleteArguments<Asked extends Fields = Whole> {
  /** The agent whose mind it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MindDiffAnswer {
  /** How many lines were added. */
  added: number;
  /** Whose mind. */
  agent: string;
  /** One version. */
  from: VersionRow;
  /** Where they differ. */
  hunks: Hunk[];
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many lines were taken out. */
  removed: number;
  /** The other. */
  to: VersionRow;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_diff`. */
export interface MindDiffArguments<Asked extends Fields = Whole> {
  /** The number of one version, as `mind_get` lists it. */
  from: number;
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** The number of the other; the document as it is now unless given. */
  to?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** The document as it is. */
export interface MindDocument {
  /** When it was written. */
  at: Time;
  /** By whom. */
  by: Actor;
  /** Its length in characters. */
  chars: number;
  /** The fact that holds it. */
  fact: number;
  /** How it came to be. */
  made: Made;
  /** Its number, from 1. */
  number: number;
  /** The version that it is again, or was made of. */
  of?: number | null | undefined;
  /** The one section that was changed by hand. */
  section?: Section | null | undefined;
  /** The whole text. */
  text: string;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MindDreamAnswer {
  /** Whose mind. */
  agent: string;
  /** Since when it is wanted. */
  at: Time;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Whether it is being dreamt already. */
  is_running: boolean;
  /** How many notes wait for it. */
  notes: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_dream`. */
export interface MindDreamArguments<Asked extends Fields = Whole> {
  /** The agent whose mind it is; your own unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MindEditAnswer {
  /** Whose mind. */
  agent: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The number that the document has now; the one that was given when it says what it said. */
  number: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_edit`. */
export interface MindEditArguments<Asked extends Fields = Whole> {
  /**
   * The number of the version that was changed, 0 where there was no document. When there is a newer one, nothing is
   * written.
   */
  number: number;
  /** The whole document, or the text below the section's heading. */
  text: string;
  /** The agent whose mind it is. */
  agent?: string | null | undefined;
  /**
   * The one section to change: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps`
   * or `emerging_skills`; the whole document without it.
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MindGetAnswer {
  /** Whose it is. */
  agent: string;
  /** The dream that is wanted or being dreamt. */
  asked?: Asked | null | undefined;
  /** When it began. */
  created_at?: Time | null | undefined;
  /** The document; none before the first dream. */
  document?: MindDocument | null | undefined;
  /** The last dreams, the newest first. */
  dreams: DreamRow[];
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The sections that dreams leave alone. */
  locked: Section[];
  /** When Loci next looks whether there is enough to dream of. */
  look_at?: Time | null | undefined;
  /** Searches that found nothing which fits, the latest first. */
  misses: Miss[];
  /** The mood. */
  mood: MoodShown;
  /** The notes that wait for a dream, the oldest first. */
  notes: Note[];
  /** How many notes were written in all. */
  notes_written: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What the agent reported of how it does among others. */
  reported?: NicheReported | null | undefined;
  /** When it reported that. */
  reported_at?: Time | null | undefined;
  /** The same as a text. */
  scratch: string;
  /** When something last happened. */
  updated_at: Time;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** How many versions there are. */
  version_count: number;
  /** The newest versions, the newest first. */
  versions: VersionRow[];
}

/** The arguments of `mind_get`. */
export interface MindGetArguments<Asked extends Fields = Whole> {
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MindListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: MindListed[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_list`. */
export interface MindListArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the page before. */
  cursor?: string | null | undefined;
  /** Instead those that were deleted and can still be brought back; only people see them. */
  deleted?: boolean | undefined;
  /** How many, 1 to 200; 50 when not given. */
  limit?: number | null | undefined;
  /** Only those whose document has these words, outside The Bond. */
  query?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** A mind as lists show it. */
export interface MindListed {
  /** Whose it is. */
  agent: string;
  /** The document's characters. */
  chars: number;
  /** The last dream. */
  dream?: DreamRow | null | undefined;
  /** The levels of its mood now. */
  levels: Levels;
  /** When Loci next looks whether there is enough to dream of. */
  look_at?: Time | null | undefined;
  /** Its mood in words. */
  mood: string;
  /** How many notes wait for a dream. */
  notes: number;
  /** The number of the document's version; none before the first dream. */
  number?: number | null | undefined;
  /** When it is erased unless brought back, once it is deleted. */
  purge_at?: Time | null | undefined;
  /** When something last happened. */
  updated_at: Time;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MindLockAnswer {
  /** Whose mind. */
  agent: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The sections that dreams leave alone, in the order of a document. */
  locked: Section[];
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_lock`. */
export interface MindLockArguments<Asked extends Fields = Whole> {
  /**
   * The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps` or
   * `emerging_skills`.
   */
  section: Section;
  /** The agent whose mind it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MindRestoreAnswer {
  /** Whose mind. */
  agent: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** When it is erased unless it is brought back; none once it is. */
  purge_at?: Time | null | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_restore`. */
export interface MindRestoreArguments<Asked extends Fields = Whole> {
  /** The agent whose mind it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MindSeedAnswer {
  /** Whose mind. */
  agent: string;
  /** How many long-term memories were made of it; none where these are switched off. */
  crystals: number;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The number of the version that it is. */
  number: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The same in the form of all imports. */
  report: Report;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_seed`. */
export interface MindSeedArguments<Asked extends Fields = MindSeedLean> {
  /** The text, as it is. */
  markdown: string;
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** Only say what would become of it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MindUnlockAnswer {
  /** Whose mind. */
  agent: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The sections that dreams leave alone, in the order of a document. */
  locked: Section[];
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_unlock`. */
export interface MindUnlockArguments<Asked extends Fields = Whole> {
  /**
   * The section: `phenotype`, `bond`, `niche`, `active_context`, `crystal_pointers`, `curiosity_gaps` or
   * `emerging_skills`.
   */
  section: Section;
  /** The agent whose mind it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface MindVersionGetAnswer {
  /** Whose mind. */
  agent: string;
  /** When it was written. */
  at: Time;
  /** By whom. */
  by: Actor;
  /** Its length in characters. */
  chars: number;
  /** The fact that holds it. */
  fact: number;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How it came to be. */
  made: Made;
  /** Its number, from 1. */
  number: number;
  /** The version that it is again, or was made of. */
  of?: number | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The one section that was changed by hand. */
  section?: Section | null | undefined;
  /** The whole text. */
  text: string;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_version_get`. */
export interface MindVersionGetArguments<Asked extends Fields = Whole> {
  /** The version's number, from 1, as `mind_get` lists it. */
  number: number;
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MindVersionRestoreAnswer {
  /** Whose mind. */
  agent: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The number that the document has now; the one that was given when it says what it said. */
  number: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mind_version_restore`. */
export interface MindVersionRestoreArguments<Asked extends Fields = Whole> {
  /** The number of the version, as `mind_get` lists it. */
  number: number;
  /** The agent whose mind it is. */
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

/** One place at which a state does not fit a schema. */
export interface Misfit {
  /** What is wrong there and what was expected. */
  message: string;
  /** A JSON pointer into the state. */
  pointer: string;
}

/** A search that found nothing which fits. */
export interface Miss {
  /** When last. */
  at: Time;
  /** How often. */
  count: number;
  /** What was searched for. */
  query: string;
}

/**
 * How a search looks. - `hybrid`: By words and by meaning. - `lexical`: By words; also `keyword`. - `vector`: By
 * meaning; also `semantic`.
 */
export type Mode = "hybrid" | "lexical" | "vector";

export type Moment = string;

/** A mood as it is now. */
export interface MoodShown {
  /** What raised each level last. */
  causes: Cause[];
  /** When what spiked is noted. */
  consolidated_at?: Time | null | undefined;
  /** Trouble. */
  cortisol: number;
  /** The course over the last day: every half hour, and before and after each signal. */
  course: Point[];
  /** Wins. */
  dopamine: number;
  /** Company. */
  oxytocin: number;
  /** Where they rest. */
  rest: Levels;
  /** What spiked and is not noted yet. */
  spikes: Spike[];
  /** In words. */
  words: string;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface MoodSignalAnswer {
  /** Whose mind. */
  agent: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Its levels. */
  levels: Levels;
  /** The mood in words. */
  mood: string;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `mood_signal`. */
export interface MoodSignalArguments<Asked extends Fields = Whole> {
  /** What was felt: `reward`, `error`, `social`, `achievement` or `urgency`. */
  signal: Signal;
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** What happened, in a few words: the note of a spike says it. */
  reason?: string | null | undefined;
  /** How strong, 0 to 1; 1 unless given. */
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

/** One thing by its short name and the beginning of what it says. */
export interface Named {
  /** Its short name in the workflow, such as `T12`. */
  id: string;
  /** Its title, or the beginning of what it says, in one line. */
  text: string;
}

/** A memory about the same subject with a different statement. */
export interface NearMemory {
  /** Its event date, else the start of its validity, else its creation. */
  at: Time;
  /** Its id. */
  id: string;
  /** The beginning of its text. */
  text: string;
}

export type Need = TaskNo | NeedWithTask;

export interface NeedWithTask {
  task: TaskNo;
  when?: When | undefined;
}

/** What a crystal's neighbours say. */
export interface Neighbours {
  /** The one that says most. */
  id?: string | null | undefined;
  /** Their share of its score. */
  share: number;
}

/** Something that was made, to be recorded. */
export interface NewArtifact {
  /** The content's SHA-256 in hexadecimal, when the content itself stays where it is. */
  checksum?: string | null | undefined;
  /** The commit it is in. */
  commit?: string | null | undefined;
  /** The content, as text. */
  content?: Content | null | undefined;
  /** What it is; as in the version before unless given. */
  description?: string | null | undefined;
  /** Where it lives, as the project writes paths: `src/auth/token.rs`. */
  path: string;
  /** What kind of thing it is. */
  type: ArtifactKind;
}

/** A crystal to be made. */
export interface NewCrystal {
  /** The agent it is from. */
  agent?: string | null | undefined;
  /** When it came to be; now unless given. */
  created_at?: Time | null | undefined;
  /** `t` once memories have been taken from this message, `f` before. */
  discrete_memory_extracted?: string | null | undefined;
  /** Who and what is named in it. */
  entities?: string[] | undefined;
  /** When what it tells of happened. */
  event_date?: Time | null | undefined;
  /** When its time runs out: then it is not found any more, and erased. */
  expires_at?: Time | null | undefined;
  /** The ids of the messages or memories it was taken from. */
  extracted_from?: string[] | undefined;
  /** How it was taken from them: `discrete`, `summary`, `preferences` or `custom`. */
  extraction_strategy?: string | null | undefined;
  /** The particulars of that. */
  extraction_strategy_config?: Record<string, unknown> | null | undefined;
  /** Whether it stays as it is: it neither fades nor is changed by a rule. */
  frozen?: boolean | undefined;
  /** Its name, 1 to 256 characters; a fresh one unless given. The same one again replaces the crystal. */
  id?: string | null | undefined;
  /** How much it matters, 0 to 1. */
  importance?: number | null | undefined;
  /** What it is about, which decides for how long it matters; by `memory_type` unless given. */
  kind?: CrystalKind | null | undefined;
  /** `semantic` (a fact), `episodic` (something that happened) or `message`. */
  memory_type?: MemoryType | undefined;
  /** Whatever else belongs to it; kept, never looked at. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The namespace it belongs to; also the name of its core. */
  namespace?: string | null | undefined;
  /** Whether it never fades and is never forgotten by a rule. */
  pinned?: boolean | undefined;
  /** The session it is from. */
  session_id?: string | null | undefined;
  /** The memories of its core that it takes the place of: what they say is so no longer. */
  supersedes?: string[] | undefined;
  /** What is remembered. */
  text?: string | undefined;
  /** What it is about. */
  topics?: string[] | undefined;
  /** After so many seconds its time runs out; instead of `expires_at`. */
  ttl_seconds?: number | null | undefined;
  /** The user it is about. */
  user_id?: string | null | undefined;
  /** How it felt, from -1 (bad) to 1 (good). */
  valence?: number | null | undefined;
  /** From when on what it says is so. */
  valid_from?: Time | null | undefined;
  /** From when on what it says is so no longer: then no search finds it unless asked to. */
  valid_to?: Time | null | undefined;
  /** The workflow it is from. */
  workflow?: string | null | undefined;
}

/** A decision that is still to be made: edges of the same plan can wait for one of its options. */
export interface NewDecision {
  /** A name by which edges, and whoever makes it, may refer to it. */
  key?: string | null | undefined;
  /** What can be chosen, 2 to 100; anything unless given. */
  options?: string[] | undefined;
  /** What is to be decided, in a line of at most 300 characters. */
  question: string;
}

/**
 * A message as callers write it. What Loci notes itself (`tokens`, `version`) may come back in it and is passed over.
 */
export interface NewMessage {
  /** What it says; null where it only calls tools. */
  content?: MessageContent | undefined;
  /** When it was said. Send it: without it the time of the call is taken, and the answer warns. */
  created_at?: Moment | null | undefined;
  /** Whether memories were taken from it. */
  discrete_memory_extracted?: boolean | undefined;
  /**
   * Its id within the session; one is made when it has none, from what it says and `created_at` where that is given.
   * The id of a message that is there replaces that one.
   */
  id?: string | null | undefined;
  /** Whatever else is to be kept with it. */
  metadata?: unknown | undefined;
  /** The name of who says it, or of the tool whose result it is. */
  name?: string | null | undefined;
  /** When it became a searchable long-term memory. */
  persisted_at?: Moment | null | undefined;
  /** Who says it: `user`, `assistant`, `system`, `tool`, … */
  role: string;
  /** Counted by Loci; passed over here. */
  tokens?: number | undefined;
  /** The tool it calls, when it is one. */
  tool_call?: ToolCall | null | undefined;
  /** The call whose result it is. */
  tool_call_id?: string | null | undefined;
  /** The tools it calls. */
  tool_calls?: ToolCall[] | undefined;
  /** Noted by Loci; passed over here. */
  version?: number | undefined;
}

/** What a new task needs of another one. */
export type NewNeed = string | NewNeedWithTask;

/** With the condition. */
export interface NewNeedWithTask {
  /** A task's name or key. */
  task: string;
  /** What is needed of it; success unless given. */
  when?: NewWhen | undefined;
}

/** A task to add. */
export interface NewTask {
  /** What must hold for it to be done, point by point. */
  acceptance?: string[] | undefined;
  /** The branch the work is on. */
  branch?: string | null | undefined;
  /** What a worker must be able to do. */
  capabilities?: string[] | undefined;
  /** How long it rests after a failure, in seconds. */
  cooldown_seconds?: number | undefined;
  /** What it needs: names of tasks (or keys of this call), or `{"task": …, "when": …}`. */
  depends_on?: NewNeed[] | undefined;
  /** What is to be done, in full. */
  description?: string | undefined;
  /** How long it should take, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** The group ("room") it belongs to. */
  group?: string | null | undefined;
  /** How it joins its needs: all (default), any, or `none_failed`. */
  join?: Join | undefined;
  /** A word (not `T1`) by which tasks of the same call may refer to it. */
  key?: string | null | undefined;
  /** Where more can be found. */
  links?: Link[] | undefined;
  /** Whether it must be reviewed before it counts as done. */
  needs_review?: boolean | undefined;
  /** Paths it will change; overlaps with live tasks are flagged, not refused. */
  paths?: string[] | undefined;
  /** 0 (most urgent) to 4; 2 unless given. */
  priority?: number | null | undefined;
  /** How many times it may fail and be tried again (0 to 100); the workflow's policy unless given. */
  retries?: number | null | undefined;
  /** What is to be done, in a line of at most 300 characters. */
  title?: string | undefined;
}

/** When an edge lets the task behind it start. */
export type NewWhen = "success" | "failure" | "done" | NewWhenWithChoice;

export interface NewWhenChoice {
  /** The decision: its name (`D3`), or the key of one that is planned. */
  decision: string;
  /** The choice that opens this edge; case and spaces around it say nothing. */
  option: string;
}

/** When the task before it was completed and the decision chose the option. */
export interface NewWhenWithChoice {
  choice: NewWhenChoice;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface NicheReportAnswer {
  /** Whose mind. */
  agent: string;
  /** When it was reported. */
  at: Time;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `niche_report`. */
export interface NicheReportArguments<Asked extends Fields = Whole> {
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** How many different buyers it had. */
  buyers?: number | null | undefined;
  /** What it earned in all, in the currency that it trades in. */
  earnings?: number | null | undefined;
  /** How many skills it offers. */
  listed_skills?: number | null | undefined;
  /** What it spent in all. */
  spending?: number | null | undefined;
  /** The skills that earn most, the best first, at most 20. */
  top_skills?: string[] | null | undefined;
  /**
   * By which share its earnings of the last seven days are more (or less) than those of the seven before: 0.25 for a
   * quarter more.
   */
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

/** Body of `niche_reported`: what is absent stays as it was reported before. */
export interface NicheReported {
  /** How many different buyers it had. */
  buyers?: number | null | undefined;
  /** What it earned in all, in the currency that it trades in. */
  earnings?: number | null | undefined;
  /** How many skills it offers. */
  listed_skills?: number | null | undefined;
  /** What it spent in all. */
  spending?: number | null | undefined;
  /** The skills that earn most, the best first. */
  top_skills?: string[] | null | undefined;
  /** By which share its earnings of the last seven days are more (or less) than those of the seven before. */
  trend_7d?: number | null | undefined;
}

/** A note that waits for a dream. */
export interface Note {
  /** When it was written. */
  at: Time;
  /** Whether Loci wrote it by itself. */
  auto?: boolean | undefined;
  /** Who wrote it. */
  by: Actor;
  /** The long-term memory that it is too; none where these were switched off. */
  id?: string | null | undefined;
  /** How much it matters, 0 to 1. */
  importance: number;
  /** What kind of thing it says. */
  kind?: NoteKind | null | undefined;
  /** Where its writer was. */
  origin?: NoteOrigin | undefined;
  /** What it says. */
  text: string;
  /** The fact that holds it: its name within the mind. */
  version: number;
}

/**
 * What kind of thing a note says. - `fact`: Something that is so. - `preference`: How somebody wants things done. -
 * `decision`: What was decided, and why. - `friction`: What went wrong, and is to be avoided. - `breakthrough`: What
 * went right at last. - `question`: What is not known yet. - `task`: What is to be done, or is being done. -
 * `relationship`: Who somebody is, and how to deal with them. - `skill`: What the agent has learned to do. -
 * `identity`: Who the agent is becoming.
 */
export type NoteKind = "fact" | "preference" | "decision" | "friction" | "breakthrough" | "question" | "task" | "relationship" | "skill" | "identity";

/** Where somebody was when they noted it. */
export interface NoteOrigin {
  /** In which session. */
  session?: SessionKey | null | undefined;
  /** At which task of it. */
  task?: TaskNo | null | undefined;
  /** In which workflow. */
  workflow?: Id | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface NoteWriteAnswer {
  /** The agent whose mind it is in. */
  agent: string;
  /** When it was written. */
  at: Time;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The long-term memory that it is too; none where these are switched off. */
  memory?: string | null | undefined;
  /** Its name within the mind. */
  note: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** How many notes wait for the next dream now. */
  waiting: number;
}

/** The arguments of `note_write`. */
export interface NoteWriteArguments<Asked extends Fields = Whole> {
  /** What is to be kept, in a sentence or a few. */
  note: string;
  /** The agent whose mind it is; your own unless given. */
  agent?: string | null | undefined;
  /** How much it matters, 0 to 1; 0.7 unless given. */
  importance?: number | null | undefined;
  /**
   * What kind of thing it says: `fact`, `preference`, `decision`, `friction`, `breakthrough`, `question`, `task`,
   * `relationship`, `skill` or `identity`. It says where in the document it belongs.
   */
  kind?: NoteKind | null | undefined;
  /** The session in which it came up: its id, or its whole key as answers give it. */
  session?: string | null | undefined;
  /** The task of that workflow, such as `T12`. */
  task?: TaskNo | null | undefined;
  /** The workflow in which it came up. */
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

/** Something for an agent to hear, carried by the answer to whatever it called. */
export interface Notice {
  /** When they said it. */
  at: Time;
  /** Who says it, as Loci authenticated them. */
  from: Actor;
  /** Its name there, such as `N3`. */
  id: string;
  /**
   * `nudge`, `answer`, `approval`, `pause`, `resume`; or what others did: `handed_in`, `completed`, `failed`,
   * `blocked`, `waiting`, `given_back`, `lease_expired`, `lease_lost`, `reviewed`, `called_off`, `warning`.
   */
  kind: string;
  /** What they say. */
  message: string;
  /** `low`, `normal` or `urgent`. */
  priority: string;
  /** The stream it is from. */
  stream: StreamId;
}

/** Words to agents in the middle of their work. */
export interface Nudge {
  /** The version of the workflow at which it last changed. */
  changed: number;
  /** When. */
  created_at: Time;
  /** When it need not be delivered any more. */
  expires_at: Time;
  /** From whom. */
  from: Actor;
  /** Its name in the workflow. */
  id: NudgeNo;
  /** The words. */
  message: string;
  /** How urgent. */
  priority: Priority;
  /** How far it has come, by agent. */
  receipts?: Record<string, Receipt> | undefined;
  /** For whom. */
  target: string;
  /** The task it is about. */
  task?: TaskNo | null | undefined;
  /** Its tokens as a context shows it. */
  tokens?: number | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface NudgeAcknowledgeAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The nudge with its receipts. */
  nudge: Nudge;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: an agent that nobody knows. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `nudge_acknowledge`. */
export interface NudgeAcknowledgeArguments<Asked extends Fields = NudgeAcknowledgeLean> {
  /** The nudge. */
  nudge: string;
  /** Whether something was changed because of it. */
  acted?: boolean | undefined;
  /** What was changed, or why nothing. */
  note?: string | null | undefined;
  /** The workflow; may be left out when `nudge` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface NudgeSendAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The nudge with its receipts. */
  nudge: Nudge;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: an agent that nobody knows. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `nudge_send`. */
export interface NudgeSendArguments<Asked extends Fields = NudgeSendLean> {
  /** The words. */
  message: string;
  /** For whom. */
  target: string;
  /** The workflow. */
  workflow: Id;
  /** How urgent; normal unless given. */
  priority?: Priority | undefined;
  /** The task it is about; the task's context then shows it. */
  task?: string | null | undefined;
  /** How long it waits to be delivered, in seconds (1 to 2,592,000); a day unless given. */
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

/** Something in a text that cannot be taken in. It is set aside, never dropped. */
export interface Odd {
  /** Where it is: `line 12`, `tasks/3/subtasks/1`. */
  at: string;
  /** The thing itself, as it was written. */
  text: string;
  /** Why it cannot be taken in. */
  why: string;
}

/** Things of a kind that did not fit, or not whole. */
export interface Omitted {
  /** How many they are. */
  count: number;
  /** How to get them. */
  get: string;
  /** The kind: the block to which they belong, such as `discoveries`. */
  kind: string;
  /** The tokens that are not there. */
  tokens: number;
  /** The names of the first ten, such as `F3`; the workflow itself has none. */
  what?: string[] | undefined;
  /** Why they are not there. */
  why: string;
}

/** One or several stages, as the document of the API says it. */
export type OneOrSeveral = Lifecycle | Lifecycle[];

/**
 * The operators of a [`Tag`]; all that are given must hold together. One that nobody knows is refused, because
 * passing over it would find more than was asked for.
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
 * Where a setting comes from. - `built_in`: It is built in. - `configuration`: The server's file, environment or
 * flags. - `workspace`: People set it here.
 */
export type Origin = "built_in" | "configuration" | "workspace";

/** Where each setting in force comes from. */
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

/** Settings of which some are made; the others are left to what goes before. */
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

/** All scratchpads of one owner, as lists show them. */
export interface OwnerSummary {
  /** Those deleted that can still be restored, last deleted first. */
  deleted?: PadSummary[] | undefined;
  /** Whose they are; absent for those of the workspace. */
  owner?: string | null | undefined;
  /** The pads, by name. */
  pads: PadSummary[];
  /** Who shares them. */
  scope: Scope;
  /** When something last happened. */
  updated_at: Time;
  /** The version of them all: how many facts there are. */
  version: number;
}

/** One change of a scratchpad. */
export interface PadChange {
  /** Who. */
  actor: Actor;
  /** When. */
  at: Time;
  /** Through which door. */
  door: Door;
  /** What happened, such as `scratchpad_updated`. */
  kind: string;
  /** The same in words. */
  summary: string;
  /** The version that it made. */
  version: number;
}

/** A scratchpad as lists show it. */
export interface PadSummary {
  /** That it was deleted. */
  deleted?: Deletion | null | undefined;
  /** Whether nothing is in it. */
  empty: boolean;
  /** Whether a schema says what may be in it. */
  has_schema: boolean;
  /** The keys of its object, most recently updated first, at most ten; none for a text. */
  keys: string[];
  /** Its name. */
  name: string;
  /** Whether only people may change it. */
  read_only: boolean;
  /** When it last changed. */
  updated_at: Time;
  /** By whom. */
  updated_by: Actor;
  /** The version at which it last changed. */
  version: number;
}

/** A scratchpad. */
export interface PadView {
  /** When it was made. */
  created_at?: Time | null | undefined;
  /** Whether anybody has defined or written it: one that nobody has is empty. */
  exists: boolean;
  /** What it gets of a context at most, in tokens. */
  max_tokens: number;
  /** What it gets of a context at least, in tokens. */
  min_tokens: number;
  /** Its name. */
  name: string;
  /** Whose it is; absent for one of the workspace. */
  owner?: string | null | undefined;
  /** Whether only people may change it. */
  read_only?: boolean | undefined;
  /** The JSON Schema (2020-12) that its state has to fit. */
  schema?: unknown | undefined;
  /** Who shares it. */
  scope: Scope;
  /** The state that a changed schema did not fit, set aside and still in the history. */
  set_aside?: SetAside | null | undefined;
  /** What it begins with. */
  template?: unknown | undefined;
  /** When it last changed. */
  updated_at?: Time | null | undefined;
  /** By whom. */
  updated_by?: Actor | null | undefined;
  /** Its state: a text, or an object. */
  value: unknown;
  /** The version at which it last changed, for `if_version`; 0 when it does not exist. */
  version: number;
}

/** A partition as answers show it. */
export interface PartitionShown {
  /** When it was written. */
  computed_at: Time;
  /** Which group. */
  group: Record<string, string>;
  /** How many memories it is of. */
  memory_count: number;
  /** Why the writer that was asked first did not write it. */
  note?: string | null | undefined;
  /** The summary; empty when there are no memories. */
  summary: string;
  /** The view. */
  view: string;
  /** Who wrote it, such as `extractive`, or a model. */
  writer?: string | null | undefined;
}

/** That claims are stopped. */
export interface Pause {
  /** Since when. */
  at: Time;
  /** By whom. */
  by: Actor;
  /** Why. */
  reason?: string | null | undefined;
}

/**
 * Where an artifact's content is. - `path`: Only at its path, outside Loci. - `fact`: In the fact that recorded it. -
 * `blob`: In the blob of its checksum.
 */
export type Place = "path" | "fact" | "blob";

/** A drawing, in CSS pixels from its upper left corner. */
export interface Plan {
  /** Where edges pass through walls: the middle of each opening. */
  doors: GraphDoor[];
  /** The edges. */
  edges: PlanEdge[];
  /** The drawing's height. */
  height: number;
  /** The nodes. */
  nodes: PlanNode[];
  /** The rooms. */
  rooms: PlanRoom[];
  /** The drawing's width. */
  width: number;
}

/** An edge as a line of right angles. */
export interface PlanEdge {
  /** The node it leaves. */
  from: string;
  /** The SVG path, corners rounded. */
  path: string;
  /** The node it reaches. */
  to: string;
}

/** A format in which others plan. - `beads`: Issues of Beads. - `task_master`: `tasks.json` of Task Master. */
export type PlanFormat = "beads" | "task_master";

/** A node's place (its size is the same for all). */
export interface PlanNode {
  /** The node. */
  id: string;
  /** The left edge. */
  x: number;
  /** The upper edge. */
  y: number;
}

/** A room's walls. */
export interface PlanRoom {
  /** From the upper to the lower wall. */
  height: number;
  /** The group's name. */
  name: string;
  /** From the left to the right wall. */
  width: number;
  /** The left wall. */
  x: number;
  /** The upper wall. */
  y: number;
}

/** A decision that was planned: its number waits for whoever makes it. */
export interface PlannedDecision {
  /** Its name in the workflow, also of the decision when it is made. */
  id: DecisionNo;
  /** A name by which edges and whoever makes it may refer to it. */
  key?: string | null | undefined;
  /** What can be chosen; anything when there are none. */
  options?: string[] | undefined;
  /** When it was planned. */
  planned_at: Time;
  /** By whom. */
  planned_by: Actor;
  /** What is to be decided. */
  question: string;
}

/** How a mood stood at a moment. */
export interface Point {
  /** When. */
  at: Time;
  /** Trouble. */
  cortisol: number;
  /** Wins. */
  dopamine: number;
  /** Company. */
  oxytocin: number;
}

/** A workflow's own rules. */
export interface Policy {
  /** How many days after its end it is archived by itself; 0 for never. */
  archive_days?: number | undefined;
  /** How many days after its end it is deleted by itself; 0 for never. */
  delete_days?: number | undefined;
  /** How long a lead lasts unless renewed, in seconds (15 to 86,400). */
  lead_seconds?: number | undefined;
  /** How long a lease lasts unless renewed, in seconds (15 to 86,400). */
  lease_seconds?: number | undefined;
  /** Whether time alone neither archives nor deletes it. */
  pinned?: boolean | undefined;
  /** How many days a deleted workflow can be restored; 0 erases at once. */
  restore_days?: number | undefined;
  /** How often a task may be tried again when the task itself does not say. */
  retries?: number | undefined;
  /** After how many reviews of a task that ask for rework or reject it a person is told (0 to 100); 0 for never. */
  rework_limit?: number | undefined;
  /** Whether workers may add tasks. */
  workers_add_tasks?: boolean | undefined;
}

/** Rules to change. */
export interface PolicyChange {
  /** How many days after its end it is archived by itself; 0 for never. */
  archive_days?: number | null | undefined;
  /** How many days after its end it is deleted by itself; 0 for never. */
  delete_days?: number | null | undefined;
  /** How long a lead lasts unless renewed, in seconds (15 to 86,400). */
  lead_seconds?: number | null | undefined;
  /** How long a lease lasts unless renewed, in seconds (15 to 86,400). */
  lease_seconds?: number | null | undefined;
  /** Whether time alone neither archives nor deletes it. */
  pinned?: boolean | null | undefined;
  /** How many days a deleted workflow can be restored; 0 erases at once. */
  restore_days?: number | null | undefined;
  /** How often a task may be tried again when the task itself does not say. */
  retries?: number | null | undefined;
  /** After how many reviews of a task that ask for rework or reject it a person is told (0 to 100); 0 for never. */
  rework_limit?: number | null | undefined;
  /** Whether workers may add tasks. */
  workers_add_tasks?: boolean | null | undefined;
}

/** A workflow's own rules. */
export interface PolicyPart {
  /** How many days after its end it is archived by itself; 0 for never. */
  archive_days?: number | undefined;
  /** How many days after its end it is deleted by itself; 0 for never. */
  delete_days?: number | undefined;
  /** How long a lead lasts unless renewed, in seconds (15 to 86,400). */
  lead_seconds?: number | undefined;
  /** How long a lease lasts unless renewed, in seconds (15 to 86,400). */
  lease_seconds?: number | undefined;
  /** Whether time alone neither archives nor deletes it. */
  pinned?: boolean | undefined;
  /** How many days a deleted workflow can be restored; 0 erases at once. */
  restore_days?: number | undefined;
  /** How often a task may be tried again when the task itself does not say. */
  retries?: number | undefined;
  /** After how many reviews of a task that ask for rework or reject it a person is told (0 to 100); 0 for never. */
  rework_limit?: number | undefined;
  /** Whether workers may add tasks. */
  workers_add_tasks?: boolean | undefined;
}

/**
 * How urgent a nudge is. - `low`: When convenient. - `normal`: On the next turn. - `urgent`: Before anything else.
 */
export type Priority = "low" | "normal" | "urgent";

/** RFC 9457 problem details with Loci's own members. */
export interface Problem {
  /** What changed meanwhile. */
  changes?: Change[] | undefined;
  /** The kind for programs. */
  code: Code;
  /** The current version of the addressed thing. */
  current?: number | null | undefined;
  /** What was wrong, what was expected, what to do next. */
  detail: string;
  /** Wrong fields. */
  fields?: FieldFault[] | undefined;
  /** What others say to the agent that called. */
  inbox?: Notice[] | undefined;
  /** How many more notices wait. */
  inbox_waiting?: number | undefined;
  /** The request's id; Loci's log has more under it. */
  instance?: string | undefined;
  /** A finer word for programs, such as `lease_lost`. */
  reason?: string | null | undefined;
  /** Seconds after which to try again. */
  retry_after_seconds?: number | null | undefined;
  /** The HTTP status. */
  status: number;
  /** The kind in words. */
  title: string;
  /** `about:blank#` and the code. */
  type?: string | undefined;
}

/** The sections of a mind's document. - `seven`: All seven. - `five`: Without Phenotype and Niche. */
export type Profile = "seven" | "five";

/**
 * How a held task goes. - `in_progress`: It goes on. - `blocked`: Its holder keeps it and cannot go on. - `pending`:
 * It is given back for anybody to claim.
 */
export type Progress = "in_progress" | "blocked" | "pending";

/**
 * Who reads what sessions promote. - `core`: Whoever may read the core of the memory's namespace: a team's memory is
 * its own. - `session`: Whoever may read the session that it is from.
 */
export type PromotedReaders = "core" | "session";

/** One memory that became a crystal. */
export interface Promotion {
  /** The crystal: a new one, or the one that said the same already. */
  crystal: string;
  /** The memory's or the message's id in the session. */
  id: string;
}

/** A message of a prompt. */
export interface PromptMessage {
  /** What it says. */
  content: string;
  /** `developer`, `user` or `assistant`. */
  role: string;
}

/** Where a crystal was taken from. */
export interface Provenance {
  /** The message in it. */
  message?: string | null | undefined;
  /** The stream, such as a session. */
  stream: StreamId;
  /** The fact in it. */
  version?: number | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface PurgeAnswer {
  /** The streams that belong to it and go with it. */
  belongings?: StreamId[] | undefined;
  /** How many blobs go with them: those to which nothing else refers. */
  blobs: number;
  /** What was made of it: it goes too with `cascade`, and stays without. */
  derived?: Derived[] | undefined;
  /** Whether it is erased; `erasing` says what that promises. */
  erased: boolean;
  /**
   * What an erasure promises here: that no byte is left in the log's files, or that no row is, while files and
   * backups of the database are its operator's.
   */
  erasing?: Erasing | undefined;
  /** How many facts it and its belongings have. */
  facts: number;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The stream. */
  stream: StreamId;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `purge`. */
export interface PurgeArguments<Asked extends Fields = Whole> {
  /** The stream, such as `workflow:01J…`. */
  stream: StreamId;
  /** Erase what was made of it too. */
  cascade?: boolean | undefined;
  /** Say what would be erased, and erase nothing. */
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

/** Something an agent wants to know from a person. */
export interface Question {
  /** The answer. */
  answer?: string | null | undefined;
  /** When. */
  answered_at?: Time | null | undefined;
  /** Who gave it; Loci itself when it is the default. */
  answered_by?: Actor | null | undefined;
  /** When. */
  asked_at: Time;
  /** Who asks. */
  asked_by: Actor;
  /** The version of the workflow at which it last changed. */
  changed: number;
  /** Until when an answer is awaited. */
  deadline?: Time | null | undefined;
  /** The answer when the deadline passes. */
  default?: string | null | undefined;
  /** When the answer reached the one who asked. */
  delivered_at?: Time | null | undefined;
  /** Its name in the workflow. */
  id: QuestionNo;
  /** Answers to choose from. */
  options?: string[] | undefined;
  /** The question. */
  question: string;
  /** The task that waits for the answer. */
  task?: TaskNo | null | undefined;
  /** Tokens of question and answer. */
  tokens?: number | undefined;
  /** That it is not asked any more. */
  withdrawn?: Withdrawn | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface QuestionAnswerAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** The question. */
  question: Question;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `question_answer`. */
export interface QuestionAnswerArguments<Asked extends Fields = QuestionAnswerLean> {
  /** The answer: one of the options, or other words. */
  answer: string;
  /** The question. */
  question: string;
  /** The workflow; may be left out when `question` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface QuestionAskAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Whether the task's lease stands still until the answer comes. */
  parked: boolean;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** The question. */
  question: Question;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `question_ask`. */
export interface QuestionAskArguments<Asked extends Fields = QuestionAskLean> {
  /** The question. */
  question: string;
  /** The workflow. */
  workflow: Id;
  /** Until when an answer is awaited: then the default, which must be given, is the answer. */
  deadline?: Time | null | undefined;
  /** The same, in seconds from now. */
  deadline_seconds?: number | null | undefined;
  /** The answer when the deadline passes. */
  default?: string | null | undefined;
  /** The id of my lease, when I hold the task. */
  lease?: string | null | undefined;
  /** Answers to choose from, at most 20; others may be given too. */
  options?: string[] | undefined;
  /** The task that waits for the answer. */
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
  /** Anything but this; also what has no such moment. */
  ne?: Time | null | undefined;
}

/**
 * How a text is read. - `text`: As it is: the scratchpad holds a text then. - `json`: As the JSON of an object, which
 * the scratchpad holds then.
 */
export type ReadAs = "text" | "json";

/**
 * Who reads a long-term memory. - `everyone`: Everyone in the workspace. - `core`: The agents that the core names,
 * orchestrators and people. - `session`: Whoever may read the session.
 */
export type ReadBy = "everyone" | "core" | "session";

/** A task that can be claimed. */
export interface ReadyTask {
  /** Who works on it, shall, or last did. */
  assigned_to?: string | null | undefined;
  /** How many attempts there were, the running one included. */
  attempts: number;
  /** Why it is blocked; `upstream_failed` when a failure cut it off. */
  blocked_reason?: string | null | undefined;
  /** Which tasks need it. */
  blocks?: TaskNo[] | undefined;
  /** What a worker must be able to do. */
  capabilities?: string[] | undefined;
  /** The length of the longest chain of work that begins with it, in minutes. */
  chain_minutes: number;
  /** The version of the workflow at which it last changed: what `if_version` compares. */
  changed: number;
  /** What it needs. */
  depends_on?: Need[] | undefined;
  /** How long it should take, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** How often it failed since it was last put back. */
  failures: number;
  /** The group ("room") it belongs to. */
  group?: string | null | undefined;
  /** Its name in the workflow. */
  id: TaskNo;
  /** Who holds it until when. */
  lease?: Lease | null | undefined;
  /** Whether it must be reviewed. */
  needs_review?: boolean | undefined;
  /** 0 (most urgent) to 4. */
  priority: number;
  /** Whether the caller can claim it now; the same answer that `task_claim` gives. */
  ready: boolean;
  /** The last verdict that counts. */
  review_status?: ReviewStatus | null | undefined;
  /** Since when it has its status. */
  since: Time;
  /** Where it is in its life; `blocked` also when a failure cut it off. */
  status: TaskStatus;
  /** What is to be done, in a line. */
  title: string;
  /** The tasks that could start if it were completed. */
  unblocks: TaskNo[];
  /** What it waits for; nothing when it is ready or has ended. */
  waits_for?: Wait[] | undefined;
}

/** How far a nudge has come with one recipient. */
export interface Receipt {
  /** When they said that they had read it. */
  acknowledged_at?: Time | null | undefined;
  /** When they acted on it. */
  acted_at?: Time | null | undefined;
  /** When an answer carried it to them. */
  delivered_at?: Time | null | undefined;
  /** What they changed, or why nothing. */
  note?: string | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface RedactAnswer {
  /** What was made of it: it goes too with `cascade`, and stays without. */
  derived?: Derived[] | undefined;
  /** Whether it is erased; `erasing` says what that promises. */
  erased: boolean;
  /**
   * What an erasure promises here: that no byte is left in the log's files, or that no row is, while files and
   * backups of the database are its operator's.
   */
  erasing?: Erasing | undefined;
  /** The fact's number. */
  fact: number;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** What kind of fact it was. */
  kind: string;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The stream. */
  stream: StreamId;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `redact`. */
export interface RedactArguments<Asked extends Fields = Whole> {
  /** The fact's number in the stream. */
  fact: number;
  /** The stream, such as `workflow:01J…`. */
  stream: StreamId;
  /** Erase what was made of it too. */
  cascade?: boolean | undefined;
  /** Say what would be erased, and erase nothing. */
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

/** That a person refused a memory. */
export interface Refusal {
  /** When. */
  at: Time;
  /** Who. */
  by: Actor;
  /** Why. */
  reason?: string | null | undefined;
}

/** How another crystal stands to one. */
export interface Related {
  /** How it stands to it. */
  how: TrailRelation;
  /** Its id. */
  id: string;
  /** What it says, in short. */
  text: string;
}

/** The remarks of a review. */
export type Remarks = string | Comment[];

/** What an import did, or with `dry_run` would do. */
export interface Report {
  /** How many were there and are changed. */
  changed: number;
  /** The core that memories went to. */
  core?: string | null | undefined;
  /** How many things are new. */
  created: number;
  /** Whether nothing was written: this is what would be. */
  dry_run: boolean;
  /** The format of what was read, such as `beads`. */
  format: string;
  /** The first of those that are new or changed. */
  items?: ImportedItem[] | undefined;
  /** What else should be known. */
  notes?: string[] | undefined;
  /** The first of them and of those links, each with its place and the reason. */
  odd?: Odd[] | undefined;
  /** How many things are quarantined: they cannot be taken in, and are kept whole. */
  quarantined?: number | undefined;
  /** How many links between things were set aside, because they would close a cycle. */
  set_aside?: number | undefined;
  /** How many were there and stay as they are. */
  unchanged: number;
}

/** Why a session that is over its threshold is left as it is for now. */
export interface Rest {
  /** Why nothing was folded. */
  reason: string;
  /** How often in a row. */
  times: number;
  /** When it is tried again; without it when the session changes. */
  until?: Time | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface RestoreAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `restore`. */
export interface RestoreArguments<Asked extends Fields = RestoreLean> {
  /** The workflow. */
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

/** A review that was given. */
export interface Review {
  /** When. */
  at: Time;
  /** The attempt it was about, from 1. */
  attempt: number;
  /** By whom. */
  by: Actor;
  /** The remarks. */
  comments?: CommentPart[] | undefined;
  /** Why it does not count any more: something it had approved was changed. */
  dismissed?: string | null | undefined;
  /** The verdict. */
  status: ReviewStatus;
}

/**
 * A reviewer's verdict. - `approved`: Good. - `needs_rework`: To be done again, with the comments. - `rejected`: Not
 * wanted: the task fails.
 */
export type ReviewStatus = "approved" | "needs_rework" | "rejected";

/**
 * What an actor is to the workspace. - `orchestrator`: An agent that plans, assigns and leads. - `worker`: An agent
 * that claims tasks and does them. - `reviewer`: An agent that reviews what others did. - `librarian`: An agent that
 * keeps the long-term memory. - `observer`: An agent that only reads. - `member`: A person who takes part. - `owner`:
 * A person who also keeps agents, tokens and settings. - `viewer`: A person who only reads. - `system`: Loci itself:
 * timers and their consequences. Nobody can be given this role.
 */
export type Role = "orchestrator" | "worker" | "reviewer" | "librarian" | "observer" | "member" | "owner" | "viewer" | "system";

/** One line of the table. */
export interface RulePart {
  /**
   * The word, or words, that a tool's name contains, such as `Page` or `BlogPost`, and that people use for the type:
   * "the picture". Case does not count, nor does the plural.
   */
  match: string;
  /** The type of what such a tool answers, such as `page`. */
  type: string;
}

/** The table: the first line that fits a tool's name says the type. People may say any line's word for its type. */
export type Rules = RulePart[];

/**
 * How far a run is. - `pending`: It waits. - `running`: It is being done. - `success`: It is done. - `failed`: It
 * could not be done.
 */
export type RunStatus = "pending" | "running" | "success" | "failed";

/** A checkpoint of the entities. */
export interface Saved {
  /** The entities, most recent first. */
  entities: Entity[];
  /** The number of the form, for later ones to know what they read. */
  version: number;
}

/** A checkpoint of the entities. */
export interface SavedPart {
  /** The entities, most recent first. */
  entities: EntityPart[];
  /** The number of the form, for later ones to know what they read. */
  version: number;
}

/**
 * Who shares a scratchpad. - `thread`: One session: its agents, orchestrators and people. - `resource`: All sessions
 * of one user or resource. - `global`: The whole workspace.
 */
export type Scope = "thread" | "resource" | "global";

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadAtAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The scratchpad. */
  pad: PadView;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_at`. */
export interface ScratchpadAtArguments<Asked extends Fields = Whole> {
  /** The version, as `scratchpad_history` gives it. */
  version: number;
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadClearAnswer {
  /** Whether this call changed anything. */
  changed: boolean;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The keys that were written; none for a text. */
  keys: string[];
  /** Its name. */
  name: string;
  /** The version at which it last changed, for `if_version`. */
  pad_version: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_clear`. */
export interface ScratchpadClearArguments<Asked extends Fields = Whole> {
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
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

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadDefineAnswer {
  /** Whether this call made it. */
  created: boolean;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The scratchpad; `set_aside` in it says what became of a state that does not fit. */
  pad: PadView;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Whether this call set its state aside. */
  set_aside: boolean;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_define`. */
export interface ScratchpadDefineArguments<Asked extends Fields = Whole> {
  /** What it gets of a context at most, in tokens; 1,500 unless given. */
  max_tokens?: number | null | undefined;
  /** What it gets of a context at least, in tokens; 200 unless given. */
  min_tokens?: number | null | undefined;
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /** Whether only people may change it from then on. */
  read_only?: boolean | undefined;
  /**
   * The JSON Schema (2020-12) that its state has to fit; the state is an object then. References lead to places
   * within it only: nothing is fetched. A text is read as its JSON.
   */
  schema?: unknown | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
   */
  scope?: Scope | undefined;
  /**
   * What a new one begins with: a text, or an object that fits the schema. Beside a schema a text is read as the JSON
   * of that object.
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

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadDeleteAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Its name. */
  name: string;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** When it is erased unless restored. */
  purge_at: Time;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_delete`. */
export interface ScratchpadDeleteArguments<Asked extends Fields = Whole> {
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /** Why. */
  reason?: string | null | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
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

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadHistoryAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: PadChange[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_history`. */
export interface ScratchpadHistoryArguments<Asked extends Fields = Whole> {
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: OwnerSummary[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_list`. */
export interface ScratchpadListArguments<Asked extends Fields = Whole> {
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** How many owners, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** Only those of this owner, which needs a scope; also those deleted and not erased yet. */
  owner?: string | null | undefined;
  /** Only owners in one of whose scratchpads a name or a text matches these words. */
  query?: string | null | undefined;
  /** Only those of this scope: `thread`, `resource` or `global`. */
  scope?: Scope | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadPutAnswer {
  /** Whether this call changed anything. */
  changed: boolean;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The keys that were written; none for a text. */
  keys: string[];
  /** Its name. */
  name: string;
  /** The version at which it last changed, for `if_version`. */
  pad_version: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_put`. */
export interface ScratchpadPutArguments<Asked extends Fields = Whole> {
  /** The new state: an object or a text. Where the scratchpad holds an object, a text is read as its JSON. */
  value: unknown;
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /** How a text is read, where that is not as what the scratchpad holds. */
  read_as?: ReadAs | null | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
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

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadReadAnswer {
  /** What was cut to fit: keys, the longest not updated first, or how much of a text. */
  cut?: string[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The scratchpad. */
  pad: PadView;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The `<working_memory>` block for a prompt; empty when nothing is in it. */
  rendered: string;
  /** How many tokens the block has. */
  tokens: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_read`. */
export interface ScratchpadReadArguments<Asked extends Fields = Whole> {
  /** The most tokens that the block may have; the scratchpad's own `max_tokens` unless given. */
  budget?: number | null | undefined;
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
   */
  scope?: Scope | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadRestoreAnswer {
  /** Whether this call changed anything. */
  changed: boolean;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The keys that were written; none for a text. */
  keys: string[];
  /** Its name. */
  name: string;
  /** The version at which it last changed, for `if_version`. */
  pad_version: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_restore`. */
export interface ScratchpadRestoreArguments<Asked extends Fields = Whole> {
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
   */
  scope?: Scope | undefined;
  /** The version, as `scratchpad_history` gives it; left out for a deleted scratchpad. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface ScratchpadUpdateAnswer {
  /** Whether this call changed anything. */
  changed: boolean;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The keys that were written; none for a text. */
  keys: string[];
  /** Its name. */
  name: string;
  /** The version at which it last changed, for `if_version`. */
  pad_version: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `scratchpad_update`. */
export interface ScratchpadUpdateArguments<Asked extends Fields = Whole> {
  /** What to merge: an object with the keys to change, or a text for a scratchpad that holds one. */
  patch: unknown;
  /** Whether a `null` deletes its key (RFC 7396) instead of replacing it. */
  delete_nulls?: boolean | undefined;
  /** Its name; `main` unless given. */
  name?: string | null | undefined;
  /**
   * Whose it is: of a thread its session's whole key, which is the id alone or `namespace/user/id`, as answers give
   * it; of a resource the user or resource; none for `global`.
   */
  owner?: string | null | undefined;
  /**
   * Who shares it: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the
   * workspace); `thread` unless given.
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
 * A section of a mind's document. - `phenotype`: Who the agent is becoming. - `bond`: Whom it works with, and how
 * they are to be treated. - `niche`: What it is to others: what it does, how well, what it earns. - `active_context`:
 * What goes on: open work, decisions, frictions, breakthroughs. - `crystal_pointers`: Where the rest is found: one
 * search for each topic. - `curiosity_gaps`: What it does not know. - `emerging_skills`: What it does again and
 * again.
 */
export type Section = "phenotype" | "bond" | "niche" | "active_context" | "crystal_pointers" | "curiosity_gaps" | "emerging_skills";

/** How a section changed. */
export interface SectionChange {
  /** Its characters now. */
  after: number;
  /** Its characters before. */
  before: number;
  /** Which. */
  section: Section;
}

/** An agent and what it is doing. */
export interface Seen {
  /** What it holds. */
  holds?: Held[] | undefined;
  /** The workflows it leads. */
  leads?: Led[] | undefined;
  /** Its name. */
  name: string;
  /** Since when it may not claim tasks. */
  paused_at?: Time | null | undefined;
  /** Why not. */
  paused_reason?: string | null | undefined;
  /** Since when it is known. */
  registered_at: Time;
  /** Who made it known. */
  registered_by: Actor;
  /** What it usually does; a token may give it another role. */
  role: Role;
  /** When it last called, since Loci was started. */
  seen_at?: Time | null | undefined;
  /** That it was paused, or may go on, until it was told. */
  untold?: Untold | null | undefined;
  /** The size of its context window in tokens, as it last reported it. */
  window?: number | null | undefined;
  /** How much of it was in use. */
  window_used?: number | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionAppendAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_append`. */
export interface SessionAppendArguments<Asked extends Fields = SessionAppendLean> {
  /**
   * The messages; they are kept in the order of their times, and those of one time in the order in which they came.
   */
  messages: NewMessage[];
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionAtAnswer {
  /** The agents that wrote in it or were let in. */
  agents: string[];
  /** The summary of what was said before the messages. */
  context?: string | null | undefined;
  /** The model's context window in tokens, where the session says so. */
  context_window?: number | null | undefined;
  /** When it began. */
  created_at: Time;
  /** The caller's own data. */
  data: Record<string, unknown>;
  /** What "it" and "that page" refer to, most recent first. */
  entities?: Entities | undefined;
  /** When it ends unless written to. */
  expires_at?: Time | null | undefined;
  /** Why no memories are taken from its messages, although it has a strategy for it. */
  extraction?: Rest | null | undefined;
  /** How many are folded into the summary. */
  folded: number;
  /** How full it is. */
  gauges: Gauges;
  /** Its id. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /**
   * The number of messages, older ones, whose pictures and files had no room in this answer. `recent` gives the newer
   * ones alone.
   */
  media_left_out?: number | undefined;
  /** Memories to be kept beyond the session; those with `persisted_at` are long-term memories. */
  memories?: MemoryRecordPart[] | undefined;
  /** The messages that are not folded, oldest first. */
  messages: Message[];
  /** How many more messages, older ones, long-term memory has of it. */
  messages_left_out?: number | undefined;
  /** How many there are; more than `messages` when only recent ones were asked for. */
  messages_total: number;
  /** The model that the conversation is with. */
  model?: string | null | undefined;
  /** Its namespace. */
  namespace?: string | null | undefined;
  /** The session it was spawned by. */
  parent?: SessionKey | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /**
   * Where its memories go when they become long-term memories, and who reads them there; nothing while long-term
   * memory is switched off.
   */
  promotes_to?: Destination | null | undefined;
  /** Whether its time ran out and it was made again from long-term memory. */
  reconstructed?: boolean | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Why it is left as it is although it is full. */
  rest?: Rest | null | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** How memories are taken from messages. */
  strategy?: StrategyPart | null | undefined;
  /** Which writer made the summaries, and of what. */
  summaries?: SessionSummary[] | undefined;
  /** How it begins: the first words of its summary, or of its oldest message that is no tool's. */
  topic?: string | null | undefined;
  /** How long it lasts after its last write, in seconds. */
  ttl_seconds?: number | null | undefined;
  /** When something last happened. */
  updated_at: Time;
  /** Whose it is. */
  user_id?: string | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_at`. */
export interface SessionAtArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The version, from that with which the session began to the current one. */
  version: number;
  /**
   * Whether pictures and files are given whole, as they were sent; they are unless this is `false`. A placeholder
   * such as `[image, image/png, 45 KB]` takes the place of their data otherwise.
   */
  media?: boolean | null | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionBlockAnswer {
  /** The block. */
  block: ContextBlockName;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Which session. */
  session: SessionKey;
  /** How it stands. */
  shown: ContextBlockShown;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_block`. */
export interface SessionBlockArguments<Asked extends Fields = Whole> {
  /** The block. */
  block: ContextBlockName;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** How it is to stand. */
  shown: ContextBlockShown;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionDataAnswer {
  /** Its data, whole. */
  data: Record<string, unknown>;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_data`. */
export interface SessionDataArguments<Asked extends Fields = Whole> {
  /** The patch: an object. */
  patch: Record<string, unknown>;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionDeleteAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** When it is erased unless brought back. */
  purge_at: Time;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_delete`. */
export interface SessionDeleteArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** Why. */
  reason?: string | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionDiffAnswer {
  /** Everything else that is. */
  fields: FieldDiff[];
  /** One version. */
  from: number;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Messages that are different, in the order in which they were said. */
  messages: MessageDiff[];
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Which session. */
  session: SessionKey;
  /** The other. */
  to: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_diff`. */
export interface SessionDiffArguments<Asked extends Fields = Whole> {
  /** One version. */
  from: number;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The other; the current one unless given. */
  to?: number | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionDiscardAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_discard`. */
export interface SessionDiscardArguments<Asked extends Fields = Whole> {
  /** The ids of the memories. */
  memories: string[];
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionFoldedAnswer {
  /** The summary before it, which it goes on from. */
  context_before?: string | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /**
   * The messages, oldest first. Where their pictures and files are more than 32 MiB, those of the older ones are
   * placeholders.
   */
  messages: Message[];
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Which session. */
  session: SessionKey;
  /** The summary. */
  summary: SessionSummary;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_folded`. */
export interface SessionFoldedArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /**
   * Whether pictures and files are given whole, as they were sent; they are unless this is `false`. A placeholder
   * such as `[image, image/png, 45 KB]` takes the place of their data otherwise.
   */
  media?: boolean | null | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The version of the session that the summary made, as `summaries` has it; the newest unless given. */
  summary?: number | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionForkAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_fork`. */
export interface SessionForkArguments<Asked extends Fields = Whole> {
  /** The id of the new session, in the same namespace and of the same user; a whole key names others. */
  new_id: string;
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** Which of its versions; the current one unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionGetAnswer {
  /** The agents that wrote in it or were let in. */
  agents: string[];
  /** The summary of what was said before the messages. */
  context?: string | null | undefined;
  /** The model's context window in tokens, where the session says so. */
  context_window?: number | null | undefined;
  /** When it began. */
  created_at: Time;
  /** The caller's own data. */
  data: Record<string, unknown>;
  /** What "it" and "that page" refer to, most recent first. */
  entities?: Entities | undefined;
  /** When it ends unless written to. */
  expires_at?: Time | null | undefined;
  /** Why no memories are taken from its messages, although it has a strategy for it. */
  extraction?: Rest | null | undefined;
  /** How many are folded into the summary. */
  folded: number;
  /** How full it is. */
  gauges: Gauges;
  /** Its id. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /**
   * The number of messages, older ones, whose pictures and files had no room in this answer. `recent` gives the newer
   * ones alone.
   */
  media_left_out?: number | undefined;
  /** Memories to be kept beyond the session; those with `persisted_at` are long-term memories. */
  memories?: MemoryRecordPart[] | undefined;
  /** The messages that are not folded, oldest first. */
  messages: Message[];
  /** How many more messages, older ones, long-term memory has of it. */
  messages_left_out?: number | undefined;
  /** How many there are; more than `messages` when only recent ones were asked for. */
  messages_total: number;
  /** The model that the conversation is with. */
  model?: string | null | undefined;
  /** Its namespace. */
  namespace?: string | null | undefined;
  /** The session it was spawned by. */
  parent?: SessionKey | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /**
   * Where its memories go when they become long-term memories, and who reads them there; nothing while long-term
   * memory is switched off.
   */
  promotes_to?: Destination | null | undefined;
  /** Whether its time ran out and it was made again from long-term memory. */
  reconstructed?: boolean | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Why it is left as it is although it is full. */
  rest?: Rest | null | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** How memories are taken from messages. */
  strategy?: StrategyPart | null | undefined;
  /** Which writer made the summaries, and of what. */
  summaries?: SessionSummary[] | undefined;
  /** How it begins: the first words of its summary, or of its oldest message that is no tool's. */
  topic?: string | null | undefined;
  /** How long it lasts after its last write, in seconds. */
  ttl_seconds?: number | null | undefined;
  /** When something last happened. */
  updated_at: Time;
  /** Whose it is. */
  user_id?: string | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_get`. */
export interface SessionGetArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** Measure against a window of so many tokens. */
  context_window?: number | null | undefined;
  /**
   * Whether pictures and files are given whole, as they were sent; they are unless this is `false`. A placeholder
   * such as `[image, image/png, 45 KB]` takes the place of their data otherwise.
   */
  media?: boolean | null | undefined;
  /** Measure against the window of this model instead of the session's own. */
  model?: string | null | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** Only so many messages, the newest; all unless given. */
  recent?: number | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionHistoryAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: Happening[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_history`. */
export interface SessionHistoryArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionImportAnswer {
  /** How many were there and are changed. */
  changed: number;
  /** The core that memories went to. */
  core?: string | null | undefined;
  /** How many things are new. */
  created: number;
  /** Whether nothing was written: this is what would be. */
  dry_run: boolean;
  /** The format of what was read, such as `beads`. */
  format: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The first of those that are new or changed. */
  items?: ImportedItem[] | undefined;
  /** What else should be known. */
  notes?: string[] | undefined;
  /** The first of them and of those links, each with its place and the reason. */
  odd?: Odd[] | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many things are quarantined: they cannot be taken in, and are kept whole. */
  quarantined?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many links between things were set aside, because they would close a cycle. */
  set_aside?: number | undefined;
  /** How many were there and stay as they are. */
  unchanged: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_import`. */
export interface SessionImportArguments<Asked extends Fields = Whole> {
  /** The text, at most 32 MiB: JSON, or JSON lines. `loci import` sends longer ones in parts. */
  content: string;
  /** Only say what would become of it. */
  dry_run?: boolean | undefined;
  /** The format of the text; known by its beginning unless given. */
  format?: TranscriptFormat | null | undefined;
  /** The namespace the sessions belong to. */
  namespace?: string | null | undefined;
  /**
   * The session it goes to; as the text calls it unless given. A text with several conversations names them itself.
   */
  session?: string | null | undefined;
  /** The user whose sessions they are. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionKeepAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_keep`. */
export interface SessionKeepArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** How long the session lasts after its last write, in seconds; for ever unless given. */
  ttl_seconds?: number | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: SessionRow[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_list`. */
export interface SessionListArguments<Asked extends Fields = Whole> {
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** Instead those that were deleted and can still be brought back; only people see them. */
  deleted?: boolean | undefined;
  /** Only those that end within so many seconds unless they are written to. */
  expiring_within?: number | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** Only those of this namespace. */
  namespace?: string | null | undefined;
  /** Only those whose id, namespace, user, summary or beginning has these words. */
  query?: string | null | undefined;
  /** Only those of this user. */
  user_id?: string | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionMergeAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Its parent. */
  parent: SessionKey;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What became of each scratchpad that the child changed. */
  scratchpads: Inherited[];
  /** The child. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_merge`. */
export interface SessionMergeArguments<Asked extends Fields = Whole> {
  /** The child: its id, or its whole key as answers give it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionPromoteAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_promote`. */
export interface SessionPromoteArguments<Asked extends Fields = Whole> {
  /** The ids of the memories. */
  memories: string[];
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionPutAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_put`. */
export interface SessionPutArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** A summary of what was said before them. */
  context?: string | null | undefined;
  /** The model's context window in tokens, where its name does not tell. */
  context_window?: number | null | undefined;
  /** Data of the caller's own: never searched, never kept beyond the session. */
  data?: Record<string, unknown> | undefined;
  /** Memories to be kept beyond the session: each becomes a long-term memory once. */
  memories?: MemoryRecord[] | undefined;
  /** The messages; they are kept in the order of their times, and those of one time in the order given here. */
  messages?: NewMessage[] | undefined;
  /** The model that the conversation is with; its context window is known from its name. */
  model?: string | null | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** How memories are taken from the messages. */
  strategy?: Strategy | null | undefined;
  /** How long the session lasts after its last write, in seconds; for ever unless given. */
  ttl_seconds?: number | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionRecoverAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_recover`. */
export interface SessionRecoverArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /**
   * The id under which it comes back, in the same namespace and of the same user unless it is a whole key. Its agents
   * may read it there; its scratchpads stay with the old id.
   */
  new_id?: string | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /**
   * With `new_id`, which of the sessions of that id: its last version, or one before. The last one that was deleted
   * unless given.
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionRestoreAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_restore`. */
export interface SessionRestoreArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The version to return to. */
  version: number;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** A session as lists show it. */
export interface SessionRow {
  /** The agents that wrote in it or were let in, by name, at most ten. */
  agents: string[];
  /** When it began. */
  created_at: Time;
  /** When it ends unless written to. */
  expires_at?: Time | null | undefined;
  /** How many messages are folded into its summary. */
  folded: number;
  /** The session it is a fork of. */
  forked_from?: SessionKey | null | undefined;
  /** Its id. */
  id: string;
  /** How many messages it has that are not folded. */
  messages: number;
  /** The model that the conversation is with. */
  model?: string | null | undefined;
  /** Its namespace. */
  namespace?: string | null | undefined;
  /** How many of its memories are not long-term memories yet. */
  pending_memories: number;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The tokens of its summary and messages. */
  tokens: number;
  /** How it begins: the first words of its summary, or of its oldest message that is no tool's. */
  topic?: string | null | undefined;
  /** When something last happened. */
  updated_at: Time;
  /** Whose it is. */
  user_id?: string | null | undefined;
  /** How many facts it has. */
  version: number;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionShareAnswer {
  /** The agents that wrote in it or were let in. */
  agents: string[];
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Which session. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_share`. */
export interface SessionShareArguments<Asked extends Fields = Whole> {
  /** The names of the agents. */
  agents: string[];
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /** The user whose session it is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionSpawnAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Its parent. */
  parent: SessionKey;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What became of the parent's scratchpads; none when both are of one user. */
  scratchpads: Inherited[];
  /** The child. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `session_spawn`. */
export interface SessionSpawnArguments<Asked extends Fields = Whole> {
  /**
   * The id of the child, in the same namespace and of the same user unless they are given; a whole key names others
   * too.
   */
  child: string;
  /** The parent: its id, or its whole key as answers give it. */
  parent: string;
  /** The child's namespace. */
  namespace?: string | null | undefined;
  /** The user whose session the child is. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SessionSummarizeAnswer {
  /** How full it is. */
  gauges?: Gauges | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many messages it has now that are not folded. */
  messages: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Memories and messages that became long-term memories. */
  promoted?: Promotion[] | undefined;
  /** Where the memories went, and who reads them there. */
  promoted_to?: Destination[] | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages were taken away. */
  removed?: number | undefined;
  /** What became of the calls of `updateWorkingMemory` in the messages. */
  scratchpads?: IngestOutcome[] | undefined;
  /** Which session: what other calls take as `session`. */
  session: SessionKey;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What callers should do otherwise, and what was passed over. */
  warnings?: string[] | undefined;
  /** The ids of the messages written, in the order of the call. */
  written?: string[] | undefined;
}

/** The arguments of `session_summarize`. */
export interface SessionSummarizeArguments<Asked extends Fields = Whole> {
  /** The session's id, or its whole key as answers give it. */
  session: string;
  /** The ids of the messages that are in it: the oldest ones, in their order. */
  folded?: string[] | undefined;
  /** The namespace it belongs to. */
  namespace?: string | null | undefined;
  /**
   * What went wrong: before the summary, when another writer should have written it; without a summary, why there is
   * none, which only Loci itself says.
   */
  note?: string | null | undefined;
  /** The session's version when they were read. */
  read_version?: number | null | undefined;
  /** The summary of the one so far and of the folded messages; it takes the place of both. */
  summary?: string | null | undefined;
  /** The user whose session it is. */
  user_id?: string | null | undefined;
  /** Who wrote it, where that is not the caller, such as a model's name. */
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

/** One summary: which writer folded what into it. */
export interface SessionSummary {
  /** When. */
  at: Time;
  /** The oldest folded message. */
  first: string;
  /** How many tokens they and the summary before had. */
  folded_tokens: number;
  /** The newest one. */
  last: string;
  /** How many messages it folded. */
  messages: number;
  /** What went wrong before it, when another writer should have written it. */
  note?: string | null | undefined;
  /** How many tokens it has. */
  tokens: number;
  /** The version of the session that it made; the messages are whole in the one before. */
  version: number;
  /** Who wrote it, such as `extractive`, or the model. */
  writer: string;
}

/** A state that a changed schema did not fit any more. */
export interface SetAside {
  /** When it was set aside. */
  at: Time;
  /** Where it did not fit. */
  misfits: Misfit[];
  /** The version at which `scratchpad_at` still shows it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SettingsGetAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Where each comes from. */
  origins: Origins;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The settings in force. */
  settings: Settings;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What of them is without effect, and why. */
  warnings?: string[] | undefined;
}

/** The arguments of `settings_get`. */
export interface SettingsGetArguments<Asked extends Fields = Whole> {
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SettingsSetAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Where each comes from. */
  origins: Origins;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The settings in force. */
  settings: Settings;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What of them is without effect, and why. */
  warnings?: string[] | undefined;
}

/** The arguments of `settings_set`. */
export interface SettingsSetArguments<Asked extends Fields = Whole> {
  /** The names of settings to give back to the server's configuration. */
  reset?: string[] | undefined;
  /** The settings to make. */
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
 * Which tasks a list shows. - `ready`: Those that can be claimed now. - `blocked`: Those that wait for others or for
 * a time, were cut off by a failure, are on hold, or whose holder cannot go on. - `in_progress`: Those that somebody
 * works on. - `waits_for_person`: Those whose holder waits for a person. - `needs_review`: Those that were handed in
 * and wait for a review.
 */
export type Shelf = "ready" | "blocked" | "in_progress" | "waits_for_person" | "needs_review";

/**
 * What happened to an agent, as its mood takes it. - `reward`: Somebody was content with it. - `error`: Something
 * went wrong. - `social`: Somebody was kind to it, or worked with it. - `achievement`: It got something done. -
 * `urgency`: Something cannot wait.
 */
export type Signal = "reward" | "error" | "social" | "achievement" | "urgency";

/**
 * How a block is to the one of the last time. - `same`: It is the same. - `changed`: It has changed. - `new`: It was
 * not there.
 */
export type SinceLast = "same" | "changed" | "new";

/** A level that rose above [`SPIKE`] and was not noted yet. */
export interface Spike {
  /** When it was highest. */
  at: Time;
  /** Which level. */
  hormone: Hormone;
  /** How high it rose. */
  peak: number;
  /** What happened. */
  reason?: string | null | undefined;
  /** What raised it last. */
  signal: Signal;
}

/**
 * Where a workflow is in its life. - `active`: Work goes on. - `completed`: All of it is done. -
 * `completed_with_failures`: It is done as far as it could be. - `cancelled`: It was called off. - `archived`: It was
 * put away.
 */
export type Status = "active" | "completed" | "completed_with_failures" | "cancelled" | "archived";

/** A strategy with its particulars, such as `custom_prompt`. */
export interface Strategy {
  /** The particulars. */
  config?: Record<string, unknown> | undefined;
  /** Which. */
  strategy?: StrategyKind | undefined;
}

/**
 * How memories are taken from a session's messages. - `discrete`: Each fact by itself. - `summary`: What a
 * conversation came to. - `preferences`: What the user prefers. - `custom`: What a prompt of the caller's own asks
 * for.
 */
export type StrategyKind = "discrete" | "summary" | "preferences" | "custom";

/** A strategy with its particulars, such as `custom_prompt`. */
export interface StrategyPart {
  /** The particulars. */
  config?: Record<string, unknown> | undefined;
  /** Which. */
  strategy?: StrategyKind | undefined;
}

export type StreamId = string;

/** What an approval is about. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SummaryPartitionListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** In the order of their groups' values. */
  items: PartitionShown[];
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_partition_list`. */
export interface SummaryPartitionListArguments<Asked extends Fields = Whole> {
  /** The view. */
  view: string;
  /** Only groups with these values. A field that the view does not group by fits no group. */
  group?: Record<string, string> | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SummaryRunGetAnswer {
  /** When it ended. */
  completed_at?: Time | null | undefined;
  /** When it was asked for. */
  created_at: Time;
  /** Why it failed. */
  error?: string | null | undefined;
  /** Its id: the view's and a number. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** When it began. */
  started_at?: Time | null | undefined;
  /** How far it is. */
  status: RunStatus;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The view. */
  view: string;
}

/** The arguments of `summary_run_get`. */
export interface SummaryRunGetArguments<Asked extends Fields = Whole> {
  /** The run's id, as `summary_view_run` gave it. */
  run: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SummaryViewCreateAnswer {
  /** What it is of. */
  definition: DefinitionPart;
  /** Its id. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_view_create`. */
export interface SummaryViewCreateArguments<Asked extends Fields = Whole> {
  /** What it is of. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SummaryViewDeleteAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** When it is erased unless brought back. */
  purge_at: Time;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The view. */
  view: string;
}

/** The arguments of `summary_view_delete`. */
export interface SummaryViewDeleteArguments<Asked extends Fields = Whole> {
  /** The view. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SummaryViewGetAnswer {
  /** What it is of. */
  definition: DefinitionPart;
  /** Its id. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_view_get`. */
export interface SummaryViewGetArguments<Asked extends Fields = Whole> {
  /** The view. */
  view: string;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SummaryViewListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: ViewShown[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_view_list`. */
export interface SummaryViewListArguments<Asked extends Fields = Whole> {
  /** The `next_cursor` of the page before. */
  cursor?: string | null | undefined;
  /** Instead those that were deleted and can still be brought back; only people see them. */
  deleted?: boolean | undefined;
  /** How many, 1 to 200; 50 when not given. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface SummaryViewRestoreAnswer {
  /** What it is of. */
  definition: DefinitionPart;
  /** Its id. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `summary_view_restore`. */
export interface SummaryViewRestoreArguments<Asked extends Fields = Whole> {
  /** The view. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface SummaryViewRunAnswer {
  /** When it ended. */
  completed_at?: Time | null | undefined;
  /** When it was asked for. */
  created_at: Time;
  /** Why it failed. */
  error?: string | null | undefined;
  /** Its id: the view's and a number. */
  id: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** When it began. */
  started_at?: Time | null | undefined;
  /** How far it is. */
  status: RunStatus;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The view. */
  view: string;
}

/** The arguments of `summary_view_run`. */
export interface SummaryViewRunArguments<Asked extends Fields = Whole> {
  /** The view. */
  view: string;
  /** Whether partitions are written also when their memories are the same as last time. */
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

/** That a workflow was taken in from a file: who did what in its first facts is said by that alone. */
export interface TakenIn {
  /** When. */
  at: Time;
  /** Who took it in. */
  by: Actor;
  /** How many facts it had in the file. */
  facts: number;
}

/** A task. Its fields are named as in the interface it came from. */
export interface Task {
  /** What must hold for it to be done. */
  acceptance?: string[] | undefined;
  /** Since when. */
  assigned_at?: Time | null | undefined;
  /** Who works on it, shall, or last did. */
  assigned_to?: string | null | undefined;
  /** Who tried. */
  attempts?: Attempt[] | undefined;
  /** Why its holder cannot go on. */
  blocked_reason?: string | null | undefined;
  /** Which tasks need it. */
  blocks?: TaskNo[] | undefined;
  /** The branch the work is on. */
  branch?: string | null | undefined;
  /** What a worker must be able to do. */
  capabilities?: string[] | undefined;
  /** The version of the workflow at which it last changed: what `if_version` compares. */
  changed: number;
  /** When it was done. */
  completed_at?: Time | null | undefined;
  /** How long it rests after a failure, in seconds. */
  cooldown_seconds?: number | undefined;
  /** When it was added. */
  created_at: Time;
  /** By whom. */
  created_by: Actor;
  /** What it needs. */
  depends_on?: Need[] | undefined;
  /** What is to be done, in full. */
  description?: string | undefined;
  /** How long it should take, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** Whether a person has accepted that it failed. */
  failure_accepted?: boolean | undefined;
  /** How often it has failed since it was last put back by somebody. */
  failures?: number | undefined;
  /** The fence of the last lease. */
  fence?: number | undefined;
  /** The group ("room") it belongs to. */
  group?: string | null | undefined;
  /** Its name in the workflow. */
  id: TaskNo;
  /** How it joins its needs. */
  join?: Join | undefined;
  /** Who holds it until when. */
  lease?: Lease | null | undefined;
  /** Where more can be found. */
  links?: LinkPart[] | undefined;
  /** Whether somebody must look at it before it counts as done. */
  needs_review?: boolean | undefined;
  /** Not to be claimed before. */
  not_before?: Time | null | undefined;
  /** Where it is from, when it was planned elsewhere. */
  origin?: TaskOrigin | null | undefined;
  /** Paths it will change: two live tasks with overlapping ones are flagged. */
  paths?: string[] | undefined;
  /** 0 (most urgent) to 4. */
  priority: number;
  /** Why it was skipped, cancelled or put back. */
  reason?: string | null | undefined;
  /** What came of it. */
  result?: TaskResult | null | undefined;
  /** How many times it may fail and be tried again. */
  retries: number;
  /** The last verdict that counts. */
  review_status?: ReviewStatus | null | undefined;
  /** Who reviewed it last. */
  reviewed_by?: string | null | undefined;
  /** The agent for which its review is kept. */
  reviewer?: string | null | undefined;
  /** All reviews, oldest first. */
  reviews?: Review[] | undefined;
  /** Since when it has its status. */
  since: Time;
  /** The agent whose lease ran out, until somebody takes the task again. */
  stalled?: string | null | undefined;
  /** Where it is in its life. */
  status: TaskStatus;
  /** What is to be done, in a line. */
  title: string;
  /** Tokens of title, description and acceptance. */
  tokens?: number | undefined;
  /** What it needed and had not got when a person completed it all the same. */
  unmet?: TaskNo[] | undefined;
  /** Whether the agent for which it is kept has let it lie: somebody was told. */
  untaken?: boolean | undefined;
  /** What was used for it in all, whoever reported it. */
  usage?: Usage | undefined;
  /** The open question its holder waits for. */
  waits_for?: QuestionNo | null | undefined;
  /** The open request for approval that its holder waits for. */
  waits_for_approval?: ApprovalNo | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskAcceptFailedAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_accept_failed`. */
export interface TaskAcceptFailedArguments<Asked extends Fields = TaskAcceptFailedLean> {
  /** The task. */
  task: string;
  /** Why. */
  reason?: string | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskAddAnswer {
  /** The names of the planned decisions, in the order given. */
  decisions?: DecisionNo[] | undefined;
  /** Their names. */
  ids: TaskNo[];
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The one task, when one was given. */
  task?: Task | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: overlapping paths, a very large workflow. */
  warnings?: string[] | undefined;
}

/** The arguments of `task_add`. */
export interface TaskAddArguments<Asked extends Fields = TaskAddLean> {
  /** The workflow. */
  workflow: Id;
  /** What must hold for it to be done, point by point. */
  acceptance?: string[] | undefined;
  /** The branch the work is on. */
  branch?: string | null | undefined;
  /** What a worker must be able to do. */
  capabilities?: string[] | undefined;
  /** How long it rests after a failure, in seconds. */
  cooldown_seconds?: number | undefined;
  /** Decisions that are still to be made: the edges of `tasks` may name them by `key`. */
  decisions?: NewDecision[] | undefined;
  /** What it needs: names of tasks (or keys of this call), or `{"task": …, "when": …}`. */
  depends_on?: NewNeed[] | undefined;
  /** What is to be done, in full. */
  description?: string | undefined;
  /** How long it should take, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** The group ("room") it belongs to. */
  group?: string | null | undefined;
  /** How it joins its needs: all (default), any, or `none_failed`. */
  join?: Join | undefined;
  /** A word (not `T1`) by which tasks of the same call may refer to it. */
  key?: string | null | undefined;
  /** Where more can be found. */
  links?: Link[] | undefined;
  /** Whether it must be reviewed before it counts as done. */
  needs_review?: boolean | undefined;
  /** Paths it will change; overlaps with live tasks are flagged, not refused. */
  paths?: string[] | undefined;
  /** 0 (most urgent) to 4; 2 unless given. */
  priority?: number | null | undefined;
  /** How many times it may fail and be tried again (0 to 100); the workflow's policy unless given. */
  retries?: number | null | undefined;
  /** Several tasks. */
  tasks?: NewTask[] | undefined;
  /** What is to be done, in a line of at most 300 characters. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskAssignAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_assign`. */
export interface TaskAssignArguments<Asked extends Fields = TaskAssignLean> {
  /** The task. */
  task: string;
  /**
   * The agent, who must be registered, not paused, and have a token that has not ended; nobody opens the task to all.
   */
  agent?: string | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskCancelAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_cancel`. */
export interface TaskCancelArguments<Asked extends Fields = TaskCancelLean> {
  /** The task. */
  task: string;
  /** Why. */
  reason?: string | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskClaimAnswer {
  /** What the worker needs to know, ready for its prompt. */
  context: TaskContext;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The lease. */
  lease: Lease;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look: tasks under way that reserve the same paths. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_claim`. */
export interface TaskClaimArguments<Asked extends Fields = TaskClaimLean> {
  /** The most tokens that the context may have: 500 to 1,000,000. Default: 5,000; `task_context` reads more of it. */
  budget?: number | null | undefined;
  /** What I can do: only tasks that ask for no more are given. */
  capabilities?: string[] | undefined;
  /** The context as one `text`, or as `blocks` that say where each item is from; text unless given. */
  format?: Format | undefined;
  /** How long the lease lasts unless renewed, in seconds (15 to 86,400); the workflow's policy unless given. */
  lease_seconds?: number | null | undefined;
  /** Take a task that I hold already, after a crash: the old process is shut out. */
  resume?: boolean | undefined;
  /** The task; the best ready one unless given. */
  task?: string | null | undefined;
  /** How many seconds to wait for a task when there is none (0 to 60); 0 unless given. */
  wait?: number | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskCompleteAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_complete`. */
export interface TaskCompleteArguments<Asked extends Fields = TaskCompleteLean> {
  /** What was done. */
  summary: string;
  /** The task. */
  task: string;
  /** What was made, recorded with it. */
  artifacts?: NewArtifact[] | undefined;
  /** For people alone: complete it although what it needs is not done. It says so from then on. */
  force?: boolean | undefined;
  /** The id of my lease; people need none. */
  lease?: string | null | undefined;
  /** What should follow. */
  next_steps?: string[] | undefined;
  /** The workflow; may be left out when `task` names it. */
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
  /** The blocks, in order, with the source of each item; absent unless they were asked for. */
  blocks?: Block[] | undefined;
  /** The budget. */
  budget: number;
  /** What was left out or cut, and why. */
  omitted?: Omitted[] | undefined;
  /** All blocks as one text for a prompt; absent when blocks were asked for. */
  text?: string | undefined;
  /** Tokens of the text. */
  tokens: number;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskContextAnswer {
  /** The blocks, in order, with the source of each item; absent unless they were asked for. */
  blocks?: Block[] | undefined;
  /** The budget. */
  budget: number;
  /** The encoding in which tokens were counted. */
  encoding: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** What was left out or cut, and why. */
  omitted?: Omitted[] | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: TaskNo;
  /** All blocks as one text for a prompt; absent when blocks were asked for. */
  text?: string | undefined;
  /** Tokens of the text. */
  tokens: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_context`. */
export interface TaskContextArguments<Asked extends Fields = Whole> {
  /** The task. */
  task: string;
  /** The most tokens it may have: 500 to 1,000,000; 12,000 unless given. */
  budget?: number | null | undefined;
  /** As one `text`, or as `blocks` that say where each item is from; text unless given. */
  format?: Format | undefined;
  /** The workflow; may be left out when `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskEditAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_edit`. */
export interface TaskEditArguments<Asked extends Fields = TaskEditLean> {
  /** The task. */
  task: string;
  /** What must hold for it to be done, point by point; replaces all points. */
  acceptance?: string[] | null | undefined;
  /** The branch the work is on; empty for none. */
  branch?: string | null | undefined;
  /** What a worker must be able to do. */
  capabilities?: string[] | null | undefined;
  /** How long it rests after a failure, in seconds. */
  cooldown_seconds?: number | null | undefined;
  /** What it needs: names of tasks, or `{"task": …, "when": …}`; replaces all its edges. */
  depends_on?: NewNeed[] | null | undefined;
  /** What is to be done, in full. */
  description?: string | null | undefined;
  /** How long it should take, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** The group ("room") it belongs to; empty takes it out of its group. */
  group?: string | null | undefined;
  /** How it joins its needs: all, any, or `none_failed`. */
  join?: Join | null | undefined;
  /** Where more can be found; replaces all links. */
  links?: Link[] | null | undefined;
  /** Whether it must be reviewed before it counts as done. */
  needs_review?: boolean | null | undefined;
  /** Paths it will change; overlaps with live tasks are flagged, not refused. */
  paths?: string[] | null | undefined;
  /** 0 (most urgent) to 4. */
  priority?: number | null | undefined;
  /** How many times it may fail and be tried again (0 to 100). */
  retries?: number | null | undefined;
  /** What is to be done, in a line of at most 300 characters. */
  title?: string | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskExplainAnswer {
  /** How many tasks hang on it, near and far. */
  holds_up: number;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The unfinished tasks before it on which the wait rests in the end: those that wait for no other task. */
  rests_on: TaskNo[];
  /** The task, with what it waits for. */
  task: TaskRow;
  /** The tasks that could start if it were completed now. */
  unblocks: TaskNo[];
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_explain`. */
export interface TaskExplainArguments<Asked extends Fields = Whole> {
  /** The task. */
  task: string;
  /** The workflow; may be left out when `task` names it. */
  workflow?: Id | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskFailAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_fail`. */
export interface TaskFailArguments<Asked extends Fields = TaskFailLean> {
  /** What went wrong. */
  error: string;
  /** The task. */
  task: string;
  /** The id of my lease; people need none. */
  lease?: string | null | undefined;
  /** Whether trying again makes sense; yes unless given. */
  retryable?: boolean | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskGetAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** Whether I could claim it now. */
  ready: boolean;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task; shown as `blocked` with the reason `upstream_failed` when a failure cut it off. */
  task: Task;
  /** The tasks that could start if it were completed now. */
  unblocks?: TaskNo[] | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What it waits for. */
  waits_for?: Wait[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_get`. */
export interface TaskGetArguments<Asked extends Fields = TaskGetLean> {
  /** The task. */
  task: string;
  /** The workflow; may be left out when `task` names it. */
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
 * The graph of a workflow's tasks. The tasks themselves are in the workflow, what is ready, blocked, in progress or
 * in need of a review is in the views.
 */
export interface TaskGraph {
  /** What lies between them. */
  edges: GraphEdge[];
  /** The tasks, in the order in which they were added. */
  nodes: TaskNo[];
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskHeartbeatAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The lease. */
  lease: Lease;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `task_heartbeat`. */
export interface TaskHeartbeatArguments<Asked extends Fields = TaskHeartbeatLean> {
  /** The id of my lease. */
  lease: string;
  /** The task. */
  task: string;
  /** How long the lease shall last from now on, in seconds (15 to 86,400), for this one renewal. */
  lease_seconds?: number | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskLinkAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_link`. */
export interface TaskLinkArguments<Asked extends Fields = TaskLinkLean> {
  /** The task before. */
  from: string;
  /** The task that waits. */
  to: string;
  /** What is needed of the task before; success unless given. */
  when?: NewWhen | undefined;
  /** The workflow; may be left out when `to` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: TaskRow[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `task_list`. */
export interface TaskListArguments<Asked extends Fields = TaskListLean> {
  /** The workflow. */
  workflow: Id;
  /** Only those that this agent works on, shall, or last did. */
  agent?: string | null | undefined;
  /** The `next_cursor` of the page before. */
  cursor?: string | null | undefined;
  /** Only those of this group; empty for those of none. */
  group?: string | null | undefined;
  /** How many to give (1 to 200); 50 unless given. */
  limit?: number | null | undefined;
  /** Only those with this status; `blocked` includes those that a failure cut off. */
  status?: TaskStatus | null | undefined;
  /** Only those with this text in their title or description, whatever its case. */
  text?: string | null | undefined;
  /** Only those that are ready, blocked, in progress, in need of a person, or of a review. */
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

/** Where a task is from. */
export interface TaskOrigin {
  /** The format it was read of. */
  format: PlanFormat;
  /** A hash of all that was read of it last. */
  hash: string;
  /** Its name there. */
  key: string;
  /** The tasks it waits for because that was written there. */
  needs?: TaskNo[] | undefined;
  /** Until when it is deferred there. */
  not_before?: Time | null | undefined;
  /** Where it was in its life there when that was last taken over. */
  state: ImportedState;
  /** When it was last changed there, as far as that is known: an older version of it is not taken over. */
  updated_at?: Time | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskReadyAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The tasks, in the order in which claims give them out. */
  items: ReadyTask[];
  /** What to send as `cursor` to get the next ones. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Why nothing can be claimed at all, when that is so. */
  stopped?: string | null | undefined;
  /** How many there are in all. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /**
   * With `explain`: the first tasks that are not ready and have not ended well or for good, as many as `limit` says.
   * `task_list` gives all of them, page by page.
   */
  waiting?: Waiting[] | undefined;
  /** With `explain`: how many such tasks there are in all. */
  waiting_total?: number | null | undefined;
}

/** The arguments of `task_ready`. */
export interface TaskReadyArguments<Asked extends Fields = TaskReadyLean> {
  /** The workflow. */
  workflow: Id;
  /** What I can do: only tasks that ask for no more. Left out, all are given. */
  capabilities?: string[] | null | undefined;
  /** The `next_cursor` of the page before. */
  cursor?: string | null | undefined;
  /** Also say of tasks that are not ready what they wait for. */
  explain?: boolean | undefined;
  /** How many to give (1 to 200); 50 unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskReleaseAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_release`. */
export interface TaskReleaseArguments<Asked extends Fields = TaskReleaseLean> {
  /** The task. */
  task: string;
  /** What the next one should know. */
  handoff_note?: string | null | undefined;
  /** The id of my lease, when I hold the task; people and orchestrators need none for tasks of others. */
  lease?: string | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** What came of a task. */
export interface TaskResult {
  /** Who handed it in. */
  by?: Actor | null | undefined;
  /** What should follow. */
  next_steps?: string[] | undefined;
  /** What was done. */
  summary: string;
  /** Tokens of the summary and the next steps. */
  tokens?: number | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskRetryAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_retry`. */
export interface TaskRetryArguments<Asked extends Fields = TaskRetryLean> {
  /** The task. */
  task: string;
  /** Why. */
  reason?: string | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskReviewAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_review`. */
export interface TaskReviewArguments<Asked extends Fields = TaskReviewLean> {
  /** The verdict. */
  status: ReviewStatus;
  /** The task. */
  task: string;
  /**
   * The remarks: one text, or a list in which each may point at lines of an artifact's version. `needs_rework` and
   * `rejected` need at least one.
   */
  comments?: Remarks | null | undefined;
  /** For people alone: approve it although what it needs is not done. It says so from then on. */
  force?: boolean | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** A task as lists show it. */
export interface TaskRow {
  /** Who works on it, shall, or last did. */
  assigned_to?: string | null | undefined;
  /** How many attempts there were, the running one included. */
  attempts: number;
  /** Why it is blocked; `upstream_failed` when a failure cut it off. */
  blocked_reason?: string | null | undefined;
  /** Which tasks need it. */
  blocks?: TaskNo[] | undefined;
  /** What a worker must be able to do. */
  capabilities?: string[] | undefined;
  /** The version of the workflow at which it last changed: what `if_version` compares. */
  changed: number;
  /** What it needs. */
  depends_on?: Need[] | undefined;
  /** How long it should take, in minutes. */
  estimate_minutes?: number | null | undefined;
  /** How often it failed since it was last put back. */
  failures: number;
  /** The group ("room") it belongs to. */
  group?: string | null | undefined;
  /** Its name in the workflow. */
  id: TaskNo;
  /** Who holds it until when. */
  lease?: Lease | null | undefined;
  /** Whether it must be reviewed. */
  needs_review?: boolean | undefined;
  /** 0 (most urgent) to 4. */
  priority: number;
  /** Whether the caller can claim it now; the same answer that `task_claim` gives. */
  ready: boolean;
  /** The last verdict that counts. */
  review_status?: ReviewStatus | null | undefined;
  /** Since when it has its status. */
  since: Time;
  /** Where it is in its life; `blocked` also when a failure cut it off. */
  status: TaskStatus;
  /** What is to be done, in a line. */
  title: string;
  /** What it waits for; nothing when it is ready or has ended. */
  waits_for?: Wait[] | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskSkipAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_skip`. */
export interface TaskSkipArguments<Asked extends Fields = TaskSkipLean> {
  /** The task. */
  task: string;
  /** Why. */
  reason?: string | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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
 * Where a task is in its life. - `pending`: Waits, for other tasks or for somebody to claim it. - `assigned`: Waits
 * for one agent to claim it. - `in_progress`: Held under a lease. - `blocked`: Its holder says that it cannot go on.
 * - `review`: Done, and waits for a review. - `completed`: Done. - `failed`: Failed for good. - `cancelled`: Called
 * off. - `skipped`: On a branch that was not taken, or skipped by somebody.
 */
export type TaskStatus = "pending" | "assigned" | "in_progress" | "blocked" | "review" | "completed" | "failed" | "cancelled" | "skipped";

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskUnlinkAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_unlink`. */
export interface TaskUnlinkArguments<Asked extends Fields = TaskUnlinkLean> {
  /** The task before. */
  from: string;
  /** The task that waits. */
  to: string;
  /** The workflow; may be left out when `to` names it. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface TaskUpdateAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The task. */
  task: Task;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `task_update`. */
export interface TaskUpdateArguments<Asked extends Fields = TaskUpdateLean> {
  /** How it goes. */
  status: Progress;
  /** The task. */
  task: string;
  /** The id of my lease, when I hold the task; people and orchestrators need none for tasks of others. */
  lease?: string | null | undefined;
  /** What was done so far. */
  note?: string | null | undefined;
  /** Why it is blocked or put back. */
  reason?: string | null | undefined;
  /** The workflow; may be left out when `task` names it. */
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

/** Something that happened. */
export interface TimelineEntry {
  /** The agent it is from. */
  agent?: string | null | undefined;
  /** When it happened; of a session, when it began. */
  at: Time;
  /** The core of a memory or message. */
  core?: string | null | undefined;
  /** From when on it is so no longer. */
  ended_at?: Time | null | undefined;
  /**
   * Its id: of a memory or message as `memory_get` takes it, of a session its whole key, of what happened in a
   * workflow its name there with the workflow's id in front.
   */
  id: string;
  /** Whether it says more than `text`. */
  is_cut?: boolean | undefined;
  /** What it is. */
  kind: TimelineEntryKind;
  /** Whether `at` is only when it was written down, because nobody said when it happened. */
  noted?: boolean | undefined;
  /** Where a memory or message was taken from. */
  provenance?: Provenance | null | undefined;
  /** The session it is from. */
  session?: SessionKey | null | undefined;
  /** What it says, in one line; cut where it is long. */
  text: string;
  /** When it ended, of what lasts: a session. */
  until?: Time | null | undefined;
  /** The workflow it is from. */
  workflow?: Id | null | undefined;
}

/**
 * What an entry is. - `memory`: A long-term memory. - `message`: A message of a session. - `session`: A session as a
 * whole: its summary. - `decision`: A decision of a workflow. - `discovery`: What was learned in a workflow. -
 * `task`: A task that was completed. - `artifact`: Something that was made in a workflow. - `workflow`: A workflow
 * that began.
 */
export type TimelineEntryKind = "memory" | "message" | "session" | "decision" | "discovery" | "task" | "artifact" | "workflow";

/** An output with the kernel's additions; one flat JSON object. */
export interface TokenCreateAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** What is known of it. */
  info: TokenInfo;
  /** Why there is no secret. */
  note?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What to send as `Authorization: Bearer …`. It is shown once: the answer to a retry has none. */
  token?: string | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `token_create`. */
export interface TokenCreateArguments<Asked extends Fields = Whole> {
  /** The agent's name. */
  agent: string;
  /** When it ends by itself, in seconds from now; never unless given. */
  expires_seconds?: number | null | undefined;
  /** The namespace that they are bound to in the same way. */
  namespace?: string | null | undefined;
  /** The role the token gives; the agent's usual one unless given. */
  role?: Role | null | undefined;
  /**
   * Which tools MCP offers to who brings it: `all` that its role may, or names with commas between them, among which
   * `everyday` stands for those of every day; those alone unless given. It may call the others, too, and an address
   * with `?tools=` asks for others.
   */
  tools?: string | null | undefined;
  /**
   * The user that calls with this token are bound to: they reach only that user's sessions, scratchpads and memories,
   * read memories that belong to no user, and cannot leave the user out or name another one.
   */
  user_id?: string | null | undefined;
  /**
   * The one workflow that calls with this token may change, and nothing else; everything that the role may unless
   * given.
   */
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

/** A token, without the secret. */
export interface TokenInfo {
  /** The agent it is for. */
  agent: string;
  /** When it was made. */
  created_at: Time;
  /** Who made it. */
  created_by: string;
  /** When it ends by itself. */
  expires_at?: Time | null | undefined;
  /** When somebody first called with it; of tokens that are older than this record, first since then. */
  first_used_at?: Time | null | undefined;
  /** The token's public id. */
  id: string;
  /** The only namespace whose sessions and memories calls with it reach; all of them without one. */
  namespace?: string | null | undefined;
  /** When it was revoked. */
  revoked_at?: Time | null | undefined;
  /** The role it gives. */
  role: Role;
  /** Which tools MCP offers to who brings it; those of every day without any. */
  tools?: string | null | undefined;
  /** The only user whose sessions and memories calls with it reach; those of all without one. */
  user_id?: string | null | undefined;
  /** The one workflow that calls with it may change; all of them without one. */
  workflow?: Id | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TokenListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: TokenInfo[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `token_list`. */
export interface TokenListArguments<Asked extends Fields = Whole> {
  /** Only those of this agent. */
  agent?: string | null | undefined;
  /** The id of the token after which to begin. */
  cursor?: string | null | undefined;
  /** How many: 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface TokenRevokeAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Its public id. */
  revoked: string;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `token_revoke`. */
export interface TokenRevokeArguments<Asked extends Fields = Whole> {
  /** The token's public id. */
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

/** A tool that a message calls. */
export interface ToolCall {
  /** What it is called with: an object, or its JSON text. */
  arguments?: unknown | undefined;
  /** Name and arguments, where the model nests them. */
  function?: Function | null | undefined;
  /** The call's id; its result refers to it. */
  id?: string | null | undefined;
  /** The tool's name. */
  name?: string | null | undefined;
  /** `function`, where the model says so. */
  type?: string | null | undefined;
}

/** A tool that a message calls. */
export interface ToolCallPart {
  /** What it is called with: an object, or its JSON text. */
  arguments?: unknown | undefined;
  /** Name and arguments, where the model nests them. */
  function?: FunctionPart | null | undefined;
  /** The call's id; its result refers to it. */
  id?: string | null | undefined;
  /** The tool's name. */
  name?: string | null | undefined;
  /** `function`, where the model says so. */
  type?: string | null | undefined;
}

/** Where a crystal is from. */
export interface Trail {
  /** Each form that it had, the oldest first; of many the newest. */
  forms: Form[];
  /** The agent that recalled it last. */
  recalled_by?: string | null | undefined;
  /** The memories it stands for, and those that stand for it. */
  related?: Related[] | undefined;
  /** The tasks in whose contexts it was given, the last one first. */
  used_for?: UsedFor[] | undefined;
}

/**
 * How a crystal stands to another. - `supersedes`: This one took its place. - `superseded_by`: It took the place of
 * this one. - `merged_from`: This one took it in. - `merged_into`: It took this one in.
 */
export type TrailRelation = "supersedes" | "superseded_by" | "merged_from" | "merged_into";

/**
 * What was done to a crystal. - `written`: It was written, or came back after it was forgotten. - `proposed`: It was
 * proposed. - `changed`: What it says was changed. - `marked`: How it is kept was changed. - `superseded`: Another
 * one took its place. - `merged_into`: Another one took it in. - `taken_out`: It was taken out of the one that took
 * it in. - `merged`: It took others in, or let one go.
 */
export type TrailStep = "written" | "proposed" | "changed" | "marked" | "superseded" | "merged_into" | "taken_out" | "merged";

/**
 * How a conversation is written down. - `openai_chat`: Messages of OpenAI's chat API: `{"messages": […]}`, a list of
 * messages, or either line by line. - `openai_responses`: Items of OpenAI's Responses API. - `chatgpt_export`: The
 * `conversations.json` of a data export of `ChatGPT`: of each conversation the branch that is current. -
 * `anthropic_messages`: Messages of Anthropic's API, with content blocks. - `claude_export`: The `conversations.json`
 * of a data export of Claude. - `claude_code`: A transcript of Claude Code, as it lies under `~/.claude/projects`. -
 * `codex`: A rollout of the Codex CLI, as it lies under `~/.codex/sessions`. - `gemini`: A chat of the Gemini CLI, or
 * contents of Gemini's API. - `ai_sdk`: Messages of the AI SDK's user interfaces, with `parts`. - `langchain`:
 * Messages of `LangChain`: `messages_to_dict`, or serialised objects (`lc`). - `sharegpt`: Conversations in the form
 * of `ShareGPT`: `{"conversations": [{"from": "human", "value": …}]}`. - `open_webui`: An export of `Open WebUI`: of
 * each chat the branch that is current. - `librechat`: An export of `LibreChat` as JSON: of each conversation the
 * branch that is current. - `agent_memory_server`: Documents of agent-memory-server: a session with its messages, its
 * summary and its data. - `loci`: Parts of a conversation as `loci import` sends them.
 */
export type TranscriptFormat = "openai_chat" | "openai_responses" | "chatgpt_export" | "anthropic_messages" | "claude_export" | "claude_code" | "codex" | "gemini" | "ai_sdk" | "langchain" | "sharegpt" | "open_webui" | "librechat" | "agent_memory_server" | "loci";

/**
 * How far a crystal is to be believed. - `agent`: An agent wrote it. - `human`: A person wrote it. - `imported`: Loci
 * took it from elsewhere. - `quarantined`: It is not to be believed until a person has looked at it.
 */
export type Trust = "agent" | "human" | "imported" | "quarantined";

/** Something of itself that an agent was not told yet. */
export interface Untold {
  /** When. */
  at: Time;
  /** Who made it so. */
  by: Actor;
  /** The fact that says it. */
  fact: number;
}

/** What was used, as it was reported. */
export interface Usage {
  /** Cost, in millionths of its currency. */
  cost_micros: number;
  /** Input tokens. */
  tokens_in: number;
  /** Output tokens. */
  tokens_out: number;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface UsageReportAnswer {
  /** My part in it; people have none. */
  contribution?: Contribution | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What was used for the task in all, when the report was for one. */
  task_usage?: Usage | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `usage_report`. */
export interface UsageReportArguments<Asked extends Fields = Whole> {
  /** The workflow. */
  workflow: Id;
  /** What fills it: tokens by the block's name. */
  blocks?: Record<string, number> | undefined;
  /** Cost since my last report, as a decimal number of the workspace's currency; kept to a millionth. */
  cost?: number | null | undefined;
  /**
   * Where my own log of this work is: an `http` or `https` address, or an id of 1 to 200 letters, digits, `-`, `_`,
   * `.` and `/`. Shown with my contribution from now on.
   */
  log_ref?: string | null | undefined;
  /** The task it was for, also one that I do not hold: counted with it, and with my last attempt at it. */
  task?: string | null | undefined;
  /** Input tokens since my last report. */
  tokens_in?: number | undefined;
  /** Output tokens since my last report. */
  tokens_out?: number | undefined;
  /** The size of my context window, in tokens. */
  window?: number | null | undefined;
  /** How much of it is in use, in tokens. */
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

/** A task in whose context a crystal was given. */
export interface UsedFor {
  /** When. */
  at: Time;
  /** The task. */
  task: TaskNo;
  /** The workflow. */
  workflow: Id;
}

/** A version of the document, without its text. */
export interface VersionRow {
  /** When it was written. */
  at: Time;
  /** By whom. */
  by: Actor;
  /** Its length in characters. */
  chars: number;
  /** The fact that holds it. */
  fact: number;
  /** How it came to be. */
  made: Made;
  /** Its number, from 1. */
  number: number;
  /** The version that it is again, or was made of. */
  of?: number | null | undefined;
  /** The one section that was changed by hand. */
  section?: Section | null | undefined;
}

/** A view as answers show it. */
export interface ViewShown {
  /** What it is of. */
  definition: DefinitionPart;
  /** Its id. */
  id: string;
}

/** What follows from a workflow's tasks. */
export interface Views {
  /** How many things need a person. */
  attention: number;
  /** Tasks that wait for others or for a time, are on hold, or whose holder cannot go on. */
  blocked: TaskNo[];
  /** How many tasks it has of each status; those with none are left out. */
  counts: Record<string, number>;
  /** The minutes that are left on it. */
  critical_minutes: number;
  /** The chain of tasks that takes longest, in order. */
  critical_path: TaskNo[];
  /** Tasks that somebody works on. */
  in_progress: TaskNo[];
  /** Tasks that wait for a review. */
  needs_review: TaskNo[];
  /** Tasks that the caller can claim now, in the order in which they are given out. */
  ready: TaskNo[];
  /** Whether nothing has happened for two weeks although it is active. */
  stale: boolean;
  /** Of these, tasks that a failure cuts off. */
  upstream_failed: TaskNo[];
  /** Tasks whose holder waits for a person. */
  waits_for_person?: TaskNo[] | undefined;
}

/** One thing that a task waits for. */
export interface Wait {
  /** The agent that holds it or for whom it is kept. */
  agent?: string | null | undefined;
  /** The decision. */
  decision?: DecisionNo | null | undefined;
  /** What kind of thing it is. */
  kind: WaitKind;
  /** The question. */
  question?: QuestionNo | null | undefined;
  /** The task before. */
  task?: TaskNo | null | undefined;
  /** All of it in a sentence. */
  text: string;
  /** Until when, where that is known. */
  until?: Time | null | undefined;
}

/**
 * What a task waits for. - `task`: Another task has to come to its end first. - `upstream_failed`: A task before it
 * failed or was called off: without somebody's help it will never start. - `decision`: A decision has to be made, or
 * made otherwise. - `cooldown`: It rests after a failure. - `deferred`: It is deferred until a time. - `assigned`: It
 * is kept for another agent. - `held`: Somebody holds it. - `blocked`: Its holder cannot go on; or it is on hold
 * until a person or an orchestrator releases it. - `question`: Its holder waits for a person's answer. - `approval`:
 * Its holder waits for a person to agree. - `review`: It was handed in and waits for a review. - `failed`: It failed,
 * and somebody has to say what happens now. - `capabilities`: It asks for what the caller cannot do. - `paused`:
 * Claims are stopped in the whole workflow, or the caller is paused. - `ended`: The workflow has ended.
 */
export type WaitKind = "task" | "upstream_failed" | "decision" | "cooldown" | "deferred" | "assigned" | "held" | "blocked" | "question" | "approval" | "review" | "failed" | "capabilities" | "paused" | "ended";

/** A task that cannot be claimed, and why. */
export interface Waiting {
  /** The task. */
  id: TaskNo;
  /** How many more things it waits for; `task_explain` names all. */
  more?: number | undefined;
  /** What is to be done, in a line. */
  title: string;
  /** The first things that it waits for, at most 5. */
  waits_for: Wait[];
}

/** A memory that waits for a person. */
export interface WaitingMemory {
  /** Since when it waits. */
  at: Time;
  /** The memory that is there now under that id. */
  before?: Crystal | null | undefined;
  /** Who wants it. */
  by: Actor;
  /** What would be changed; all that it says where it is new. */
  changes: FieldChange[];
  /** The core it is for. */
  core: string;
  /** Its id. */
  id: string;
  /** The memory as it is to be. */
  memory: Crystal;
  /** Who refused it, when and why. */
  refused?: Refusal | null | undefined;
  /** The memories whose place it would take. */
  supersedes?: Crystal[] | undefined;
  /** Its number: whoever rules on it sends it as `If-Match`, so that they rule on what they saw. */
  version: number;
}

/** Something that a person should look at. */
export interface Warning {
  /** The request for approval it is about. */
  approval?: ApprovalNo | null | undefined;
  /** The artifact's version it is about. */
  artifact?: ArtifactNo | null | undefined;
  /** The version of the workflow at which it last changed. */
  changed: number;
  /** Its name in the workflow. */
  id: WarningNo;
  /** Why somebody should look. */
  kind: WarningKind;
  /** What they said. */
  note?: string | null | undefined;
  /** When. */
  raised_at: Time;
  /** Who made it so. */
  raised_by: Actor;
  /** When it was settled. */
  settled_at?: Time | null | undefined;
  /** By whom. */
  settled_by?: Actor | null | undefined;
  /** The task it is about. */
  task: TaskNo;
  /** What is so, in a sentence. */
  text: string;
}

/**
 * Why somebody should look. - `beside`: A version was recorded beside what was handed in or approved, which stays
 * what counts. - `unmet`: A task is done, and what it needed does not hold any more. - `unapproved`: A task was
 * handed in while an approval about it was pending or refused. - `untaken`: A task that is kept for an agent could
 * have been claimed for a while, and was not. - `sent_back`: Reviews did not accept the work on a task as often as
 * the policy's `rework_limit` says.
 */
export type WarningKind = "beside" | "unmet" | "unapproved" | "untaken" | "sent_back";

export type WarningNo = string;

/** An output with the kernel's additions; one flat JSON object. */
export interface WarningSettleAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The warning. */
  warning: Warning;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `warning_settle`. */
export interface WarningSettleArguments<Asked extends Fields = Whole> {
  /** The warning. */
  warning: string;
  /** What there is to say about it. */
  note?: string | null | undefined;
  /** The workflow; may be left out when `warning` names it. */
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

/** What came of sending a message. */
export interface WebhookAnswer {
  /** When it was sent. */
  at: Time;
  /** Why it did not arrive. */
  error?: string | null | undefined;
  /** The status that the receiver answered; none when there was no answer. */
  status?: number | null | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface WebhookCreateAnswer {
  /** Until when its messages are signed with the secret before, too. */
  before_until?: Time | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** What people call it. */
  name: string;
  /** Why there is no secret. */
  note?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What signs its messages, for whoever receives them. It is shown once: the answer to a retry has none. */
  secret?: string | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The webhook's id. */
  webhook: string;
}

/** The arguments of `webhook_create`. */
export interface WebhookCreateArguments<Asked extends Fields = Whole> {
  /**
   * Where to send: an address of http or https. Addresses inside this network are refused unless the server's
   * `--webhook-allow` names them. Nobody is shown more of it again than its host.
   */
  url: string;
  /** In which form; `standard` unless given. The others are what the incoming webhooks of Slack and Discord show. */
  format?: WebhookFormat | null | undefined;
  /** What to tell; `needs_you` unless given. */
  kinds?: string[] | undefined;
  /** What people call it; its host unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WebhookDeleteAnswer {
  /** Its id. */
  deleted: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `webhook_delete`. */
export interface WebhookDeleteArguments<Asked extends Fields = Whole> {
  /** The webhook. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WebhookEditAnswer {
  /** The receiver's last answer. */
  answer?: WebhookAnswer | null | undefined;
  /** When it was made. */
  created_at: Time;
  /** Who made it. */
  created_by?: Actor | null | undefined;
  /** The messages that were given up, for `webhook_resend`. */
  dead?: WebhookLetter[] | undefined;
  /** How many more were given up and are not kept any more. */
  dropped?: number | undefined;
  /** In which form. */
  format: WebhookFormat;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** What it tells. */
  kinds: string[];
  /** What people call it. */
  name: string;
  /** Where it leads: the scheme, the host and the port of its address. */
  origin: string;
  /** Why nothing is sent for now. */
  paused?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many messages arrived. */
  sent: number;
  /** What came of the last message of `webhook_test`. */
  test?: WebhookAnswer | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The messages that did not arrive and are sent again. */
  waiting?: WebhookLetter[] | undefined;
  /** Its id. */
  webhook: string;
}

/** The arguments of `webhook_edit`. */
export interface WebhookEditArguments<Asked extends Fields = Whole> {
  /** The webhook. */
  webhook: string;
  /** In which form. */
  format?: WebhookFormat | null | undefined;
  /** What to tell: all kinds, those that it told before too. */
  kinds?: string[] | null | undefined;
  /** What people call it. */
  name?: string | null | undefined;
  /** Whether to send nothing for now. */
  paused?: boolean | null | undefined;
  /** Where to send. */
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
 * The form of a webhook's messages. - `standard`: `type`, `timestamp` and `data`, signed as the Standard Webhooks
 * have it. - `slack`: What Slack's incoming webhooks show. - `discord`: What Discord's webhooks show.
 */
export type WebhookFormat = "standard" | "slack" | "discord";

/** A message that did not arrive. */
export interface WebhookLetter {
  /** When that happened. */
  at: Time;
  /** How often it was sent. */
  attempts: number;
  /** Why it did not arrive. */
  error: string;
  /** Its name: the place in the log of what it tells, and what of that it is about, such as `118-review:T7`. */
  id: string;
  /** What it tells: `needs_you`, or the kind of a fact. */
  kind: string;
  /** When it is sent again; never without. */
  retry_at?: Time | null | undefined;
  /** When it was sent last. */
  tried_at: Time;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface WebhookListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: WebhookShown[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `webhook_list`. */
export interface WebhookListArguments<Asked extends Fields = Whole> {
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface WebhookResendAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Their number. */
  resending: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `webhook_resend`. */
export interface WebhookResendArguments<Asked extends Fields = Whole> {
  /** The webhook. */
  webhook: string;
  /** The one message to send, by its `id` as `webhook_list` gives it; all of them unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WebhookRotateAnswer {
  /** Until when its messages are signed with the secret before, too. */
  before_until?: Time | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** What people call it. */
  name: string;
  /** Why there is no secret. */
  note?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What signs its messages, for whoever receives them. It is shown once: the answer to a retry has none. */
  secret?: string | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The webhook's id. */
  webhook: string;
}

/** The arguments of `webhook_rotate`. */
export interface WebhookRotateArguments<Asked extends Fields = Whole> {
  /** The webhook. */
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

/** A webhook as answers show it: neither its whole address nor its secret. */
export interface WebhookShown {
  /** The receiver's last answer. */
  answer?: WebhookAnswer | null | undefined;
  /** When it was made. */
  created_at: Time;
  /** Who made it. */
  created_by?: Actor | null | undefined;
  /** The messages that were given up, for `webhook_resend`. */
  dead?: WebhookLetter[] | undefined;
  /** How many more were given up and are not kept any more. */
  dropped?: number | undefined;
  /** In which form. */
  format: WebhookFormat;
  /** What it tells. */
  kinds: string[];
  /** What people call it. */
  name: string;
  /** Where it leads: the scheme, the host and the port of its address. */
  origin: string;
  /** Why nothing is sent for now. */
  paused?: string | null | undefined;
  /** How many messages arrived. */
  sent: number;
  /** What came of the last message of `webhook_test`. */
  test?: WebhookAnswer | null | undefined;
  /** The messages that did not arrive and are sent again. */
  waiting?: WebhookLetter[] | undefined;
  /** Its id. */
  webhook: string;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface WebhookTestAnswer {
  /** What the receiver answered; nothing while that is not known yet: `webhook_list` says it then. */
  answer?: WebhookAnswer | null | undefined;
  /** Whether it arrived. */
  arrived: boolean;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The webhook. */
  webhook: string;
}

/** The arguments of `webhook_test`. */
export interface WebhookTestArguments<Asked extends Fields = Whole> {
  /** The webhook. */
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

/** How words and recency are weighed against each other. Weights are relative to each other. */
export interface Weights {
  /** Within recency, the weight of the last recall; 0.6 unless given. */
  freshness_weight?: number | null | undefined;
  /** Days after which novelty is half; 30 unless given. */
  half_life_created_days?: number | null | undefined;
  /** Days after which freshness is half; 7 unless given. */
  half_life_last_access_days?: number | null | undefined;
  /** Within recency, the weight of the day it was made; 0.4 unless given. */
  novelty_weight?: number | null | undefined;
  /** The weight of recency; 0.2 unless given. */
  recency_weight?: number | null | undefined;
  /** The weight of the words; 0.8 unless given. */
  semantic_weight?: number | null | undefined;
}

/** When an edge lets the task behind it start. */
export type When = "success" | "failure" | "done" | WhenWithChoice;

export interface WhenChoice {
  /** The decision. */
  decision: DecisionNo;
  /** The choice that opens this edge. */
  option: string;
}

/** When the task before it was completed and the decision chose the option. */
export interface WhenWithChoice {
  choice: WhenChoice;
}

/** Why a crystal was found: each part's share of its score, from 0 to 1. */
export interface Why {
  /** The share of its author, where the question is about them. */
  author?: number | null | undefined;
  /** The share of when it happened, where the question says when. */
  date?: number | null | undefined;
  /** Its words. */
  lexical?: Lexical | null | undefined;
  /** What it means. */
  meaning?: Meaning | null | undefined;
  /** What was said before and after it in its session. */
  neighbours?: Neighbours | null | undefined;
  /** By how much recency changed the score: above 1 it raised it. */
  recency?: number | null | undefined;
  /** The share of the words of its session as a whole. */
  session?: number | null | undefined;
}

/**
 * Where a window's size is from. - `call`: The call said so. - `session`: The session says so. - `model`: It is the
 * model's. - `default`: Nothing is known of it.
 */
export type WindowFrom = "call" | "session" | "model" | "default";

/** That a question or a request is not asked any more. */
export interface Withdrawn {
  /** When. */
  at: Time;
  /** By whom. */
  by: Actor;
  /** Why. */
  reason?: string | null | undefined;
}

/** A word that no memory has, and what was looked for instead. */
export interface WordReadAs {
  /** The known words that it is likely to be, as their stems. */
  instead: string[];
  /** The word. */
  word: string;
}

/** Somebody who worked. */
export interface Worked {
  /** The agent or the person. */
  actor: Actor;
  /** How many facts are theirs. */
  facts: number;
}

/** Everything a workflow is, as it is stored and shown. */
export interface Workflow {
  /** Who gave what. */
  agent_contributions: Contribution[];
  /** Requests that a person agrees. */
  approvals: Approval[];
  /** Things made, version by version. */
  artifacts: Artifact[];
  /** The version at which name, goal, constraints, policy or status last changed. */
  changed: number;
  /** What limits it. */
  constraints: string[];
  /** When it began. */
  created_at: Time;
  /** Who began it. */
  created_by?: Actor | null | undefined;
  /** Choices made. */
  decisions: Decision[];
  /** Things learned. */
  discoveries: Discovery[];
  /** When it ended. */
  ended_at?: Time | null | undefined;
  /** What it is for. */
  goal: string;
  /** Its id. */
  id: Id;
  /** Who leads. */
  lead: Lead;
  /** How much it teaches, as far as lists say. */
  learned?: Learned | undefined;
  /** What was done with what it teaches, and what made itself known. */
  learnings?: Handled[] | undefined;
  /** Memory cores that give context. */
  memory_core_refs: string[];
  /** Its name. */
  name: string;
  /** Words to agents. */
  nudges: Nudge[];
  /** Whether claims are stopped. */
  paused?: Pause | null | undefined;
  /** Choices that are planned, also those that were made since. */
  planned_decisions?: PlannedDecision[] | undefined;
  /** Its rules. */
  policy: PolicyPart;
  /** When it will be erased, if it was deleted. */
  purge_at?: Time | null | undefined;
  /** Questions to people. */
  questions: Question[];
  /** Why it ended. */
  reason?: string | null | undefined;
  /**
   * The version at which anything but receipts, renewals and what was used last changed: what `If-Match` compares.
   */
  revised?: number | undefined;
  /** Inbox items that a person put off, with the time until when. */
  snoozed?: Record<string, Time> | undefined;
  /** Where it is in its life. */
  status: Status;
  /** Its tasks. */
  tasks: Task[];
  /** Tokens of goal and constraints. */
  tokens?: number | undefined;
  /** When something last happened. */
  updated_at: Time;
  /** What was used in all, whoever reported it. */
  usage?: Usage | undefined;
  /** How many facts this state is made of. */
  version: number;
  /** What people should look at. */
  warnings?: Warning[] | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowArchiveAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_archive`. */
export interface WorkflowArchiveArguments<Asked extends Fields = WorkflowArchiveLean> {
  /** The workflow. */
  workflow: Id;
  /** Why. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowAtAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The parts that an answer without `fields` leaves out, and how to get them. */
  more?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Who took it in with its history, where somebody did. */
  taken_in?: TakenIn | null | undefined;
  /** Its tasks and what lies between them. */
  task_graph: TaskGraph;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What follows from it. */
  views: Views;
  /** The workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`. */
  workflow: Workflow;
}

/** The arguments of `workflow_at`. */
export interface WorkflowAtArguments<Asked extends Fields = WorkflowAtLean> {
  /** The version, from 1 to the current one. */
  version: number;
  /** The workflow. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowCancelAnswer {
  /** Tasks that were cancelled with it. */
  cancelled: TaskNo[];
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How much it has taught: `learning_list` has it. */
  learned: Learned;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_cancel`. */
export interface WorkflowCancelArguments<Asked extends Fields = WorkflowCancelLean> {
  /** The workflow. */
  workflow: Id;
  /** Why. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowCompleteAnswer {
  /** Tasks that were cancelled with it. */
  cancelled: TaskNo[];
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How much it has taught: `learning_list` has it. */
  learned: Learned;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_complete`. */
export interface WorkflowCompleteArguments<Asked extends Fields = WorkflowCompleteLean> {
  /** The workflow. */
  workflow: Id;
  /** End it although something is open; people only, and `reason` must say why. */
  force?: boolean | undefined;
  /** Why. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowCreateAnswer {
  /** The names of the planned decisions, in the order given. */
  decisions?: DecisionNo[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The epoch of the lead, when the creator leads. */
  lead_epoch?: number | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The names of its first tasks, in the order given. */
  tasks: TaskNo[];
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What may want a second look. */
  warnings?: string[] | undefined;
  /** Its id. */
  workflow: Id;
}

/** The arguments of `workflow_create`. */
export interface WorkflowCreateArguments<Asked extends Fields = Whole> {
  /** What it is for. */
  goal: string;
  /** Its name, in a line of at most 300 characters. */
  name: string;
  /** What limits it: boundaries, requirements. */
  constraints?: string[] | undefined;
  /** Decisions that are still to be made: the edges of `tasks` may name them by `key`. */
  decisions?: NewDecision[] | undefined;
  /** Memory cores that give context. */
  memory_core_refs?: string[] | undefined;
  /** Its rules, where they differ from the usual. */
  policy?: Policy | null | undefined;
  /** Its first tasks; they may name each other by `key`. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowDeleteAnswer {
  /** How many artifact versions it has. */
  artifacts: number;
  /** Whether it is deleted. */
  deleted: boolean;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many of them have not ended. */
  open: number;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** When it is erased unless restored. */
  purge_at: Time;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many tasks it has. */
  tasks: number;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `workflow_delete`. */
export interface WorkflowDeleteArguments<Asked extends Fields = Whole> {
  /** The workflow. */
  workflow: Id;
  /** Say what would be deleted, and delete nothing. */
  dry_run?: boolean | undefined;
  /** Why. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowDigestAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: Day[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `workflow_digest`. */
export interface WorkflowDigestArguments<Asked extends Fields = Whole> {
  /** The workflow. */
  workflow: Id;
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** How many days, 1 to 200; 7 unless given. */
  limit?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowEditAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_edit`. */
export interface WorkflowEditArguments<Asked extends Fields = WorkflowEditLean> {
  /** The workflow. */
  workflow: Id;
  /** What limits it: all of it. */
  constraints?: string[] | null | undefined;
  /** What it is for. */
  goal?: string | null | undefined;
  /** Memory cores that give context: all of them. */
  memory_core_refs?: string[] | null | undefined;
  /** Its name, in a line of at most 300 characters. */
  name?: string | null | undefined;
  /** Its rules; those not given stay. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowExportAnswer {
  /** The text. */
  content: string;
  /** A name for the file. */
  file_name: string;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** Its media type. */
  media_type: string;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `workflow_export`. */
export interface WorkflowExportArguments<Asked extends Fields = Whole> {
  /** The format. */
  format: ExportFormat;
  /** The workflow. */
  workflow: Id;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowGetAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The parts that an answer without `fields` leaves out, and how to get them. */
  more?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** Who took it in with its history, where somebody did. */
  taken_in?: TakenIn | null | undefined;
  /** Its tasks and what lies between them. */
  task_graph: TaskGraph;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** What follows from it. */
  views: Views;
  /** The workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`. */
  workflow: Workflow;
}

/** The arguments of `workflow_get`. */
export interface WorkflowGetArguments<Asked extends Fields = WorkflowGetLean> {
  /** The workflow. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowImportAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** What was done, or would be. */
  report: Report;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow; absent while there is none yet. */
  workflow?: Id | null | undefined;
}

/** The arguments of `workflow_import`. */
export interface WorkflowImportArguments<Asked extends Fields = Whole> {
  /** The text. */
  content: string;
  /** Say what would be written, and write nothing. */
  dry_run?: boolean | undefined;
  /** The format it is in; told by its beginning unless given. */
  format?: ImportFormat | null | undefined;
  /** The new workflow's name, in a line of at most 300 characters. */
  name?: string | null | undefined;
  /** The name of where the text is from, such as the file's. */
  source?: string | null | undefined;
  /** The workflow to take it into; a new one unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowLeadAnswer {
  /** Who leads; absent when nobody does. */
  agent?: string | null | undefined;
  /** Grows with every change of the lead. */
  epoch: number;
  /** What the last lead left behind. */
  handoff_note?: string | null | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The one from whom the lead was taken over. */
  taken_from?: string | null | undefined;
  /** Until when, unless renewed. */
  until?: Time | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `workflow_lead`. */
export interface WorkflowLeadArguments<Asked extends Fields = Whole> {
  /** What to do with the lead. */
  action: LeadAction;
  /** The workflow. */
  workflow: Id;
  /** The epoch I lead in: a process that was shut out by a later one is refused. */
  epoch?: number | null | undefined;
  /** What the next lead should know, with `release`. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowListAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The items, in the list's order. */
  items: WorkflowSummary[];
  /** What to send as `cursor` to get the next ones; absent on the last page. */
  next_cursor?: string | null | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** How many there are in all, where that is cheap to know. */
  total?: number | null | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
}

/** The arguments of `workflow_list`. */
export interface WorkflowListArguments<Asked extends Fields = WorkflowListLean> {
  /** Where the last page ended. */
  cursor?: string | null | undefined;
  /** How many, 1 to 200; 50 unless given. */
  limit?: number | null | undefined;
  /** Only those in which a text matches these words. */
  query?: string | null | undefined;
  /** Only those of this status; all but the archived ones unless given. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowPauseAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_pause`. */
export interface WorkflowPauseArguments<Asked extends Fields = WorkflowPauseLean> {
  /** The workflow. */
  workflow: Id;
  /** Why. */
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

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowPlanAnswer {
  /** The folded rooms. */
  folded?: FoldedRoom[] | undefined;
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** How many tasks lie outside of the neighbourhood. */
  outside?: number | undefined;
  /** The drawing, in CSS pixels; each node is 196 wide and 40 high. */
  plan: Plan;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow. */
  workflow: Id;
}

/** The arguments of `workflow_plan`. */
export interface WorkflowPlanArguments<Asked extends Fields = Whole> {
  /** The workflow. */
  workflow: Id;
  /** Groups to draw the other way than they start: folded, or unfolded where they start folded. */
  flip?: string[] | undefined;
  /** Only the neighbourhood of this task. */
  focus?: string | null | undefined;
  /** How many steps up and down the edges the neighbourhood reaches: 1 to 20; 2 unless given. */
  steps?: number | null | undefined;
  /** The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them. */
  fields?: Asked | undefined;
}

/** An output with the kernel's additions; one flat JSON object. */
export interface WorkflowResumeAnswer {
  /** What others say to the calling agent; delivered with this answer. */
  inbox?: Notice[] | undefined;
  /** How many more are waiting. */
  inbox_waiting?: number | undefined;
  /** The end of the log when the answer was made: what it wrote is at or before it. */
  position?: number | undefined;
  /** How many secrets were replaced before anything was stored. */
  redacted_secrets?: number | undefined;
  /** The version of the stream the call was about. */
  version?: number | null | undefined;
  /** The workflow as lists show it. */
  workflow: WorkflowSummary;
}

/** The arguments of `workflow_resume`. */
export interface WorkflowResumeArguments<Asked extends Fields = WorkflowResumeLean> {
  /** The workflow. */
  workflow: Id;
  /** Why. */
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

/** A workflow as lists show it. */
export interface WorkflowSummary {
  /** How many agents contributed. */
  agent_count: number;
  /** The agents that contributed, by name, at most ten. */
  agents: string[];
  /** How many things need a person. */
  attention: number;
  /** How many tasks it has of each status; those with none are left out. */
  counts: Record<string, number>;
  /** When it began. */
  created_at: Time;
  /** What it is for. */
  goal: string;
  /** Its id. */
  id: Id;
  /** The orchestrator that leads. */
  lead?: string | null | undefined;
  /** How much it has taught; all of it once it has ended. */
  learned?: Learned | undefined;
  /** Its name. */
  name: string;
  /** Whether claims are stopped. */
  paused: boolean;
  /** Where it is in its life. */
  status: Status;
  /** How many tasks it has. */
  tasks: number;
  /** When something last happened. */
  updated_at: Time;
  /** How many facts it has. */
  version: number;
}

/** A path that was written. */
export interface Written {
  /** The path. */
  path: string;
  /** The newest version of the day. */
  version: number;
}
