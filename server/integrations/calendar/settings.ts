import { z } from "zod";

/** What is stored in clear: which calendar it is, and since when it gets what is accepted (0: it was not chosen). */
export const CalendarConfig = z.object({
  calendarUrl: z.string(),
  calendarName: z.string(),
  takesSince: z.number().default(0),
});

/** What is stored sealed. */
export const CalendarSecret = z.object({ user: z.string(), password: z.string() });
