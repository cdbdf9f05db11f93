// The list of sessions: searched by words, namespace and user; sessions that end soon; deleted sessions.
import { accessible, expect, hydrated, open, scripted, test } from "../fixtures.ts";
import { said, talk } from "../talk.ts";

test("sessions are found by words, namespace and user", { tag: "@both" }, async ({ loci, page }) => {
  const [one, other] = [await talk(loci), await talk(loci, { ttl_seconds: 3600 })];
  await loci.signIn(page);
  await open(page, "/sessions");
  const rows = page.getByRole("table").locator("tbody").getByRole("row");
  await expect(rows.filter({ hasText: one.id }).first()).toContainText("Rebuild the About page");
  await accessible(page);
  await page.getByRole("searchbox", { name: "Search sessions" }).fill(one.id);
  await page.getByRole("button", { name: "Find" }).click();
  // Without JavaScript the browser submits the empty fields as well.
  await expect(page).toHaveURL(scripted() ? /\/sessions\?q=talk[^&]*$/ : /q=talk/);
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
  await expect(page.getByRole("heading", { level: 1, name: "Rebuild the About page" })).toBeVisible();
});

test("those that end within a day can be asked for", { tag: "@both" }, async ({ loci, page }) => {
  const [lasting, ending] = [await talk(loci), await talk(loci, { ttl_seconds: 7200 })];
  await loci.signIn(page);
  await open(page, "/sessions");
  await page.getByRole("combobox", { name: "Which" }).selectOption("soon");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("link", { name: ending.id })).toBeVisible();
  await expect(page.getByRole("link", { name: lasting.id })).toHaveCount(0);
  // The first to end is the first in the list.
  const sooner = await talk(loci, { ttl_seconds: 3600 });
  await talk(loci, { ttl_seconds: 10_800 });
  await open(page, "/sessions?which=soon");
  await expect(page.getByText("soonest first")).toBeVisible();
  const links = page.getByRole("table").locator("tbody").getByRole("link");
  const names = await links.allTextContents();
  expect(names.indexOf(sooner.id)).toBeLessThan(names.indexOf(ending.id));
});

test("an empty list says what would stand there", { tag: "@both" }, async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/sessions?which=deleted&q=nothing-is-called-so");
  await expect(page.getByText("Try fewer words, or another namespace or user.")).toBeVisible();
});

test("a long name takes no room from the others", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  const key = `namespace-${"n".repeat(80)}/user-${"u".repeat(80)}/${its.id}-${"long".repeat(40)}`;
  await loci.call(its.ada, "session_put", { session: key, messages: said(["user", "Unbroken".repeat(30)]) });
  await loci.signIn(page);
  await open(page, "/sessions");
  const frame = page.locator(".table-frame");
  expect(await frame.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBeLessThanOrEqual(0);
  const row = page.getByRole("row").filter({ hasText: `${its.id}-long` });
  expect((await row.boundingBox())?.height).toBeLessThan(220);
});

test("keys step through the list", async ({ loci, page }) => {
  const [older, newer] = [await talk(loci), await talk(loci)];
  await loci.signIn(page);
  await open(page, "/sessions");
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: newer.id, exact: true })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: older.id, exact: true })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search sessions" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("searchbox", { name: "Search sessions" })).toHaveValue("j");
  await open(page, "/sessions");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(newer.id));
});

test("what is new waits while somebody points at the list", async ({ loci, page }) => {
  const first = await talk(loci);
  await loci.signIn(page);
  await open(page, "/sessions");
  const row = page.getByRole("row").filter({ hasText: first.id });
  await row.hover();
  const place = await row.boundingBox();
  const fresh = await talk(loci);
  const button = page.getByRole("button", { name: "Show 1 new session" });
  await expect(button).toBeVisible();
  expect(await row.boundingBox()).toEqual(place);
  await page.mouse.move(0, 0);
  await expect(page.getByRole("link", { name: fresh.id })).toBeVisible();
  await expect(button).toHaveCount(0);
});

test("a deleted session is brought back", { tag: "@both" }, async ({ loci, page }) => {
  const gone = await talk(loci);
  await loci.call(gone.ada, "session_delete", { session: gone.key });
  await loci.signIn(page);
  await open(page, `/sessions?which=deleted&namespace=${gone.namespace}`);
  const row = page.getByRole("row").filter({ hasText: gone.id });
  await accessible(page);
  await row.getByRole("button", { name: "Restore" }).click();
  await hydrated(page);
  await expect(row).toHaveCount(0);
  await open(page, gone.path);
  const talked = page.getByRole("region", { name: "Conversation" });
  await expect(talked.getByText("I used the ridge at dawn.")).toBeVisible();
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
