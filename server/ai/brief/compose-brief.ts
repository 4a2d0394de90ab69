import type { Brief, BriefLine } from "@inlet/contract/ai/brief.ts";
import type { Category } from "@inlet/contract/mail/email.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { categories } from "@inlet/contract/mail/kinds.ts";
import { z } from "zod";
import { countByCategory, inboxOf, openTurns } from "#/store/ai/brief-queries.ts";
import { lostAndAnswered } from "#/store/follow-ups/queries.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { AiContext } from "../context.ts";
import { peopleOf, quietThreads } from "../follow-ups/owed-replies.ts";
import { localSummary, senderOf } from "../summaries/stored-summary.ts";
import type { MailSummary } from "../summaries/summary.ts";
import { findDeadlines, type MailDeadline } from "./deadlines.ts";
import { isNoteworthy } from "./is-noteworthy.ts";
import { shownLine } from "./shown-line.ts";

type Ground = Pick<AiContext, "database" | "execute" | "log">;

/** The period of a brief: mail from `from` on is new to it. */
interface Period {
  /** Date of the brief in the user's time zone. */
  day: string;
  from: number;
  until: number;
  timeZone: string;
}

/** Maximum age of an open question; older ones are only in their list. */
const openMs = 14 * 24 * 3600_000;
const maxRead = 200;
const maxResponses = 7;
const maxDeadlines = 7;
const maxWaiting = 5;

/**
 * Returns a user's brief at the end of the period, from turns, categories and summaries, which are all known at that time. The
 * same mail gives the same brief.
 */
export async function composeBrief(ai: Ground, userId: UserId, period: Period): Promise<Brief> {
  const { reader } = ai.database;
  const { day, from, until, timeZone } = period;
  // Includes the current second.
  const open = { from: until - openMs, to: until + 1000, limit: maxRead };
  const asking = (await openTurns(reader, userId, "reply", open)).filter(isNoteworthy);
  const answers = eachThreadOnce(asking).toSorted(
    (a, b) =>
      Number(isNew(b)) - Number(isNew(a)) || rankOf(a) - rankOf(b) || b.date_key - a.date_key,
  );
  const sent = await openTurns(reader, userId, "waiting", open);
  const waiting = eachThreadOnce(await owedByOthers(ai, userId, sent, until)).toReversed();
  const inbox = (await inboxOf(reader, userId, { ...open, limit: 2 * maxRead })).filter(
    isNoteworthy,
  );
  const deadlines = await findDeadlines(ai, userId, inbox, dayIn(timeZone, until));

  function isNew(row: MessageRow): boolean {
    return row.internal_date >= from;
  }
  const sections = [...answers, ...deadlines.map(({ row }) => row)].filter(isNew);
  return {
    day,
    since: new Date(from).toISOString(),
    madeAt: new Date(until).toISOString(),
    answer: {
      lines: await linesOf(ai, userId, answers.slice(0, maxResponses), senderOf),
      more: Math.max(answers.length - maxResponses, 0),
    },
    deadlines: {
      lines: deadlines.slice(0, maxDeadlines).map(deadlineLine),
      more: Math.max(deadlines.length - maxDeadlines, 0),
    },
    waiting: {
      lines: await linesOf(ai, userId, waiting.slice(0, maxWaiting), recipientsOf),
      more: Math.max(waiting.length - maxWaiting, 0),
    },
    rest: restOf(await countByCategory(reader, userId, { from, to: until + 1000 }), sections),
  };
}

/**
 * Returns sent messages that a reminder would cover: without those that were not delivered, have no human recipient, or have
 * reminders turned off.
 */
async function owedByOthers(
  { database }: Ground,
  userId: UserId,
  sent: readonly MessageRow[],
  now: number,
): Promise<MessageRow[]> {
  const own = await ownAddressesOf(database.reader, userId);
  const { lost, answered } = await lostAndAnswered(database.reader, userId);
  const isQuiet = await quietThreads({ database, clock: { now: () => now } }, userId, answered);
  return sent.filter(
    (message) =>
      message.is_muted === 0 &&
      !lost.has(message.message_id_header) &&
      !isQuiet(message.thread_id) &&
      peopleOf({ message, isOwn: true }, own).length > 0,
  );
}

/** Messages listed above are not counted again. Spam is not counted. */
function restOf(
  counts: Map<Category | "", number>,
  sections: readonly MessageRow[],
): Brief["rest"] {
  const rows = new Map<MessageId, MessageRow>(sections.map((row) => [row.id, row]));
  return [...categories, "" as const]
    .filter((category) => category !== "Spam")
    .map((category) => {
      const named = [...rows.values()].filter((row) => row.category === category).length;
      return { category: category || null, count: (counts.get(category) ?? 0) - named };
    })
    .filter(({ count }) => count > 0);
}

async function linesOf(
  ai: Ground,
  userId: UserId,
  rows: readonly MessageRow[],
  who: (row: MessageRow) => string,
): Promise<BriefLine[]> {
  const lines: BriefLine[] = [];
  for (const row of rows) {
    const summary = await summaryOrNull(ai, userId, row);
    lines.push(lineOf(row, who(row), summary?.asks[0]?.text || (summary?.line ?? "")));
  }
  return lines;
}

/** A message whose summary fails is listed without one. */
async function summaryOrNull(
  ai: Ground,
  userId: UserId,
  row: MessageRow,
): Promise<MailSummary | null> {
  try {
    return await localSummary(ai, userId, row);
  } catch (error) {
    ai.log.error(
      { err: error, messageId: row.id },
      "summarizing a message for the daily brief failed",
    );
    return null;
  }
}

function deadlineLine({ row, text, day, time }: MailDeadline): Brief["deadlines"]["lines"][number] {
  return { ...lineOf(row, senderOf(row), text), day, time };
}

function lineOf(row: MessageRow, who: string, text: string): BriefLine {
  return {
    emailId: row.id,
    who: shownLine(who, 80),
    subject: shownLine(row.subject, 140),
    text: shownLine(text, 200),
    sentAt: new Date(row.internal_date).toISOString(),
  };
}

const Addresses = z.array(z.object({ name: z.string(), address: z.string() }));

function recipientsOf(row: MessageRow): string {
  const to = Addresses.parse(JSON.parse(row.to_json));
  const names = to.map(({ name, address }) => name || address);
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(", ");
}

function rankOf({ priority }: MessageRow): number {
  return { High: 0, Medium: 1, "": 1, Low: 2 }[priority];
}

/** Keeps the first row of each conversation. */
function eachThreadOnce(rows: readonly MessageRow[]): MessageRow[] {
  const seen = new Set<string>();
  return rows.filter(({ thread_id: id }) => !seen.has(id) && seen.add(id));
}

/** Returns the date in a time zone as YYYY-MM-DD. */
function dayIn(timeZone: string, at: number): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const zone = timeZone === "" ? "UTC" : timeZone;
  return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: zone }).format(at);
}
