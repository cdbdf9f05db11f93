// What every browser test starts from: a Loci of its worker, a page that may not complain, and
// helpers to sign in, to wait for hydration and to ask axe.
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test as base } from "@playwright/test";
import { Loci as Server, OWNER, type Person } from "./loci.ts";

export { expect };
export { OWNER, Refused, type Person, type Role } from "./loci.ts";

/** A running Loci that can also sign a browser in. */
export type Loci = Server & {
  /** Signs the page's browser in as a person, as the owner unless told otherwise. */
  signIn(page: Page, person?: Person): Promise<void>;
};

/** The complaints of a page. Every test fails on any that it did not say beforehand. */
export class Complaints {
  readonly seen: string[] = [];
  private readonly said: RegExp[] = [];

  /** Says that a complaint belongs to what the test does: the 404 it asks for, for example. */
  allow(pattern: RegExp): void {
    this.said.push(pattern);
  }

  /** Says that the server ends before the page does. */
  outlives(): void {
    this.allow(/ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)/);
  }

  /** Listens to a page; pages opened by hand need this call, the fixture's page has it. */
  watch(page: Page): void {
    // Violations of the content security policy arrive here as errors of the console. Without scripts
    // browsers warn of every script that was loaded early.
    const kinds = scripted() ? ["error", "warning"] : ["error"];
    page.on("console", (message) => {
      if (kinds.includes(message.type())) this.seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.seen.push(`error: ${error.message}`));
  }

  /** What was seen and not allowed. */
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
  // With what Loci is started: `test.use({ flags: […] })` gives a file a Loci of its own.
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

/** Whether the test that runs has JavaScript. */
export function scripted(): boolean {
  return test.info().project.use.javaScriptEnabled !== false;
}

/** Waits until the page is alive; without JavaScript it is whole as it came. */
export async function hydrated(page: Page): Promise<void> {
  if (scripted()) await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Opens an address of Loci and waits until the page is alive. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Has axe look at the page as it is now: WCAG 2.2 A and AA, and that no heading skips a level. */
export async function accessible(page: Page): Promise<void> {
  if (scripted()) return inspect(page);
  const twin = await twinOf(page);
  await twin.goto(page.url());
  await inspect(twin);
}

/** The twins of pages without scripts. */
const twins = new WeakMap<Page, Page>();

/**
 * A page for axe, which is a script itself: it looks at the same address in a browser that runs axe but never gets
 * the page's own scripts.
 */
async function twinOf(page: Page): Promise<Page> {
  let twin = twins.get(page);
  if (!twin) {
    const browser = page.context().browser();
    if (!browser) throw new Error("the page belongs to no browser");
    const context = await browser.newContext({ javaScriptEnabled: true });
    await context.route(/\.(js|wasm)$/, (route) => route.abort());
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
  // All of the page at once, however it is scrolled: then its head and foot, which stay in sight, lie over nothing.
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size && height > size.height) await page.setViewportSize({ ...size, height });
  const found = await new AxeBuilder({ page })
    .options({
      runOnly: { type: "tag", values: tags },
      rules: { "heading-order": { enabled: true } },
      // What is in order is not told one by one: that takes longer than looking.
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
