/** An event as the user is about to save it. */
export interface EventToSave {
  title: string;
  place: string;
  startsAt: Date;
  endsAt: Date;
}

const lineBytes = 74;

/** Returns the event as an iCalendar file (RFC 5545); the same `uid` is the same event, however often it is saved. */
export function eventFile(uid: string, event: EventToSave, now: Date): string {
  const { title, place, startsAt, endsAt } = event;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Inlet//Inlet//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    ...(place === "" ? [] : [`LOCATION:${escaped(place)}`]),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
}

function stamp(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/[\r\n]+/g, " ");
}

/** Folds lines after 75 octets, but never within a character (RFC 5545, section 3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let length = 0;
  let whole = "";
  for (const character of line) {
    const bytes = encoder.encode(character).length;
    if (length + bytes > lineBytes) {
      whole += "\r\n ";
      length = 1;
    }
    whole += character;
    length += bytes;
  }
  return whole;
}
