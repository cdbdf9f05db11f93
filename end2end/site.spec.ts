// The asset pipeline: hashed file names, precompressed files, caching, and hydration under a content security policy
// without `unsafe-inline`.
import { accessible, expect, hydrated, open, test } from "./fixtures.ts";

test("a page comes alive under a policy with nonces", async ({ page }) => {
  const answer = await page.goto("/sign-in");
  const policy = (await answer?.headerValue("content-security-policy")) ?? "";
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "";
  expect(scripts).toMatch(/'nonce-[^']{16,}'/);
  expect(scripts).toContain("'wasm-unsafe-eval'");
  expect(scripts).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
  await hydrated(page);
});

test("no two answers share a nonce", async ({ request }) => {
  const policies = await Promise.all(
    ["/sign-in", "/sign-in"].map(async (path) => (await request.get(path)).headers()["content-security-policy"]),
  );
  expect(policies[0]).toContain("'nonce-");
  expect(policies[0]).not.toBe(policies[1]);
});

test("what a page loads is hashed, kept for ever and compressed", async ({ page, request }) => {
  await open(page, "/sign-in");
  const addresses = [...(await page.content()).matchAll(/\/pkg\/[\w./-]+\.(?:css|js|wasm)/g)].map((match) => match[0]);
  for (const extension of ["css", "js", "wasm"]) {
    const address = addresses.find((address) => address.endsWith(extension)) ?? "";
    expect(address).toMatch(/\.[0-9a-f]{16}\./);
    const answer = await request.get(address, { headers: { "accept-encoding": "br" } });
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()["cache-control"]).toContain("immutable");
    if (extension === "css") expect(answer.headers()["content-encoding"]).toBe("br");
  }
});

test("fonts and drawings are hashed and kept for ever", async ({ page, request }) => {
  await open(page, "/sign-in");
  const html = await page.content();
  const sheet = /\/pkg\/loci\.\w+\.css/.exec(html)?.[0] ?? "";
  const styles = await (await request.get(sheet)).text();
  const inPage = [...html.matchAll(/\/[\w./-]+\.(?:woff2|svg)/g)].map((match) => match[0]);
  // Stylesheets refer to files by relative paths.
  const beside = [...styles.matchAll(/url\(([^)]+\.(?:woff2|svg))\)/g)].map((match) => match[1] ?? "");
  const inStyles = beside.map((file) => new URL(file, `http://localhost${sheet}`).pathname);
  const named = [...inPage, ...inStyles];
  expect(named.some((address) => address.endsWith(".svg"))).toBe(true);
  expect(named.filter((address) => address.endsWith(".woff2")).length).toBeGreaterThan(2);
  for (const address of new Set(named)) {
    expect(address).toMatch(/\.[0-9a-f]{16}\.(woff2|svg)$/);
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()["cache-control"], address).toContain("immutable");
  }
});

test("public files are asked for again and not sent twice", async ({ request }) => {
  const first = await request.get("/favicon.svg");
  expect(first.headers()["content-type"]).toBe("image/svg+xml");
  const again = await request.get("/favicon.svg", { headers: { "if-none-match": first.headers()["etag"] ?? "" } });
  expect(again.status()).toBe(304);
});

test("the first page is whole and accessible", { tag: "@both" }, async ({ page }) => {
  await open(page, "/sign-in");
  await expect(page).toHaveTitle(/Loci/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await accessible(page);
});

test("a page loads what it needs and what it links to comes when it is asked for", async ({ loci, page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(/pack_(\w+)\.\w+\.bin$/.exec(request.url())?.[1] ?? ""));
  const parts = (): string[] => [...new Set(loaded)].filter(Boolean);
  let arrive = (): void => {};
  const way = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/pack_inbox/, async (route) => way.then(() => route.continue()));

  await loci.signIn(page);
  await open(page, "/settings/agents");
  expect(parts()).toEqual(["common", "settings"]);
  await page.evaluate(() => ((window as any).same = true));
  const asked = page.waitForRequest(/pack_inbox/);
  await page.getByRole("link", { name: /Inbox/ }).first().click();
  await asked;
  // The previous page stays complete until the chunk has loaded.
  await expect(page.getByRole("heading", { level: 1, name: "Agents and tokens" })).toBeVisible();
  arrive();
  await expect(page.getByRole("heading", { level: 1, name: /Inbox/ })).toBeVisible();
  await expect(page).toHaveURL(/\/inbox$/);
  expect(await page.evaluate(() => (window as any).same)).toBe(true);
  expect(parts()).toEqual(["common", "settings", "inbox"]);
});

test("a part that does not come leads to the whole page", async ({ loci, page, complaints }) => {
  complaints.allow(/Failed to (fetch|load resource)/);
  await loci.signIn(page);
  await open(page, "/settings/agents");
  await page.evaluate(() => ((window as any).same = true));
  await page.route(/pack_inbox/, (route) => route.abort(), { times: 1 });
  await page.getByRole("link", { name: /Inbox/ }).first().click();
  await expect(page).toHaveURL(/\/inbox$/);
  await hydrated(page);
  await expect(page.getByRole("heading", { level: 1, name: /Inbox/ })).toBeVisible();
  expect(await page.evaluate(() => (window as any).same)).toBeUndefined();
});
