// A rejected form keeps its input and shows the error next to the field; without JavaScript the page is returned with
// it.
import type { Locator, Page } from "@playwright/test";
import { accessible, expect, open, scripted, test } from "../fixtures.ts";
import { asking, itemOf, unique } from "../asking.ts";
import { underWay } from "../team.ts";

/** Expects a field to contain a text and to be described by its error. */
async function refused(field: Locator, value: string, error: RegExp): Promise<void> {
  await expect(field).toHaveAccessibleDescription(error);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue(value);
}

/** Returns true if the address leads to the submitted form. */
async function ledTo(page: Page, form: string): Promise<void> {
  if (!scripted()) await expect(page).toHaveURL(new RegExp(`#${form}$`));
}

test("a name that cannot be comes back with the role", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  await loci.signIn(page);
  await open(page, "/settings/agents");
  const register = page.getByRole("region", { name: "Register an agent" });
  await register.getByLabel("Name").fill("two words");
  await register.getByLabel("Default role").selectOption("reviewer");
  await register.getByRole("button", { name: "Register" }).click();
  await refused(register.getByLabel("Name"), "two words", /expected 1 to 64 letters/);
  await expect(register.getByLabel("Default role")).toHaveValue("reviewer");
  await ledTo(page, "register");
  await accessible(page);
  await register.getByLabel("Name").fill(unique("two").replaceAll(" ", "-"));
  await register.getByRole("button", { name: "Register" }).click();
  await expect(register.getByRole("status")).toContainText("is registered as reviewer.");
});

test("a nudge without words comes back with its receiver", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const { id, names } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?task=T3`);
  await page.getByRole("combobox", { name: "To", exact: true }).selectOption(names.ada);
  await page.getByRole("combobox", { name: "Priority" }).selectOption("urgent");
  await page.getByRole("textbox", { name: "Message" }).fill("   ");
  await page.getByRole("button", { name: "Send" }).click();
  await refused(page.getByRole("textbox", { name: "Message" }), "   ", /must not be empty/);
  await expect(page.getByRole("combobox", { name: "To", exact: true })).toHaveValue(names.ada);
  await expect(page.getByRole("combobox", { name: "Priority" })).toHaveValue("urgent");
  await ledTo(page, "nudge");
  await accessible(page);
});

test("a verdict on something newer comes back with its comment", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/409/);
  const { id, team } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}?task=T2`);
  const panel = page.getByRole("complementary", { name: "Task T2" });
  await panel.getByRole("radio", { name: "Needs rework" }).check();
  await panel.getByRole("textbox", { name: "Comment" }).fill("Line two\nis wrong.");
  // The page without JavaScript is stale; with scripts it is up to date, and nothing is rejected.
  if (!scripted()) await loci.call(team.orch, "task_edit", { workflow: id, task: "T2", description: "Another service." });
  await panel.getByRole("button", { name: /attempt 1/ }).click();
  if (!scripted()) {
    const review = panel.locator("#review");
    await expect(review.getByRole("alert")).toContainText("The state does not allow it");
    await expect(review.getByRole("textbox", { name: "Comment" })).toHaveValue("Line two\nis wrong.");
    await expect(review.getByRole("radio", { name: "Needs rework" })).toBeChecked();
    // The error is shown once, where it belongs.
    await expect(page.getByRole("alert")).toHaveCount(1);
    await accessible(page);
    await review.getByRole("button", { name: /attempt 1/ }).click();
  }
  await expect(panel.getByText("is wrong.").first()).toBeVisible();
  await expect(panel.locator("#review")).toHaveCount(0);
});

test("a question asked before the irreversible stands open again", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const { id } = await underWay(loci);
  await loci.signIn(page);
  await open(page, `/workflows/${id}`);
  await page.getByText("Manage").click();
  await page.getByRole("button", { name: "Complete" }).click();
  const asked = page.getByRole("dialog", { name: /^Complete/ });
  await asked.getByRole("checkbox").check();
  await asked.getByRole("textbox", { name: "Reason" }).fill(" ");
  await asked.getByRole("button", { name: "Complete" }).click();
  await refused(asked.getByRole("textbox", { name: "Reason" }), " ", /say why/);
  await expect(asked.getByRole("checkbox")).toBeChecked();
  await accessible(page);
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(asked).toBeHidden();
});

test("a refusal without words comes back in the inbox", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const asked = await asking(loci);
  await loci.signIn(page);
  await open(page, itemOf(asked, "approval:P1"));
  await page.getByRole("radio", { name: "Refuse" }).check();
  await page.getByRole("button", { name: "Send" }).click();
  await refused(page.getByRole("textbox", { name: "Comment" }), "", /./);
  await expect(page.getByRole("radio", { name: "Refuse" })).toBeChecked();
  await accessible(page);
});

test("a wrong password does not cost the name", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/401/);
  const person = { name: "nora", password: "remembers it mostly", role: "member" } as const;
  await loci.person(person);
  await open(page, "/sign-in?next=%2Fworkflows");
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Password").fill("something else");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("wrong");
  await expect(page.getByLabel("Name")).toHaveValue(person.name);
  await expect(page.getByLabel("Password")).toHaveValue("");
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
});
