import { z } from "zod";

/** Unencrypted settings: the calendar, and the time since which it gets accepted invitations (0: it was not chosen). */
export const CalendarConfig = z.object({
  calendarUrl: z.string(),
  calendarName: z.string(),
  takesSince: z.number().default(0),
});

/** Encrypted settings. */
export const CalendarSecret = z.object({ user: z.string(), password: z.string() });
