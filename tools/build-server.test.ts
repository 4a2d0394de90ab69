import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { programs, threads } from "./build-server.ts";
import { leanMappings } from "./lean-source-map.ts";
import { serverBundle } from "./server-bundle.mjs";

/** Fields that the type of Node's SourceMap requires; they are not read. */
const emptyMap = { file: "", version: 3, sourcesContent: [], names: [], sourceRoot: "" };
const run = promisify(execFile);
let root = "";

/** Creates a repository whose server consists of one-line files. The real tools build it. */
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "inlet-bundle-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const file of Object.values({ ...programs, ...threads })) await write(file, "export {};");
  for (const name of [
    "build-server.ts",
    "lean-source-map.ts",
    "map-stacks.ts",
    "run.mjs",
    "server-bundle.mjs",
  ])
    await cp(path.join(import.meta.dirname, name), path.join(root, "tools", name));
  await symlink(path.join(import.meta.dirname, "../node_modules"), path.join(root, "node_modules"));
  await write("package.json", '{ "type": "module" }');
  await write("package-lock.json", "{}");
  await write("contract/limits.ts", "export const most = 3;");
});

async function write(name: string, text: string): Promise<void> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

const build = () => run(process.execPath, [path.join(root, "tools/build-server.ts")]);
const start = () => run(process.execPath, [path.join(root, "server/dist/main.js")]);
const builds = () =>
  readdirSync(path.join(root, "server/dist")).filter((name) => !name.endsWith(".js"));

test("the bundle's folder changes with a source or the lockfile, not with a test", async () => {
  const first = serverBundle(root);
  await write("server/main.test.ts", "export {};");
  await write("server/testing/apps/client.ts", "export {};");
  await write("server/dist/main.js", "");
  expect(serverBundle(root)).toBe(first);
  const folders = new Set([first]);
  for (const file of ["server/a.sql", "contract/a.ts", "tools/backup.ts", "package-lock.json"]) {
    await write(file, " ");
    folders.add(serverBundle(root));
  }
  expect(folders.size).toBe(5);
  await rm(path.join(root, "server/a.sql"));
  expect(folders).not.toContain(serverBundle(root));
});

test("builds once for the same sources, and again after a change", async () => {
  await write("server/main.ts", 'process.stdout.write("one");');
  await build();
  expect((await start()).stdout).toBe("one");
  const mark = path.join(serverBundle(root), "built-once");
  await writeFile(mark, "");
  await build();
  expect(existsSync(mark)).toBe(true);
  await write("server/main.ts", 'process.stdout.write("two");');
  await build();
  expect((await start()).stdout).toBe("two");
});

test("the bundle includes the files that it reads, and knows its location in the repository", async () => {
  await write("server/words/words.txt", "in the bundle");
  await write(
    "server/words/read.ts",
    'import { readFileSync } from "node:fs"; export const words = readFileSync(new URL("words.txt", import.meta.url), "utf8");',
  );
  await write(
    "server/main.ts",
    'import path from "node:path"; import { words } from "./words/read.ts"; console.log(words, path.join(import.meta.dirname, ".."));',
  );
  await build();
  await rm(path.join(root, "server/words"), { recursive: true });
  expect((await start()).stdout).toBe(`in the bundle ${root}\n`);
});

test("stack traces of programs and threads name the source file and line", async () => {
  const fails = (what: string) =>
    `\n\n/** Fails. */\nexport function fail(): never {\n  throw new Error("${what}");\n}\n`;
  await write("server/fail.ts", fails("main"));
  await write("server/processes/engine/engine.ts", `${fails("engine")}fail();`);
  await write(
    "server/main.ts",
    `import { Worker } from "node:worker_threads";
import { fail } from "./fail.ts";
const engine = new Worker(new URL("./processes/engine/engine.ts", import.meta.url));
engine.once("error", (error) => {
  console.log(error.stack);
  try { fail(); } catch (error) { console.log(error.stack); }
});`,
  );
  await build();
  const { stdout } = await start();
  expect(stdout).toContain("Error: engine\n    at fail (");
  expect(stdout).toContain(`${root}/server/processes/engine/engine.ts:5:`);
  expect(stdout).toContain(`${root}/server/fail.ts:5:`);
  expect(stdout).toContain(`${root}/server/main.ts:6:`);
});

test("a command runs the bundle, or the sources if it is not built", async () => {
  await write(
    "server/cli/inlet.ts",
    "console.log(import.meta.dirname, process.argv.slice(2).join());",
  );
  const inlet = () => run(process.execPath, [path.join(root, "tools/run.mjs"), "inlet", "a", "b"]);
  expect((await inlet()).stdout).toBe(`${root}/server/cli a,b\n`);
  await build();
  expect((await inlet()).stdout).toContain(serverBundle(root));
});

test("a failed or interrupted build does not count as a bundle", async () => {
  await write("server/main.ts", "export const x = ;");
  await expect(build()).rejects.toThrow("main.ts");
  expect(existsSync(serverBundle(root))).toBe(false);
  await write("server/main.ts", "const { pid } = process; export { pid };");
  // No process has this pid.
  await write(`server/dist/${path.basename(serverBundle(root))}.99999999/main.js`, "half");
  await build();
  expect(builds()).toEqual([path.basename(serverBundle(root))]);
});

test("concurrent builds create one bundle and do not delete the bundle of a running process", async () => {
  const used = "0123456789abcde0";
  await write(`server/dist/${used}/used-by.${process.pid}`, "");
  for (const [age, name] of ["1", "2", "3", "4"].entries()) {
    const folder = path.join(root, "server/dist", name.repeat(16));
    await mkdir(folder);
    await utimes(folder, age, age);
  }
  await write("server/main.ts", 'process.stdout.write("whole");');
  await Promise.all([build(), build(), build()]);
  expect((await start()).stdout).toBe("whole");
  const kept = [used, "3".repeat(16), "4".repeat(16), path.basename(serverBundle(root))];
  expect(builds().toSorted()).toEqual(kept.toSorted());
});

test("does not guess the location of an unknown file in its own folders", async () => {
  await write("server/main.ts", 'console.log(new URL("../else.json", import.meta.url));');
  await expect(build()).rejects.toThrow("does not know ../else.json");
});

test("a lean source map gives the same lines as the complete one", async () => {
  const input = path.join(import.meta.dirname, "build.ts");
  await using build = await rolldown({ input, external: /./, cwd: root });
  const { output } = await build.generate({ sourcemap: true });
  const { code, map } = output[0];
  if (!map) throw new Error("There is no map.");
  const lean = leanMappings(map.mappings);
  expect(lean.length).toBeLessThan(map.mappings.length / 2);
  const places = (mappings: string) => {
    const read = new SourceMap({ ...emptyMap, sources: map.sources, mappings });
    return code.split("\n").flatMap((text, line) =>
      Array.from(text, (_, column) => {
        const entry = read.findEntry(line, column);
        return "originalLine" in entry ? entry.originalLine : null;
      }),
    );
  };
  expect(places(lean)).toEqual(places(map.mappings));
});
