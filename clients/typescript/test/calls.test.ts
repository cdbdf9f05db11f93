// Calls: every operation exists, errors have their class, and retried writes are done once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  ConflictError,
  ConnectionFailedError,
  ForbiddenError,
  InvalidError,
  Loci,
  NotFoundError,
  ProblemError,
  RateLimitedError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnexpectedAnswerError,
} from "../src/index.js";
import { errorOf } from "../src/errors.js";
import { Between, House, answered, refusal, type Plan } from "./house.js";

const AGENTS = ["orchestrator", "worker", "reviewer", "librarian", "observer"];

let house: House;
let loci: Loci;
const ways: Between[] = [];

before(async () => {
  house = await House.start();
  loci = house.client();
});
after(async () => {
  await Promise.all(ways.map((way) => way.end()));
  await house.end();
});

async function between(plan: Plan): Promise<Between> {
  const way = await Between.start(house.url, plan);
  ways.push(way);
  return way;
}

async function workflow(name: string): Promise<string> {
  return (await loci.workflow.create({ name, goal: "Be tried" })).workflow;
}

test("every operation of the document is there, and the server knows it", async () => {
  const document = (await (await fetch(`${house.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { post?: { "x-roles": string[] } }>;
  };
  const clients = new Map(AGENTS.map((role) => [role, house.client(`ts-${role}`, role, { retries: 0 })]));
  let count = 0;
  for (const [path, { post }] of Object.entries(document.paths)) {
    if (!post) continue;
    const name = path.slice("/api/".length);
    const [noun = "", ...verb] = name.split("_");
    const client = clients.get(AGENTS.find((role) => post["x-roles"].includes(role)) ?? "observer");
    const group = (verb.length > 0 ? Reflect.get(client!, noun) : client) as Record<string, unknown>;
    const method = group[verb.join("_") || name];
    assert.equal(typeof method, "function", name);
    count += 1;
    const arguments_ = name === "changes_wait" ? { timeout_seconds: 0 } : {};
    try {
      const answer: unknown = await (method as (given: object) => Promise<unknown>).call(group, arguments_);
      assert.equal(typeof answer, "object", name);
    } catch (error) {
      assert.ok(error instanceof ProblemError, `${name}: ${error}`);
      assert.ok(!["internal", "unavailable"].includes(error.code), `${name}: ${error}`);
    }
  }
  assert.ok(count > 100);
});

for (const how of ["break", "half"]) {
  test(`a write whose answer is lost is done once (${how})`, async () => {
    const id = await workflow(`Once, ${how}`);
    const way = await between((number) => (number < 2 ? how : "pass"));
    await new Loci({ url: way.url, token: house.token() }).task.add({ workflow: id, title: "One" });
    assert.equal(way.requests.length, 3);
    assert.equal(way.keys().length, 3);
    assert.equal(new Set(way.keys()).size, 1);
    assert.deepEqual((await loci.task.list({ workflow: id })).items.map((task) => task.id), ["T1"]);
  });
}

test("two calls have two keys, and a key of the caller's own counts", async () => {
  const id = await workflow("Twice");
  const way = await between(() => "pass");
  const client = new Loci({ url: way.url, token: house.token() });
  await client.task.add({ workflow: id, title: "Same" });
  await client.task.add({ workflow: id, title: "Same" });
  await client.task.add({ workflow: id, title: "Own", idempotency_key: "ts-own-key" });
  await client.task.add({ workflow: id, title: "Own", idempotency_key: "ts-own-key" });
  await client.task.list({ workflow: id });
  assert.equal(new Set(way.keys()).size, 3);
  assert.equal(way.keys().length, 3);
  assert.equal((await loci.task.list({ workflow: id })).items.length, 3);
});

test("who is told to come later does", async () => {
  const answers = [
    refusal(503, "unavailable", { retry_after_seconds: 0 }),
    refusal(429, "rate_limited"),
    answered("502 Bad Gateway", "text/html", "oops"),
    "pass",
  ];
  const way = await between((number) => answers[number]!);
  await new Loci({ url: way.url, token: house.token() }).workflow.list();
  assert.equal(way.requests.length, 4);
});

test("there is an end, and a long pause is the caller's", async () => {
  const never = await between(() => refusal(503, "unavailable"));
  await assert.rejects(new Loci({ url: never.url, token: "x", retries: 2 }).workflow.list(), UnavailableError);
  assert.equal(never.requests.length, 3);
  await assert.rejects(new Loci({ url: never.url, token: "x" }).workflow.list({}, { retries: 0 }), UnavailableError);
  assert.equal(never.requests.length, 4);
  const tomorrow = await between(() => refusal(429, "rate_limited", { retry_after_seconds: 86400 }));
  await assert.rejects(new Loci({ url: tomorrow.url, token: "x" }).workflow.list(), (error) => {
    assert.ok(error instanceof RateLimitedError);
    assert.equal(error.retryAfter, 86400);
    return true;
  });
  assert.equal(tomorrow.requests.length, 1);
  const nobody = await Between.start(house.url, () => "pass");
  const { url } = nobody;
  await nobody.end();
  await assert.rejects(new Loci({ url, token: "x", retries: 1 }).workflow.list(), ConnectionFailedError);
});

test("who is not Loci is told", async () => {
  for (const answer of [
    answered("200 OK", "text/plain", "hello"),
    answered("200 OK", "application/json", "[]"),
    answered("404 Not Found", "text/html", "<html>"),
    answered("302 Found", "text/html", "").replace("\r\n", "\r\nLocation: http://127.0.0.1:1/\r\n"),
  ]) {
    const way = await between(() => answer);
    await assert.rejects(new Loci({ url: way.url, token: "x" }).workflow.list(), UnexpectedAnswerError);
    assert.equal(way.requests.length, 1);
  }
});

test("a signal ends a call that waits", async () => {
  const id = await workflow("Waiting");
  const controller = new AbortController();
  const waiting = loci.changes.wait({ workflow: id, timeout_seconds: 60 }, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, /enough/);
  await assert.rejects(loci.workflow.list({}, { signal: AbortSignal.abort(new Error("before")) }), /before/);
});

test("each refusal has its class and its particulars", async () => {
  const id = await workflow("Errors");
  await assert.rejects(loci.task.add({ workflow: id, title: "x", priority: 77 }), InvalidError);
  await assert.rejects(loci.task.add({ workflow: id, title: "x", paths: 7 as never }), (error) => {
    assert.ok(error instanceof InvalidError);
    assert.ok(error.fields.some((fault) => fault.pointer === "/paths"));
    return true;
  });
  await assert.rejects(loci.task.get({ workflow: id, task: "T9" }), NotFoundError);
  const { version } = await loci.task.add({ workflow: id, title: "First" });
  await loci.task.edit({ workflow: id, task: "T1", title: "Second" });
  await assert.rejects(loci.task.edit({ workflow: id, task: "T1", title: "Third", if_version: version }), (error) => {
    assert.ok(error instanceof ConflictError);
    assert.equal(error.name, "ConflictError");
    assert.equal(error.current, version! + 1);
    assert.ok(error.changes.length > 0);
    assert.equal(error.message, error.detail);
    return true;
  });
  const watcher = house.client("ts-watch", "observer");
  await assert.rejects(watcher.task.add({ workflow: id, title: "x" }), ForbiddenError);
  await assert.rejects(loci.note.write({ note: "x".repeat(2_000_000) }), TooLargeError);
  for (const token of ["wrong", `loci_${"0".repeat(40)}`]) {
    await assert.rejects(new Loci({ url: house.url, token }).workflow.list(), UnauthenticatedError);
  }
});

test("what an answer says becomes an error, whatever it is", () => {
  const odd = errorOf(418, '{"code":"teapot","detail":"Tea"}');
  assert.ok(odd instanceof ProblemError && odd.status === 418 && odd.fields.length === 0);
  assert.ok(errorOf(500, '{"code":"constructor","detail":""}') instanceof ProblemError);
  for (const body of ["", "[]", '{"code":1}', "null", '{"detail":"x"}']) {
    assert.ok(errorOf(500, body) instanceof UnexpectedAnswerError, body);
  }
});

test("a timeout may be as long as one likes", async () => {
  for (const timeout of [Infinity, 1e300, 1e10, 2 ** 31, 2 ** 31 - 1, 30_000]) {
    const client = house.client("ts-lead", "orchestrator", { timeout, retries: 0 });
    assert.ok((await client.workflow.list()).items, String(timeout));
    assert.ok((await loci.workflow.list({}, { timeout, retries: 0 })).items, String(timeout));
    const feed = client.events({ after: "0" });
    assert.equal((await feed.next()).done, false, String(timeout));
    await feed.return();
  }
});

test("an odd patience is refused at once", async () => {
  const way = await between(() => "pass");
  const client = new Loci({ url: way.url, token: house.token() });
  for (const name of ["timeout", "retries"]) {
    const odd: unknown[] = [-1, NaN, -Infinity, true, null, "3", {}, ...(name === "timeout" ? [0] : [])];
    for (const value of odd) {
      assert.throws(() => new Loci({ token: "x", [name]: value }), RangeError, `${name} ${value}`);
      await assert.rejects(client.workflow.list({}, { [name]: value }), RangeError, `${name} ${value}`);
    }
  }
  assert.equal(way.requests.length, 0);
});

test("an odd wait is the server's to refuse", async () => {
  const id = await workflow("Waits");
  for (const wait of [-1, -1e9, 1e300, 0.5, "x", true] as number[]) {
    await assert.rejects(loci.task.claim({ workflow: id, wait }, { retries: 0 }), InvalidError, String(wait));
  }
});

test("an address may be written in any way that says the same", async () => {
  const { host } = new URL(house.url);
  const ways = [new URL(house.url), `HTTP://${host}`, `Http://${host}///`, `${house.url}/`, new URL(`${house.url}//`)];
  for (const url of [...ways, `${house.url} `]) {
    const client = new Loci({ url, token: house.token() });
    assert.ok((await client.workflow.list({}, { retries: 0 })).items, String(url));
  }
  const asked: string[] = [];
  const fetch = async (address: unknown): Promise<Response> => {
    asked.push(String(address));
    return Response.json({ items: [] });
  };
  for (const url of ["https://loci.example/teams/a/", new URL("https://loci.example:443/teams/a")]) {
    await new Loci({ url, token: "x", fetch }).workflow.list();
  }
  assert.deepEqual(new Set(asked), new Set(["https://loci.example/teams/a/api/workflow_list"]));
});

test("an address that says too much is refused, and told why", () => {
  for (const more of ["?x=1", "/?", "#a", "/#", "/teams?x#y"]) {
    for (const url of [house.url + more, new URL(house.url + more)]) {
      assert.throws(() => new Loci({ token: "x", url }), { name: "TypeError", message: /query|fragment/ }, String(url));
    }
  }
  for (const url of ["http://u:secret@127.0.0.1:7077", "http://secret@127.0.0.1", new URL("http://u:secret@127.0.0.1")]) {
    assert.throws(
      () => new Loci({ token: "x", url }),
      (error: Error) => error instanceof TypeError && /password/.test(error.message) && !/secret/.test(error.message),
    );
  }
});

test("odd settings are refused, and no message has the token", () => {
  const odd: unknown[] = [7077, true, {}, [], { href: 1 }, new URL("file:///a"), new URL("ws://127.0.0.1:7077")];
  for (const url of ["127.0.0.1:7077", "http://", "http:///x", "http:x", "http://x:99999", "http://[", "ftp://x", ...odd]) {
    assert.throws(() => new Loci({ token: "x", url: url as string }), { name: "TypeError", message: /no address/ });
  }
  for (const token of ["a\nb", "ä", "a b"]) {
    assert.throws(
      () => new Loci({ token }),
      (error: Error) => !error.message.includes(token),
    );
  }
  assert.ok(!JSON.stringify(loci).includes(house.token()));
});

test("half a character is refused before it is sent, and where it is is told", async () => {
  const way = await between(() => "pass");
  const client = new Loci({ url: way.url, token: house.token() });
  const messages = [
    { role: "user" as const, content: "whole 🦀 \\ud83d" },
    { role: "user" as const, content: "half \ud83d", metadata: { "a/b~": ["\udc00 first"], "\ud800": 1 } },
  ];
  await assert.rejects(client.session.append({ session: "ts-half", messages }), (error) => {
    assert.ok(error instanceof InvalidError);
    assert.deepEqual([error.code, error.status], ["invalid", 400]);
    const pointers = error.fields.map(({ pointer }) => pointer).sort();
    assert.deepEqual(pointers, ["/messages/1/content", "/messages/1/metadata/a~1b~0/0", "/messages/1/metadata/\ufffd"]);
    assert.match(error.message, /^\/messages\/1\/content: .*surrogate/);
    return true;
  });
  await assert.rejects(client.call("session_append", { session: "\ud83d".repeat(1000) }), InvalidError);
  const many = Array.from({ length: 100_000 }, () => "\ud83d");
  await assert.rejects(client.call("task_add", { paths: many }), (error) => {
    return error instanceof InvalidError && error.fields.length < 1000;
  });
  assert.equal(way.requests.length, 0);
  await client.session.append({ session: "ts-half", messages: messages.slice(0, 1) });
  assert.equal((await loci.session.get({ session: "ts-half" })).messages[0]?.content, messages[0]!.content);
});

test("texts of any kind and any size come back", async () => {
  const texts = ["Grüße, 世界, שלום, 🦀👩‍👩‍👧", "line\u2028separator\u2029and\u0085next", 'quotes " \\ and </script>', "e\u0301 is not é"];
  for (const [number, content] of texts.entries()) {
    await loci.session.append({ session: `ts-text-${number}`, messages: [{ role: "user", content }] });
    assert.equal((await loci.session.get({ session: `ts-text-${number}` })).messages[0]?.content, content);
  }
  await assert.rejects(loci.session.data({ session: "ts-numbers", patch: { x: NaN } }), TypeError);
  const id = await workflow("Big");
  const content = "0123456789abcdé\n".repeat(500_000);
  await loci.artifact.record({ workflow: id, type: "document", path: "big.txt", content });
  assert.equal((await loci.artifact.get({ workflow: id, artifact: "A1", fields: ["*"] })).content, content);
});
