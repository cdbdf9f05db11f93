// Shutdown: a feed ends at once when it is aborted, and neither feeds nor calls leave anything running.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Loci } from "../src/index.js";
import { PATIENCE } from "./house.js";

const FACTS = [1, 2, 3].map((number) => `id: 1:${number}\ndata: {"kind":"x"}\n\n`);

/** A feed that sends its facts in one piece, or none, and then never sends anything. */
const silent = createServer((request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(request.url?.includes("after=0") ? FACTS.join("") : ": here\n\n");
  silent.emit("feed", request, response);
});
let url = "";

before(async () => {
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
after(() => {
  silent.closeAllConnections();
  silent.close();
});

/** Resolves when the next connection of a feed is closed. */
async function connection(): Promise<{ closed: Promise<unknown> }> {
  const [, response] = (await once(silent, "feed")) as [IncomingMessage, ServerResponse];
  return { closed: once(response, "close") };
}

/** Ways to end a feed in a program that does nothing afterwards. */
const PROGRAMS = {
  "its signal comes at an event": `
    const feed = loci.events({ after: "0", signal: controller.signal });
    await feed.next();
    controller.abort();`,
  "its signal comes while nobody asks for the next event": `
    const feed = loci.events({ after: "0", signal: controller.signal });
    for (let fact = 0; fact < 3; fact += 1) await feed.next();
    void feed.next();
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();`,
  "it is left at an event": `
    const feed = loci.events({ after: "0" });
    await feed.next();
    await feed.return();`,
  "it is left while it waits": `
    const feed = loci.events({ after: "0" });
    for (let fact = 0; fact < 3; fact += 1) await feed.next();
    void feed.next();
    await feed.return();`,
  "it breaks off, and its signal comes in the pause": `
    const feed = new Loci({ url: "http://127.0.0.1:1" }).events({ signal: controller.signal });
    const next = feed.next();
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await next;`,
};

for (const [how, program] of Object.entries(PROGRAMS)) {
  test(`a program with a feed ends: ${how}`, { timeout: PATIENCE }, async () => {
    const whole = `
      import { Loci } from ${JSON.stringify(import.meta.resolve("../src/index.js"))};
      const loci = new Loci({ url: ${JSON.stringify(url)} });
      const controller = new AbortController();
      ${program}
      console.log("done");`;
    const flags = ["--input-type=module", "--eval", whole];
    // Long before the timeout for a silent feed.
    const { stdout } = await promisify(execFile)(process.execPath, flags, { timeout: PATIENCE / 3 });
    assert.equal(stdout, "done\n");
  });
}

test("no event comes after the signal, however many are read already", async () => {
  const controller = new AbortController();
  const seen = [];
  for await (const event of new Loci({ url }).events({ after: "0", signal: controller.signal })) {
    seen.push(event.cursor);
    controller.abort();
  }
  assert.deepEqual(seen, ["1:1"]);
});

test("a feed that waits is left at once, and its connection closed", { timeout: PATIENCE }, async () => {
  for (const end of ["return", "throw"] as const) {
    const feed = new Loci({ url }).events();
    const waiting = feed.next();
    const { closed } = await connection();
    if (end === "return") assert.deepEqual(await feed.return(), { done: true, value: undefined });
    else await assert.rejects(feed.throw(new Error("mine")), /mine/);
    assert.deepEqual(await waiting, { done: true, value: undefined });
    assert.equal((await feed.next()).done, true);
    await closed;
  }
});

test("a signal closes the connection of a feed that nobody asks for more", { timeout: PATIENCE }, async () => {
  const controller = new AbortController();
  const feed = new Loci({ url }).events({ after: "0", signal: controller.signal });
  const first = feed.next();
  const { closed } = await connection();
  assert.equal((await first).done, false);
  controller.abort();
  await closed;
  assert.equal((await feed.next()).done, true);
});

test("a feed that is over from the beginning opens nothing", async () => {
  let asked = 0;
  const fetch = async (): Promise<Response> => {
    asked += 1;
    return new Response();
  };
  const loci = new Loci({ url, fetch });
  assert.equal((await loci.events({ signal: AbortSignal.abort() }).next()).done, true);
  await assert.rejects(loci.workflow.list({}, { signal: AbortSignal.abort(new Error("before")) }), /before/);
  const left = loci.events();
  await left.return();
  assert.equal((await left.next()).done, true);
  assert.equal(asked, 0);
});

test("many may share a signal, and none stays with it", { timeout: PATIENCE }, async () => {
  const warnings: string[] = [];
  const warn = (warning: Error): void => void warnings.push(`${warning.name}: ${warning.message}`);
  process.on("warning", warn);
  try {
    const { signal } = new AbortController();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const fetch = async (): Promise<Response> => {
      await answered;
      return Response.json({ items: [] });
    };
    const loci = new Loci({ url, fetch });
    const calls = Array.from({ length: 40 }, () => loci.workflow.list({}, { signal }));
    const feeds = Array.from({ length: 40 }, () => new Loci({ url }).events({ after: "0", signal }));
    await Promise.all(feeds.map((feed) => feed.next()));
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    await Promise.all(calls);
    await Promise.all(feeds.map((feed) => feed.return()));
    assert.deepEqual(warnings, []);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  } finally {
    process.off("warning", warn);
  }
});

test("one signal ends all that share it", { timeout: PATIENCE }, async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const never = (): Promise<Response> => new Promise(() => undefined);
  const loci = new Loci({ url, fetch: never });
  const calls = Array.from({ length: 12 }, () => loci.workflow.list({}, { signal }));
  const feeds = Array.from({ length: 12 }, () => loci.events({ signal }).next());
  controller.abort(new Error("enough"));
  for (const { status } of await Promise.allSettled(calls)) assert.equal(status, "rejected");
  assert.ok((await Promise.all(feeds)).every(({ done }) => done));
  assert.equal(getEventListeners(signal, "abort").length, 0);
});
