import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A regular expression that was proven to work in linear time, and the key of the proof. */
export interface ProvenRegex {
  key: string;
  pattern: string;
  flags: string;
}

/** The file of proven expressions: one line each, `KEY /PATTERN/FLAGS`. */
export const provenFile = path.join(import.meta.dirname, "proven.txt");

/** Returns the key of an expression: it differs when the pattern, its flags or the finder's sources differ. */
export function keyOf(pattern: string, flags: string, finder = finderHash): string {
  return hashOf([finder, pattern, flags]);
}

/** Returns the recorded expressions. A line that cannot be parsed is left out, so it proves nothing. */
export function readProven(file = provenFile): ProvenRegex[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, key, pattern, flags] = /^(\S+) \/(.+)\/([a-z]*)$/.exec(line) ?? [];
      if (key === undefined || pattern === undefined || flags === undefined) return [];
      return [{ key, pattern, flags }];
    });
}

/** Returns the text of the file. Sorting by pattern avoids conflicts between changes of two branches. */
export function proofsAsText(regexes: readonly Omit<ProvenRegex, "key">[]): string {
  const lines = new Map(
    regexes.map(({ pattern, flags }) => [`/${pattern}/${flags}`, keyOf(pattern, flags)]),
  );
  return [...lines.keys()]
    .toSorted()
    .map((text) => `${lines.get(text)} ${text}\n`)
    .join("");
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 24);
}

// All sources of this folder count, to include everything that the finder imports from it.
const finderHash = hashOf(
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .toSorted()
    .map((name) => readFileSync(path.join(import.meta.dirname, name), "utf8")),
);
