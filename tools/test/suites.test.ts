import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSteps } from "./steps.ts";
import { type Place, runSuites } from "./suites.ts";

/** A marker file beside each test file records that it has run before. */
const first = `const isFirst = !fs.existsSync(import.meta.filename + ".ran");
fs.writeFileSync(import.meta.filename + ".ran", "");`;

const files = {
  "vitest.config.ts": "export default { test: { isolate: false, maxWorkers: 1 } };",
  "good.test.ts": 'it("passes", () => {});',
  "lost.test.ts": 'it("dies", () => { if (isFirst) process.kill(process.pid, "SIGTRAP"); });',
  "moody.test.ts": 'it("waits too short", () => { if (isFirst) throw new Error("late"); });',
};

describe("suites in workers that are reused", () => {
  it("run the files of a lost worker again", async () => {
    const place = placeOf(["good.test.ts", "lost.test.ts"]);
    expect(await runSuites(place, "suites", { minutes: 1, maxSecondTries: 0 })).toBe(true);
    expect(place.steps.sum()).toMatchObject({ passed: 2, failed: 0 });
    expect(place.again).toContainEqual({ file: "lost.test.ts", test: "", kind: "lost" });
  });

  it("run a file with a failed test again", async () => {
    const place = placeOf(["good.test.ts", "moody.test.ts"]);
    expect(await runSuites(place, "suites", { minutes: 1, maxSecondTries: 2 })).toBe(true);
    expect(place.steps.sum()).toMatchObject({ passed: 2, failed: 0 });
    expect(place.again).toEqual([
      { file: "moody.test.ts", test: "waits too short", kind: "suite" },
    ]);
  });
});

function placeOf(names: readonly (keyof typeof files)[]): Place {
  const root = mkdtempSync(path.join(tmpdir(), "inlet-suites-"));
  onTestFinished(() => rmSync(root, { recursive: true, maxRetries: 3 }));
  symlinkSync(
    path.resolve(import.meta.dirname, "../../node_modules"),
    path.join(root, "node_modules"),
  );
  writeFileSync(path.join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(root, "vitest.config.ts"), files["vitest.config.ts"]);
  for (const name of names) {
    const head = 'import fs from "node:fs";\nimport { it } from "vitest";';
    writeFileSync(path.join(root, name), `${head}\n${first}\n${files[name]}`);
  }
  const env = { ...process.env, CI: "1", NO_COLOR: "1" };
  const steps = openSteps({ root, env, print: () => {} });
  return { root, reports: root, env, steps, durations: new Map(), again: [] };
}
