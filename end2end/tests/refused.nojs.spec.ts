// Conflicts on a page without JavaScript: with scripts the page shows the other person's answer before one is sent.
import { expect, open, test } from "../fixtures.ts";
import { asking, itemOf } from "../asking.ts";

test("an answer that came too late is not lost", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "question:Q1"));
  await page.getByRole("textbox").last().fill("Only at night, and never twice.");
  const other = { name: "olga", password: "answers before others do", role: "owner" } as const;
  await loci.person(other);
  const session = await page.context().browser()?.newContext();
  const entered = await session?.request.post(`${loci.url}/sign-in`, { data: other, headers: { origin: loci.url } });
  expect(entered?.ok()).toBe(true);
  const answered = await session?.request.post(`${loci.url}/api/question_answer`, {
    data: { workflow: asked.workflow, question: "Q1", answer: "Yes" },
    headers: { origin: loci.url },
  });
  expect(answered?.ok(), await answered?.text()).toBe(true);
  await session?.close();
  await page.getByRole("button", { name: "Answer" }).click();
  await expect(page.getByRole("heading", { name: "This item is resolved" })).toBeVisible();
  await expect(page.getByText("olga answered “Yes”.")).toBeVisible();
  await expect(page.getByText("Only at night, and never twice.")).toBeVisible();
});
