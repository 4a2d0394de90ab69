import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { isQuiet } from "./quiet-hours.ts";
import { dayAfter, nextTime, timeOn, wallClock } from "./wall-clock.ts";

type Choices = Pick<MailPreferences["notifications"], "summaryHour" | "timeZone" | "quietHours">;

/** The user's day that a brief is for, and its due time. */
export interface BriefTime {
  day: string;
  at: number;
}

/** Maximum delay of a brief's notification, in milliseconds; later it is skipped. */
export const lateMs = 6 * 3600_000;

/** Returns the due time of a day's brief: at the user's hour, or at the end of the quiet hours around it. */
export function briefTime(choices: Choices, day: string): number {
  const { timeZone, summaryHour, quietHours } = choices;
  const at = timeOn(timeZone, day, summaryHour * 60);
  if (!isQuiet(choices, at)) return at;
  const [hours = 0, minutes = 0] = quietHours.to.split(":").map(Number);
  const end = nextTime(timeZone, hours * 60 + minutes, at);
  // If quiet hours last to the end of the day, the brief is still made, silently.
  return end - at < lateMs && !isQuiet(choices, end) ? end : at;
}

/** Returns the brief that was due last. */
export function lastBrief(choices: Choices, now: number): BriefTime {
  const come = timesAround(choices, now).findLast(({ at }) => at <= now);
  return come ?? { day: wallClock(choices.timeZone, now).day, at: now };
}

/** Returns the next due time after `now`. */
export function nextBriefAt(choices: Choices, now: number): number {
  return timesAround(choices, now).find(({ at }) => at > now)?.at ?? now + 24 * 3600_000;
}

function timesAround(choices: Choices, now: number): BriefTime[] {
  const { day: today } = wallClock(choices.timeZone, now);
  return [-2, -1, 0, 1, 2].map((days) => {
    const day = dayAfter(today, days);
    return { day, at: briefTime(choices, day) };
  });
}
