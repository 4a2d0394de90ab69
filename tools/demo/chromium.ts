import { existsSync } from "node:fs";

/** Returns the browser that CHROMIUM_PATH names, or the system's. */
export function chromiumPath(): string {
  const chromium =
    process.env["CHROMIUM_PATH"] ??
    ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => existsSync(file));
  if (!chromium) {
    throw new Error(
      "No Chromium: install Debian's package chromium, or name one in CHROMIUM_PATH.",
    );
  }
  return chromium;
}

/**
 * Returns the browser for tests: the same Chromium without a window, if the system has it. It needs a third less processor time.
 */
export function headlessPath(): string {
  const shell = "/usr/bin/chromium-headless-shell";
  return process.env["CHROMIUM_PATH"] === undefined && existsSync(shell) ? shell : chromiumPath();
}

/** Flags for every browser started here: it sends no requests on its own account. */
export const chromiumArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
