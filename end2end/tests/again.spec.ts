// Retries after a lost response: the request is sent again, and applied only once.
import type { Page } from "@playwright/test";
import { expect, open, test } from "../fixtures.ts";
import { asking, tokenOf, unique } from "../asking.ts";
import { talk } from "../talk.ts";

/** Lets the server handle the next request to an address, and drops its response. */
async function loseAnswer(page: Page, to: string | RegExp): Promise<void> {
  await page.route(
    typeof to === "string" ? `**/api/${to}` : to,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

test("a nudge whose answer was lost is sent once", async ({ loci, page, complaints }) => {
  complaints.allow(/ERR_FAILED/);
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${asked.workflow}?task=T4`);
  const words = unique("Mind the gap");
  const sent = page.getByRole("log", { name: "Last nudges" }).getByText(words);
  const send = page.getByRole("button", { name: "Send" });
  const message = page.getByRole("textbox", { name: "Message" });
  await page.getByRole("combobox", { name: "To", exact: true }).selectOption("dev-ada");
  await message.fill(words);
  await loseAnswer(page, "nudge_send");
  await send.click();
  await expect(page.getByText("Loci cannot be reached.")).toBeVisible();
  await expect(sent).toHaveCount(1);
  await send.click();
  await expect(page.getByText("Loci cannot be reached.")).toHaveCount(0);
  await expect(message).toHaveValue("");
  // The same message sent again after a response is a new one. If the lost request had been applied twice, there would
  // be three.
  await message.fill(words);
  await send.click();
  await expect(message).toHaveValue("");
  await expect(sent).toHaveCount(2);
});

test("a plan whose response was lost is imported once", async ({ loci, page, complaints }) => {
  complaints.allow(/ERR_FAILED/);
  const asked = await asking(loci);
  const name = unique("Lost");
  await loci.signIn(page);
  await open(page, "/import");
  const plan = JSON.stringify({ id: "bd-1", title: `Log in ${name}`, status: "open", priority: 1 });
  await page.getByLabel("Drop files here").setInputFiles([{ name: "issues.jsonl", mimeType: "", buffer: Buffer.from(plan) }]);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Preview" }).click();
  const importButton = page.getByRole("button", { name: "Import", exact: true });
  await importButton.waitFor();
  await loseAnswer(page, /\/import\/file\?.*step=import/);
  await importButton.click();
  await expect(page.getByText("Loci cannot be reached.")).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await importButton.click();
  await expect(page.getByRole("region", { name: "Imported" })).toContainText("1 new");
  expect((await loci.call(asked.orch, "workflow_list", { query: name })).items).toHaveLength(1);
});

test("what is typed stays while a question of the page gets no answer, and the page goes on by itself", async ({ loci, page, complaints }) => {
  complaints.allow(/ERR_FAILED/);
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { currentGoal: "Publish" } });
  await loci.signIn(page);
  await open(page, `/scratchpads/thread/main?owner=${encodeURIComponent(its.key)}`);
  const editor = page.getByRole("textbox", { name: "JSON" });
  const typed = '{"mine": "half a thought"}';
  await editor.fill(typed);
  let asked = 0;
  await page.route("**/scratchpads/thread/main?*", async (route) => {
    asked += 1;
    await (asked > 2 ? route.continue() : route.abort());
  });
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { currentGoal: "Publish on Friday" } });
  await expect(page.getByRole("region", { name: "Given to agents" })).toContainText("Publish on Friday");
  expect(asked).toBeGreaterThan(2);
  await expect(editor).toHaveValue(typed);
});

test("a double click begins one workflow", async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const name = unique("once").replaceAll(/[^a-z0-9]/g, "");
  await loci.signIn(page);
  await open(page, "/workflows");
  const form = page.getByRole("region", { name: "New workflow" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Goal").fill("It is there once.");
  await form.getByRole("button", { name: "Create workflow" }).dblclick({ delay: 5 });
  await expect(page).toHaveURL(/\/workflows\/[0-9A-Z]{26}/);
  const { items } = await loci.call(orch, "workflow_list", { query: name });
  expect(items).toHaveLength(1);
});
