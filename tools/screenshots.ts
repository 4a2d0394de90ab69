/**
 * Takes screenshots: `npm run screenshots [-- WORD…] [--theme dark] [--width 375,1280]` takes those whose name contains one of the
 * words. `--landing` takes those of the landing page instead, into its source. With `--check` axe and the layout check look at
 * each one, and their findings count as faults; with `--layout` only the layout check does.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContext } from "@playwright/test";
import { buildWebApp } from "./demo/build-web-app.ts";
import { faultsOf } from "./screenshots/faults.ts";
import { layoutFaultsOf } from "./screenshots/layout-faults.ts";
import type { Look } from "./screenshots/screenshot.ts";
import { takeLandingPictures } from "./screenshots/landing-pictures.ts";
import { looks } from "./screenshots/run-screenshots.ts";
import {
  atRest,
  screens,
  type Setting,
  startBrowser,
  startStage,
  themes,
} from "./screenshots/fixture.ts";

const { values: only, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: "string" },
    width: { type: "string" },
    check: { type: "boolean" },
    layout: { type: "boolean" },
    landing: { type: "boolean" },
  },
});
const chosen = looks.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
if (chosen.length === 0) {
  throw new Error(`No look has such a name: ${looks.map(({ name }) => name).join(", ")}`);
}
const settings = themes
  .filter((theme) => theme === (only.theme ?? theme))
  .flatMap((theme) => screens.map((screen): Setting => ({ theme, screen })))
  .filter(({ screen }) => only.width?.split(",").includes(String(screen.width)) ?? true);
if (settings.length === 0) throw new Error("There is no such theme or width.");

const folder = path.resolve(import.meta.dirname, "../shots");
const print = (text: string) => void process.stdout.write(`${text}\n`);
await buildWebApp();
await using stage = await startStage();
await using browser = await startBrowser();
let failed = 0;
if (only.landing) {
  print(`${await takeLandingPictures(stage, browser)} bytes in the pictures of the landing page`);
} else {
  await mkdir(folder, { recursive: true });
  // A screenshot mostly waits, so several settings run in parallel; within one setting the screenshots run one after another.
  const waiting = settings.values();
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (const setting of waiting) await takeAll(setting);
    }),
  );
  print(`${chosen.length * settings.length - failed} pictures in ${folder}`);
}
if (failed > 0) process.exitCode = 1;

async function takeAll(setting: Setting): Promise<void> {
  const contexts = new Map<Look["as"], BrowserContext>();
  for (const look of chosen) {
    // Share the context, with everything that the first look fetched, between the looks of one viewer.
    const context = contexts.get(look.as) ?? (await stage.newContext(browser, look.as, setting));
    contexts.set(look.as, context);
    const file = `${look.name.replaceAll(" ", "-")}.${setting.theme}.${setting.screen.width}.png`;
    const fault = await takePicture(context, look, file);
    print(fault ? `${file}: ${fault}` : file);
    if (fault) failed++;
  }
  for (const context of contexts.values()) await context.close();
}

/** Takes one screenshot. Returns the error, if any; the screenshot then shows the state at that point. */
async function takePicture(
  context: BrowserContext,
  look: Look,
  file: string,
): Promise<string | undefined> {
  await using page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const fault = await look.take(page, stage).then(
    () => undefined,
    (error: unknown) => String(error).split("\n").slice(0, 3).join(" "),
  );
  await atRest(page);
  await page.screenshot({ path: path.join(folder, file), animations: "disabled" });
  const found = [
    ...(only.check ? await faultsOf(page) : []),
    ...(only.check || only.layout ? await layoutFaultsOf(page) : []),
  ];
  return fault ?? (found.length > 0 ? found.join("; ") : undefined);
}
