/** An event as the person is about to keep it. */
export interface EventToKeep {
  title: string;
  place: string;
  startsAt: Date;
  endsAt: Date;
}

const lineBytes = 74;

/** The event as a file for any calendar (RFC 5545); the same `uid` is the same event, however often it is saved. */
export function eventFile(uid: string, event: EventToKeep, now: Date): string {
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

/** Lines end after 75 octets, and never within a character (RFC 5545, 3.1). */
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
