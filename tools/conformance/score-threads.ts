import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { threadKeys } from "../../server/mail/sync/thread-keys.ts";
import { type Corpus, filesOf, readJson } from "./corpus.ts";
import { type Score, tally } from "./score.ts";

/** notmuch's three sets of threads: compares the pairs of messages that share a thread. */
export async function scoreNotmuchThreads(corpus: Corpus): Promise<Score[]> {
  const scores: Score[] = [];
  for (const set of ["lkml", "default", "threading"]) {
    const expected = readJson<{ file: string }[][]>(corpus.dir, `${set}.threads.expected.json`);
    const files = filesOf(path.join(corpus.dir, set), /./).filter(
      (file) => !file.endsWith(".json"),
    );
    const threads = expected.map((thread) => thread.map(({ file }) => path.basename(file)));
    scores.push(await scoreSet(corpus, set, files, threads));
  }
  return [...scores, corpus.survived.score];
}

/** Scores threads of SpamAssassin's public mail: the transitive closure of its references. */
export async function scoreSpamassassinThreads(corpus: Corpus): Promise<Score[]> {
  const files = filesOf(path.join(corpus.dir, "msgs"), /\//);
  const threads = readJson<string[][]>(corpus.dir, "threads.expected.json");
  return [await scoreSet(corpus, "msgs", files, threads), corpus.survived.score];
}

async function scoreSet(
  corpus: Corpus,
  set: string,
  files: readonly string[],
  expected: readonly (readonly string[])[],
): Promise<Score> {
  const threads = new Threads();
  const threadOf = new Map<string, number>();
  for (const file of files) {
    const full = path.join(corpus.dir, set, file);
    if (!existsSync(full)) continue;
    const read = await corpus.ingest(`${set}/${file}`, readFileSync(full));
    if (read) threadOf.set(file, threads.join(threadKeys(read.message)));
  }
  const mine = pairsOf(groupBy([...threadOf].map(([file, id]) => [file, threads.rootOf(id)])));
  const theirs = pairsOf(expected);
  const both = [...mine].filter((pair) => theirs.has(pair)).length;
  const f1 = (2 * both) / (mine.size + theirs.size);
  const into = tally(corpus.name, `threads of ${set}, pairwise F1`, 0.97);
  into.score.of = 1;
  into.score.points = f1;
  into.score.failures.push(
    ...[...mine].filter((pair) => !theirs.has(pair)).map((pair) => `joined wrongly: ${pair}`),
    ...[...theirs].filter((pair) => !mine.has(pair)).map((pair) => `not joined: ${pair}`),
  );
  return into.score;
}

/** Threads by the store's rule, from the keys that the product computes: a message joins the threads of known keys. */
class Threads {
  readonly #parents: number[] = [];
  readonly #byKey = new Map<string, number>();

  join(keys: readonly string[]): number {
    const known = keys.flatMap((key) => this.#byKey.get(key) ?? []).map((id) => this.rootOf(id));
    const id = known.length > 0 ? Math.min(...known) : this.#parents.push(this.#parents.length) - 1;
    for (const other of known) this.#parents[other] = id;
    for (const key of keys) this.#byKey.set(key, id);
    return id;
  }

  rootOf(id: number): number {
    const parent = this.#parents[id];
    return parent === undefined || parent === id ? id : this.rootOf(parent);
  }
}

function groupBy(entries: readonly (readonly [string, number])[]): string[][] {
  const groups = new Map<number, string[]>();
  for (const [file, id] of entries) groups.set(id, [...(groups.get(id) ?? []), file]);
  return [...groups.values()];
}

function pairsOf(groups: readonly (readonly string[])[]): Set<string> {
  const pairs = new Set<string>();
  for (const group of groups) {
    const sorted = [...group].sort();
    for (const [at, one] of sorted.entries()) {
      for (const other of sorted.slice(at + 1)) pairs.add(`${one} + ${other}`);
    }
  }
  return pairs;
}
