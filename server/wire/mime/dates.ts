import { withoutComments } from "./comments.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Offsets in hours of the zone names that RFC 5322, 4.3 still lists. */
const zones: Record<string, number> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  edt: -4,
  est: -5,
  cdt: -5,
  cst: -6,
  mdt: -6,
  mst: -7,
  pdt: -7,
  pst: -8,
  cet: 1,
  cest: 2,
  bst: 1,
  jst: 9,
};

/**
 * Separators between hours, minutes and seconds. RFC 5322, 4.3 allows blanks around the colons; some mailers write blanks only.
 */
const colon = String.raw`(?:\s?[:.]\s?|\s)`;
const pattern = new RegExp(
  [
    String.raw`(?:^|\D)(?<day>\d{1,2})[\s/.-]+(?<month>[a-z]{3,9}|\d{1,2})[\s/.-]+(?<year>\d{2,4}),?\s`,
    String.raw`(?<hours>\d{1,2})${colon}(?<minutes>\d{1,2})(?:${colon}(?<seconds>\d{1,2})(?!\d))?(?:[.,]\d+)?`,
    // A number takes precedence over a name before it, as in "GMT+0200".
    String.raw`\s?(?<half>am|pm)?\s?(?:[a-z]{1,5}\s?(?=[+-]\s?\d))?(?<zone>[+-]\s?\d{1,2}:?\d{0,2}|[a-z]{1,5}|\d{4}(?!\d))?`,
  ].join(""),
  "i",
);

/** Parses the Date field (RFC 5322, 3.3, and its old forms) to milliseconds; null if it is malformed. */
export function parseDate(field: string): number | null {
  const text = withoutComments(field.slice(0, 1000), " ").replace(/\s+/g, " ").trim().slice(0, 200);
  const found = pattern.exec(text)?.groups;
  if (!found) return parseOther(text);
  const { day, month = "", year = "", minutes, half } = found;
  const monthIndex = indexOfMonth(month);
  let hours = Number(found.hours);
  if (half) hours = (hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  const isSound =
    monthIndex >= 0 && Number(day) >= 1 && Number(day) <= 31 && hours <= 24 && Number(minutes) < 60;
  if (!isSound) return null;
  const seconds = Number(found.seconds ?? 0);
  const local = Date.UTC(fullYear(year), monthIndex, Number(day), hours, Number(minutes), seconds);
  return local - offsetMinutes(found.zone ?? "") * 60_000;
}

/**
 * Returns the index of a month by its name, in full or its first letters, or by its number, which follows the day; -1 if unknown.
 */
function indexOfMonth(text: string): number {
  const number = Number(text);
  if (Number.isNaN(number)) return months.indexOf(text.slice(0, 3).toLowerCase());
  return number <= 12 ? number - 1 : -1;
}

/** Returns the four-digit year. RFC 5322, 4.3: two digits below 50 are in this century, three digits count from 1900. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length >= 4) return year;
  return text.length === 2 && year < 50 ? year + 2000 : year + 1900;
}

function offsetMinutes(zone: string): number {
  // A zone without a sign is east of UTC. Three digits are an hour and its minutes, as in "+530".
  const match = /^([+-]?)\s?(\d{1,2})(?::?(\d{2})|:\d?)?$/.exec(zone);
  if (!match) return (zones[zone.toLowerCase()] ?? 0) * 60;
  const minutes = Number(match[2]) * 60 + Number(match[3] || 0);
  return match[1] === "-" ? -minutes : minutes;
}

/** Parses ISO 8601, and the forms of C's asctime and JavaScript with the month first, which broken clients write. */
function parseOther(text: string): number | null {
  const asctime =
    /^(?:[a-z]{3},? )?([a-z]{3}) (\d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?) (?:([a-z]{2,4}|[+-]\d{4}) )?(\d{4})(?: ([+-]\d{4}))?/i.exec(
      text,
    );
  if (asctime) {
    const [, month = "", day = "", time = "", zone, year = "", late] = asctime;
    return parseDate(`${day} ${month} ${year} ${time} ${late ?? zone ?? "+0000"}`);
  }
  const monthFirst =
    /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4}),? (\d{1,2}:.{1,100})$/i.exec(text);
  if (monthFirst) {
    const [, month = "", day = "", year = "", time = ""] = monthFirst;
    return parseDate(`${day} ${month} ${year} ${time}`);
  }
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const iso = Date.parse(/[Zz]|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(iso) ? null : iso;
}
