import type { MadeBy } from "@inlet/contract/smart-replies.ts";
import { failureNotes } from "../model/failure-notes.ts";
import { ModelFailure, type UserModel } from "../model/port.ts";

/** What is said of what Inlet makes itself. */
const locally = "Made on this server without AI models";

/** For what no model had a part in; with the failure of the one that was asked. */
export function madeHere(model: UserModel | null, failure?: ModelFailure): MadeBy {
  return {
    engine: "local",
    label: locally,
    note: failure ? failureNotes[failure.reason] : null,
    isModelAvailable: model !== null,
  };
}

export function madeBy({ name, host }: UserModel): MadeBy {
  return {
    engine: "model",
    label: `Made by ${name} via ${host}`,
    note: null,
    isModelAvailable: true,
  };
}

/** What a model fails with; any other failure is passed on. */
export function modelFailureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  throw error;
}
