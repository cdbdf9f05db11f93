// Pages requested by many clients at once arrive complete. A response that never ends exceeds the test's timeout.
import { asking, itemOf } from "../asking.ts";
import { expect, test } from "../fixtures.ts";
import { talk } from "../talk.ts";
import { underWay } from "../team.ts";

/** Number of parallel clients. */
const READERS = 12;
/** Number of requests by each client for each page. */
const ROUNDS = 3;

test("every page comes whole when many ask for it at once", { tag: "@slow" }, async ({ loci, page }) => {
  test.setTimeout(180_000);
  const asked = await asking(loci);
  const { id, names } = await underWay(loci);
  const its = await talk(loci);
  await loci.signIn(page);
  const cookies = await page.context().cookies();
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
  const views = ["graph", "decisions", "artifacts", "activity"];
  const paths = [
    "/",
    "/inbox",
    itemOf(asked, "review:T1"),
    "/workflows",
    ...views.map((view) => `/workflows/${id}?view=${view}`),
    `/workflows/${id}?task=T2`,
    "/sessions",
    its.path,
    `${its.path}?at=1`,
    "/scratchpads",
    `/agents/${names.ada}`,
    "/settings/agents",
    "/settings/audit",
    "/settings/jobs",
    "/settings/memory",
  ];
  for (const path of paths) {
    await test.step(path, async () => {
      const one = async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const answer = await fetch(`${loci.url}${path}`, { headers });
          expect(answer.status).toBe(200);
          // A complete page has its content and its end.
          const text = await answer.text();
          expect(text.includes("</main>") && text.endsWith("</html>"), "it is whole").toBe(true);
        }
      };
      await Promise.all(Array.from({ length: READERS }, one));
    });
  }
});
