/** Bundles the server with its packages, because a start then reads tens of files instead of thousands. */
import { existsSync } from "node:fs";
import { cp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";
import { leanMappings } from "./lean-source-map.ts";
import { serverBundle } from "./server-bundle.mjs";

/** Entry points for operators. Each gets a file in server/dist too, at a path that stays the same from build to build. */
export const programs = {
  main: "server/main.ts",
  inlet: "server/cli/inlet.ts",
  backup: "tools/backup.ts",
  restore: "tools/restore.ts",
};
export const threads = {
  engine: "server/processes/engine/engine.ts",
  read: "server/processes/workers/read.ts",
  parse: "server/processes/workers/parse.ts",
  "snapshot-thread": "server/store/backup/snapshot-thread.ts",
};
const entries = { ...programs, ...threads, "map-stacks": "tools/map-stacks.ts" };
/** Not bundled, because they read files from their own package folder. */
const unbundled = ["@fastify/swagger-ui"];
const maxBuilds = 3;

/** Builds the bundle of the current sources if it is missing; returns its folder. */
export async function buildServer(folder = serverBundle()): Promise<string> {
  const dist = path.dirname(folder);
  if (!existsSync(folder)) await bundle(folder);
  for (const name of Object.keys(programs)) {
    const file = path.join(dist, `${name}.js`);
    await writeFile(`${file}.${process.pid}`, `import "./${path.basename(folder)}/${name}.js";\n`);
    await rename(`${file}.${process.pid}`, file);
  }
  await removeOldBuilds(dist, folder);
  return folder;
}

/**
 * Builds in a separate folder and renames it at the end, because concurrent or interrupted builds must not leave a partial
 * bundle.
 */
async function bundle(folder: string): Promise<void> {
  const root = path.resolve(folder, "../../..");
  const unfinished = `${folder}.${process.pid}`;
  const assets = new Map<string, string>();
  const build = await rolldown({
    cwd: root,
    input: entries,
    platform: "node",
    external: unbundled,
    tsconfig: false,
    plugins: [
      {
        name: "own files",
        transform: {
          filter: { id: /\.ts$/, code: "import.meta" },
          handler: (code, file) => ({ code: placeOwnFiles(code, file), map: null }),
        },
      },
    ],
  });
  try {
    const { output } = await build.write({
      dir: unfinished,
      entryFileNames: "[name].js",
      sourcemap: true,
      sourcemapExcludeSources: true,
      banner: ({ isEntry, name }) =>
        isEntry && name !== "map-stacks" ? 'import "./map-stacks.js";' : "",
    });
    for (const file of output) {
      if (file.type === "asset" || !file.map) continue;
      const { sources, mappings } = file.map;
      const map = { version: 3, names: [], sources, mappings: leanMappings(mappings) };
      await writeFile(path.join(unfinished, `${file.fileName}.map`), JSON.stringify(map));
    }
    const written = new Set(output.map(({ fileName }) => fileName));
    for (const [name, file] of assets) {
      if (written.has(name)) throw new Error(`${name} is a file of the bundle and of ${file}.`);
      await cp(file, path.join(unfinished, name), { recursive: true });
    }
    await rename(unfinished, folder).catch((error: unknown) => {
      // Another process has finished the same build first.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await build.close();
    await rm(unfinished, { recursive: true, force: true });
  }

  /** Rewrites file URLs, because a bundle has all its files in one folder: threads as .js, and copies of the files it reads. */
  function placeOwnFiles(code: string, file: string): string {
    const here = path.dirname(file);
    return code
      .replaceAll(/new URL\("([^"]+)", import\.meta\.url\)/g, (text, name: string) => {
        const { name: thread, ext } = path.parse(name);
        if (ext === ".ts" && thread in threads) return text.replace(name, `./${thread}.js`);
        if (ext === ".ts" || name.includes("/") || assets.has(name)) {
          throw new Error(`tools/build-server.ts does not know ${name} of ${file}.`);
        }
        assets.set(name, path.join(here, name));
        return text;
      })
      .replaceAll(
        "import.meta.dirname",
        `(import.meta.dirname + ${JSON.stringify(`/${path.relative(folder, here)}`)})`,
      );
  }
}

/** Keeps the newest builds, and those of running processes, which load further files of them later. */
async function removeOldBuilds(dist: string, current: string): Promise<void> {
  const builds: { folder: string; usedMs: number }[] = [];
  for (const name of await readdir(dist)) {
    const folder = path.join(dist, name);
    if (!/^[0-9a-f]{16}(\.\d+)?$/.test(name) || folder === current) continue;
    // Another process may delete it at the same time.
    const files = await readdir(folder).catch(() => []);
    if ([name, ...files].some(namesRunningProcess)) continue;
    const isUnfinished = name.includes(".");
    const usedMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (isUnfinished) await rm(folder, { recursive: true, force: true });
    else builds.push({ folder, usedMs });
  }
  const newestFirst = builds.toSorted((one, other) => other.usedMs - one.usedMs);
  for (const { folder } of newestFirst.slice(maxBuilds - 1)) {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reports whether a file name ends with the id of a running process, as `used-by.4711` does. */
function namesRunningProcess(name: string): boolean {
  const pid = Number(/\.(\d+)$/.exec(name)?.[1] ?? 0);
  if (pid === 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

if (import.meta.main) await buildServer();
