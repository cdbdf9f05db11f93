// The inbox: every kind of item is resolved by a person, with and without JavaScript, and the page moves to the next
// one.
import { type Loci, accessible, expect, open, test } from "../fixtures.ts";
import { asking, handIn, itemOf, take, tokenOf, unique } from "../asking.ts";
import { team } from "../team.ts";

test("a review is given, with a remark on a line", { tag: "@both" }, async ({ loci, page, complaints }) => {
  // Rework without a comment is rejected, which browsers log to the console.
  complaints.allow(/400/);
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  await expect(page.getByRole("heading", { level: 1, name: "Token service" })).toBeVisible();
  await expect(page.getByText("Keys are read once a minute.").first()).toBeVisible();
  // Changes since the last review, as text.
  const change = page.getByRole("region", { name: "Changes in src/token.ts" });
  await expect(change.getByRole("row").filter({ hasText: "2 <script>" })).toHaveClass(/add/);
  await expect(change.getByRole("row").filter({ hasText: "two" })).toHaveClass(/del/);
  const bench = page.getByRole("complementary", { name: "Resolve" });
  await expect(bench.getByText("T2 Middleware")).toBeVisible();
  await expect(bench.getByText("Line two is wrong.")).toBeVisible();
  for (const verdict of ["Approve", "Needs rework", "Reject"]) {
    await expect(bench.getByRole("radio", { name: verdict })).not.toBeChecked();
  }
  await accessible(page);
  // Rework without a comment is rejected, and the reason is shown.
  await bench.getByRole("radio", { name: "Needs rework" }).check({ force: true });
  await bench.locator("button[type=submit]").first().click();
  await expect(bench.getByRole("alert")).toContainText("say what is wrong with it");
  await bench.getByRole("radio", { name: "Needs rework" }).check({ force: true });
  await bench.getByLabel("Comment").fill("Nearly.");
  await bench.getByText("Remark on a line").click();
  await bench.getByRole("spinbutton", { name: "Line" }).fill("2");
  await bench.getByLabel("Remark", { exact: true }).fill("Say what 2 is.");
  await bench.locator("button[type=submit]").first().click();
  await expect(page.getByRole("status").filter({ hasText: "Asked for rework of “Token service”." })).toBeVisible();
  await expect(page).not.toHaveURL(/review:T1/);
  const { task } = await loci.call(asked.ada, "task_get", { workflow: asked.workflow, task: "T1", fields: ["review_status", "reviews"] });
  expect(task.review_status).toBe("needs_rework");
  expect(task.reviews.at(-1).comments).toEqual([
    { text: "Nearly." },
    { text: "Say what 2 is.", artifact: "A2", line: 2 },
  ]);
});

test("the keys work on a page that nobody has clicked", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  await page.keyboard.press("1");
  await expect(page.getByRole("radio", { name: "Approve" })).toBeChecked();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").filter({ hasText: "Approved “Token service”." })).toBeVisible();
  const { task } = await loci.call(asked.ada, "task_get", { workflow: asked.workflow, task: "T1" });
  expect(task.review_status).toBe("approved");
});

test("a key that is pressed before the page is alive counts", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  let come = (): void => {};
  const way = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/main\.js$/, async (route) => way.then(() => route.continue()));
  // The document is parsed, and its deferred scripts are not there yet.
  await page.goto(itemOf(asked, "review:T1"), { waitUntil: "commit" });
  await page.getByRole("radio", { name: "Needs rework" }).waitFor({ state: "attached" });
  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "Needs rework" })).not.toBeChecked();
  come();
  await expect(page.getByRole("radio", { name: "Needs rework" })).toBeChecked();
});

test("a person is not offered a review of what they made", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  const made = { workflow: asked.workflow, type: "code", path: "src/other.ts", associated_task: "T5", content: "x\n" };
  await loci.call(asked.orch, "task_add", { workflow: asked.workflow, tasks: [{ title: "Paired", needs_review: true }] });
  const recorded = await page.request.post(`${loci.url}/api/artifact_record`, {
    data: { ...made, associated_task: "T6" },
    headers: { origin: loci.url },
  });
  expect(recorded.status(), await recorded.text()).toBe(200);
  await handIn(loci, asked.ada, asked.workflow, "T6", "Together.");
  const why = "You worked on T6 yourself: somebody else has to review it.";
  for (const path of [itemOf(asked, "review:T6"), `/workflows/${asked.workflow}?task=T6`]) {
    await open(page, path);
    await expect(page.getByText(why).first()).toBeVisible();
    await expect(page.getByRole("radio", { name: "Approve" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^(Send verdict|Send review|Approve)/ })).toHaveCount(0);
  }
  const refused = await page.request.post(`${loci.url}/api/task_review`, {
    data: { workflow: asked.workflow, task: "T6", status: "approved" },
    headers: { origin: loci.url },
  });
  expect(refused.status()).toBe(403);
  expect((await refused.json()).detail).toContain(why);
});

test("a question is answered with an option or in other words", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "question:Q1"));
  await expect(page.getByRole("heading", { level: 1, name: asked.question })).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Only at night" }).click();
  const said = `Answered “${asked.question}” with “Only at night”.`;
  await expect(page.getByRole("status").filter({ hasText: said })).toBeVisible();
  const { workflow } = await loci.call(asked.ada, "workflow_get", { workflow: asked.workflow, fields: ["questions"] });
  expect(workflow.questions[0].answer).toBe("Only at night");
  await loci.call(asked.ada, "question_ask", { workflow: asked.workflow, question: "And why?" });
  await open(page, itemOf(asked, "question:Q2"));
  await page.getByLabel("Answer", { exact: true }).fill("Because it is quiet then.");
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(page).not.toHaveURL(/question:Q2/);
  const after = await loci.call(asked.ada, "workflow_get", { workflow: asked.workflow, fields: ["questions"] });
  expect(after.workflow.questions[1].answer).toBe("Because it is quiet then.");
});

test("an approval is refused with a reason", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "approval:P1"));
  await expect(page.getByText("It cannot be undone.").first()).toBeVisible();
  await accessible(page);
  await page.getByRole("radio", { name: "Refuse" }).check({ force: true });
  await page.getByLabel("Comment").fill("Two clients still send it.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Refused “Drop the legacy cookie”." })).toBeVisible();
  const { workflow } = await loci.call(asked.ada, "workflow_get", { workflow: asked.workflow, fields: ["approvals"] });
  expect(workflow.approvals[0]).toMatchObject({ status: "refused", comments: "Two clients still send it." });
});

test("a failed task is put back, or its failure accepted", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "escalation:T3"));
  await expect(page.getByText("migration lock held").first()).toBeVisible();
  await accessible(page);
  await page.getByLabel("Note for the next attempt").fill("The reindex job is done.");
  await page.getByRole("button", { name: /^Retry/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Retried “Revocation list”: it can be claimed again." })).toBeVisible();
  const { task } = await loci.call(asked.ada, "task_get", { workflow: asked.workflow, task: "T3" });
  expect(task.status).toBe("pending");
});

test("an item is snoozed and brought back", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "question:Q1"));
  await page.getByRole("button", { name: /^1 hour/ }).click();
  await expect(page.getByRole("status").filter({ hasText: `Snoozed “${asked.question}”.` })).toBeVisible();
  const queue = page.getByRole("list", { name: "Open items" });
  await expect(queue.getByText(asked.question)).toHaveCount(0);
  await page.getByText(/^\d+ snoozed$/).click();
  const off = page.getByRole("list", { name: "Snoozed items" });
  await accessible(page);
  await off.getByRole("link", { name: asked.question }).click();
  await expect(page).toHaveURL(itemOf(asked, "question:Q1"));
  await page.getByRole("button", { name: "End snooze" }).click();
  await expect(page.getByRole("status").filter({ hasText: `Ended the snooze of “${asked.question}”.` })).toBeVisible();
  // Without scripts the notice comes with the address.
  await expect(page).toHaveURL(new RegExp(`${itemOf(asked, "question:Q1")}(\\?flash=\\w+)?$`));
  await expect(queue.getByText(asked.question)).toBeVisible();
  await expect(page.getByRole("button", { name: /^1 hour/ })).toBeVisible();
});

/** Creates a workflow that asks three questions in succession, and returns the address of the first. */
async function threeQuestions(loci: Loci): Promise<{ workflow: string; questions: string[]; first: string; answers: () => Promise<unknown[]> }> {
  const orch = await tokenOf(loci, "orch-1", "orchestrator");
  const ada = await tokenOf(loci, "dev-ada", "worker");
  const { workflow } = await loci.call(orch, "workflow_create", { name: unique("Three"), goal: "Ask.", tasks: [{ title: "Clean up" }] });
  const questions = ["staging", "production", "archive"].map((bucket) => unique(`May I delete the ${bucket} bucket?`));
  for (const question of questions) await loci.call(ada, "question_ask", { workflow, question, options: ["Yes", "No"] });
  const answers = async () => {
    const known = await loci.call(ada, "workflow_get", { workflow, fields: ["questions"] });
    return known.workflow.questions.map((question: { answer?: string }) => question.answer);
  };
  return { workflow, questions, first: `/inbox/${workflow}.question:Q1`, answers };
}

test("the next item ignores input for 600 ms", async ({ loci, page }) => {
  const { questions, first, answers } = await threeQuestions(loci);
  await loci.signIn(page);
  await page.clock.install();
  await open(page, first);
  let sent = 0;
  page.on("request", (request) => (sent += request.url().includes("/api/question_answer") ? 1 : 0));
  const yes = page.getByRole("button", { name: "Yes" });
  await expect(yes).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("1");
  await expect(page.getByRole("heading", { level: 1, name: questions[1] })).toBeVisible();
  const box = (await yes.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const again = async (): Promise<void> => {
    await page.keyboard.press("1");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  };
  await expect(yes).toBeDisabled();
  await again();
  await page.clock.runFor(599);
  await expect(yes).toBeDisabled();
  await again();
  expect(sent).toBe(1);
  await page.clock.runFor(1);
  await expect(yes).toBeEnabled();
  expect(await answers()).toEqual(["Yes", undefined, undefined]);
  await page.keyboard.press("1");
  await expect(page.getByRole("heading", { level: 1, name: questions[2] })).toBeVisible();
  expect(sent).toBe(2);
  expect(await answers()).toEqual(["Yes", "Yes", undefined]);
});

// The page's clock is stopped between the two, so that they are equally far apart on every machine.
for (const pause of [120, 250, 400, 599]) {
  test(`a double click with a pause of ${pause} ms answers one question`, async ({ loci, page }) => {
    const { questions, first, answers } = await threeQuestions(loci);
    await loci.signIn(page);
    await page.clock.install();
    await open(page, first);
    const yes = page.getByRole("button", { name: "Yes" });
    await expect(yes).toBeEnabled();
    await page.clock.pauseAt(Date.now() + 60_000);
    const box = (await yes.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.clock.runFor(pause);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page.getByRole("heading", { level: 1, name: questions[1] })).toBeVisible();
    await page.clock.runFor(600);
    await expect(yes).toBeEnabled();
    expect(await answers()).toEqual(["Yes", undefined, undefined]);
  });
}

for (const pause of [150, 300, 599]) {
  test(`a key pressed again after ${pause} ms answers one question`, async ({ loci, page }) => {
    const { questions, first, answers } = await threeQuestions(loci);
    await loci.signIn(page);
    await page.clock.install();
    await open(page, first);
    const yes = page.getByRole("button", { name: "Yes" });
    await expect(yes).toBeEnabled();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press("1");
    await page.clock.runFor(pause);
    await page.keyboard.press("1");
    await expect(page.getByRole("heading", { level: 1, name: questions[1] })).toBeVisible();
    await page.clock.runFor(600);
    await expect(yes).toBeEnabled();
    expect(await answers()).toEqual(["Yes", undefined, undefined]);
  });
}

test("keys lead through the queue and choose", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  await page.keyboard.press("1");
  await expect(page.getByRole("radio", { name: "Approve" })).toBeChecked();
  const queue = page.getByRole("list", { name: "Open items" });
  const links = await queue.getByRole("link").all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute("href")));
  const at = addresses.indexOf(itemOf(asked, "review:T1"));
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`${addresses[at + 1]?.replaceAll(".", "\\.")}$`));
  await page.keyboard.press("k");
  await expect(page).toHaveURL(/review:T1$/);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard" });
  await expect(sheet).toBeVisible();
  await sheet.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/review:T1$/);
  await page.getByRole("button", { name: "shortcuts" }).click();
  await sheet.getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await expect(page).toHaveURL(/\/workflows$/);
});

test("somebody quicker is told of", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  await loci.call(asked.rev, "task_review", { workflow: asked.workflow, task: "T1", status: "approved" });
  await expect(page.getByText("Resolved in the meantime.")).toBeVisible();
  // A resolved item cannot be resolved again.
  await expect(page.getByRole("button", { name: "Send review" })).toBeDisabled();
  await page.getByRole("link", { name: "Show the outcome" }).click();
  await expect(page.getByText("rev-1 approved it.")).toBeVisible();
});

test("an item that changed is shown anew, with its forms", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  await page.getByRole("radio", { name: "Approve" }).check({ force: true });
  await loci.call(asked.orch, "task_edit", { workflow: asked.workflow, task: "T1", title: "Token service, again" });
  await expect(page.getByText("This item has changed.")).toBeVisible();
  await page.getByRole("link", { name: "Show the new version" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Token service, again" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Approve" })).not.toBeChecked();
  await expect(page.getByText("This item has changed.")).toHaveCount(0);
});

test("the first item of the list stays open when others settle it", async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, "/inbox");
  const bench = page.getByRole("complementary", { name: "Resolve" });
  const title = page.getByRole("article").getByRole("heading", { level: 2 }).first();
  const first = (await title.textContent()) ?? "";
  const current = page.getByRole("list", { name: "Open items" }).locator("[aria-current]");
  const [, workflow = "", item = ""] = /inbox\/(\w+)\.(\S+)$/.exec(decodeURIComponent((await current.getAttribute("href")) ?? "")) ?? [];
  // Something of less weight changes nothing of what is open.
  await loci.call(asked.ada, "question_ask", { workflow: asked.workflow, question: unique("And when?") });
  await expect(page.getByText(/^\d+ open$/)).toBeVisible();
  await expect(page.getByText("Resolved in the meantime.")).toHaveCount(0);
  await expect(bench.getByRole("button", { name: /^1 hour/ })).toBeEnabled();
  expect(item).toMatch(/^review:/);
  await loci.call(asked.rev, "task_review", { workflow, task: item.replace("review:", ""), status: "approved" });
  await expect(page.getByText("Resolved in the meantime.")).toBeVisible();
  await expect(title).toHaveText(first);
  await expect(bench.getByRole("button", { name: /^1 hour/ })).toBeDisabled();
  await page.keyboard.press("j");
  await expect(page.getByText("Resolved in the meantime.")).toHaveCount(0);
  await expect(bench.getByRole("button", { name: /^1 hour/ })).toBeEnabled();
});

test("remarks are shown below their lines, and keep their file", async ({ loci, page }) => {
  const asked = await asking(loci);
  const made = { workflow: asked.workflow, type: "code", associated_task: "T1" };
  await loci.call(asked.ada, "artifact_record", { ...made, path: "src/zone.ts", content: "one zone\n" });
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  const bench = page.getByRole("complementary", { name: "Resolve" });
  const acceptance = bench.getByRole("region", { name: "Acceptance" });
  await expect(acceptance).toContainText("0 of 2");
  await acceptance.getByRole("checkbox").first().check();
  await expect(acceptance).toContainText("1 of 2");
  await bench.getByText("Remark on a line").click();
  await bench.getByLabel("Remark", { exact: true }).fill("Say what 2 is.");
  await bench.getByRole("spinbutton", { name: "Line" }).fill("2");
  const drafts = page.getByRole("row").filter({ hasText: "You, draft" });
  await expect(drafts).toHaveText(/Say what 2 is\./);
  await bench.getByRole("button", { name: "Another remark" }).click();
  await bench.getByLabel("Remark", { exact: true }).last().fill("And three.");
  await bench.getByRole("spinbutton", { name: "Line" }).last().fill("3");
  await expect(drafts).toHaveCount(2);
  // News elsewhere changes nothing of it.
  await loci.call(asked.ada, "question_ask", { workflow: asked.workflow, question: unique("And when?") });
  await expect(page.getByText(/^\d+ open$/)).toBeVisible();
  await expect(drafts).toHaveCount(2);
  await expect(acceptance).toContainText("1 of 2");
  // Another file is opened: remarks stay about theirs.
  await page.getByRole("navigation", { name: "Files" }).getByRole("link", { name: "zone.ts" }).click();
  await expect(page.getByRole("region", { name: "Changes in src/zone.ts" })).toBeVisible();
  await expect(drafts).toHaveCount(0);
  await page.keyboard.press("2");
  await bench.getByRole("button", { name: "Ask for rework" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Asked for rework" })).toBeVisible();
  const { task } = await loci.call(asked.ada, "task_get", { workflow: asked.workflow, task: "T1", fields: ["reviews"] });
  expect(task.reviews.at(-1).comments).toMatchObject([
    { text: "Say what 2 is.", artifact: "A2", line: 2 },
    { text: "And three.", artifact: "A2", line: 3 },
  ]);
});

test("a phone has the list and the item at two addresses", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await page.setViewportSize({ width: 390, height: 844 });
  await loci.signIn(page);
  await open(page, "/inbox");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Resolve" })).toBeHidden();
  await accessible(page);
  await page.getByRole("list", { name: "Open items" }).getByRole("link", { name: asked.question }).click();
  await expect(page.getByRole("heading", { level: 1, name: asked.question })).toBeVisible();
  await expect(page.getByRole("list", { name: "Open items" })).toBeHidden();
  await accessible(page);
});

test("a settled item says who settled it and how", { tag: "@both" }, async ({ loci, page, complaints }) => {
  const asked = await asking(loci);
  await loci.call(asked.rev, "task_review", { workflow: asked.workflow, task: "T1", status: "approved" });
  await loci.signIn(page);
  await open(page, itemOf(asked, "review:T1"));
  await expect(page.getByRole("heading", { level: 1, name: "This item is resolved" })).toBeVisible();
  await expect(page.getByText("rev-1 approved it. T1 is completed now.")).toBeVisible();
  await expect(page.getByRole("article").getByText("Token service")).toBeVisible();
  await accessible(page);
  // An item that never existed is shown differently.
  complaints.allow(/404/);
  await open(page, itemOf(asked, "review:T99"));
  await expect(page.getByRole("heading", { level: 1, name: "Item not found" })).toBeVisible();
  await expect(page.getByText("The inbox has no such item, neither open nor resolved.")).toBeVisible();
});

test("memories are on the way of the keys", async ({ loci, page }) => {
  await asking(loci);
  const core = unique("core").replaceAll(" ", "-");
  await loci.call(await tokenOf(loci, "orch", "orchestrator"), "core_create", { name: core, approval: "all" });
  const memories = [{ id: `${core}-a`, text: "Deploys are frozen on Fridays.", namespace: core }];
  await loci.call(await tokenOf(loci, "dev-ada", "worker"), "memory_create", { memories });
  await loci.signIn(page);
  await open(page, `/inbox/core:${core}`);
  await page.keyboard.press("k");
  await expect(page).not.toHaveURL(`/inbox/core:${core}`);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(`/inbox/core:${core}`);
});

test("a viewer reads why nothing can be pressed", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page, { name: "vera", password: "reads everything here", role: "viewer" });
  await open(page, itemOf(asked, "review:T1"));
  await expect(page.getByText("You are a viewer here")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Approve" })).toHaveCount(0);
});

test("work is approved in spite of what it needs, when a person says so", { tag: "@both" }, async ({ loci, page, complaints }) => {
  // Approval without the checkbox is rejected, which browsers log to the console.
  complaints.allow(/409/);
  const { orch, ada } = await team(loci);
  // Once: signing in again ends the session that the open page still uses.
  await loci.signIn(page);
  for (const place of ["inbox", "panel"]) {
    const { workflow } = await loci.call(orch, "workflow_create", {
      name: unique("In spite"),
      goal: "Roll back when it fails.",
      tasks: [
        { key: "a", title: "Migrate", retries: 0 },
        { key: "b", title: "Roll back", depends_on: [{ task: "a", when: "failure" }], needs_review: true },
      ],
    });
    const lease = await take(loci, ada, workflow, "T1");
    await loci.call(ada, "task_fail", { workflow, task: "T1", lease, error: "lock held", retryable: false });
    await handIn(loci, ada, workflow, "T2", "Rolled back.");
    // Its precondition no longer holds.
    await loci.call(orch, "task_retry", { workflow, task: "T1" });
    await open(page, place === "inbox" ? `/inbox/${workflow}.review:T2` : `/workflows/${workflow}?task=T2`);
    const bench = page.getByRole("complementary", { name: place === "inbox" ? "Resolve" : "Task T2" });
    const review = bench.locator("form.verdict");
    await expect(review.getByText("T1 (Migrate) must fail")).toBeVisible();
    await review.getByRole("radio", { name: "Approve" }).check({ force: true });
    await review.locator("button[type=submit]").click();
    await expect(bench.getByRole("alert")).toContainText("T2 cannot be approved now");
    await review.getByRole("radio", { name: "Approve" }).check({ force: true });
    await review.getByRole("checkbox", { name: /Approve anyway/ }).check();
    await review.locator("button[type=submit]").click();
    // The inbox moves to the next item, or shows that there is none.
    if (place === "inbox") await expect(page).not.toHaveURL(/review:T2/);
    else await expect(bench.getByText(/approved attempt 1/)).toBeVisible();
    const { task } = await loci.call(ada, "task_get", { workflow, task: "T2", fields: ["status", "unmet"] });
    expect(task).toMatchObject({ status: "completed", unmet: ["T1"] });
  }
});

test("memories that wait for approval are in the inbox, and are ruled on there", { tag: "@both" }, async ({ loci, page }) => {
  const ada = await tokenOf(loci, "dev-ada", "worker");
  const core = unique("core").replaceAll(" ", "-");
  await loci.call(await tokenOf(loci, "orch", "orchestrator"), "core_create", { name: core, approval: "all" });
  const memory = (id: string, text: string) => ({ id: `${core}-${id}`, text, namespace: core });
  await loci.call(ada, "memory_create", {
    memories: [memory("a", "Deploys are frozen on Fridays."), memory("b", "The staging database is reset at night.")],
  });
  await loci.signIn(page);
  await open(page, "/inbox");
  const row = page.getByRole("link", { name: new RegExp(`2 memories to approve.*${core}`) });
  await row.click();
  await expect(page).toHaveURL(`/inbox/core:${core}`);
  const waiting = page.getByRole("region", { name: "Waiting for approval" });
  const frozen = waiting.getByRole("listitem").filter({ hasText: "Deploys are frozen on Fridays." });
  await frozen.getByRole("button", { name: "Approve" }).click();
  await expect(frozen).toHaveCount(0);
  await expect(waiting.getByRole("listitem").filter({ hasText: "reset at night" })).toBeVisible();
  await accessible(page);
  await open(page, "/inbox");
  await expect(page.getByRole("link", { name: new RegExp(`1 memory to approve.*${core}`) })).toBeVisible();
});
