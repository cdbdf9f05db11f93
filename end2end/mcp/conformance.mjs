// Runs the official conformance suite: all server scenarios that a revision requires on Loci's transport with the
// suite's fixtures mounted on it (`server/examples/conformance`), and those that need no fixtures on the product too.
// The suite sends no token, so a way between adds one; it comes with the Node that it needs.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { House, environment, tell } from './house.mjs';

// The server with the fixtures.
const fixtures = process.env.LOCI_CONFORMANCE_BIN;

// The scenarios of each revision that need no fixtures, also such that it does not require.
const WITHOUT_FIXTURES = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
    'server-session-lifecycle',
  ],
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

/** What the suite says. */
function suite(...flags) {
  const require = createRequire(import.meta.url);
  const node = join(dirname(require.resolve('node/package.json')), 'bin', 'node');
  const folder = dirname(require.resolve('@modelcontextprotocol/conformance/package.json'));
  const all = [join(folder, 'dist', 'index.js'), ...flags];
  return new Promise((resolve) => {
    execFile(node, all, { env: environment }, (_, out, error) => resolve(out + error));
  });
}

/** The server scenarios that a revision requires, by the suite's own list. */
async function required(revision) {
  const listed = await suite('list', '--server', '--requirements', revision);
  const [, server] = /Server scenarios.*?:\n((?: {2}- .*\n)+)/.exec(listed) ?? assert.fail(listed);
  return server.match(/[a-z0-9-]+(?=\n)/g);
}

/** Where the suite reaches a house. */
async function reach(house) {
  const between = await way(house.base, house.token('suite', 'orchestrator'));
  return `http://127.0.0.1:${between.address().port}/mcp`;
}

/** A scenario: all of its checks pass, but for those of which the suite says that they need a fixture. */
function scenario(url, name, revision, needsNone) {
  return async () => {
    const said = await suite('server', '--url', url, '--scenario', name, '--spec-version', revision);
    const [, passed, all] = /Passed: (\d+)\/(\d+)/.exec(said) ?? assert.fail(said);
    const untested = needsNone ? (said.match(/Error: Not testable/g)?.length ?? 0) : 0;
    assert.ok(Number(passed) > 0 && Number(passed) + untested === Number(all), said);
    if (!needsNone) assert.doesNotMatch(said, /Warnings?: [1-9]|[1-9]\d* warnings/, said);
  };
}

const product = await House.start();
const mounted = await House.start(fixtures);
const stories = {};
const urls = { product: await reach(product), mounted: await reach(mounted) };
for (const [revision, scenarios] of Object.entries(WITHOUT_FIXTURES)) {
  for (const name of scenarios) {
    stories[`product::${revision}::${name}`] = scenario(urls.product, name, revision, true);
  }
  for (const name of await required(revision)) {
    stories[`fixtures::${revision}::${name}`] = scenario(urls.mounted, name, revision, false);
  }
}
await tell('conformance', stories, product, mounted);
