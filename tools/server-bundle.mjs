// Finds the folder of the server's bundle. Plain JavaScript for Node 20: tools/start.mjs calls it before anything is installed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns the folder of the bundle of the current sources. Its name is a hash of the sources and the lockfile, which also pins
 * Node and rolldown. A build renames its folder to this name last, so a folder with this name is complete and current.
 */
export function serverBundle(root = repository) {
  const tools = ["build-server", "lean-source-map", "map-stacks", "backup", "restore"];
  const sources = ["contract", "server", ...tools.map((name) => `tools/${name}.ts`)];
  const hash = hashOf(root, [...sources, "package-lock.json"]);
  return path.join(root, "server/dist", hash.slice(0, 16));
}

/** Returns a hash of the names and contents of all files at these paths that a build reads. */
export function hashOf(root, places) {
  const hash = createHash("sha256");
  const add = (place) => {
    const name = path.basename(place);
    if (/^(node_modules|dist|testing|corpus|\.types)$|\.test\.tsx?$|\.tsbuildinfo$/.test(name))
      return;
    const entries = entriesOf(path.join(root, place));
    if (entries) for (const entry of entries) add(`${place}/${entry}`);
    else
      hash
        .update(`${place}\0`)
        .update(readFileSync(path.join(root, place)))
        .update("\0");
  };
  for (const place of places) add(place);
  return hash.digest("hex");
}

/** Returns the sorted names in a folder; null for a file. */
function entriesOf(place) {
  try {
    return readdirSync(place).sort();
  } catch (error) {
    if (error.code === "ENOTDIR") return null;
    throw error;
  }
}
