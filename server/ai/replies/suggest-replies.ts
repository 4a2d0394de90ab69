import { type MessageId, MessageId as MessageIdOf, type UserId } from "@inlet/contract/ids.ts";
import type { generateReplies, MadeBy, ReplySuggestion } from "@inlet/contract/ai/smart-replies.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { getBody, ownTexts } from "#/store/messages/body-queries.ts";
import { messagesOfThread } from "#/store/threads/queries.ts";
import { getMessage, pageOfRole } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { userById } from "#/store/users/queries.ts";
import { textsFor } from "#/texts/texts.ts";
import type { AiContext } from "../context.ts";
import { isEncrypted } from "../summaries/stored-summary.ts";
import { cleanMail } from "../text/clean-mail.ts";
import { askModel } from "./ask-model.ts";
import { type Habits, learnHabits } from "./habits.ts";
import { madeBy, madeHere, modelFailureOf } from "./made-by.ts";
import { type AnsweredMail, suggestLocally, understand } from "./suggest-locally.ts";

type Asked = z.output<typeof generateReplies.input>;
type Given = z.output<typeof generateReplies.output>;

/** Number of the newest sent messages from which writing habits are read. */
const sentMessages = 40;
/** The end of a long conversation shows if it was answered. */
const threadMessages = 50;

/** Returns replies to a message. Throws replies.id_required, message.not_found, replies.failed. */
export async function suggestReplies(
  ai: AiContext,
  userId: UserId,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Given> {
  if (asked.emailId.trim() === "") throw new Failure("replies.id_required");
  const id = MessageIdOf.safeParse(asked.emailId);
  const { reader } = ai.database;
  const row = id.success ? await getMessage(reader, userId, id.data) : undefined;
  if (!row) throw new Failure("message.not_found");
  try {
    return await suggestFor(ai, row, asked, signal);
  } catch (error) {
    ai.log.error({ err: error }, "reply suggestions failed");
    throw new Failure("replies.failed", { cause: error });
  }
}

async function suggestFor(
  ai: AiContext,
  row: MessageRow,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Given> {
  const userId = row.user_id;
  const [texts, answered, habits, model, isAnswered] = await Promise.all([
    textsFor(ai.database.reader, userId),
    readMail(ai, row),
    readHabits(ai, userId),
    ai.model.forUser(userId),
    hasAnswered(ai, row),
  ]);
  const understood = understand(answered);
  const { context } = asked;
  const length = asked.length ?? habits.length;
  const { language, whyNone } = understood;
  const give = (details: ReplySuggestion[], made: MadeBy, why = whyNone): Given => ({
    suggestions: details.slice(0, 3).map(({ text }) => text),
    details,
    meta: {
      ...made,
      length,
      language,
      whyNone: details.length === 0 ? (why ?? "unsure") : null,
      isAnswered,
    },
  });
  const wantsModel = asked.engine !== "local" && model !== null;
  // A model knows more languages; for a machine's message, an own message or an empty one, an answer makes no sense.
  if (wantsModel && (whyNone === null || whyNone === "language" || whyNone === "unsure")) {
    try {
      const request = { answered, context, length, signsAs: habits.signsAs, signal };
      return give(await askModel(model, understood, request), madeBy(texts, model), null);
    } catch (error) {
      const failure = modelFailureOf(error);
      return give(
        suggestLocally(understood, { habits, length, context }),
        madeHere(texts, model, failure),
      );
    }
  }
  return give(suggestLocally(understood, { habits, length, context }), madeHere(texts, model));
}

const Senders = z.array(z.object({ name: z.string(), address: z.string() }));
/** Header fields (wire/mime/signs.ts) that reveal a machine. */
const Signs = z
  .object({
    unsubscribe: z.unknown(),
    report: z.unknown(),
    isBulk: z.unknown(),
    isAutomatic: z.unknown(),
  })
  .partial();

/** Returns a message in the form needed for replies. */
export async function readMail(
  ai: Pick<AiContext, "database">,
  row: MessageRow,
): Promise<AnsweredMail> {
  const body = await getBody(ai.database.reader, row.user_id, row.id);
  const [from] = Senders.parse(JSON.parse(row.from_json));
  const signs = Signs.parse(JSON.parse(row.signs_json || "{}"));
  return {
    id: row.id,
    subject: row.subject,
    // An encrypted message has no text to answer.
    text: isEncrypted(row) ? "" : (body?.text ?? ""),
    html: isEncrypted(row) ? "" : (body?.html ?? ""),
    fromName: from?.name ?? "",
    fromAddress: from?.address ?? "",
    hasUnsubscribe: signs.unsubscribe !== undefined,
    isAutomated: [signs.report, signs.isBulk, signs.isAutomatic].some((sign) => sign !== undefined),
    category: row.category,
    sentAt: new Date(row.internal_date),
    isOwn: row.is_own === 1,
  };
}

/** Returns the user's writing habits. They are not cached, so a message sent a minute ago counts. */
export async function readHabits(
  { database: { reader } }: Pick<AiContext, "database">,
  userId: UserId,
): Promise<Habits> {
  const user = await userById(reader, userId);
  const sent = await pageOfRole(reader, { userId, role: "sent", limit: sentMessages });
  const own = sent.filter((row) => row.is_own === 1);
  const ids: MessageId[] = own.map((row) => row.id);
  const texts = await ownTexts(reader, userId, ids);
  const written = texts.map((text) => {
    const { own: words, signature } = cleanMail({
      subject: "",
      text: text.slice(0, 5000),
      html: "",
    });
    // The closing is where a signature may begin.
    return `${words}\n${signature.split("\n").slice(0, 2).join("\n")}`;
  });
  return learnHabits(written, user?.name ?? "");
}

async function hasAnswered({ database: { reader } }: AiContext, row: MessageRow): Promise<boolean> {
  const messages = await messagesOfThread(reader, row.user_id, row.thread_id, threadMessages);
  return messages.some(
    (mail) => mail.is_own === 1 && mail.date_key > row.date_key && mail.role !== "drafts",
  );
}
