import { defineConfig } from "@playwright/test";
import { usualBrowser } from "./support/browsers.ts";

/**
 * Files whose tests need a separate product, browser or build. Each ends its worker and everything the worker started. They run
 * last: between the other files, each would cause one more start of the shared product.
 */
const apart = [
  "administers-the-server",
  "connects-with-oauth",
  "resets-a-password",
  "frame/*",
  "uses-telegram",
  "gets-notified-of-new-mail",
  "looks-at-attachments",
  "posts-to-slack",
  "saves-mail-to-integrations",
  "signs-in-at-a-provider",
  "speaks-another-language",
].map((name) => `**/${name}.test.ts`);

export default defineConfig({
  testDir: ".",
  projects: [
    { name: "together", testMatch: "**/*.test.ts", testIgnore: apart },
    { name: "apart", testMatch: apart },
  ],
  // Each worker has its own product, mail servers and browser. A test mostly waits: one worker leaves half of two cores idle.
  workers: 2,
  fullyParallel: false,
  // `npm test` lists tests that needed a retry.
  retries: process.env["CI"] ? 1 : 0,
  forbidOnly: true,
  // Limits for what never happens; a busy machine may be slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: "../test-results",
  use: {
    browserName: "chromium",
    // The service worker would respond before a test that mocks the server could; works-offline allows it.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A trace takes about as long as the test. To examine a failure, run that test alone.
    trace: process.env["CI"] ? "off" : "retain-on-failure",
    launchOptions: usualBrowser,
  },
});
