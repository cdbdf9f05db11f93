// The first calls of a client whose types were made of the document. That it compiles is half of the test.
import type { components, paths } from "./types";

type Body<P extends keyof paths> = paths[P] extends {
  post: { requestBody?: { content: { "application/json": infer B } } };
}
  ? B
  : never;
type Answer<P extends keyof paths> = paths[P] extends {
  post: { responses: { 200: { content: { "application/json": infer A } } } };
}
  ? A
  : never;

const base = process.env.LOCI_BASE ?? "";
const token = process.env.LOCI_TOKEN ?? "";

async function call<P extends keyof paths>(path: P, body: Body<P>): Promise<Answer<P>> {
  const response = await fetch(base + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Answer<P>;
}

const role: components["schemas"]["Role"] = "orchestrator";
const made = await call("/api/workflow_create", {
  name: "Typed",
  goal: "See that types fit",
  tasks: [{ key: "a", title: "First" }, { title: "Second", depends_on: ["a"] }],
});
const workflow = made.workflow ?? "";
const added = await call("/api/task_add", { workflow, title: "Third" });
const listed = await call("/api/task_list", { workflow });
if (listed.items?.length !== 3) throw new Error(`${role} sees ${listed.items?.length} tasks`);
if (added.version === undefined) throw new Error("an answer has no version");
