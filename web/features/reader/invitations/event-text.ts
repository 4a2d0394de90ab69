import type { EventTime, Recurrence, Weekday } from "@inlet/contract/integrations/invitations.ts";
import { invitationTexts as words } from "#/features/reader/invitations/invitation-texts.ts";
import { locale } from "#/lib/locale.ts";

const dayMs = 24 * 3600_000;
const day = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
} as const satisfies Intl.DateTimeFormatOptions;
const clock = { hour: "numeric", minute: "2-digit" } as const satisfies Intl.DateTimeFormatOptions;

/** Returns the time of an event in the user's time zone; a whole day is the same day in all zones. */
export function eventWhen(start: EventTime, end: EventTime | null, timeZone?: string): string {
  const from = new Date(start.at);
  const to = new Date(end?.at ?? start.at);
  if (start.isDay) {
    // An all-day event ends at the midnight after its last day.
    const last = new Date(Math.max(to.getTime() - dayMs, from.getTime()));
    const format = new Intl.DateTimeFormat(locale, { ...day, timeZone: "UTC" });
    return `${format.formatRange(from, last)}, ${words.allDay}`;
  }
  const zone = isAdrift(start) ? "UTC" : timeZone;
  const format = new Intl.DateTimeFormat(locale, {
    ...day,
    ...clock,
    ...(zone && { timeZone: zone }),
  });
  return format.formatRange(from, to);
}

/** Returns the time in the organizer's time zone if it differs, else null. */
export function eventThere(start: EventTime, end: EventTime | null): string | null {
  if (start.isDay) return null;
  if (isAdrift(start)) return words.zoneUnknown;
  const here = new Date(start.at);
  const pad = (value: number) => String(value).padStart(2, "0");
  const wall = `${here.getFullYear()}-${pad(here.getMonth() + 1)}-${pad(here.getDate())}T${pad(here.getHours())}:${pad(here.getMinutes())}`;
  if (wall === start.wall || start.timeZone === "UTC") return null;
  if (start.timeZone === "") {
    const shown = new Date(`${start.wall}Z`);
    return words.there(
      new Intl.DateTimeFormat(locale, { ...clock, weekday: "short", timeZone: "UTC" }).format(
        shown,
      ),
    );
  }
  const format = new Intl.DateTimeFormat(locale, {
    ...clock,
    weekday: "short",
    timeZone: start.timeZone,
  });
  const city = start.timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? start.timeZone;
  return `${format.formatRange(here, new Date(end?.at ?? start.at))} ${city}`;
}

/** Returns true for a time without a time zone, which is the same in every zone. */
function isAdrift({ isDay, timeZone, wall, at }: EventTime): boolean {
  return !isDay && timeZone === "" && Date.parse(`${wall}Z`) === Date.parse(at);
}

const monday = Date.UTC(2024, 0, 1);
const order: readonly Weekday[] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

function weekday(name: Weekday): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  return format.format(monday + order.indexOf(name) * dayMs);
}

/** Returns the recurrence of an event in words. */
export function recurrenceWords({
  every,
  interval,
  weekdays,
  week,
  until,
  count,
}: Recurrence): string {
  const days = new Intl.ListFormat(locale, { type: "conjunction" }).format(weekdays.map(weekday));
  const nth = words.nth[String(week)];
  // A week without a text here would otherwise read as every week.
  if (week !== 0 && nth === undefined) return words.every.other(interval);
  const described = [
    words.every[every](interval),
    ...(weekdays.length === 0 ? [] : [nth ? nth(days) : words.on(days)]),
  ].join(" ");
  const ends = until
    ? words.until(
        new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
          Date.parse(until),
        ),
      )
    : count === null
      ? ""
      : words.times(count);
  return ends === "" ? described : `${described}, ${ends}`;
}
