// The real binary on a folder of its own, and tokens for its agents.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const binary = process.env.LOCI_BIN;
export const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('LOCI_')),
);

/** A running server: the binary, or another that takes the same flags. */
export class House {
  static async start(program = binary) {
    const house = new House();
    house.folder = mkdtempSync(join(tmpdir(), 'loci-mcp-'));
    house.data = join(house.folder, 'data');
    const flags = ['serve', '--addr', '127.0.0.1:0', '--trace', 'warn', '--data', house.data];
    const options = { env: environment, cwd: house.folder, stdio: ['ignore', 'pipe', 'inherit'] };
    house.process = spawn(program, flags, options);
    for await (const line of createInterface({ input: house.process.stdout })) {
      assert.ok(line.startsWith('listening on '), line);
      house.base = line.slice('listening on '.length);
      break;
    }
    return house;
  }

  token(agent, role) {
    const flags = ['token', 'create', '--agent', agent, '--role', role, '--data', this.data];
    return execFileSync(binary, flags, { env: environment, encoding: 'utf8' }).trim();
  }

  async stop() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill();
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}

/** Tells stories, all or those that are named, and ends with how they went. The houses are torn down then. */
export async function tell(kind, stories, ...houses) {
  const wanted = process.argv.slice(2);
  let [passed, failed] = [0, 0];
  for (const [name, story] of Object.entries(stories)) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    try {
      await story(...houses);
      passed += 1;
      console.log(`test ${kind}::${name} ... ok`);
    } catch (error) {
      failed += 1;
      console.log(`test ${kind}::${name} ... FAILED\n${error.stack}`);
    }
  }
  for (const house of houses) await house.stop();
  const outcome = failed > 0 ? 'FAILED' : 'ok';
  console.log(`\ntest result: ${outcome}. ${passed} passed; ${failed} failed; 0 ignored`);
  process.exit(failed > 0 ? 1 : 0);
}
