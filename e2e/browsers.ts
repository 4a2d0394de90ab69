import { chromiumArgs, chromiumPath, headlessPath } from "../tools/demo/chromium.ts";

/** Options with which the tests start their browser. */
export const usualBrowser = startedAs(headlessPath());

/** The whole of Chromium, for what its headless shell lacks: notifications, its viewer of PDF. */
export const wholeBrowser = startedAs(chromiumPath());

function startedAs(executablePath: string) {
  return {
    executablePath,
    // Without a UTF-8 locale Chromium saves a download with an umlaut as "download".
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    args: chromiumArgs,
  };
}
