// Conversations for the browser tests: sessions with messages, summaries, memories and scratchpads, under names that
// are unique to the test.
import type { Loci } from "./loci.ts";
import { tokenOf, unique } from "./asking.ts";

/** A session, and the token of its agent. */
export type Talk = { id: string; namespace: string; user: string; key: string; path: string; ada: string };

/** Name of the agent. */
export const AGENT = "dev-ada";

/** The messages, one minute apart. */
export function said(...lines: [role: string, content: string][]): object[] {
  const begin = Date.UTC(2025, 10, 20, 9, 30);
  return lines.map(([role, content], nth) => ({
    id: `m${nth + 1}`,
    role,
    content,
    created_at: new Date(begin + nth * 60_000).toISOString(),
  }));
}

/** The conversation that most tests use. */
export const LINES: [string, string][] = [
  ["user", "Rebuild the About page before the trade fair on 28 November."],
  ["assistant", "I made a draft with the founding story. It waits for your approval."],
  ["user", "It is approved. Use images from the September shoot only."],
  ["assistant", "Understood. Which image shall open the page?"],
  ["user", "Something from the mountains."],
  ["assistant", "I used the ridge at dawn."],
];

/** Creates a session with a conversation. */
export async function talk(loci: Loci, more: object = {}): Promise<Talk> {
  const ada = await tokenOf(loci, AGENT, "worker");
  const id = unique("talk").replaceAll(" ", "-");
  const [namespace, user] = [`ns-${id}`, `mara-${id}`];
  const key = `${namespace}/${user}/${id}`;
  await loci.call(ada, "session_put", { session: key, messages: said(...LINES), ...more });
  return { id, namespace, user, key, path: `/sessions/${encodeURIComponent(key)}`, ada };
}

/** Folds the first messages of a session into a summary. */
export async function fold(loci: Loci, { ada, key }: Talk, count: number, summary: string): Promise<void> {
  const folded = LINES.slice(0, count).map((_, nth) => `m${nth + 1}`);
  await loci.call(ada, "session_summarize", { session: key, summary, folded, writer: "by-hand" });
}
