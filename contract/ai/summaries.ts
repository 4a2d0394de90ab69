import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { MessageId } from "../ids.ts";

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
  /** As in 14:30; "" if the message names no time. */
  time: z.string(),
});
export type SummaryDate = z.infer<typeof SummaryDate>;

export const Summary = z.object({
  /** The whole summary as one text. */
  summary: z.string(),
  /** The summary in one line; "" if the message has no text. */
  headline: z.string(),
  points: z.array(SummaryPoint),
  /** The sender's requests to the reader. */
  asks: z.array(SummaryPoint),
  dates: z.array(SummaryDate),
  amounts: z.array(SummaryPoint),
  /** The conversation's statements with their authors, newest first; empty for a single message. */
  thread: z.array(SummaryPoint.extend({ from: z.string(), sentAt: z.string() })),
  meta: z.object({
    /** `local`: computed on this server without AI models. */
    engine: z.enum(["local", "model"]),
    /** The model's name and host; null for `local`. */
    model: z.object({ name: z.string(), host: z.string() }).nullable(),
    /** Remarks about this summary, in a sentence or two. */
    note: z.string().nullable(),
    /** True if a model can be used for this message. */
    isModelAvailable: z.boolean(),
  }),
});
export type Summary = z.infer<typeof Summary>;

/** Summarizes a message, and its conversation. Each content is summarized once; later calls return the same result. */
export const summarizeEmail = endpoint({
  method: "POST",
  path: "/email/summarize",
  access: "user",
  scope: "read",
  input: z.object({
    emailId: MessageId,
    /** If absent: a model if one is available. Its response may take up to a minute. */
    engine: z.enum(["local", "model"]).optional(),
  }),
  output: Summary,
  errors: ["message.not_found"],
});
