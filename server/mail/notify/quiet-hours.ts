import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { nextTime, wallClock } from "./wall-clock.ts";

type Choices = Pick<MailPreferences["notifications"], "quietHours" | "timeZone">;

/** Returns true during the user's quiet hours, in their time zone. */
export function isQuiet({ quietHours, timeZone }: Choices, now: number): boolean {
  if (!quietHours.isOn) return false;
  const { minutes } = wallClock(timeZone, now);
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)];
  // Two equal times mean the whole day.
  if (from === to) return true;
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

/** Returns the end of the current quiet hours; null outside of them. */
export function quietHoursEnd(choices: Choices, now: number): number | null {
  if (!isQuiet(choices, now)) return null;
  return nextTime(choices.timeZone, minutesOf(choices.quietHours.to), now);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
