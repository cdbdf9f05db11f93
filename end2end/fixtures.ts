// Fixtures of all browser tests: a server for each worker, a page that fails the test on console errors, and helpers to
// sign in, to wait for the scripts of a page and to run axe.
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test as base } from "@playwright/test";
import { Loci as Server, OWNER, type Person } from "./loci.ts";

export { expect };
export { OWNER, Refused, type Person, type Role } from "./loci.ts";

/** A running server that can also sign a browser in. */
export type Loci = Server & {
  /** Signs the page's browser in as a person, by default the owner. */
  signIn(page: Page, person?: Person): Promise<void>;
};

/** Console errors and failed requests of a page. A test fails on any that it did not allow in advance. */
export class Complaints {
  readonly seen: string[] = [];
  private readonly said: RegExp[] = [];

  /** Allows an error that belongs to the test, such as an expected 404. */
  allow(pattern: RegExp): void {
    this.said.push(pattern);
  }

  /** Allows the errors of a server that stops before the page is closed. */
  outlives(): void {
    this.allow(/ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)/);
  }

  /** Watches a page. The fixture's page is watched already; pages opened by hand need this call. */
  watch(page: Page): void {
    // Content security policy violations arrive here as console errors. Without scripts, browsers warn about every
    // script that was preloaded.
    const kinds = scripted() ? ["error", "warning"] : ["error"];
    page.on("console", (message) => {
      if (kinds.includes(message.type())) this.seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.seen.push(`error: ${error.message}`));
  }

  /** Returns the errors that were not allowed. */
  get unexpected(): string[] {
    return this.seen.filter((text) => !this.said.some((pattern) => pattern.test(text)));
  }
}

async function signIn(this: Server, page: Page, person: Person = OWNER): Promise<void> {
  await this.person(person);
  const answer = await page.request.post(`${this.url}/sign-in`, {
    data: { name: person.name, password: person.password },
    headers: { origin: this.url },
  });
  expect(answer.ok(), `signing in answered ${answer.status()}: ${await answer.text()}`).toBe(true);
}

export const test = base.extend<{ complaints: Complaints }, { flags: string[]; loci: Loci }>({
  // Arguments of the server: `test.use({ flags: […] })` gives a file its own server.
  flags: [[], { scope: "worker", option: true }],

  loci: [
    async ({ flags }, use) => {
      const loci: Loci = Object.assign(await Server.start(flags), { signIn });
      await use(loci);
      await loci.end();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ loci }, use) => use(loci.url),

  complaints: async ({}, use) => use(new Complaints()),

  page: async ({ page, loci, complaints }, use, info) => {
    const before = loci.output.length;
    complaints.watch(page);
    await use(page);
    await twins.get(page)?.context().close();
    if (info.status !== info.expectedStatus || complaints.unexpected.length > 0) {
      await info.attach("server", { body: loci.output.slice(before), contentType: "text/plain" });
    }
    expect(complaints.unexpected, "the page complained").toEqual([]);
  },
});

/** Returns true if the running test has JavaScript. */
export function scripted(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}

/** Waits until the scripts of a page have started. Without JavaScript the page is complete as served. */
export async function hydrated(page: Page): Promise<void> {
  if (scripted()) await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Opens an address of the server and waits for the scripts. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Checks the current page with axe: WCAG 2.2 A and AA, and no skipped heading level. */
export async function accessible(page: Page): Promise<void> {
  if (scripted()) return inspect(page);
  const twin = await twinOf(page);
  await twin.goto(page.url());
  await inspect(twin);
}

/** Twins of pages without scripts. */
const twins = new WeakMap<Page, Page>();

/**
 * Returns a page for axe, which is a script itself: it opens the same address in a browser that runs axe but blocks the
 * page's own scripts.
 */
async function twinOf(page: Page): Promise<Page> {
  let twin = twins.get(page);
  if (!twin) {
    const browser = page.context().browser();
    if (!browser) throw new Error("the page belongs to no browser");
    const context = await browser.newContext({ javaScriptEnabled: true });
    await context.route(/\.js$/, (route) => route.abort());
    twin = await context.newPage();
    twins.set(page, twin);
  }
  await twin.context().addCookies(await page.context().cookies());
  const size = page.viewportSize();
  if (size) await twin.setViewportSize(size);
  return twin;
}

async function inspect(page: Page): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  // Enlarges the viewport to the whole page: otherwise its fixed head and foot would cover content.
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size && height > size.height) await page.setViewportSize({ ...size, height });
  const found = await new AxeBuilder({ page })
    .options({
      runOnly: { type: "tag", values: tags },
      rules: { "heading-order": { enabled: true } },
      // Passed rules are not reported: that takes longer than the check.
      resultTypes: ["violations"],
    })
    .setLegacyMode()
    .analyze();
  if (size) await page.setViewportSize(size);
  const told = found.violations.map((violation) => ({
    rule: violation.id,
    help: violation.help,
    where: violation.nodes.map((node) => node.target.join(" ")),
  }));
  expect(told, "axe found").toEqual([]);
}
