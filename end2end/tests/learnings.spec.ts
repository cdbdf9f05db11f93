// The learnings of a workflow and its digest: views of the workflow's page; with and without JavaScript.
import { accessible, expect, open, test } from "../fixtures.ts";
import { claim, underWay } from "../team.ts";

/** Creates a workflow with two decisions and an insight. */
async function taught(loci: Parameters<typeof underWay>[0]) {
  const plan = await underWay(loci);
  const { id, team } = plan;
  await loci.call(team.ada, "decision_record", { workflow: id, question: "Which library?", choice: "Take jose", rationale: "It is maintained." });
  await loci.call(team.ada, "decision_record", { workflow: id, question: "Which header?", choice: "Authorization", rationale: "Proxies keep it." });
  await loci.call(team.tam, "discovery_record", { workflow: id, type: "insight", content: "Proxies drop unknown headers." });
  return plan;
}

test("a learning is kept, dismissed and opened again", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await taught(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=learnings`);
  const view = page.getByRole("region", { name: "Learnings" });
  const jose = view.getByRole("article").filter({ hasText: "Which library?" });
  const header = view.getByRole("article").filter({ hasText: "Which header?" });
  await expect(view.getByRole("heading", { name: "To decide" })).toBeVisible();
  await accessible(page);

  await jose.getByRole("button", { name: "Keep" }).click();
  await expect(view.getByRole("heading", { name: "Kept in long-term memory" })).toBeVisible();
  const memory = jose.getByRole("link", { name: "this memory" });
  await expect(memory).toBeVisible();
  const found = await loci.call(team.ada, "memory_search", { query: "which library jose" });
  expect(found.items.map((item: any) => item.id)).toContain(`${id}.L-D1`);

  await header.getByRole("button", { name: "Dismiss" }).click();
  const question = page.getByRole("dialog", { name: "Dismiss L-D2?" });
  await question.getByRole("textbox", { name: "Why" }).fill("Everybody knows.");
  await question.getByRole("button", { name: "Dismiss" }).click();
  await expect(view.getByRole("heading", { name: "Dismissed" })).toBeVisible();
  await expect(header.getByText("Everybody knows.")).toBeVisible();

  await header.getByRole("button", { name: "Reopen" }).click();
  await page.getByRole("dialog", { name: "Reopen L-D2?" }).getByRole("button", { name: "Reopen" }).click();
  await expect(header.getByRole("button", { name: "Keep" })).toBeVisible();

  await memory.click();
  await expect(page).toHaveURL(/\/crystals\//);
  await expect(page.getByText("jose").first()).toBeVisible();
});

test("a learning is worded anew before it is kept", async ({ loci, page }) => {
  const { id, team } = await taught(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=learnings`);
  const entry = page.getByRole("article").filter({ hasText: "Which library?" });
  await entry.getByText("Edit").click();
  await entry.getByRole("textbox", { name: "Text" }).fill("For tokens we take jose: it is maintained.");
  await entry.getByRole("button", { name: "Save" }).click();
  await expect(entry.getByText("For tokens we take jose").first()).toBeVisible();
  await expect(entry.getByText("edited by mara")).toBeVisible();
  // It is derived from the decision, and links to it.
  await entry.getByText("Evidence").click();
  await entry.getByRole("link", { name: "D1" }).click();
  await expect(page).toHaveURL(/view=decisions#D1/);
  const got = await loci.call(team.ada, "learning_get", { workflow: id, learning: "L-D1" });
  expect(got.learning.text).toBe("For tokens we take jose: it is maintained.");
});

test("who only reads sees what was learned, and why nothing can be done", async ({ loci, page }) => {
  const { id } = await taught(loci);
  await loci.signIn(page, { name: "viola", password: "reads what was learned", role: "viewer" });
  await open(page, `/workflows/${id}?view=learnings`);
  const entry = page.getByRole("article").filter({ hasText: "Which library?" });
  await expect(entry.getByRole("button", { name: "Keep" })).toBeDisabled();
  await expect(entry.getByText("Viewers only read.").first()).toBeVisible();
});

test("the digest tells a day, and leads to what it names", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await taught(loci);
  const lease = await claim(loci, team.ada, id, "T5");
  await loci.call(team.ada, "task_complete", { workflow: id, task: "T5", lease, summary: "Written." });
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=digest`);
  const view = page.getByRole("region", { name: "Digest" });
  const today = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  await expect(view.getByRole("heading", { level: 2, name: today })).toBeVisible();
  for (const block of ["Completed", "Decided", "Discovered", "Files", "Active"]) {
    await expect(view.getByRole("heading", { level: 3, name: block })).toBeVisible();
  }
  await accessible(page);
  await view.getByRole("link", { name: "T5" }).click();
  await expect(page.getByRole("complementary", { name: "Task T5" })).toBeVisible();
  await view.getByRole("link", { name: "D2" }).click();
  await expect(page).toHaveURL(/view=decisions/);
});
