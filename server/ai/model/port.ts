import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";

/** Gives access to the user's model, if any. */
export interface ModelPort {
  /** Null without a model that the operator or the person configured and the person switched on. */
  forUser: (userId: UserId) => Promise<UserModel | null>;
}

/** A configured model for one user. Every call counts towards their budget and is recorded in their ledger. */
export interface UserModel {
  /** Name, as in "Made by {name} via {host}". */
  name: string;
  host: string;
  /**
   * One answer of the given shape. Fails with a ModelFailure when the model is down, slow, out of quota, out of budget,
   * or gives nothing of that shape.
   */
  answer: <Shape>(question: ModelQuestion<Shape>) => Promise<Shape>;
  /** The answer as plain text while it is written. Fails as answer does, at the first piece or later. */
  stream: (question: ModelQuestion<string>) => AsyncIterable<string>;
}

/** A question to a model. Mail is never in the instructions. */
export interface ModelQuestion<Shape> {
  /** The task, for the ledger: "summary", "replies", "assistant"… */
  task: string;
  /** The task in Inlet's words. */
  instructions: string;
  /** The user's words; "" if the task is entirely Inlet's. */
  asked: string;
  /** Mail and text derived from it: hostile. The port fences it and removes anything that would end the fence. */
  material: readonly ModelMaterial[];
  shape: z.ZodType<Shape>;
  maxOutputTokens: number;
  signal?: AbortSignal;
}

/** A piece of mail under an id that answers may cite. */
export interface ModelMaterial {
  /** "m1", "m2", …: issued for this question alone. */
  id: string;
  /**
   * The message that the material is from. The id is not sent. The ledger uses it to show the user what they sent, and the port
   * to reject mail of an account that they exclude from models.
   */
  messageId?: MessageId;
  /** Header facts in order: From, Date, Subject. */
  facts: Readonly<Record<string, string>>;
  text: string;
}

/** The failure of a model to give a usable answer. The caller answers without it. */
export class ModelFailure extends Error {
  readonly reason: ModelFailureReason;

  constructor(reason: ModelFailureReason, options?: ErrorOptions) {
    super(`The model gave nothing: ${reason}.`, options);
    this.reason = reason;
  }
}

export type ModelFailureReason =
  | "unreachable"
  | "slow"
  | "refused-key"
  | "out-of-quota"
  | "over-budget"
  /** All of the material is of accounts that the person keeps from models. */
  | "kept-from-models"
  | "unusable-answer"
  | "aborted";

/** For where no model is configured. */
export const noModel: ModelPort = { forUser: async () => null };
