// Loci under a path of a reverse proxy, which keeps the path in requests or strips it.
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, hydrated, OWNER, scripted, test } from "../fixtures.ts";
import { tokenOf, unique } from "../asking.ts";

const BASE = "/loci";

// The host is validated but not resolved: the browser opens the proxy by its address.
test.use({ flags: ["--public-url", `http://proxy.test${BASE}`] });

/** A reverse proxy that serves Loci under `BASE`, and 404 elsewhere. */
async function proxy(target: string, way: "keeps" | "strips"): Promise<Server> {
  const server = createServer((asked, answer) => {
    const path = asked.url ?? "/";
    if (!path.startsWith(`${BASE}/`)) {
      answer.writeHead(404).end("another program");
      return;
    }
    const inner = way === "keeps" ? path : path.slice(BASE.length);
    const forwarded = request(new URL(inner, target), { method: asked.method, headers: asked.headers });
    forwarded.on("response", (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    forwarded.on("error", () => answer.destroy());
    answer.on("close", () => forwarded.destroy());
    asked.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Returns the links and forms of the page that lead outside `BASE`. */
function strays(page: Page): Promise<string[]> {
  return page.evaluate((base) => {
    const elements = document.querySelectorAll("[href], [src], [action], input[name=redirect], input[name=back]");
    const names = ["href", "src", "action", "value"];
    const values = [...elements].flatMap((element) => names.map((name) => element.getAttribute(name) ?? ""));
    return values.filter((value) => value.startsWith("/") && !value.startsWith(`${base}/`));
  }, BASE);
}

for (const way of ["keeps", "strips"] as const) {
  test(`a person works through a proxy that ${way} the path`, { tag: "@both" }, async ({ loci, page, complaints }) => {
    // The feed ends with the session, before the page is closed.
    complaints.allow(/401/);
    complaints.outlives();
    const server = await proxy(loci.url, way);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    try {
      await loci.person(OWNER);
      await page.goto(`${origin}${BASE}/inbox`);
      await hydrated(page);
      await page.getByLabel("Name").fill(OWNER.name);
      await page.getByLabel("Password").fill(OWNER.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL(`${origin}${BASE}/inbox`);
      await hydrated(page);
      expect(await strays(page)).toEqual([]);
      // A full page load would lose it.
      if (scripted()) await page.evaluate(() => Object.assign(window, { isSame: true }));

      for (const [name, path] of [
        ["Sessions", "/sessions"],
        ["Minds", "/minds"],
        ["Memories", "/crystals"],
        ["Overview", "/"],
        ["Workflows", "/workflows"],
      ] as const) {
        await page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name }).click();
        await expect(page).toHaveURL(`${origin}${BASE}${path}`);
        await expect(page.getByRole("link", { name, exact: true }).first()).toHaveAttribute("aria-current", "page");
        await hydrated(page);
        expect(await strays(page), path).toEqual([]);
      }

      const name = unique("Below a path");
      const form = page.getByRole("region", { name: "New workflow" });
      await form.getByLabel("Name").fill(name);
      await form.getByLabel("Goal").fill("See that it works.");
      await form.getByRole("button", { name: "Create workflow" }).click();
      await expect(page).toHaveURL(/\/loci\/workflows\/[0-9A-Z]{26}/);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await hydrated(page);
      expect(await strays(page)).toEqual([]);
      const workflow = /\/workflows\/([0-9A-Z]{26})/.exec(page.url())?.[1];

      if (scripted()) {
        await expect(page.getByRole("contentinfo").getByText("Live", { exact: true })).toBeVisible();
        const orch = await tokenOf(loci, "orch-1", "orchestrator");
        await loci.call(orch, "task_add", { workflow, title: "Seen at once" });
        await expect(page.getByText("Seen at once").first()).toBeVisible();
        await page.getByLabel("Filter tasks").fill("nothing like it");
        await expect(page).toHaveURL(/\/loci\/workflows\/[0-9A-Z]{26}\?filter=nothing/);
      }

      await page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: "Workflows" }).click();
      await expect(page).toHaveURL(`${origin}${BASE}/workflows`);
      await page.getByLabel("Search workflows").fill(name);
      await page.getByRole("button", { name: "Find" }).click();
      await expect(page).toHaveURL(/\/loci\/workflows\?q=/);
      await expect(page.getByRole("region", { name: "Found" }).getByRole("link", { name })).toBeVisible();
      if (scripted()) {
        expect(await page.evaluate(() => Reflect.get(window, "isSame")), "no page was loaded anew").toBe(true);
        await page.goBack();
        await expect(page).toHaveURL(`${origin}${BASE}/workflows`);
      }

      await page.locator("summary.who").click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page).toHaveURL(`${origin}${BASE}/sign-in`);
      const paths = asked.map((address) => new URL(address)).filter((address) => address.origin === origin);
      expect(paths.map((address) => address.pathname).filter((path) => !path.startsWith(`${BASE}/`))).toEqual([]);
      expect(asked.some((address) => address.endsWith(".woff2"))).toBe(true);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
}
