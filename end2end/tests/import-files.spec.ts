// Files on the import page: many at once, forms changed meanwhile, tabs, names, and the keyboard.
import type { Page, Route } from "@playwright/test";
import { expect, hydrated, open, test, type Loci } from "../fixtures.ts";
import { tokenOf, unique } from "../asking.ts";
import { countsOf, file, transcript } from "../imports.ts";
import { importName } from "../../frontend/pages/import-names.js";

const add = (page: Page, files: ReturnType<typeof file>[]) => page.getByLabel("Drop files here").setInputFiles(files);
const rows = (page: Page) => page.getByRole("list", { name: "Files" }).getByRole("listitem");
const preview = (page: Page) => page.getByRole("button", { name: "Preview" });
const startImport = (page: Page) => page.getByRole("button", { name: "Import", exact: true });
const previewed = (page: Page) => page.getByRole("region", { name: "Preview" });
const imported = (page: Page) => page.getByRole("region", { name: "Imported" });

async function openImport(loci: Loci, page: Page, what: string): Promise<void> {
  await loci.signIn(page);
  await open(page, `/import?what=${what}`);
  await hydrated(page);
}

/** Holds back the next upload of a step until it is released. */
async function holdBack(page: Page, step: "preview" | "import"): Promise<{ asked: Promise<void>; letGo: () => void }> {
  let letGo = () => {};
  let came = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  const asked = new Promise<void>((done) => (came = done));
  const wait = async (route: Route) => {
    came();
    await held;
    await route.continue();
  };
  await page.route(new RegExp(`/import/file\\?.*step=${step}`), wait, { times: 1 });
  return { asked, letGo };
}

const chat = (...words: string[]) => JSON.stringify(words.map((content) => ({ role: "user", content })));

test("a hundred files get one row each, which stays", async ({ loci, page }) => {
  test.slow();
  await openImport(loci, page, "memories");
  const word = unique("many").replaceAll(" ", "-");
  const files = Array.from({ length: 100 }, (_, n) => file(`${n}.md`, `# ${word}\n\n- Fact ${n} of ${word}\n`));
  await page.evaluate(() => {
    const counted = Object.assign(globalThis, { made: 0 });
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) if (node.nodeName === "LI") counted.made += 1;
    }).observe(document.querySelector(".given")!, { childList: true });
  });
  const made = () => page.evaluate(() => (globalThis as unknown as { made: number }).made);
  await add(page, files);
  await expect(rows(page)).toHaveCount(100);
  await expect(preview(page)).toBeEnabled();
  await preview(page).click();
  await expect(previewed(page)).toContainText("100 new", { timeout: 60_000 });
  await expect(rows(page).last()).toContainText("1 new");
  expect(await made()).toBe(100);
});

test("a form that changes during the preview of files has to be previewed again", async ({ loci, page }) => {
  await openImport(loci, page, "sessions");
  const name = unique("seen").replaceAll(" ", "-");
  await add(page, [file(`${name}.jsonl`, transcript(name, 2))]);
  await expect(preview(page)).toBeEnabled();
  const held = await holdBack(page, "preview");
  await preview(page).click();
  await held.asked;
  await page.getByLabel("User").fill("bo");
  held.letGo();
  await expect(page.getByText("The form changed during the preview")).toBeVisible();
  await expect(previewed(page)).toHaveCount(0);
  await expect(startImport(page)).toHaveCount(0);
  await preview(page).click();
  await expect(previewed(page).getByRole("heading", { name: "Preview" })).toBeFocused();
  await startImport(page).click();
  await expect(imported(page)).toContainText("2 new");
  await expect(imported(page).getByRole("heading", { name: "Imported" })).toBeFocused();
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const { items } = await loci.call(orch, "session_list", { user_id: "bo", fields: ["*"] });
  expect(JSON.stringify(items)).toContain(name);
});

test("a text that changes during its preview has to be previewed again", async ({ loci, page }) => {
  await openImport(loci, page, "memories");
  const word = unique("seen");
  const text = page.getByLabel("Or paste text");
  await text.fill(`# Zoo\n\n- Looked at ${word}\n`);
  const held = await holdBack(page, "preview");
  await page.getByLabel("Format").selectOption("Markdown");
  await preview(page).click();
  await held.asked;
  await text.fill(`# Zoo\n\n- Never looked at ${word}\n`);
  held.letGo();
  await expect(page.getByText("The form changed during the preview")).toBeVisible();
  await expect(previewed(page)).toHaveCount(0);
  await expect(startImport(page)).toHaveCount(0);
  await preview(page).click();
  await expect(previewed(page)).toContainText(`Never looked at ${word}`);
  await expect(startImport(page)).toBeVisible();
});

test("a report belongs to its importer, and a stopped import continues there", async ({ loci, page }) => {
  test.slow();
  await openImport(loci, page, "sessions");
  const name = unique("long").replaceAll(" ", "-");
  await add(page, [file(`${name}.jsonl`, transcript(name, 12_000)), file("MEMORY.md", `# Zoo\n\n- Of ${name}\n`)]);
  await expect(page.getByRole("link", { name: "Memories 1" })).toBeVisible();
  await page.getByLabel("User").fill("bo");
  await preview(page).click();
  await startImport(page).click();
  await expect(page.getByRole("progressbar")).toHaveAttribute("value", /^[1-9]/);
  await page.getByRole("link", { name: "Memories 1" }).click();
  await expect(rows(page)).toContainText("MEMORY.md");
  await expect(preview(page)).toBeVisible();
  await expect(imported(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
  await expect(startImport(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Conversations 1" }).click();
  await expect(rows(page)).toContainText(/Stopped\. Imported so far: \d+000 new/);
  await expect(page.getByLabel("User")).toHaveValue("bo");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(rows(page)).toContainText("Imported: ", { timeout: 60_000 });
  const [created, unchanged] = countsOf(await rows(page).innerText());
  expect(created + unchanged).toBe(12_000);
  expect(created).toBeGreaterThan(0);
  expect(unchanged).toBeGreaterThanOrEqual(1_000);
});

test("two conversations in files of one name become two sessions", async ({ loci, page }) => {
  await openImport(loci, page, "sessions");
  const name = unique("chat").replaceAll(" ", "-");
  const [cats, dogs] = [chat("cats", "more cats"), chat("dogs", "more dogs", "all dogs")];
  await add(page, [file(`${name}.json`, cats)]);
  await add(page, [file(`${name}.json`, dogs)]);
  await add(page, [file(`${name}.json`, cats)]);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText("Another file has the same name.");
  await expect(page.getByText("Another file has the same name.").filter({ visible: true })).toHaveCount(1);
  await preview(page).click();
  await startImport(page).click();
  await expect(imported(page)).toContainText("5 new, 0 changed, 2 unchanged.");
  await rows(page).nth(1).getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/.*${name}\\.[0-9a-f]{8}$`));
  const conversation = page.getByRole("region", { name: "Conversation" });
  await expect(conversation).toContainText("all dogs");
  await expect(conversation).not.toContainText("cats");
});

test("unusual file names are imported and fit into a narrow window", async ({ loci, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openImport(loci, page, "sessions");
  const names = ["x".repeat(200), "\u202e.won eb", " "].map((name) => `${name}.json`);
  await add(page, names.map((name) => file(name, chat(`In ${name}`))));
  await expect(rows(page)).toHaveCount(3);
  await preview(page).click();
  await expect(previewed(page)).toContainText("3 new");
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await wide()).toBeLessThanOrEqual(390);
  await startImport(page).click();
  await expect(imported(page)).toContainText("3 new");
  expect(await wide()).toBeLessThanOrEqual(390);
});

test("the focus stays in the row while the type of a file is chosen", async ({ loci, page }) => {
  await openImport(loci, page, "memories");
  const files = ["a.md", "b.md", "c.md"].map((name) => file(name, `# Zoo\n\n- Of ${name}\n`));
  await add(page, files);
  await expect(rows(page)).toHaveCount(3);
  // From one kind to another and past it: the row stays until the focus has left it.
  const holds = page.getByLabel("Type of b.md");
  await holds.focus();
  await page.keyboard.press("ArrowDown");
  await expect(holds).toHaveValue("mind");
  await expect(page.getByRole("link", { name: "Mind 1" })).toBeVisible();
  await expect(holds).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(holds).toHaveValue("sessions");
  await expect(holds).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Remove a.md" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove c.md" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Drop files here")).toBeFocused();
});

test("files of one name with different content get different names", () => {
  const cases: [name: string, content: string][][] = [
    [["a.json", "1"], ["b.json", "2"]],
    [["a.json", "1"], ["a.json", "2"]],
    // The same content continues under the same name.
    [["a.json", "1"], ["a.json", "2"], ["a.json", "1"]],
    // A conversation takes the name without the extension.
    [["a.json", "1"], ["a.jsonl", "2"]],
    [["x/g/a.json", "1"], ["x/h/a.json", "2"]],
    [[" .jsonl", "1"], ["li\nne.jsonl", "2"], ["plain", "3"]],
    [[".jsonl", "1"], ["..", "2"], ["", "3"]],
  ];
  const expected = [
    ["a.json", "b.json"],
    ["a.json", "a.2.json"],
    ["a.json", "a.2.json", "a.json"],
    ["a.json", "a.2.jsonl"],
    ["a.json", "x.h.a.json"],
    ["file.jsonl", "line.jsonl", "plain"],
    ["file.jsonl", "..", "file.3"],
  ];
  const names = cases.map((files) => {
    const all = files.map(([name, fingerprint]) => ({ name, fingerprint, importer: "sessions" }));
    return all.map((one) => importName(all, one));
  });
  expect(names).toEqual(expected);
  // Files of another importer do not matter.
  const [first, second] = ["sessions", "memories"].map((importer) => ({ name: "a.json", fingerprint: importer, importer }));
  expect(importName([first!, second!], second!)).toBe("a.json");
});
