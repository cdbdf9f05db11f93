// Does to a plugin what OpenCode does in a session: two turns of a person, one of a subagent, a compaction, and a third
// turn. Prints what the agent was told with each.
import { pathToFileURL } from "node:url";

const [file, directory] = process.argv.slice(2);
const { Loci } = await import(pathToFileURL(file));
const messages = { main: [], helper: [] };
const client = {
  session: {
    get: async ({ path: { id } }) => ({ data: id === "helper" ? { id, parentID: "main" } : { id } }),
    messages: async ({ path: { id } }) => ({ data: messages[id] }),
  },
};
const hooks = await Loci({ client, directory });
const text = (messageID, text) => ({ id: `prt_${messageID}`, sessionID: "main", messageID, type: "text", text });

const turn = async (sessionID, id, question, answer) => {
  const parts = [text(id, question)];
  const info = { id, role: "user", sessionID };
  await hooks["chat.message"]({ sessionID }, { message: info, parts });
  messages[sessionID].push({ info, parts });
  const last = { id: `${id}-answer`, role: "assistant", sessionID };
  messages[sessionID].push({ info: last, parts: [{ type: "reasoning", text: "Hm." }, text(last.id, answer)] });
  const idle = { type: "session.idle", properties: { sessionID } };
  // It says so more than once, and waits for nobody.
  await Promise.all([hooks.event({ event: idle }), hooks.event({ event: idle })]);
  return parts.slice(1);
};

const told = [
  await turn("main", "msg_1", "Where do tokens live?", "In a table."),
  await turn("helper", "msg_2", "Look for tokens.", "None."),
  await turn("main", "msg_3", "Which one?", "In sessions."),
];
await hooks.event({ event: { type: "session.compacted", properties: { sessionID: "main" } } });
told.push(await turn("main", "msg_4", "Go on.", "Done."));
await hooks.event({ event: { type: "session.deleted", properties: { info: { id: "main" } } } });
console.log(JSON.stringify(told));
