import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line, timeZone } from "./fields.ts";
import { AccountId, MessageId, ThreadId, TurnId } from "./ids.ts";

/** One thing that was understood of a question; asked again with its id in `without`, it is left out. */
export const PlanChip = z.object({
  id: z.string(),
  kind: z.enum(["from", "to", "time", "folder", "state", "phrase", "amount", "word", "mail"]),
  label: z.string(),
});
export type PlanChip = z.infer<typeof PlanChip>;

/** A mail that an answer rests on, and where in it. */
export const Citation = z.object({
  /** "m1", "m2", …: what blocks name it by. */
  id: z.string(),
  emailId: MessageId,
  threadId: ThreadId,
  accountId: AccountId,
  from: z.string(),
  subject: z.string(),
  date: z.string(),
  /** What the mail says, word for word; "" when the mail as a whole is meant. */
  quote: z.string(),
  /** The mail speaks to programs that read it. It is shown like any other. */
  isSuspicious: z.boolean(),
});
export type Citation = z.infer<typeof Citation>;

/** A piece of an answer: plain text, never HTML or Markdown. */
export const AnswerBlock = z.object({
  /** `quote` stands in the mail word for word, `unfounded` is what a model said and no mail bears out. */
  kind: z.enum(["text", "quote", "mail", "unfounded"]),
  text: z.string(),
  cites: z.array(z.string()),
});
export type AnswerBlock = z.infer<typeof AnswerBlock>;

/** What the answer offers to do. It is done only on a click, by the calls that do it otherwise too. */
export const Proposal = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("archive"), emailIds: z.array(MessageId) }),
  z.object({ kind: z.literal("label"), emailIds: z.array(MessageId), label: z.string() }),
  z.object({ kind: z.literal("snooze"), emailIds: z.array(MessageId), until: z.string() }),
  /** Opens the composer; `to` is somebody whom the person named and wrote to or heard from. */
  z.object({
    kind: z.literal("draft"),
    to: z.string(),
    /** The person has never written to this address. */
    isNewRecipient: z.boolean(),
    subject: z.string(),
  }),
]);
export type Proposal = z.infer<typeof Proposal>;

export const AnswerMeta = z.object({
  engine: z.enum(["local", "model"]),
  /** Of the model, "" without. */
  model: z.string(),
  host: z.string(),
  ms: z.number(),
  plan: z.array(PlanChip),
  /** Ids of what was understood and left out, as the person wished. */
  leftOut: z.array(z.string()),
  /** How many mails were looked through. */
  searched: z.number(),
  isFound: z.boolean(),
  /** What the person should know of how the answer was made, in a sentence each. */
  notes: z.array(z.string()),
});
export type AnswerMeta = z.infer<typeof AnswerMeta>;

export const Answer = z.object({
  /** All of the answer as plain text. */
  response: z.string(),
  blocks: z.array(AnswerBlock),
  citations: z.array(Citation),
  proposals: z.array(Proposal),
  meta: AnswerMeta,
});
export type Answer = z.infer<typeof Answer>;

/** What is asked. Line breaks are for the page to take out. */
const question = z.object({
  query: line(2000).trim().min(1),
  /** Absent, null or "": in all accounts. */
  accountId: z.union([AccountId, z.literal("")]).nullish(),
  /**
   * Where the question is asked: "inbox", "sent" and the other places mean what stands there, "email" beside `emailId` lets
   * "this email" mean it. "general" is about all mail, and so is what is not known.
   */
  contextType: line(40).default("general"),
  /** The mail that lies open where it is asked. */
  emailId: MessageId.optional(),
  /** Ids of chips to leave out. */
  without: z.array(line(200)).max(40).default([]),
  timeZone: timeZone.optional(),
});

/** Answers a question from the person's own mail, with the places it rests on. */
export const chat = endpoint({
  method: "POST",
  path: "/ai/chat",
  access: "user",
  scope: "read",
  input: question,
  output: Answer,
  errors: ["account.not_found", "assistant.failed"],
});

/** What the streaming form tells: first what is looked for, then each block as it stands, at last the whole. */
export const ChatEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("plan"), chips: z.array(PlanChip) }),
  z.object({ kind: z.literal("found"), citations: z.array(Citation) }),
  z.object({ kind: z.literal("block"), block: AnswerBlock }),
  z.object({ kind: z.literal("done"), id: TurnId, answer: Answer }),
  z.object({ kind: z.literal("failed"), code: z.literal("assistant.failed"), message: z.string() }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;

/** The same as server-sent events: each `data:` line is one ChatEvent as JSON. Who goes away ends it. */
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

/** What was asked and answered so far, the oldest first. */
export const readChat = endpoint({
  method: "GET",
  path: "/ai/chat",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ turns: z.array(ChatTurn) }),
  errors: [],
});

/** "Clear conversation". */
export const clearChat = endpoint({
  method: "DELETE",
  path: "/ai/chat",
  access: "user",
  scope: "settings",
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});
