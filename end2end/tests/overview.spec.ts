// The overview: items that need a person, work in progress, active agents, recent activity; and the first run.
import type { Page } from "@playwright/test";
import { OWNER, accessible, expect, hydrated, open, scripted, test } from "../fixtures.ts";
import { asking, tokenOf, unique } from "../asking.ts";
import { Loci } from "../loci.ts";

/** Signs the browser in at a server that only this test uses. */
async function enter(page: Page, fresh: Loci): Promise<void> {
  await fresh.person(OWNER);
  const answer = await page.request.post(`${fresh.url}/sign-in`, {
    data: { name: OWNER.name, password: OWNER.password },
    headers: { origin: fresh.url },
  });
  expect(answer.ok()).toBe(true);
}

test("the first agent is let in", { tag: "@both" }, async ({ page, complaints }) => {
  // Its own server stops before the page is closed.
  complaints.outlives();
  const fresh = await Loci.start();
  try {
    await enter(page, fresh);
    await open(page, `${fresh.url}/`);
    await expect(page.getByRole("heading", { level: 1, name: "Connect the first agent" })).toBeVisible();
    await expect(page.getByText(`curl ${fresh.url}/api/workflow_create`)).toBeVisible();
    await accessible(page);
    await page.getByLabel("Name").fill("orch-9");
    await page.getByRole("button", { name: "Register agent" }).click();
    await page.getByRole("button", { name: "Create a token for orch-9" }).click();
    const token = (await page.locator(".copyrow code").textContent()) ?? "";
    expect(token).toMatch(/^loci_/);
    await expect(page.getByText(`LOCI_TOKEN=${token}`).filter({ visible: true })).toHaveCount(1);
    // The command for a coding agent contains it too.
    await page.getByText("Claude Code", { exact: true }).click();
    const command = `export LOCI_URL=${fresh.url}\nexport LOCI_TOKEN=${token}\nloci init claude`;
    await expect(page.getByText(command)).toBeVisible();
    await accessible(page);
    const name = unique("First steps");
    await fresh.call(token, "workflow_create", { name, goal: "See.", tasks: [{ title: "Say hello" }] });
    // With JavaScript the page turns into the overview by itself.
    if (!scripted()) await page.goto(`${fresh.url}/`);
    await expect(page.getByRole("heading", { level: 1, name: "Nothing needs you" })).toBeVisible();
    await expect(page.getByRole("link", { name })).toBeVisible();
    // The secret was shown once.
    await page.goto(`${fresh.url}/`);
    await expect(page.getByText(token)).toHaveCount(0);
  } finally {
    await fresh.end();
  }
});

test("a token that was shown once is not lost in silence", { tag: "@both" }, async ({ page, complaints }) => {
  complaints.outlives();
  const fresh = await Loci.start();
  try {
    await enter(page, fresh);
    await open(page, `${fresh.url}/`);
    await page.getByRole("button", { name: "Register agent" }).click();
    await page.getByRole("button", { name: "Create a token for orch-1" }).click();
    const token = (await page.locator(".copyrow code").textContent()) ?? "";
    await expect(page.getByText("it is not shown again")).toBeVisible();
    await open(page, `${fresh.url}/`);
    await expect(page.getByText(/^A token for orch-1 was created/)).toBeVisible();
    await page.getByRole("button", { name: "Create another token for orch-1" }).click();
    await expect(page.locator(".copyrow code")).not.toHaveText(token);
    await expect(page.locator(".copyrow code")).toHaveText(/^loci_/);
  } finally {
    await fresh.end();
  }
});

test("setting up without the link's secret says so before anybody types", { tag: "@both" }, async ({ page, complaints }) => {
  complaints.outlives();
  const fresh = await Loci.start();
  try {
    await open(page, `${fresh.url}/setup`);
    await expect(page.getByText("lacks the secret of the link")).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await accessible(page);
  } finally {
    await fresh.end();
  }
});

test("what is added to a session call by call is one line that leads there", { tag: "@both" }, async ({ loci, page }) => {
  const ada = await tokenOf(loci, "dev-ada", "worker");
  const session = unique("talk").replaceAll(" ", "-");
  const say = (nth: number) =>
    loci.call(ada, "session_append", {
      session,
      messages: [
        { role: "user", content: `question ${nth}` },
        { role: "assistant", content: `answer ${nth}` },
      ],
    });
  for (let nth = 0; nth < 16; nth += 1) await say(nth);
  await loci.signIn(page);
  await open(page, "/");
  const lines = page.getByRole("region", { name: "Activity" }).getByRole("listitem").filter({ hasText: session });
  const added = lines.filter({ hasText: "added" });
  await expect(added).toHaveCount(1);
  await expect(added).toContainText("added 32 messages");
  // Further progress updates the same line.
  await say(16);
  if (!scripted()) await page.reload();
  await expect(added).toContainText("added 34 messages");
  await expect(added).toHaveCount(1);
  await added.getByRole("link", { name: session }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/.*${session}`));
});

test("what needs somebody comes first", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/things need you$/);
  const needs = page.getByRole("region", { name: "Needs you" });
  await expect(needs.getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Active workflows" }).getByRole("link", { name: asked.name })).toBeVisible();
  await expect(page.getByRole("region", { name: "Agents" }).getByRole("link", { name: "dev-ada" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Activity" }).getByText("asked for approval").first()).toBeVisible();
  await accessible(page);
});

test("a change by an agent appears without a reload", async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const kit = await tokenOf(loci, "dev-kit", "worker");
  await loci.signIn(page);
  await open(page, "/");
  await page.evaluate(() => ((window as any).sameDocument = true));
  const name = unique("Live");
  const { workflow } = await loci.call(orch, "workflow_create", { name, goal: "Move.", tasks: [{ title: "One" }, { title: "Two" }] });
  const row = page.getByRole("region", { name: "Active workflows" }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("0 of 2 done");
  const claim = await loci.call(kit, "task_claim", { workflow, task: "T1" });
  await expect(page.getByRole("region", { name: "Agents" }).getByRole("listitem").filter({ hasText: "dev-kit" })).toContainText("T1 One");
  await loci.call(kit, "task_complete", { workflow, task: "T1", lease: claim.lease.id, summary: "It moves." });
  await expect(row).toContainText("1 of 2 done");
  await expect(page.getByRole("region", { name: "Activity" }).getByText("It moves.")).toBeVisible();
  const count = page.getByRole("navigation", { name: "Main", exact: true }).locator(".needs");
  const before = Number.parseInt((await count.textContent()) ?? "", 10);
  const question = unique("Is it so?");
  await loci.call(kit, "question_ask", { workflow, question });
  await expect(count).toHaveText(new RegExp(`^${before + 1}\\b`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/need/);
  expect(await page.evaluate(() => (window as any).sameDocument)).toBe(true);
});

test("activity can be paused", async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  await loci.signIn(page);
  await open(page, "/");
  const activity = page.getByRole("region", { name: "Activity" });
  await activity.getByRole("button", { name: "Pause activity" }).click();
  const name = unique("Quiet");
  await loci.call(orch, "workflow_create", { name, goal: "Wait." });
  await activity.getByRole("button", { name: /^Show \d+ new line/ }).click();
  await expect(activity.getByText(name)).toBeVisible();
  await expect(activity.getByText(/^new since/)).toBeVisible();
});

test("the overview fits a phone", { tag: "@both" }, async ({ loci, page }) => {
  await asking(loci);
  await page.setViewportSize({ width: 390, height: 844 });
  await loci.signIn(page);
  await open(page, "/");
  await hydrated(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth).catch(() => false);
  expect(wider).toBe(false);
  await expect(page.getByRole("navigation", { name: "Main, compact" })).toBeVisible();
  await accessible(page);
});

test("a workflow whose tasks are all done is not active", { tag: "@both" }, async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const kit = await tokenOf(loci, "dev-kit", "worker");
  const going = unique("Open");
  const done = unique("Done");
  await loci.call(orch, "workflow_create", { name: going, goal: "Go on.", tasks: [{ title: "One" }] });
  const { workflow } = await loci.call(orch, "workflow_create", { name: done, goal: "End.", tasks: [{ title: "One" }] });
  const { lease } = await loci.call(kit, "task_claim", { workflow, task: "T1" });
  await loci.call(kit, "task_complete", { workflow, task: "T1", lease: lease.id, summary: "Done." });
  await loci.signIn(page);
  await open(page, "/");
  const runs = page.getByRole("region", { name: "Active workflows" });
  await expect(runs.getByRole("link", { name: going })).toBeVisible();
  await expect(runs.getByRole("link", { name: done })).toHaveCount(0);
  await open(page, `/workflows?q=${encodeURIComponent(done)}`);
  const row = page.getByRole("listitem").filter({ hasText: done });
  await expect(row.getByText("All tasks done")).toBeVisible();
});

test("an agent whose work waits for a review does not hold nothing", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, "/agents/dev-ada");
  const holds = page.getByRole("region", { name: "Current work" });
  const row = holds.getByRole("row").filter({ has: page.locator(`a[href="/inbox/${asked.workflow}.review:T1"]`) });
  await expect(row).toContainText("waiting for review");
});
