// Background jobs when their language model cannot be reached.
import { accessible, expect, open, test } from "../fixtures.ts";
import { unique } from "../asking.ts";

// No server listens on this address.
test.use({ flags: ["--llm-url", "http://127.0.0.1:9/v1"] });

test("what failed is told with its reason, stopped and run again", { tag: "@both" }, async ({ loci, page }) => {
  const session = unique("talk").replaceAll(" ", "-");
  const ada = await loci.token(unique("ada").replaceAll(" ", "-"), "worker");
  await loci.signIn(page);
  await loci.call(ada, "session_put", { session, strategy: { strategy: "discrete" }, messages: [{ role: "user", content: "I live in Basel." }] });
  const first = async () => (await loci.call(ada, "job_list")).items[0];
  await expect.poll(async () => (await first())?.state).toBe("waiting");
  await open(page, "/settings/jobs");
  const jobs = page.getByRole("region", { name: "Unfinished jobs" });
  const row = jobs.getByRole("row").filter({ hasText: session });
  await expect(row).toContainText("Memory extraction");
  await expect(row).toContainText("Waiting");
  await expect(row).toContainText("the language model cannot be reached");
  await expect(row).toContainText("Next attempt in");
  await expect(row.getByRole("link")).toHaveAttribute("href", `/sessions/${session}`);
  await accessible(page);
  await row.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop job" }).click();
  await expect(row).toContainText("Stopped");
  await expect(row.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await row.getByRole("button", { name: /^Run now/ }).click();
  // It runs at once, and its retry counter is reset.
  await expect.poll(async () => [(await first())?.state, (await first())?.attempt]).toEqual(["waiting", 1]);
  await open(page, "/settings/jobs");
  await expect(row).toContainText("Waiting");
});
