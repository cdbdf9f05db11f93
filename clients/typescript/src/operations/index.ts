// All operations.
// Written by `clients/generate` from the document of the API: change that, not this file.
import type { Chosen, Fields, Whole } from "../fields.js";
import { Group, type CallOptions } from "../group.js";
import type {
  PurgeAnswer,
  PurgeArguments,
  RedactAnswer,
  RedactArguments,
  RestoreAnswer,
  RestoreArguments,
  RestoreLean,
} from "../types.js";
import { Activity } from "./activity.js";
import { Agent } from "./agent.js";
import { Approval } from "./approval.js";
import { Artifact } from "./artifact.js";
import { Audit } from "./audit.js";
import { Changes } from "./changes.js";
import { Context } from "./context.js";
import { Core } from "./core.js";
import { Decision } from "./decision.js";
import { Discovery } from "./discovery.js";
import { Dream } from "./dream.js";
import { Entity } from "./entity.js";
import { Inbox } from "./inbox.js";
import { Item } from "./item.js";
import { Job } from "./job.js";
import { Learning } from "./learning.js";
import { Memory } from "./memory.js";
import { Mind } from "./mind.js";
import { Mood } from "./mood.js";
import { Niche } from "./niche.js";
import { Note } from "./note.js";
import { Nudge } from "./nudge.js";
import { Question } from "./question.js";
import { Scratchpad } from "./scratchpad.js";
import { Session } from "./session.js";
import { Settings } from "./settings.js";
import { Summary } from "./summary.js";
import { Task } from "./task.js";
import { Token } from "./token.js";
import { Usage } from "./usage.js";
import { Warning } from "./warning.js";
import { Webhook } from "./webhook.js";
import { Workflow } from "./workflow.js";

/** All operations, by noun. */
export class Operations extends Group {
  /** The operations of `activity`. */
  readonly activity = new Activity(this.caller);
  /** The operations of `agent`. */
  readonly agent = new Agent(this.caller);
  /** The operations of `approval`. */
  readonly approval = new Approval(this.caller);
  /** The operations of `artifact`. */
  readonly artifact = new Artifact(this.caller);
  /** The operations of `audit`. */
  readonly audit = new Audit(this.caller);
  /** The operations of `changes`. */
  readonly changes = new Changes(this.caller);
  /** The operations of `context`. */
  readonly context = new Context(this.caller);
  /** The operations of `core`. */
  readonly core = new Core(this.caller);
  /** The operations of `decision`. */
  readonly decision = new Decision(this.caller);
  /** The operations of `discovery`. */
  readonly discovery = new Discovery(this.caller);
  /** The operations of `dream`. */
  readonly dream = new Dream(this.caller);
  /** The operations of `entity`. */
  readonly entity = new Entity(this.caller);
  /** The operations of `inbox`. */
  readonly inbox = new Inbox(this.caller);
  /** The operations of `item`. */
  readonly item = new Item(this.caller);
  /** The operations of `job`. */
  readonly job = new Job(this.caller);
  /** The operations of `learning`. */
  readonly learning = new Learning(this.caller);
  /** The operations of `memory`. */
  readonly memory = new Memory(this.caller);
  /** The operations of `mind`. */
  readonly mind = new Mind(this.caller);
  /** The operations of `mood`. */
  readonly mood = new Mood(this.caller);
  /** The operations of `niche`. */
  readonly niche = new Niche(this.caller);
  /** The operations of `note`. */
  readonly note = new Note(this.caller);
  /** The operations of `nudge`. */
  readonly nudge = new Nudge(this.caller);
  /** The operations of `question`. */
  readonly question = new Question(this.caller);
  /** The operations of `scratchpad`. */
  readonly scratchpad = new Scratchpad(this.caller);
  /** The operations of `session`. */
  readonly session = new Session(this.caller);
  /** The operations of `settings`. */
  readonly settings = new Settings(this.caller);
  /** The operations of `summary`. */
  readonly summary = new Summary(this.caller);
  /** The operations of `task`. */
  readonly task = new Task(this.caller);
  /** The operations of `token`. */
  readonly token = new Token(this.caller);
  /** The operations of `usage`. */
  readonly usage = new Usage(this.caller);
  /** The operations of `warning`. */
  readonly warning = new Warning(this.caller);
  /** The operations of `webhook`. */
  readonly webhook = new Webhook(this.caller);
  /** The operations of `workflow`. */
  readonly workflow = new Workflow(this.caller);

  /**
   * Erases a stream (a workflow, a session, a scratchpad …) permanently: its facts, snapshots, index rows, stored
   * responses and the blobs that nothing else refers to. A session's indexed messages and its thread's scratchpads
   * are included. Other derived data, such as long-term memories and forks, is listed, and erased too with `cascade`.
   * A tombstone with the author and the time remains, and the stream's name cannot be used again: no session with
   * that id, mind of that agent or core of that name can begin. To keep the name, erase the content instead:
   * `memory_purge`, `redact`. This cannot be undone: preview with `dry_run` first.
   *
   * For: member, owner.
   */
  purge<const Asked extends Fields = Whole>(
    given: PurgeArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<PurgeAnswer, Asked>> {
    return this.caller.call("purge", given, options);
  }

  /**
   * Erases the body of a fact; the fact stays with its time and author. State is rebuilt without it: redacting a
   * `task_added` removes the task. Other derived data, such as the summary of a message, is listed, and erased too
   * with `cascade`. Preview with `dry_run` first.
   *
   * For: member, owner.
   */
  redact<const Asked extends Fields = Whole>(
    given: RedactArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<RedactAnswer, Asked>> {
    return this.caller.call("redact", given, options);
  }

  /**
   * Restores a deleted workflow that is not erased yet. If its policy deletes it automatically, it is pinned.
   *
   * Unless `fields` asks for more (`*`: all), the answer has: `workflow.id`, `workflow.status`, `workflow.paused`.
   *
   * For: member, owner.
   */
  restore<const Asked extends Fields = RestoreLean>(
    given: RestoreArguments<Asked>,
    options: CallOptions = {},
  ): Promise<Chosen<RestoreAnswer, Asked>> {
    return this.caller.call("restore", given, options);
  }
}
