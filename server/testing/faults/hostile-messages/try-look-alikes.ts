import { Category } from "@inlet/contract/mail/email.ts";
import { generateReplies } from "@inlet/contract/ai/smart-replies.ts";
import { askAssistant } from "#/ai/assistant/assistant.ts";
import { suggestReplies } from "#/ai/replies/suggest-replies.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";
import { type HostileSetup, createHostileSetup } from "./hostile-fixture.ts";

/** A harmless message. */
export interface Harmless {
  id: string;
  subject: string;
  text: string;
  /** False for a notice of a machine, which gets no reply. */
  isAnswerable?: boolean;
}

/** Runs the features without a model over harmless mail. Returns the problem of each message; "" for none. */
export async function tryLookAlikes(
  messages: readonly Harmless[],
): Promise<{ id: string; problem: string }[]> {
  const from = ["Sam Ito", "sam@friend.example"] as const;
  const sent = messages.map(({ id, subject, text }) => ({ id, message: { from, subject, text } }));
  await using stage = await createHostileSetup(sent);
  const tried: { id: string; problem: string }[] = [];
  for (const mail of messages) tried.push({ id: mail.id, problem: await problemOf(stage, mail) });
  return tried;
}

async function problemOf(
  { engine, localAi, userId, placed }: HostileSetup,
  { id, text, isAnswerable = !/no action/i.test(text) }: Harmless,
): Promise<string> {
  const [emailId] = placed.get(id)?.messageIds ?? [];
  const words = (text.match(/\p{L}{5,}/gu) ?? [])
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3);
  if (!emailId) return "it has not come";
  const summary = await summarizeEmail(localAi, userId, emailId);
  if (summary.points.length === 0 || !text.includes(summary.points[0]?.text ?? "\0"))
    return `it is summed up as ${JSON.stringify(summary.headline)}`;
  const { suggestions, meta } = await suggestReplies(
    localAi,
    userId,
    generateReplies.input.parse({ emailId }),
  );
  if (isAnswerable && suggestions.length < 3) return `it gets no replies: ${meta.whyNone}`;
  const row = await engine.database.reader
    .selectFrom("messages")
    .select(["category", "priority"])
    .where("user_id", "=", userId)
    .where("id", "=", emailId)
    .executeTakeFirstOrThrow();
  const isLabelled = Category.safeParse(row.category).success && row.category !== "Spam";
  if (!isLabelled || row.priority === "") return `it is sorted as ${row.category}, ${row.priority}`;
  const answer = await askAssistant(
    localAi,
    userId,
    { query: `What is said about ${words.join(" ")}?`, contextType: "general", without: [] },
    new AbortController().signal,
  );
  return answer.citations.some((each) => each.emailId === emailId) ? "" : "it is not found";
}
