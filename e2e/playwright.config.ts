import { defineConfig } from "@playwright/test";
import { usualBrowser } from "./browsers.ts";

/**
 * Files whose tests need a product, a browser or a build of their own. Each ends its worker and all that the worker
 * started, so that they come last: between the others, each would have the usual product started once more.
 */
const apart = [
  "administers-the-server",
  "connects-with-oauth",
  "forgets-a-password",
  "frame/*",
  "hears-in-telegram",
  "is-told-of-new-mail",
  "looks-at-attachments",
  "posts-to-slack",
  "saves-mail-elsewhere",
  "signs-in-at-a-provider",
  "speaks-another-language",
].map((name) => `**/${name}.test.ts`);

export default defineConfig({
  testDir: ".",
  projects: [
    { name: "together", testMatch: "**/*.test.ts", testIgnore: apart },
    { name: "apart", testMatch: apart },
  ],
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
