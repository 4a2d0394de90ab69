import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { filesOf, measurePages, pageBudgets } from "./bundle-size.ts";

test("counts what is imported at once, each file one time, and nothing that is fetched later", () => {
  const manifest = {
    "index.html": { file: "index.js", imports: ["_core.js"], dynamicImports: ["page.tsx"] },
    "page.tsx": {
      file: "page.js",
      imports: ["_core.js", "_list.js"],
      dynamicImports: ["late.tsx"],
    },
    "_core.js": { file: "core.js" },
    "_list.js": { file: "list.js", imports: ["_core.js", "_style.css"] },
    "_style.css": { file: "style.css" },
    "late.tsx": { file: "late.js" },
  };
  expect(filesOf(manifest, ["index.html", "page.tsx"]).toSorted()).toEqual([
    "core.js",
    "index.js",
    "list.js",
    "page.js",
  ]);
});

test("a module that the build does not have is an error, not a light page", () => {
  expect(() => filesOf({}, ["index.html"])).toThrow("The build has no index.html.");
});

test("adds up the compressed files of every page that has a budget", async () => {
  const dist = await mkdtemp(path.join(tmpdir(), "inlet-dist-"));
  try {
    const code = "export const water = 'still';\n".repeat(40);
    const modules = [...new Set(pageBudgets.flatMap((page) => page.modules))];
    const entries = modules.map((name, index) => [name, { file: `${index}.js` }]);
    await mkdir(path.join(dist, ".vite"));
    await writeFile(
      path.join(dist, ".vite/manifest.json"),
      JSON.stringify(Object.fromEntries(entries)),
    );
    await Promise.all(modules.map((_, index) => writeFile(path.join(dist, `${index}.js`), code)));
    const each = gzipSync(code, { level: 9 }).length;
    expect(await measurePages(dist)).toEqual(
      pageBudgets.map(({ page, modules: own, maxBytes }) => ({
        page,
        bytes: own.length * each,
        maxBytes,
      })),
    );
  } finally {
    await rm(dist, { recursive: true });
  }
});
