// Drives the real server with the official TypeScript SDK, in both of the protocol's ways to begin, and with the
// Inspector's command line. Runs every story, prints a line for each, and a last one with the numbers.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { House, binary, environment, tell } from './house.mjs';

// The ways to begin.
const modes = ['legacy', 'auto'];

/** A client that asks the address. */
async function http(house, agent, role, mode, more = {}) {
  const way = new StreamableHTTPClientTransport(new URL(`${house.base}/mcp${more.query ?? ''}`), {
    requestInit: { headers: { Authorization: `Bearer ${house.token(agent, role)}` } },
  });
  return connect(way, mode, more.asked);
}

/** A client that starts the command. */
async function stdio(house, agent, role, mode, more = {}) {
  const way = new StdioClientTransport({
    command: binary,
    args: ['mcp', '--data', house.data],
    env: { ...environment, LOCI_TOKEN: house.token(agent, role) },
  });
  return connect(way, mode, more.asked);
}

/** A client; one that can open addresses says which it was asked to. */
async function connect(way, mode, asked) {
  const capabilities = asked ? { elicitation: { url: {} } } : {};
  const client = new Client({ name: 'drive', version: '1' }, { versionNegotiation: { mode }, capabilities });
  if (asked) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.url);
      return { action: 'accept' };
    });
  }
  await client.connect(way);
  return client;
}

function answer(result) {
  assert.ok(!result.isError, JSON.stringify(result));
  return result.structuredContent;
}

const call = (client, name, args) => client.callTool({ name, arguments: args });

/** One task from its plan to its end, with a nudge on the way. */
async function work(lead, worker, name) {
  const plan = { name: 'n', goal: 'g', tasks: [{ key: 'a', title: 'A' }] };
  const { workflow } = answer(await call(lead, 'workflow_create', plan));
  await call(lead, 'nudge_send', { workflow, target: name, message: 'mind the gap' });
  const claimed = await call(worker, 'task_claim', { workflow });
  assert.equal(claimed.content.length, 2, JSON.stringify(claimed));
  assert.match(claimed.content[1].text, /mind the gap/);
  const lease = answer(claimed).lease.id;
  answer(await call(worker, 'task_complete', { workflow, task: 'T1', lease, summary: 'done' }));
  const read = await worker.readResource({ uri: `loci://workflow/${workflow}/task/T1` });
  assert.equal(JSON.parse(read.contents[0].text).task.status, 'completed');
}

const stories = {
  async work_over_http_and_through_the_command(house) {
    for (const mode of modes) {
      for (const way of [http, stdio]) {
        const name = `ada-${mode}-${way.name}`;
        const lead = await http(house, 'orch', 'orchestrator', mode);
        const worker = await way(house, name, 'worker', mode);
        await work(lead, worker, name);
        await worker.close();
        await lead.close();
      }
    }
  },

  async answers_fit_the_schemas_of_their_tools(house) {
    // The client holds an answer against the schema that its tool was listed with.
    for (const mode of modes) {
      const lead = await http(house, 'orch', 'orchestrator', mode, { query: '?tools=all&detail=full' });
      const { tools } = await lead.listTools();
      assert.ok(tools.length > 80 && tools.every((tool) => tool.outputSchema), String(tools.length));
      const plan = { name: 'n', goal: 'g', tasks: [{ key: 'a', title: 'A' }], fields: ['*'] };
      const { workflow } = answer(await call(lead, 'workflow_create', plan));
      for (const name of ['workflow_get', 'task_list', 'task_ready', 'workflow_digest', 'activity_list']) {
        answer(await call(lead, name, { workflow }));
        answer(await call(lead, name, { workflow, fields: ['*'] }));
      }
      for (const name of ['workflow_list', 'agent_list', 'settings_get', 'memory_search', 'session_list']) {
        answer(await call(lead, name, {}));
      }
      const refused = await call(lead, 'task_ready', { workflow: 7 });
      assert.ok(refused.isError && refused.structuredContent.problem.code === 'invalid');
      await lead.close();
    }
  },

  async prompts_templates_and_completion(house) {
    for (const mode of modes) {
      const lead = await http(house, 'orch', 'orchestrator', mode);
      const { workflow } = answer(await call(lead, 'workflow_create', { name: 'n', goal: 'g' }));
      const { prompts } = await lead.listPrompts();
      assert.equal(prompts.length, 4);
      const got = await lead.getPrompt({ name: 'orchestrate', arguments: { goal: 'Ship it' } });
      assert.match(got.messages[0].content.text, /Ship it/);
      const { resourceTemplates } = await lead.listResourceTemplates();
      const uri = resourceTemplates[0].uriTemplate;
      const ref = { type: 'ref/resource', uri };
      const found = await lead.complete({ ref, argument: { name: 'workflow', value: workflow.slice(0, 9) } });
      assert.ok(found.completion.values.includes(workflow));
      await lead.close();
    }
  },

  async changes_are_told_in_a_session(house) {
    const lead = await http(house, 'orch', 'orchestrator', 'legacy');
    for (const way of [http, stdio]) {
      const worker = await way(house, `cy-${way.name}`, 'worker', 'legacy');
      const changed = new Promise((resolve) => {
        worker.setNotificationHandler('notifications/resources/updated', (change) => resolve(change.params.uri));
      });
      const { workflow } = answer(await call(lead, 'workflow_create', { name: 'n', goal: 'g' }));
      const uri = `loci://workflow/${workflow}`;
      await worker.subscribeResource({ uri });
      answer(await call(lead, 'task_add', { workflow, title: 'A' }));
      assert.equal(await changed, uri);
      await worker.close();
    }
    await lead.close();
  },

  async a_person_is_asked_while_the_call_waits(house) {
    const lead = await http(house, 'orch', 'orchestrator', 'auto');
    const { workflow } = answer(await call(lead, 'workflow_create', { name: 'n', goal: 'g' }));
    for (const mode of modes) {
      for (const way of [http, stdio]) {
        const asked = [];
        const worker = await way(house, `di-${mode}-${way.name}`, 'worker', mode, { asked });
        const said = answer(await call(worker, 'question_ask', { workflow, question: 'Which?' })).question;
        assert.equal(asked.length, 1);
        assert.ok(decodeURIComponent(asked[0]).includes(said.id) && said.question === 'Which?', asked[0]);
        await worker.close();
      }
    }
    await lead.close();
  },

  async the_inspector_sees_tools_and_calls_them(house) {
    const require = createRequire(import.meta.url);
    const folder = dirname(require.resolve('@modelcontextprotocol/inspector/package.json'));
    const { bin } = require('@modelcontextprotocol/inspector/package.json');
    const inspector = join(folder, typeof bin === 'string' ? bin : Object.values(bin)[0]);
    const header = `Authorization: Bearer ${house.token('orch', 'orchestrator')}`;
    const inspect = (...more) => {
      const flags = [inspector, '--cli', `${house.base}/mcp`, '--transport', 'http', '--header', header, ...more];
      return JSON.parse(execFileSync(process.execPath, flags, { env: environment, encoding: 'utf8' }));
    };
    const { tools } = inspect('--method', 'tools/list');
    assert.ok(tools.some((tool) => tool.name === 'task_claim'));
    const flags = ['--tool-name', 'workflow_create', '--tool-arg', 'name=n', '--tool-arg', 'goal=g'];
    const made = inspect('--method', 'tools/call', ...flags);
    assert.ok(answer(made).workflow);
    const { resources } = inspect('--method', 'resources/list');
    assert.ok(resources.some((resource) => resource.uri === `loci://workflow/${answer(made).workflow}`));
  },
};

await tell('typescript', stories, await House.start());
