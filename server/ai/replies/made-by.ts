import type { MadeBy } from "@inlet/contract/ai/smart-replies.ts";
import type { Texts } from "#/texts/texts.ts";
import { ModelFailure, type UserModel } from "../model/port.ts";

/** Returns the origin of a local result, with the failure of a model if one was used. */
export function madeHere(
  { ai: words }: Texts,
  model: UserModel | null,
  failure?: ModelFailure,
): MadeBy {
  return {
    engine: "local",
    label: words.made.here,
    note: failure ? words.failures[failure.reason] : null,
    isModelAvailable: model !== null,
  };
}

export function madeBy({ ai: words }: Texts, { name, host }: UserModel): MadeBy {
  return {
    engine: "model",
    label: words.made.by(name, host),
    note: null,
    isModelAvailable: true,
  };
}

/** Returns a model's failure; any other error is rethrown. */
export function modelFailureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  throw error;
}
