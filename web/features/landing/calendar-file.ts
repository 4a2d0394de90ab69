/** Returns one event as a calendar file (RFC 5545); `title` is a text of the page and needs no escaping. */
export function calendarFile(startsAt: Date, title: string, now: Date): string {
  const halfAnHourMs = 30 * 60_000;
  const stamp = (time: Date) => time.toISOString().replace(/[-:]|\.\d{3}/g, "");
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Inlet//Demo//EN",
    "BEGIN:VEVENT",
    `UID:${stamp(startsAt)}-demo@inlet`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(new Date(startsAt.getTime() + halfAnHourMs))}`,
    `SUMMARY:${title}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
