// Markdown by agents: tables are rendered, nothing is executed or fetched, no heading level is skipped, and content
// that is too wide scrolls by itself.
import type { Page } from "@playwright/test";
import type { Loci } from "../fixtures.ts";
import { accessible, expect, open, test } from "../fixtures.ts";
import { talk } from "../talk.ts";
import { unique } from "../asking.ts";
import { underWay } from "../team.ts";

const TEXT = `# Findings

Two of **three** paths are slow, \`/login\` most of all. See [the plan](https://example.org/plan) or [here](javascript:alert(1)).

| Path | Calls | State |
|:-----|------:|:-----:|
| /login | 120 | **slow** |
| /token | 48 | |

### What next

1. Measure
2. Mend
   - [x] index
   - [ ] cache

> Nobody waits for it.

\`\`\`sh
curl --silent https://example.org/a/very/long/address/that/does/not/fit/into/a/narrow/column/of/a/phone
\`\`\`

![a chart](https://example.org/chart.png) <img src=x onerror="document.title='run'"> <script>document.title='run'</script>`;

const WIDE = `${"|a wide column".repeat(40)}|\n${"|-".repeat(40)}|\n${"|words".repeat(40)}|`;

/** Fails if the page sends a request to another origin. */
async function stayAtHome(page: Page, loci: Loci): Promise<void> {
  page.on("request", (request) => expect(request.url().startsWith(loci.url), request.url()).toBe(true));
}

test("tables are tables and links say where they lead @both", async ({ loci, page }) => {
  const plan = await underWay(loci);
  await loci.call(plan.team.tam, "discovery_record", { workflow: plan.id, type: "risk", content: TEXT });
  await loci.signIn(page);
  await stayAtHome(page, loci);
  await open(page, `/workflows/${plan.id}?view=discoveries`);
  const entry = page.getByRole("article").filter({ hasText: "Two of three paths" });
  const table = entry.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["Path", "Calls", "State"]);
  await expect(table.getByRole("row").nth(1).getByRole("cell")).toHaveText(["/login", "120", "slow"]);
  await expect(entry.getByRole("heading", { level: 3, name: "Findings" })).toBeVisible();
  await expect(entry.getByRole("heading", { level: 4, name: "What next" })).toBeVisible();
  await expect(entry.getByRole("listitem").filter({ hasText: /^Measure$/ })).toBeVisible();
  await expect(entry.getByRole("img", { name: "done", exact: true })).toHaveCount(1);
  const links = entry.getByRole("link").filter({ hasText: /the plan|a chart|here/ });
  await expect(links).toHaveText(["the plan", "a chart"]);
  await expect(links.first()).toHaveAttribute("rel", "nofollow noopener noreferrer");
  await expect(entry.getByText("example.org", { exact: true }).first()).toBeVisible();
  await expect(entry.getByText("javascript:alert(1)")).toBeVisible();
  await expect(entry.getByText("<script>document.title='run'</script>")).toBeVisible();
  expect(await page.title()).not.toContain("run");
  await expect(entry.locator("img, script")).toHaveCount(0);
  await accessible(page);
});

test("what is too wide scrolls in a box of its own on a phone @both", async ({ loci, page }) => {
  const plan = await underWay(loci);
  const content = `${TEXT}\n\n${WIDE}`;
  await loci.call(plan.team.tam, "discovery_record", { workflow: plan.id, type: "risk", content });
  await loci.call(plan.team.tam, "artifact_record", { workflow: plan.id, type: "document", path: "docs/wide.md", content });
  const said = await talk(loci, { messages: [{ id: "m1", role: "assistant", content }] });
  await page.setViewportSize({ width: 390, height: 844 });
  await loci.signIn(page);
  for (const path of [`/workflows/${plan.id}?view=discoveries`, `/workflows/${plan.id}?view=artifacts`, said.path]) {
    await open(page, path);
    const fold = page.locator("details.fold summary").first();
    if (path === said.path && (await fold.count()) > 0) await fold.click();
    const box = page.getByRole("group", { name: "Table" }).last();
    await expect(box).toBeVisible();
    const [inside, own] = await box.evaluate((it) => [it.scrollWidth, it.clientWidth]);
    expect(inside).toBeGreaterThan(own as number);
    const [page_, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(page_).toBeLessThanOrEqual(window_ as number);
    await accessible(page);
  }
});

test("a Markdown file is set, and its lines are there as well @both", async ({ loci, page }) => {
  const plan = await underWay(loci);
  await loci.call(plan.team.tam, "artifact_record", { workflow: plan.id, type: "document", path: "docs/findings.md", content: TEXT });
  await loci.signIn(page);
  await open(page, `/workflows/${plan.id}?view=artifacts`);
  const view = page.getByRole("region", { name: "Artifacts" });
  await expect(view.getByRole("heading", { level: 3, name: "Findings" })).toBeVisible();
  await expect(view.getByRole("columnheader")).toHaveText(["Path", "Calls", "State"]);
  const lines = view.getByRole("region", { name: "Content of docs/findings.md" });
  await expect(lines.getByText("| /login | 120 | **slow** |")).toBeVisible();
});

test("what comes while the page is open is set like the rest", async ({ loci, page }) => {
  const plan = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${plan.id}?view=discoveries`);
  await loci.call(plan.team.tam, "discovery_record", { workflow: plan.id, type: "insight", content: TEXT });
  await expect(page.getByRole("article").getByRole("columnheader")).toHaveText(["Path", "Calls", "State"]);
});

test("what turns the order round stands written out in code", { tag: "@both" }, async ({ loci, page }) => {
  const lead = await loci.token("lead", "orchestrator");
  const made = await loci.call(lead, "workflow_create", { name: unique("Odd code"), goal: "Keep it\u202eelpmis" });
  const workflow = made.workflow as string;
  const content = 'if (level != "user\u202e \u2066// Check if admin\u2069 \u2066") {\nis\u200bAdmin();\n';
  await loci.call(lead, "artifact_record", { workflow, type: "code", path: "src/access.c", content });
  await loci.signIn(page);
  await open(page, `/workflows/${workflow}?view=artifacts&artifact=A1`);
  const code = page.getByRole("region", { name: "Content of src/access.c" });
  await expect(code).toContainText('"user[U+202E] [U+2066]// Check if admin[U+2069] [U+2066]")');
  await expect(code).toContainText("is[U+200B]Admin();");
  await expect(page.getByText("Keep it[U+202E]elpmis").first()).toBeVisible();
});
