import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { searchAge, searchDate } from "@inlet/contract/mail/search-query.ts";
import type { QueryClient } from "@tanstack/react-query";
import { type ListedEmail, type ListQuery, queryKeys } from "#/api/queries.ts";
import { fold } from "#/features/search/query/highlight-words.tsx";
import { type Piece, piecesOf } from "#/features/search/query/query-terms.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";

/** Maximum number of local results. */
const atMost = 50;

type Row = EmailRow & { folder?: string };

/**
 * Returns the messages known to this page that match a search, newest first, for use while the server does not respond. Null if
 * only the server can evaluate the search. As in any search, spam and trash are excluded.
 */
export function lookHere(client: QueryClient, words: string): ListedEmail[] | null {
  const tests = piecesOf(words).map(testOf);
  if (tests.length === 0 || tests.some((test) => test === null)) return null;
  return rowsHere(client)
    .filter((row) => tests.every((test) => test?.(row)))
    .toSorted((one, other) => (one.emailDate < other.emailDate ? 1 : -1))
    .slice(0, atMost);
}

interface Known {
  pages?: { emails: Row[] }[];
  emails?: Row[];
  results?: Row[];
  email?: Row;
}

function rowsHere(client: QueryClient): Row[] {
  const found = new Map<string, Row>();
  const { lists, threads, searches, emails } = queryKeys;
  for (const queryKey of [lists, threads, searches, emails]) {
    for (const [key, known] of client.getQueriesData<Known>({ queryKey })) {
      // Safe: only listQuery creates keys of this family, and they have this shape.
      const list = queryKey === lists ? (key[1] as ListQuery).folder : "";
      if (isLeftOut(list)) continue;
      const rows = [
        ...(known?.pages?.flatMap((page) => page.emails) ?? []),
        ...(known?.emails ?? known?.results ?? []),
        ...(known?.email ? [known.email] : []),
      ];
      for (const row of rows) if (!isLeftOut(row.folder)) found.set(row.id, row);
    }
  }
  return [...found.values()];
}

function isLeftOut(folder: string | undefined): boolean {
  return folder === "spam" || folder === "trash";
}

type Test = (row: Row) => boolean;

/** Returns a test for messages that match a piece; null if that is unknown here. */
function testOf(piece: Piece): Test | null {
  const { operator, value, isNegated } = piece;
  if (piece.isJoint || value.trim() === "") return null;
  const test = operator === "" ? holding(everywhere, piece) : ofOperator(piece, operator);
  return test && isNegated ? (row) => !test(row) : test;
}

const sender = ({ fromName, fromAddress }: Row) => [...fromName, ...fromAddress];
const recipients = ({ toName, toAddress }: Row) => [...toName, ...toAddress];
const everywhere = (row: Row) => [...sender(row), ...recipients(row), row.subject, row.bodyPlain];

function ofOperator(piece: Piece, operator: string): Test | null {
  const value = piece.value.trim().toLowerCase();
  switch (operator) {
    case "from":
      // Only the server knows the user's addresses.
      return value === "me" ? null : holding(sender, piece);
    case "to":
      return value === "me" ? null : holding(recipients, piece);
    case "with":
      return value === "me" ? null : holding((row) => [...sender(row), ...recipients(row)], piece);
    case "subject":
      return holding(({ subject }) => [subject], piece);
    case "has":
      return value === "attachment" ? ({ hasAttachments }) => hasAttachments : null;
    case "is":
      return states[value] ?? null;
    case "label":
      return ({ tags }) => tags.some((tag) => plain(tag) === plain(value));
    case "category":
      return ({ category }) => category?.toLowerCase() === value;
    case "priority":
      return ({ priority }) => priority?.toLowerCase() === value;
    case "after":
    case "newer":
    case "before":
    case "older":
      return ofTime(startOf(value), operator === "after" || operator === "newer");
    case "newer_than":
    case "older_than":
      return ofTime(timeAgo(value), operator === "newer_than");
    default:
      return null;
  }
}

const states: Partial<Record<string, Test>> = {
  unread: (row) => !flagsOf(row).isSeen,
  read: (row) => flagsOf(row).isSeen,
  starred: (row) => flagsOf(row).isStarred,
  unstarred: (row) => !flagsOf(row).isStarred,
  muted: ({ isMuted }) => isMuted,
  snoozed: ({ snoozedUntil }) => snoozedUntil !== null,
};

/** Returns a test for adjacent words, each matched by prefix. */
function holding(textsOf: (row: Row) => readonly string[], piece: Piece): Test | null {
  const { operator, value, isNegated } = piece;
  const wanted = fold(value)
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ");
  // Punctuation alone leaves no words, and matches everything; other meanings of it are refused by the server.
  if (wanted === undefined) {
    return operator === "" && !isNegated && /^\p{ASCII}*$/u.test(value) ? () => true : null;
  }
  return (row) =>
    textsOf(row).some((text) => {
      const held = (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
      return ` ${held}`.includes(` ${wanted}`);
    });
}

function ofTime(time: Date | undefined, isSince: boolean): Test | null {
  if (!time) return null;
  return ({ emailDate }) => new Date(emailDate) >= time === isSince;
}

function startOf(value: string): Date | undefined {
  const [, year, month = "1", day = "1"] = searchDate.exec(value) ?? [];
  return year === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(day));
}

function timeAgo(value: string): Date | undefined {
  const [, count, unit] = searchAge.exec(value) ?? [];
  if (count === undefined) return undefined;
  const time = new Date();
  const back = Number(count);
  if (unit === "h") time.setHours(time.getHours() - back);
  else if (unit === "d" || unit === "w")
    time.setDate(time.getDate() - back * (unit === "w" ? 7 : 1));
  else {
    const day = time.getDate();
    time.setMonth(time.getMonth() - back * (unit === "y" ? 12 : 1));
    // As on the server: in a month without this day, the last day is used.
    if (time.getDate() !== day) time.setDate(0);
  }
  return time;
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "-");
}
