// The import page without JavaScript. With scripts, files are read in the browser.
import { expect, open, test } from "../fixtures.ts";
import { unique } from "../asking.ts";
import { file, transcript } from "../imports.ts";

test("a file goes with the form", async ({ loci, page }) => {
  const name = unique("plain").replaceAll(" ", "-");
  await loci.signIn(page);
  await open(page, "/import?what=sessions");
  const choose = () => page.getByLabel("Drop files here").setInputFiles([file("chat.jsonl", transcript(name, 3))]);
  await choose();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("3 new");
  // The browser does not submit a file twice: the page says so next to the file input.
  await expect(page.getByText("Choose the file again to import it.")).toBeVisible();
  await expect(page.getByText("At most 32 MiB per file.")).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
  await choose();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("region", { name: "Imported" })).toContainText("3 new");
  await page.getByRole("region", { name: "Imported" }).getByRole("link", { name: "Open" }).click();
  await expect(page.getByText(`Line 2 of <b>${name}</b>`).first()).toBeVisible();
});

test("a text that was looked at is still there", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/import?what=sessions");
  await page.getByLabel("Or paste text").fill(transcript(unique("typed").replaceAll(" ", "-"), 2));
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("2 new");
  await expect(page.getByText("Choose the file again")).toHaveCount(0);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("region", { name: "Imported" })).toContainText("2 new");
});
