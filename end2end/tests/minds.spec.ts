// Minds: their list, and one of them: its document, pending notes, mood, dreams and versions.
import type { Page } from "@playwright/test";
import { accessible, expect, hydrated, open, test, type Loci } from "../fixtures.ts";
import { unique } from "../asking.ts";

/** Creates an agent of its own with a mind in which two notes are pending. */
async function minded(loci: Loci) {
  const agent = unique("mind").replaceAll(" ", "-");
  const token = await loci.token(agent, "worker");
  const note = (text: string, kind: string, importance = 0.8) => loci.call(token, "note_write", { note: text, kind, importance });
  await note("**Mara** wants the reason before the diff.", "preference", 0.9);
  await note("Do not alter the user table: <img src=x onerror=alert(1)>", "friction");
  const dream = () => loci.call(token, "mind_dream");
  return { agent, token, note, dream, path: `/minds/${agent}` };
}

const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const log = (page: Page) => region(page, "Dream log").getByRole("listitem");

test("a mind is in the list and opens", { tag: "@both" }, async ({ loci, page }) => {
  const { agent } = await minded(loci);
  await loci.signIn(page);
  await open(page, "/minds");
  const row = page.getByRole("row", { name: new RegExp(agent) });
  await expect(row.getByRole("cell", { name: "calm", exact: true })).toBeVisible();
  await expect(row.getByRole("cell", { name: "2", exact: true })).toBeVisible();
  await accessible(page);
  await row.getByRole("link", { name: agent }).click();
  await expect(page.getByRole("heading", { level: 1, name: agent })).toBeVisible();
  await expect(region(page, "Scratch buffer").getByRole("listitem")).toHaveCount(2);
  await expect(page.getByText("It has not dreamt yet").first()).toBeVisible();
  await expect(page.getByText("No document yet.")).toBeVisible();
  await accessible(page);
});

test("what agents note is words", { tag: "@both" }, async ({ loci, page }) => {
  const { path } = await minded(loci);
  await loci.signIn(page);
  await open(page, path);
  const scratch = region(page, "Scratch buffer");
  await expect(scratch.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(scratch.locator("strong")).toHaveText("Mara");
  await expect(page.locator("main img")).toHaveCount(0);
});

test("a dream begins by hand, shows and ends by itself", async ({ loci, page }) => {
  const { path } = await minded(loci);
  await loci.signIn(page);
  await open(page, path);
  await page.getByRole("button", { name: "Dream now" }).click();
  await expect(log(page).getByRole("link", { name: "Version 1" })).toBeVisible();
  await expect(region(page, "Dream log").getByRole("status").filter({ hasText: "ream" })).toHaveCount(0);
  const state = region(page, "State vector");
  await expect(state.getByRole("heading", { name: "The Bond" })).toBeVisible();
  await expect(state.getByText("wants the reason before the diff").first()).toBeVisible();
  await expect(page.getByText("No notes.")).toBeVisible();
  await expect(region(page, "Version 1, before and after").getByText("Mass drop")).toBeVisible();
  await expect(region(page, "Versions").getByRole("listitem")).toHaveCount(1);
  await accessible(page);
});

test("a dream is asked for without scripts too", { tag: "@both" }, async ({ loci, page }) => {
  const { path } = await minded(loci);
  await loci.signIn(page);
  await open(page, path);
  await page.getByRole("button", { name: "Dream now" }).click();
  await hydrated(page);
  await expect(async () => {
    await open(page, path);
    await expect(log(page).getByRole("link", { name: "Version 1" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await log(page).getByRole("link", { name: "Version 1" }).click();
  await expect(page).toHaveURL(/dream=\d+/);
  await expect(region(page, "Version 1, before and after").getByText("every section is there")).toBeVisible();
});

/** Creates a mind with one completed dream. */
async function dreamt(loci: Loci) {
  const its = await minded(loci);
  await its.dream();
  await expect(async () => {
    const { items } = await loci.call(its.token, "dream_list");
    expect(items).toHaveLength(1);
  }).toPass();
  return its;
}

const edited = (page: Page) => page.getByRole("textbox", { name: "Markdown" });

test("a person edits a section, compares versions and restores one", { tag: "@both" }, async ({ loci, page }) => {
  const { path } = await dreamt(loci);
  await loci.signIn(page);
  await open(page, path);
  await page.getByRole("link", { name: "Edit The Bond" }).click();
  await expect(page).toHaveURL(/edit=bond/);
  await hydrated(page);
  await expect(edited(page)).toHaveValue(/Mara/);
  await accessible(page);
  await edited(page).fill("Mara reviews in the morning.");
  await page.getByRole("button", { name: "Save" }).click();
  await hydrated(page);
  const state = region(page, "State vector");
  await expect(state.getByText("Mara reviews in the morning.")).toBeVisible();
  const versions = region(page, "Versions");
  await expect(versions.getByText("edited The Bond")).toBeVisible();
  await versions.getByRole("combobox", { name: "Compare" }).selectOption("Version 1");
  await versions.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL(/version=1/);
  const compared = region(page, "From version 1 to 2");
  await expect(compared.getByText("Mara reviews in the morning.")).toBeVisible();
  await accessible(page);
  // The newest version is compared with the previous one.
  await open(page, `${path}?version=2`);
  await expect(compared.getByText("Mara reviews in the morning.")).toBeVisible();
  await open(page, `${path}?version=1`);
  await page.getByRole("button", { name: "Restore this version" }).first().click();
  await page.getByRole("dialog", { name: "Restore version 1?" }).getByRole("button", { name: "Restore this version" }).click();
  await hydrated(page);
  await expect(versions.getByText("restored version 1")).toBeVisible();
  await expect(state.getByText("wants the reason before the diff").first()).toBeVisible();
});

test("what has changed meanwhile is shown, and nothing is lost", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/409/);
  const { agent, path } = await dreamt(loci);
  await loci.signIn(page);
  await open(page, `${path}?edit=bond`);
  await edited(page).fill("Mine.");
  const other = await page.context().newPage();
  await open(other, `${path}?edit=bond`);
  await edited(other).fill("Theirs.");
  await other.getByRole("button", { name: "Save" }).click();
  await hydrated(other);
  await expect(region(other, "State vector").getByText("Theirs.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await hydrated(page);
  await expect(page.getByText("The document changed while you were editing.")).toBeVisible();
  await expect(edited(page)).toHaveValue("Mine.");
  await expect(page.getByRole("region", { name: "Your changes" }).getByText("Theirs.")).toBeVisible();
  await page.getByRole("button", { name: "Overwrite with mine" }).click();
  await hydrated(page);
  await expect(region(page, "State vector").getByText("Mine.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: agent })).toBeVisible();
});

test("who edits is told that others write, and keeps the text", async ({ loci, page, complaints }) => {
  complaints.allow(/409/);
  const { path } = await dreamt(loci);
  await loci.signIn(page);
  await open(page, `${path}?edit=bond`);
  await edited(page).fill("Mine.");
  const notice = page.getByText("The document changed while you were editing.");
  await expect(notice).toBeHidden();
  const other = await page.context().newPage();
  await open(other, `${path}?edit=bond`);
  await edited(other).fill("Theirs.");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(region(other, "State vector").getByText("Theirs.")).toBeVisible();
  await page.bringToFront();
  await expect(notice).toBeVisible();
  await expect(edited(page)).toHaveValue("Mine.");
  // It is based on the version before: the server shows both.
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Discard mine" }).click();
  await expect(edited(page)).toHaveValue(/Theirs\./);
  await edited(page).fill("Mine.");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Edit The Niche" }).click();
  await expect(edited(page)).not.toHaveValue("Mine.");
});

test("a section is locked and unlocked", { tag: "@both" }, async ({ loci, page }) => {
  const { path } = await dreamt(loci);
  await loci.signIn(page);
  await open(page, path);
  await page.getByRole("button", { name: "Lock The Bond" }).click();
  await hydrated(page);
  await expect(page.getByText("locked for dreams")).toBeVisible();
  await page.getByRole("button", { name: "Unlock The Bond" }).click();
  await hydrated(page);
  await expect(page.getByRole("button", { name: "Lock The Bond" })).toBeVisible();
  await expect(page.getByText("locked for dreams")).toHaveCount(0);
});

test("what the agent will see is shown by the model's window", { tag: "@both" }, async ({ loci, page }) => {
  const { path, note } = await dreamt(loci);
  await note("Ship on Friday.", "task");
  await loci.signIn(page);
  await open(page, path);
  const lens = region(page, "What the agent will see");
  await expect(lens.getByText("of 12,000 tokens")).toBeVisible();
  await expect(lens.getByText("The agent has not requested this prompt yet.")).toBeVisible();
  await expect(lens.getByText("window of 200,000")).toBeVisible();
  await lens.getByRole("link", { name: "32K" }).click();
  await expect(page).toHaveURL(/window=32000/);
  await expect(lens.getByText("window of 32,000")).toBeVisible();
  await lens.getByText("Notes that wait for a dream").click();
  await expect(lens.getByText("## Unsynthesized Notes (pending dream consolidation)")).toBeVisible();
  await accessible(page);
});

test("a mind is deleted and brought back", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  const { agent, path } = await dreamt(loci);
  await loci.signIn(page);
  await open(page, path);
  await page.locator("summary", { hasText: "Manage" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete the mind of ${agent}?` });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await hydrated(page);
  await expect(page.getByText("This mind was deleted.")).toBeVisible();
  await accessible(page);
  await open(page, "/minds?which=deleted");
  await page.getByRole("link", { name: agent }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await hydrated(page);
  await expect(region(page, "State vector").getByRole("heading", { name: "The Bond" })).toBeVisible();
});

test("a note by a person waits with the others", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400|422/);
  const { path } = await minded(loci);
  await loci.signIn(page);
  await open(page, path);
  await page.locator("summary", { hasText: "Write a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Ship on Friday.");
  await page.getByRole("textbox", { name: "Importance, 0 to 1" }).fill("7");
  await page.getByRole("button", { name: "Save note" }).click();
  await hydrated(page);
  // The error is shown next to the field, and no input is lost.
  await expect(page.getByText("expected 0 to 1", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("Ship on Friday.");
  await page.getByRole("textbox", { name: "Importance, 0 to 1" }).fill("0.6");
  await page.getByRole("button", { name: "Save note" }).click();
  await hydrated(page);
  const first = region(page, "Scratch buffer").getByRole("listitem").first();
  await expect(first.getByText("Ship on Friday.")).toBeVisible();
  await expect(first.getByText("by mara")).toBeVisible();
  await expect(first.getByRole("link", { name: "0.6" })).toBeVisible();
});

test("what is noted shows by itself, and moves nothing under the pointer", async ({ loci, page }) => {
  const { note, path } = await minded(loci);
  await loci.signIn(page);
  await open(page, path);
  const rows = region(page, "Scratch buffer").getByRole("listitem");
  await note("Just learned.", "fact");
  await expect(rows.first()).toContainText("Just learned.");
  await rows.nth(1).hover();
  await note("Learned while somebody points.", "fact");
  await expect(page.getByText("4 notes for the next dream")).toBeVisible();
  await expect(rows).toHaveCount(3);
  await page.mouse.move(0, 0);
  await expect(rows.first()).toContainText("Learned while somebody points.");
});

test("an agent without a mind can be given its first note", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  const agent = unique("blank").replaceAll(" ", "-");
  await loci.token(agent, "worker");
  await loci.signIn(page);
  await open(page, `/agents/${agent}`);
  await page.getByRole("link", { name: "Open the mind" }).click();
  await expect(page.getByText("No mind yet.")).toBeVisible();
  await accessible(page);
  await page.locator("summary", { hasText: "Write a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("You begin today.");
  await page.getByRole("button", { name: "Save note" }).click();
  await hydrated(page);
  await expect(region(page, "Scratch buffer").getByText("You begin today.")).toBeVisible();
});

test("a mind begins with what was written before", { tag: "@both" }, async ({ loci, page }) => {
  const agent = unique("seeded").replaceAll(" ", "-");
  await loci.token(agent, "worker");
  await loci.signIn(page);
  await open(page, `/minds/${agent}`);
  await page.locator("summary", { hasText: "Import existing text" }).click();
  await page.getByRole("textbox", { name: "Markdown" }).fill("# My memory\n\nMara likes short answers.\n");
  await page.getByRole("button", { name: "Import" }).click();
  await hydrated(page);
  const state = region(page, "State vector");
  await expect(state.getByRole("heading", { name: "Imported text" })).toBeVisible();
  await expect(state.getByText("Mara likes short answers.")).toBeVisible();
  await expect(region(page, "Versions").getByText("imported text")).toBeVisible();
  await accessible(page);
});

test("what happened to the agent moves its mood", { tag: "@both" }, async ({ loci, page }) => {
  const { token, path } = await minded(loci);
  await loci.call(token, "mood_signal", { signal: "achievement", reason: "keys rotate" });
  await loci.signIn(page);
  await open(page, path);
  const mood = region(page, "Mood");
  await expect(mood.getByRole("meter", { name: "Dopamine" })).toHaveAttribute("aria-valuenow", /^0\.5/);
  await expect(mood.getByText("keys rotate").first()).toBeVisible();
  await expect(mood.getByRole("img", { name: /Highest: dopamine 0\.55/ })).toBeVisible();
  await expect(page.getByText("Motivated").first()).toBeVisible();
  await accessible(page);
});

test("what the agent reports of itself is told", { tag: "@both" }, async ({ loci, page }) => {
  const { token, path } = await minded(loci);
  await loci.call(token, "niche_report", { earnings: 120.5, buyers: 4, trend_7d: 0.25, top_skills: ["key rotation"] });
  await loci.signIn(page);
  await open(page, path);
  const niche = region(page, "Niche");
  for (const text of ["120.50", "+25% in seven days", "key rotation"]) await expect(niche.getByText(text)).toBeVisible();
});

test("a viewer reads and is told why nothing can be done", { tag: "@both" }, async ({ loci, page }) => {
  const { path } = await minded(loci);
  await loci.signIn(page, { name: "vera", password: "reads everything here", role: "viewer" });
  await open(page, path);
  await expect(page.getByRole("button", { name: "Dream now" })).toBeDisabled();
  await expect(page.getByText("You are a viewer here").first()).toBeVisible();
  await expect(page.locator("summary", { hasText: "Write a note" })).toHaveCount(0);
});

test("searches that found nothing are shown", { tag: "@both" }, async ({ loci, page }) => {
  const { token, path } = await minded(loci);
  const query = "zeppelin mooring permits";
  await loci.call(token, "memory_search", { query });
  await loci.signIn(page);
  await expect(async () => {
    await open(page, path);
    const missed = region(page, "Searches without results");
    await expect(missed.getByRole("link", { name: query })).toBeVisible({ timeout: 500 });
  }).toPass();
});

test("documents are found by their words, and nothing says what to do", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  await loci.signIn(page);
  await open(page, "/minds?q=nobodyhaswrittenthis");
  await expect(page.getByText("No results.")).toBeVisible();
  await page.getByRole("link", { name: "All minds" }).click();
  await expect(page).toHaveURL(/\/minds$/);
  await open(page, "/minds?which=deleted");
  await expect(page.getByText("No deleted minds.")).toBeVisible();
  await open(page, "/minds/no-such-agent");
  await expect(page.getByText("There is no agent no-such-agent")).toBeVisible();
});

test("the key leads here", async ({ loci, page }) => {
  await loci.signIn(page);
  await open(page, "/");
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page.getByRole("heading", { level: 1, name: "Minds" })).toBeVisible();
});
