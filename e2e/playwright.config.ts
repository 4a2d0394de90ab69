import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const chromium =
  process.env["CHROMIUM_PATH"] ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => existsSync(file));
if (!chromium) {
  throw new Error("No Chromium: install Debian's package chromium, or name one in CHROMIUM_PATH.");
}

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.test.ts",
  // One product and one browser at a time: the tests share two cores with the servers.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "../test-results",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: chromium,
      // Without a UTF-8 locale Chromium saves a download with an umlaut as "download".
      env: { ...process.env, LC_ALL: "C.UTF-8" },
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
});
