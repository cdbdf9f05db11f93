// Scratchpads: their list, and one with its editor, its versions and the content that agents get of it.
import { accessible, expect, hydrated, open, scripted, test } from "../fixtures.ts";
import { AGENT, type Talk, talk } from "../talk.ts";

const SCHEMA = {
  type: "object",
  properties: { currentGoal: { type: "string" }, budget: { type: "integer" } },
  required: ["currentGoal"],
};

/** Opens the page of a session's scratchpad. */
const pageOf = ({ key }: Talk, name = "main") => `/scratchpads/thread/${name}?owner=${encodeURIComponent(key)}`;

test("a scratchpad is found, read and written", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { currentGoal: "Publish", steps: ["draft"] } });
  await loci.signIn(page);
  await open(page, `/scratchpads?q=Publish&scope=thread`);
  await accessible(page);
  await page.getByRole("region", { name: its.key }).getByRole("link", { name: "main" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "main" })).toBeVisible();
  await hydrated(page);
  await expect(page.getByRole("region", { name: "Given to agents" })).toContainText("<working_memory>");
  await accessible(page);
  const editor = page.getByRole("textbox", { name: "JSON" });
  await editor.fill('{"currentGoal": "Publish on Friday"}');
  await page.getByRole("button", { name: "Save" }).click();
  await hydrated(page);
  await expect(page.getByRole("region", { name: "Given to agents" })).toContainText("Publish on Friday");
  const read = await loci.call(its.ada, "scratchpad_read", { owner: its.key });
  expect(read.pad.value).toEqual({ currentGoal: "Publish on Friday" });
});

test("what does not fit the schema is said beside the field", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_define", { owner: its.key, schema: SCHEMA, template: { currentGoal: "Publish" } });
  await loci.signIn(page);
  await open(page, pageOf(its));
  const editor = page.getByRole("textbox", { name: "JSON" });
  const typed = '{\n  "currentGoal": "Publish",\n  "budget": "much"\n}';
  await editor.fill(typed);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Line 3")).toBeVisible();
  await expect(page.getByText("/budget").first()).toBeVisible();
  await expect(editor).toHaveValue(typed);
  await expect(editor).toHaveAttribute("aria-invalid", "true");
  await accessible(page);
  const read = await loci.call(its.ada, "scratchpad_read", { owner: its.key });
  expect(read.pad.value).toEqual({ currentGoal: "Publish" });
  await editor.fill("{ nothing");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/expected its JSON/).filter({ visible: true }).first()).toBeVisible();
});

test("what the schema has no place for is pointed at", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_define", { owner: its.key, schema: { ...SCHEMA, additionalProperties: false } });
  await loci.signIn(page);
  await open(page, pageOf(its));
  const keys = Array.from({ length: 10 }, () => "").join("\n");
  await page.getByRole("textbox", { name: "JSON" }).fill(`{\n  "currentGoal": "Publish",${keys}\n  "extra": 1\n}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Line 12")).toBeVisible();
  await expect(page.getByText("/extra").first()).toBeVisible();
  // The field is as high as its content.
  await expect(page.getByRole("textbox", { name: "JSON" })).toHaveAttribute("rows", scripted() ? "14" : /\d+/);
});

test("two who write at once are shown both versions", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/409/);
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { goal: "first" } });
  await loci.signIn(page);
  await open(page, pageOf(its));
  const editor = page.getByRole("textbox", { name: "JSON" });
  await editor.fill('{"goal": "mine"}');
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { goal: "theirs" } });
  if (scripted()) await expect(page.getByText(`${AGENT} changed it while you are editing.`)).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Nothing was saved. Compare both versions:")).toBeVisible();
  await expect(page.getByRole("region", { name: "Their version" })).toContainText("theirs");
  await expect(page.getByRole("region", { name: "What your version would change" })).toContainText("mine");
  await expect(editor).toHaveValue('{"goal": "mine"}');
  await accessible(page);
  expect((await loci.call(its.ada, "scratchpad_read", { owner: its.key })).pad.value).toEqual({ goal: "theirs" });
  await page.getByRole("button", { name: "Overwrite" }).click();
  await hydrated(page);
  await expect(page.getByText("Nothing was saved. Compare both versions:")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Given to agents" })).toContainText("mine");
});

test("an untouched editor follows what agents write", async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { goal: "first" } });
  await loci.signIn(page);
  await open(page, pageOf(its));
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { goal: "second" } });
  await expect(page.getByRole("textbox", { name: "JSON" })).toHaveValue(/second/);
  await expect(page.getByRole("region", { name: "History" }).getByRole("link", { name: "v3" })).toBeVisible();
});

test("a version is restored", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  for (const goal of ["one", "two"]) await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { goal } });
  await loci.signIn(page);
  await open(page, pageOf(its));
  await page.getByRole("region", { name: "History" }).getByRole("link", { name: "v2" }).click();
  await expect(page.getByText("This is version 2")).toBeVisible();
  await expect(page.getByRole("region", { name: "Changes since version 2" })).toContainText("two");
  await accessible(page);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore this version" }).click();
  await expect(page).not.toHaveURL(/at=/);
  await hydrated(page);
  await expect(page.getByRole("textbox", { name: "JSON" })).toHaveValue(/one/);
});

test("a scratchpad is deleted and restored", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { goal: "stay" } });
  await loci.signIn(page);
  await open(page, pageOf(its));
  await page.getByText("Manage").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete “main”?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/scratchpads(\?flash|$)/);
  await open(page, pageOf(its));
  await expect(page.getByText("It was deleted")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await hydrated(page);
  await expect(page.getByRole("textbox", { name: "JSON" })).toHaveValue(/stay/);
});

test("a schema is written, and changed", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const its = await talk(loci);
  const define = { owner: its.key, template: { currentGoal: "Publish" }, min_tokens: 50, max_tokens: 900 };
  await loci.call(its.ada, "scratchpad_define", define);
  const currentGoal = "Publish the whole page";
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { currentGoal } });
  await loci.signIn(page);
  await open(page, pageOf(its));
  const write = async (label: string, text: string) => {
    const sheet = page.getByRole("dialog", { name: "Schema of “main”" });
    if (!(await sheet.isVisible())) {
      await page.getByText("Manage").click();
      await page.getByRole("button", { name: label }).click();
    }
    await sheet.getByRole("textbox", { name: "JSON Schema" }).fill(text);
    await sheet.getByRole("button", { name: label }).click();
    return sheet;
  };
  const sheet = await write("Add schema", "{ nothing");
  await expect(sheet.getByText(/expected JSON/).filter({ visible: true }).first()).toBeVisible();
  await expect(sheet.getByRole("textbox", { name: "JSON Schema" })).toHaveValue("{ nothing");
  await accessible(page);
  await write("Add schema", JSON.stringify(SCHEMA));
  await expect(page.getByRole("region", { name: "Schema", exact: true })).toContainText("currentGoal");
  await hydrated(page);
  const { pad } = await loci.call(its.ada, "scratchpad_read", { owner: its.key });
  expect(pad).toMatchObject({ schema: SCHEMA, template: define.template, min_tokens: 50, max_tokens: 900 });
  expect(pad.value).toEqual({ currentGoal });
  await write("Change schema", JSON.stringify({ ...SCHEMA, properties: { currentGoal: { type: "string", maxLength: 7 } } }));
  await expect(page.getByText("The content was set aside")).toBeVisible();
});

test("what is empty becomes an object", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_define", { owner: its.key });
  await loci.signIn(page);
  await open(page, pageOf(its));
  await page.getByRole("combobox", { name: "Format" }).selectOption("json");
  await page.getByRole("textbox", { name: "Text" }).fill("{ nothing");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/expected its JSON/).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Format" })).toHaveValue("json");
  await accessible(page);
  await page.getByRole("textbox", { name: "Text" }).fill('{"goal": "Publish"}');
  await page.getByRole("button", { name: "Save" }).click();
  // It is returned in its normalized form.
  await expect(page.getByRole("textbox", { name: "JSON" })).toHaveValue('{\n  "goal": "Publish"\n}');
  await expect(page.getByRole("combobox", { name: "Format" })).toHaveCount(0);
  // A user's own change causes no conflict.
  await expect(page.getByText(/changed it while you are editing/)).toBeHidden();
  expect((await loci.call(its.ada, "scratchpad_read", { owner: its.key })).pad.value).toEqual({ goal: "Publish" });
});
