import type { LanguageModelUsage } from "ai";
import type { Egress } from "#/egress/egress.ts";
import type { ModelChoice } from "./choice.ts";
import { egressFetch } from "./egress-fetch.ts";
import { failureOf } from "./failure-of.ts";
import type { Spoken } from "./fence.ts";
import { ModelFailure } from "./port.ts";
import { modelObject } from "./provider.ts";

/** A request to a model. */
export interface Call {
  choice: ModelChoice;
  spoken: Spoken;
  maxOutputTokens: number;
  /** The response format requested from the server: plain text, any JSON, or JSON of a schema. */
  format: "text" | "json" | { schema: Record<string, unknown> };
  signal: AbortSignal;
}

export interface Completion {
  text: string;
  usage: Usage | null;
}

/** Token counts, as reported by the server. */
export interface Usage {
  input: number;
  output: number;
}

export interface Caller {
  egress: Pick<Egress, "follow">;
  /** Called for every request that is sent. */
  onRequest: () => void;
}

/** Returns the complete response. Throws ModelFailure. */
export async function complete(caller: Caller, call: Call): Promise<Completion> {
  try {
    const { generateText } = await import("ai");
    const result = await generateText(await settingsOf(caller, call));
    if (result.finishReason === "content-filter") throw new ModelFailure("unusable-answer");
    return { text: result.text, usage: usageOf(result.usage) };
  } catch (error) {
    throw await failureOf(error, call.signal);
  }
}

/** Yields the response as it arrives. The generator's return value is the usage. Throws ModelFailure. */
export async function* streamCompletion(
  caller: Caller,
  call: Call,
): AsyncGenerator<string, Usage | null> {
  try {
    const { streamText } = await import("ai");
    const { stream } = streamText({
      ...(await settingsOf(caller, call)),
      // Errors arrive as parts of the stream; by default the SDK would also log them to the console, with the prompt.
      onError: () => undefined,
    });
    for await (const part of stream) {
      if (part.type === "text-delta" && part.text !== "") yield part.text;
      if (part.type === "error") throw part.error;
      if (part.type === "abort") throw call.signal.reason;
      if (part.type === "finish") {
        // A broken connection ends the stream without a finish reason.
        if (part.rawFinishReason === undefined) throw new ModelFailure("unreachable");
        if (part.finishReason === "content-filter") throw new ModelFailure("unusable-answer");
        return usageOf(part.totalUsage);
      }
    }
    throw new ModelFailure("unreachable");
  } catch (error) {
    throw await failureOf(error, call.signal);
  }
}

/**
 * Returns the SDK's settings. Inlet handles retries, delays and budgets, so the SDK does not. There are no tools, whatever a
 * response calls.
 */
async function settingsOf(
  caller: Caller,
  { choice, spoken, maxOutputTokens, format, signal }: Call,
) {
  // Otherwise the SDK logs warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { extractReasoningMiddleware, wrapLanguageModel } = await import("ai");
  const model = wrapLanguageModel({
    model: await modelObject(choice, egressFetch(caller.egress, caller.onRequest)),
    middleware: [
      {
        specificationVersion: "v4",
        transformParams: async ({ params }) => ({ ...params, ...responseFormat(format) }),
      },
      // The reasoning that local servers include is not part of the answer.
      extractReasoningMiddleware({ tagName: "think" }),
    ],
  });
  return {
    model,
    instructions: spoken.system,
    messages: spoken.messages,
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false, recordInputs: false, recordOutputs: false },
  };
}

function responseFormat(format: Call["format"]) {
  if (format === "text") return {};
  if (format === "json") return { responseFormat: { type: "json" as const } };
  return {
    responseFormat: { type: "json" as const, name: "answer", schema: format.schema },
  };
}

function usageOf({ inputTokens, outputTokens }: LanguageModelUsage): Usage | null {
  if (inputTokens === undefined && outputTokens === undefined) return null;
  // The model's server reports the counts: a negative number must not reduce the sum.
  return { input: Math.max(0, inputTokens ?? 0), output: Math.max(0, outputTokens ?? 0) };
}
