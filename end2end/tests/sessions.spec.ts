// The list of sessions: found by words, namespace and user; those that end soon; those that were deleted.
import { accessible, expect, hydrated, open, test } from "../fixtures.ts";
import { talk } from "../talk.ts";

test("sessions are found by words, namespace and user", { tag: "@both" }, async ({ loci, page }) => {
  const [one, other] = [await talk(loci), await talk(loci, { ttl_seconds: 3600 })];
  await loci.signIn(page);
  await open(page, "/sessions");
  const rows = page.getByRole("table").locator("tbody").getByRole("row");
  await expect(rows.filter({ hasText: one.id }).first()).toContainText("Rebuild the About page");
  await accessible(page);
  await page.getByRole("searchbox", { name: "Search sessions" }).fill(one.id);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/q=talk/);
  await expect(rows).toHaveCount(1);
  await open(page, "/sessions");
  await page.getByRole("textbox", { name: "Namespace" }).fill(other.namespace);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(other.id);
  await expect(rows).toContainText("in 59 min");
  await open(page, "/sessions");
  await page.getByRole("textbox", { name: "User" }).fill(one.user);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link", { name: one.id }).click();
  await expect(page.getByRole("heading", { level: 1, name: one.id })).toBeVisible();
});

test("those that end within a day can be asked for", { tag: "@both" }, async ({ loci, page }) => {
  const [lasting, ending] = [await talk(loci), await talk(loci, { ttl_seconds: 7200 })];
  await loci.signIn(page);
  await open(page, "/sessions");
  await page.getByRole("combobox", { name: "Which" }).selectOption("soon");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("link", { name: ending.id })).toBeVisible();
  await expect(page.getByRole("link", { name: lasting.id })).toHaveCount(0);
});

test("a deleted session is brought back", { tag: "@both" }, async ({ loci, page }) => {
  const gone = await talk(loci);
  await loci.call(gone.ada, "session_delete", { session: gone.key });
  await loci.signIn(page);
  await open(page, `/sessions?which=deleted&namespace=${gone.namespace}`);
  const row = page.getByRole("row").filter({ hasText: gone.id });
  await accessible(page);
  await row.getByRole("button", { name: "Bring it back" }).click();
  await hydrated(page);
  await expect(row).toHaveCount(0);
  await open(page, gone.path);
  await expect(page.getByText("I used the ridge at dawn.")).toBeVisible();
});

test("a new session appears by itself, and the keys lead here", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/");
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/\/sessions$/);
  await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeVisible();
  const fresh = await talk(loci);
  await expect(page.getByRole("link", { name: fresh.id })).toBeVisible();
});
