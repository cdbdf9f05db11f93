// A workflow of a thousand tasks: rooms start collapsed, the neighbourhood of a task can be shown, the table is
// paginated.
import { expect, open, test } from "../fixtures.ts";
import { team } from "../team.ts";

test("a thousand tasks can be looked at", async ({ loci, page }) => {
  const { orch } = await team(loci);
  const tasks = Array.from({ length: 1000 }, (_, nth) => ({
    key: `k${nth}`,
    title: `Step ${nth + 1}`,
    group: `Room ${Math.floor(nth / 50) + 1}`,
    depends_on: nth % 50 === 0 ? (nth === 0 ? [] : [`k${nth - 50}`]) : [`k${nth - 1}`],
  }));
  const { workflow } = await loci.call(orch, "workflow_create", { name: "Large", goal: "Be large.", tasks });
  await loci.signIn(page);
  await open(page, `/workflows/${workflow}`);
  const graph = page.getByRole("document", { name: /drawn top to bottom/ });
  await expect(graph.locator("a.node")).toHaveCount(20);
  await graph.getByRole("link", { name: /^Room 2 .*folded room/ }).click();
  await expect(graph.locator("a.node")).toHaveCount(69);
  await expect(page).toHaveURL(/group=Room%202/);
  await open(page, `/workflows/${workflow}?focus=T60&steps=3`);
  await expect(graph.locator("a.node")).toHaveCount(7);
  await page.getByRole("link", { name: "Wider" }).click();
  await expect(graph.locator("a.node")).toHaveCount(9);
  await open(page, `/workflows/${workflow}?view=outline`);
  const outline = page.getByRole("list", { name: "Tasks by room" });
  await expect(outline.getByRole("link")).toHaveCount(0);
  await outline.getByRole("button", { name: "Room 2", exact: true }).click();
  await expect(outline.getByRole("link")).toHaveCount(50);
  await open(page, `/workflows/${workflow}?view=table`);
  const rows = page.getByRole("table").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(100);
  await page.getByRole("link", { name: "After" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.first()).toContainText("Step 101");
});
