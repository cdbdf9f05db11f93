// People sign in, agents call operations, and both see the same data.
import { OWNER, Refused, expect, open, test } from "./fixtures.ts";

test("who is not signed in is asked to", { tag: "@both" }, async ({ page, loci }) => {
  await loci.person(OWNER);
  await open(page, "/");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("who is signed in gets the page they asked for", { tag: "@both" }, async ({ page, loci }) => {
  await loci.signIn(page);
  await open(page, "/workflows");
  await expect(page).toHaveURL(/\/workflows$/);
  await expect(page.getByRole("heading", { level: 1, name: "Workflows" })).toBeVisible();
});

test("an agent calls with its token, also after a restart", async ({ loci }) => {
  const token = await loci.token("orla", "orchestrator");
  const made = { name: "Ship the importer", goal: "Rows reach the table" };
  await loci.call(token, "workflow_create", made);
  await loci.restart("SIGKILL");
  expect(JSON.stringify(await loci.call(token, "workflow_list"))).toContain(made.name);
});

test("an unknown token is refused with a problem", async ({ loci }) => {
  const call = loci.call("loci_wk_none", "workflow_list");
  await expect(call).rejects.toThrow(Refused);
  await expect(call).rejects.toMatchObject({ status: 401 });
});
