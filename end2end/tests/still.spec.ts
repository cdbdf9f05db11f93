// Layout stability: elements keep their place while scripts start, and while the pointer is over them.
import type { Page } from "@playwright/test";
import { expect, open, test } from "../fixtures.ts";
import { asking, handIn, tokenOf, unique } from "../asking.ts";
import { claim, underWay } from "../team.ts";

type Shifts = { total: number; moved: string[] };

/** Makes a page add up the layout shifts that no input caused. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { total: 0, moved: [] };
    (window as any).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as any[]) {
        if (entry.hadRecentInput) continue;
        shifts.total += entry.value;
        for (const source of entry.sources) shifts.moved.push(source.node?.outerHTML?.slice(0, 120) ?? "a text");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function shifts(page: Page): Promise<Shifts> {
  await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
  return page.evaluate(() => (window as any).shifts);
}

const NONE: Shifts = { total: 0, moved: [] };

test("nothing moves while a page comes alive", async ({ loci, page }) => {
  const asked = await asking(loci);
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await watchShifts(page);
  const paths = ["/", "/inbox", `/inbox/${asked.workflow}.review:T1`, "/workflows", "/settings/agents"];
  for (const path of [...paths, `/workflows/${id}`, `/workflows/${id}?task=T2`, `/workflows/${id}?view=table`]) {
    await open(page, path);
    expect(await shifts(page), path).toEqual(NONE);
  }
});

test("nothing moves in a graph while its tasks do", async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await watchShifts(page);
  await open(page, `/workflows/${id}`);
  const lease = await claim(loci, team.ada, id, "T5");
  const guide = page.getByRole("link", { name: /^Guide T5/ }).first();
  await expect(guide).toHaveAttribute("data-status", "in_progress");
  await loci.call(team.ada, "task_complete", { workflow: id, task: "T5", lease, summary: "Written." });
  await expect(guide).toHaveAttribute("data-status", "completed");
  // Also when an age gets more digits.
  await expect(page.getByRole("main").locator("header dl")).toContainText(/seen \d\d s ago|seen \d+ min ago/);
  expect(await shifts(page)).toEqual(NONE);
});

test("rows wait while somebody points at one", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, "/");
  const activity = page.getByRole("region", { name: "Activity" });
  const needs = page.getByRole("region", { name: "Needs you" });
  await activity.getByRole("listitem").first().hover();
  // Its age grows while it is shown.
  const uppermost = async () => (await activity.getByRole("listitem").first().textContent())?.replace(/^\d+ s/, "");
  const [first, top] = [await uppermost(), await needs.boundingBox()];
  const question = unique("Who may see it?");
  await loci.call(asked.ada, "question_ask", { workflow: asked.workflow, question });
  await expect(activity.getByRole("button", { name: /^Show \d+ new line/ })).toBeVisible();
  expect(await uppermost()).toBe(first);
  await expect(needs.getByText(/^\d new$/)).toBeVisible();
  expect(await needs.boundingBox()).toEqual(top);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(activity.getByText(/^new since/)).toBeVisible();
  await expect(activity.getByRole("listitem").first()).toContainText(question);
  await expect(needs.getByText(/^\d new$/)).toHaveCount(0);
});

test("rows of the inbox wait while somebody points at one", async ({ loci, page }) => {
  const asked = await asking(loci);
  const rev = await tokenOf(loci, "rev-1", "reviewer");
  await loci.signIn(page);
  // A row is also removed.
  await open(page, "/inbox");
  const queue = page.getByRole("list", { name: "Open items" });
  await queue.getByRole("listitem").first().hover();
  const before = await queue.getByRole("listitem").allTextContents();
  await loci.call(rev, "task_review", { workflow: asked.workflow, task: "T1", status: "approved" });
  await handIn(loci, asked.ada, asked.workflow, "T2", "Done.");
  const later = unique("And when?");
  await loci.call(asked.ada, "question_ask", { workflow: asked.workflow, question: later });
  await expect(page.getByText(/open.*, 1 new$/)).toBeVisible();
  expect((await queue.getByRole("listitem").allTextContents()).length).toBe(before.length);
  await expect(queue.getByText(later)).toHaveCount(0);
  await page.getByRole("heading", { name: "Inbox" }).hover();
  await expect(queue.getByText(later)).toBeVisible();
});
