import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { Summary, SummaryPoint } from "@inlet/contract/ai/summaries.ts";
import { Failure } from "#/base/failure.ts";
import { messagesOfThread, type StoredMessage } from "#/store/threads/queries.ts";
import { getMessage } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { AiContext } from "../context.ts";
import type { Found } from "./facts.ts";
import { localSummary, senderOf, type ThreadMember } from "./stored-summary.ts";
import { modelSummary } from "./model-summary.ts";
import type { MailSummary } from "./summary.ts";

/** Number of the newest messages of a conversation that are included. */
const maxMembers = 6;

/**
 * Returns a summary of a message, and of its conversation up to now. Uses the model that the user turned on, unless `engine` is
 * "local"; parts that the model cannot provide, or states without support in the message, come from the local engine. Throws
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
  // A message that cannot be read here is not sent to a model either.
  const model = summary.points.length > 0 ? await ai.model.forUser(userId) : null;
  const local = presentLocal(row, summary, thread, model !== null);
  if (model === null || options.engine === "local") return local;
  return modelSummary(ai, userId, { row, thread, local, model, signal: options.signal });
}

/** Returns the newest messages of a conversation with content, newest first; empty for a single message. */
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
  for (const member of shown.slice(0, maxMembers)) {
    const summary = member.id === row.id ? own : await summaryOrNull(ai, userId, member);
    if (summary !== null && summary.points.length > 0) members.push({ row: member, summary });
  }
  return members;
}

/** A failure for one message does not affect the rest. */
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

/** A message can have several locations, and duplicate messages in several accounts. */
function eachOnce(rows: readonly StoredMessage[]): StoredMessage[] {
  const seen = new Set<string>();
  return rows.filter(({ id, twin_key: duplicate }) => {
    const isNew = !seen.has(id) && (duplicate === "" || !seen.has(duplicate));
    seen.add(id).add(duplicate);
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
      text: shortTextOf(member),
      emailId: member.row.id,
      quote: placeOf(member),
      from: senderOf(member.row),
      sentAt: new Date(member.row.internal_date).toISOString(),
    })),
    meta: { engine: "local", model: null, note: summary.note || null, isModelAvailable },
  };
}

/** Returns the text that represents a message: its line without Inlet's texts, or its first point. */
function shortTextOf({ summary }: ThreadMember): string {
  return summary.line || (summary.points[0]?.text ?? "");
}

/** Returns the longest piece of its line that occurs in the message, else its first point. */
function placeOf({ summary }: ThreadMember): string {
  const pieces = summary.pieces.filter(({ from }) => from === "own" || from === "quoted");
  const [longest] = pieces.toSorted((a, b) => b.text.length - a.text.length);
  return longest?.text ?? summary.points[0]?.text ?? "";
}
