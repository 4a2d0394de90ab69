import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, MessageId, ThreadId } from "./ids.ts";
import { timeZone } from "./settings.ts";
import { MadeBy } from "./smart-replies.ts";

/** Who has not answered whom: they the person, or the person them. */
export const FollowUpKind = z.enum(["they-owe", "you-owe"]);
export type FollowUpKind = z.infer<typeof FollowUpKind>;

/** A conversation in which somebody asked for something and nobody answered in time. */
export const FollowUp = z.object({
  kind: FollowUpKind,
  threadId: ThreadId,
  accountId: AccountId,
  /** The newest mail that asks: an answer to it, or a word after it, goes into the same conversation. */
  emailId: MessageId,
  /** Whose turn it is; of what the person sent, its first recipient. */
  name: z.string(),
  address: z.string(),
  /** How many others it went to. */
  others: z.number().int(),
  subject: z.string(),
  preview: z.string(),
  /** When it was asked for first; where the person asked to be reminded, when that was due. */
  since: z.iso.datetime(),
  /** Working days gone by. */
  days: z.number().int(),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** What is due for a word, the longest waiting first, and which mails an answer is ready for. Over all accounts. */
export const listFollowUps = endpoint({
  method: "GET",
  path: "/follow-ups",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    followUps: z.array(FollowUp),
    ready: z.array(z.object({ emailId: MessageId, threadId: ThreadId })),
  }),
  errors: [],
});

/** Puts the reminders of a conversation off until then, or turns them off; null and false: neither. */
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

/** A few words after a mail of the person's that nobody answered, to be read and sent by them. */
export const writeNudge = endpoint({
  method: "POST",
  path: "/follow-ups/nudge",
  access: "user",
  scope: "draft",
  input: z.object({
    emailId: MessageId,
    /** Absent: a model where there is one. */
    engine: z.enum(["local", "model"]).optional(),
  }),
  output: z.object({
    /** "" where nothing that is known to be said fits. */
    text: z.string(),
    meta: MadeBy,
  }),
  errors: ["message.not_found"],
});

/** An answer that was prepared; `text` is "" once there is none any more. */
export const preparedAnswer = endpoint({
  method: "GET",
  path: "/follow-ups/answers/{emailId}",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId }),
  output: z.object({ text: z.string(), meta: MadeBy }),
  errors: ["message.not_found"],
});

/** Throws a prepared answer away, or brings it back. */
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
  /** Of mail that the person sent. */
  remindsOfTheirs: z.boolean(),
  /** Of mail that asks the person. */
  remindsOfOwn: z.boolean(),
  /** Working days after which a mail is due for a word. */
  theirDays: days,
  ownDays: days,
  /** What is due comes back to the top of the inbox, once, at an hour of the person's day. */
  returnsToTop: z.boolean(),
  hour: z.number().int().min(0).max(23),
  /** What days and hours are read in where the choices of notifications name no zone. */
  timeZone,
  /** Answers are prepared for mail that needs one. */
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

/** Changes what is given; the rest stays. */
export const saveFollowUpSettings = endpoint({
  method: "POST",
  path: "/follow-ups/settings",
  access: "user",
  scope: "settings",
  input: FollowUpSettings.partial(),
  output: settingsAnswer,
  errors: [],
});
