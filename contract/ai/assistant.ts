import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line, timeZone } from "../fields.ts";
import { AccountId, MessageId, ThreadId, TurnId } from "../ids.ts";

/** One condition that was recognized in a question. A repeated question with its id in `without` leaves it out. */
export const PlanChip = z.object({
  id: z.string(),
  kind: z.enum(["from", "to", "time", "folder", "state", "phrase", "amount", "word", "mail"]),
  label: z.string(),
});
export type PlanChip = z.infer<typeof PlanChip>;

/** A message that supports an answer, and the passage in it. */
export const Citation = z.object({
  /** "m1", "m2", …: the id that blocks cite. */
  id: z.string(),
  emailId: MessageId,
  threadId: ThreadId,
  accountId: AccountId,
  from: z.string(),
  subject: z.string(),
  date: z.string(),
  /** The mail's exact words; "" when the mail as a whole is meant. */
  quote: z.string(),
  /** True if the message addresses software that reads it (prompt injection). It is displayed like any other. */
  isSuspicious: z.boolean(),
});
export type Citation = z.infer<typeof Citation>;

/** A part of an answer: plain text, never HTML or Markdown. */
export const AnswerBlock = z.object({
  /** A `quote` occurs in the mail word for word; `unfounded` is a statement of a model that no mail supports. */
  kind: z.enum(["text", "quote", "mail", "unfounded"]),
  text: z.string(),
  cites: z.array(z.string()),
});
export type AnswerBlock = z.infer<typeof AnswerBlock>;

/** An action that the response offers. It runs only on a click, through the calls that do it elsewhere too. */
export const Proposal = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("archive"), emailIds: z.array(MessageId) }),
  z.object({ kind: z.literal("label"), emailIds: z.array(MessageId), label: z.string() }),
  z.object({ kind: z.literal("snooze"), emailIds: z.array(MessageId), until: z.string() }),
  /** Opens the composer. `to` is a correspondent that the user named and has exchanged mail with. */
  z.object({
    kind: z.literal("draft"),
    to: z.string(),
    /** True if the user has never written to this address. */
    isNewRecipient: z.boolean(),
    subject: z.string(),
  }),
]);
export type Proposal = z.infer<typeof Proposal>;

export const AnswerMeta = z.object({
  engine: z.enum(["local", "model"]),
  /** The model's name; "" without a model. */
  model: z.string(),
  host: z.string(),
  ms: z.number(),
  plan: z.array(PlanChip),
  /** Ids of the understood parts that were left out, as the user requested. */
  leftOut: z.array(z.string()),
  /** Number of messages that were searched. */
  searched: z.number(),
  isFound: z.boolean(),
  /** Facts about how the response was produced that the user should know, in a sentence each. */
  notes: z.array(z.string()),
});
export type AnswerMeta = z.infer<typeof AnswerMeta>;

export const Answer = z.object({
  /** The whole answer as plain text. */
  response: z.string(),
  blocks: z.array(AnswerBlock),
  citations: z.array(Citation),
  proposals: z.array(Proposal),
  meta: AnswerMeta,
});
export type Answer = z.infer<typeof Answer>;

/** The question. `query` is one line: the page removes line breaks. */
const question = z.object({
  query: line(2000).trim().min(1),
  /** The account to search. If absent, null or "": all accounts. */
  accountId: z.union([AccountId, z.literal("")]).nullish(),
  /**
   * The view where the user asks. "inbox", "sent" and the other locations limit the question to their messages; "email" with
   * `emailId` lets "this email" refer to that message. "general" covers all mail, as does any unknown value.
   */
  contextType: line(40).default("general"),
  /** The message that is open when the user asks. */
  emailId: MessageId.optional(),
  /** Ids of the chips to leave out. */
  without: z.array(line(200)).max(40).default([]),
  timeZone: timeZone.optional(),
});

/** Answers a question from the user's own mail and cites the passages that support the answer. */
export const chat = endpoint({
  method: "POST",
  path: "/ai/chat",
  access: "user",
  scope: "read",
  input: question,
  output: Answer,
  errors: ["account.not_found", "assistant.failed"],
});

/** The events of the streaming form: first the search, then each completed block, and last the whole. */
export const ChatEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("plan"), chips: z.array(PlanChip) }),
  z.object({ kind: z.literal("found"), citations: z.array(Citation) }),
  z.object({ kind: z.literal("block"), block: AnswerBlock }),
  z.object({ kind: z.literal("done"), id: TurnId, answer: Answer }),
  z.object({ kind: z.literal("failed"), code: z.literal("assistant.failed"), message: z.string() }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;

/**
 * Streams the same answer as server-sent events: each `data:` line is one ChatEvent as JSON. It stops when the client
 * disconnects.
 */
export const streamChat = endpoint({
  method: "POST",
  path: "/ai/chat/stream",
  access: "user",
  scope: "read",
  carrier: "stream",
  input: question,
  output: ChatEvent,
  errors: ["account.not_found", "assistant.failed"],
});

export const ChatTurn = z.object({
  id: TurnId,
  query: z.string(),
  askedAt: z.string(),
  answer: Answer,
});
export type ChatTurn = z.infer<typeof ChatTurn>;

/** Returns the questions and responses so far, the oldest first. */
export const readChat = endpoint({
  method: "GET",
  path: "/ai/chat",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ turns: z.array(ChatTurn) }),
  errors: [],
});

/** Deletes the conversation with the assistant ("Clear conversation"). */
export const clearChat = endpoint({
  method: "DELETE",
  path: "/ai/chat",
  access: "user",
  scope: "settings",
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});
