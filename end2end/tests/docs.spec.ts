// The API reference: links in search results work, and elements that need scripts are absent without them.
import { expect, scripted, test } from "../fixtures.ts";

test("a link from what was found leads there", async ({ page }) => {
  await page.goto("/api/docs");
  const find = page.getByLabel("Find");
  await find.fill("task_claim");
  await expect(page.locator("#type-Lease")).toBeHidden();
  await page.locator("#task_claim").getByRole("link", { name: "Lease", exact: true }).first().click();
  await expect(page.locator("#type-Lease")).toBeInViewport();
  await expect(find).toHaveValue("");
  // A typed address works too.
  await find.fill("task_claim");
  await page.evaluate(() => (location.hash = "#session_get"));
  await expect(page.locator("#session_get")).toBeInViewport();
});

test("what only scripts can do is shown to those who have them", { tag: "@both" }, async ({ page }) => {
  await page.goto("/api/docs");
  await expect(page.getByLabel("Find")).toBeVisible({ visible: scripted() });
  await expect(page.getByRole("button", { name: "Copy" }).first()).toBeVisible({ visible: scripted() });
  await expect(page.getByRole("button", { name: "Try it" }).first()).toBeVisible({ visible: scripted() });
});
