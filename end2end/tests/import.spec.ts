// The import page for plans, conversations and memories from elsewhere: a preview first, then the import; and the
// export.
import type { Page } from "@playwright/test";
import { accessible, expect, hydrated, open, test } from "../fixtures.ts";
import { tokenOf, unique } from "../asking.ts";
import { countsOf, file, transcript } from "../imports.ts";

const issues = (word: string) =>
  [
    { id: "bd-1", title: `Log in ${word}`, status: "open", priority: 1 },
    { id: "bd-2", title: "Token table", status: "closed", dependencies: [{ depends_on_id: "bd-1", type: "parent-child" }] },
    { id: "bd-3", title: 7 },
  ]
    .map((issue) => JSON.stringify(issue))
    .join("\n");

test("a plan is previewed, then imported", { tag: "@both" }, async ({ loci, page }) => {
  const name = unique("Imported");
  await loci.signIn(page);
  await open(page, "/workflows");
  await page.getByRole("region", { name: "New workflow" }).getByRole("link", { name: "imported" }).click();
  await expect(page).toHaveURL(/\/import$/);
  await accessible(page);
  await page.getByLabel("Or paste text").fill(issues(name));
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Preview" }).click();
  const would = page.getByRole("region", { name: "Preview" });
  await expect(would).toContainText("2 new, 0 changed, 0 unchanged.");
  await expect(would).toContainText(`Log in ${name}`);
  const aside = page.getByRole("region", { name: "Quarantine" });
  await expect(aside).toContainText("line 3: an issue needs a `title`, as a text");
  await accessible(page);
  // Nothing is written yet, and the input is still there.
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  expect((await loci.call(orch, "workflow_list", { query: name })).items).toHaveLength(0);
  await expect(page.getByLabel("Or paste text")).toHaveValue(/bd-2/);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("region", { name: "Imported" })).toContainText("2 new");
  await page.getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(/\/workflows\/[0-9A-Z]{26}/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});

const give = (page: Page, files: ReturnType<typeof file>[]) => page.getByLabel("Drop files here").setInputFiles(files);

test("files are detected by their content, previewed one after the other, and imported", async ({ loci, page }) => {
  const [one, two] = [unique("talk").replaceAll(" ", "-"), unique("other").replaceAll(" ", "-")];
  await loci.signIn(page);
  await open(page, "/import");
  await hydrated(page);
  const wide = Buffer.from(`\ufeff${transcript(two, 3)}`, "utf16le");
  await give(page, [
    file(`${one}.jsonl`, `${transcript(one, 5)}\n{"type":"user","mess`),
    file("wide.jsonl", wide),
    file("export.zip", Buffer.from("PK\x03\x04")),
    file("<b>empty</b>.jsonl", ""),
  ]);
  // None of them is a workflow: the page leads to where they belong.
  await expect(page).toHaveURL(/what=sessions/);
  const files = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(files).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Workflow 2" })).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(files.nth(0)).toContainText("5 new, 0 changed, 0 unchanged. 1 entry cannot be imported; would be stored unchanged");
  await expect(files.nth(1)).toContainText("3 new, 0 changed, 0 unchanged.");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("8 new");
  await expect(page.getByRole("region", { name: "Quarantine" })).toContainText("line 6");
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  expect((await loci.call(orch, "session_list", {})).items.map((item: { session: string }) => item.session)).not.toContain(one);
  // After other options, a new preview is required.
  await page.getByLabel("User").fill("bo");
  await expect(preview).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("region", { name: "Imported" })).toContainText("8 new");
  await accessible(page);
  await expect(files.nth(0)).toContainText("Imported: 5 new");
  await files.nth(0).getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/.*${one}$`));
  await expect(page.getByText(`Line 4 of <b>${one}</b>`).first()).toBeVisible();
});

test("a file that is not text shows the reason in its row", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/import?what=memories");
  await hydrated(page);
  await give(page, [file("export.zip", Buffer.from("PK\x03\x04")), file("<b>empty</b>.md", ""), file("notes.md", "# Zoo\n\n- Tea at nine\n")]);
  const files = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(files.filter({ hasText: "export.zip" })).toContainText("The file is a ZIP archive that is damaged");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(files.filter({ hasText: "<b>empty</b>" })).toContainText("The file is empty.");
  await expect(files.filter({ hasText: "notes.md" })).toContainText("1 new");
  await page.getByRole("button", { name: "Remove export.zip" }).click();
  await expect(files).toHaveCount(2);
});

test("memories go into a core, and a text into a mind", async ({ loci, page }) => {
  const core = unique("zoo").replaceAll(" ", "-");
  await loci.signIn(page);
  await open(page, "/import?what=memories");
  await hydrated(page);
  await give(page, [file("MEMORY.md", `# Zoo\n\n- Feed the ocelot of ${core}\n- Close the gate\n`)]);
  await page.getByLabel("Core").fill(core);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const imported = page.getByRole("region", { name: "Imported" });
  await expect(imported).toContainText("2 new");
  await imported.getByRole("link", { name: "Open" }).click();
  await expect(page.getByText(`Feed the ocelot of ${core}`).first()).toBeVisible();

  await open(page, "/import?what=memories");
  await hydrated(page);
  await give(page, [file("CLAUDE.md", "# Shop\n\nOpens at nine.\n")]);
  // The user may choose another kind.
  await page.getByLabel("Type of CLAUDE.md").selectOption("Mind");
  await page.getByRole("link", { name: "Mind 1" }).click();
  await page.getByLabel("Agent").fill("nobody");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "CLAUDE.md" })).toContainText("nobody");
  await expect(page.getByRole("region", { name: "Preview" })).toHaveCount(0);
  await loci.token(core, "worker");
  await page.getByLabel("Agent").fill(core);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Version 1 of the document");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("region", { name: "Imported" }).getByRole("link", { name: "Open" }).click();
  await expect(page).toHaveURL(new RegExp(`/minds/${core}`));
  await expect(page.getByText("Opens at nine.").filter({ visible: true }).first()).toBeVisible();
});

test("a long file shows its progress, is stopped between two parts, and continues", async ({ loci, page }) => {
  test.slow();
  const name = unique("long").replaceAll(" ", "-");
  await loci.signIn(page);
  await open(page, "/import?what=sessions");
  await hydrated(page);
  await give(page, [file(`${name}.jsonl`, transcript(name, 12_000))]);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("progressbar", { name: "Import progress" })).toHaveAttribute("value", /^[1-9]/);
  await page.getByRole("button", { name: "Stop" }).click();
  const files = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(files.first()).toContainText(/Stopped\. Imported so far: \d+000 new/);
  await expect(page.getByText(/Stopped at \d+ %/)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(files.first()).toContainText("Imported: ", { timeout: 60_000 });
  const [created, unchanged] = countsOf(await files.first().innerText());
  expect(created + unchanged).toBe(12_000);
  expect(created).toBeGreaterThan(0);
  expect(unchanged).toBeGreaterThanOrEqual(1_000);
});

test("the preview of a text can be cancelled", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/import");
  await hydrated(page);
  const text = page.getByLabel("Or paste text");
  await text.fill(issues("text"));
  await page.getByRole("button", { name: "Preview" }).click();
  const would = page.getByRole("region", { name: "Preview" });
  await expect(would).toBeVisible();
  // After another text, a new preview is required.
  await text.fill(issues("another text"));
  await expect(would).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(would).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(would).toHaveCount(0);
  await expect(text).toHaveValue("");
});

test("a text in no known format is rejected in its form", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  await loci.signIn(page);
  await open(page, "/import");
  await page.getByLabel("Or paste text").fill("hello");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("say which it is").first()).toBeVisible();
  await expect(page.getByLabel("Or paste text")).toHaveValue("hello");
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
