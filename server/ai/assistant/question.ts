import type { Answer, AnswerBlock, ChatEvent } from "@inlet/contract/ai/assistant.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { AiContext } from "#/ai/context.ts";
import type { UserModel } from "#/ai/model/port.ts";
import type { Texts } from "#/texts/texts.ts";
import type { Citations } from "./cite.ts";
import type { Understood } from "./understand.ts";

/** The receiver of an answer's events while it is produced. */
export interface AnswerStream {
  signal: AbortSignal;
  emit: (event: ChatEvent) => void;
}

/** A question with all data that its answer is computed from. */
export interface Asked extends Understood {
  ai: AiContext;
  userId: UserId;
  accountId: AccountId | undefined;
  query: string;
  timeZone: string;
  total: number;
  /** The assistant's texts in the user's language, and the tag for formatting dates in it. */
  words: Texts["answers"];
  dates: string;
  citations: Citations;
  stream: AnswerStream;
}

/** An answer before its messages are numbered. */
export type Draft = Pick<Answer, "blocks"> & {
  isFound: boolean;
  notes: string[];
  model?: UserModel;
};

/** Publishes an answer made on this server, all at once. */
export function emitLocal({ stream, citations }: Asked, blocks: readonly AnswerBlock[]): void {
  stream.emit({ kind: "found", citations: citations.all() });
  for (const block of blocks) stream.emit({ kind: "block", block });
}
