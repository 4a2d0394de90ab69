import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";

/** Gives access to the user's model, if any. */
export interface ModelPort {
  /** Returns null unless a model is configured by the operator or the user, and the user enabled it. */
  forUser: (userId: UserId) => Promise<UserModel | null>;
}

/** A configured model for one user. Every call counts towards their budget and is recorded in their ledger. */
export interface UserModel {
  /** Name, as in "Made by {name} via {host}". */
  name: string;
  host: string;
  /**
   * Returns a response of the given shape. Throws ModelFailure if the model is down, slow, out of quota or over budget, or if its
   * response does not match.
   */
  answer: <Shape>(question: ModelQuestion<Shape>) => Promise<Shape>;
  /** Yields the response as plain text while it arrives. Throws like `answer`, at the first piece or later. */
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

/** A piece of mail with an id that responses may cite. */
export interface ModelMaterial {
  /** "m1", "m2", …: issued for this request only. */
  id: string;
  /**
   * The message that the material is from. The id is not sent. The ledger uses it to show the user what they sent, and the port
   * to reject mail of an account that they exclude from models.
   */
  messageId?: MessageId;
  /** Header fields in order: From, Date, Subject. */
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
  /** All material belongs to accounts that the user excluded from models. */
  | "kept-from-models"
  | "unusable-answer"
  | "aborted";

/** Used if no model is configured. */
export const noModel: ModelPort = { forUser: async () => null };
