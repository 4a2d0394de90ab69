import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { AccountId, MessageId, ThreadId } from "../ids.ts";
import { followUpKinds } from "../mail/kinds.ts";
import { timeZone } from "../mail/settings.ts";
import { MadeBy } from "./smart-replies.ts";

export const FollowUpKind = z.enum(followUpKinds);
export type FollowUpKind = z.infer<typeof FollowUpKind>;

/** A conversation with a request that has no answer. */
export const UnansweredConversation = z.object({
  kind: FollowUpKind,
  threadId: ThreadId,
  accountId: AccountId,
  /** The newest message with a request. An answer or a follow-up to it belongs to the same conversation. */
  emailId: MessageId,
  /** The person whose turn it is; for mail that the user sent, its first recipient. */
  name: z.string(),
  address: z.string(),
  /** Number of other recipients. */
  others: z.number().int(),
});
export type UnansweredConversation = z.infer<typeof UnansweredConversation>;

/** A conversation with a request that was not answered in time. */
export const FollowUp = UnansweredConversation.extend({
  subject: z.string(),
  preview: z.string(),
  /** Time of the first request; for a reminder that the user set, the time when it was due. */
  since: z.iso.datetime(),
  /** Number of working days since then. */
  days: z.number().int(),
});
export type FollowUp = z.infer<typeof FollowUp>;

/**
 * Lists the conversations without an answer, and which of them are due for a follow-up, over all accounts, the longest waiting
 * first, and the messages for which an answer is ready.
 */
export const listFollowUps = endpoint({
  method: "GET",
  path: "/follow-ups",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    followUps: z.array(FollowUp),
    /** All conversations without an answer, due or not, with or without reminders; up to a few thousand, so without texts. */
    open: z.array(UnansweredConversation),
    ready: z.array(z.object({ emailId: MessageId, threadId: ThreadId })),
  }),
  errors: [],
});

/** Postpones the reminders of a conversation until a time, or turns them off; null and false reset both. */
export const chooseFollowUp = endpoint({
  method: "PUT",
  path: "/follow-ups/{threadId}",
  access: "user",
  scope: "settings",
  input: z.object({
    threadId: ThreadId,
    putOffUntil: z.iso.datetime().nullable().default(null),
    isOff: z.boolean().default(false),
  }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Writes a short follow-up to a message of the user that has no answer. The user reads it and sends it. */
export const writeNudge = endpoint({
  method: "POST",
  path: "/follow-ups/nudge",
  access: "user",
  scope: "draft",
  input: z.object({
    emailId: MessageId,
    /** If absent: a model if one is available. */
    engine: z.enum(["local", "model"]).optional(),
  }),
  output: z.object({
    /** "" if no known text fits. */
    text: z.string(),
    meta: MadeBy,
  }),
  errors: ["message.not_found"],
});

/** Returns an answer that was prepared; `text` is "" if it no longer exists. */
export const preparedAnswer = endpoint({
  method: "GET",
  path: "/follow-ups/answers/{emailId}",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId }),
  output: z.object({ text: z.string(), meta: MadeBy }),
  errors: ["message.not_found"],
});

/** Discards a prepared answer, or restores it. */
export const dropPreparedAnswer = endpoint({
  method: "PUT",
  path: "/follow-ups/answers/{emailId}",
  access: "user",
  scope: "draft",
  input: z.object({ emailId: MessageId, isDropped: z.boolean() }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

const days = z.number().int().min(1).max(30);

export const FollowUpSettings = z.object({
  /** Remind about mail that the user sent. */
  remindsOfTheirs: z.boolean(),
  /** Remind about mail that asks the user something. */
  remindsOfOwn: z.boolean(),
  /** Number of working days after which a message is due for a follow-up. */
  theirDays: days,
  ownDays: days,
  /** Due conversations return to the top of the inbox, once, at an hour of the user's day. */
  returnsToTop: z.boolean(),
  hour: z.number().int().min(0).max(23),
  /** The time zone for days and hours if the notification settings name none. */
  timeZone,
  /** True if answers are prepared for messages that need one. */
  preparesAnswers: z.boolean(),
});
export type FollowUpSettings = z.infer<typeof FollowUpSettings>;

const settingsAnswer = z.object({
  settings: FollowUpSettings,
  /** Conversations whose reminders are turned off. */
  off: z.array(z.object({ threadId: ThreadId, subject: z.string() })),
});

export const followUpSettings = endpoint({
  method: "GET",
  path: "/follow-ups/settings",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: settingsAnswer,
  errors: [],
});

/** Changes the given fields and leaves the rest. */
export const saveFollowUpSettings = endpoint({
  method: "POST",
  path: "/follow-ups/settings",
  access: "user",
  scope: "settings",
  input: FollowUpSettings.partial(),
  output: settingsAnswer,
  errors: [],
});
