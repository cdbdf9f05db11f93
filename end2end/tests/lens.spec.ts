// The next prompt of an agent while the agent writes: expanded blocks and clicks stay with the block for which they
// were made.
import type { Page } from "@playwright/test";
import { expect, open, test, type Loci } from "../fixtures.ts";
import { talk, type Talk } from "../talk.ts";
import { unique } from "../asking.ts";

const lensOf = (page: Page) => page.getByRole("region", { name: "Next prompt" });

/** Returns the blocks of the session's context and their settings. */
async function given(loci: Loci, its: Talk): Promise<{ names: string[]; set: Record<string, string> }> {
  const answer = await loci.call(its.ada, "context_read", { session: its.key, format: "blocks", fields: ["*"] });
  return { names: answer.blocks.map((block: { name: string }) => block.name), set: answer.set ?? {} };
}

/** Creates a session whose agent has a mind with a note in it. */
async function minded(loci: Loci): Promise<Talk> {
  const its = await talk(loci);
  await loci.call(its.ada, "note_write", { note: `The fair opens at nine, ${unique("note")}` });
  return its;
}

const scratch = (loci: Loci, its: Talk) =>
  loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { currentGoal: "Publish by Friday" } });

test("a block that comes in above takes neither what is open nor what has the focus", async ({ loci, page }) => {
  const its = await minded(loci);
  await loci.signIn(page);
  await open(page, its.path);
  const lens = lensOf(page);
  const opened = lens.locator("details[open] > summary");
  await lens.locator("summary", { hasText: "Messages" }).press("Enter");
  await expect(opened).toHaveText(/Messages/);
  const drop = lens.getByRole("button", { name: "Drop messages" });
  await drop.focus();
  await scratch(loci, its);
  await expect(lens.locator("summary", { hasText: "Scratchpads" })).toBeVisible();
  await expect(opened).toHaveCount(1);
  await expect(opened).toHaveText(/Messages/);
  await expect(drop).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(lens.getByText("Dropped: messages")).toBeFocused();
  const after = await given(loci, its);
  expect(after.set).toEqual({ messages: "dropped" });
  expect(after.names).toContain("notes");
});

test("what comes in while somebody points waits until the pointer has left", async ({ loci, page }) => {
  const its = await minded(loci);
  await loci.signIn(page);
  await open(page, its.path);
  const lens = lensOf(page);
  await lens.locator("summary", { hasText: "Messages" }).click();
  await lens.getByRole("button", { name: "Pin messages" }).hover();
  await scratch(loci, its);
  await loci.call(its.ada, "session_append", { session: its.key, messages: [{ role: "user", content: "Is it done?" }] });
  await expect(page.getByRole("region", { name: "Conversation" }).getByText("Is it done?")).toBeVisible();
  await expect(lens.locator("summary", { hasText: "Scratchpads" })).toHaveCount(0);
  await page.mouse.move(0, 0);
  await expect(lens.locator("summary", { hasText: "Scratchpads" })).toBeVisible();
});

test("pressing twice drops one block, and the way back is where it was", async ({ loci, page }) => {
  const its = await minded(loci);
  await loci.signIn(page);
  await open(page, its.path);
  const lens = lensOf(page);
  // With both open, the block below would move under the pointer.
  for (const block of ["Messages", "Notes that wait"]) await lens.locator("summary", { hasText: block }).click();
  const before = await given(loci, its);
  const notes = lens.getByRole("button", { name: "Drop notes" });
  await notes.focus();
  await page.keyboard.press("Enter");
  const dropped = lens.getByText("Dropped: notes");
  await expect(dropped).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await lens.getByRole("button", { name: "Restore notes" }).click();
  await expect(lens.locator("summary", { hasText: "Notes that wait" })).toBeFocused();
  expect(await given(loci, its)).toEqual(before);

  await lens.locator("summary", { hasText: "Notes that wait" }).click();
  const box = await notes.boundingBox();
  if (!box) throw new Error("the button is not there");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await expect(dropped).toBeVisible();
  await page.mouse.click(x, y);
  await expect(dropped).toBeVisible();
  expect((await given(loci, its)).set).toEqual({ notes: "dropped" });
});
