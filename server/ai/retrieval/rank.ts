import { setImmediate } from "node:timers/promises";
import { foldText, isSpaceless, longestWord } from "#/base/tokenize.ts";
import { isNearly } from "./is-nearly.ts";
import { stem, type Tongue } from "./stem.ts";

/** A message to rank. */
export interface RankedText {
  subject: string;
  people: string;
  own: string;
  quoted: string;
  files: string;
  /** Milliseconds since 1970. */
  date: number;
}

/** A search word. */
export interface QueryWord {
  /** Normalized by base/tokenize.ts. */
  word: string;
  /** Number of the user's messages that contain it. */
  count: number;
  /** No message contains it as written, so similarly spelled words with the same first letters match it. */
  isGuessed: boolean;
}

/** Two words that are adjacent in a question. */
export interface QueryPair {
  first: string;
  second: string;
  /** True if one word has no meaning on its own, as in "sign off"; the pair counts only if adjacent. */
  isBound: boolean;
}

export interface RankQuery {
  words: readonly QueryWord[];
  pairs: readonly QueryPair[];
  /** True for a whole question: its words are adjacent because of grammar, not because the message has them so. */
  isAsked: boolean;
  tongue: Tongue;
  /** Number of the user's messages. */
  total: number;
  now: number;
}

const weights = { subject: 3, people: 2, own: 1, quoted: 1, files: 1 } as const;
const fields = ["subject", "people", "own", "quoted", "files"] as const;
const k1 = 1.2;
const b = 0.75;
/** Matches in the message as a whole count as much as matches by field. */
const wholeShare = 0.5;
const pairShare = 0.5;
const pairShareOfQuestions = 0.3;
/** The beginning of a message usually states its topic: a word there counts twice. */
const opening = 250;
const opens: ReadonlySet<string> = new Set(["subject", "own"]);
const allWordsBonus = 0.15;
const recencyShare = 0.05;
const halfLifeMs = 90 * 24 * 3600_000;
/** Number of characters read of one field of a message, and of all messages together. */
const charactersRead = 60_000;
const charactersOfAll = 4_000_000;
/** Yields to the event loop after this many texts or characters. */
const batchSize = { texts: 20, characters: 200_000 } as const;
/** Adjacent words of a pair count in full; those with up to this many characters in between count in part. */
const near = { characters: 20, share: 0.4 } as const;

/**
 * Returns the relevance of each text to the words, in the order of the texts: BM25 over the fields and the whole, adjacency, a
 * bonus for all words, and age.
 */
export async function rankTexts(texts: readonly RankedText[], query: RankQuery): Promise<number[]> {
  const known = new Map(query.words.map((word) => [word.word, word]));
  const all = [
    ...new Set([...known.keys(), ...query.pairs.flatMap((pair) => [pair.first, pair.second])]),
  ];
  const probes = all.map((word) =>
    probeOf(known.get(word) ?? { word, count: 0, isGuessed: false }, query.tongue),
  );
  const pairs = query.pairs.map(({ first, second, isBound }) => ({
    first: all.indexOf(first),
    second: all.indexOf(second),
    isBound,
  }));
  const read = await readInTurns(texts, (text, most) => readText(text, probes, pairs, most));
  const average = Object.fromEntries(
    // Most messages have no quotation and no files: a missing field is not a short one.
    fields.map((field) => [field, mean(read.map(({ lengths }) => lengths[field]).filter(Boolean))]),
  );
  const averageWhole = mean(read.map(wholeOf));
  const scoreWhole = (of: Read, index: number, weight: number) => {
    const times = fields.reduce((sum, field) => sum + (of.found[field].words[index] ?? 0), 0);
    const length = wholeOf(of) / Math.max(1, averageWhole);
    return (weight * times * (k1 + 1)) / (k1 * (1 - b + b * length) + times);
  };
  const idf = (count: number) => Math.log(1 + (query.total - count + 0.5) / (count + 0.5));
  const score = (of: Read, index: number, kind: "words" | "pairs", weight: number) => {
    let frequency = 0;
    for (const field of fields) {
      const times = of.found[field][kind][index] ?? 0;
      if (times === 0) continue;
      const length = of.lengths[field] / Math.max(1, average[field] ?? 1);
      frequency += (weights[field] * times) / (1 - b + b * length);
    }
    return (weight * frequency * (k1 + 1)) / (k1 + frequency);
  };
  const wordWeights = query.words.map(({ count, isGuessed }, index) => {
    // The frequency of similarly spelled words is known only from the texts that contain them.
    const met = isGuessed
      ? read.filter(({ found }) => fields.some((field) => (found[field].words[index] ?? 0) > 0))
      : [];
    return idf(Math.min(query.total, isGuessed ? Math.max(1, met.length) : count));
  });
  const weightOf = new Map(query.words.map(({ word }, index) => [word, wordWeights[index] ?? 0]));
  const pairWeights = query.pairs.map(({ first, second }, index) => {
    const count = read.filter(({ found }) =>
      fields.some((field) => (found[field].pairs[index] ?? 0) > 0),
    ).length;
    // The weight of the pair beyond its rarer word: zero if that word always occurs in the pair.
    const rarer = Math.max(weightOf.get(first) ?? 0, weightOf.get(second) ?? 0);
    return (query.isAsked ? pairShareOfQuestions : 1) * Math.max(0, idf(count) - rarer);
  });
  return read.map((of, index) => {
    let sum = 0;
    let met = 0;
    wordWeights.forEach((weight, word) => {
      const part = score(of, word, "words", weight);
      if (part > 0) met += 1;
      sum += (1 - wholeShare) * part + wholeShare * scoreWhole(of, word, weight);
    });
    pairWeights.forEach((weight, pair) => {
      sum += pairShare * score(of, pair, "pairs", weight);
    });
    if (wordWeights.length > 1 && met === wordWeights.length) sum *= 1 + allWordsBonus;
    const age = Math.max(0, query.now - (texts[index]?.date ?? 0));
    return sum * (1 + recencyShare * 2 ** (-age / halfLifeMs));
  });
}

/** The way a word is found in a text. */
interface Probe {
  /** The common prefix of all its forms. */
  beginning: string;
  isMet: (word: string) => boolean;
  isSpaceless: boolean;
}

function probeOf({ word, isGuessed }: QueryWord, tongue: Tongue): Probe {
  if (isSpaceless(word)) return { beginning: word, isMet: () => true, isSpaceless: true };
  if (isGuessed) {
    const beginning = word.slice(0, leastBeginning);
    return { beginning, isMet: (other) => isNearly(word, other), isSpaceless: false };
  }
  const base = stem(word, tongue);
  return {
    beginning: base !== word && base.endsWith("i") ? base.slice(0, -1) : base,
    isMet: (other) => other === word || stem(other, tongue) === base,
    isSpaceless: false,
  };
}

/** Number of letters that must be right in a word without exact matches. */
export const leastBeginning = 3;

interface Read {
  found: Record<(typeof fields)[number], { words: number[]; pairs: number[] }>;
  lengths: Record<(typeof fields)[number], number>;
}

/** Indexes of a pair's words among the probes. */
interface PairAt {
  first: number;
  second: number;
  isBound: boolean;
}

async function readInTurns(
  texts: readonly RankedText[],
  readOne: (text: RankedText, most: number) => Read,
): Promise<Read[]> {
  const lengthsOf = (text: RankedText) => fields.map((field) => text[field].length);
  const most = Math.min(charactersRead, evenShare(texts.flatMap(lengthsOf), charactersOfAll));
  const read: Read[] = [];
  let unbroken = 0;
  for (const text of texts) {
    const one = readOne(text, most);
    read.push(one);
    unbroken += fields.reduce((sum, field) => sum + one.lengths[field], 0);
    if (read.length % batchSize.texts !== 0 && unbroken < batchSize.characters) continue;
    unbroken = 0;
    await setImmediate();
  }
  return read;
}

/** Returns the maximum per text that keeps the total within the limit; texts that need less leave the rest to longer ones. */
function evenShare(needs: readonly number[], all: number): number {
  let left = all;
  for (const [at, need] of needs.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (needs.length - at));
    if (need > share) return share;
    left -= need;
  }
  return Number.POSITIVE_INFINITY;
}

function readText(
  text: RankedText,
  probes: readonly Probe[],
  pairs: readonly PairAt[],
  most: number,
): Read {
  const read = fields.map((field) => {
    const folded = foldText(text[field].slice(0, most));
    const places = probes.map((probe) => placesOf(folded, probe));
    const found = {
      words: places.map((all) => all.length + (opens.has(field) ? inOpening(all) : 0)),
      pairs: pairs.map(({ first, second, isBound }) =>
        nearness(places[first] ?? [], places[second] ?? [], isBound),
      ),
    };
    return [field, found, folded.length] as const;
  });
  // Safe: each field occurs once in the list.
  return {
    found: Object.fromEntries(read.map(([field, found]) => [field, found])) as Read["found"],
    lengths: Object.fromEntries(
      read.map(([field, , length]) => [field, length]),
    ) as Read["lengths"],
  };
}

function wholeOf({ lengths }: Read): number {
  return fields.reduce((sum, field) => sum + lengths[field], 0);
}

interface Place {
  start: number;
  end: number;
}

function inOpening(places: readonly Place[]): number {
  return places.filter(({ start }) => start < opening).length;
}

const restOfWord = /[\p{L}\p{N}\p{M}]*/uy;
const endsInWord = /[\p{L}\p{N}\p{M}]$/u;

/** Returns the positions of a word. Searching for its prefix is far faster than splitting the whole text into words. */
function placesOf(folded: string, { beginning, isMet, isSpaceless: isPair }: Probe): Place[] {
  const places: Place[] = [];
  if (beginning === "") return places;
  let at = folded.indexOf(beginning);
  while (at !== -1) {
    let end = at + beginning.length;
    if (isPair) places.push({ start: at, end });
    else {
      restOfWord.lastIndex = end;
      end += restOfWord.exec(folded)?.[0].length ?? 0;
      const isStart = at === 0 || !endsInWord.test(folded.slice(Math.max(0, at - 2), at));
      if (isStart && isMet(folded.slice(at, Math.min(end, at + longestWord))))
        places.push({ start: at, end });
    }
    at = folded.indexOf(beginning, end);
  }
  return places;
}

/** Returns how often a word follows the previous one of the question; nearby occurrences count in part. */
function nearness(first: readonly Place[], second: readonly Place[], isBound: boolean): number {
  if (first.length === 0) return 0;
  let sum = 0;
  let from = 0;
  for (const { start, end } of second) {
    while (from < first.length && (first[from]?.end ?? 0) < start - near.characters) from += 1;
    let best = 0;
    for (let at = from; at < first.length; at++) {
      const other = first[at];
      if (!other || other.start > end + near.characters) break;
      const isBeside = other.end <= start && start - other.end <= 2;
      if (other.start !== start) best = Math.max(best, isBeside ? 1 : isBound ? 0 : near.share);
    }
    sum += best;
  }
  return sum;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
