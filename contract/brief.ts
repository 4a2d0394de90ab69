import { z } from "zod";
import { Category } from "./email.ts";
import { endpoint } from "./endpoint.ts";
import { MessageId } from "./ids.ts";

/** A mail that the brief leads to, and what of it counts. */
export const BriefLine = z.object({
  emailId: MessageId,
  /** Who wrote it; of what the person waits for, whom it went to. */
  who: z.string(),
  subject: z.string(),
  /** In the mail's own words; "" where it has none. */
  text: z.string(),
  sentAt: z.string(),
});
export type BriefLine = z.infer<typeof BriefLine>;

export const BriefDeadline = BriefLine.extend({
  /** As in 2026-11-22, by the calendar of whoever wrote it. */
  day: z.string(),
  /** As in 14:30; "" when no time is named. */
  time: z.string(),
});
export type BriefDeadline = z.infer<typeof BriefDeadline>;

/** How many there are besides those that are listed. */
const more = z.number();

/** What somebody needs to know of their mail in the morning. Made on this server without AI models, whatever is configured. */
export const Brief = z.object({
  /** The day of the person that it is the brief of, as in 2026-11-22. */
  day: z.string(),
  /** Mail that came from here on is new to it. */
  since: z.string(),
  madeAt: z.string(),
  /** What asks the person and was not answered yet: new mail first. */
  answer: z.object({ lines: z.array(BriefLine), more }),
  /** Days of the coming week by which somebody wants something, the earliest first. */
  deadlines: z.object({ lines: z.array(BriefDeadline), more }),
  /** What the person asked and nobody answered yet, the longest wait first. */
  waiting: z.object({ lines: z.array(BriefLine), more }),
  /** How much else is new, by what it is; null for what nobody sorted yet. Spam is not counted. */
  rest: z.array(z.object({ category: Category.nullable(), count: z.number() })),
});
export type Brief = z.infer<typeof Brief>;

/** The brief as it stands now: what was answered meanwhile is gone from it, what came is in it. */
export const readBrief = endpoint({
  method: "GET",
  path: "/brief",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    brief: Brief,
    /** Somebody looked at the brief of this day, or wanted no more of it. */
    isSeen: z.boolean(),
  }),
  errors: [],
});

/** The brief of this day needs no announcement any more, on any device. */
export const noteBriefSeen = endpoint({
  method: "POST",
  path: "/brief/seen",
  access: "user",
  scope: "settings",
  input: z.object({ day: z.iso.date() }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});
