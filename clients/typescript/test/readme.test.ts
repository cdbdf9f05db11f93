// Compiles and runs the example in the README.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { House } from "./house.js";

const PACKAGE = resolve(import.meta.dirname, "../..");
const README = readFileSync(join(PACKAGE, "README.md"), "utf8");

test("the quick start works as written", async () => {
  const block = /<!-- A test compiles this block and runs it\. -->\n```ts\n([^]*?)```/.exec(README)?.[1];
  assert.ok(block);
  // Inside the package, so that its name resolves to itself.
  const folder = join(PACKAGE, "dist/readme");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "quick-start.ts"), block);
  const flags = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"];
  execFileSync(join(PACKAGE, "node_modules/.bin/tsc"), [...flags, join(folder, "quick-start.ts")], { stdio: "inherit" });
  const house = await House.start();
  try {
    const printed = execFileSync("node", [join(folder, "quick-start.js")], {
      encoding: "utf8",
      timeout: 60_000,
      env: { ...process.env, LOCI_URL: house.url, LOCI_TOKEN: house.token() },
    });
    assert.match(printed, /Design token schema/);
    assert.match(printed, /completed/);
    assert.match(printed, /conflict/);
  } finally {
    await house.end();
  }
});
