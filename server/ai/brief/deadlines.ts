import { setImmediate } from "node:timers/promises";
import type { UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { inChunks } from "#/store/engine/chunks.ts";
import { summariesOf } from "#/store/ai/summary-queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { AiContext } from "../context.ts";
import type { Found, FoundDate } from "../summaries/facts.ts";
import { readForSummary, readStoredSummary } from "../summaries/stored-summary.ts";
import { sentencesOf } from "../summaries/summarize-mail.ts";
import type { MailSummary } from "../summaries/summary.ts";

/** A date by which a message requests something, and the sentence that states it. */
export interface MailDeadline {
  row: MessageRow;
  text: string;
  day: string;
  time: string;
}

/** Number of days ahead for which deadlines are listed. */
const daysAhead = 7;
/** Maximum number of messages that are read again for their sentences; data in their summaries is free. */
const maxRead = 40;
const batchSize = 100;

/**
 * Returns deadlines from today on that these messages name, from the dates in their summaries, the earliest first. For one day in
 * one conversation the newest message counts. A date alone is not a deadline: its sentence has to say that something is due.
 */
export async function findDeadlines(
  ai: Pick<AiContext, "database" | "log">,
  userId: UserId,
  rows: readonly MessageRow[],
  today: string,
): Promise<MailDeadline[]> {
  const last = dayAfter(today, daysAhead);
  const found = new Map<string, MailDeadline>();
  const reading = { left: maxRead };
  const candidates = rows.filter(mayNameDeadlines);
  for (const some of inChunks(candidates, batchSize)) {
    const kept = await keptSummaries(ai, userId, some);
    for (const row of some) {
      const summary = kept.get(row.id);
      if (!summary || summary.of !== "own") continue;
      const dates = summary.dates.filter(({ day }) => day >= today && day <= last);
      if (dates.length === 0) continue;
      for (const date of await dueOf(ai, { userId, row, summary, reading }, dates)) {
        const key = `${row.thread_id} ${date.day}`;
        // The newest message of a thread comes first and wins.
        if (!found.has(key)) found.set(key, date);
      }
    }
  }
  return [...found.values()].toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)));
}

/** Newsletters and shops set deadlines all the time, so they are excluded; a bill counts anyway. */
function mayNameDeadlines({ category, signs_json: signs }: MessageRow): boolean {
  if (category === "Social") return false;
  return category === "Finance" || Signs.parse(JSON.parse(signs)).unsubscribe === undefined;
}

const Signs = z.object({ unsubscribe: z.unknown().optional() });

async function keptSummaries(
  { database: { reader } }: Pick<AiContext, "database">,
  userId: UserId,
  rows: readonly MessageRow[],
): Promise<Map<string, MailSummary | null>> {
  const ids = rows.map(({ id }) => id);
  const kept = await summariesOf(reader, userId, ids, "local");
  return new Map(kept.map((row) => [row.message_id, readStoredSummary(row.value_json)]));
}

interface Mail {
  userId: UserId;
  row: MessageRow;
  summary: MailSummary;
  reading: { left: number };
}

async function dueOf(
  ai: Pick<AiContext, "database" | "log">,
  mail: Mail,
  dates: readonly FoundDate[],
): Promise<MailDeadline[]> {
  const { row, summary } = mail;
  let sentences: readonly Found[] = [...summary.asks, ...summary.points];
  if (dates.some((date) => !sentenceWith(sentences, date))) {
    sentences = (await readSentences(ai, mail)) ?? sentences;
  }
  return dates.flatMap((date) => {
    const sentence = sentenceWith(sentences, date);
    if (!sentence || !isDue(sentence.text, date.start - sentence.start, date.text)) return [];
    return [{ row, text: sentence.text, day: date.day, time: date.time }];
  });
}

/** Returns the sentences of a message, or null if the reading limit is reached or it cannot be read. */
async function readSentences(
  ai: Pick<AiContext, "database" | "log">,
  { userId, row, reading }: Mail,
): Promise<readonly Found[] | null> {
  if (reading.left-- <= 0) return null;
  // Yields to the event loop before each message.
  await setImmediate();
  try {
    return sentencesOf(await readForSummary(ai, userId, row));
  } catch (error) {
    ai.log.error({ err: error, messageId: row.id }, "reading a message for the daily brief failed");
    return null;
  }
}

function sentenceWith(sentences: readonly Found[], { start, end }: Found): Found | undefined {
  return sentences.find((sentence) => sentence.start <= start && end <= sentence.end);
}

const longest = 400;
/** Words before a date, with at most one or two words in between. */
const by =
  /(?:\b(?:by|until|till|before|due|deadline|latest|expires?|bis|spätestens|fällig|avant|jusqu'au|antes del?|hasta)|d'ici)(?:[\s:,]+[\p{L}\d.]+){0,3}[\s:,]*$/iu;
/** These words count anywhere in the sentence. */
const due =
  /(?<!\p{L})(?:due|deadline|overdue|payable|expir(?:es?|ing)|no later than|at the latest|fällig|abgabetermin|frist|échéance|date limite|vence|fecha límite)(?!\p{L})/iu;
/** Phrases about a past or withdrawn deadline. */
const over =
  /\b(?:was|were) (?:already )?(?:due|expected|payable|by|until)\b|\b(?:no longer|not due|nicht mehr|war(?:en)? fällig|fällig war(?:en)?)\b/iu;

/** Reports whether a sentence says that something is due by a day that it names. */
export function isDue(sentence: string, at: number, day: string): boolean {
  const text = sentence.slice(0, longest);
  if (at < 0 || text.slice(at, at + day.length) !== day || over.test(text)) return false;
  return by.test(text.slice(0, at)) || due.test(text);
}

function placeOf({ day, time }: MailDeadline): string {
  return `${day} ${time || "99:99"}`;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
