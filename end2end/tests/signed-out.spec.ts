// A session that ends while pages are open: they say so, and return to the same page after signing in.
import { expect, hydrated, OWNER, open, test } from "../fixtures.ts";
import { talk } from "../talk.ts";

test("an open page says that its session has ended, and a way leads back", async ({ loci, page, complaints }) => {
  complaints.allow(/401/);
  const its = await talk(loci);
  await loci.signIn(page);
  await open(page, its.path);
  const foot = page.getByRole("contentinfo");
  await expect(foot.getByText("Live", { exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await open(other, "/");
  await other.locator("summary.who").click();
  await other.getByRole("button", { name: "Sign out" }).click();
  // Chromium may not close a tab in the middle of a navigation.
  await expect(other).toHaveURL(/\/sign-in/);
  await other.close();
  await expect(foot.getByText("Signed out")).toBeVisible();
  await expect(foot.getByText("Reconnecting")).toHaveCount(0);

  // The next page that is opened asks to sign in, and is shown afterwards.
  await page.getByRole("link", { name: "Minds" }).first().click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fminds$/);
  await page.goBack();
  await page.goto(its.path);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("Name").fill(OWNER.name);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await hydrated(page);
  await expect(page).toHaveURL(new RegExp(`${its.path}$`));
  await expect(foot.getByText("Live", { exact: true })).toBeVisible();
});

test("the foot leads to where one signs in again", async ({ loci, page, complaints }) => {
  complaints.allow(/401/);
  complaints.outlives();
  const its = await talk(loci);
  await loci.signIn(page);
  await open(page, `${its.path}?first=40`);
  await page.context().clearCookies();
  // The stream stays open until the connection breaks.
  await loci.restart();
  const again = page.getByRole("contentinfo").getByRole("link", { name: "Sign in again" });
  await expect(again).toHaveAttribute("href", /^\/sign-in\?next=%2Fsessions%2F.*first%3D40$/);
});
