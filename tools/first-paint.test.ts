import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readyToPaint } from "./first-paint.ts";

const page = `<title>Inlet</title>
    <script  src="/theme-boot.js"></script>
    <script type="module" crossorigin src="/assets/main.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/core.js">
    <link rel="stylesheet" crossorigin href="/assets/main.css">`;

async function built(boot: string) {
  const dist = await mkdtemp(path.join(tmpdir(), "inlet-dist-"));
  await mkdir(path.join(dist, "assets"));
  await writeFile(path.join(dist, "theme-boot.js"), boot);
  await writeFile(path.join(dist, "assets/main.css"), "a{color:red}");
  return {
    ready: () => readyToPaint(page, dist),
    [Symbol.asyncDispose]: () => rm(dist, { recursive: true }),
  };
}

test("a prerendered page contains what its first paint needs, and names the scripts to load after it", async () => {
  await using build = await built("boot();");
  const ready = await build.ready();
  expect(ready).toContain("<script>boot();</script>");
  expect(ready).toContain("<style>a{color:red}</style>");
  expect(ready).toContain('<meta name="late-scripts" content="/assets/main.js /assets/core.js" />');
  expect(ready).not.toMatch(/type="module"|modulepreload|theme-boot\.js/);
  // The link stays, disabled, because a loader would otherwise fetch the style sheet again.
  expect(ready).toContain('<link rel="stylesheet" href="/assets/main.css" disabled>');
});

test("a script that contains markup does not end its own element", async () => {
  await using build = await built('write("<script></script>");');
  const ready = await build.ready();
  expect(ready).toContain(String.raw`<script>write("\x3Cscript>\x3C/script>");</script>`);
});
