// The import page for plans, conversations and memories from elsewhere: a preview first, then the import; and the
// export.
import type { Page } from "@playwright/test";
import { accessible, expect, hydrated, open, test } from "../fixtures.ts";
import { tokenOf, unique } from "../asking.ts";
import { file, transcript } from "../imports.ts";

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
  await page.getByLabel("Or its text").fill(issues(name));
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Look at it first" }).click();
  const would = page.getByRole("region", { name: "What would be written" });
  await expect(would).toContainText("2 new, 0 changed, 0 as before.");
  await expect(would).toContainText(`Log in ${name}`);
  const aside = page.getByRole("region", { name: "Set aside" });
  await expect(aside).toContainText("line 3: an issue needs a `title`, as a text");
  await accessible(page);
  // Nothing is written yet, and the input is still there.
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  expect((await loci.call(orch, "workflow_list", { query: name })).items).toHaveLength(0);
  await expect(page.getByLabel("Or its text")).toHaveValue(/bd-2/);
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("region", { name: "What was written" })).toContainText("2 new");
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(/\/workflows\/[0-9A-Z]{26}/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});

/** Returns a transcript of Claude Code with that number of lines. */


const give = (page: Page, files: ReturnType<typeof file>[]) => page.getByLabel("Drop files here").setInputFiles(files);

test("files are known by what they hold, looked at one after the other, and taken in", async ({ loci, page }) => {
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
  await expect(page.getByRole("link", { name: "A workflow 2" })).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(files.nth(0)).toContainText("5 new, 0 changed, 0 as before. One thing cannot be taken in; it would be kept whole");
  await expect(files.nth(1)).toContainText("3 new, 0 changed, 0 as before.");
  const told = page.getByRole("region", { name: "What would be written" });
  await expect(told).toContainText("8 new");
  await expect(page.getByRole("region", { name: "Set aside" })).toContainText("line 6");
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  expect((await loci.call(orch, "session_list", {})).items.map((item: { session: string }) => item.session)).not.toContain(one);
  // After other options, a new preview is required.
  await page.getByLabel("User").fill("bo");
  await expect(told).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Take it in" })).toHaveCount(0);
  await page.getByRole("button", { name: "Look at it first" }).click();
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("region", { name: "What was written" })).toContainText("8 new");
  await accessible(page);
  await expect(files.nth(0)).toContainText("Taken in: 5 new");
  await files.nth(0).getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(new RegExp(`/sessions/.*${one}$`));
  await expect(page.getByText(`Line 4 of <b>${one}</b>`).first()).toBeVisible();
});

test("what is no text is told beside its name", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/import?what=memories");
  await hydrated(page);
  await give(page, [file("export.zip", Buffer.from("PK\x03\x04")), file("<b>empty</b>.md", ""), file("notes.md", "# Zoo\n\n- Tea at nine\n")]);
  const files = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(files.filter({ hasText: "export.zip" })).toContainText("Is a ZIP archive that is damaged");
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(files.filter({ hasText: "<b>empty</b>" })).toContainText("Is empty.");
  await expect(files.filter({ hasText: "notes.md" })).toContainText("1 new");
  await page.getByRole("button", { name: "Leave out export.zip" }).click();
  await expect(files).toHaveCount(2);
});

test("memories go into a core, and a text into a mind", async ({ loci, page, complaints }) => {
  const core = unique("zoo").replaceAll(" ", "-");
  await loci.signIn(page);
  await open(page, "/import?what=memories");
  await hydrated(page);
  await give(page, [file("MEMORY.md", `# Zoo\n\n- Feed the ocelot of ${core}\n- Close the gate\n`)]);
  await page.getByLabel("Core").fill(core);
  await page.getByRole("button", { name: "Look at it first" }).click();
  await page.getByRole("button", { name: "Take it in" }).click();
  const told = page.getByRole("region", { name: "What was written" });
  await expect(told).toContainText("2 new");
  await told.getByRole("link", { name: "Open it" }).click();
  await expect(page.getByText(`Feed the ocelot of ${core}`).first()).toBeVisible();

  await open(page, "/import?what=memories");
  await hydrated(page);
  await give(page, [file("CLAUDE.md", "# Shop\n\nOpens at nine.\n")]);
  // The user may choose another kind.
  await page.getByLabel("What CLAUDE.md holds").selectOption("A mind");
  await page.getByRole("link", { name: "A mind 1" }).click();
  await page.getByLabel("Agent").fill("nobody");
  complaints.allow(/404/);
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "CLAUDE.md" })).toContainText("nobody");
  await expect(page.getByRole("region", { name: "What would be written" })).toHaveCount(0);
  await loci.token(core, "worker");
  await page.getByLabel("Agent").fill(core);
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(page.getByRole("region", { name: "What would be written" })).toContainText("Version 1 of the document");
  await page.getByRole("button", { name: "Take it in" }).click();
  await page.getByRole("region", { name: "What was written" }).getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(new RegExp(`/minds/${core}`));
  await expect(page.getByText("Opens at nine.").filter({ visible: true }).first()).toBeVisible();
});

test("a long file says how far it is, is stopped between two parts, and goes on", async ({ loci, page }) => {
  test.slow();
  const name = unique("long").replaceAll(" ", "-");
  await loci.signIn(page);
  await open(page, "/import?what=sessions");
  await hydrated(page);
  await give(page, [file(`${name}.jsonl`, transcript(name, 4_500))]);
  await page.getByRole("button", { name: "Look at it first" }).click();
  await page.getByRole("button", { name: "Take it in" }).waitFor();
  // The second part waits until the user has pressed Cancel.
  let parts = 0;
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/api/session_import", async (route) => {
    parts += 1;
    if (parts === 2) await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("progressbar", { name: "How far it is" })).toHaveAttribute("value", "20");
  await page.getByRole("button", { name: "Cancel" }).click();
  release();
  const files = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(files.first()).toContainText("Stopped. Taken in so far: 2000 new");
  await expect(page.getByText("Stopped at 40 %")).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(files.first()).toContainText("Taken in: 2500 new, 0 changed, 2000 as before.");
  expect(parts).toBe(7);
});

test("a look at a text can be cancelled", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/import");
  await hydrated(page);
  const text = page.getByLabel("Or its text");
  await text.fill(issues("text"));
  await page.getByRole("button", { name: "Look at it first" }).click();
  const would = page.getByRole("region", { name: "What would be written" });
  await expect(would).toBeVisible();
  // After another text, a new preview is required.
  await text.fill(issues("another text"));
  await expect(would).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Take it in" })).toHaveCount(0);
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(would).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(would).toHaveCount(0);
  await expect(text).toHaveValue("");
});

test("a text of no known format is refused where it stands", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  await loci.signIn(page);
  await open(page, "/import");
  await page.getByLabel("Or its text").fill("hello");
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(page.getByText("say which it is").first()).toBeVisible();
  await expect(page.getByLabel("Or its text")).toHaveValue("hello");
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
