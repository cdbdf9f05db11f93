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
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(page.getByRole("region", { name: "What would be written" })).toContainText("3 new");
  // The browser does not submit a file twice: the page says so next to the file input.
  await expect(page.getByText("Choose it once more here, then take it in.")).toBeVisible();
  await expect(page.getByText("At most 32 MiB each.")).toBeVisible();
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("region", { name: "What would be written" })).toBeVisible();
  await choose();
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("region", { name: "What was written" })).toContainText("3 new");
  await page.getByRole("region", { name: "What was written" }).getByRole("link", { name: "Open it" }).click();
  await expect(page.getByText(`Line 2 of <b>${name}</b>`).first()).toBeVisible();
});

test("a text that was looked at is still there", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/import?what=sessions");
  await page.getByLabel("Or its text").fill(transcript(unique("typed").replaceAll(" ", "-"), 2));
  await page.getByRole("button", { name: "Look at it first" }).click();
  await expect(page.getByRole("region", { name: "What would be written" })).toContainText("2 new");
  await expect(page.getByText("Choose it once more")).toHaveCount(0);
  await page.getByRole("button", { name: "Take it in" }).click();
  await expect(page.getByRole("region", { name: "What was written" })).toContainText("2 new");
});
