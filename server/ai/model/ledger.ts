import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { newId } from "#/store/engine/new-id.ts";
import type { Usage } from "./call.ts";
import { hostOf } from "./choice.ts";
import type { Spoken } from "./fence.ts";
import { ModelFailure, type ModelFailureReason } from "./port.ts";
import { costMicros, tokenBound } from "./prices.ts";
import type { ModelContext, ActiveModel } from "./settings.ts";

/** Ledger entry of a request, from before it is sent until its end. */
export interface Entry {
  /** Records that a request was sent: from then on the server may have read it. */
  sent: () => void;
  /** Records one request and its response. */
  received: (spoken: Spoken, text: string, usage: Usage | null) => void;
  end: (rung: string, outcome: "ok" | ModelFailureReason) => Promise<void>;
}

/** Records a request before it is sent. Throws over-budget. */
export async function openEntry(
  context: ModelContext,
  existing: ActiveModel,
  asked: {
    userId: UserId;
    task: string;
    rung: string;
    spoken: Spoken;
    messageIds: readonly MessageId[];
    maxOutputTokens: number;
  },
): Promise<Entry> {
  const { execute, clock } = context;
  const { userId, task, messageIds, spoken } = asked;
  const createdAt = clock.now();
  const startedAt = performance.now();
  const id = newId<string>(createdAt);
  const bound = { input: spokenBound(spoken), output: asked.maxOutputTokens };
  const cost = (tokens: Usage) => (existing.price ? costMicros(existing.price, tokens) : -1);
  const isBegun = await execute("modelCall.begin", {
    row: {
      user_id: userId,
      id,
      created_at: createdAt,
      task,
      provider: existing.choice.provider,
      model: existing.choice.model,
      host: hostOf(existing.choice),
      rung: asked.rung,
      message_ids_json: JSON.stringify(messageIds),
      sent_chars: 0,
      outcome: "",
      requests: 0,
      input_tokens: bound.input,
      output_tokens: bound.output,
      cost_micros: cost(bound),
      received_chars: 0,
      duration_ms: 0,
    },
    since: dayOf(createdAt),
    limits: existing.limits,
  });
  if (!isBegun) throw new ModelFailure("over-budget");

  const total = { requests: 0, unanswered: 0, sentChars: 0, receivedChars: 0, input: 0, output: 0 };
  return {
    sent() {
      total.requests++;
      total.unanswered++;
      total.sentChars += charsOf(spoken);
    },
    received(request, text, usage) {
      total.unanswered = Math.max(0, total.unanswered - 1);
      total.receivedChars += text.length;
      total.input += usage?.input ?? spokenBound(request);
      total.output += usage?.output ?? tokenBound(text);
    },
    async end(rung, outcome) {
      // The charge for a missing response is unknown: assume that at least the request was read.
      const isRead = outcome !== "refused-key" && outcome !== "unreachable";
      const unanswered = isRead ? total.unanswered * bound.input : 0;
      const tokens = { input: total.input + unanswered, output: total.output };
      await execute("modelCall.end", {
        userId,
        id,
        rung,
        outcome,
        requests: total.requests,
        sent_chars: total.sentChars,
        input_tokens: tokens.input,
        output_tokens: tokens.output,
        cost_micros: cost(tokens),
        received_chars: total.receivedChars,
        duration_ms: Math.round(performance.now() - startedAt),
      });
    },
  };
}

/** Returns the start of the day in UTC. */
export function dayOf(time: number): number {
  return time - (time % (24 * 3600_000));
}

function charsOf({ system, messages }: Spoken): number {
  return messages.reduce((sum, { content }) => sum + content.length, system.length);
}

function spokenBound({ system, messages }: Spoken): number {
  return messages.reduce((sum, { content }) => sum + tokenBound(content), tokenBound(system));
}
