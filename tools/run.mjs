// `npm run inlet`, `npm run backup` and `npm run restore`: runs the bundle of the current sources, or the sources themselves if
// the bundle is not built. Recovery commands must work without a build, without build packages and without a writable folder.
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serverBundle } from "./server-bundle.mjs";

const sources = {
  inlet: "../server/cli/inlet.ts",
  backup: "backup.ts",
  restore: "restore.ts",
};
const [runtime, , name, ...words] = process.argv;
const bundled = path.join(serverBundle(), `${name}.js`);
const source = fileURLToPath(new URL(sources[name], import.meta.url));
const program = existsSync(bundled) ? bundled : source;
process.argv = [runtime, program, ...words];
await import(pathToFileURL(program).href);
