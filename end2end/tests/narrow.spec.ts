// Pages with long names on a narrow screen: nothing is wider than the screen.
import { asking, itemOf, tokenOf } from "../asking.ts";
import { expect, open, test } from "../fixtures.ts";

/** A name without a place to break. */
const LONG = "Donaudampfschifffahrtsgesellschaftskapitaen".repeat(5);
/** The longest name of an agent. */
const AGENT = `agent-${"x".repeat(58)}`;

test("no page is wider than a narrow screen", async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  await page.setViewportSize({ width: 320, height: 640 });
  const asked = await asking(loci);
  const worker = await loci.token(AGENT, "worker");
  const { workflow } = await loci.call(await tokenOf(loci, "orch-1", "orchestrator"), "workflow_create", {
    name: LONG,
    goal: LONG,
    constraints: [LONG],
    tasks: [{ key: "a", title: LONG, group: LONG.slice(0, 60), needs_review: true, acceptance: [LONG] }],
  });
  const { lease } = await loci.call(worker, "task_claim", { workflow, task: "T1" });
  const artifacts = [{ type: "code", path: `src/${LONG}.rs`, content: LONG }];
  await loci.call(worker, "task_complete", { workflow, task: "T1", lease: lease.id, summary: LONG, artifacts });
  await loci.call(worker, "question_ask", { workflow, question: LONG, options: [LONG] });
  await loci.signIn(page);
  const views = ["graph", "outline", "table", "artifacts", "agents", "digest", "activity"];
  const paths = [
    "/",
    "/inbox",
    itemOf(asked, "escalation:T3"),
    `/inbox/${workflow}.review:T1`,
    `/inbox/${workflow}.question:Q1`,
    "/workflows",
    ...views.map((view) => `/workflows/${workflow}?view=${view}`),
    `/workflows/${workflow}?task=T1`,
    "/import",
    `/agents/${AGENT}`,
    "/settings/agents",
    "/settings/audit",
    "/nothing-here",
  ];
  for (const path of paths) {
    await test.step(path, async () => {
      await open(page, path);
      const [content, screen] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      expect.soft(content, `${path} is as wide as the screen`).toBe(screen);
    });
  }
  await page.context().clearCookies();
  await open(page, "/nothing-here");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
