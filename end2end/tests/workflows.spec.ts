// The list of workflows: searched by words and status; a form creates one.
import { accessible, expect, open, test } from "../fixtures.ts";
import { tokenOf, unique } from "../asking.ts";

test("a person begins a workflow", { tag: "@both" }, async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const name = unique("Begun by hand");
  await loci.signIn(page);
  await open(page, "/workflows");
  await accessible(page);
  const form = page.getByRole("region", { name: "New workflow" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Goal").fill("See that it works.");
  await form.getByLabel("Constraints").fill("No downtime\n\n Nobody waits ");
  await form.getByRole("button", { name: "Create workflow" }).click();
  await expect(page).toHaveURL(/\/workflows\/[0-9A-Z]{26}/);
  const id = /\/workflows\/([0-9A-Z]{26})/.exec(page.url())?.[1];
  const { workflow } = await loci.call(orch, "workflow_get", { workflow: id });
  expect(workflow).toMatchObject({ name, goal: "See that it works.", constraints: ["No downtime", "Nobody waits"] });
});

test("workflows are found by words and by status", { tag: "@both" }, async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const word = unique("zebra").replaceAll(/[^a-z0-9]/g, "");
  const make = (name: string) => loci.call(orch, "workflow_create", { name, goal: `About ${word}.` });
  await make(`Active ${word}`);
  const { workflow } = await make(`Ended ${word}`);
  await loci.call(orch, "workflow_cancel", { workflow, reason: "Not needed." });
  await loci.signIn(page);
  await open(page, "/workflows");
  await page.getByLabel("Search workflows").fill(word);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  const found = page.getByRole("region", { name: "Found" });
  await expect(found.getByRole("listitem")).toHaveCount(2);
  await page.getByLabel("Status").selectOption("cancelled");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(found.getByRole("listitem")).toHaveCount(1);
  await expect(found.getByRole("link", { name: `Ended ${word}` })).toBeVisible();
  await accessible(page);
});

test("a row changes without a reload", async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const name = unique("Row");
  const { workflow } = await loci.call(orch, "workflow_create", { name, goal: "Move." });
  await loci.signIn(page);
  await open(page, "/workflows");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("no tasks yet");
  await loci.call(orch, "task_add", { workflow, title: "One" });
  await expect(row).toContainText("0 of 1 done");
});

test("a viewer begins nothing", { tag: "@both" }, async ({ loci, page }) => {
  await loci.signIn(page, { name: "vera", password: "reads everything here", role: "viewer" });
  await open(page, "/workflows");
  await expect(page.getByText("You are a viewer here").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Create workflow" })).toHaveCount(0);
});

test("a name that would like to be markup stays a name", { tag: "@both" }, async ({ loci, page }) => {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const name = `</title><meta http-equiv=refresh content="0;url=/inbox"> &amp; ${unique("x")}`;
  const { workflow } = await loci.call(orch, "workflow_create", { name, goal: "Stay." });
  await loci.signIn(page);
  await open(page, `/workflows/${workflow}`);
  await expect(page).toHaveTitle(`${name} · Loci`);
  await expect(page.locator("head > meta[http-equiv=refresh]")).toHaveCount(0);
});
