// The audit: sign-ins, and changes of tokens and settings; for owners only.
import { accessible, expect, open, test } from "../fixtures.ts";
import { unique } from "../asking.ts";

test("an owner looks through the audit and takes it along", { tag: "@both" }, async ({ loci, page }) => {
  const name = unique("audited").replaceAll(" ", "-");
  const token = await loci.token(name, "worker");
  await loci.call(token, "workflow_list");
  await loci.signIn(page);
  await open(page, "/settings/agents");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  const events = page.getByRole("region", { name: "Events" });
  await expect(events.getByRole("row").filter({ hasText: "signed in with a password" }).first()).toBeVisible();
  await accessible(page);

  await page.getByLabel("Who", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(new RegExp(`actor=${name}`));
  const rows = events.getByRole("row");
  // The header and three facts: the agent was added, got a token, and used it.
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText("first used the token");
  await expect(rows.nth(2)).toContainText(/created the token \w+ for /);
  await expect(rows.nth(3)).toContainText(`registered ${name} as worker`);
  await expect(page.getByLabel("Who", { exact: true })).toHaveValue(name);

  await page.getByLabel("Event", { exact: true }).selectOption("Tokens first used");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/kind=token_used/);
  await expect(rows).toHaveCount(2);
  for (const [link, holds] of [
    ["CSV", `"token_used","${name}","worker"`],
    ["JSON Lines", `"kind":"token_used"`],
  ] as const) {
    const href = (await page.getByRole("link", { name: link }).getAttribute("href")) ?? "";
    const answer = await page.request.get(href);
    const text = await answer.text();
    expect(text).toContain(holds);
    expect(text).not.toContain("token_created");
  }
  await rows.nth(1).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("days leave out what was not in them, and pages lead on", { tag: "@both" }, async ({ loci, page }) => {
  const name = unique("paged").replaceAll(" ", "-");
  for (let made = 0; made < 51; made += 1) await loci.token(name, "worker");
  await loci.signIn(page);
  await open(page, `/settings/audit?actor=${name}`);
  const events = page.getByRole("region", { name: "Events" });
  await expect(events.getByRole("row")).toHaveCount(51);
  await accessible(page);
  await events.getByRole("link", { name: "Older" }).click();
  // The last token, and the fact that added the agent.
  await expect(events.getByRole("row")).toHaveCount(3);
  await events.getByRole("link", { name: "Newest" }).click();
  await expect(events.getByRole("row")).toHaveCount(51);

  await page.getByLabel("From").fill("2100-01-01");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/since=2100-01-01/);
  await expect(events.getByText("No event matches the filter.")).toBeVisible();
  await expect(page.getByLabel("From")).toHaveValue("2100-01-01");
  await accessible(page);
});

test("a member has no audit", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/403/);
  await loci.signIn(page, { name: "milo", password: "takes part in this", role: "member" });
  await open(page, "/settings/agents");
  const places = page.getByRole("navigation", { name: "Settings" });
  await expect(places.getByRole("link", { name: "Memory" })).toBeVisible();
  await expect(places.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  const answer = await page.goto("/settings/audit");
  expect(answer?.status()).toBe(403);
  await expect(page.getByRole("region", { name: "Events" })).toHaveCount(0);
});
