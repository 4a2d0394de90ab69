// `npm run inlet`, `npm run backup` and `npm run restore`: runs the bundle of the present sources. Where that is not built,
// the sources run: what rescues an installation needs no build, no packages for building and no folder that it may write.
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serverBundle } from "./server-bundle.mjs";

const sources = {
  inlet: "../server/inlet.ts",
  backup: "backup.ts",
  restore: "restore.ts",
};
const [runtime, , name, ...words] = process.argv;
const bundled = path.join(serverBundle(), `${name}.js`);
const source = fileURLToPath(new URL(sources[name], import.meta.url));
const program = existsSync(bundled) ? bundled : source;
process.argv = [runtime, program, ...words];
await import(pathToFileURL(program).href);
