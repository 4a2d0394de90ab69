import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";

/** Which of a person's models may be asked, if any. */
export interface ModelPort {
  /** Null without a model that the operator or the person configured and the person switched on. */
  forUser: (userId: UserId) => Promise<UserModel | null>;
}

/** A configured model, asked for one person. Every call counts towards their budget and stands in their ledger. */
export interface UserModel {
  /** What it is called, as in "Made by {name} via {host}". */
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

/** What a model is asked. Mail never stands in the instructions. */
export interface ModelQuestion<Shape> {
  /** Which of Inlet's tasks it is, for the ledger: "summary", "replies", "assistant"… */
  task: string;
  /** What is to be done, in Inlet's own words. */
  instructions: string;
  /** What the person themselves typed; "" when the task is wholly Inlet's. */
  asked: string;
  /** Mail and what was made from it: hostile. The port fences it and cleans it of what would end the fence. */
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
   * Which message it is of. It stays here: the ledger tells the person what was sent, and mail of an account that they
   * keep from models is refused by it.
   */
  messageId?: MessageId;
  /** Header facts in order: From, Date, Subject. */
  facts: Readonly<Record<string, string>>;
  text: string;
}

/** Why a model gave nothing that can be used. What was asked is answered without it. */
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
