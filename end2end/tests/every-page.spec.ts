// Every page in both themes: no axe violations, no skipped heading level.
import { accessible, expect, open, test } from "../fixtures.ts";
import { asking, itemOf } from "../asking.ts";
import { talk } from "../talk.ts";
import { underWay } from "../team.ts";

for (const theme of ["light", "dark"] as const) {
  test(`every page is accessible, ${theme}`, { tag: theme === "dark" ? "@slow" : [] }, async ({ loci, page }) => {
    test.setTimeout(480_000);
    await page.emulateMedia({ colorScheme: theme });
    const asked = await asking(loci);
    const { id, team, names } = await underWay(loci);
    const its = await talk(loci);
    await loci.call(team.tam, "decision_record", {
      workflow: id,
      question: "Where do tokens live?",
      choice: "In a table of their own",
      rationale: "One column less",
    });
    await loci.call(team.tam, "discovery_record", { workflow: id, type: "risk", content: "The table is large" });
    await loci.call(team.tam, "note_write", { note: "Ask before a step that cannot be taken back.", kind: "friction" });
    await loci.signIn(page);
    const views = ["graph", "outline", "table", "decisions", "discoveries", "learnings", "artifacts", "agents", "digest", "activity"];
    const items = ["review:T1", "question:Q1", "approval:P1", "escalation:T3"].map((item) => itemOf(asked, item));
    const paths = [
      "/",
      "/inbox",
      ...items,
      "/workflows",
      "/import",
      ...views.map((view) => `/workflows/${id}?view=${view}`),
      `/workflows/${id}?view=artifacts&artifact=A2`,
      `/workflows/${id}?task=T2`,
      `/workflows/${id}?at=3`,
      "/sessions",
      its.path,
      `${its.path}?at=1`,
      "/scratchpads",
      "/crystals",
      "/crystals?q=ridge",
      "/minds",
      `/minds/${names.tam}`,
      `/minds/${names.tam}?edit=document`,
      `/agents/${names.ada}`,
      "/settings/agents",
      "/settings/audit",
      "/settings/jobs",
      "/settings/memory",
      "/settings/webhooks",
      "/api/docs",
      "/api/docs/task",
      "/help",
    ];
    for (const path of paths) {
      await test.step(path, async () => {
        await open(page, path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await accessible(page);
      });
    }
  });
}
