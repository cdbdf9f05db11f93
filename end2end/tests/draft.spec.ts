// Unsaved form input is not lost: it is restored with the form, and the browser asks for confirmation before it is
// discarded.
import { expect, open, test } from "../fixtures.ts";
import { asking, itemOf } from "../asking.ts";
import { underWay } from "../team.ts";

test("what was written about an item is there when one comes back to it, until it is sent", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  const comment = page.getByLabel("Comment");
  await comment.fill("Line two is still wrong.\nAnd three.");
  // The remarks that the reader added come back too.
  const remarks = page.getByLabel("Remark", { exact: true });
  await page.getByText("Remark on a line").click();
  await page.getByRole("button", { name: "Another remark" }).click();
  await remarks.last().fill("Here as well.");
  await page.getByText("Remark on a line").click();
  // By a key, and back by another one.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(/review:T1/);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(/review:T1/);
  await expect(comment).toHaveValue("Line two is still wrong.\nAnd three.");
  await expect(remarks.last()).toHaveValue("Here as well.");
  await page.getByText("Remark on a line").click();
  await remarks.last().fill("");
  await page.getByText("Remark on a line").click();
  // By links, through another page.
  await page.getByRole("navigation").getByRole("link", { name: "Workflows" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Workflows" })).toBeVisible();
  await page.goBack();
  await expect(comment).toHaveValue("Line two is still wrong.\nAnd three.");
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "Ask for rework" }).click();
  await expect(page.getByRole("status").filter({ hasText: "“Token service”." })).toBeVisible();
  const { task } = await loci.call(asked.ada, "task_get", { workflow: asked.workflow, task: "T1", fields: ["reviews"] });
  expect(task.reviews.at(-1).comments).toEqual([{ text: "Line two is still wrong.\nAnd three." }]);
  // The next form is empty, and leaving it needs no confirmation.
  let asks = 0;
  page.on("dialog", async (dialog) => {
    asks += 1;
    await dialog.accept();
  });
  await page.reload();
  expect(asks).toBe(0);
});

test("the browser asks before it leaves what was written", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  const asks: string[] = [];
  page.on("dialog", async (dialog) => {
    asks.push(dialog.type());
    await dialog.accept();
  });
  const comment = page.getByLabel("Comment");
  await comment.pressSequentially("Half a sentence");
  await comment.fill("");
  await page.reload();
  expect(asks).toEqual([]);
  await comment.click();
  await comment.pressSequentially("Half a sentence");
  await page.reload();
  expect(asks).toEqual(["beforeunload"]);
});

test("a row that is pushed off its page brings what was written when it comes again", async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  const decide = (question: string) =>
    loci.call(team.ada, "decision_record", { workflow: id, question, choice: "Yes", rationale: "It is maintained." });
  for (let nth = 1; nth <= 31; nth += 1) {
    await decide(`Question ${nth}?`);
  }
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=learnings`);
  const entry = page.getByRole("article").last();
  const words = (await entry.getByText(/Question \d+\?/).first().textContent()) ?? "";
  await entry.getByText("Edit").click();
  await entry.getByRole("textbox", { name: "Text" }).fill("What I make of it.");
  await page.getByRole("link", { name: "After" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole("link", { name: "Before" }).click();
  const again = page.getByRole("article").filter({ hasText: words });
  await again.getByText("Edit").click();
  await expect(again.getByRole("textbox", { name: "Text" })).toHaveValue("What I make of it.");
});
