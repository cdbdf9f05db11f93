// Runs those scenarios of the official conformance suite on the product that need no tools of the suite's own.
// The suite sends no token, so a way between adds one; it comes with the Node that it needs.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { House, environment, tell } from './house.mjs';

// The scenarios of each revision.
const SCENARIOS = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'input-required-result-unsupported-methods',
  ],
};

/** A way to the server on which every request gets a token. */
function way(base, token) {
  const to = new URL(base);
  const server = createServer((asked, answer) => {
    const here = `:${server.address().port}`;
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    // Who names this way means the server; whom else they name, it has to judge itself.
    if (/^(localhost|127\.0\.0\.1):/.test(headers.host) && headers.host.endsWith(here)) headers.host = to.host;
    if (headers.origin?.endsWith(here)) headers.origin = to.origin;
    const { hostname: host, port } = to;
    const options = { host, port, path: asked.url, method: asked.method, headers, setHost: false };
    const on = request(options, (given) => {
      answer.writeHead(given.statusCode, given.headers);
      given.pipe(answer);
    });
    on.on('error', () => answer.destroy());
    answer.on('close', () => on.destroy());
    asked.pipe(on);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** What the suite says of a scenario. */
function judged(url, scenario, revision) {
  const require = createRequire(import.meta.url);
  const node = join(dirname(require.resolve('node/package.json')), 'bin', 'node');
  const folder = dirname(require.resolve('@modelcontextprotocol/conformance/package.json'));
  const suite = join(folder, 'dist', 'index.js');
  const flags = [suite, 'server', '--url', url, '--scenario', scenario, '--spec-version', revision];
  return new Promise((resolve) => {
    execFile(node, flags, { env: environment }, (_, out, error) => resolve(out + error));
  });
}

const house = await House.start();
const between = await way(house.base, house.token('suite', 'orchestrator'));
const url = `http://127.0.0.1:${between.address().port}/mcp`;
const stories = {};
for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
  for (const scenario of scenarios) {
    stories[`${revision}::${scenario}`] = async () => {
      const said = await judged(url, scenario, revision);
      const [, passed, all] = /Passed: (\d+)\/(\d+)/.exec(said) ?? assert.fail(said);
      // What needs a tool of the suite's own it says itself.
      const untested = said.match(/Error: Not testable/g)?.length ?? 0;
      assert.ok(Number(passed) > 0 && Number(passed) + untested === Number(all), said);
    };
  }
}
await tell('conformance', stories, house);
