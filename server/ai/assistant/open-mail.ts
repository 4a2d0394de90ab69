import type { AnswerBlock } from "@inlet/contract/ai/assistant.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { AiContext } from "#/ai/context.ts";
import { type Found, withTexts } from "#/ai/retrieval/retrieve.ts";
import { localSummary } from "#/ai/summaries/stored-summary.ts";
import { messagesOfThread } from "#/store/threads/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { Asked } from "./question.ts";

const messagesRead = 12;
const aside: ReadonlySet<string> = new Set(["drafts", "spam", "trash"]);

/** Returns the thread of the open message, with that message first. */
export async function conversationOf(
  ai: AiContext,
  userId: UserId,
  open: MessageRow,
): Promise<Found[]> {
  const rows = await messagesOfThread(ai.database.reader, userId, open.thread_id, messagesRead * 2);
  const others = new Map(
    rows.filter(({ id, role }) => id !== open.id && !aside.has(role)).map((row) => [row.id, row]),
  );
  const found = await withTexts(ai, userId, [open, ...others.values()].slice(0, messagesRead));
  return found.map((each, index) => ({ ...each, score: index === 0 ? 2 : 1 }));
}

/** Returns the content of the open message, in its own sentences. */
export async function summaryBlocks(
  { ai, userId, words, citations }: Asked,
  found: Found,
): Promise<{ blocks: AnswerBlock[]; isFound: boolean }> {
  const { points, of, note } = await localSummary(ai, userId, found.row);
  if (points.length === 0) {
    const text = note === "" ? words.nothingToSay : note;
    return { blocks: [{ kind: "text", text, cites: [] }], isFound: false };
  }
  const first = points[0]?.text ?? "";
  const cites = [citations.cite(found, of === "own" ? first : "")];
  const blocks = points.map(({ text }): AnswerBlock => ({ kind: "quote", text, cites }));
  return { blocks, isFound: true };
}
