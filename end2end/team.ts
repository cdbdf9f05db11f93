// A team and a workflow for the browser tests: agents with tokens, and the tasks of a small plan.
import type { Loci } from "./fixtures.ts";

/** The agents of a test, each with its token. */
export type Team = { orch: string; ada: string; tam: string };

/** A workflow in progress. */
export type Plan = { id: string; name: string; team: Team };

let count = 0;

/** Creates agents with unique names. */
export async function team(loci: Loci): Promise<Team & { names: Team }> {
  const nth = ++count;
  const names = { orch: `orch-${nth}`, ada: `ada-${nth}`, tam: `tam-${nth}` };
  return {
    orch: await loci.token(names.orch, "orchestrator"),
    ada: await loci.token(names.ada, "worker"),
    tam: await loci.token(names.tam, "worker"),
    names,
  };
}

/** Creates a plan of six tasks in three rooms: T1 done, T2 in review with a file in two versions, T3 running. */
export async function underWay(loci: Loci): Promise<Plan & { names: Team }> {
  const agents = await team(loci);
  const name = `Token auth ${count}`;
  const created = await loci.call(agents.orch, "workflow_create", {
    name,
    goal: "Add tokens to the API.",
    constraints: ["keep the user table"],
    tasks: [
      { key: "a", title: "Inventory", group: "Design" },
      { key: "b", title: "Token service", group: "Service", depends_on: ["a"], needs_review: true, acceptance: ["Expired tokens are refused"] },
      { key: "c", title: "Refresh", group: "Service", depends_on: ["a"] },
      { key: "d", title: "Middleware", group: "Edge", depends_on: ["b"] },
      { key: "e", title: "Guide", group: "Edge", depends_on: ["a"] },
      { key: "f", title: "Release", group: "Edge", depends_on: ["c", "d", "e"] },
    ],
  });
  const id: string = created.workflow;
  await done(loci, agents.tam, id, "T1", "Eleven paths.");
  const lease = await claim(loci, agents.ada, id, "T2");
  const path = "src/token.ts";
  await loci.call(agents.ada, "artifact_record", { workflow: id, type: "code", path, associated_task: "T2", content: "sign('HS256');\n" });
  await loci.call(agents.ada, "task_complete", {
    workflow: id,
    task: "T2",
    lease,
    summary: "41 tests green.",
    artifacts: [{ type: "code", path, content: "sign('RS256');\n" }],
  });
  await claim(loci, agents.tam, id, "T3");
  return { id, name, team: agents, names: agents.names };
}

/** Claims a task and returns the lease. */
export async function claim(loci: Loci, token: string, workflow: string, task: string): Promise<string> {
  return (await loci.call(token, "task_claim", { workflow, task })).lease.id;
}

/** Claims a task and submits it. */
export async function done(loci: Loci, token: string, workflow: string, task: string, summary: string): Promise<void> {
  const lease = await claim(loci, token, workflow, task);
  await loci.call(token, "task_complete", { workflow, task, lease, summary });
}
