import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { distancesTo, filesOfTree, type ImportGraph, readImportGraph } from "./import-graph.ts";

const tree = {
  "contract/limits.ts": "export const limits = 1;",
  "server/start.ts": 'import "./http/app.ts";',
  "server/http/app.ts": [
    'import { limits } from "@inlet/contract/limits.ts";',
    'import type { Door } from "#/store/door.ts";',
    'const { open } = await import("#/store/open.ts");',
  ].join("\n"),
  "server/store/door.ts": "export interface Door {}",
  "server/store/open.ts": [
    'new Worker(new URL("./thread.ts", import.meta.url));',
    "/** As server/start.ts does: */",
    '// import "../start.ts";',
    'const folder = join(import.meta.dirname, "migrations", engine);',
  ].join("\n"),
  "server/store/thread.ts": 'export { word } from "./word.ts";',
  "server/store/word.ts": "export const word = 1;",
  "server/store/migrations/sqlite/first.sql": "",
  "server/start.test.ts": 'spawn(path.join(root, "server/start.ts"));',
  "server/http/app.test.ts": 'import "./app.ts";',
  "web/state/limits.ts": 'import { other } from "#/state/other.tsx";',
  "web/state/other.tsx": 'import style from "./other.css";',
  "web/state/other.css": "",
};

describe("distances in the import graph", () => {
  it("count all imports, including dynamic ones and threads", () => {
    const { graph } = fixture();
    expect(testsNear(graph, "server/store/word.ts")).toEqual({
      "server/http/app.test.ts": 4,
      "server/start.test.ts": 5,
    });
  });

  it("leave out type-only imports and comments", () => {
    const { graph } = fixture();
    expect(testsNear(graph, "server/store/door.ts")).toEqual({});
    expect([...(graph.importers.get("server/start.ts") ?? [])]).toEqual(["server/start.test.ts"]);
  });

  it("follow the import aliases of each workspace", () => {
    const { graph } = fixture();
    expect(testsNear(graph, "contract/limits.ts")).toEqual({
      "server/http/app.test.ts": 2,
      "server/start.test.ts": 3,
    });
    expect(distancesTo(graph, ["web/state/other.css"]).get("web/state/limits.ts")).toBe(2);
  });

  it("start at the sources that name the folder of a changed file other than a source", () => {
    const { graph } = fixture();
    const changed = ["server/store/migrations/sqlite/first.sql"];
    expect(distancesTo(graph, changed).get("server/store/open.ts")).toBe(1);
  });
});

describe("the files of a tree", () => {
  it("include files not yet added and exclude ignored ones", () => {
    const { root } = fixture();
    writeFileSync(path.join(root, ".gitignore"), "dist/\n");
    mkdirSync(path.join(root, "web/dist"));
    writeFileSync(path.join(root, "web/dist/made.ts"), "");
    expect(filesOfTree(root).toSorted()).toEqual([".gitignore", ...Object.keys(tree)].toSorted());
  });
});

function fixture(): { root: string; graph: ImportGraph } {
  const root = mkdtempSync(path.join(tmpdir(), "inlet-graph-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return { root, graph: readImportGraph(root, Object.keys(tree)) };
}

function testsNear(graph: ImportGraph, changed: string): Record<string, number> {
  const distances = [...distancesTo(graph, [changed])];
  return Object.fromEntries(distances.filter(([file]) => file.endsWith(".test.ts")));
}
