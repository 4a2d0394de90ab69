import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { MessageId } from "./ids.ts";

/** A statement about a message, and the message it is from. */
export const SummaryPoint = z.object({
  text: z.string(),
  emailId: MessageId,
  /** The message's words that support it, verbatim except for white space; "" if they are not in one place. */
  quote: z.string(),
});
export type SummaryPoint = z.infer<typeof SummaryPoint>;

export const SummaryDate = SummaryPoint.extend({
  /** As in 2026-11-22, by the sender's calendar. */
  day: z.string(),
  /** As in 14:30; "" when no time is named. */
  time: z.string(),
});
export type SummaryDate = z.infer<typeof SummaryDate>;

export const Summary = z.object({
  /** The whole as one text. */
  summary: z.string(),
  /** It in one line; "" when the mail has no words. */
  headline: z.string(),
  points: z.array(SummaryPoint),
  /** The sender's requests to the reader. */
  asks: z.array(SummaryPoint),
  dates: z.array(SummaryDate),
  amounts: z.array(SummaryPoint),
  /** The conversation's statements with their authors, newest first; empty for a single message. */
  thread: z.array(SummaryPoint.extend({ from: z.string(), sentAt: z.string() })),
  meta: z.object({
    /** `local`: made on this server without AI models. */
    engine: z.enum(["local", "model"]),
    /** The model's name and host; null for `local`. */
    model: z.object({ name: z.string(), host: z.string() }).nullable(),
    /** Remarks about this summary, in a sentence or two. */
    note: z.string().nullable(),
    /** A model can be asked about this mail. */
    isModelAvailable: z.boolean(),
  }),
});
export type Summary = z.infer<typeof Summary>;

/** Sums up a mail, and the conversation it belongs to. Made once for each content; the same mail answers the same again. */
export const summarizeEmail = endpoint({
  method: "POST",
  path: "/email/summarize",
  access: "user",
  scope: "read",
  input: z.object({
    emailId: MessageId,
    /** Absent: a model where there is one; its answer may take up to a minute. */
    engine: z.enum(["local", "model"]).optional(),
  }),
  output: Summary,
  errors: ["message.not_found"],
});
