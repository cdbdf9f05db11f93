// The page that takes in what was planned elsewhere: looked at first, then taken in; and the way out again.
import { accessible, expect, hydrated, open, test } from "../fixtures.ts";
import { tokenOf, unique } from "../asking.ts";

const issues = (word: string) =>
  [
    { id: "bd-1", title: `Log in ${word}`, status: "open", priority: 1 },
    { id: "bd-2", title: "Token table", status: "closed", dependencies: [{ depends_on_id: "bd-1", type: "parent-child" }] },
    { id: "bd-3", title: 7 },
  ]
    .map((issue) => JSON.stringify(issue))
    .join("\n");

test("a plan is looked at, then taken in", { tag: "@both" }, async ({ loci, page }) => {
  const name = unique("Imported");
  await loci.signIn(page);
  await open(page, "/workflows");
  await page.getByRole("region", { name: "New workflow" }).getByRole("link", { name: "imported" }).click();
  await expect(page).toHaveURL(/\/import$/);
  await accessible(page);
  await page.getByLabel("Text").fill(issues(name));
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Look at it first" }).click();
  const would = page.getByRole("region", { name: "What would be written" });
  await expect(would).toContainText("2 new, 0 changed, 0 as before.");
  await expect(would).toContainText(`Log in ${name}`);
  const aside = page.getByRole("region", { name: "Set aside" });
  await expect(aside).toContainText("line 3: an issue needs a `title`, as a text");
  await accessible(page);
  // Nothing is written yet, and what was typed is still there.
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  expect((await loci.call(orch, "workflow_list", { query: name })).items).toHaveLength(0);
  await expect(page.getByLabel("Text")).toHaveValue(/bd-2/);
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("region", { name: "What was written" })).toContainText("2 new");
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(/\/workflows\/[0-9A-Z]{26}/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});

test("a file is read into the form, and a look can be cancelled", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/import");
  await hydrated(page);
  const file = { name: "issues.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(issues("file")) };
  await page.getByLabel("Drop a file here, or choose one").setInputFiles(file);
  await expect(page.getByText("issues.jsonl is in the text below.")).toBeVisible();
  await expect(page.getByLabel("Text")).toHaveValue(/bd-1/);
  await page.getByRole("button", { name: "Look at it first" }).click();
  const would = page.getByRole("region", { name: "What would be written" });
  await expect(would).toBeVisible();
  // Another text has to be looked at anew.
  await page.getByLabel("Text").fill("[]");
  await expect(would).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Take it in" })).toHaveCount(0);
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(would).toContainText("Nothing in it can be taken in.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(would).toHaveCount(0);
  await expect(page.getByLabel("Text")).toHaveValue("");
});

test("a text of no known format is refused where it stands", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  await loci.signIn(page);
  await open(page, "/import");
  await page.getByLabel("Text").fill("hello");
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(page.getByText("say which it is").first()).toBeVisible();
  await expect(page.getByLabel("Text")).toHaveValue("hello");
});

test("a workflow is taken along as a file", { tag: "@both" }, async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const name = unique("Along");
  const { workflow } = await loci.call(orch, "workflow_create", { name, goal: "Go.", tasks: [{ title: "One" }] });
  await loci.signIn(page);
  await open(page, `/workflows/${workflow}`);
  await page.getByText("Manage").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Markdown" }).click()]);
  expect(download.suggestedFilename()).toMatch(/^along.*\.md$/);
});
