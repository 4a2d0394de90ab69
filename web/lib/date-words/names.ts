import { locale } from "#/lib/locale.ts";

const used = new Intl.DateTimeFormat(locale).resolvedOptions();

/** Names of the days from Sunday, and of the months, each in English and in the page's language. */
export const weekdays = Array.from({ length: 7 }, (_, day) =>
  namesOf(new Date(2023, 0, 1 + day), (style) => ({ weekday: style })),
);
export const months = Array.from({ length: 12 }, (_, month) =>
  namesOf(new Date(2023, month, 1), (style) => ({ day: "numeric", month: style })),
);

/** False where dates in numbers are of another calendar. */
export const isGregorian = used.calendar === "gregory";

/** True if dates in numbers begin with the month. */
export const monthsComeFirst =
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric" })
    .formatToParts()
    .find(({ type }) => type === "day" || type === "month")?.type === "month";

/** True if "9h" can only be a number of hours; other languages also write the time of day like this. */
export const isEnglish = used.locale.startsWith("en");

/** The meaning of "3:30" in the page's language. Where English is written with 24 hours, it is still spoken with 12. */
export const earlyTimesAre: "afternoon" | "night" | "unclear" = hasHalves()
  ? "afternoon"
  : isEnglish
    ? "unclear"
    : "night";

/** True if times are written with am and pm, or the like. */
function hasHalves(): boolean {
  return new Intl.DateTimeFormat(locale, { hour: "numeric" })
    .formatToParts()
    .some(({ type }) => type === "dayPeriod");
}

function namesOf(
  date: Date,
  options: (style: "long" | "short") => Intl.DateTimeFormatOptions,
): string[] {
  return ["en", locale].flatMap((language) =>
    (["long", "short"] as const).map((style) => {
      const parts = new Intl.DateTimeFormat(language, {
        ...options(style),
        calendar: "gregory",
      }).formatToParts(date);
      const name = parts.find(({ type }) => type === "weekday" || type === "month");
      return plainWords(name?.value ?? "").replace(/\.$/, "");
    }),
  );
}

/** Returns the position of a name, by its first three letters or more; null if none or several begin with them. */
export function indexOfName(names: readonly (readonly string[])[], name: string): number | null {
  const exact = indexesOf(names, (each) => each === name);
  const found =
    exact.length > 0 || name.length < 3 ? exact : indexesOf(names, (each) => each.startsWith(name));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function indexesOf(
  names: readonly (readonly string[])[],
  matches: (name: string) => boolean,
): number[] {
  return names.flatMap((each, index) => (each.some(matches) ? [index] : []));
}

/** Returns words in lower case, with one space between them. */
export function plainWords(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[,\s]+/g, " ")
    .trim();
}
