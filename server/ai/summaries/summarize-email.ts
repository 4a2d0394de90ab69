import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { Summary, SummaryPoint } from "@inlet/contract/summaries.ts";
import { Failure } from "#/base/fail.ts";
import { messagesOfThread, type StandingMessage } from "#/store/conversations.ts";
import { getMessage } from "#/store/messages.ts";
import type { MessageRow } from "#/store/tables.ts";
import type { AiContext } from "../context.ts";
import type { Found } from "./facts.ts";
import { localSummary, senderOf, type ThreadMember } from "./kept-summary.ts";
import { modelSummary } from "./model-summary.ts";
import type { MailSummary } from "./summary.ts";

/** How many of the newest messages of a conversation are told of. */
const mostMembers = 6;

/**
 * What a mail says, and the conversation up to now. A model that the person switched on is asked first, unless the
 * engine is to be the local one; what it cannot answer, or says without ground in the mail, is made here. Throws
 * message.not_found.
 */
export async function summarizeEmail(
  ai: AiContext,
  userId: UserId,
  messageId: MessageId,
  options: { engine?: "local" | "model" | undefined; signal?: AbortSignal } = {},
): Promise<Summary> {
  const row = await getMessage(ai.database.reader, userId, messageId);
  if (row === undefined) throw new Failure("message.not_found");
  const summary = await localSummary(ai, userId, row);
  const thread = await threadOf(ai, userId, row, summary);
  // What cannot be read here is not sent anywhere else either.
  const model = summary.points.length > 0 ? await ai.model.forUser(userId) : null;
  const local = presentLocal(row, summary, thread, model !== null);
  if (model === null || options.engine === "local") return local;
  return modelSummary(ai, userId, { row, thread, local, model, signal: options.signal });
}

/** The newest messages of a conversation that say something, newest first; empty for a message that stands alone. */
async function threadOf(
  ai: AiContext,
  userId: UserId,
  row: MessageRow,
  own: MailSummary,
): Promise<ThreadMember[]> {
  const rows = await messagesOfThread(
    ai.database.reader,
    userId,
    row.thread_id,
    limits.threadEmails * 2,
  );
  const shown = eachOnce(rows.filter(({ role }) => !aside.has(role)));
  if (shown.length < 2) return [];
  const members: ThreadMember[] = [];
  for (const member of shown.slice(0, mostMembers)) {
    const summary = member.id === row.id ? own : await summaryOrNull(ai, userId, member);
    if (summary !== null && summary.points.length > 0) members.push({ row: member, summary });
  }
  return members;
}

/** One mail that cannot be summed up takes nothing from the others. */
async function summaryOrNull(
  ai: AiContext,
  userId: UserId,
  row: MessageRow,
): Promise<MailSummary | null> {
  try {
    return await localSummary(ai, userId, row);
  } catch (error) {
    ai.log.error(
      { err: error, messageId: row.id },
      "a message was left out of a conversation summary",
    );
    return null;
  }
}

const aside: ReadonlySet<string> = new Set(["drafts", "spam", "trash"]);

/** A message stands in several places, and the same mail may have come to several accounts. */
function eachOnce(rows: readonly StandingMessage[]): StandingMessage[] {
  const seen = new Set<string>();
  return rows.filter(({ id, twin_key: twin }) => {
    const isNew = !seen.has(id) && (twin === "" || !seen.has(twin));
    seen.add(id).add(twin);
    return isNew;
  });
}

function presentLocal(
  row: MessageRow,
  summary: MailSummary,
  thread: readonly ThreadMember[],
  isModelAvailable: boolean,
): Summary {
  const point = ({ text }: Found): SummaryPoint => ({ text, emailId: row.id, quote: text });
  const points = summary.points.map(point);
  return {
    summary: points.map(({ text }) => text).join("\n") || summary.line || summary.note,
    headline: summary.line,
    points,
    asks: summary.asks.map(point),
    dates: summary.dates.map((date) => ({ ...point(date), day: date.day, time: date.time })),
    amounts: summary.amounts.map(point),
    thread: thread.map((member) => ({
      text: sayingOf(member),
      emailId: member.row.id,
      quote: placeOf(member),
      from: senderOf(member.row),
      sentAt: new Date(member.row.internal_date).toISOString(),
    })),
    meta: { engine: "local", model: null, note: summary.note || null, isModelAvailable },
  };
}

/** The words that stand for a message among others: its line without what is Inlet's, or its first point. */
function sayingOf({ summary }: ThreadMember): string {
  return summary.line || (summary.points[0]?.text ?? "");
}

/** The longest piece of its line that stands in the message, else its first point. */
function placeOf({ summary }: ThreadMember): string {
  const pieces = summary.pieces.filter(({ from }) => from === "own" || from === "quoted");
  const [longest] = pieces.toSorted((a, b) => b.text.length - a.text.length);
  return longest?.text ?? summary.points[0]?.text ?? "";
}
