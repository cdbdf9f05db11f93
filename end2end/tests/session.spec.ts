// The page of a session: the conversation and the memory around it, live, with and without JavaScript.
import { accessible, expect, hydrated, open, scripted, test } from "../fixtures.ts";
import { unique } from "../asking.ts";
import { AGENT, fold, said, talk } from "../talk.ts";

test("the page is whole and accessible", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci, { model: "gpt-4o", ttl_seconds: 7200, data: { fair: { city: "Basel", hall: 4 } } });
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { currentGoal: "Publish by Friday" } });
  await loci.call(its.ada, "session_append", { session: its.key, messages: [{ id: "m7", role: "tool", name: "cms_createPage", content: "{\"id\":\"page-1\",\"title\":\"About us\"}", created_at: "2025-11-20T09:40:00Z" }] });
  await loci.signIn(page);
  await open(page, its.path);
  await expect(page.getByRole("heading", { level: 1, name: "Rebuild the About page" })).toBeVisible();
  await expect(page.getByText("Seven messages are kept in full; nothing is folded.")).toBeVisible();
  const talked = page.getByRole("region", { name: "Conversation" });
  await expect(talked.getByText("I used the ridge at dawn.")).toBeVisible();
  await expect(talked.getByText("cms_createPage")).toBeVisible();
  const context = page.getByRole("region", { name: "Context" });
  await expect(context.getByText("128,000 token window")).toBeVisible();
  await expect(context.getByRole("meter", { name: "Context used" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Data", exact: true })).toContainText("Basel");
  await expect(page.getByRole("region", { name: "Scratchpads" })).toContainText("Publish by Friday");
  await expect(page.getByRole("region", { name: "History" })).toContainText(AGENT);
  await accessible(page);
});

test("a message appears without a reload, and the gauges move", async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.signIn(page);
  await open(page, its.path);
  await page.evaluate(() => ((window as any).sameDocument = true));
  const used = page.getByRole("region", { name: "Context" }).getByText(/^\d.* tokens$/).first();
  const before = await used.textContent();
  const content = "Make that image a little darker, so that the founding year reads. ".repeat(40);
  await loci.call(its.ada, "session_append", { session: its.key, messages: [{ role: "user", content, created_at: "2025-11-20T09:50:00Z" }] });
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText("a little darker");
  await expect(page.getByText("Seven messages are kept in full")).toBeVisible();
  await expect(used).not.toHaveText(before ?? "");
  await expect(page.getByRole("region", { name: "History" }).getByRole("listitem").first()).toContainText("a little darker");
  expect(await page.evaluate(() => (window as any).sameDocument)).toBe(true);
});

test("folded messages stay readable", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  await fold(loci, its, 4, "An About page, approved.");
  await loci.signIn(page);
  await open(page, its.path);
  const talked = page.getByRole("region", { name: "Conversation" });
  await expect(page.getByText("Two messages are kept in full; the 4 before them are folded into a summary.")).toBeVisible();
  await expect(talked.getByText("An About page, approved.")).toBeVisible();
  await expect(talked.getByText("by-hand")).toBeVisible();
  await expect(talked.getByText("Which image shall open the page?")).toHaveCount(0);
  await talked.getByRole("link", { name: "Show the 4 folded messages" }).click();
  await expect(talked.getByText("Which image shall open the page?")).toBeVisible();
  await expect(page).toHaveURL(/folded=/);
  await accessible(page);
  await talked.getByRole("link", { name: "Hide the 4 folded messages" }).click();
  await expect(talked.getByText("Which image shall open the page?")).toHaveCount(0);
});

test("folded results keep their tool and their entities", { tag: "@both" }, async ({ loci, page }) => {
  const call = { id: "c1", type: "function", function: { name: "cms_listPages", arguments: "{}" } };
  const pages = ["one", "two", "three", "four"].map((title, nth) => ({ id: `page-${nth}`, title }));
  const its = await talk(loci, {
    messages: [
      ...said(["user", "List the pages."]),
      { id: "m2", role: "assistant", content: null, tool_calls: [call], created_at: "2025-11-20T09:32:00Z" },
      { id: "m3", role: "tool", tool_call_id: "c1", content: JSON.stringify({ pages }), created_at: "2025-11-20T09:33:00Z" },
      { id: "m4", role: "user", content: "Thanks.", created_at: "2025-11-20T09:34:00Z" },
    ],
  });
  await fold(loci, its, 3, "There are four pages.");
  await loci.signIn(page);
  await open(page, its.path);
  const talked = page.getByRole("region", { name: "Conversation" });
  await talked.getByRole("link", { name: "Show the 3 folded messages" }).click();
  await expect(talked.getByText("returned 4, tracked 3:")).toBeVisible();
  const result = talked.getByRole("article").filter({ hasText: "returned 4" }).last();
  await expect(result).toContainText(/cms_listPages.*one\s+page-0.*two\s+page-1.*three\s+page-2/s);
});

test("a text runs in its own direction, and a long one ends where a sentence does", { tag: "@both" }, async ({ loci, page }) => {
  const long = `${"The page has a hero and a story. ".repeat(60)}\n\n\`\`\`sh\nmake\n\`\`\``;
  const its = await talk(loci, { messages: said(["user", "مرحبا (test 123)؟"], ["assistant", long]) });
  await loci.signIn(page);
  await open(page, its.path);
  const talked = page.getByRole("region", { name: "Conversation" });
  await expect(talked.getByText("مرحبا")).toHaveCSS("direction", "rtl");
  await expect(talked.getByText(/a story\. …/)).toBeVisible();
  await talked.getByText(/characters more$/).click();
  await expect(talked.getByRole("code").filter({ hasText: /^make$/ })).toBeVisible();
});

test("a version is compared and restored", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.call(its.ada, "session_data", { session: its.key, patch: { mood: "calm" } });
  await loci.call(its.ada, "session_append", { session: its.key, messages: [{ id: "m9", role: "user", content: "Forget all that.", created_at: "2025-11-20T10:00:00Z" }] });
  await loci.signIn(page);
  await open(page, its.path);
  await page.getByRole("region", { name: "History" }).getByRole("link", { name: "v2", exact: true }).click();
  await expect(page.getByText("This is version 2")).toBeVisible();
  const differences = page.getByRole("region", { name: "Differences", exact: true });
  await expect(differences).toContainText("Forget all that.");
  await expect(differences).toContainText("calm");
  await expect(page.getByRole("region", { name: "Conversation" })).not.toContainText("Forget all that.");
  await accessible(page);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore this version" }).click();
  await expect(page).not.toHaveURL(/at=/);
  await hydrated(page);
  await expect(page.getByText("Six messages are kept in full")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText("returned to version 2");
});

test("a session is forked, and deleted", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.signIn(page);
  await open(page, its.path);
  await page.getByText("Manage").click();
  await page.getByRole("button", { name: "Fork" }).click();
  const sheet = page.getByRole("dialog", { name: `Fork “${its.id}”?` });
  await sheet.getByLabel("Id of the new session").fill(`${its.id}-b`);
  await sheet.getByRole("button", { name: "Fork" }).click();
  await expect(page.locator("header dl")).toContainText(`Session${its.id}-b`);
  await hydrated(page);
  await expect(page.getByText("Six messages are kept in full")).toBeVisible();
  // The menu was for the current state.
  await expect(page.getByRole("button", { name: "Delete" })).toBeHidden();
  await page.getByText("Manage").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: /^Delete/ }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeVisible();
  const status = () => loci.call(its.ada, "session_get", { session: `${its.key}-b` }).then(() => 200, (refused) => refused.status);
  await expect.poll(status).toBe(404);
  await expect(page.getByRole("link", { name: `${its.id}-b`, exact: true })).toHaveCount(0);
});

test("what a word refers to is marked", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  const result = (name: string, value: object) => ({ role: "tool", name, content: JSON.stringify(value) });
  const lines = [
    result("cms_createPage", { page: { id: "page-123", title: "About us" } }),
    { role: "user", content: "Add a hero section to it." },
    result("cms_searchImages", { images: [{ id: "img-301", name: "ridge.jpg" }, { id: "img-317", name: "hut.jpg" }] }),
    { role: "user", content: "Make that image darker, and <i>publish the page</i>." },
    { role: "assistant", content: "It is darker." },
    { role: "user", content: "Run `crop it`:\n```sh\ncrop it && echo it\n```\nWe agreed that it must be small. Send it, and keep it." },
  ];
  const messages = lines.map((line, nth) => ({ id: `r${nth}`, created_at: `2025-11-20T10:0${nth}:00Z`, ...line }));
  await loci.call(its.ada, "session_append", { session: its.key, messages });
  await loci.signIn(page);
  await open(page, its.path);
  const talked = page.getByRole("region", { name: "Conversation" });
  // Later messages do not change the reference of "it".
  await expect(talked.getByRole("link", { name: "it page-123" })).toHaveCount(1);
  await expect(talked.getByRole("link", { name: "the page page-123" })).toHaveCount(1);
  // There were two images: the first is the probable reference, as the engine says too.
  const image = talked.getByRole("link", { name: "that image img-301?", exact: true });
  await expect(image).toHaveAttribute("title", /could be any of/);
  const meant = await loci.call(its.ada, "entity_resolve", { session: its.key, phrase: "that image" });
  expect(meant.entity.id).toBe("img-301");
  await expect(talked.getByText(/returned\s+ridge\.jpg\s+img-301\s+hut\.jpg/)).toBeVisible();
  // Code stays code, and repeated mentions are not marked again.
  await expect(talked.getByRole("code").filter({ hasText: "crop it && echo it" })).toBeVisible();
  await expect(talked.getByText("```")).toHaveCount(0);
  await expect(talked.getByRole("link", { name: "it img-301?", exact: true })).toHaveCount(1);
  await expect(talked.getByText("<i>publish")).toBeVisible();
  await expect(talked.getByRole("link", { name: /^It / })).toHaveCount(0);
  await accessible(page);
  await talked.getByRole("link", { name: "it page-123" }).click();
  await expect(page).toHaveURL(/#entity-page-page-123$/);
  await expect(page.locator("li:target")).toContainText("About us");
  await expect(page.locator("li:target")).toBeInViewport();
});

test("a person says how long it lasts", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.signIn(page);
  await open(page, its.path);
  const facts = page.getByRole("main").locator("header dl");
  await expect(facts).toContainText("Expiresnever");
  await page.getByText("Manage").click();
  await page.getByRole("button", { name: "Change expiry" }).click();
  const sheet = page.getByRole("dialog", { name: `Expiry of “${its.id}”` });
  await sheet.getByLabel("Expires after").selectOption({ label: "1 day" });
  await accessible(page);
  await sheet.getByRole("button", { name: "Change expiry" }).click();
  await expect(facts).toContainText(/Expiresin 23 h/);
  await hydrated(page);
  await expect(page.getByText("Six messages are kept in full")).toBeVisible();
  expect((await loci.call(its.ada, "session_get", { session: its.key })).ttl_seconds).toBe(86_400);
});

test("why no memories are taken is said", { tag: "@both" }, async ({ loci, page }) => {
  // No language model is configured.
  const its = await talk(loci, { strategy: { strategy: "discrete" } });
  const extraction = async () => (await loci.call(its.ada, "session_get", { session: its.key })).extraction?.reason;
  await expect.poll(extraction, { timeout: 30_000 }).toBeTruthy();
  await loci.signIn(page);
  await open(page, its.path);
  const pending = page.getByRole("region", { name: "Pending promotion" });
  await expect(pending).toContainText("No memories are extracted from the messages: ");
  await expect(pending).toContainText(/Next attempt in /);
  await accessible(page);
});

const MEMORIES = [
  { id: "keep", text: "Mara uses images from the September shoot only.", topics: ["brand", "images"] },
  { id: "drop", text: "The page has a hero." },
];

test("memories wait while long-term memory is off, and are promoted when it is on", { tag: "@both" }, async ({ loci, page }) => {
  await loci.signIn(page);
  const longTerm = async (on: boolean) => {
    const data = { settings: { long_term_memory: on } };
    const answer = await page.request.post(`${loci.url}/api/settings_set`, { data, headers: { origin: loci.url } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await longTerm(false);
  const its = await talk(loci, { memories: MEMORIES });
  await open(page, its.path);
  const pending = page.getByRole("region", { name: "Pending promotion" });
  await expect(pending.getByText("Long-term memory is switched off")).toHaveCount(1);
  await expect(pending.getByRole("button", { name: "Promote" }).first()).toBeDisabled();
  await expect(pending.getByRole("button", { name: "Discard" }).first()).toBeEnabled();
  await accessible(page);
  await longTerm(true);
  await expect(async () => {
    if (!scripted()) await open(page, its.path);
    await expect(pending.getByText("2 memories promoted")).toBeVisible();
  }).toPass();
  await expect(pending.getByText("Long-term memory is switched off")).toHaveCount(0);
  const found = await loci.call(its.ada, "memory_search", { query: "September shoot" });
  expect(JSON.stringify(found)).toContain("September shoot only");
});

test("memories that wait are kept or discarded by a person", { tag: "@both" }, async ({ loci, page }) => {
  await loci.signIn(page);
  const its = await talk(loci);
  // An agent that may write to the session may not write to the core.
  const lead = await loci.token(unique("keeper").replaceAll(" ", "-"), "orchestrator");
  await loci.call(lead, "core_create", { name: its.namespace, writers: ["nobody-else"] });
  const { messages } = await loci.call(its.ada, "session_get", { session: its.key });
  await loci.call(its.ada, "session_put", { session: its.key, messages, memories: MEMORIES });
  await open(page, its.path);
  const pending = page.getByRole("region", { name: "Pending promotion" });
  await expect(pending.getByRole("button", { name: "Promote" }).first()).toBeEnabled();
  await expect(pending.getByText("2 memories waiting")).toBeVisible();
  await expect(pending.getByText("brand, images")).toBeVisible();
  await accessible(page);
  const row = (text: string) => pending.getByRole("listitem").filter({ hasText: text });
  await row("The page has a hero.").getByRole("button", { name: "Discard" }).click();
  await hydrated(page);
  await expect(row("The page has a hero.")).toHaveCount(0);
  if (scripted()) await expect(row("September shoot").getByRole("button", { name: "Discard" })).toBeFocused();
  await row("September shoot").getByRole("button", { name: "Promote" }).click();
  await hydrated(page);
  await expect(pending.getByText("1 memory promoted")).toBeVisible();
  if (scripted()) await expect(pending.getByRole("heading", { name: "Pending promotion" })).toBeFocused();
  const found = await loci.call(its.ada, "memory_search", { query: "September shoot" });
  expect(JSON.stringify(found)).toContain("September shoot only");
});

test("a long conversation begins with its newest messages", { tag: "@both" }, async ({ loci, page }) => {
  const lines = Array.from({ length: 260 }, (_, nth): [string, string] => ["user", `line ${nth + 1}.`]);
  const its = await talk(loci, { messages: said(...lines) });
  await loci.signIn(page);
  await open(page, its.path);
  const talked = page.getByRole("region", { name: "Conversation" });
  await expect(talked.getByText("line 260.", { exact: true })).toBeVisible();
  await expect(talked.getByText("line 60.", { exact: true })).toHaveCount(0);
  await expect(talked.getByText("60 earlier messages not shown")).toBeVisible();
  await expect(page.getByText("260 messages are kept in full")).toBeVisible();
  await talked.getByRole("link", { name: "Show earlier messages" }).click();
  await expect(talked.getByText("line 1.", { exact: true })).toBeVisible();
});

test("earlier messages stay where they are while others come in", async ({ loci, page }) => {
  const lines = Array.from({ length: 460 }, (_, nth): [string, string] => ["user", `line ${nth + 1}.`]);
  const its = await talk(loci, { messages: said(...lines) });
  await loci.signIn(page);
  await open(page, its.path);
  const talked = page.getByRole("region", { name: "Conversation" });
  await talked.getByRole("link", { name: "Show earlier messages" }).click();
  await expect(talked.getByText("60 later messages not shown")).toBeVisible();
  await loci.call(its.ada, "session_append", { session: its.key, messages: [{ role: "user", content: "line 461." }] });
  await expect(talked.getByText("61 later messages not shown")).toBeVisible();
  await expect(talked.getByText("line 1.", { exact: true })).toBeVisible();
  await expect(talked.getByText("line 400.", { exact: true })).toBeVisible();
  await expect(talked.getByText("line 401.", { exact: true })).toHaveCount(0);
  await talked.getByRole("link", { name: "Show the newest" }).click();
  await expect(talked.getByText("line 461.", { exact: true })).toBeVisible();
});

test("a session that is deleted while it is open can be restored", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.signIn(page);
  await open(page, its.path);
  await loci.call(its.ada, "session_delete", { session: its.key });
  if (!scripted()) await open(page, its.path);
  await expect(page.getByText("The session was deleted.")).toBeVisible();
  await accessible(page);
  await page.getByRole("button", { name: "Restore" }).click();
  await hydrated(page);
  await expect(page.getByText("Six messages are kept in full")).toBeVisible();
});

test("what is folded while somebody reads stays until it is let go", async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.signIn(page);
  await open(page, its.path);
  const talked = page.getByRole("region", { name: "Conversation" });
  await fold(loci, its, 4, "An About page, approved.");
  await expect(talked.getByText("4 messages below were folded into the summary")).toBeVisible();
  await expect(talked.getByText("An About page, approved.")).toBeVisible();
  await expect(talked.getByText("Which image shall open the page?")).toBeVisible();
  await loci.call(its.ada, "session_append", { session: its.key, messages: [{ role: "user", content: "Go on.", created_at: "2025-11-20T10:00:00Z" }] });
  await expect(talked.getByText("Go on.")).toBeVisible();
  await expect(talked.getByText("Which image shall open the page?")).toBeVisible();
  await accessible(page);
  await talked.getByRole("button", { name: "Hide them" }).click();
  await expect(talked.getByText("Which image shall open the page?")).toHaveCount(0);
  await expect(talked.getByText("I used the ridge at dawn.")).toBeVisible();
});

test("the pads of an earlier version are those of now, and main is the first", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  for (const name of ["a first", "main"]) await loci.call(its.ada, "scratchpad_update", { owner: its.key, name, patch: { goal: name } });
  await loci.call(its.ada, "session_data", { session: its.key, patch: { mood: "calm" } });
  await loci.signIn(page);
  await open(page, `${its.path}?at=1`);
  const pads = page.getByRole("region", { name: "Scratchpads" });
  await expect(pads.getByRole("link").first()).toHaveText(/^main/);
  await expect(pads.locator("[aria-current]")).toHaveText(/^main/);
  await expect(pads).toContainText(/version \d+, as it is now/);
  await expect(pads.getByRole("link", { name: "Open and edit" })).toHaveCount(0);
  await accessible(page);
  await open(page, its.path);
  await expect(pads).not.toContainText("as it is now");
});

test("a version that is not there is said in words", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const its = await talk(loci);
  await loci.signIn(page);
  await page.goto(`${its.path}?at=9999`);
  await expect(page.getByText(/^Version: expected 1 to \d+\.$/)).toBeVisible();
});

test("a long name pushes nothing aside", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  const content = JSON.stringify({ page: { id: `page-${"9".repeat(100)}`, title: "Unbroken".repeat(30) } });
  const messages = [
    { role: "tool", name: "cms_getPage", content, created_at: "2025-11-20T10:00:00Z" },
    { role: "user", content: "Add a hero to it.", created_at: "2025-11-20T10:01:00Z" },
    { role: "tool", name: "tool_".repeat(30), content: "done", created_at: "2025-11-20T10:02:00Z" },
  ];
  await loci.call(its.ada, "session_append", { session: its.key, messages });
  for (const name of ["main", "notes", "pad".repeat(30)]) {
    await loci.call(its.ada, "scratchpad_update", { owner: its.key, name, patch: { goal: "x" } });
  }
  const long = `${its.namespace}/${its.user}/${"LongUnbroken".repeat(12)}`;
  await loci.call(its.ada, "session_put", { session: long, messages: said(["user", "hello"]) });
  await loci.call(its.ada, "scratchpad_update", { owner: long, patch: { ["key".repeat(60)]: "x" } });
  await loci.signIn(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [its.path, "/scratchpads"]) {
      await open(page, path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => scrollY), `${path} opens at its top`).toBe(0);
    }
  }
});

test("what agents write is text", { tag: "@both" }, async ({ loci, page }) => {
  const hostile = "<img src=x onerror=alert(1)><b>bold</b>";
  const its = await talk(loci, { data: { note: hostile }, messages: said(["user", hostile]) });
  await loci.signIn(page);
  await open(page, its.path);
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText(hostile);
  await expect(page.getByRole("region", { name: "Data", exact: true })).toContainText("<b>bold</b>");
  await expect(page.locator("main img")).toHaveCount(0);
});

test("no session is a page that says so", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/404/);
  await loci.signIn(page);
  const answer = await page.goto("/sessions/nothing-here");
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("There is no session nothing-here.")).toBeVisible();
});

test("a viewer reads and is told why not", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.signIn(page, { name: "vito", password: "looks and does not touch", role: "viewer" });
  await open(page, its.path);
  await page.getByText("Manage").click();
  await expect(page.getByRole("button", { name: "Delete" })).toBeDisabled();
  await expect(page.getByText("You are a viewer here").first()).toBeVisible();
  if (scripted()) {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Delete" })).toBeHidden();
    await expect(page.getByText("Manage")).toBeFocused();
  }
});

test("the next prompt is shown by block, and a block is dropped and brought back", { tag: "@both" }, async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.call(its.ada, "scratchpad_update", { owner: its.key, patch: { currentGoal: "Publish by Friday" } });
  await loci.signIn(page);
  await open(page, its.path);
  const lens = page.getByRole("region", { name: "Next prompt" });
  await expect(lens.getByText("of 12,000 tokens")).toBeVisible();
  await expect(lens.getByText("The agent has not requested this prompt yet.")).toBeVisible();
  const pads = lens.locator("summary", { hasText: "Scratchpads" });
  await pads.click();
  await expect(lens.getByText("Publish by Friday")).toBeVisible();
  await accessible(page);
  await lens.getByRole("button", { name: "Drop scratchpads" }).click();
  await expect(lens.getByText("Dropped: scratchpads")).toBeVisible();
  await lens.getByRole("button", { name: "Restore scratchpads" }).click();
  await expect(lens.getByText("Dropped: scratchpads")).toHaveCount(0);
  await expect(pads).toBeVisible();
});

test("the next prompt says what a cache keeps of it", async ({ loci, page }) => {
  const its = await talk(loci);
  await loci.call(its.ada, "context_read", { session: its.key });
  await loci.signIn(page);
  await open(page, its.path);
  const lens = page.getByRole("region", { name: "Next prompt" });
  await expect(lens.getByText("Unchanged since the last request.")).toBeVisible();
  await loci.call(its.ada, "session_append", { session: its.key, messages: [{ role: "user", content: "One more thing.", created_at: "2025-11-20T09:50:00Z" }] });
  await expect(lens.getByText(/^The first [\d,]+ tokens are unchanged/)).toBeVisible();
  await expect(lens.getByText("changed", { exact: true })).toBeVisible();
});
