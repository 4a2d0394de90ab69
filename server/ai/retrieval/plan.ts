import type { PlanChip } from "@inlet/contract/ai/assistant.ts";
import { firstKeyOf } from "#/store/messages/date-keys.ts";
import { toWords } from "#/base/tokenize.ts";
import { type Intent, intentOf } from "./intent.ts";
import { peopleIn } from "./correspondents.ts";
import { askingWordsOf, type Language, languageOfQuestion, stopWordsOf } from "./question-words.ts";
import type { QueryPair } from "./rank.ts";
import { formsOf, type Tongue } from "./stem.ts";
import { type TimeSpan, timeSpanOf } from "./when.ts";
import type { Predicate, Term } from "#/store/search/word-query.ts";

/** The query derived from a question, from the user's words before any mail is read. */
export interface QueryPlan {
  /** The original question. */
  question: string;
  intent: Intent;
  language: Language;
  /** Search words in the form of the index; the ranking determines their weights. */
  words: string[];
  /** Pairs that are adjacent in the question. */
  pairs: QueryPair[];
  /** Each is a group; a message must match one term of it: people, phrases, amounts. */
  groups: Term[][];
  time: TimeSpan | null;
  asks: Predicate[];
  /** Correspondents, by their names in the question. */
  people: { name: string; role: "from" | "to" }[];
  chips: PlanChip[];
}

export interface PlanContext {
  now: number;
  timeZone: string;
  /** Ids of filters that the user removed. */
  without: readonly string[];
  /** Reports whether there is mail from, or to, a person with this name. */
  isPerson: (role: "from" | "to", words: string[]) => Promise<boolean>;
}

const maxWords = 12;
const folders = ["inbox", "sent", "drafts", "archive", "spam", "trash", "snoozed"] as const;

/** Parses a question. The content of mail has no influence on it. */
export async function planOf(question: string, context: PlanContext): Promise<QueryPlan> {
  const without = new Set(context.without);
  const language = languageOfQuestion(toWords(question));
  const plan: QueryPlan = {
    question,
    intent: intentOf(question, language),
    language,
    words: [],
    pairs: [],
    groups: [],
    time: null,
    asks: [],
    people: [],
    chips: [],
  };
  // Recognized parts are removed, so they are not searched as words as well.
  let rest = question.replaceAll(/[“”„«»]/gu, '"');
  const add = (chip: PlanChip, apply: () => void) => {
    if (without.has(chip.id)) return;
    plan.chips.push(chip);
    apply();
  };

  rest = rest.replaceAll(/"([^"]+)"/g, (_, phrase: string) => {
    const words = toWords(phrase, maxWords);
    if (words.length === 0) return " ";
    add({ id: `phrase:${words.join(" ")}`, kind: "phrase", label: phrase.trim() }, () =>
      plan.groups.push([{ column: "any", words, isPrefix: false }]),
    );
    return " ";
  });

  const time = timeSpanOf(rest, context.now, context.timeZone, language);
  if (time) {
    add({ id: "time", kind: "time", label: capital(time.matched) }, () => {
      plan.time = time;
    });
    rest = rest.replace(time.matched, " ");
  }

  for (const [pattern, id, label, ask] of states) {
    if (!pattern.test(rest)) continue;
    rest = rest.replace(pattern, " ");
    add({ id, kind: "state", label }, () => plan.asks.push(ask));
  }
  const folder = folderOf(rest);
  if (folder) {
    add({ id: `folder:${folder.role}`, kind: "folder", label: capital(folder.role) }, () =>
      plan.asks.push({ kind: "role", role: folder.role }),
    );
    rest = rest.replace(folder.matched, " ");
  }
  if (!plan.asks.some(({ kind }) => kind === "role")) plan.asks.push({ kind: "kept" });

  const named = await peopleIn(rest, language, context.isPerson);
  for (const { role, matched, words } of named.people) {
    const column = role === "from" ? ("sender" as const) : ("recipients" as const);
    add({ id: `${role}:${words.join(" ")}`, kind: role, label: capital(matched) }, () => {
      plan.people.push({ name: matched, role });
      plan.groups.push([{ column, words, isPrefix: false }]);
    });
  }
  rest = named.rest;

  for (const [amount] of rest.matchAll(/[$€£¥]\s?\d[\d.,]*\d|[$€£¥]\s?\d/g)) {
    const words = toWords(amount);
    if (words.length === 0) continue;
    add({ id: `amount:${words.join(" ")}`, kind: "amount", label: amount }, () =>
      plan.groups.push([{ column: "any", words, isPrefix: false }]),
    );
    rest = rest.replace(amount, " ");
  }

  for (const word of wordsOf(rest, question, language)) {
    if (plan.words.length < maxWords)
      add({ id: `word:${word}`, kind: "word", label: word }, () => plan.words.push(word));
  }
  plan.pairs = pairsOf(rest, plan.words, isAsking(question, language));
  return plan;
}

/** Returns the content words of a question. */
export function wordsOf(rest: string, question: string, language: Language): string[] {
  const isAsked = isAsking(question, language);
  const [stop, asked] = [stopWordsOf(language), askingWordsOf(language)];
  return [...new Set(toWords(rest.replaceAll(/['’]s\b/g, "")))].filter(
    (word) =>
      !stop.has(word) &&
      !(isAsked && asked.has(word)) &&
      !(word.length === 1 && /[a-z]/.test(word)),
  );
}

/** Reports whether it is a question or a request, and not bare search words. */
export function isAsking(question: string, language: Language): boolean {
  return language !== "en" || asking.test(question) || question.trimEnd().endsWith("?");
}

/**
 * Returns the words with their neighbors, including small words: "sign off", "out of the office". Small words that only form the
 * question are left out.
 */
export function pairsOf(question: string, words: readonly string[], isAsked: boolean): QueryPair[] {
  const wanted = new Set(words);
  const kept = toWords(question).filter(
    (word) => !isAsked || wanted.has(word) || particles.has(word),
  );
  const pairs = new Map<string, QueryPair>();
  const add = (sequence: readonly string[]) => {
    sequence.slice(1).forEach((second, at) => {
      const first = sequence[at] ?? "";
      const isBound = !wanted.has(first) || !wanted.has(second);
      if (first === second || (!wanted.has(first) && !wanted.has(second))) return;
      pairs.set(`${first} ${second}`, { first, second, isBound });
    });
  };
  add(kept);
  add(kept.filter((word) => wanted.has(word)));
  return [...pairs.values()].slice(0, maxPairs);
}

const maxPairs = 24;
/** Words without meaning on their own. */
const particles: ReadonlySet<string> = new Set(
  `about after at before between by down for from in into no not of off on out over per through to under up
  with without ab an auf aus bei durch fur mit nach uber um unter vom von vor zu zum zur`.split(
    /\s+/,
  ),
);

/** Returns the bounds of a plan's time span as date_keys. */
export function keysOfTime(time: TimeSpan | null): { from?: number; until?: number } {
  return time ? { from: firstKeyOf(time.from), until: firstKeyOf(time.until) } : {};
}

/** Returns the search terms of a word: all its forms; one must match. */
export function termsOf(word: string, tongue: Tongue, column: Term["column"] = "any"): Term[] {
  return formsOf(word, tongue).map((form) => ({ column, words: [form], isPrefix: false }));
}

const states: [RegExp, string, string, Predicate][] = [
  [
    /\b(?:unread|not read|haven['’]t read|ungelesene?[nrs]?)\b/i,
    "unread",
    "Unread",
    { kind: "listed", filter: { isUnread: true } },
  ],
  [
    /\b(?:starred|flagged|markierte[nrs]?)\b/i,
    "starred",
    "Starred",
    { kind: "listed", filter: { isStarred: true } },
  ],
  [
    /\b(?:with (?:an? )?(?:attachments?|files?|pdfs?)|attachments?|attached|mit (?:anhang|anhängen)|anh[aä]ng(?:en|e)?)\b/iu,
    ...(["attachment", "Has attachment"] as const),
    { kind: "listed", filter: { hasAttachments: true } },
  ],
];

/** Beginnings of a question or a request. */
const asking =
  /^\s*(?:show|list|find|search|give|get|tell|open|any|all|the|mails?|emails?|messages?|unread|starred|when|what|who|whom|whose|how|which|where|why|did|do|does|is|are|was|were|has|have|can|could|please)\b/i;

type FolderName = (typeof folders)[number];

function folderOf(question: string): { role: FolderName; matched: string } | undefined {
  const named = new RegExp(
    String.raw`\b(?:in|from) (?:my |the )?(${folders.join("|")})(?: folder| mail)?\b`,
    "i",
  ).exec(question);
  const role = folders.find((each) => each === named?.[1]?.toLowerCase());
  if (named && role) return { role, matched: named[0] };
  const own =
    /\b(?:did I (?:send|write|say|tell|promise|ask)|(?:that |which )?I(?:['’]ve| have)? (?:sent|wrote|written))\b/i.exec(
      question,
    );
  return own ? { role: "sent", matched: own[0] } : undefined;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
