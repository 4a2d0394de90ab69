import { securityTexts } from "#/features/security/security-texts.ts";

const minuteMs = 60_000;

// The largest unit that fits at least once is used.
const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ["year", 365 * 24 * 60 * minuteMs],
  ["month", 30 * 24 * 60 * minuteMs],
  ["week", 7 * 24 * 60 * minuteMs],
  ["day", 24 * 60 * minuteMs],
  ["hour", 60 * minuteMs],
  ["minute", minuteMs],
];

/** Returns the age of a time, as in "3 months ago"; "just now" under a minute, and if the clocks differ. */
export function timeAgo(iso: string, now: Date): string {
  const ageMs = now.getTime() - new Date(iso).getTime();
  const fitting = units.find(([, ms]) => ageMs >= ms);
  if (!fitting) return securityTexts.justNow;
  const [unit, ms] = fitting;
  return securityTexts.ago(Math.floor(ageMs / ms), unit);
}
