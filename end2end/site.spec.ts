// The static files: hashed names, precompressed files, caching, the size of scripts, and their start under a content
// security policy without `unsafe-inline` and `unsafe-eval`.
import type { Request } from "@playwright/test";
import { accessible, expect, hydrated, open, test } from "./fixtures.ts";

/** Returns the addresses of the scripts that a document names. */
const scriptsIn = (html: string): string[] => [...html.matchAll(/\/pkg\/[\w./-]+\.js/g)].map((match) => match[0]);

test("scripts start under a policy with nonces", async ({ page }) => {
  const answer = await page.goto("/sign-in");
  const policy = (await answer?.headerValue("content-security-policy")) ?? "";
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "";
  expect(scripts).toMatch(/'nonce-[^']{16,}'/);
  expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|https?:/);
  await hydrated(page);
});

test("no two answers share a nonce", async ({ request }) => {
  const policies = await Promise.all(
    ["/sign-in", "/sign-in"].map(async (path) => (await request.get(path)).headers()["content-security-policy"]),
  );
  expect(policies[0]).toContain("'nonce-");
  expect(policies[0]).not.toBe(policies[1]);
});

test("styles and scripts have hashed names, are cached for ever and compressed", async ({ page, request }) => {
  await open(page, "/sign-in");
  const html = await page.content();
  const styles = /\/pkg\/[\w./-]+\.css/.exec(html)?.[0] ?? "";
  const scripts = scriptsIn(html);
  for (const name of ["main.js", "page.js", "vendor/idiomorph.js"]) {
    expect(scripts.some((address) => address.endsWith(`/${name}`)), name).toBe(true);
  }
  for (const address of [styles, ...scripts]) {
    // Scripts import each other by relative paths, so the folder has the hash.
    expect(address).toMatch(/^\/pkg\/(js\.[0-9a-f]{16}\/|loci\.[0-9a-f]{16}\.css)/);
    const answer = await request.get(address, { headers: { "accept-encoding": "br" } });
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()["cache-control"], address).toContain("immutable");
    expect(answer.headers()["content-encoding"], address).toBe("br");
  }
});

test("fonts and drawings are hashed and kept for ever", async ({ page, request }) => {
  await open(page, "/sign-in");
  const html = await page.content();
  const sheet = /\/pkg\/loci\.\w+\.css/.exec(html)?.[0] ?? "";
  const styles = await (await request.get(sheet)).text();
  const inPage = [...html.matchAll(/\/[\w./-]+\.(?:woff2|svg)/g)].map((match) => match[0]);
  // Stylesheets refer to files by relative paths.
  const relative = [...styles.matchAll(/url\("([^"]+\.(?:woff2|svg))"\)/g)].map((match) => match[1] ?? "");
  const inStyles = relative.map((file) => new URL(file, `http://localhost${sheet}`).pathname);
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

test("a page loads its scripts once, at most 180 KB of them", async ({ loci, page }) => {
  const scripts: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  await loci.signIn(page);
  await open(page, "/settings/agents");
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(180_000);
  // The document names every script, so that none waits for another one that imports it.
  const loaded = scripts.map((request) => new URL(request.url()).pathname).sort();
  const html = await (await page.request.get("/settings/agents")).text();
  expect(loaded).toEqual([...new Set(scriptsIn(html))].sort());

  await page.evaluate(() => ((window as any).same = true));
  await page.getByRole("link", { name: /Inbox/ }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /Inbox/ })).toBeVisible();
  await expect(page).toHaveURL(/\/inbox$/);
  expect(await page.evaluate(() => (window as any).same)).toBe(true);
  expect(scripts.length).toBe(loaded.length);
});
