// The screenshot in the README: the example team when it asks a person something. The test checks that the page shows
// the content of the picture; with LOCI_SCREENSHOT set it takes the picture again.
import { resolve } from "node:path";
import { OWNER, expect, hydrated, test } from "../fixtures.ts";
import { Loci } from "../loci.ts";

const PICTURE = resolve(import.meta.dirname, "../screenshots/workflow.png");

test("the README shows a workflow as it is", async ({ page, complaints }) => {
  // Its own server stops before the page is closed.
  complaints.outlives();
  const team = await Loci.demo(process.env.LOCI_SCREENSHOT ? 600 : 60, 600);
  try {
    await team.person(OWNER);
    const { name, password } = OWNER;
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.request.post(`${team.url}/sign-in`, { data: { name, password }, headers: { origin: team.url } });
    await page.goto(team.url);
    await hydrated(page);
    const needs = page.getByRole("region", { name: "Needs you" });
    const question = needs.getByRole("listitem").filter({ hasText: "Question" });
    await expect(question).toBeVisible({ timeout: 45_000 });
    await page.getByRole("region", { name: "Active workflows" }).getByRole("link", { name: /^roman/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "roman, a small command" })).toBeVisible();
    const graph = page.getByRole("document", { name: /drawn top to bottom/ });
    await expect(graph.getByRole("link", { name: /^Numbers to numerals T3/ })).toHaveAttribute("data-status", "completed");
    // Rendered in the browser alone, as here, rooms have their names too.
    await expect(graph.getByText("Release", { exact: true })).toBeVisible();
    await graph.getByRole("link", { name: /^The command T5 .*waits for a person/ }).click();
    const panel = page.getByRole("complementary", { name: "Task T5" });
    await expect(panel.getByRole("button", { name: "Refuse it with an error" })).toBeVisible();
    await expect(panel.getByText(/waits for a person to answer/)).toBeVisible();
    await expect(panel.getByRole("heading", { name: "Given to the worker" })).toBeVisible();
    await expect(page.getByRole("paragraph").filter({ hasText: /^Critical path/ })).toContainText("Stopped at T5");
    await page.getByRole("textbox", { name: "Message" }).fill("People type numerals in small letters too. Accept both.");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("log", { name: "Last nudges" })).toContainText("Accept both");
    await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("");
    await expect(page.getByRole("contentinfo").getByText("Live")).toBeVisible();
    if (process.env.LOCI_SCREENSHOT) await page.screenshot({ path: PICTURE });
  } finally {
    await team.end();
  }
});
