// The server binary under test: a process, an address, a folder, commands and HTTP calls.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);

// A developer's own settings must not reach the server under test.
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("LOCI_")));

const BINARY = resolve(import.meta.dirname, process.env.LOCI_BIN ?? "../target/debug/loci");

/** Credentials and role of a person. */
export type Person = { name: string; password: string; role: "owner" | "member" | "viewer" };

/** The person that `signIn` creates by default. */
export const OWNER: Person = { name: "mara", password: "correct horse battery staple", role: "owner" };

/** Role of an agent. */
export type Role = "orchestrator" | "worker" | "reviewer" | "librarian" | "observer";

/** A refused call: the operation, the status and the problem details. */
export class Refused extends Error {
  constructor(
    readonly operation: string,
    readonly status: number,
    readonly problem: unknown,
  ) {
    super(`${operation} answered ${status}: ${JSON.stringify(problem)}`);
  }
}

/** A running server with its own data folder. */
export class Loci {
  /** `http://127.0.0.1:PORT`, the same after a restart. */
  url = "";
  /** Output of the server, for the report of a failed test. */
  output = "";
  private process: ChildProcess | undefined;
  private people = new Map<string, Promise<void>>();

  private constructor(readonly data: string) {}

  /** Starts a server on a free port with an empty folder. */
  static async start(flags: string[] = []): Promise<Loci> {
    const loci = new Loci(await mkdtemp(join(tmpdir(), "loci-e2e-")));
    await loci.listen("127.0.0.1:0", ["serve", ...flags]);
    return loci;
  }

  /**
   * Starts a server with the example team. `step`: duration of a step in milliseconds; `patience`: its waiting time in
   * seconds.
   */
  static async demo(step: number, patience: number): Promise<Loci> {
    const loci = new Loci(await mkdtemp(join(tmpdir(), "loci-e2e-")));
    await loci.listen("127.0.0.1:0", ["demo", "--step", `${step}`, "--patience", `${patience}`]);
    return loci;
  }

  private async listen(address: string, words = ["serve"]): Promise<void> {
    const process = spawn(BINARY, [...words, "--addr", address, "--data", this.data], {
      // A `loci.toml` in the current folder must not reach it either.
      cwd: this.data,
      env: ENVIRONMENT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process = process;
    process.stderr.on("data", (text) => (this.output += text));
    const started = new Promise<string>((found, failed) => {
      createInterface(process.stdout).on("line", (line) => {
        this.output += `${line}\n`;
        const url = /listening on (http:\/\/[^\s/]+)/.exec(line)?.[1];
        if (url) found(url);
      });
      process.once("error", failed);
      process.once("exit", (code) => failed(new Error(`loci ended with ${code}:\n${this.output}`)));
    });
    this.url = await started;
  }

  /** Stops the process, gracefully or by force, and waits until it has exited. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const process = this.process;
    this.process = undefined;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, "exit");
    process.kill(signal);
    await ended;
  }

  /** Restarts the process on the same address with the same folder. */
  async restart(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    await this.stop(signal);
    await this.resume();
  }

  /** Starts the process again, on the same address with the same folder. */
  async resume(): Promise<void> {
    await this.listen(new URL(this.url).host);
  }

  /** Stops the process and removes its folder. */
  async end(): Promise<void> {
    await this.stop();
    await rm(this.data, { recursive: true, force: true });
  }

  /** Runs a command of the binary on this folder and returns its output. */
  async command(words: string[], input = ""): Promise<string> {
    const running = run(BINARY, [...words, "--data", this.data], { cwd: this.data, env: ENVIRONMENT });
    // A command without input may exit before its input is closed; only its exit status matters.
    running.child.stdin?.on("error", () => {}).end(input);
    return (await running).stdout;
  }

  /** Creates a token for an agent. */
  async token(agent: string, role: Role): Promise<string> {
    return (await this.command(["token", "create", "--agent", agent, "--role", role])).trim();
  }

  /** Creates a person who can sign in. Does nothing if that person exists. */
  async person(person: Person): Promise<void> {
    let made = this.people.get(person.name);
    if (!made) {
      const words = ["user", "create", person.name, "--role", person.role, "--password-stdin"];
      made = this.command(words, `${person.password}\n`).then(() => undefined);
      this.people.set(person.name, made);
    }
    await made;
  }

  /** Calls an operation as an agent. Throws `Refused` unless it succeeds. */
  async call<Output = any>(
    token: string,
    operation: string,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Output> {
    const answer = await fetch(`${this.url}/api/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    const value = text === "" ? undefined : JSON.parse(text);
    if (!answer.ok) throw new Refused(operation, answer.status, value);
    return value as Output;
  }
}
