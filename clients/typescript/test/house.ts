// A real server for the tests, and a proxy that fails like a network.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Loci, type Options } from "../src/index.js";

/** Timeout of a scenario; never its expected duration. */
export const PATIENCE = 60_000;

const BINARY = process.env["LOCI_BIN"] ?? "loci";
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("LOCI_")));

/** A server with its own data folder. */
export class House {
  url = "";
  readonly #folder = mkdtempSync(join(tmpdir(), "loci-typescript-"));
  readonly #data = join(this.#folder, "data");
  readonly #tokens = new Map<string, string>();
  #process: ChildProcess | undefined;

  /** Starts a new server. */
  static async start(): Promise<House> {
    const house = new House();
    await house.#start("127.0.0.1:0");
    return house;
  }

  async #start(address: string): Promise<void> {
    const flags = ["serve", "--addr", address, "--trace", "error", "--data", this.#data];
    const child = spawn(BINARY, flags, { stdio: ["ignore", "pipe", "inherit"], cwd: this.#folder, env: ENVIRONMENT });
    this.#process = child;
    const lines = createInterface({ input: child.stdout });
    const [line] = (await once(lines, "line")) as [string];
    if (!line.startsWith("listening on ")) throw new Error(`the server did not start: ${line}`);
    this.url = line.slice("listening on ".length).trim();
    child.stdout.resume();
  }

  /** Stops the process and keeps the data. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = undefined;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }

  /** Restarts the process at the same address. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#start(this.url.slice("http://".length));
  }

  /** Stops the process and removes the data. */
  async end(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
  }

  /** Creates a token for an agent. */
  token(agent = "ts-lead", role = "orchestrator"): string {
    const name = `${agent}/${role}`;
    const known = this.#tokens.get(name);
    if (known) return known;
    const flags = ["token", "create", "--agent", agent, "--role", role, "--data", this.#data];
    const made = execFileSync(BINARY, flags, { encoding: "utf8", env: ENVIRONMENT }).trim();
    this.#tokens.set(name, made);
    return made;
  }

  /** Creates a client for an agent. */
  client(agent = "ts-lead", role = "orchestrator", more: Options = {}): Loci {
    return new Loci({ url: this.url, token: this.token(agent, role), ...more });
  }
}

/**
 * Decides by the number of the request, from 0. `pass` returns the response; `break` forwards the request and breaks
 * the connection before the response, `half` in the middle of it; any other text is the response, and the server never
 * sees the request.
 */
export type Plan = (number: number) => string;

/** A proxy between a client and a server: one request for each connection, handled as a plan says. */
export class Between {
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #target: URL;
  readonly #plan: Plan;

  private constructor(target: string, plan: Plan) {
    this.#target = new URL(target);
    this.#plan = plan;
    this.#server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      this.#answer(socket).catch(() => socket.destroy());
    });
  }

  static async start(target: string, plan: Plan): Promise<Between> {
    const between = new Between(target, plan);
    between.#server.listen(0, "127.0.0.1");
    await once(between.#server, "listening");
    return between;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Stops accepting connections. */
  async end(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    await closed;
  }

  /** Idempotency keys of the requests. */
  keys(): string[] {
    return this.requests.flatMap((request) => /^idempotency-key: *(\S+)/im.exec(request)?.[1] ?? []);
  }

  async #answer(socket: Socket): Promise<void> {
    const request = await whole(socket);
    const what = this.#plan(this.requests.push(request.toString("latin1")) - 1);
    if (what !== "pass" && what !== "break" && what !== "half") {
      socket.end(what);
      return;
    }
    const server = connect(Number(this.#target.port), this.#target.hostname);
    const parts: Buffer[] = [];
    server.on("data", (part) => parts.push(part));
    // The client keeps its connection open unless the response closes it.
    const text = request.toString("latin1").replace(/^connection:.*\r\n/im, "");
    server.write(Buffer.from(text.replace("\r\n", "\r\nConnection: close\r\n"), "latin1"));
    await once(server, "end");
    server.destroy();
    const answer = Buffer.concat(parts);
    if (what === "pass") socket.end(answer);
    else socket.end(answer.subarray(0, what === "half" ? answer.length / 2 : 0));
  }
}

/** A complete request. */
async function whole(socket: Socket): Promise<Buffer> {
  let data = Buffer.alloc(0);
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    data = Buffer.concat([data, part]);
    const head = data.indexOf("\r\n\r\n");
    if (head < 0) continue;
    const length = Number(/^content-length: *(\d+)/im.exec(data.subarray(0, head).toString("latin1"))?.[1] ?? 0);
    if (data.length >= head + 4 + length) break;
  }
  return data;
}

/** Returns an error response in Loci's format. */
export function refusal(status: number, code: string, more: object = {}): string {
  const body = JSON.stringify({ title: "No", status, detail: "Not now.", code, ...more });
  return answered(`${status} No`, "application/problem+json", body);
}

/** Returns a response of any kind. */
export function answered(status: string, type: string, body: string): string {
  const head = [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
  return [...head, "Connection: close", "", body].join("\r\n");
}
