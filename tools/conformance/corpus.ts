import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Ingested, ingest } from "./ingest.ts";
import { tally } from "./score.ts";

/** Maximum time for a message; a parser that takes longer could be blocked by hostile mail. */
const slowMs = 5000;

/** One corpus on the disk, and the count of messages that the product survived. */
export interface Corpus {
  name: string;
  dir: string;
  /** Ingests one message; undefined if the product threw or took too long, which costs a point. */
  ingest: (file: string, source: Buffer) => Promise<Ingested | undefined>;
  survived: ReturnType<typeof tally>;
}

export function openCorpus(
  corpora: string,
  name: string,
  onIngested: (file: string, ms: number, ingested: Ingested) => void,
): Corpus {
  const dir = path.join(corpora, name);
  if (!existsSync(dir)) throw new Error(`The corpus ${dir} is not there.`);
  const survived = tally(name, "survived", 1);
  return {
    name,
    dir,
    survived,
    ingest: async (file, source) => {
      const started = performance.now();
      try {
        const ingested = await ingest(source);
        const ms = performance.now() - started;
        survived.count(ms < slowMs, () => `${file}: took ${Math.round(ms)} ms`);
        onIngested(`${name}/${file}`, ms, ingested);
        return ingested;
      } catch (error) {
        survived.count(false, () => `${file}: ${String(error)}`);
        return undefined;
      }
    },
  };
}

/** Returns the matching files below a folder, as relative paths. */
export function filesOf(dir: string, matches: RegExp): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((file) => matches.test(file))
    .sort();
}

/** Reads expected values of a corpus. The files come from other projects, and their shape is not checked. */
export function readJson<Shape>(...parts: string[]): Shape {
  // The corpus's SOURCE.md documents the shape; a wrong shape costs a point.
  return JSON.parse(readFileSync(path.join(...parts), "utf8")) as Shape;
}
