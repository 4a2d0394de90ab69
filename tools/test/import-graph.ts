/** Builds the import graph from the sources: which files a change can reach, and how far away they are. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** Paths are relative to the root, with "/". The graph includes folders that a source names, with a "/" at the end. */
export interface ImportGraph {
  imports: ReadonlyMap<string, ReadonlySet<string>>;
  importers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the files of a Git tree, including those not yet added. */
export function filesOfTree(root: string): string[] {
  const words = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z"];
  const output = execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  return output.split("\0").filter(Boolean);
}

/**
 * Builds the graph of `files`. An edge is any string that names a file relative to the source's folder, relative to the root or
 * by an alias: an import, `new URL("x.ts", import.meta.url)`, a thread or a process. Type-only imports are not edges.
 */
export function readImportGraph(root: string, files: readonly string[]): ImportGraph {
  const places = new Set(files);
  for (const file of files) {
    for (const dir of foldersOf(file)) places.add(dir);
  }
  const imports = new Map<string, Set<string>>();
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    if (!/^(contract|server|web|tools|e2e)\/.*\.(ts|tsx|mjs)$/.test(file)) continue;
    const named = namedIn(file, readFile(path.join(root, file)), places);
    imports.set(file, named);
    for (const place of named) {
      const known = importers.get(place) ?? new Set();
      importers.set(place, known.add(file));
    }
  }
  return { imports, importers };
}

/** Returns the folders that contain a file, the innermost first, without the topmost. */
function foldersOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.slice(1).map((_, n) => `${parts.slice(0, parts.length - n).join("/")}/`);
}

/** Returns "" for a file that was deleted and not yet committed, because Git still lists it. */
function readFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function namedIn(file: string, source: string, places: ReadonlySet<string>): Set<string> {
  const code = source
    .replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "")
    .replaceAll(/^(?:import|export) type\b[^;]*?["'][^"']*["'];?/gm, "");
  const named = new Set<string>();
  for (const [, , text = ""] of code.matchAll(/(["'`])([\w@#$./-]+)\1/g)) {
    for (const place of placesNamed(file, text)) {
      if (place === file) continue;
      if (places.has(place)) named.add(place);
      else if (places.has(`${place}/`)) named.add(`${place}/`);
    }
  }
  return named;
}

function placesNamed(file: string, text: string): string[] {
  const part = file.slice(0, file.indexOf("/"));
  if (text.startsWith("#/")) return [`${part}/${text.slice(2)}`];
  if (text.startsWith("@inlet/contract/")) return [`contract/${text.slice(16)}`];
  const beside = path.posix.join(path.posix.dirname(file), text).replace(/\/$/, "");
  // For paths such as "server/main.ts", which the code joins to the root.
  return text.startsWith(".") ? [beside] : [beside, text];
}

/**
 * Counts the imports between each file and the nearest of `changed`, 0 for a changed file; files that reach none are missing. A
 * changed file that is not a source, such as a migration, changes the sources that name it or its folder.
 */
export function distancesTo(graph: ImportGraph, changed: readonly string[]): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const file of changed) {
    if (/\.(ts|tsx|mjs)$/.test(file)) continue;
    // Too many sources name a folder such as server/store/ without using the files in it.
    for (const dir of foldersOf(file)) if (dir.split("/").length > 3) distances.set(dir, 0);
  }
  // A map is iterated in insertion order, entries added during the iteration last: this is a breadth-first search.
  for (const [file, distance] of distances) {
    for (const importer of graph.importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/** Returns all files that a file imports, directly or indirectly, and the file itself. */
export function reachedFrom(graph: ImportGraph, file: string): Set<string> {
  const reached = new Set([file]);
  for (const next of reached) {
    for (const needed of graph.imports.get(next) ?? []) reached.add(needed);
  }
  return reached;
}
