// A team that needs people: one workflow with a review, a question, a request for approval and a failure, under names
// that are unique to the test.
import type { Loci } from "./loci.ts";

let nth = 0;

/** Returns a name that no other test of this run uses. */
export function unique(word: string): string {
  nth += 1;
  return `${word} ${process.pid}-${Date.now().toString(36)}-${nth}`;
}

/** The workflow of the team, and the agents' tokens. */
export type Asking = { workflow: string; name: string; orch: string; ada: string; rev: string; question: string };

/** Returns a token that all tests on one server share. */
const tokens = new WeakMap<Loci, Map<string, Promise<string>>>();

export function tokenOf(loci: Loci, agent: string, role: "orchestrator" | "worker" | "reviewer"): Promise<string> {
  const known = tokens.get(loci) ?? new Map<string, Promise<string>>();
  tokens.set(loci, known);
  const token = known.get(agent) ?? loci.token(agent, role);
  known.set(agent, token);
  return token;
}

/** Claims a task and returns the lease. */
export async function take(loci: Loci, token: string, workflow: string, task: string): Promise<string> {
  const claim = await loci.call(token, "task_claim", { workflow, task });
  return claim.lease.id;
}

/** Claims a task and submits it. */
export async function handIn(loci: Loci, token: string, workflow: string, task: string, summary: string, made?: () => Promise<unknown>) {
  const lease = await take(loci, token, workflow, task);
  if (made) await made();
  await loci.call(token, "task_complete", { workflow, task, lease, summary });
}

/** Creates a workflow in which four items need a person. */
export async function asking(loci: Loci): Promise<Asking> {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const ada = await tokenOf(loci, "dev-ada", "worker");
  const rev = await tokenOf(loci, "rev-1", "reviewer");
  const name = unique("Asking");
  const { workflow } = await loci.call(orch, "workflow_create", {
    name,
    goal: "Ask people.",
    tasks: [
      { key: "a", title: "Token service", needs_review: true, acceptance: ["Keys rotate", "Nobody is locked out"] },
      { key: "b", title: "Middleware", depends_on: ["a"] },
      { key: "c", title: "Revocation list", retries: 0 },
      { key: "d", title: "Backfill" },
      { key: "e", title: "Client", depends_on: ["b"] },
    ],
  });
  const path = "src/token.ts";
  const record = (content: string) => () =>
    loci.call(ada, "artifact_record", { workflow, type: "code", path, associated_task: "T1", content });
  await handIn(loci, ada, workflow, "T1", "A first version.", record("one\ntwo\nthree\n"));
  await loci.call(rev, "task_review", { workflow, task: "T1", status: "needs_rework", comments: "Line two is wrong." });
  await handIn(loci, ada, workflow, "T1", "Keys are read once a minute.", record("one\n2 <script>\nthree\n"));
  const lease = await take(loci, ada, workflow, "T3");
  await loci.call(ada, "task_fail", { workflow, task: "T3", lease, error: "migration lock held", retryable: false });
  const held = await take(loci, ada, workflow, "T4");
  const question = unique("May the backfill read the replica?");
  await loci.call(ada, "question_ask", { workflow, task: "T4", lease: held, question, options: ["Yes", "Only at night"] });
  await loci.call(ada, "approval_request", { workflow, subject: { plan: "Drop the legacy cookie." }, reason: "It cannot be undone." });
  return { workflow, name, orch, ada, rev, question };
}

/** Returns the address of an inbox item. */
export function itemOf(asked: Asking, item: string): string {
  return `/inbox/${asked.workflow}.${item}`;
}
