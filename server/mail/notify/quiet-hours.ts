import type { MailPreferences } from "@inlet/contract/settings.ts";
import { wallClock } from "./wall-clock.ts";

type Choices = Pick<MailPreferences["notifications"], "quietHours" | "timeZone">;

/** Whether the person wants to be left alone now, by the clock on their wall. */
export function isQuiet({ quietHours, timeZone }: Choices, now: number): boolean {
  if (!quietHours.isOn) return false;
  const { minutes } = wallClock(timeZone, now);
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)];
  // The same hour twice is the whole day.
  if (from === to) return true;
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
