import type { ActionName } from "#/state/changes/mail-actions.ts";
import { dateOfWords } from "#/lib/date-words.ts";

/** A command with its arguments: a time for the current messages, or an action on all messages that a search finds. */
export type WordedCommand =
  | { kind: "snooze"; until: Date }
  | { kind: "file"; action: WordedAction; query: string };

/** Actions that words can run on all messages that a search finds. */
export type WordedAction = Extract<
  ActionName,
  "archive" | "trash" | "spam" | "read" | "unread" | "star" | "unstar"
>;

/** Actions by their verbs; the scope limits an action whose conditions do not have an operator of the same name. */
const verbs: readonly { pattern: RegExp; action: WordedAction; scope: string }[] = [
  { pattern: /^archive /, action: "archive", scope: "in:inbox" },
  { pattern: /^(?:delete|trash) /, action: "trash", scope: "" },
  { pattern: /^(?:report|mark) (?=.* as spam$)/, action: "spam", scope: "" },
  { pattern: /^mark (?=.* as read$)/, action: "read", scope: "is:unread" },
  { pattern: /^mark (?=.* as unread$)/, action: "unread", scope: "is:read" },
  { pattern: /^star /, action: "star", scope: "is:unstarred" },
  { pattern: /^unstar /, action: "unstar", scope: "is:starred" },
];

/** Words between two conditions, without a meaning of their own. */
const joint = "(?:and|that are)";

/** Words that begin a condition, and so end the value of the one before. */
const next = String.raw`(?=(?:\s+${joint})*\s+(?:from|to|about|in|labell?ed|older|newer|before|after|unread|read|starred|with)\b|$)`;

const units: Readonly<Record<string, string>> = {
  hour: "h",
  day: "d",
  week: "w",
  month: "m",
  year: "y",
};

interface Condition {
  pattern: RegExp;
  term: (found: RegExpExecArray) => string;
}

const conditions: readonly Condition[] = [
  ...(["from", "to", "in"] as const).map((operator) => ({
    pattern: new RegExp(String.raw`^${operator}\s+(.+?)${next}`),
    term: ([, value = ""]: RegExpExecArray) => `${operator}:${quoted(value)}`,
  })),
  {
    pattern: new RegExp(String.raw`^about\s+(.+?)${next}`),
    term: ([, value = ""]) => `subject:${quoted(value)}`,
  },
  {
    pattern: new RegExp(String.raw`^labell?ed\s+(.+?)${next}`),
    term: ([, value = ""]) => `label:${quoted(value)}`,
  },
  {
    pattern: /^(older|newer) than (an?|one|\d{1,4}) (hour|day|week|month|year)s?(?= |$)/,
    term: ([, which = "", many = "", unit = ""]) =>
      `${which}_than:${/^\d/.test(many) ? many : 1}${units[unit] ?? "d"}`,
  },
  {
    pattern: /^(before|after) (\d{4}(?:-\d{1,2}(?:-\d{1,2})?)?)(?= |$)/,
    term: ([, which = "", date = ""]) => `${which}:${date}`,
  },
  { pattern: /^(unread|read|starred)(?= |$)/, term: ([, state = ""]) => `is:${state}` },
  { pattern: /^with (?:attachments?|files?)(?= |$)/, term: () => "has:attachment" },
];

/** Words that ask for more than one message: without them, "archive to do" or "delete in inbox" is input for a search. */
const several = new RegExp(
  `^(?:(?:all|every|everything)(?: (?:of )?(?:the )?(?:e?mails?|messages?))?|e?mails|mail|messages)(?: ${joint})*(?: |$)`,
);

/**
 * Returns the command that the words mean: "snooze till tue 9", "archive all from rowing older than a month". Null if a part of
 * them means nothing, or if an action on messages has no "all" or no condition.
 */
export function wordedCommand(words: string, now: Date): WordedCommand | null {
  const typed = words.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const snooze = /^snooze (?:it |this |all )?(.+)$/.exec(typed)?.[1];
  if (snooze !== undefined) {
    const until = dateOfWords(snooze, now);
    return until && until > now ? { kind: "snooze", until } : null;
  }
  for (const { pattern, action, scope } of verbs) {
    const verb = pattern.exec(typed)?.[0];
    const terms = verb === undefined ? null : termsOf(typed.slice(verb.length));
    if (!terms) continue;
    const hasOwnScope = terms.some((term) => term.startsWith(scope.slice(0, 3)));
    const all = scope === "" || hasOwnScope ? terms : [scope, ...terms];
    return { kind: "file", action, query: all.join(" ") };
  }
  return null;
}

function termsOf(typed: string): string[] | null {
  const terms: string[] = [];
  const asked = typed.replace(/ as (?:un)?read$| as spam$/, "");
  if (!several.test(asked)) return null;
  let rest = asked.replace(several, "");
  while (rest !== "") {
    const found = firstCondition(rest);
    if (!found) return null;
    terms.push(found.term);
    rest = rest
      .slice(found.length)
      .trim()
      .replace(/^(?:(?:and|that are|e?mails?|messages?) )+/, "");
  }
  return terms.length > 0 ? terms : null;
}

function firstCondition(rest: string): { term: string; length: number } | null {
  for (const { pattern, term } of conditions) {
    const found = pattern.exec(rest);
    if (found) return { term: term(found), length: found[0].length };
  }
  return null;
}

function quoted(value: string): string {
  const plain = value.replaceAll('"', "").trim();
  return /[\s(){}]/.test(plain) ? `"${plain}"` : plain;
}
