// The memory settings: the value in force and its source, set and reset.
import { accessible, expect, hydrated, open, test } from "../fixtures.ts";

test("a setting is set here and given back", { tag: "@both" }, async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/settings/memory");
  await expect(page.getByRole("heading", { level: 1, name: "Memory" })).toBeVisible();
  await accessible(page);
  const summaries = page.getByRole("region", { name: "Summaries" });
  const threshold = summaries.getByRole("textbox", { name: "Summarize above" });
  await expect(threshold).toHaveValue("0.7");
  await expect(summaries.getByText("built-in default").first()).toBeVisible();
  await threshold.fill("0.55");
  await summaries.getByRole("button", { name: "Save" }).first().click();
  await hydrated(page);
  await expect(summaries.getByText("set here")).toBeVisible();
  await expect(threshold).toHaveValue("0.55");
  await summaries.getByRole("button", { name: "Reset" }).click();
  await hydrated(page);
  await expect(summaries.getByText("set here")).toHaveCount(0);
  await expect(threshold).toHaveValue("0.7");
});

test("what cannot be is refused beside its field", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  await loci.signIn(page);
  await open(page, "/settings/memory");
  const threshold = page.getByRole("textbox", { name: "Summarize above" });
  await threshold.fill("2");
  await page.getByRole("region", { name: "Summaries" }).getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("expected 0.1 to 0.95").filter({ visible: true }).first()).toBeVisible();
  await expect(threshold).toHaveAttribute("aria-invalid", "true");
  await expect(threshold).toHaveValue("2");
});

test("a member reads the settings and is told why not", { tag: "@both" }, async ({ loci, page }) => {
  await loci.signIn(page, { name: "milo", password: "takes part in this", role: "member" });
  await open(page, "/settings/memory");
  await expect(page.getByRole("button", { name: "Save" }).first()).toBeDisabled();
  await expect(page.getByText("This is for owners; you are a member here.").first()).toBeVisible();
});

test("windows and entity rules are written line by line", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  await loci.signIn(page);
  await open(page, "/settings/memory");
  const windows = page.getByRole("textbox", { name: "Context windows" });
  const rules = page.getByRole("textbox", { name: "Entity rules" });
  const ownOf = (setting: string) => page.locator(`#reset-${setting}`).getByRole("button", { name: "Reset" });
  const set = async (area: typeof windows, text: string) => {
    await area.fill(text);
    await page.locator("form").filter({ has: area }).getByRole("button", { name: "Save" }).click();
  };
  await expect(rules).toHaveValue(/Page = page\n/);
  await set(windows, "house-model = 32000\nhouse-model-4.1 = 64000");
  await expect(ownOf("context_windows")).toBeVisible();
  await hydrated(page);
  await expect(windows).toHaveValue("house-model = 32000\nhouse-model-4.1 = 64000\n");
  await set(rules, "BlogPost = blog_post\nPage = page\n");
  await expect(ownOf("entity_rules")).toBeVisible();
  await hydrated(page);
  await expect(rules).toHaveValue("BlogPost = blog_post\nPage = page\n");
  await accessible(page);
  await set(rules, "Page = A page");
  await expect(page.getByText("expected at most 100 rules").filter({ visible: true }).first()).toBeVisible();
  await expect(rules).toHaveAttribute("aria-invalid", "true");
  await expect(rules).toHaveValue("Page = A page");
  await open(page, "/settings/memory");
  await set(windows, "house-model = much");
  await expect(windows).toHaveAttribute("aria-invalid", "true");
  for (const setting of ["context_windows", "entity_rules"]) {
    await open(page, "/settings/memory");
    await ownOf(setting).click();
    await expect(ownOf(setting)).toHaveCount(0);
  }
});
