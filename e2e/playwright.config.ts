import { defineConfig } from "@playwright/test";
import { usualBrowser } from "./browsers.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  // Each with a product, mail servers and a browser of its own. A test mostly waits: one leaves half of two cores idle.
  workers: 2,
  fullyParallel: false,
  // `npm test` names what needed a second try.
  retries: process.env["CI"] ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "../test-results",
  use: {
    browserName: "chromium",
    // It answers before a test that stands in for the server could; works-offline lets it in.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A trace takes about as long as the test; whoever looks into a failure runs that test alone.
    trace: process.env["CI"] ? "off" : "retain-on-failure",
    launchOptions: usualBrowser,
  },
});
