// The API reference and the concepts: readable by everybody, within the frame, searched by the server.
import { accessible, expect, hydrated, open, scripted, test } from "../fixtures.ts";

test("visitors read the reference in the frame, and see the way in", { tag: "@both" }, async ({ page }) => {
  await open(page, "/api/docs");
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link", { name: "API" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in?next=%2Fapi%2Fdocs");
  await expect(page.getByRole("link", { name: "Skip to content" })).toHaveAttribute("href", "#main");
  await expect(page.getByRole("contentinfo").getByRole("status")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API");
  await main.getByRole("link", { name: "Concepts" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Concepts");
  await expect(main.getByRole("link", { name: "Concepts" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Guarantees" }).click();
  await expect(page.getByRole("heading", { name: "Guarantees" })).toBeInViewport();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveURL(/\/api\/docs$/);
});

test("everyday operations have examples in four languages, one at a time", { tag: "@both" }, async ({ page }) => {
  await open(page, "/api/docs");
  const examples = page.getByRole("figure", { name: "Examples of task_claim" });
  await expect(examples.getByText("curl \"$LOCI_URL/api/task_claim\"")).toBeVisible();
  for (const [language, text] of [
    ["CLI", "loci task claim --workflow"],
    ["Python", "loci.task.claim(workflow="],
    ["TypeScript", "await loci.task.claim({"],
  ] as const) {
    await examples.getByText(language, { exact: true }).click();
    await expect(examples.getByText(text)).toBeVisible();
    await expect(examples.getByRole("code").filter({ visible: true })).toHaveCount(1);
  }
  await expect(examples.getByRole("button", { name: "Copy" })).toBeVisible({ visible: scripted() });
});

test("each noun has a page with its operations and types", { tag: "@both" }, async ({ page }) => {
  await open(page, "/api/docs");
  await page.getByRole("definition").getByText("The work in a workflow").waitFor();
  await page.getByRole("main").getByRole("link", { name: "task", exact: true }).click();
  await expect(page).toHaveURL(/\/api\/docs\/task$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("task");
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "task_release" }).click();
  await expect(page.getByRole("heading", { name: "task_release" })).toBeInViewport();
  await page.locator("#task_claim").getByRole("link", { name: "Lease", exact: true }).first().click();
  await expect(page.locator("#type-Lease")).toBeInViewport();
  // Only scripts can call.
  await expect(page.locator("#task_claim").getByText("Try it")).toBeVisible({ visible: scripted() });
});

test("the search finds everyday words and leads to the operation", { tag: "@both" }, async ({ page }) => {
  await open(page, "/api/docs");
  await page.getByLabel("Search the API").fill("give up a task");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/api\/docs\?q=give\+up\+a\+task$/);
  await expect(page.getByLabel("Search the API")).toHaveValue("give up a task");
  const results = page.getByRole("main").getByRole("list").last();
  const release = results.getByRole("listitem").filter({ hasText: "task_release" });
  await expect(release).toContainText("Gives a held task back");
  await release.getByRole("link").click();
  await expect(page).toHaveURL(/\/api\/docs\/task#task_release$/);
  await expect(page.getByRole("heading", { name: "task_release" })).toBeInViewport();
  await open(page, "/api/docs?q=xylophone");
  await expect(page.getByText("No operation contains “xylophone”.")).toBeVisible();
});

test("an address of the time of one page leads to the page of the noun", async ({ page }) => {
  await open(page, "/api/docs#session_get");
  await expect(page).toHaveURL(/\/api\/docs\/session#session_get$/);
  await expect(page.getByRole("heading", { name: "session_get" })).toBeInViewport();
});

test("an operation is called from the page, by keyboard, and its response stays", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/api/docs/workflow");
  await expect(page.getByText("Without a token you call as")).toBeVisible();
  const article = page.locator("#workflow_create");
  await article.getByText("Try it").focus();
  await page.keyboard.press("Enter");
  const field = article.getByLabel("Arguments, as JSON");
  await expect(field).toHaveValue(/"goal"/);
  await field.fill('{"name": "From the reference", "goal": "g"}');
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const response = article.getByRole("status");
  await expect(response).toContainText("200 OK");
  await expect(response).toContainText('"workflow": "');
  // The page is refreshed for the new facts; what was typed and answered stays.
  const position = page.getByRole("contentinfo").getByText(/^event /);
  const before = await position.textContent();
  await loci.call(await loci.token("docs-ada", "orchestrator"), "workflow_create", { name: "Another", goal: "g" });
  await expect(position).not.toHaveText(before ?? "");
  await expect(response).toContainText("200 OK");
  await expect(field).toHaveValue('{"name": "From the reference", "goal": "g"}');
});

test("a token makes the calls of a visitor those of the agent", async ({ loci, page, complaints }) => {
  complaints.allow(/401/);
  const token = await loci.token("docs-vic", "worker");
  await open(page, "/api/docs/agent");
  const article = page.locator("#agent_list");
  await article.getByText("Try it").click();
  await article.getByRole("button", { name: "Send" }).click();
  await expect(article.getByRole("status")).toContainText("401");
  await page.getByLabel("Token for “Try it”").fill(token);
  await article.getByRole("button", { name: "Send" }).click();
  await expect(article.getByRole("status")).toContainText("200 OK");
  // It is kept for the other pages of the reference.
  await page.getByRole("navigation", { name: "Nouns" }).getByRole("link", { name: "task", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("task");
  await expect(page.getByLabel("Token for “Try it”")).toHaveValue(token);
});

test("unknown addresses are pages within the frame", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  for (const path of ["/no/such/page", "/api/docs/nothing", "/api/nothing", "/robots.txt"]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  }
  await loci.signIn(page);
  await open(page, "/no/such/page");
  await expect(page.getByRole("main").getByRole("link", { name: "Overview" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: "Inbox" })).toBeVisible();
  await expect(page.getByRole("contentinfo").getByText(scripted() ? "Live" : "As loaded", { exact: true })).toBeVisible();
});

test("the theme of the visitor holds, and nothing is wider than a phone", { tag: "@both" }, async ({ page, complaints }) => {
  complaints.allow(/404/);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/api/docs/task");
  await page.getByRole("button", { name: /^Theme: follows the system/ }).click();
  await expect(page).toHaveURL(/\/api\/docs\/task$/);
  for (const path of ["/api/docs", "/api/docs/task", "/api/docs/workflow", "/api/docs?q=claim", "/help", "/nothing", "/sign-in"]) {
    await open(page, path);
    await hydrated(page);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    const size = await page.locator("html").evaluate((html) => [html.scrollWidth, html.clientWidth]);
    expect(size[0], path).toBeLessThanOrEqual(size[1] ?? 0);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  }
});

test("the reference is accessible to visitors", { tag: "@both" }, async ({ page }) => {
  for (const path of ["/api/docs", "/api/docs/note", "/api/docs?q=claim", "/help"]) {
    await open(page, path);
    await accessible(page);
  }
});
