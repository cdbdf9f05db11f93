// Webhooks: created, tested, failing, resent and deleted on their page.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { accessible, expect, open, scripted, test } from "../fixtures.ts";
import { unique } from "../asking.ts";

test.use({ flags: ["--webhook-allow", "127.0.0.1"] });

/** A receiver that responds with its configured status and records the requests. */
async function receiver() {
  const got: { type: string }[] = [];
  const state = { status: 500, got };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      got.push(JSON.parse(body));
      response.writeHead(state.status).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return Object.assign(state, { url, end: () => server.close() });
}

test("a webhook is made, tested, sends again and is deleted", { tag: "@both" }, async ({ loci, page, complaints }) => {
  complaints.allow(/400/);
  const name = unique("hook").replaceAll(" ", "-");
  const hook = await receiver();
  const orch = await loci.token(unique("orch").replaceAll(" ", "-"), "orchestrator");
  await loci.signIn(page);
  await open(page, "/settings/webhooks");
  await accessible(page);
  const make = page.getByRole("region", { name: "Create a webhook" });
  await make.getByLabel("URL").fill(hook.url);
  await make.getByLabel("Events, one per line").fill("workflow_create");
  await make.getByLabel("Name").fill(name);
  await make.getByRole("button", { name: "Create webhook" }).click();
  await expect(make.getByText(/Did you mean `workflow_created`/).first()).toBeVisible();
  await expect(make.getByLabel("Name")).toHaveValue(name);
  await make.getByLabel("Events, one per line").fill("workflow_created");
  await make.getByRole("button", { name: "Create webhook" }).click();
  const once = page.getByRole("region", { name: `Secret of ${name}` });
  const secret = (await once.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await accessible(page);

  await open(page, "/settings/webhooks");
  await expect(page.getByText(secret)).toHaveCount(0);
  const row = page.getByRole("region", { name: "Webhooks", exact: true }).getByRole("row").filter({ hasText: name });
  await row.getByRole("button", { name: `Test ${name}` }).click();
  await expect(page.getByText("Test: the receiver answered 500 Internal Server Error")).toBeVisible();

  await loci.call(orch, "workflow_create", { name: unique("Told"), goal: "Tell it." });
  await expect.poll(() => hook.got.map((message) => message.type)).toContain("workflow_created");
  const letters = page.getByRole("region", { name: "Failed deliveries" });
  await expect.poll(async () => {
    await open(page, "/settings/webhooks");
    return letters.count();
  }).toBe(1);
  await expect(letters.getByRole("row").filter({ hasText: name })).toContainText("500 Internal Server Error");
  await accessible(page);
  hook.status = 200;
  await letters.getByRole("button", { name: `Resend: workflow_created of ${name}` }).click();
  await expect.poll(async () => {
    await open(page, "/settings/webhooks");
    return row.textContent();
  }).toContain("1 sent");
  await expect(letters).toHaveCount(0);

  await row.getByRole("button", { name: `Pause ${name}` }).click();
  await expect(row).toContainText("Paused");
  await row.getByRole("button", { name: `Resume ${name}` }).click();
  await expect(row).toContainText("Active");
  // Input in progress is kept while messages are sent.
  if (scripted()) {
    await make.getByLabel("URL").fill("https://example.org/half");
    await loci.call(orch, "workflow_create", { name: unique("Told"), goal: "Tell it again." });
    await expect(row).toContainText("2 sent");
    await expect(make.getByLabel("URL")).toHaveValue("https://example.org/half");
  }
  await row.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: `Delete ${name}?` }).getByRole("button", { name: "Delete webhook" }).click();
  await expect(row).toHaveCount(0);
  hook.end();
});
