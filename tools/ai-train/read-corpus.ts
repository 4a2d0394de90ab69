import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Returns the lines of a corpus file, which may be compressed, as parsed JSON objects. */
export function readCorpus<Row>(corpora: string, name: string): Row[] {
  const bytes = readFileSync(join(corpora, name));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row); // The callers name the shape that the corpus documents.
}

/** Returns the SHA-256 of a corpus file, which identifies the version that weights were trained on. */
export function hashOf(corpora: string, name: string): string {
  return createHash("sha256")
    .update(readFileSync(join(corpora, name)))
    .digest("hex");
}
