// Retries and timeouts, with a clock that the tests control.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ConnectionFailedError, Loci, RateLimitedError, UnexpectedAnswerError, type Options } from "../src/index.js";
import { errorOf } from "../src/errors.js";

/** The server's response at a time in milliseconds. */
type Answers = (now: number) => Response;

/** A server that responds at once. */
class Clock {
  /** Times of the requests. */
  readonly asked: number[] = [];
  readonly #context: TestContext;
  readonly #answers: Answers;

  constructor(context: TestContext, answers: Answers) {
    context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
    this.#context = context;
    this.#answers = answers;
  }

  client(options: Options = {}): Loci {
    const fetch = async (): Promise<Response> => {
      this.asked.push(Date.now());
      return this.#answers(Date.now());
    };
    return new Loci({ token: "x", fetch, ...options });
  }

  /** Returns the result of a promise while time passes. */
  async passes<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const end = (): void => void (settled = true);
    promise.then(end, end);
    while (!settled) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!settled) this.#context.mock.timers.tick(10);
    }
    return promise;
  }
}

const well = (): Response => Response.json({ items: [] });

function refused(status: number, headers: Record<string, string>, body = "Not now"): Response {
  return new Response(body, { status, headers });
}

test("a call outlasts a restart of the server", async (context) => {
  const clock = new Clock(context, (now) => {
    if (now < 10_000) throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    return well();
  });
  await clock.passes(clock.client().workflow.list());
  const pauses = clock.asked.slice(1).map((time, number) => time - clock.asked[number]!);
  // Short pauses at first, so that a brief outage costs little.
  assert.ok(pauses[0]! < 500, String(pauses));
  assert.ok(pauses.at(-1)! > 1000, String(pauses));
});

test("a call gives up when the server stays away", async (context) => {
  const clock = new Clock(context, () => {
    throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
  });
  await assert.rejects(clock.passes(clock.client().workflow.list()), ConnectionFailedError);
  assert.equal(clock.asked.length, 8);
  assert.ok(clock.asked.at(-1)! < 25_000, String(clock.asked));
  await assert.rejects(clock.passes(clock.client({ retries: 1 }).workflow.list()), /ECONNREFUSED/);
  assert.equal(clock.asked.length, 10);
});

/** Events before the second attempt of a call, and the minimum milliseconds until then. */
const ASKED: [string, () => Response, number][] = [
  ["a proxy says seconds", () => refused(429, { "retry-after": "5" }), 5000],
  ["a proxy says a time", () => refused(503, { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT" }), 20_000],
  [
    "its clock is ahead",
    () => refused(503, { date: "Fri, 01 Jan 2100 00:00:00 GMT", "retry-after": "Fri, 01 Jan 2100 00:00:07 GMT" }),
    7000,
  ],
  ["Loci says less", () => refused(429, { "retry-after": "9" }, '{"code":"rate_limited","retry_after_seconds":2}'), 9000],
  ["Loci says more", () => refused(429, { "retry-after": "1" }, '{"code":"rate_limited","retry_after_seconds":4}'), 4000],
  ["only Loci says it", () => refused(429, {}, '{"code":"rate_limited","retry_after_seconds":3}'), 3000],
  ["it is over", () => refused(503, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }), 0],
  ["it is no time", () => refused(503, { "retry-after": "3000.5" }), 0],
  ["it is less than nothing", () => refused(503, { "retry-after": "-7" }), 0],
  ["it is a word", () => refused(503, { "retry-after": "later" }, '{"code":"unavailable","retry_after_seconds":"x"}'), 0],
];

for (const [what, first, least] of ASKED) {
  for (const kind of ["call", "feed"]) {
    test(`a ${kind} comes back when it is told to: ${what}`, async (context) => {
      const headers = { "content-type": "text/event-stream" };
      const feed = (): Response => new Response("id: 1:1\ndata: {}\n\n", { headers });
      const clock: Clock = new Clock(context, () => (clock.asked.length > 1 ? (kind === "call" ? well() : feed()) : first()));
      const client = clock.client();
      if (kind === "call") await clock.passes(client.workflow.list());
      else assert.equal((await clock.passes(client.events().next())).done, false);
      assert.equal(clock.asked.length, 2);
      const pause = clock.asked[1]! - clock.asked[0]!;
      assert.ok(pause >= least && pause <= Math.max(least, 200) + 500, String(pause));
    });
  }
}

test("a call is told of a long pause, and a feed comes back sooner", async (context) => {
  const clock = new Clock(context, () => refused(503, { "retry-after": "3600" }));
  await assert.rejects(clock.passes(clock.client().workflow.list()), (error) => {
    assert.ok(error instanceof UnexpectedAnswerError);
    assert.equal(error.retryAfter, 3600);
    return true;
  });
  assert.equal(clock.asked.length, 1);
  const ended = new AbortController();
  const next = clock.client().events({ signal: ended.signal }).next();
  await clock.passes(new Promise<void>((resolve) => setTimeout(resolve, 35_000)));
  ended.abort();
  assert.equal((await clock.passes(next)).done, true);
  assert.equal(clock.asked.length, 3);
  assert.ok(clock.asked[2]! - clock.asked[1]! >= 30_000, String(clock.asked));
});

test("a feed that is silent is opened again, and one that nobody reads is not", async (context) => {
  const cancelled: number[] = [];
  const silent = (): Response => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new TextEncoder().encode("id: 1:1\ndata: {}\n\n")),
      cancel: () => void cancelled.push(Date.now()),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  const clock = new Clock(context, silent);
  const feed = clock.client().events();
  assert.equal((await clock.passes(feed.next())).done, false);
  await clock.passes(new Promise<void>((resolve) => setTimeout(resolve, 120_000)));
  assert.deepEqual([clock.asked.length, cancelled.length], [1, 0]);
  assert.equal((await clock.passes(feed.next())).done, false);
  assert.equal(clock.asked.length, 2);
  assert.ok(clock.asked[1]! >= 180_000, String(clock.asked));
  await feed.return();
  assert.equal(cancelled.length, 2);
});

test("a header counts only when it asks for more than the problem does", () => {
  const headers = new Headers({ "retry-after": "40" });
  const error = errorOf(429, '{"code":"rate_limited","retry_after_seconds":2}', headers);
  assert.ok(error instanceof RateLimitedError);
  assert.equal(error.retryAfter, 40);
});
