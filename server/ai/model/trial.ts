import type { UserId } from "@inlet/contract/ids.ts";
import type { ModelTrial } from "@inlet/contract/ai/ai-models.ts";
import { z } from "zod";
import { type Call, complete, streamCompletion, type Usage } from "./call.ts";
import { hostOf, type OutputMode, outputModes } from "./choice.ts";
import { CallFailure } from "./failure-of.ts";
import { fence } from "./fence.ts";
import { openEntry } from "./ledger.ts";
import { ModelFailure } from "./port.ts";
import type { ModelContext, ActiveModel } from "./settings.ts";
import { readShape, promptShape } from "./shape.ts";
import { Deadline } from "./tries.ts";

const shape = z.object({ day: z.string().min(1), number: z.number() });
/** Reasoning models need these tokens before they respond. */
const maxOutputTokens = 1000;

/** Tests the abilities of a model. No mail is sent; the cost is recorded in the ledger under the task "test". */
export async function tryModel(
  context: ModelContext,
  userId: UserId,
  existing: ActiveModel,
): Promise<ModelTrial> {
  const { choice } = existing;
  const named = { name: choice.model, host: hostOf(choice) };
  try {
    const { rung, usage } = await findOutputMode(context, userId, existing);
    const streaming = await tryStream(context, userId, existing);
    return { works: true, ...named, rung, countsTokens: usage !== null, ...streaming };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { works: false, ...named, problem: error.reason };
  }
}

/** Returns the highest rung on which it gives the requested result. Throws ModelFailure if it fails on all. */
async function findOutputMode(
  context: ModelContext,
  userId: UserId,
  existing: ActiveModel,
): Promise<{ rung: OutputMode; usage: Usage | null }> {
  const shapeForPrompt = promptShape(shape);
  for (const rung of outputModes) {
    const instructions =
      rung === "schema" || shapeForPrompt === null
        ? "Which day follows Monday, and which number follows 6?"
        : `Which day follows Monday, and which number follows 6?\n\n${shapeForPrompt.inWords}`;
    const format =
      rung === "text"
        ? "text"
        : rung === "json"
          ? "json"
          : { schema: shapeForPrompt?.schema ?? {} };
    try {
      const completion = await once(context, userId, existing, { instructions, rung, format });
      if ("value" in readShape(shape, shapeForPrompt, completion.text))
        return { rung, usage: completion.usage };
    } catch (error) {
      // A server rejects an unsupported format as a bad request; any other error applies to all formats.
      const isModeRefused =
        error instanceof CallFailure &&
        ([400, 422, 501].includes(error.status) || error.reason === "unusable-answer");
      if (!isModeRefused) throw error;
    }
  }
  throw new ModelFailure("unusable-answer");
}

async function once(
  context: ModelContext,
  userId: UserId,
  existing: ActiveModel,
  asked: { instructions: string; rung: OutputMode; format: Call["format"] },
): Promise<{ text: string; usage: Usage | null }> {
  const spoken = fence({ instructions: asked.instructions, asked: "" }, []);
  const about = { userId, task: "test", spoken, messageIds: [], maxOutputTokens };
  const entry = await openEntry(context, existing, { ...about, rung: asked.rung });
  using deadline = new Deadline(context.timeouts, undefined);
  try {
    const completion = await complete(
      { egress: existing.egress, onRequest: entry.sent },
      {
        choice: existing.choice,
        spoken,
        maxOutputTokens,
        format: asked.format,
        signal: deadline.signal,
      },
    );
    entry.received(spoken, completion.text, completion.usage);
    await entry.end(asked.rung, "ok");
    return completion;
  } catch (error) {
    await entry.end(asked.rung, error instanceof ModelFailure ? error.reason : "unusable-answer");
    throw error;
  }
}

/** Tests streaming. A model that does not stream is still usable. */
async function tryStream(
  context: ModelContext,
  userId: UserId,
  existing: ActiveModel,
): Promise<{ streams: boolean; firstTextMs: number }> {
  const spoken = fence({ instructions: "Count from one to twenty in words.", asked: "" }, []);
  const about = { userId, task: "test", spoken, messageIds: [], maxOutputTokens };
  const entry = await openEntry(context, existing, { ...about, rung: "stream" });
  using deadline = new Deadline(context.timeouts, undefined);
  const startedAt = performance.now();
  const read = { text: "", pieces: 0, firstTextMs: 0 };
  try {
    deadline.expectText(context.timeouts.firstTextMs);
    const pieces = streamCompletion(
      { egress: existing.egress, onRequest: entry.sent },
      { choice: existing.choice, spoken, maxOutputTokens, format: "text", signal: deadline.signal },
    );
    let next = await pieces.next();
    deadline.textCame();
    read.firstTextMs = Math.round(performance.now() - startedAt);
    while (!next.done) {
      read.text += next.value;
      read.pieces++;
      next = await pieces.next();
    }
    entry.received(spoken, read.text, next.value);
    await entry.end("stream", "ok");
    return { streams: read.pieces > 1, firstTextMs: read.firstTextMs };
  } catch (error) {
    await entry.end("stream", error instanceof ModelFailure ? error.reason : "unusable-answer");
    if (!(error instanceof ModelFailure)) throw error;
    return { streams: false, firstTextMs: read.firstTextMs };
  }
}
