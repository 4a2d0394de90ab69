import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { messagesOfAccounts } from "#/store/ai/model-queries.ts";
import {
  type Call,
  type Caller,
  type Completion,
  complete,
  streamCompletion,
  type Usage,
} from "./call.ts";
import { fingerprintOf, hostOf, type OutputMode, outputModes } from "./choice.ts";
import { CallFailure } from "./failure-of.ts";
import { fence, type Spoken } from "./fence.ts";
import { type Entry, openEntry } from "./ledger.ts";
import { ModelFailure, type ModelMaterial, type ModelQuestion, type UserModel } from "./port.ts";
import type { ModelContext, ActiveModel } from "./settings.ts";
import { readShape, type PromptShape, promptShape } from "./shape.ts";
import { Deadline, pauseBefore } from "./tries.ts";

/** Returns a user's model, with fence, budget, ledger and timeouts. */
export function userModel(context: ModelContext, userId: UserId, existing: ActiveModel): UserModel {
  return {
    name: existing.choice.model,
    host: hostOf(existing.choice),
    async answer(question) {
      const talk = await openTalk(context, userId, existing, question);
      try {
        const value = await climb(context, existing, question, talk);
        await talk.entry.end(talk.rung, "ok");
        return value;
      } catch (error) {
        await endWith(talk, error);
        throw error;
      } finally {
        talk.deadline[Symbol.dispose]();
      }
    },
    async *stream(question) {
      const talk = await openTalk(context, userId, existing, question, "stream");
      const state = { isOver: false };
      try {
        yield* listen(context, existing, question, talk);
        state.isOver = true;
        await talk.entry.end("stream", "ok");
      } catch (error) {
        state.isOver = true;
        await endWith(talk, error);
        throw error;
      } finally {
        // The reader left before the end.
        if (!state.isOver) await talk.entry.end("stream", "aborted");
        talk.deadline[Symbol.dispose]();
      }
    },
  };
}

/** A request in progress. */
interface Talk {
  spoken: Spoken;
  shapeForPrompt: PromptShape | null;
  rung: OutputMode | "stream";
  entry: Entry;
  deadline: Deadline;
  caller: Caller;
}

async function openTalk<Shape>(
  context: ModelContext,
  userId: UserId,
  existing: ActiveModel,
  question: ModelQuestion<Shape>,
  as?: "stream",
): Promise<Talk> {
  if (question.signal?.aborted) throw new ModelFailure("aborted");
  const key = fingerprintOf(existing.choice);
  context.breaker.check(key);
  const material = await allowedMaterial(context, userId, existing, question.material);
  const spoken = fence(question, material);
  const shapeForPrompt = as === "stream" ? null : promptShape(question.shape);
  const rung = as ?? (shapeForPrompt === null ? "text" : existing.rung);
  const entry = await openEntry(context, existing, {
    userId,
    task: question.task,
    rung,
    spoken,
    messageIds: messagesIn(material),
    maxOutputTokens: question.maxOutputTokens,
  });
  return {
    spoken,
    shapeForPrompt,
    rung,
    entry,
    deadline: new Deadline(context.timeouts, question.signal),
    caller: { egress: existing.egress, onRequest: entry.sent },
  };
}

/** Returns the material without mail of accounts that the user excluded from models. */
async function allowedMaterial(
  { database }: ModelContext,
  userId: UserId,
  { excluded }: ActiveModel,
  material: readonly ModelMaterial[],
): Promise<readonly ModelMaterial[]> {
  if (excluded.length === 0 || material.length === 0) return material;
  const kept = await messagesOfAccounts(database.reader, userId, messagesIn(material), excluded);
  // Material without a message id could be from an excluded account.
  const allowed = material.filter(
    ({ messageId }) => messageId !== undefined && !kept.has(messageId),
  );
  if (allowed.length === 0) throw new ModelFailure("kept-from-models");
  return allowed;
}

function messagesIn(material: readonly ModelMaterial[]): MessageId[] {
  const ids = material.flatMap(({ messageId }) => (messageId === undefined ? [] : [messageId]));
  return [...new Set(ids)];
}

/**
 * Asks on the rung that is known to work, steps down if the server rejects it, and requests one correction of an invalid answer.
 */
async function climb<Shape>(
  context: ModelContext,
  existing: ActiveModel,
  question: ModelQuestion<Shape>,
  talk: Talk,
): Promise<Shape> {
  const { shapeForPrompt } = talk;
  const completion = await askInMode(context, existing, question, talk);
  const read = readShape(question.shape, shapeForPrompt, completion.text);
  if ("value" in read) return read.value;
  if (completion.text.trim() === "") throw new ModelFailure("unusable-answer");
  const repaired = await ask(context, existing, talk, {
    spoken: toRepair(shapeForPrompt, completion.text, read.problem),
    maxOutputTokens: question.maxOutputTokens,
    format: formatOf(talk),
  });
  const again = readShape(question.shape, shapeForPrompt, repaired.text);
  if ("value" in again) return again.value;
  throw new ModelFailure("unusable-answer");
}

async function askInMode(
  context: ModelContext,
  existing: ActiveModel,
  question: ModelQuestion<unknown>,
  talk: Talk,
): Promise<Completion> {
  for (;;) {
    try {
      return await ask(context, existing, talk, {
        spoken: spokenOn(talk),
        maxOutputTokens: question.maxOutputTokens,
        format: formatOf(talk),
      });
    } catch (error) {
      const next = outputModes[outputModes.findIndex((rung) => rung === talk.rung) + 1];
      const isRefused = error instanceof CallFailure && [400, 422, 501].includes(error.status);
      if (!isRefused || talk.shapeForPrompt === null || next === undefined) throw error;
      talk.rung = next;
    }
  }
}

/** Adds the schema to the instructions for a server that does not support schemas. */
function spokenOn({ spoken, shapeForPrompt, rung }: Talk): Spoken {
  if (shapeForPrompt === null || rung === "schema") return spoken;
  return { ...spoken, system: `${spoken.system}\n\n${shapeForPrompt.inWords}` };
}

function formatOf({ shapeForPrompt, rung }: Talk): Call["format"] {
  if (shapeForPrompt === null || rung === "text" || rung === "stream") return "text";
  return rung === "json" ? "json" : { schema: shapeForPrompt.schema };
}

/** The invalid answer may quote mail, so it is fenced too. The mail itself is not sent again. */
function toRepair(shapeForPrompt: PromptShape | null, text: string, problem: string): Spoken {
  const instructions = [
    "An answer has the wrong form. Write what it says in the right form and add nothing.",
    shapeForPrompt?.inWords ?? "Answer with plain text alone.",
    `What is wrong: ${problem.slice(0, 500)}`,
  ].join("\n\n");
  return fence({ instructions, asked: "" }, [{ id: "answer", facts: {}, text }]);
}

/** Returns a complete response, with retries. */
async function ask(
  context: ModelContext,
  existing: ActiveModel,
  talk: Talk,
  call: Pick<Call, "spoken" | "maxOutputTokens" | "format">,
): Promise<Completion> {
  const { deadline, entry, caller } = talk;
  return trying(context, existing, talk, async () => {
    const completion = await complete(caller, {
      ...call,
      choice: existing.choice,
      signal: deadline.signal,
    });
    entry.received(call.spoken, completion.text, completion.usage);
    return completion;
  });
}

async function* listen(
  context: ModelContext,
  existing: ActiveModel,
  question: ModelQuestion<string>,
  talk: Talk,
): AsyncGenerator<string> {
  const { deadline, entry, caller, spoken } = talk;
  const left = new AbortController();
  const signal = AbortSignal.any([deadline.signal, left.signal]);
  const { choice } = existing;
  const { maxOutputTokens } = question;
  const received = { text: "", usage: null as Usage | null };
  try {
    // A retry is not possible once the first characters are shown.
    const { pieces, first } = await trying(context, existing, talk, async () => {
      deadline.expectText(context.timeouts.firstTextMs);
      const each = streamCompletion(caller, {
        choice,
        spoken,
        maxOutputTokens,
        format: "text",
        signal,
      });
      return { pieces: each, first: await each.next() };
    });
    deadline.textCame();
    let next = first;
    while (!next.done) {
      received.text += next.value;
      yield next.value;
      next = await pieces.next();
    }
    received.usage = next.value;
    if (received.text.trim() === "") throw new ModelFailure("unusable-answer");
  } finally {
    left.abort();
    if (received.text !== "") entry.received(spoken, received.text, received.usage);
  }
}

/** Retries where that helps, and reports the result to the breaker. */
async function trying<Result>(
  { breaker, timeouts }: ModelContext,
  { choice }: ActiveModel,
  { deadline }: Talk,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const key = fingerprintOf(choice);
  for (let tries = 1; ; tries++) {
    breaker.check(key);
    try {
      const result = await attempt();
      breaker.succeeded(key);
      return result;
    } catch (error) {
      if (error instanceof ModelFailure && countsAgainstServer(error)) {
        breaker.failed(key, error.reason);
      }
      const pauseMs = pauseBefore(error, tries, timeouts, deadline.leftMs);
      if (pauseMs === null) throw error;
      await deadline.pause(pauseMs);
    }
  }
}

function countsAgainstServer({ reason }: ModelFailure): boolean {
  return ["unreachable", "slow", "refused-key", "out-of-quota"].includes(reason);
}

/** An error other than a ModelFailure is a bug and is rethrown to the caller; the ledger entry is closed anyway. */
async function endWith({ entry, rung }: Talk, error: unknown): Promise<void> {
  await entry.end(rung, error instanceof ModelFailure ? error.reason : "unusable-answer");
}
