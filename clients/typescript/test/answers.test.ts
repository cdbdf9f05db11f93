// Responses contain everything that their types promise, both in full and with the default fields.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { InvalidError, type Options } from "../src/index.js";
import { House } from "./house.js";
import { faults, type Document } from "./shape.js";

let house: House;
let document: Document;

before(async () => {
  house = await House.start();
  document = (await (await fetch(`${house.url}/api/openapi.json`)).json()) as Document;
});
after(() => house.end());

interface Answered {
  name: string;
  answer: unknown;
}

/** Forwards calls, adds these fields to the request if there are any, and records the responses. */
function listening(answers: Answered[], fields?: string[]): typeof fetch {
  return async (address, request) => {
    const body = { ...(JSON.parse(String(request?.body)) as object), ...(fields ? { fields } : {}) };
    const response = await fetch(address, { ...request, body: JSON.stringify(body) });
    if (response.ok) answers.push({ name: String(address).split("/").at(-1)!, answer: await response.clone().json() });
    return response;
  };
}

/** A whole workflow, without type assertions that a member exists. */
async function work(name: string, more: Options): Promise<void> {
  const lead = house.client(`${name}-lead`, "orchestrator", more);
  const worker = house.client(`${name}-worker`, "worker", more);
  const reviewer = house.client(`${name}-reviewer`, "reviewer", more);

  const { workflow } = await lead.workflow.create({ name, goal: "Be told", tasks: [{ title: "First" }] });
  const added = await lead.task.add({ workflow, title: "Second", needs_review: true, depends_on: ["T1"] });
  assert.deepEqual(added.ids, ["T2"]);
  await lead.task.edit({ workflow, task: "T2", description: "With a text" });
  await lead.task.assign({ workflow, task: "T1", agent: `${name}-worker` });
  await lead.nudge.send({ workflow, target: `${name}-worker`, message: "Begin" });
  const ready = await worker.task.ready({ workflow });
  assert.deepEqual(
    ready.items.map((task) => task.id.concat(task.title)),
    ["T1First"],
  );
  const { task, lease, context } = await worker.task.claim({ workflow, task: ready.items[0]?.id });
  assert.equal(task.title, "First");
  assert.ok(context.text?.includes("First"));
  const held = await worker.task.heartbeat({ workflow, task: task.id, lease: lease.id });
  assert.ok(held.lease.until >= lease.until);
  const note = await worker.discovery.record({ workflow, type: "insight", content: "Tokens are short" });
  assert.ok(note.discovery.id.length > 0);
  const decided = await lead.decision.record({ workflow, question: "How many?", choice: "One", rationale: "Enough" });
  const asked = await worker.question.ask({ workflow, question: "Which colour?", options: ["Red"] });
  assert.ok(asked.question.id.length > 0);
  const subject = { decision: decided.decision.id };
  const { approval } = await lead.approval.request({ workflow, subject, reason: "It is dear" });
  assert.equal(approval.status, "pending");
  const recorded = await worker.artifact.record({ workflow, type: "document", path: "a.md", content: "a\n" });
  await worker.artifact.record({ workflow, type: "document", path: "a.md", content: "b\n" });
  const artifact = await worker.artifact.get({ workflow, artifact: recorded.artifact.id });
  assert.equal(artifact.artifact.path, "a.md");
  const difference = await worker.artifact.diff({ workflow, path: "a.md" });
  assert.equal(difference.added, 1);
  assert.equal((await worker.artifact.list({ workflow })).items[0]?.path, "a.md");
  const done = await worker.task.complete({ workflow, task: task.id, lease: lease.id, summary: "Done" });
  assert.equal(done.task.status, "completed");

  const second = await worker.task.claim({ workflow });
  const handed = await worker.task.complete({ workflow, task: "T2", lease: second.lease.id, summary: "Look" });
  assert.equal(handed.task.id, "T2");
  const judged = await reviewer.task.review({ workflow, task: "T2", status: "approved" });
  assert.equal(judged.task.review_status, "approved");

  assert.equal((await lead.task.list({ workflow })).items.length, 2);
  assert.equal((await lead.task.get({ workflow, task: "T1" })).task.result?.summary, "Done");
  assert.ok((await lead.task.explain({ workflow, task: "T1" })).task);
  assert.equal((await lead.workflow.get({ workflow })).workflow.tasks[0]?.title, "First");
  assert.equal((await lead.workflow.at({ workflow, version: 2 })).workflow.id, workflow);
  assert.ok((await lead.workflow.list()).items.some(({ id }) => id === workflow));
  assert.ok((await lead.changes.wait({ workflow, cursor: "0", timeout_seconds: 0 })).items[0]?.summary.length);
  assert.ok((await lead.activity.list({ workflow })).items.length > 0);
  assert.ok((await lead.inbox.list()).items.length > 0);
  assert.ok((await lead.agent.list()).items.some((agent) => agent.name === `${name}-lead`));
  await lead.usage.report({ workflow, tokens_in: 1, tokens_out: 2 });

  const cancelled = await lead.workflow.cancel({ workflow });
  assert.equal(cancelled.workflow.status, "cancelled");
}

/** Conversations and memories, in the same way. */
async function memories(name: string, more: Options): Promise<void> {
  const agent = `${name}-worker`;
  const worker = house.client(agent, "worker", more);
  const lead = house.client(`${name}-lead`, "orchestrator", more);

  const session = `${name}-session`;
  const said = await worker.session.append({ session, messages: [{ role: "user", content: "Hello" }] });
  assert.equal(said.session, session);
  assert.equal((await worker.session.get({ session })).messages[0]?.content, "Hello");
  assert.ok((await worker.session.list()).items.some((item) => item.session === session));
  assert.ok((await worker.session.history({ session })).items.length > 0);
  await worker.session.fork({ session, new_id: `${session}-fork` });
  await worker.entity.add({ session, id: "o1", type: "order", name: "Order 1" });
  assert.equal((await worker.entity.list({ session })).items[0]?.id, "o1");
  const { etag, text } = await worker.context.read({ session });
  assert.ok(text?.includes("Hello"));
  const again = await worker.context.read({ session, since: etag });
  assert.deepEqual([again.unchanged, again.etag, again.text], [true, etag, undefined]);

  await worker.scratchpad.put({ name: "plan", owner: session, value: { steps: ["one"] } });
  assert.ok((await worker.scratchpad.read({ name: "plan", owner: session })).tokens > 0);
  assert.ok((await worker.scratchpad.list({ owner: session })).items.length > 0);
  assert.ok((await worker.scratchpad.history({ name: "plan", owner: session })).items.length > 0);

  await lead.core.create({ name: `${name}-core`, description: "What we learned" });
  assert.ok((await lead.core.list()).items.some((core) => core.name === `${name}-core`));
  const made = await worker.memory.create({ memory: { text: `Tokens of ${name} are rotated on Mondays` } });
  const [{ id }] = made.memories as [(typeof made.memories)[0]];
  await worker.memory.edit({ id, topics: ["tokens"] });
  assert.equal((await worker.memory.get({ id })).memory.id, id);
  assert.ok((await worker.memory.search({ query: "Mondays" })).items.some((found) => found.id === id));
  assert.ok((await worker.memory.timeline()).tokens > 0);
  await worker.note.write({ note: "Mondays are busy" });

  assert.ok((await worker.mind.seed({ agent, markdown: "- I like short tables" })).crystals > 0);
  assert.equal((await worker.mind.get()).agent, agent);
  assert.ok((await worker.mind.list()).items.length > 0);
  assert.ok((await worker.mind.context()).tokens > 0);
  await worker.mood.signal({ signal: "reward" });
  assert.ok((await worker.dream.list()).items.length >= 0);
  assert.equal((await worker.agent.get({ agent })).agent.name, agent);
  await worker.settings.get();
  assert.ok((await lead.job.list()).items.length >= 0);
}

const STORIES = { work, memories };

for (const [kind, story] of Object.entries(STORIES)) {
  test(`what is answered unasked is what the document says (${kind})`, async () => {
    const answers: Answered[] = [];
    await story(`ts-lean-${kind}`, { fetch: listening(answers) });
    assert.deepEqual(told(answers, true), []);
    assert.ok(new Set(answers.map(({ name }) => name)).size > 20);
  });

  test(`what is answered whole is so, too (${kind})`, async () => {
    const answers: Answered[] = [];
    await story(`ts-whole-${kind}`, { fetch: listening(answers, ["*"]) });
    assert.deepEqual(told(answers, false), []);
  });
}

test("what is not so is told", async () => {
  const { workflow } = await house.client().workflow.create({ name: "Odd", goal: "Be told", tasks: [{ title: "One" }] });
  const { task } = house.client();
  const lean = await task.get({ workflow, task: "T1" });
  const whole = await task.get({ workflow, task: "T1", fields: ["*"] });
  assert.ok(told([{ name: "task_get", answer: lean }], false).includes("task_get.task.priority: is not there"));
  assert.ok(told([{ name: "task_get", answer: whole }], true).includes("task_get.task.priority: nobody asked for it"));
  const odd = { ...whole, ready: null, more: 1, task: { ...whole.task, status: "lost" } };
  assert.deepEqual(told([{ name: "task_get", answer: odd }], false).sort(), [
    "task_get.more: is not known",
    "task_get.ready: null is not boolean",
    'task_get.task.status: "lost" is none of them',
  ]);
});

test("what is chosen is there, and nothing else", async () => {
  const { task, workflow, inbox } = house.client();
  const made = await workflow.create({ name: "Few", goal: "Be chosen", tasks: [{ title: "One" }, { title: "Two" }] });
  const at = { workflow: made.workflow, task: "T1" };
  const { ready, task: first, ...more } = await task.get({ ...at, fields: ["id", "task.title", "ready"] });
  const whole: { id: string; title: string } = first;
  assert.deepEqual([whole, ready, Object.keys(more).sort()], [{ id: "T1", title: "One" }, true, ["position", "version"]]);
  const listed = await task.list({ workflow: made.workflow, fields: ["id", "items.status"] });
  const items: { id: string; status: string }[] = listed.items;
  assert.deepEqual(
    items,
    ["T1", "T2"].map((id) => ({ id, status: "pending" })),
  );
  await house.client().question.ask({ workflow: made.workflow, question: "Which?" });
  const counted = await inbox.list({ fields: ["counts.question", "kind"] });
  assert.equal(counted.counts.question, 1);
  assert.ok(counted.items.every((item) => Object.keys(item).join() === "kind" && item.kind === "question"));
  const names: string[] = ["id"];
  assert.deepEqual((await task.get({ ...at, fields: names })).task, { id: "T1" });
  await assert.rejects(task.get({ ...at, fields: ["titel"] }), InvalidError);
});

function told(answers: Answered[], lean: boolean): string[] {
  return answers.flatMap(({ name, answer }) => faults(document, name, answer, lean));
}
