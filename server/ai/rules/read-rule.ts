import type { UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { RuleActions } from "@inlet/contract/ai/rules.ts";
import { z } from "zod";
import { parseQuery } from "#/search/parse-query.ts";
import type { AiContext } from "../context.ts";
import { ModelFailure } from "../model/port.ts";
import { type ReadSentence, readSentence } from "./read-sentence.ts";

const Answer = z.object({
  query: z.string().max(limits.searchMaxLength),
  actions: RuleActions,
  unread: z.array(z.string().max(80)).max(20),
});

const instructions = `Turn the person's sentence about their mail into a rule.
"query" is a search: words, and from:"…" to:"…" subject:"…" has:attachment category:work|personal|finance|social|promotions|updates priority:high|medium|low is:starred. Quote every name.
"actions" holds only what the sentence asks for: move (archive, trash, spam) or folder (a name), seen, starred, label, category, priority, save (notion, trello).
"unread" lists what of the sentence cannot be said so. Add nothing that the sentence does not say.`;

/**
 * Parses a sentence into a rule: with Inlet's parser, and if words are left over, with the user's model. The question contains no
 * mail, and nothing is saved.
 */
export async function readRule(
  ai: AiContext,
  userId: UserId,
  text: string,
  signal?: AbortSignal,
): Promise<ReadSentence & { model: string }> {
  const own = readSentence(text);
  const isUnderstood = own.unread.length === 0 && own.query !== "";
  if (isUnderstood && Object.keys(own.actions).length > 0) return { ...own, model: "" };
  const model = await ai.model.forUser(userId);
  if (!model) return { ...own, model: "" };
  try {
    const answer = await model.answer({
      task: "rule",
      instructions,
      asked: text,
      material: [],
      shape: Answer,
      maxOutputTokens: 400,
      ...(signal && { signal }),
    });
    if (parseQuery(answer.query).problem !== null) return { ...own, model: "" };
    return { ...answer, model: model.name };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { ...own, model: "" };
  }
}
