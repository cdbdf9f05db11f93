// The page of a workflow: the live graph, the panel, the nudge, the review; with and without JavaScript.
import type { Page } from "@playwright/test";
import { accessible, expect, hydrated, open, scripted, test } from "../fixtures.ts";
import { claim, done, underWay, team } from "../team.ts";

/** Returns the rendered graph. */
const drawing = (page: Page) => page.getByRole("document", { name: /drawn top to bottom/ });

test("a change by an agent appears without a reload", async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}`);
  const graph = drawing(page);
  const guide = graph.getByRole("link", { name: /^Guide T5/ });
  await expect(guide).toHaveAttribute("data-status", "pending");
  await page.evaluate(() => ((window as any).sameDocument = true));
  const lease = await claim(loci, team.ada, id, "T5");
  await expect(guide).toHaveAttribute("data-status", "in_progress");
  await loci.call(team.ada, "task_complete", { workflow: id, task: "T5", lease, summary: "Written." });
  await expect(guide).toHaveAttribute("data-status", "completed");
  // A new task is drawn as well.
  await loci.call(team.orch, "task_add", { workflow: id, title: "Announce", group: "Edge", depends_on: ["T6"] });
  await expect(graph.getByRole("link", { name: /^Announce T7/ })).toBeVisible();
  expect(await page.evaluate(() => (window as any).sameDocument)).toBe(true);
});

test("the page is whole and accessible", { tag: "@both" }, async ({ loci, page }) => {
  // Eight pages, each checked by axe.
  test.slow();
  const { id, name } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?task=T2`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const panel = page.getByRole("complementary", { name: "Task T2" });
  await expect(panel.getByText("It is submitted and waits for a review.")).toBeVisible();
  await expect(panel.getByText("Finishing it frees T4")).toBeVisible();
  await expect(panel.getByRole("heading", { name: "Given to the worker" })).toBeVisible();
  for (const verdict of ["Approve", "Needs rework", "Reject"]) {
    await expect(panel.getByRole("radio", { name: verdict })).not.toBeChecked();
  }
  await accessible(page);
  // With scripts, `every-page.spec.ts` checks the same views.
  if (scripted()) return;
  for (const view of ["outline", "table", "decisions", "discoveries", "learnings", "artifacts&artifact=A2", "agents", "digest", "activity"]) {
    await open(page, `/workflows/${id}?view=${view}`);
    await accessible(page);
  }
});

test("a node opens the panel, and the address says so", { tag: "@both" }, async ({ loci, page }) => {
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}`);
  await drawing(page).getByRole("link", { name: /^Refresh T3/ }).click();
  await expect(page).toHaveURL(/task=T3/);
  const panel = page.getByRole("complementary", { name: "Task T3" });
  await expect(panel.getByRole("heading", { name: "Refresh" })).toBeVisible();
  await panel.getByRole("link", { name: "Close panel" }).click();
  await expect(panel).toHaveCount(0);
  expect(page.url()).not.toContain("task=");
});

test("arrows lead along the edges, Enter opens, Escape closes", async ({ loci, page }) => {
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}`);
  const graph = drawing(page);
  // One Tab stop for the whole graph.
  await expect(graph.locator("a.node[tabindex='0']")).toHaveCount(1);
  await graph.getByRole("link", { name: /^Inventory T1/ }).focus();
  await page.keyboard.press("ArrowDown");
  const below = page.locator("a.node:focus");
  await expect(below).toHaveAttribute("aria-label", /T[235]/);
  const name = (await below.getAttribute("aria-label")) ?? "";
  const no = /T\d/.exec(name)?.[0];
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`task=${no}`));
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/task=/);
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/view=outline/);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Filter tasks" })).toBeFocused();
});

test("a person approves what was handed in", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?task=T2`);
  const panel = page.getByRole("complementary", { name: "Task T2" });
  await panel.getByRole("radio", { name: "Approve" }).check();
  await panel.getByRole("button", { name: /attempt 1/ }).click();
  await hydrated(page);
  await expect(panel.getByText("Completed", { exact: true })).toBeVisible();
  await expect(panel.getByRole("heading", { name: "Your review" })).toHaveCount(0);
  const ready = await loci.call(team.ada, "task_ready", { workflow: id });
  expect(JSON.stringify(ready)).toContain("T4");
});

test("rework without words is refused, with words it goes back", async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?task=T2`);
  const panel = page.getByRole("complementary", { name: "Task T2" });
  await panel.getByRole("radio", { name: "Needs rework" }).check();
  await panel.getByRole("button", { name: "Ask for rework of attempt 1" }).click();
  // The browser requires the comment; nothing was sent.
  await expect(panel.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await panel.getByRole("textbox", { name: "Comment" }).fill("Use a separate table.");
  await panel.getByRole("button", { name: "Ask for rework of attempt 1" }).click();
  await expect(panel.getByText("Use a separate table.").first()).toBeVisible();
  const context = await loci.call(team.ada, "task_context", { workflow: id, task: "T2" });
  expect(context.text).toContain("Use a separate table.");
});

test("a nudge reaches the agent's next answer, and its receipt moves", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team, names } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?task=T3`);
  await page.getByRole("combobox", { name: "To", exact: true }).selectOption(names.tam);
  await page.getByRole("textbox", { name: "Message" }).fill("Keep the limit per client.");
  await page.getByRole("button", { name: "Send" }).click();
  const log = page.getByRole("log", { name: "Last nudges" });
  await expect(log).toContainText("Keep the limit per client.");
  await expect(log.locator("b")).toHaveText("queued");
  const answer = await loci.call(team.tam, "task_ready", { workflow: id });
  expect(answer.inbox).toMatchObject([{ kind: "nudge", message: "Keep the limit per client." }]);
  // Receipts are written after the response was sent.
  const receipt = (word: string) =>
    expect(async () => {
      if (!scripted()) await page.reload();
      await expect(log.locator("b")).toContainText(word, { timeout: 2_000 });
    }).toPass();
  await receipt("delivered");
  await loci.call(team.tam, "nudge_acknowledge", { workflow: id, nudge: "N1", acted: true, note: "Limits are per client." });
  await receipt("acted");
  await expect(log).toContainText("Limits are per client.");
});

test("the filter of the table is in its address", { tag: "@both" }, async ({ loci, page }) => {
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=table`);
  const rows = page.getByRole("table").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(6);
  const filter = page.getByRole("searchbox", { name: "Filter tasks" });
  await filter.fill("status:review");
  if (!scripted()) await filter.press("Enter");
  await expect(page).toHaveURL(/filter=status(:|%3A)review/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Token service");
  await open(page, `/workflows/${id}?view=table&sort=-title`);
  await expect(rows.first()).toContainText("Token service");
  await page.getByRole("columnheader", { name: "Worker" }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=worker/);
  await expect(page.getByRole("columnheader", { name: "Worker" })).toHaveAttribute("aria-sort", "ascending");
});

test("two versions of a file are compared", { tag: "@both" }, async ({ loci, page }) => {
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=artifacts`);
  await page.getByRole("navigation", { name: "Paths" }).getByRole("link", { name: /src\/token\.ts/ }).click();
  await expect(page.getByRole("region", { name: "Content of src/token.ts" })).toContainText("sign('RS256');");
  await page.getByRole("link", { name: "changes v1 → v2" }).click();
  const diff = page.getByRole("region", { name: "Changes in src/token.ts" });
  await expect(diff.locator("tr.del")).toContainText("sign('HS256');");
  await expect(diff.locator("tr.add")).toContainText("sign('RS256');");
  await expect(page).toHaveURL(/artifact=A2&from=A1/);
});

test("what is still to be decided is shown until it is", { tag: "@both" }, async ({ loci, page }) => {
  const { orch } = await team(loci);
  const { workflow } = await loci.call(orch, "workflow_create", {
    name: "To decide",
    goal: "Choose, then build.",
    decisions: [{ key: "store", question: "Which store?", options: ["SQLite", "Postgres"] }],
    tasks: [
      { key: "look", title: "Compare" },
      { key: "build", title: "Build it", depends_on: [{ task: "look", when: { choice: { decision: "store", option: "SQLite" } } }] },
    ],
  });
  await loci.signIn(page);
  await open(page, `/workflows/${workflow}?view=decisions`);
  const planned = page.getByRole("article").filter({ hasText: "To be decided" });
  await expect(planned).toContainText("Which store?");
  await expect(planned).toContainText("SQLite, Postgres");
  await expect(planned.getByRole("link", { name: /T2/ })).toBeVisible();
  await loci.call(orch, "decision_record", { workflow, decision: "store", question: "Which store?", choice: "SQLite", rationale: "One file." });
  if (!scripted()) await page.reload();
  await expect(planned).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "SQLite" })).toBeVisible();
});

test("a question is answered and a decision ruled on", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.call(team.tam, "question_ask", { workflow: id, question: "Which header?", options: ["Authorization", "X-Token"], task: "T3", lease: "T3:1" });
  await loci.call(team.ada, "decision_record", { workflow: id, question: "Which library?", choice: "jose", rationale: "Maintained." });
  await loci.signIn(page);
  await open(page, `/workflows/${id}?task=T3`);
  await page.getByRole("button", { name: "Authorization" }).click();
  await expect(page.getByRole("complementary").getByText("mara: Authorization")).toBeVisible();
  const answer = await loci.call(team.tam, "task_ready", { workflow: id });
  expect(JSON.stringify(answer.inbox)).toContain("Authorization");
  await open(page, `/workflows/${id}?view=decisions`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog", { name: "Approve D1?" }).getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved by mara")).toBeVisible();
});

test("what agents write is text", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  await loci.call(team.ada, "discovery_record", { workflow: id, content: hostile, type: "insight" });
  await loci.call(team.orch, "task_add", { workflow: id, title: hostile, group: hostile });
  await loci.signIn(page);
  page.on("dialog", () => expect(false, "a script of an agent ran").toBe(true));
  await open(page, `/workflows/${id}?view=discoveries&task=T7`);
  await expect(page.getByText(hostile).first()).toBeVisible();
  await open(page, `/workflows/${id}`);
  await expect(page.getByRole("main").locator("img")).toHaveCount(0);
});

test("what agents write between backticks is code, and nothing else in it is", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  const content = "Run `npm test`:\n```sh\nnpm ci\n\nnpm <b>test</b>\n```\nOne ` alone.";
  await loci.call(team.ada, "discovery_record", { workflow: id, content, type: "insight" });
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=discoveries`);
  const found = page.getByRole("region", { name: "Discoveries" });
  await expect(found.locator("code").getByText("npm test", { exact: true })).toBeVisible();
  await expect(found.locator("code.block")).toHaveText("npm ci\n\nnpm <b>test</b>", { useInnerText: true });
  await expect(found.getByText("One ` alone.")).toBeVisible();
});

test("an end in the activity has the shape of its outcome", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.call(team.orch, "workflow_cancel", { workflow: id, reason: "Not needed." });
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=activity`);
  const end = page.getByRole("listitem").filter({ hasText: "cancelled the workflow" });
  await expect(end.locator("use")).toHaveAttribute("href", "#st-cancelled");
  // The reason why nothing can be done with a task is shown once.
  await open(page, `/workflows/${id}?task=T5`);
  const panel = page.getByRole("complementary", { name: "Task T5" });
  await expect(panel.getByText("The workflow is cancelled.")).toHaveCount(1);
});

test("a workflow as it was can be read, not changed", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  const { version } = await loci.call(team.orch, "workflow_get", { workflow: id });
  await done(loci, team.ada, id, "T5", "Written.");
  await loci.signIn(page);
  await open(page, `/workflows/${id}?at=${version}&task=T5&view=outline`);
  const said = page.getByText(`As it was at version ${version}`);
  await expect(said).toBeVisible();
  const panel = page.getByRole("complementary", { name: "Task T5" });
  await expect(panel.getByText("Pending", { exact: true })).toBeVisible();
  await expect(page.locator("main form[method=post]")).toHaveCount(0);
  await expect(page.getByText("Manage")).toHaveCount(0);
  await accessible(page);
  const history = page.getByRole("form", { name: "History" });
  // The lead is notified, and the notification is recorded too.
  await expect(history.getByText(new RegExp(`version ${version} of \\d+`))).toBeVisible();
  await history.getByRole("link", { name: "Older" }).click();
  await expect(page.getByText(`As it was at version ${version - 1},`)).toBeVisible();
  await history.getByRole("link", { name: "Newer" }).click();
  await expect(said).toBeVisible();
  // Current events do not change the history.
  await loci.call(team.orch, "task_add", { workflow: id, title: "Announce", group: "Edge" });
  await page.getByRole("link", { name: "Back to now" }).click();
  await expect(panel.getByText("Completed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
});

test("the history's slider leads to any version", { tag: "@both" }, async ({ loci, page }) => {
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?view=activity`);
  const slider = page.getByRole("slider", { name: "Version" });
  await slider.focus();
  await slider.press("Home");
  if (!scripted()) await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("As it was at version 1,")).toBeVisible();
  await expect(page).toHaveURL(/at=1(&|$)/);
  if (scripted()) {
    // The focus stays on the element that is moved by keyboard.
    await expect(slider).toBeFocused();
    await slider.press("ArrowRight");
    await expect(page.getByText("As it was at version 2,")).toBeVisible();
  }
  await page.getByRole("list").getByRole("link", { name: "v3", exact: true }).click();
  await expect(page.getByText("As it was at version 3,")).toBeVisible();
  await page.getByRole("link", { name: "Graph" }).click();
  await expect(drawing(page)).toBeVisible();
  await accessible(page);
});

test("pausing asks first and is said to everyone", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}`);
  await page.getByText("Manage").click();
  await page.getByRole("button", { name: "Pause" }).click();
  const asked = page.getByRole("dialog", { name: /^Pause/ });
  await asked.getByRole("textbox", { name: "Reason" }).fill("The schema changes.");
  await asked.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused by mara")).toBeVisible();
  await expect(loci.call(team.ada, "task_claim", { workflow: id })).rejects.toThrow(/paused/);
});

test("a viewer is told why nothing can be pressed", { tag: "@both" }, async ({ loci, page }) => {
  const { id, team } = await underWay(loci);
  const decision = { workflow: id, question: "Where do tokens live?", choice: "In a table", rationale: "One column less" };
  await loci.call(team.tam, "decision_record", decision);
  await loci.signIn(page, { name: "vesna", password: "correct horse battery staple", role: "viewer" });
  await open(page, `/workflows/${id}?task=T2`);
  const panel = page.getByRole("complementary", { name: "Task T2" });
  await expect(panel.getByRole("button", { name: /attempt 1/ })).toBeDisabled();
  await expect(panel.getByText("Viewers only read.").first()).toBeVisible();
  // Both verdicts on a decision have the same reason.
  await open(page, `/workflows/${id}?view=decisions`);
  const decisions = page.getByRole("region", { name: "Decisions" });
  await expect(decisions.getByText("Viewers only read.")).toHaveCount(1);
  await expect(decisions.getByRole("button")).toHaveCount(0);
});

test("a plan without tasks says how they come", { tag: "@both" }, async ({ loci, page }) => {
  const orch = await loci.token("orch-empty", "orchestrator");
  const { workflow } = await loci.call(orch, "workflow_create", { name: "Empty plan", goal: "Wait." });
  await loci.signIn(page);
  await open(page, `/workflows/${workflow}?view=table`);
  await expect(page.getByText("No tasks yet.")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await open(page, `/workflows/${workflow}?view=agents`);
  await expect(page.getByText("No contributions yet.")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});

test("no workflow, no page", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  await loci.signIn(page);
  await open(page, "/workflows/01JD000000000000000000000A");
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  await expect(page.getByText("There is no such workflow or version. It may have been deleted.")).toBeVisible();
});

test("a phone shows shapes and the outline", { tag: "@both" }, async ({ loci, page }) => {
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/workflows/${id}`);
  await expect(page.getByRole("list", { name: "Tasks by room" }).getByRole("link", { name: "Token service" })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await accessible(page);
});

test("fast keys on the history's slider end where they lead", async ({ loci, page }) => {
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}`);
  const slider = page.getByRole("slider", { name: "Version" });
  const newest = Number(await slider.getAttribute("max"));
  await slider.focus();
  // Faster than any version can be fetched.
  for (let nth = 0; nth < 6; nth += 1) await page.keyboard.press("ArrowLeft");
  await expect(page.getByText(`As it was at version ${newest - 6}`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`at=${newest - 6}\\b`));
  await expect(slider).toBeFocused();
  await expect(slider).toHaveValue(`${newest - 6}`);
  for (let nth = 0; nth < 6; nth += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByText(/^As it was at version/)).toHaveCount(0);
});

test("the legend counts what is drawn", async ({ loci, page }) => {
  const { orch, ada } = await team(loci);
  const { workflow } = await loci.call(orch, "workflow_create", {
    name: "Cut",
    goal: "Count.",
    tasks: [
      { key: "a", title: "Fails", retries: 0 },
      { key: "b", title: "After it", depends_on: ["a"] },
      { key: "c", title: "Later", depends_on: ["b"] },
      { key: "d", title: "Waits" },
      { key: "e", title: "Behind", depends_on: ["d"] },
    ],
  });
  const lease = await claim(loci, ada, workflow, "T1");
  await loci.call(ada, "task_fail", { workflow, task: "T1", lease, error: "No.", retryable: false });
  await loci.signIn(page);
  await open(page, `/workflows/${workflow}`);
  const graph = page.getByRole("document", { name: /drawn top to bottom/ });
  const legend = page.getByRole("list", { name: "Statuses, each a filter" });
  const listed = (await loci.call(orch, "workflow_list", {})).items.find((item: any) => item.id === workflow);
  for (const status of ["blocked", "pending", "failed"]) {
    const drawn = await graph.locator(`a.node[data-status=${status}]`).count();
    await expect(legend.locator(`li[data-status=${status}] .num`)).toHaveText(`${drawn}`);
    expect(listed.counts[status] ?? 0, status).toBe(drawn);
  }
  expect(await graph.locator("a.node[data-status=blocked]").count()).toBe(2);
});

test("the graph opens fitted into its frame", { tag: "@both" }, async ({ loci, page }) => {
  const { orch } = await team(loci);
  const tasks = Array.from({ length: 60 }, (_, nth) => ({
    key: `k${nth}`,
    title: `Step ${nth + 1}`,
    depends_on: nth < 6 ? [] : [`k${nth - 6}`],
  }));
  const { workflow } = await loci.call(orch, "workflow_create", { name: "Tall", goal: "Be tall.", tasks });
  await loci.signIn(page);
  await open(page, `/workflows/${workflow}`);
  const [frame, sheet] = [await page.locator(".plan-area").boundingBox(), await page.locator(".plan-sheet").boundingBox()];
  expect(sheet!.width).toBeLessThanOrEqual(frame!.width + 1);
  expect(sheet!.height).toBeLessThanOrEqual(frame!.height + 1);
});
