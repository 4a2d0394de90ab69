import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Ingested, ingest } from "./ingest.ts";
import { tally } from "./score.ts";

/** A message may take this long; a parser that needs more hangs on hostile mail. */
const slowMs = 5000;

/** One corpus on the disk, and the count of messages that the product survived. */
export interface Corpus {
  name: string;
  dir: string;
  /** Ingests one message; undefined when the product threw or took too long, which costs a point. */
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

/** Paths of files below a folder, relative to it, whose names match. */
export function filesOf(dir: string, matches: RegExp): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((file) => matches.test(file))
    .sort();
}

/** Expected values of a corpus. They are other projects' files, so their shape is taken on trust. */
export function readJson<Shape>(...parts: string[]): Shape {
  // The corpus's SOURCE.md documents the shape; a wrong one shows as a lost point.
  return JSON.parse(readFileSync(path.join(...parts), "utf8")) as Shape;
}
