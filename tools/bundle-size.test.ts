import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { filesOf, measurePages, pageBudgets } from "./bundle-size.ts";

test("counts each file that is imported initially once, and nothing that is fetched later", () => {
  const manifest = {
    "index.html": { file: "index.js", imports: ["_core.js"], dynamicImports: ["page.tsx"] },
    "page.tsx": {
      file: "page.js",
      imports: ["_core.js", "_list.js"],
      dynamicImports: ["late.tsx"],
    },
    "_core.js": { file: "core.js", css: ["core.css"] },
    "_list.js": { file: "list.js", imports: ["_core.js", "_style.css"] },
    "_style.css": { file: "style.css" },
    "late.tsx": { file: "late.js" },
  };
  expect(filesOf(manifest, ["index.html", "page.tsx"], "css").toSorted()).toEqual([
    "core.css",
    "style.css",
  ]);
  expect(filesOf(manifest, ["index.html", "page.tsx"], "js").toSorted()).toEqual([
    "core.js",
    "index.js",
    "list.js",
    "page.js",
  ]);
});

test("throws if the build does not contain a module of a page", () => {
  expect(() => filesOf({}, ["index.html"], "js")).toThrow("The build has no index.html.");
});

test("adds up the compressed files of every page that has a budget", async () => {
  const dist = await mkdtemp(path.join(tmpdir(), "inlet-dist-"));
  try {
    const code = "export const water = 'still';\n".repeat(40);
    const modules = [...new Set(pageBudgets.flatMap((page) => page.modules))];
    const entries = modules.map((name, index) => [
      name,
      { file: `${index}.js`, css: [`${index}.css`] },
    ]);
    await mkdir(path.join(dist, ".vite"));
    const manifest = JSON.stringify(Object.fromEntries(entries));
    const files = [".vite/manifest.json", ".vite/landing.json"].map((file) => [file, manifest]);
    const written = modules.flatMap((_, index) => [
      [`${index}.js`, code],
      [`${index}.css`, code],
    ]);
    for (const [file = "", text = ""] of [...files, ...written]) {
      await writeFile(path.join(dist, file), text);
    }
    const each = gzipSync(code, { level: 9 }).length;
    expect(await measurePages(dist)).toEqual(
      pageBudgets.map(({ page, kind, modules: own, maxBytes }) => ({
        page,
        kind,
        bytes: own.length * each,
        maxBytes,
      })),
    );
  } finally {
    await rm(dist, { recursive: true });
  }
});
