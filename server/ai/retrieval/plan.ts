import type { PlanChip } from "@inlet/contract/assistant.ts";
import { firstKeyOf } from "#/store/date-keys.ts";
import type { Ask, Term } from "#/store/search.ts";
import { toWords } from "#/search/words.ts";
import { stem } from "./stem.ts";
import { askingWords, stopWords } from "./stop-words.ts";
import { type TimeSpan, timeSpanOf } from "./when.ts";

/** What kind of answer is asked for. */
export type Intent = "count" | "when" | "amount" | "who" | "list" | "open";

/** What a question asks for, made from the person's own words before any mail is read. */
export interface QueryPlan {
  intent: Intent;
  /** Words looked for, as the index holds them; the weight of each is for the ranking to say. */
  words: string[];
  /** Each is a group of which one term must be met: people, phrases, amounts. */
  groups: Term[][];
  time: TimeSpan | null;
  asks: Ask[];
  /** The people it is about, as they were called. */
  people: { name: string; role: "from" | "to" }[];
  chips: PlanChip[];
}

export interface PlanContext {
  now: number;
  timeZone: string;
  /** Ids of chips that the person took away. */
  without: readonly string[];
  /** Whether there is mail from, or to, somebody who is called so. */
  isPerson: (role: "from" | "to", words: string[]) => Promise<boolean>;
}

const maxWords = 12;
const name = String.raw`[\p{L}\p{N}][\p{L}\p{N}.'’_+-]*(?:@[\p{L}\p{N}.-]+)?`;
const people = [
  { role: "from", pattern: new RegExp(String.raw`\b(?:from|by) ((?:${name} ?){1,3})`, "giu") },
  {
    role: "to",
    pattern: new RegExp(
      String.raw`\b(?:sent?|wrote|write|mails?|emails?|messages?|replied|reply|answer(?:ed)?|said) (?:\w+ )?to ((?:${name} ?){1,3})`,
      "giu",
    ),
  },
  {
    role: "from",
    pattern: new RegExp(String.raw`\b(?:did|does|has|had|is|was) ((?:${name} ){1,3})`, "giu"),
  },
  {
    role: "from",
    pattern: new RegExp(
      String.raw`\b(${name}(?: ${name})?) (?:sent|sends?|said|says?|wrote|writes?|asked|asks?|told|tells?|wants?|needs?|replied|mentioned|invited|proposed|offered|promised)\b`,
      "giu",
    ),
  },
  { role: "from", pattern: new RegExp(String.raw`\b(${name}(?: ${name})?)['’]s\b`, "giu") },
] as const;

const folders = ["inbox", "sent", "drafts", "archive", "spam", "trash", "snoozed"] as const;

/** Reads a question. Nothing that stands in mail has a say in it. */
export async function planOf(question: string, context: PlanContext): Promise<QueryPlan> {
  const without = new Set(context.without);
  const plan: QueryPlan = {
    ...{
      intent: intentOf(question),
      words: [],
      groups: [],
      time: null,
      asks: [],
      people: [],
      chips: [],
    },
  };
  // What was understood is taken out, so that it is not looked for as a word as well.
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

  const time = timeSpanOf(rest, context.now, context.timeZone);
  if (time) {
    add({ id: "time", kind: "time", label: capital(time.said) }, () => {
      plan.time = time;
    });
    rest = rest.replace(time.said, " ");
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
    rest = rest.replace(folder.said, " ");
  }
  if (!plan.asks.some(({ kind }) => kind === "role")) plan.asks.push({ kind: "kept" });

  rest = await addPeople(plan, rest, context, add);

  for (const [amount] of rest.matchAll(/[$€£¥]\s?\d[\d.,]*\d|[$€£¥]\s?\d/g)) {
    const words = toWords(amount);
    if (words.length === 0) continue;
    add({ id: `amount:${words.join(" ")}`, kind: "amount", label: amount }, () =>
      plan.groups.push([{ column: "any", words, isPrefix: false }]),
    );
    rest = rest.replace(amount, " ");
  }

  const isAsked = asking.test(question) || question.trimEnd().endsWith("?");
  for (const word of new Set(toWords(rest.replaceAll(/['’]s\b/g, "")))) {
    if (stopWords.has(word) || (isAsked && askingWords.has(word))) continue;
    if (plan.words.length >= maxWords) continue;
    if (word.length === 1 && /[a-z0-9]/.test(word)) continue;
    add({ id: `word:${word}`, kind: "word", label: word }, () => plan.words.push(word));
  }
  return plan;
}

/** The bounds of a plan's time as date_keys. */
export function keysOfTime(time: TimeSpan | null): { from?: number; until?: number } {
  return time ? { from: firstKeyOf(time.from), until: firstKeyOf(time.until) } : {};
}

/** How a word is looked for: its beginning, where its ending is left open. */
export function termOf(word: string, column: Term["column"] = "any"): Term {
  const beginning = stem(word);
  return { column, words: [beginning], isPrefix: beginning !== word || isOpen(word) };
}

/** A plural may be in the mail and not in the question. */
function isOpen(word: string): boolean {
  return /^[a-z]{4,}$/.test(word);
}

const states: [RegExp, string, string, Ask][] = [
  [
    /\b(?:unread|not read|haven['’]t read)\b/i,
    "unread",
    "Unread",
    { kind: "listed", filter: { isUnread: true } },
  ],
  [
    /\b(?:starred|flagged)\b/i,
    "starred",
    "Starred",
    { kind: "listed", filter: { isStarred: true } },
  ],
  [
    /\b(?:with (?:an? )?(?:attachments?|files?|pdfs?)|attachments?|attached)\b/i,
    ...(["attachment", "Has attachment"] as const),
    { kind: "listed", filter: { hasAttachments: true } },
  ],
];

/** How a question or a wish begins. */
const asking =
  /^\s*(?:show|list|find|search|give|get|tell|open|any|all|the|mails?|emails?|messages?|unread|starred|when|what|who|whom|whose|how|which|where|why|did|do|does|is|are|was|were|has|have|can|could|please)\b/i;

type FolderName = (typeof folders)[number];

function folderOf(question: string): { role: FolderName; said: string } | undefined {
  const named = new RegExp(
    String.raw`\b(?:in|from) (?:my |the )?(${folders.join("|")})(?: folder| mail)?\b`,
    "i",
  ).exec(question);
  const role = folders.find((each) => each === named?.[1]?.toLowerCase());
  if (named && role) return { role, said: named[0] };
  const own =
    /\b(?:did I (?:send|write|say|tell|promise|ask)|(?:that |which )?I(?:['’]ve| have)? (?:sent|wrote|written))\b/i.exec(
      question,
    );
  return own ? { role: "sent", said: own[0] } : undefined;
}

async function addPeople(
  plan: QueryPlan,
  question: string,
  { isPerson }: PlanContext,
  add: (chip: PlanChip, apply: () => void) => void,
): Promise<string> {
  let rest = question;
  const known = new Set<string>();
  for (const { role, pattern } of people) {
    for (const [, said = ""] of question.matchAll(pattern)) {
      const found = await longestName(said, (words) => isPerson(role, words));
      const id = found && `${role}:${found.words.join(" ")}`;
      if (!found || !id || known.has(found.words.join(" "))) continue;
      known.add(found.words.join(" "));
      const column = role === "from" ? ("sender" as const) : ("recipients" as const);
      add({ id, kind: role, label: capital(found.said) }, () => {
        plan.people.push({ name: found.said, role });
        plan.groups.push([{ column, words: found.words, isPrefix: false }]);
      });
      rest = rest.replace(
        new RegExp(String.raw`\b(?:(?:from|by|to) )?${escaped(found.said)}(?:['’]s)?`, "iu"),
        " ",
      );
    }
  }
  return rest;
}

/** The most words of what was said that somebody is called. */
async function longestName(
  said: string,
  isCalled: (words: string[]) => Promise<boolean>,
): Promise<{ said: string; words: string[] } | null> {
  const parts = said.trim().split(/\s+/);
  for (let count = parts.length; count > 0; count--) {
    const part = parts
      .slice(0, count)
      .join(" ")
      .replace(/['’]s$/u, "")
      .replace(/[.,'’-]$/u, "");
    const words = toWords(part);
    if (words.length === 0 || words.every((word) => stopWords.has(word) || askingWords.has(word)))
      continue;
    if (words.some((word) => notNames.has(word))) continue;
    if (await isCalled(words)) return { said: part, words };
  }
  return null;
}

/** Words that stand where a name could. */
const notNames = new Set([
  "i",
  "we",
  "you",
  "they",
  "the",
  "my",
  "a",
  "an",
  "it",
  "there",
  "this",
  "that",
]);

function intentOf(question: string): Intent {
  if (/\bhow many\b|\bnumber of (?:e?mails|messages)\b|\bcount\b/i.test(question)) return "count";
  const isOfMoney = /\b(?:cost|price|amount|total|fee|paid|pay|charged?|bill(?:ed)?|owe)\b/i.test(
    question,
  );
  if (/\bhow much\b|\$ value/i.test(question) || (isOfMoney && /\bwhat\b/i.test(question)))
    return "amount";
  if (
    /\bwhen\b|\bwhat (?:time|day|date)\b|\bwhich (?:day|date)\b|\bhow long until\b|\bdeadlines?\b/i.test(
      question,
    )
  )
    return "when";
  if (/^\s*who(?:['’]s)?\b/i.test(question)) return "who";
  return /^\s*(?:show|list|find|search|which|any|open|get)\b/i.test(question) ? "list" : "open";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
