import type { Brief, BriefLine } from "@inlet/contract/ai/brief.ts";
import type { Category } from "@inlet/contract/mail/email.ts";
import type { FollowUpKind } from "@inlet/contract/ai/follow-ups.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { categories } from "@inlet/contract/mail/kinds.ts";
import { z } from "zod";
import { countByCategory, inboxOf } from "#/store/ai/brief-queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { AiContext } from "../context.ts";
import { openConversations } from "../follow-ups/open-conversations.ts";
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

/** Maximum age of a message that names a deadline. */
const deadlineReachMs = 14 * 24 * 3600_000;
const maxInbox = 400;
const maxResponses = 7;
const maxDeadlines = 7;
const maxWaiting = 5;

/**
 * Returns a user's brief at the end of the period, from turns, categories and summaries, which are all known at that time. The
 * same mail gives the same brief.
 */
export async function composeBrief(ai: Ground, userId: UserId, period: Period): Promise<Brief> {
  const { database } = ai;
  const { reader } = database;
  const { day, from, until, timeZone } = period;
  const { open } = await openConversations({ database, clock: { now: () => until } }, userId);
  const rowsOf = (kind: FollowUpKind) => {
    const ofKind = open.filter((one) => one.kind === kind);
    return getMessages(
      reader,
      userId,
      ofKind.map(({ message }) => message.id),
    );
  };
  const answers = (await rowsOf("you-owe")).toSorted(
    (a, b) =>
      Number(isNew(b)) - Number(isNew(a)) || rankOf(a) - rankOf(b) || b.date_key - a.date_key,
  );
  const waiting = (await rowsOf("they-owe")).toReversed();
  // Includes the current second.
  const recent = { from: until - deadlineReachMs, to: until + 1000, limit: maxInbox };
  const inbox = (await inboxOf(reader, userId, recent)).filter(isNoteworthy);
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

/** Returns the date in a time zone as YYYY-MM-DD. */
function dayIn(timeZone: string, at: number): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const zone = timeZone === "" ? "UTC" : timeZone;
  return new Intl.DateTimeFormat("en-CA", { ...options, timeZone: zone }).format(at);
}
