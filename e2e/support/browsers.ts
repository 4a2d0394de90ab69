import { chromiumArgs, chromiumPath, headlessPath } from "../../tools/demo/chromium.ts";

/** Options with which the tests start their browser. */
export const usualBrowser = startedAs(headlessPath());

/** The full Chromium, for the parts that its headless shell lacks: notifications and the PDF viewer. */
export const wholeBrowser = startedAs(chromiumPath());

function startedAs(executablePath: string) {
  return {
    executablePath,
    // Without a UTF-8 locale Chromium saves a download with an umlaut as "download".
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    args: chromiumArgs,
  };
}
