// Agents and their tokens, and the page of an agent.
import { accessible, expect, open, test } from "../fixtures.ts";
import { asking, take, unique } from "../asking.ts";

test("an agent gets a token, which is shown once, and loses it", { tag: "@both" }, async ({ loci, page }) => {
  const name = unique("agent").replaceAll(" ", "-");
  await loci.signIn(page);
  await open(page, "/settings/agents");
  await accessible(page);
  const register = page.getByRole("region", { name: "Register an agent" });
  await register.getByLabel("Name").fill(name);
  await register.getByLabel("Default role").selectOption("worker");
  await register.getByRole("button", { name: "Register" }).click();
  await expect(register.getByRole("status")).toContainText(`${name} is registered as worker.`);
  const make = page.getByRole("region", { name: "Create a token" });
  await make.getByLabel("Agent").selectOption(name);
  await make.getByLabel("Expires").selectOption("86400");
  await make.getByLabel("Tools over MCP").selectOption("all");
  await make.getByRole("button", { name: "Create token" }).click();
  const once = page.getByRole("region", { name: `Token for ${name}` });
  const token = (await once.locator(".copyrow code").textContent()) ?? "";
  expect(token).toMatch(/^loci_/);
  // The secret is only where it is shown.
  expect(await page.locator("head").innerHTML()).not.toContain(token);
  await loci.call(token, "workflow_list");
  await once.getByText("Codex CLI", { exact: true }).click();
  await expect(once.getByText(`export LOCI_TOKEN=${token}\nloci init codex`)).toBeVisible();
  await accessible(page);
  await open(page, "/settings/agents");
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole("region", { name: "Tokens" }).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("in 23 h");
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog", { name: new RegExp(`^Revoke token .* of ${name}\\?$`) }).getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toContainText("revoked");
  await expect(loci.call(token, "workflow_list")).rejects.toMatchObject({ status: 401 });
});

test("shortened addresses lead to the first page of the settings", { tag: "@both" }, async ({ loci, page }) => {
  await loci.signIn(page);
  for (const short of ["/settings", "/agents"]) {
    await open(page, short);
    await expect(page).toHaveURL(/\/settings\/agents$/);
    await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  }
});

test("an agent is paused with a reason and let go on", { tag: "@both" }, async ({ loci, page }) => {
  const name = unique("paused").replaceAll(" ", "-");
  await loci.token(name, "worker");
  await loci.signIn(page);
  await open(page, `/agents/${name}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  const sheet = page.getByRole("dialog", { name: `Pause ${name}?` });
  await sheet.getByLabel("Reason").fill("Its branch is broken.");
  await sheet.getByRole("button", { name: "Pause agent" }).click();
  await expect(page.getByText(/Its branch is broken/).first()).toBeVisible();
  await page.getByRole("button", { name: `Resume ${name}` }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("the page of an agent says what it holds and gave", { tag: "@both" }, async ({ loci, page }) => {
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, "/agents/dev-ada");
  await expect(page.getByRole("region", { name: "Current work" }).getByRole("link", { name: "T4 Backfill" }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Contributions" }).getByRole("link", { name: asked.name })).toBeVisible();
  await expect(page.getByRole("region", { name: "Activity" }).getByRole("listitem").first()).toBeVisible();
  await accessible(page);
});

test("the page of an agent says how each coding agent is set up", { tag: "@both" }, async ({ loci, page }) => {
  const name = unique("setup").replaceAll(" ", "-");
  const token = await loci.token(name, "worker");
  await loci.signIn(page);
  await open(page, `/agents/${name}`);
  const setup = page.getByRole("region", { name: "Set up a coding agent" });
  for (const [title, command, config, hooks] of [
    ["Claude Code", "loci init claude", ".mcp.json", "loci hook stop"],
    ["Codex CLI", "loci init codex", ".codex/config.toml", "loci hook answer"],
    ["Cursor", "loci init cursor", ".cursor/mcp.json", "loci hook said"],
    ["Gemini CLI", "loci init gemini", ".gemini/settings.json", "loci hook prompt"],
    ["OpenCode", "loci init opencode", "opencode.json", "session.idle"],
    ["VS Code", "loci init vscode", ".vscode/mcp.json", "loci hook said"],
  ] as const) {
    const one = setup.locator(".setups > details").filter({ hasText: `Files of ${title}` });
    await one.getByText(title, { exact: true }).click();
    await expect(one.getByText(`export LOCI_URL=${loci.url}\nexport LOCI_TOKEN=TOKEN\n${command}`)).toBeVisible();
    await one.getByText(`Files of ${title}`).click();
    await expect(one.getByText(config, { exact: true }).first()).toBeVisible();
    await expect(one.getByText(`${loci.url}/mcp`)).toBeVisible();
    await expect(one.getByText("Working memory: Loci")).toBeVisible();
    await expect(one.getByText(hooks)).toBeVisible();
  }
  await accessible(page);
  await expect(page.getByText(token)).toHaveCount(0);
});

test("what an agent holds stands one below the other", { tag: "@both" }, async ({ loci, page }) => {
  const name = unique("holder").replaceAll(" ", "-");
  const { workflow } = await loci.call(await loci.token("orch-1", "orchestrator"), "workflow_create", {
    name: unique("Held"),
    goal: "One agent holds much.",
    tasks: [{ title: "First thing" }, { title: "Second thing" }, { title: "Third thing" }],
  });
  const token = await loci.token(name, "worker");
  for (const task of ["T1", "T2", "T3"]) await take(loci, token, workflow, task);
  await loci.signIn(page);
  await open(page, "/settings/agents");
  const row = page.getByRole("region", { name: "Agents" }).getByRole("row").filter({ hasText: name });
  await expect(row.getByRole("link", { name: "Third thing" })).toBeVisible();
  await accessible(page);
});

test("a viewer reads once why settings cannot be changed", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/403/);
  await loci.signIn(page, { name: "vida", password: "reads everything here", role: "viewer" });
  await open(page, "/settings/memory");
  await expect(page.getByText("You are a viewer here")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Save" }).first()).toBeDisabled();
  await open(page, "/settings/webhooks");
  await expect(page.getByText("Your role, viewer, does not give access to this page. Ask an owner.")).toBeVisible();
});

test("nobody's page is not there", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  await loci.signIn(page);
  const answer = await page.goto("/agents/no-such-agent");
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("There is no agent no-such-agent.")).toBeVisible();
});

test("a member sees agents but no tokens", { tag: "@both" }, async ({ loci, page }) => {
  await loci.signIn(page, { name: "milo", password: "takes part in this", role: "member" });
  await open(page, "/settings/agents");
  await expect(page.getByRole("region", { name: "Agents" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Tokens" })).toHaveCount(0);
  await expect(page.getByText("This is for owners").first()).toBeVisible();
});

test("what is chosen and typed stays while other agents come", async ({ loci, page }) => {
  const name = unique("ab").replaceAll(" ", "-");
  await loci.token(name, "worker");
  await loci.signIn(page);
  await open(page, "/settings/agents");
  const agents = page.getByRole("region", { name: "Agents" });
  const choice = page.getByRole("region", { name: "Create a token" }).getByLabel("Agent");
  await choice.selectOption(name);
  await agents.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "Pause" }).click();
  const sheet = page.getByRole("dialog", { name: `Pause ${name}?` });
  await sheet.getByLabel("Reason").fill("Its branch");
  for (const first of ["aa", "aab"]) {
    const other = unique(first).replaceAll(" ", "-");
    await loci.token(other, "worker");
    await expect(agents.getByRole("row").filter({ hasText: other })).toBeAttached();
    await expect(sheet.getByLabel("Reason")).toHaveValue("Its branch");
    await expect(choice).toHaveValue(name);
  }
  await sheet.getByRole("button", { name: "Pause agent" }).click();
  await expect(agents.getByRole("row").filter({ hasText: name })).toContainText("paused");
  await expect(choice).toHaveValue(name);
});
