// Bursts of facts: every view of a workflow stays small, responds to clicks while they arrive, and ends in the right
// state.
import type { Page } from "@playwright/test";
import type { Loci } from "../fixtures.ts";
import { expect, open, test } from "../fixtures.ts";
import { type Plan, underWay } from "../team.ts";

const MANY = 1_000;

/** Records discoveries, several in parallel. */
async function burst(loci: Loci, { id, team }: Plan, count = MANY): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await loci.call(team.tam, "discovery_record", { workflow: id, type: "insight", content: `Fact ${next}` });
    }
  };
  await Promise.all(Array.from({ length: 12 }, work));
}

/** Makes a page record its maximum number of rows from now on. */
async function watchRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const most = { rows: 0 };
    (window as any).most = most;
    const look = () => {
      most.rows = Math.max(most.rows, document.querySelectorAll("main li, main article, main tr").length);
      requestAnimationFrame(look);
    };
    look();
  });
}

const most = (page: Page): Promise<number> => page.evaluate(() => (window as any).most.rows);

for (const view of ["graph", "table", "discoveries", "agents", "activity"]) {
  test(`${view}: a burst of facts leaves the page small, usable and right`, { tag: view === "activity" ? [] : "@slow" }, async ({ loci, page }) => {
    const plan = await underWay(loci);
    await loci.signIn(page);
    await open(page, `/workflows/${plan.id}?view=${view}`);
    await page.evaluate(() => ((window as any).same = true));
    await watchRows(page);
    const arriving = burst(loci, plan);
    // Clicks work during the burst.
    const views = page.getByRole("navigation", { name: "Views of this workflow" });
    const count = views.getByRole("link", { name: /^Discoveries/ }).locator(".num");
    await expect(count).not.toHaveText("0");
    await views.getByRole("link", { name: "Outline" }).click();
    await expect(page).toHaveURL(/view=outline/);
    await page.goBack();
    await arriving;
    await expect(count).toHaveText(`${MANY}`);
    expect(await most(page)).toBeLessThan(350);
    expect(await page.evaluate(() => (window as any).same)).toBe(true);
    if (view === "activity") {
      const rows = page.getByRole("region", { name: "Activity" }).getByRole("listitem");
      await expect(rows.filter({ hasText: /Fact 99\d/ }).first()).toBeVisible();
    }
    if (view === "discoveries") {
      const region = page.getByRole("region", { name: "Discoveries" });
      await expect(region.getByRole("article")).toHaveCount(50);
      await expect(region.getByText(/^Page 1 of 20, 1,?.?000 discoveries$/)).toBeVisible();
      await expect(region.getByRole("article").first()).toHaveAttribute("id", `F${MANY}`);
      const first = await region.getByRole("article").first().getAttribute("id");
      // With the pointer over the list, new rows are held back, but requested ones are not.
      await region.getByRole("link", { name: "After" }).click();
      await expect(page).toHaveURL(/page=2/);
      await expect(region.locator(`article[id="${first}"]`)).toHaveCount(0);
      await expect(region.getByRole("article")).toHaveCount(50);
    }
  });
}

test("a tab through 100,000 facts stays small", { tag: "@slow" }, async ({ loci, page }) => {
  test.setTimeout(30 * 60_000);
  const plan = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${plan.id}?view=activity`);
  await burst(loci, plan, 100_000);
  await expect(page.getByRole("region", { name: "Activity" }).getByRole("listitem").filter({ hasText: /Fact (100000|9999\d)/ }).first()).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const measured = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Infinity;
  expect(measured("JSHeapUsedSize")).toBeLessThan(20_000_000);
  expect(measured("Nodes")).toBeLessThan(20_000);
});

test("who reads down the activity keeps their place", async ({ loci, page }) => {
  const plan = await underWay(loci);
  await burst(loci, plan, 120);
  await loci.signIn(page);
  await open(page, `/workflows/${plan.id}?view=activity`);
  const region = page.getByRole("region", { name: "Activity" });
  await expect(region.getByRole("listitem")).toHaveCount(100);
  const read = region.getByRole("listitem").nth(40);
  await read.scrollIntoViewIfNeeded();
  await region.evaluate((section) => (section.scrollTop = 400));
  const [row, at] = [await read.textContent(), await read.boundingBox()];
  await burst(loci, plan, 300);
  const show = region.getByRole("button", { name: /^Show \d+ new lines$/ });
  await expect(show).toHaveText("Show 300 new lines");
  expect((await read.textContent())?.replace(/^\d+ \w+/, "")).toBe(row?.replace(/^\d+ \w+/, ""));
  expect((await read.boundingBox())?.y).toBe(at?.y);
  await show.click();
  const newest = region.getByRole("listitem").first();
  // Twelve requests run in parallel, so any of the last twelve may be the newest.
  await expect(newest).toContainText(/Fact (289|29\d|300)\b/);
  await expect(show).toHaveCount(0);
  expect(await region.getByRole("listitem").count()).toBeLessThanOrEqual(200);
});

test("a lively conversation is a window of its messages", async ({ loci, page }) => {
  const plan = await underWay(loci);
  const session = `lively-${plan.id}`;
  const append = (from: number, count: number) =>
    loci.call(plan.team.ada, "session_append", {
      session,
      messages: Array.from({ length: count }, (_, nth) => ({ role: "user", content: `line ${from + nth}.` })),
    });
  await append(1, 100);
  await loci.signIn(page);
  await open(page, `/sessions/${session}`);
  await watchRows(page);
  const talked = page.getByRole("region", { name: "Conversation" });
  for (let from = 101; from < 1_101; from += 100) await append(from, 100);
  await expect(page.getByText("1,100 messages").or(page.getByText("1\u202f100 messages")).first()).toBeVisible();
  expect(await talked.getByRole("article").count()).toBeLessThanOrEqual(400);
  // A reader at the top keeps the current rows, and is notified of new ones.
  await expect(talked.getByText("line 1.", { exact: true })).toBeVisible();
  await expect(talked.getByText(/later messages not shown$/)).toBeVisible();
  await talked.getByRole("button", { name: "Show the newest" }).click();
  await expect(talked.getByText("line 1100.", { exact: true })).toBeVisible();
  expect(await most(page)).toBeLessThan(600);
});
