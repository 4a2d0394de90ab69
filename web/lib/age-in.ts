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

/** Returns an age in a language, as in "3 months ago"; "" under a minute. */
export function ageIn(language: string, ageMs: number): string {
  const fitting = units.find(([, ms]) => ageMs >= ms);
  if (!fitting) return "";
  const [unit, ms] = fitting;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format.format(-Math.floor(ageMs / ms), unit);
}
