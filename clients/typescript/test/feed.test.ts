// The live feed: in order, without gaps or repetitions, whatever happens to the connection.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  ConnectionFailedError,
  InvalidError,
  Loci,
  LociError,
  UnauthenticatedError,
  UnexpectedAnswerError,
  type Event,
} from "../src/index.js";
import { Place, Reader, TRIES, type Fields } from "../src/feed.js";
import { Between, House, PATIENCE, answered } from "./house.js";

const ODD = "ä\u2028\u2029\u0085\v\f\r\n🦀";

let house: House;
before(async () => {
  house = await House.start();
});
after(() => house.end());

test("events are read however they are cut", () => {
  const text =
    ": still here\n\nid: 1:2\nevent: cursor\ndata: {}\n\n" +
    'id: 1:3\r\ndata: "ä\u2028b"\r\ndata: b\r\n\r\ndata\nretry: 3\n\ndata: c';
  const wanted: Fields[] = [{ id: "1:2", event: "cursor", data: "{}" }, { id: "1:3", data: '"ä\u2028b"\nb' }, { data: "" }];
  for (let size = 1; size < text.length; size += 1) {
    const reader = new Reader();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...reader.read(text.slice(at, at + size)));
    assert.deepEqual(events, wanted, String(size));
  }
});

test("an event without end is refused", () => {
  for (const line of [`data: ${"x".repeat(600)}`, "data: x\n".repeat(100)]) {
    const reader = new Reader(1000);
    assert.throws(() => [1, 2, 3].forEach(() => [...reader.read(line)]), LociError);
  }
});

test("a place knows where to go on", () => {
  const place = new Place({ stream: "workflow:x", after: "1:4", summary: true });
  assert.equal(place.query, "stream=workflow%3Ax&summary=true&after=1%3A4");
  assert.equal(place.headers()["last-event-id"], undefined);
  assert.equal(place.take({ id: "1:5", event: "cursor", data: "{}" }), undefined);
  assert.equal(place.headers()["last-event-id"], "1:5");
  assert.equal(place.take({ id: "1:6", event: "lagged", data: "{}" }), undefined);
  assert.deepEqual(place.take({ id: "2:1", event: "reset", data: "{}" }), { kind: "reset", cursor: "2:1" });
  assert.deepEqual(place.take({ id: "2:2", data: '{"kind":"x"}' }), { kind: "fact", cursor: "2:2", fact: { kind: "x" } });
  assert.equal(place.take({ id: "2:3" }), undefined);
});

test("it goes on after the server restarts, and ends with its signal", { timeout: PATIENCE }, async () => {
  const own = await House.start();
  try {
    const loci = own.client();
    const { workflow } = await loci.workflow.create({ name: "Feed", goal: "Go on" });
    const stream = [`workflow:${workflow}`];
    const controller = new AbortController();
    const feed = loci.events({ stream, after: "0", summary: true, signal: controller.signal });
    const seen: Event[] = [];
    const next = async (): Promise<void> => {
      const { value } = await feed.next();
      if (value) seen.push(value);
    };
    await next();
    for (let turn = 0; turn < 3; turn += 1) {
      await loci.task.add({ workflow, title: `${turn} before`, description: ODD });
      await next();
      await own.restart();
      await loci.task.add({ workflow, title: `${turn} after` });
      await next();
    }
    const rest = feed.next();
    controller.abort();
    while (!(await rest).done && !(await feed.next()).done);
    const whole: Event[] = [];
    for await (const event of loci.events({ stream, after: "0", summary: true })) {
      whole.push(event);
      if (event.cursor === seen.at(-1)?.cursor) break;
    }
    assert.deepEqual(seen, whole);
    assert.equal(new Set(seen.map((event) => event.cursor)).size, 7);
    assert.ok(seen.every((event) => event.kind === "fact" && event.fact.summary));
    assert.ok(JSON.stringify(seen).includes(JSON.stringify(ODD).slice(1, -1)));
  } finally {
    await own.end();
  }
});

test("what breaks off again and again is told", { timeout: PATIENCE }, async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const way = await Between.start(
    house.url,
    () => "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n: hm\n\n",
  );
  const failing = new Loci({ url: way.url, token: "x" }).events().next();
  let told: unknown;
  failing.catch((error: unknown) => (told = error));
  // Pauses are skipped.
  while (told === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    context.mock.timers.tick(8000);
  }
  assert.ok(told instanceof ConnectionFailedError, String(told));
  assert.ok(way.requests.length <= TRIES + 1);
  await way.end();
});

test("a cursor that is none is refused at once", async () => {
  const way = await Between.start(house.url, () => "pass");
  const loci = new Loci({ url: way.url, token: house.token() });
  const odd: unknown[] = ["1:\n2", "1:2\r\nX: y", "ä", "\0", "x y", "", "1:", "-1", "1:2:3", "🦀", "\ud800", 1.5, true, NaN];
  for (const after of odd as string[]) {
    await assert.rejects(loci.events({ after }).next(), InvalidError, JSON.stringify(after));
  }
  assert.equal(way.requests.length, odd.length);
  await way.end();
});

test("what is no event fails at once", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
  const way = await Between.start(house.url, () => `${head}id: 1:2\ndata: {oops\n\n`);
  await assert.rejects(new Loci({ url: way.url, token: "x" }).events().next(), UnexpectedAnswerError);
  assert.equal(way.requests.length, 1);
  await way.end();
});

test("what never works fails at once", async () => {
  await assert.rejects(new Loci({ url: house.url, token: "wrong" }).events().next(), UnauthenticatedError);
  const page = await Between.start(house.url, () => answered("200 OK", "text/html", "hi"));
  await assert.rejects(new Loci({ url: page.url, token: "x" }).events().next(), /not a feed/);
  assert.equal(page.requests.length, 1);
  await page.end();
});
