// Compile-time checks of response types. This file never runs: `tsc` accepts it or not, and must reject every line
// after an `@ts-expect-error`.
import { Loci, type Chosen, type Event, type Fields, type Whole, type types } from "../src/index.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Accepts only exactly this type, not counting the members that are always returned. */
type Own<Answer> = Answer extends unknown ? Flat<Omit<Answer, Always>> : never;
type Always = "version" | "position" | "inbox" | "inbox_waiting" | "redacted_secrets" | "next_cursor" | "total";
type Flat<T> = { [Name in keyof T]: T[Name] };
declare function holds<Is extends true>(): Is;

declare const loci: Loci;
declare const full: boolean;
declare const names: string[];
declare const either: ("id" | "title")[];
const at = { workflow: "01J", task: "T1" };

export async function usual(): Promise<void> {
  const made = await loci.workflow.create({ name: "Auth", goal: "Add JWT" });
  const { items } = await loci.task.ready({ workflow: made.workflow });
  const claimed = await loci.task.claim({ workflow: made.workflow, task: items[0]?.id });
  const { task, lease } = claimed;
  await loci.task.complete({ workflow: made.workflow, task: task.id, lease: lease.id, summary: "Done" });
  const text: string = (await loci.memory.timeline({})).text;
  const shown: string = (await loci.session.get({ session: text })).session;
  const next: string = (await loci.changes.wait({ workflow: shown })).next_cursor;
  await loci.changes.wait({ cursor: next });
  await loci.workflow.list();
  await loci.workflow.list({}, { timeout: 1, retries: 0, signal: AbortSignal.abort() });
  for await (const event of loci.events({ summary: true })) {
    if (event.kind === "fact") event.fact.summary.concat(event.fact.kind, event.fact.actor.id, event.cursor);
  }
  for await (const event of loci.events()) {
    if (event.kind === "fact") event.fact.kind.concat(event.fact.stream);
    // @ts-expect-error: not requested
    if (event.kind === "fact") event.fact.summary.concat();
    // @ts-expect-error: a reset has no fact
    event.fact;
  }
  const kept: Event[] = [];
  for await (const event of loci.events({ summary: true })) kept.push(event);
}

export async function whole(): Promise<void> {
  const named = await loci.task.get({ ...at, fields: ["*"] });
  holds<Same<typeof named, types.TaskGetAnswer>>();
  const more = await loci.task.get({ ...at, fields: ["id", "*"] });
  holds<Same<typeof more, types.TaskGetAnswer>>();
  const unasked = await loci.workflow.create({ name: "a", goal: "b" });
  holds<Same<typeof unasked, types.WorkflowCreateAnswer>>();
  const kept: number = named.task.retries;
  named.task.title.concat(String(kept));
  // @ts-expect-error: a task may have no lease even in a full response
  named.task.lease.until;
  // @ts-expect-error
  named.task.lease?.until.getTime();
}

export async function lean(): Promise<void> {
  const added = await loci.task.heartbeat({ ...at, lease: "T1:1" });
  holds<Same<Own<typeof added>, { lease: { id: string; until: string; parked_at?: string | null | undefined } }>>();
  added.inbox?.[0]?.message.concat();
  const listed = await loci.task.list({ workflow: "01J" });
  holds<
    Same<
      Pick<(typeof listed.items)[number], "id" | "title" | "status" | "ready" | "lease">,
      {
        id: string;
        title: string;
        status: types.TaskStatus;
        ready: boolean;
        lease?: { parked_at?: string | null | undefined } | null | undefined;
      }
    >
  >();
  const next: string | null | undefined = listed.next_cursor;
  next?.concat();
  // @ts-expect-error: not requested
  listed.items[0]?.description;
  const got = await loci.task.get(at);
  got.task.result?.summary.concat();
  // @ts-expect-error: only the summary of the result was requested
  got.task.result?.outputs;
  // @ts-expect-error: `created_at` is not a default field
  got.task.created_at;
  got.waits_for?.map((wait) => wait.text.concat());
  // @ts-expect-error: only the text of its dependencies was requested
  got.waits_for?.map((wait) => wait.task);
}

export async function chosen(): Promise<void> {
  const one = await loci.task.get({ ...at, fields: ["task.id", "ready"] });
  holds<Same<Own<typeof one>, { task: { id: string }; ready: boolean }>>();
  // Within the task that the operation returns.
  const short = await loci.task.get({ ...at, fields: ["id", "lease.until", "created_by.id"] });
  type Wanted = { task: { id: string; lease?: { until: string } | null | undefined; created_by: { id: string } } };
  holds<Same<Own<typeof short>, Wanted>>();
  // Within each item; a complete member takes precedence over parts of it.
  const listed = await loci.task.list({ workflow: "01J", fields: ["id", "lease", "lease.until"] });
  holds<Same<(typeof listed.items)[number], { id: string; lease?: types.Lease | null | undefined }>>();
  const items = await loci.task.list({ workflow: "01J", fields: ["items"] });
  holds<Same<(typeof items)["items"], types.TaskListAnswer["items"]>>();
  // Names that the document does not know.
  const counted = await loci.inbox.list({ fields: ["counts.question"] });
  holds<Same<typeof counted.counts, { question?: number | undefined }>>();
  // @ts-expect-error: no such member was requested
  counted.counts.approval;
  // @ts-expect-error
  counted.items;
  const odd = await loci.task.get({ ...at, fields: ["task.titel"] });
  // @ts-expect-error: there is no such member
  odd.task.titel;
  // @ts-expect-error: names are texts
  await loci.task.get({ ...at, fields: [1] });
  // @ts-expect-error: one name is no list of them
  await loci.task.get({ ...at, fields: "id" });
}

export async function unknown(): Promise<void> {
  for (const fields of [names, either]) {
    const some = await loci.task.get({ ...at, fields });
    const title: string | undefined = some.task?.title;
    const until: string | undefined = some.task?.lease?.until;
    String([title, until]);
    // @ts-expect-error: it may not have been requested
    some.task.title;
    // @ts-expect-error: nor within a member
    some.task?.title.concat();
    // @ts-expect-error: nor in each item of a list
    some.task?.attempts?.[0]?.agent.concat();
    const none: typeof some = { task: undefined };
    String(none);
  }
  const several = await loci.task.get({ ...at, fields: full ? ["*"] : ["id"] });
  several.task.id.concat();
  // @ts-expect-error: it is one or the other
  several.task.title;
  const inside = await loci.task.get({ ...at, fields: [full ? "*" : "id"] });
  // @ts-expect-error
  inside.task.id;
  const beyond = await loci.task.get({ ...at, fields: ["id", ...names] });
  // @ts-expect-error
  beyond.task.id;
  const any = await loci.task.get({ ...at, fields: ["id", String(names[0])] });
  any.task?.title?.concat();
  // @ts-expect-error
  any.task.id;
  const pattern = await loci.task.get({ ...at, fields: [`task.${String(names[0])}`] });
  pattern.task?.title?.concat();
  // @ts-expect-error
  pattern.task.id;
  // Unions are returned complete or not at all.
  const { task } = await loci.task.get({ ...at, fields: names });
  const needs: types.Need[] | undefined = task?.depends_on;
  String(needs);
}

export async function prepared(): Promise<void> {
  const given: types.TaskGetArguments = at;
  (await loci.task.get(given)).task.title.concat();
  // @ts-expect-error: arguments that may have fields say so in their type
  const bare: types.TaskGetArguments = { ...at, fields: ["id"] };
  const open: types.TaskGetArguments<string[]> = { ...at, fields: names };
  (await loci.task.get(open)).task?.title?.concat();
  // @ts-expect-error
  (await loci.task.get(open)).task.title;
  const own = <const Asked extends Fields = types.TaskGetLean>(asked: types.TaskGetArguments<Asked>) =>
    loci.task.get(asked);
  (await own({ ...at, fields: ["branch"] })).task.branch?.concat(String(bare));
  (await own(at)).task.title.concat();
  const seen: Chosen<types.TaskGetAnswer, Whole, "task"> = await own({ ...at, fields: ["*"] });
  seen.task.created_at.concat();
  // @ts-expect-error: no such argument
  await loci.task.get({ ...at, feilds: ["id"] });
  // @ts-expect-error: the task is missing
  await loci.task.get({ workflow: "01J" });
}
