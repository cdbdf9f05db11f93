// Freshness: a page shows what agents do by itself and never disturbs its reader; it survives a lost server and documents
// that extensions changed.
import type { Page } from "@playwright/test";
import { type Loci, expect, hydrated, open, test } from "../fixtures.ts";
import { Loci as Server } from "../loci.ts";
import { tokenOf, unique } from "../asking.ts";
import { claim, underWay } from "../team.ts";
import { talk } from "../talk.ts";

/** Marks the document, to find out later that it was never replaced by a new one. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { same: true }));
const isSame = (page: Page) => page.evaluate(() => (window as any).same === true);

/** Records discoveries, several at the same time. */
async function burst(loci: Loci, token: string, workflow: string, count: number): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await loci.call(token, "discovery_record", { workflow, type: "insight", content: `Fact ${next}` });
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
}

test("what an agent does is shown on every page", async ({ loci, page }) => {
  test.slow();
  const { id, team, names } = await underWay(loci);
  const its = await talk(loci);
  await loci.signIn(page);
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const cases: [string, (word: string) => Promise<unknown>, (word: string) => string][] = [
    ["/", (word) => loci.call(orch, "workflow_create", { name: word, goal: "Be seen." }), (word) => word],
    ["/workflows", (word) => loci.call(orch, "workflow_create", { name: word, goal: "Be seen." }), (word) => word],
    ["/inbox", (word) => loci.call(team.tam, "question_ask", { workflow: id, question: `${word}?` }), (word) => `${word}?`],
    [`/workflows/${id}?view=discoveries`, (word) => loci.call(team.tam, "discovery_record", { workflow: id, type: "insight", content: word }), (word) => word],
    ["/sessions", (word) => loci.call(its.ada, "session_append", { session: word.replaceAll(" ", "-"), messages: [{ role: "user", content: "Hello" }] }), (word) => word.replaceAll(" ", "-")],
    [its.path, (word) => loci.call(its.ada, "session_append", { session: its.key, messages: [{ role: "user", content: word }] }), (word) => word],
    ["/minds", (word) => loci.call(orch, "agent_register", { name: word.replaceAll(" ", "-"), role: "worker" }).then(() => loci.call(orch, "nudge_send", { workflow: id, target: names.ada, message: word })), () => names.tam],
    [`/agents/${names.ada}`, (word) => loci.call(team.ada, "discovery_record", { workflow: id, type: "insight", content: word }), (word) => word],
  ];
  for (const [path, act, seen] of cases) {
    await test.step(path, async () => {
      await open(page, path);
      await mark(page);
      const word = unique("Seen");
      await act(word);
      await expect(page.getByText(seen(word)).first()).toBeVisible();
      expect(await isSame(page)).toBe(true);
    });
  }
});

test("what the reader does is not disturbed while facts arrive", async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=discoveries&task=T2`);
  await mark(page);
  const count = page.getByRole("navigation", { name: "Views of this workflow" }).getByRole("link", { name: /^Discoveries/ }).locator(".num");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Half a thought");
  await message.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 6));
  await page.getByRole("combobox", { name: "Priority" }).selectOption("urgent");
  await page.getByText("Manage").click();
  const panel = page.getByRole("complementary", { name: "Task T2" });
  await panel.getByRole("radio", { name: "Needs rework" }).check();
  const scrolled = await panel.evaluate((box) => ((box.scrollTop = 40), box.scrollTop));
  await message.focus();
  await message.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 6));
  await burst(loci, team.tam, id, 200);
  await expect(count).toHaveText("200");
  await expect(message).toBeFocused();
  await expect(message).toHaveValue("Half a thought");
  expect(await message.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])).toEqual([2, 6]);
  await expect(page.getByRole("combobox", { name: "Priority" })).toHaveValue("urgent");
  await expect(panel.getByRole("radio", { name: "Needs rework" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  expect(await panel.evaluate((box) => box.scrollTop)).toBe(scrolled);
  expect(await isSame(page)).toBe(true);
});

test("two tabs show the same, and what one sends the other shows", async ({ loci, page, complaints }) => {
  const { id, names } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?task=T3`);
  const other = await page.context().newPage();
  complaints.watch(other);
  await open(other, `/workflows/${id}?task=T3`);
  const words = unique("From one tab");
  await page.getByRole("combobox", { name: "To", exact: true }).selectOption(names.tam);
  await page.getByRole("textbox", { name: "Message" }).fill(words);
  await other.getByRole("textbox", { name: "Message" }).fill("In the other");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("");
  await expect(other.getByRole("log", { name: "Last nudges" })).toContainText(words);
  await expect(other.getByRole("textbox", { name: "Message" })).toHaveValue("In the other");
  await other.close();
});

test("twenty tabs follow the same workflow", async ({ loci, page, complaints }) => {
  test.slow();
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  const tabs = [page];
  while (tabs.length < 20) tabs.push(await page.context().newPage());
  for (const tab of tabs) {
    complaints.watch(tab);
    await open(tab, `/workflows/${id}?view=outline`);
  }
  await loci.call(team.orch, "task_add", { workflow: id, title: "Announce", group: "Edge" });
  for (const tab of tabs) await expect(tab.getByRole("link", { name: "Announce" }).first()).toBeVisible();
  // The tab that came first may go: the others still follow.
  const others = tabs.slice(1);
  await others[0]?.close();
  await page.goto("about:blank");
  await loci.call(team.orch, "task_add", { workflow: id, title: "Celebrate", group: "Edge" });
  for (const tab of others.slice(1)) await expect(tab.getByRole("link", { name: "Celebrate" }).first()).toBeVisible();
  for (const tab of others.slice(1)) await tab.close();
});

test("a browser without shared workers follows the feed from its page", async ({ loci, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "SharedWorker"));
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=outline`);
  await loci.call(team.orch, "task_add", { workflow: id, title: "Announce", group: "Edge" });
  await expect(page.getByRole("link", { name: "Announce" }).first()).toBeVisible();
});

test("a drawing that is being dragged continues while facts arrive", async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await page.setViewportSize({ width: 1280, height: 640 });
  await loci.signIn(page);
  await open(page, `/workflows/${id}`);
  const larger = page.getByRole("button", { name: "Larger" });
  for (let nth = 0; nth < 6; nth += 1) await larger.click();
  const frame = page.locator(".plan-area");
  const box = await frame.boundingBox();
  if (!box) throw new Error("no drawing");
  const scrolled = () => frame.evaluate((area) => area.scrollTop);
  await frame.evaluate((area) => area.scrollTo(0, 0));
  const [x, y] = [box.x + 8, box.y + box.height - 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40);
  expect(await scrolled()).toBe(40);
  await claim(loci, team.ada, id, "T5");
  await expect(page.getByRole("link", { name: /^Guide T5/ }).first()).toHaveAttribute("data-status", "in_progress");
  expect(await scrolled()).toBe(40);
  await page.mouse.move(x, y - 100);
  expect(await scrolled()).toBe(100);
  await page.mouse.up();
});

for (const when of ["before", "after"] as const) {
  test(`an extension that changes the document ${when} scripts run breaks nothing`, async ({ loci, page }) => {
    const { id, team } = await underWay(loci);
    await loci.signIn(page);
    const meddle = () => {
      const add = (parent: Element | null, place: "beforebegin" | "afterbegin") => {
        const element = document.createElement("div");
        element.textContent = "🔑";
        element.setAttribute("data-extension", "");
        parent?.insertAdjacentElement(place, element);
      };
      add(document.querySelector("main"), "afterbegin");
      document.querySelectorAll("input, textarea").forEach((field) => add(field, "beforebegin"));
      document.body.setAttribute("data-extension", "");
      document.documentElement.setAttribute("data-extension", "");
      document.querySelector("main h1")?.firstChild?.remove();
    };
    if (when === "before") await page.addInitScript(`addEventListener("DOMContentLoaded", ${meddle})`);
    await open(page, `/workflows/${id}?task=T3`);
    if (when === "after") await page.evaluate(meddle);
    await claim(loci, team.ada, id, "T5");
    await expect(page.getByRole("link", { name: /^Guide T5/ }).first()).toHaveAttribute("data-status", "in_progress");
    await page.getByRole("textbox", { name: "Message" }).fill("Still here");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("log", { name: "Last nudges" })).toContainText("Still here");
    await page.getByRole("link", { name: "Outline" }).click();
    await expect(page).toHaveURL(/view=outline/);
  });
}

for (const width of [1280, 390]) {
  test(`a lost server is said, and the page recovers by itself, ${width} px`, async ({ page, complaints }) => {
    complaints.outlives();
    complaints.allow(/Failed to load resource|ERR_/);
    const fresh = await Server.start();
    try {
      await page.setViewportSize({ width, height: 800 });
      const token = await fresh.token("orch-1", "orchestrator");
      const { workflow } = await fresh.call(token, "workflow_create", { name: "Kept", goal: "Go on.", tasks: [{ title: "One" }] });
      await fresh.person({ name: "mara", password: "correct horse battery staple", role: "owner" });
      await page.goto(`${fresh.url}/sign-in?next=${encodeURIComponent(`/workflows/${workflow}?view=table`)}`);
      await page.getByLabel("Name").fill("mara");
      await page.getByLabel("Password").fill("correct horse battery staple");
      await page.getByRole("button", { name: "Sign in" }).click();
      await hydrated(page);
      await mark(page);
      const message = page.getByRole("textbox", { name: "Message" });
      await message.fill("Not lost");
      const said = page.getByText(/Loci does not answer/);
      await expect(said).toBeHidden();
      await fresh.stop("SIGKILL");
      await expect(said).toBeVisible();
      // A link that is pressed meanwhile waits, and the tab is not lost.
      await page.getByRole("link", { name: "Outline" }).click();
      await expect(page.getByText(/opens as soon as it does/)).toBeVisible();
      await expect(message).toHaveValue("Not lost");
      await fresh.resume();
      await expect(page).toHaveURL(/view=outline/);
      await expect(said).toBeHidden();
      await expect(message).toHaveValue("Not lost");
      await fresh.call(token, "task_add", { workflow, title: "Two" });
      await expect(page.getByRole("link", { name: "Two" }).first()).toBeVisible();
      expect(await isSame(page)).toBe(true);
    } finally {
      await fresh.end();
    }
  });
}

test("a page on paper has no navigation, and all of its text", async ({ loci, page }) => {
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=decisions`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main", exact: true })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main, compact" })).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
});

test("a refresh that arrives late does not bring an earlier page back", async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=table`);
  const holdBack = (pattern: RegExp): { asked: Promise<void>; letGo: () => void; answered: Promise<void> } => {
    let [letGo, ask, answer] = [() => {}, () => {}, () => {}];
    const held = new Promise<void>((done) => (letGo = done));
    const asked = new Promise<void>((done) => (ask = done));
    const answered = new Promise<void>((done) => (answer = done));
    void page.route(pattern, async (route) => {
      ask();
      await held;
      await route.continue();
      answer();
    });
    return { asked, letGo: () => letGo(), answered };
  };
  const outline = holdBack(/view=outline/);
  const table = holdBack(/view=table/);
  await page.getByRole("link", { name: "Outline" }).click();
  await outline.asked;
  await loci.call(team.orch, "task_add", { workflow: id, title: "Announce", group: "Edge" });
  await table.asked;
  outline.letGo();
  await expect(page.getByRole("list", { name: "Tasks by room" })).toBeVisible();
  const late = page.waitForResponse(/view=table/);
  table.letGo();
  await (await late).finished();
  await table.answered;
  await loci.call(team.orch, "task_add", { workflow: id, title: "Celebrate", group: "Edge" });
  await expect(page.getByRole("list", { name: "Tasks by room" }).getByRole("link", { name: "Celebrate" })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});

test("a refresh that the server refuses leaves the page, and the page recovers by itself", async ({ loci, page, complaints }) => {
  complaints.allow(/503|429/);
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=outline`);
  const statuses = [503, 429];
  await page.route(/view=outline/, async (route) => {
    const status = statuses.shift();
    await (status ? route.fulfill({ status, contentType: "text/html", body: "<!DOCTYPE html><title>No</title><p>Not now.</p>" }) : route.continue());
  });
  await loci.call(team.orch, "task_add", { workflow: id, title: "Announce", group: "Edge" });
  await expect(page.getByText(/Loci does not answer/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Guide" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Announce" }).first()).toBeVisible();
  await expect(page.getByText(/Loci does not answer/)).toBeHidden();
  expect(statuses).toEqual([]);
});
