// At moments of a session OpenCode runs `loci hook`, which gives what the agent is told. A subagent's sessions are
// left alone.
import { spawn } from "node:child_process";

export const Loci = async ({ client, directory }) => {
  // Which sessions have their memory, and which had it before a compaction.
  const begun = new Set();
  const compacted = new Set();
  // One after the other: an answer is kept before what is said to it.
  let last = Promise.resolve();

  const run = (moment, said) =>
    new Promise((resolve) => {
      const stdio = ["pipe", "pipe", "ignore"];
      const hook = spawn("loci", ["hook", moment, "--url", "{address}"], { cwd: directory, stdio, timeout: 15000 });
      let answer = "";
      hook.stdout.setEncoding("utf8");
      hook.stdout.on("data", (text) => (answer += text));
      hook.on("error", () => resolve(""));
      hook.on("close", () => {
        try {
          resolve(JSON.parse(answer).hookSpecificOutput?.additionalContext ?? "");
        } catch {
          resolve("");
        }
      });
      hook.stdin.on("error", () => {});
      hook.stdin.end(JSON.stringify(said));
    });

  const hook = (moment, event, session, more) => {
    last = last.then(() => run(moment, { hook_event_name: event, session_id: session, ...more }));
    return last;
  };

  const isSubagent = async (session) => {
    const found = await client.session.get({ path: { id: session } });
    return Boolean(found.data?.parentID);
  };

  const textOf = (parts) =>
    parts
      .filter((part) => part.type === "text" && !part.synthetic)
      .map((part) => part.text)
      .join("\n");

  const spoke = async (session) => {
    const found = await client.session.messages({ path: { id: session } });
    const { info, parts } = found.data?.findLast(({ info }) => info.role === "assistant") ?? {};
    if (info) await hook("answer", "Stop", session, { last_assistant_message: textOf(parts), turn_id: info.id });
    await hook("stop", "Stop", session);
  };

  return {
    "chat.message": async ({ sessionID }, { message, parts }) => {
      if (await isSubagent(sessionID)) return;
      const told = [];
      if (!begun.has(sessionID)) {
        begun.add(sessionID);
        const source = compacted.delete(sessionID) ? "compact" : "startup";
        told.push(await hook("start", "SessionStart", sessionID, { source }));
      }
      const prompt = textOf(parts);
      told.push(await hook("prompt", "UserPromptSubmit", sessionID, { prompt, turn_id: message.id }));
      const text = told.filter(Boolean).join("\n\n");
      // Behind the parts that are there: they are sorted by their ids.
      const id = `${parts.at(-1)?.id ?? "prt_"}loci`;
      if (text) parts.push({ id, sessionID, messageID: message.id, type: "text", text, synthetic: true });
    },
    event: async ({ event: { type, properties } }) => {
      const session = properties?.sessionID ?? properties?.info?.id;
      if (type === "session.compacted" && begun.delete(session)) compacted.add(session);
      if (type === "session.idle" && !(await isSubagent(session))) await spoke(session);
      if (type === "session.deleted" && !properties.info?.parentID) await hook("stop", "SessionEnd", session);
    },
  };
};
