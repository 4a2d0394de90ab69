import type { listFollowUps, preparedAnswer } from "@inlet/contract/ai/follow-ups.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { Tone } from "@inlet/contract/ai/smart-replies.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { type Unanswered, unansweredByUser } from "#/store/follow-ups/queries.ts";
import { getMessage } from "#/store/messages/queries.ts";
import {
  preparedAnswersOf,
  readyAnswers as readyAmong,
} from "#/store/follow-ups/prepared-answer-queries.ts";
import { textsFor } from "#/texts/texts.ts";
import type { AiContext } from "../context.ts";
import { isNoteworthy } from "../brief/is-noteworthy.ts";
import type { Act } from "../replies/acts.ts";
import type { Habits } from "../replies/habits.ts";
import { madeHere } from "../replies/made-by.ts";
import { suggestLocally, understand } from "../replies/suggest-locally.ts";
import { readHabits, readMail } from "../replies/suggest-replies.ts";
import { settingsFor } from "./settings.ts";

type Context = Pick<AiContext, "database" | "execute" | "clock" | "log">;
type Reading = Pick<AiContext, "database" | "clock">;

/** Version of the answer generator; a higher one retries messages that got no answer before. */
const version = 2;
/** Maximum age of messages for which answers are prepared and offered. */
const reachMs = 14 * 24 * 3600_000;
const maxReady = 200;
/** Number of messages read between two pauses. */
const batchSize = 5;
const restMs = 200;

/** Acts that are answered with a draft: the rest need no answer, or one that only the user can find. */
const asking: ReadonlySet<Act> = new Set<Act>([
  ...(["question-yes-no", "question-open", "request", "schedule"] as const),
  ...(["invitation", "reminder"] as const),
]);

/**
 * Prepares answers to messages that need one, a few at a time. They exist only in this database: they are not pushed to a mail
 * server, and nothing is sent. No model is called, because the user did not request the answer.
 */
export async function prepareAnswers(ai: Context, userId: UserId): Promise<void> {
  const { preparesAnswers } = await settingsFor(ai, userId);
  if (!preparesAnswers) return;
  const waiting = await unansweredNow(ai, userId);
  const tried = await triedOf(ai, userId, waiting);
  const fresh = waiting.filter(({ message }) => (tried.get(message.id)?.version ?? 0) < version);
  if (fresh.length === 0) return;
  const habits = await readHabits(ai, userId);
  for (const { message } of fresh.slice(0, batchSize)) {
    await prepareOne(ai, userId, message.id, habits);
  }
  if (fresh.length > batchSize) throw new RetryAfter(restMs);
}

/**
 * Prepares an answer to a message that has just arrived. A failure only leaves the message without a draft, so the other steps
 * for new mail are not repeated.
 */
export async function prepareArrived(
  ai: Context,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  try {
    const { preparesAnswers } = await settingsFor(ai, userId);
    if (!preparesAnswers) return;
    const asked = await unansweredNow(ai, userId, messageId);
    if (asked.length === 0 || (await triedOf(ai, userId, asked)).size > 0) return;
    await prepareOne(ai, userId, messageId, await readHabits(ai, userId));
  } catch (error) {
    if (error instanceof RetryAfter) throw error;
    ai.log.error({ err: error, messageId }, "preparing a reply draft for a new message failed");
  }
}

async function prepareOne(
  ai: Context,
  userId: UserId,
  messageId: MessageId,
  habits: Habits,
): Promise<void> {
  // Stored before the work, so a message that crashes the process does not crash it again after each restart.
  await ai.execute("answers.keep", { userId, messageId, text: "", version });
  const row = await getMessage(ai.database.reader, userId, messageId);
  if (row === undefined) return;
  try {
    const understood = understand(await readMail(ai, row));
    if (understood.act === null || !asking.has(understood.act)) return;
    const replies = suggestLocally(understood, { habits, context: "" });
    const [first] = replies;
    const tone = Tone.options.find((one) => habits.greetings[one] !== undefined);
    const likeliest = replies.filter(({ stance }) => stance === first?.stance);
    const chosen = likeliest.find((reply) => reply.tone === tone) ?? first;
    if (chosen === undefined) return;
    await ai.execute("answers.keep", { userId, messageId, text: chosen.text, version });
  } catch (error) {
    ai.log.error({ err: error, messageId }, "preparing a reply draft failed");
  }
}

/** Returns the messages that have a prepared answer, without those that were answered since, or that the user is answering. */
export async function readyAnswers(
  ai: Reading,
  userId: UserId,
  known: { answered: ReadonlySet<string> },
): Promise<z.output<typeof listFollowUps.output>["ready"]> {
  const waiting = await unansweredNow(ai, userId);
  const ids = waiting.map(({ message }) => message.id);
  const ready = await readyAmong(ai.database.reader, userId, ids, known);
  return waiting.flatMap(({ message: { id: emailId, thread_id: threadId } }) =>
    ready.has(emailId) ? { emailId, threadId } : [],
  );
}

/** Returns the prepared draft for a message. Throws message.not_found. */
export async function readPreparedAnswer(
  ai: Reading,
  userId: UserId,
  emailId: MessageId,
): Promise<z.output<typeof preparedAnswer.output>> {
  const row = await getMessage(ai.database.reader, userId, emailId);
  if (row === undefined) throw new Failure("message.not_found");
  const { reader } = ai.database;
  const ready = await readyAmong(reader, userId, [emailId]);
  const [answer] = ready.has(emailId) ? await preparedAnswersOf(reader, userId, [emailId]) : [];
  return { text: answer?.text ?? "", meta: madeHere(await textsFor(reader, userId), null) };
}

/** Returns unanswered inbox messages that ask the user something, or only the given one: the newest of each conversation. */
async function unansweredNow(
  ai: Reading,
  userId: UserId,
  messageId?: MessageId,
): Promise<Unanswered[]> {
  const now = ai.clock.now();
  const window = {
    userId,
    since: now - reachMs,
    upTo: now + 1000,
    limit: maxReady,
    ...(messageId && { messageId }),
  };
  const found = await unansweredByUser(ai.database.reader, window);
  const noteworthy = found.filter(({ message }) => isNoteworthy(message));
  return [...Map.groupBy(noteworthy, ({ message }) => message.thread_id).values()].flatMap(
    ([newest]) => newest ?? [],
  );
}

async function triedOf(ai: Pick<AiContext, "database">, userId: UserId, messages: Unanswered[]) {
  const ids = messages.map(({ message }) => message.id);
  const rows = await preparedAnswersOf(ai.database.reader, userId, ids);
  return new Map(rows.map((row) => [row.message_id, row]));
}
