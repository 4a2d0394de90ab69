import { z } from "zod";
import { Category } from "../mail/email.ts";
import { endpoint } from "../endpoint.ts";
import { MessageId } from "../ids.ts";

/** A message that the brief links to, and its relevant part. */
export const BriefLine = z.object({
  emailId: MessageId,
  /** The sender; for mail that the user awaits an answer to, the recipient. */
  who: z.string(),
  subject: z.string(),
  /** A passage of the message, verbatim; "" if it has none. */
  text: z.string(),
  sentAt: z.string(),
});
export type BriefLine = z.infer<typeof BriefLine>;

export const BriefDeadline = BriefLine.extend({
  /** As in 2026-11-22, by the sender's calendar. */
  day: z.string(),
  /** As in 14:30; "" if the message names no time. */
  time: z.string(),
});
export type BriefDeadline = z.infer<typeof BriefDeadline>;

/** Number of entries beyond those listed. */
const more = z.number();

/**
 * The parts of a user's mail that they need to know about in the morning. Computed on this server without AI models, whatever is
 * configured.
 */
export const Brief = z.object({
  /** The day of the brief, in the user's time zone, as in 2026-11-22. */
  day: z.string(),
  /** Messages from this time on count as new. */
  since: z.string(),
  madeAt: z.string(),
  /** Mail that asks the user something and has no answer yet: new mail first. */
  answer: z.object({ lines: z.array(BriefLine), more }),
  /** Days of the coming week by which a sender requests something, the earliest first. */
  deadlines: z.object({ lines: z.array(BriefDeadline), more }),
  /** The user's questions that have no answer yet, the longest wait first. */
  waiting: z.object({ lines: z.array(BriefLine), more }),
  /** Number of other new messages by category; null for those not yet classified. Spam is not counted. */
  rest: z.array(z.object({ category: Category.nullable(), count: z.number() })),
});
export type Brief = z.infer<typeof Brief>;

/** Returns the brief as of now: without mail that was answered since, with mail that arrived since. */
export const readBrief = endpoint({
  method: "GET",
  path: "/brief",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    brief: Brief,
    /** True if the user saw the brief of this day or dismissed it. */
    isSeen: z.boolean(),
  }),
  errors: [],
});

/** Marks the brief of this day as seen, so no device announces it again. */
export const recordBriefSeen = endpoint({
  method: "POST",
  path: "/brief/seen",
  access: "user",
  scope: "settings",
  input: z.object({ day: z.iso.date() }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});
