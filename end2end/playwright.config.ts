// Configuration of the browser tests: every spec runs with JavaScript; pages that work without it are also tested
// without.
//
// `name.spec.ts` runs with JavaScript; its tests tagged `@both` run without it too.
// `name.nojs.spec.ts` runs without JavaScript only. Tests tagged `@slow` are left out by `cargo xtask test`.
import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const names = ["chromium-headless-shell", "chromium", "chromium-browser"];
const installed = names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

export default defineConfig({
  testDir: ".",
  outputDir: "test-results",
  // Two cores run the browsers and the servers; more workers only wait for each other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes on a retry has found a bug, so there are no retries.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? "test-results/report.json" }], ["html", { open: "never" }]],
  use: {
    ...devices["Desktop Chrome"],
    channel: undefined,
    locale: "en-GB",
    timezoneId: "UTC",
    // A trace adds a fifth to the time of every test. To debug a failure, run the test with `--trace on`.
    trace: "off",
    // Distinguishes a page that does not finish loading from a slow test.
    navigationTimeout: 45_000,
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.LOCI_CHROMIUM ?? installed,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "js", testIgnore: /\.nojs\.spec\.ts$/ },
    { name: "nojs", use: { javaScriptEnabled: false }, grep: [/@both\b/, /\.nojs\.spec\.ts/] },
  ],
});
