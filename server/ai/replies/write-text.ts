import type { UserId } from "@inlet/contract/ids.ts";
import type { writeText as write } from "@inlet/contract/ai/smart-replies.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { textsFor } from "#/texts/texts.ts";
import type { AiContext } from "../context.ts";
import { ModelFailure } from "../model/port.ts";
import { isHarmless } from "./guard.ts";
import { madeBy, modelFailureOf } from "./made-by.ts";

const Answer = z.object({ text: z.string().max(20_000) });

/** Writes a text on the user's request, or rewrites theirs if given. Throws ai.no_model, ai.failed. */
export async function writeText(
  ai: AiContext,
  userId: UserId,
  { asked, text }: z.output<typeof write.input>,
  signal?: AbortSignal,
): Promise<z.output<typeof write.output>> {
  const model = await ai.model.forUser(userId);
  if (model === null) throw new Failure("ai.model_off");
  try {
    const answer = await model.answer({
      task: "writing",
      instructions:
        text.trim() === ""
          ? "Write the text of an email as the person asks. Plain text only, without a subject. State no facts that the person does not give."
          : "Rewrite the person's text as they ask, in its own language. Plain text only. Keep every fact, name, number and address as it is, and add none.",
      asked: text.trim() === "" ? asked : JSON.stringify({ asked, text }),
      material: [],
      shape: Answer,
      maxOutputTokens: 2000,
      ...(signal && { signal }),
    });
    const written = answer.text.trim();
    if (written === "" || !isHarmless(written, `${asked}\n${text}`)) {
      throw new ModelFailure("unusable-answer");
    }
    return { text: written, meta: madeBy(await textsFor(ai.database.reader, userId), model) };
  } catch (error) {
    const cause = modelFailureOf(error);
    ai.log.warn({ reason: cause.reason }, "AI writing failed");
    throw new Failure("ai.failed", { cause });
  }
}
