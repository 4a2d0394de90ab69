import { toWords } from "#/search/words.ts";
import { stem } from "./stem.ts";

/** A mail as it is ranked. Words are stems, in their order. */
export interface RankedText {
  subject: string;
  people: string;
  own: string;
  quoted: string;
  files: string;
  /** Milliseconds since 1970. */
  date: number;
}

export interface RankQuery {
  /** Stems. */
  words: readonly string[];
  /** In how many of the person's mails each word stands. */
  counts: ReadonlyMap<string, number>;
  /** How many mails they have. */
  total: number;
  now: number;
}

const weights = { subject: 3, people: 2, own: 1, quoted: 0.3, files: 1 } as const;
const fields = ["subject", "people", "own", "quoted", "files"] as const;
const k1 = 1.2;
const b = 0.75;
const bigramWeight = 0.5;
const allWordsBonus = 0.15;
const recencyShare = 0.05;
const halfLifeMs = 90 * 24 * 3600_000;
const wordsRead = 3000;

/** How well each text answers the words, in the order of the texts: BM25 over the fields, neighbours, all words, age. */
export function rankTexts(texts: readonly RankedText[], query: RankQuery): number[] {
  const wanted = new Set(query.words);
  const pairs = query.words.slice(1).map((word, index) => `${query.words[index]} ${word}`);
  const read = texts.map((text) => readText(text, wanted, new Set(pairs)));
  const average = Object.fromEntries(
    fields.map((field) => [field, mean(read.map(({ lengths }) => lengths[field]))]),
  );
  const pairCounts = new Map(
    pairs.map((pair) => [
      pair,
      read.filter(({ found }) => found.own.has(pair) || found.subject.has(pair)).length,
    ]),
  );
  const idf = (count: number) => Math.log(1 + (query.total - count + 0.5) / (count + 0.5));
  const score = (of: Read, key: string, weight: number) => {
    let frequency = 0;
    for (const field of fields) {
      const times = of.found[field].get(key) ?? 0;
      if (times === 0) continue;
      const length = of.lengths[field] / Math.max(1, average[field] ?? 1);
      frequency += (weights[field] * times) / (1 - b + b * length);
    }
    return (weight * frequency * (k1 + 1)) / (k1 + frequency);
  };
  return read.map((of, index) => {
    let sum = 0;
    let met = 0;
    for (const word of wanted) {
      const part = score(of, word, idf(Math.min(query.total, query.counts.get(word) ?? 0)));
      if (part > 0) met += 1;
      sum += part;
    }
    for (const pair of pairs) sum += bigramWeight * score(of, pair, idf(pairCounts.get(pair) ?? 0));
    if (wanted.size > 1 && met === wanted.size) sum *= 1 + allWordsBonus;
    const age = Math.max(0, query.now - (texts[index]?.date ?? 0));
    return sum * (1 + recencyShare * 2 ** (-age / halfLifeMs));
  });
}

interface Read {
  found: Record<(typeof fields)[number], Map<string, number>>;
  lengths: Record<(typeof fields)[number], number>;
}

function readText(text: RankedText, wanted: ReadonlySet<string>, pairs: ReadonlySet<string>): Read {
  const read = fields.map((field) => {
    const found = new Map<string, number>();
    const words = toWords(text[field], wordsRead);
    let before = "";
    for (const word of words) {
      const stemmed = stem(word);
      if (wanted.has(stemmed)) {
        found.set(stemmed, (found.get(stemmed) ?? 0) + 1);
        const pair = `${before} ${stemmed}`;
        if (pairs.has(pair)) found.set(pair, (found.get(pair) ?? 0) + 1);
      }
      before = stemmed;
    }
    return [field, found, words.length] as const;
  });
  // Each field stands in the list once.
  return {
    found: Object.fromEntries(read.map(([field, found]) => [field, found])) as Read["found"],
    lengths: Object.fromEntries(
      read.map(([field, , length]) => [field, length]),
    ) as Read["lengths"],
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
