// Long-term memories: searched by words and filters; one of them opened, corrected, pinned, forgotten and restored.
import type { Page } from "@playwright/test";
import { accessible, expect, hydrated, open, scripted, test, type Loci } from "../fixtures.ts";
import { tokenOf, unique } from "../asking.ts";
import { talk } from "../talk.ts";

/** Creates a namespace that is unique to the test, with three memories in its core. */
async function remembered(loci: Loci) {
  const ada = await tokenOf(loci, "dev-ada", "worker");
  const namespace = unique("ns").replaceAll(" ", "-");
  const texts = {
    cors: "The **CORS** failure on the callback route came from auth running before the preflight.",
    url: "Callback URLs must be registered with the trailing slash.",
    hostile: "Ignore <img src=x onerror=alert(1)> and [click](javascript:alert(1)).",
  };
  const memory = (id: string, text: string, more: object = {}) => ({ id: `${namespace}-${id}`, text, namespace, ...more });
  await loci.call(ada, "memory_create", {
    memories: [
      memory("cors", texts.cors, { importance: 0.82, topics: ["auth"] }),
      memory("url", texts.url, { memory_type: "episodic", created_at: "2024-03-01T10:00:00Z" }),
      memory("hostile", texts.hostile),
    ],
  });
  return { ada, namespace, at: (id: string) => `/crystals/${namespace}/${namespace}-${id}`, list: `/crystals?core=${namespace}` };
}

const rows = (page: Page) => page.getByRole("main").locator(".hits").getByRole("listitem");

test("memories are found by words, and say why", { tag: "@both" }, async ({ loci, page }) => {
  const { namespace, list } = await remembered(loci);
  await loci.signIn(page);
  await open(page, list);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("searchbox", { name: "Search memories" }).fill("callback preflight");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(new RegExp(`q=callback.preflight.*core=${namespace}|core=${namespace}.*q=callback`));
  await expect(page.getByRole("heading", { name: "2 results" })).toBeVisible();
  const first = rows(page).first();
  await expect(first.locator("mark")).toHaveText(["callback", "preflight"]);
  await expect(first.getByText("words", { exact: true })).toBeVisible();
  await accessible(page);
});

test("kind, core and time leave others out", { tag: "@both" }, async ({ loci, page }) => {
  const { list } = await remembered(loci);
  await loci.signIn(page);
  await open(page, list);
  await page.getByRole("combobox", { name: "kind" }).selectOption("episodic");
  if (!scripted()) await page.getByRole("button", { name: "Find" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("trailing slash");
  await page.getByRole("combobox", { name: "since" }).selectOption("30d");
  if (!scripted()) await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("No results.")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/crystals$/);
});

test("what is typed is looked for, and stays as it is typed", async ({ loci, page }) => {
  const { list } = await remembered(loci);
  await loci.signIn(page);
  await open(page, list);
  await page.keyboard.press("/");
  const field = page.getByRole("searchbox", { name: "Search memories" });
  await expect(field).toBeFocused();
  await page.keyboard.type("trailing slash", { delay: 20 });
  await expect(page.getByRole("heading", { name: "1 result" })).toBeVisible();
  await expect(field).toHaveValue("trailing slash");
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/q=trailing.slash/);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await expect(rows(page)).toHaveCount(3);
});

test("a memory opens beside the list and on a page of its own", { tag: "@both" }, async ({ loci, page }) => {
  const { list, at } = await remembered(loci);
  await loci.signIn(page);
  await open(page, list);
  await rows(page).getByRole("link", { name: /CORS failure/ }).click();
  const stone = page.getByRole("region", { name: /^Memory/ });
  await expect(stone.getByText("0.82")).toBeVisible();
  await expect(stone.locator("strong")).toHaveText("CORS");
  await expect(stone.getByRole("link", { name: "dev-ada" })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("link", { name: "Close the memory" }).click();
  await expect(page.getByRole("heading", { name: "Cores" })).toBeVisible();
  await open(page, at("cors"));
  await expect(page.getByRole("heading", { level: 1, name: "Memory" })).toBeVisible();
  await accessible(page);
});

test("what agents write is words", { tag: "@both" }, async ({ loci, page }) => {
  const { at } = await remembered(loci);
  await loci.signIn(page);
  await open(page, at("hostile"));
  await expect(page.getByText("<img src=x onerror=alert(1)>").first()).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
  await expect(page.locator("main a[href^='javascript']")).toHaveCount(0);
});

test("a person pins and corrects", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400|422/);
  const { at } = await remembered(loci);
  await loci.signIn(page);
  await open(page, at("cors"));
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await hydrated(page);
  await expect(page.getByRole("button", { name: "Unpin" })).toBeVisible();
  await expect(page.getByText("pinned", { exact: true })).toBeVisible();
  await page.locator("summary", { hasText: "Correct" }).click();
  await page.getByRole("textbox", { name: "Importance, 0 to 1" }).fill("7");
  await page.getByRole("textbox", { name: "Text" }).fill("Answer OPTIONS first, then authenticate.");
  await page.getByRole("button", { name: "Save" }).click();
  await hydrated(page);
  // The error is shown next to the field, and no input is lost.
  await expect(page.getByText("expected 0 to 1", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Answer OPTIONS first, then authenticate.");
  await page.getByRole("textbox", { name: "Importance, 0 to 1" }).fill("");
  await page.getByRole("textbox", { name: "Topics, one per line" }).fill("auth\nbrowsers");
  await page.getByRole("button", { name: "Save" }).click();
  await hydrated(page);
  await expect(page.locator(".stone-text")).toHaveText("Answer OPTIONS first, then authenticate.");
  await expect(page.getByText("auth, browsers")).toBeVisible();
  await expect(page.getByText("written by a person")).toBeVisible();
  await expect(page.getByText("Importance", { exact: true })).toHaveCount(0);
});

test("who writes on what has changed is told", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/409|412/);
  const { ada, namespace, at } = await remembered(loci);
  await loci.signIn(page);
  await open(page, at("cors"));
  await page.locator("summary", { hasText: "Correct" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("Mine.");
  await loci.call(ada, "memory_edit", { id: `${namespace}-cors`, core: namespace, text: "Theirs." });
  await page.getByRole("button", { name: "Save" }).click();
  await hydrated(page);
  await expect(page.getByText("The last change was made by dev-ada").last()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Mine.");
});

test("what is typed about one memory stays with it", async ({ loci, page }) => {
  const { list } = await remembered(loci);
  await loci.signIn(page);
  await open(page, list);
  const text = page.getByRole("textbox", { name: "Text" });
  const correct = page.locator("summary", { hasText: "Correct" });
  await rows(page).getByRole("link", { name: /CORS failure/ }).click();
  await correct.click();
  await text.fill("Mine.");
  await rows(page).getByRole("link", { name: /trailing slash/ }).click();
  await expect(page.locator(".stone-text")).toContainText("trailing slash");
  await correct.click();
  await expect(text).toHaveValue("Callback URLs must be registered with the trailing slash.");
  await rows(page).getByRole("link", { name: /CORS failure/ }).click();
  await expect(page.locator(".stone-text")).toContainText("CORS failure");
  await correct.click();
  await expect(text).toHaveValue("Mine.");
});

test("going back brings the earlier search back", async ({ loci, page }) => {
  const { list } = await remembered(loci);
  await loci.signIn(page);
  await open(page, list);
  const field = page.getByRole("searchbox", { name: "Search memories" });
  await page.getByRole("combobox", { name: "kind" }).selectOption("message");
  await expect(page).toHaveURL(/kind=message/);
  await field.pressSequentially("nowhere");
  await expect(page).toHaveURL(/q=nowhere/);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/crystals\?q=nowhere$/);
  await expect(page.getByRole("combobox", { name: "kind" })).toHaveValue("");
  await page.getByRole("link", { name: "Newest memories" }).click();
  await expect(field).toHaveValue("");
  await page.goBack();
  await page.goBack();
  await expect(field).toHaveValue("nowhere");
  await expect(page.getByRole("combobox", { name: "kind" })).toHaveValue("message");
});

test("a memory is forgotten and brought back", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  const { namespace, at, list } = await remembered(loci);
  await loci.signIn(page);
  await open(page, at("url"));
  await page.getByRole("button", { name: "Forget", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Forget this memory?" });
  await expect(dialog.getByText("trailing slash")).toBeVisible();
  await expect(dialog.getByText("It can be restored for")).toBeVisible();
  await dialog.getByRole("button", { name: "Forget" }).click();
  await hydrated(page);
  await expect(page.getByText("This memory was forgotten.")).toBeVisible();
  await accessible(page);
  await open(page, list);
  await expect(rows(page)).toHaveCount(2);
  await open(page, `/crystals?lifecycle=forgotten&core=${namespace}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole("link", { name: /trailing slash/ }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await hydrated(page);
  await expect(page.getByRole("button", { name: "Forget", exact: true })).toBeVisible();
  await open(page, list);
  await expect(rows(page)).toHaveCount(3);
});

test("a viewer reads and is told why nothing can be done", { tag: "@both" }, async ({ loci, page }) => {
  const { at } = await remembered(loci);
  await loci.signIn(page, { name: "vera", password: "reads everything here", role: "viewer" });
  await open(page, at("cors"));
  await expect(page.getByRole("button", { name: "Correct" })).toBeDisabled();
  await expect(page.getByText("You are a viewer here")).toHaveCount(1);
});

test("what is new waits while somebody points at the list", async ({ loci, page }) => {
  const { ada, namespace, list } = await remembered(loci);
  await loci.signIn(page);
  await open(page, list);
  const row = rows(page).first();
  await row.hover();
  const place = await row.boundingBox();
  await loci.call(ada, "memory_create", { memory: { text: "Just learned.", namespace } });
  await expect(page.getByRole("button", { name: "Show changes" })).toBeVisible();
  expect(await row.boundingBox()).toEqual(place);
  await page.mouse.move(0, 0);
  await expect(rows(page).first()).toContainText("Just learned.");
});

test("what others change shows by itself", async ({ loci, page }) => {
  const { ada, namespace, at } = await remembered(loci);
  await loci.signIn(page);
  await open(page, at("cors"));
  await loci.call(ada, "memory_edit", { id: `${namespace}-cors`, core: namespace, text: "Learned better." });
  await expect(page.locator(".stone-text")).toHaveText("Learned better.");
});

test("a memory leads to its session, and the session to its memories", { tag: "@both" }, async ({ loci, page }) => {
  const memories = [{ id: unique("kept").replaceAll(" ", "-"), text: "The fair is on 28 November." }];
  const its = await talk(loci, { memories });
  await loci.signIn(page);
  await open(page, its.path);
  await page.getByText("1 memory promoted").click();
  await page.getByRole("link", { name: "The fair is on 28 November." }).click();
  await expect(page.locator(".stone-text")).toHaveText("The fair is on 28 November.");
  await page.getByRole("link", { name: its.id, exact: true }).first().click();
  await expect(page).toHaveURL(/\/sessions\//);
});

test("nothing there says what to do", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  await loci.signIn(page);
  await open(page, "/crystals?core=nowhere");
  await expect(page.getByText("No results.")).toBeVisible();
  await open(page, "/crystals/default/nothing");
  await expect(page.getByText("There is no such memory")).toBeVisible();
});

test("a namespace with a slash is found at its address", { tag: "@both" }, async ({ loci, page }) => {
  const ada = await tokenOf(loci, "dev-ada", "worker");
  const namespace = `support/${unique("tier").replaceAll(" ", "-")} 100%`;
  await loci.call(ada, "memory_create", { memory: { id: `${namespace}/m 1`, text: "Kept with a slash.", namespace } });
  await loci.signIn(page);
  await open(page, "/crystals?q=kept+with+a+slash");
  await rows(page).first().getByRole("link", { name: namespace }).click();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole("link", { name: /with a slash/ }).click();
  await expect(page.locator(".stone-text")).toHaveText("Kept with a slash.");
  await page.getByRole("region", { name: /^Memory/ }).getByRole("link", { name: namespace }).click();
  await expect(rows(page)).toHaveCount(1);
});

test("the keys lead here and step through what was found", async ({ loci, page }) => {
  const { list } = await remembered(loci);
  await loci.signIn(page);
  await open(page, "/");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: "Memories" })).toBeVisible();
  await open(page, list);
  await page.keyboard.press("j");
  await expect(rows(page).first().getByRole("link").first()).toBeFocused();
});
