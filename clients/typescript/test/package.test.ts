// The package as its users see it: resolved in every module mode, compiled strictly, and minified.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import * as client from "../src/index.js";
import { House } from "./house.js";

const PACKAGE = resolve(import.meta.dirname, "../..");
const TSC = join(PACKAGE, "node_modules/.bin/tsc");

/** A program as written after reading only the README. */
const PROGRAM = `
import { ConflictError, Loci, type types } from "loci-agent-memory";

async function main(): Promise<void> {
  const loci = new Loci();
  const given: types.WorkflowCreateArguments = { name: "Auth", goal: "Add JWT", tasks: [{ title: "First" }] };
  const made = await loci.workflow.create(given);
  const { items } = await loci.task.ready({ workflow: made.workflow });
  for (const { id, title } of items) console.log(id.padStart(4), title.toUpperCase());
  const { task, lease, context } = await loci.task.claim({ workflow: made.workflow });
  console.log(context.text?.length);
  const done = await loci.task.complete({ workflow: made.workflow, task: task.id, lease: lease.id, summary: "Done" });
  console.log(done.task.status.toUpperCase());
  const { task: all } = await loci.task.get({ workflow: made.workflow, task: task.id, fields: ["*"] });
  console.log(all.created_by.id, all.retries.toFixed(1));
  await loci.task.claim({ workflow: made.workflow, task: task.id }).catch((error: unknown) => {
    if (error instanceof ConflictError) console.log(error.name, error.detail.length > 0);
  });
  for await (const event of loci.events({ stream: "workflow:" + made.workflow, after: "0", summary: true })) {
    if (event.kind === "fact") console.log(event.fact.summary.length > 0, event.fact.actor.id);
    break;
  }
}
void main();
`;

/** Each mode of module resolution, and whether Node runs the result. */
const WAYS = {
  "as an ES module of Node's": { type: "module", flags: "--module nodenext", runs: true },
  "as a CommonJS module of Node's": { type: "commonjs", flags: "--module nodenext", runs: true },
  "as compilers did before": { type: "commonjs", flags: "--module commonjs --moduleResolution node10", runs: true },
  "as bundlers do": { type: "module", flags: "--module esnext --moduleResolution bundler", runs: false },
};

let house: House;
const folder = mkdtempSync(join(tmpdir(), "loci-package-"));

before(async () => {
  house = await House.start();
  // Installed as npm would do it.
  const there = join(folder, "node_modules/loci-agent-memory");
  const { files } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { files: string[] };
  for (const file of ["package.json", ...files]) cpSync(join(PACKAGE, file), join(there, file), { recursive: true });
});
after(async () => {
  rmSync(folder, { recursive: true });
  await house.end();
});

for (const [way, { type, flags, runs }] of Object.entries(WAYS)) {
  test(`a strict program finds it ${way}`, () => {
    const own = join(folder, way.replaceAll(/\W/g, "-"));
    mkdirSync(own);
    writeFileSync(join(own, "package.json"), JSON.stringify({ type }));
    writeFileSync(join(own, "program.ts"), PROGRAM);
    const all = ["--strict", "--target", "es2022", ...flags.split(" ").filter(Boolean), "program.ts"];
    const compiled = spawnSync(TSC, all, { cwd: own, encoding: "utf8" });
    assert.equal(compiled.stdout, "");
    if (!runs) return;
    const printed = execFileSync("node", ["program.js"], {
      cwd: own,
      encoding: "utf8",
      timeout: 60_000,
      env: { ...process.env, LOCI_URL: house.url, LOCI_TOKEN: house.token() },
    });
    assert.deepEqual(printed.trim().split("\n").slice(2), ["COMPLETED", "ts-lead 2.0", "ConflictError true", "true ts-lead"]);
  });
}

/** Libraries of types that a program may use besides the language itself. */
const WORLDS = { nothing: "es2018", "of a browser": "es2018,dom", "a newer language": "es2022" };

for (const [world, lib] of Object.entries(WORLDS)) {
  test(`a strict program needs no types of its world, with ${world}`, () => {
    const own = join(folder, `lib-${lib.replaceAll(",", "-")}`);
    mkdirSync(own);
    writeFileSync(join(own, "package.json"), '{ "type": "module" }');
    const ended = 'declare const ended: { signal: AbortSignal };\nloci.task.list({ workflow: "w" }, ended);';
    const program = `${PROGRAM.replaceAll("console.log", "print")}
      function print(..._: unknown[]): void {}
      const loci = new Loci({ timeout: 1, retries: 0 });
      ${lib.includes("dom") ? `${ended}\nnew Loci({ fetch, url: new URL("http://x") });` : ""}`;
    writeFileSync(join(own, "program.ts"), program);
    const flags = ["--strict", "--noEmit", "--target", "es2018", "--module", "nodenext", "--lib", lib, "program.ts"];
    assert.equal(spawnSync(TSC, flags, { cwd: own, encoding: "utf8" }).stdout, "");
  });
}

test("what is not a signal or a `fetch` is none for the compiler where it knows them", () => {
  const own = join(folder, "odd-options");
  mkdirSync(own);
  const lines = ["new Loci({ fetch: 1 });", "loci.events({ signal: {} });", "loci.task.list({}, { signal: 1 });"];
  writeFileSync(join(own, "package.json"), '{ "type": "module" }');
  writeFileSync(join(own, "program.ts"), ['import { Loci } from "loci-agent-memory";', "const loci = new Loci();", ...lines].join("\n"));
  const flags = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "program.ts"];
  const { stdout } = spawnSync(TSC, flags, { cwd: own, encoding: "utf8" });
  for (const line of [3, 4, 5]) assert.match(stdout, new RegExp(`program\\.ts\\(${line},`), stdout);
});

test("the package has what its licence asks for, and no tests", () => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: PACKAGE, encoding: "utf8" });
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    assert.ok(paths.includes(name), name);
    assert.equal(readFileSync(join(PACKAGE, name), "utf8"), readFileSync(join(PACKAGE, "../..", name), "utf8"), name);
  }
  const others = paths.filter((path) => !path.startsWith("dist/src/") && !path.startsWith("LICENSE-"));
  assert.deepEqual(others.sort(), ["README.md", "package.json"]);
});

test("errors have their names when a bundler has renamed their classes", async () => {
  const written = readFileSync(join(PACKAGE, "dist/src/errors.js"), "utf8");
  const names = Object.keys(client).filter((name) => name.endsWith("Error"));
  assert.ok(names.length > 10);
  // Renames everything except string literals, as bundlers do.
  const minified = written.replaceAll(/(?<!["\w])(\w+Error)\b(?!")/g, "$1_");
  type Class = new (problem: object) => Error;
  const renamed = (await import(`data:text/javascript,${encodeURIComponent(minified)}`)) as Record<string, Class>;
  for (const name of names) {
    const Kind = renamed[`${name}_`]!;
    assert.equal(Kind.name, `${name}_`);
    assert.equal(new Kind({}).name, name);
    const own = client[name as "LociError"];
    assert.equal(new own({} as never).name, name);
  }
});
