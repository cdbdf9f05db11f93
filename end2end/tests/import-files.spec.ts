// Files on the import page: many at once, forms changed meanwhile, tabs, names, and the keyboard.
import type { Page, Route } from "@playwright/test";
import { expect, hydrated, open, test, type Loci } from "../fixtures.ts";
import { tokenOf, unique } from "../asking.ts";
import { file, transcript } from "../imports.ts";

const give = (page: Page, files: ReturnType<typeof file>[]) => page.getByLabel("Drop files here").setInputFiles(files);
const rows = (page: Page) => page.getByRole("list", { name: "Files" }).getByRole("listitem");
const look = (page: Page) => page.getByRole("button", { name: "Look at it first" });
const takeIn = (page: Page) => page.getByRole("button", { name: "Take it in" });
const would = (page: Page) => page.getByRole("region", { name: "What would be written" });
const written = (page: Page) => page.getByRole("region", { name: "What was written" });

async function begin(loci: Loci, page: Page, what: string): Promise<void> {
  await loci.signIn(page);
  await open(page, `/import?what=${what}`);
  await hydrated(page);
}

/** Holds back requests to an address until they are released. */
async function holdBack(page: Page, operation: string, nth = 1): Promise<{ asked: Promise<void>; letGo: () => void }> {
  let letGo = () => {};
  let came = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  const asked = new Promise<void>((done) => (came = done));
  let count = 0;
  await page.route(`**/api/${operation}`, async (route: Route) => {
    count += 1;
    if (count === nth) {
      came();
      await held;
    }
    await route.continue();
  });
  return { asked, letGo };
}

const chat = (...words: string[]) => JSON.stringify(words.map((content) => ({ role: "user", content })));

test("each of a hundred files is shown once, and a change of one is its row's alone", async ({ loci, page }) => {
  test.slow();
  await begin(loci, page, "memories");
  const word = unique("many").replaceAll(" ", "-");
  const files = Array.from({ length: 100 }, (_, n) => file(`${n}.md`, `# ${word}\n\n- Fact ${n} of ${word}\n`));
  await page.evaluate(() => {
    const counted = Object.assign(globalThis, { made: 0 });
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) if (node.nodeName === "LI") counted.made += 1;
    }).observe(document.querySelector(".given")!, { childList: true });
  });
  const made = () => page.evaluate(() => (globalThis as unknown as { made: number }).made);
  await give(page, files);
  await expect(rows(page)).toHaveCount(100);
  await expect(look(page)).toBeEnabled();
  await look(page).click();
  await expect(would(page)).toContainText("100 new", { timeout: 60_000 });
  await expect(rows(page).last()).toContainText("1 new");
  expect(await made()).toBe(100);
});

test("a form that is changed while files are looked at has to be looked at again", async ({ loci, page }) => {
  await begin(loci, page, "sessions");
  const name = unique("seen").replaceAll(" ", "-");
  await give(page, [file(`${name}.jsonl`, transcript(name, 2))]);
  await expect(look(page)).toBeEnabled();
  const held = await holdBack(page, "session_import");
  await look(page).click();
  await held.asked;
  await page.getByLabel("User").fill("bo");
  held.letGo();
  await expect(page.getByText("The form was changed while this was looked at")).toBeVisible();
  await expect(would(page)).toHaveCount(0);
  await expect(takeIn(page)).toHaveCount(0);
  await look(page).click();
  await expect(would(page).getByRole("heading", { name: "What would be written" })).toBeFocused();
  await takeIn(page).click();
  await expect(written(page)).toContainText("2 new");
  await expect(written(page).getByRole("heading", { name: "What was written" })).toBeFocused();
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const { items } = await loci.call(orch, "session_list", { user_id: "bo", fields: ["*"] });
  expect(JSON.stringify(items)).toContain(name);
});

test("a text that is changed while it is looked at has to be looked at again", async ({ loci, page }) => {
  await begin(loci, page, "memories");
  const word = unique("seen");
  const text = page.getByLabel("Or its text");
  await text.fill(`# Zoo\n\n- Looked at ${word}\n`);
  const held = await holdBack(page, "memory_import");
  await page.getByLabel("Format").selectOption("Markdown");
  await look(page).click();
  await held.asked;
  await text.fill(`# Zoo\n\n- Never looked at ${word}\n`);
  held.letGo();
  await expect(page.getByText("The form was changed while this was looked at")).toBeVisible();
  await expect(would(page)).toHaveCount(0);
  await expect(takeIn(page)).toHaveCount(0);
  await look(page).click();
  await expect(would(page)).toContainText(`Never looked at ${word}`);
  await expect(takeIn(page)).toBeVisible();
});

test("what is told of one kind is not told of another, and going on goes on there", async ({ loci, page }) => {
  test.slow();
  await begin(loci, page, "sessions");
  const name = unique("long").replaceAll(" ", "-");
  await give(page, [file(`${name}.jsonl`, transcript(name, 2_500)), file("MEMORY.md", `# Zoo\n\n- Of ${name}\n`)]);
  await expect(page.getByRole("link", { name: "Memories 1" })).toBeVisible();
  await page.getByLabel("User").fill("bo");
  await look(page).click();
  await takeIn(page).waitFor();
  const held = await holdBack(page, "session_import", 2);
  await takeIn(page).click();
  await held.asked;
  await page.getByRole("link", { name: "Memories 1" }).click();
  await expect(rows(page)).toContainText("MEMORY.md");
  held.letGo();
  await expect(look(page)).toBeVisible();
  await expect(written(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Go on" })).toHaveCount(0);
  await expect(takeIn(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Conversations 1" }).click();
  await expect(rows(page)).toContainText("Stopped. Taken in so far: 2000 new");
  await expect(page.getByLabel("User")).toHaveValue("bo");
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(rows(page)).toContainText("Taken in: 500 new, 0 changed, 2000 as before.");
});

test("two conversations in files of one name are two", async ({ loci, page }) => {
  await begin(loci, page, "sessions");
  const name = unique("chat").replaceAll(" ", "-");
  const [cats, dogs] = [chat("cats", "more cats"), chat("dogs", "more dogs", "all dogs")];
  await give(page, [file(`${name}.json`, cats)]);
  await give(page, [file(`${name}.json`, dogs)]);
  await give(page, [file(`${name}.json`, cats)]);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText("Another file has this name.");
  await expect(page.getByText("Another file has this name.")).toHaveCount(1);
  await look(page).click();
  await takeIn(page).click();
  await expect(written(page)).toContainText("5 new, 0 changed, 2 as before.");
  await rows(page).nth(1).getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/.*${name}\\.[0-9a-f]{8}$`));
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation).toContainText("all dogs");
  await expect(conversation).not.toContainText("cats");
});

test("odd names hurt nobody", async ({ loci, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await begin(loci, page, "sessions");
  const names = ["x".repeat(200), "\u202e.won eb", " "].map((name) => `${name}.json`);
  await give(page, names.map((name) => file(name, chat(`In ${name}`))));
  await expect(rows(page)).toHaveCount(3);
  await look(page).click();
  await expect(would(page)).toContainText("3 new");
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await wide()).toBeLessThanOrEqual(390);
  await takeIn(page).click();
  await expect(written(page)).toContainText("3 new");
  expect(await wide()).toBeLessThanOrEqual(390);
});

test("the keyboard stays where it works", async ({ loci, page }) => {
  await begin(loci, page, "memories");
  const files = ["a.md", "b.md", "c.md"].map((name) => file(name, `# Zoo\n\n- Of ${name}\n`));
  await give(page, files);
  await expect(rows(page)).toHaveCount(3);
  // From one kind to another and past it: the row stays until the focus has left it.
  const holds = page.getByLabel("What b.md holds");
  await holds.focus();
  await page.keyboard.press("ArrowDown");
  await expect(holds).toHaveValue("mind");
  await expect(page.getByRole("link", { name: "A mind 1" })).toBeVisible();
  await expect(holds).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(holds).toHaveValue("sessions");
  await expect(holds).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Leave out a.md" }).press("Enter");
  await expect(page.getByRole("button", { name: "Leave out c.md" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Drop files here")).toBeFocused();
});
