// Sample files for the import page.

export const file = (name: string, text: string | Buffer) => ({ name, mimeType: "", buffer: Buffer.from(text) });

export const transcript = (session: string, lines: number) =>
  Array.from({ length: lines }, (_, n) =>
    JSON.stringify({
      type: n % 2 ? "assistant" : "user",
      uuid: `${session}-${n}`,
      sessionId: session,
      timestamp: new Date(Date.UTC(2025, 8, 1) + n * 1000).toISOString(),
      message: { role: n % 2 ? "assistant" : "user", content: `Line ${n} of <b>${session}</b>` },
    }),
  ).join("\n");

/** Returns the numbers of new and unchanged entries in a text of the page. */
export function countsOf(text: string): [created: number, unchanged: number] {
  const [, created, unchanged] = /(\d+) new, \d+ changed, (\d+) unchanged/.exec(text) ?? [];
  return [Number(created), Number(unchanged)];
}
