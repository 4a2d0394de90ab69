import { parseMessage } from "#/wire/mime/parse.ts";

/** Properties of a message about an event; the rest of the message is plain. */
export interface CalendarMail {
  from: string;
  to: string;
  method?: "REQUEST" | "CANCEL" | "REPLY" | "COUNTER";
  uid?: string;
  organiser?: string;
  /** Values of ATTENDEE lines, such as `PARTSTAT=ACCEPTED:mailto:ann@example.net`. */
  attendees?: string[];
  start?: number;
  hours?: number;
  sequence?: number;
  stampedAt?: number;
  title?: string;
  /** Additional header fields of the message. */
  headers?: string[];
  /** Additional lines of the event. */
  lines?: string[];
}

let count = 0;

/** Returns a message with a calendar part, as other clients send it (RFC 6047). */
export function calendarMail(mail: CalendarMail): string {
  const { from, to, method = "REQUEST", uid = "event@example.net", title = "Budget" } = mail;
  const { start = tomorrow(), hours = 1, sequence = 0, stampedAt = Date.now() } = mail;
  const id = `calendar${count++}.${Date.now()}@example.net`;
  return [
    ...(mail.headers ?? []),
    `From: ${from}`,
    `To: ${to}`,
    `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${id}>`,
    `Subject: ${title}`,
    "MIME-Version: 1.0",
    "Content-Type: multipart/alternative; boundary=a",
    "",
    "--a",
    "Content-Type: text/plain; charset=utf-8",
    "",
    `This is about ${title}.`,
    "--a",
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    "",
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Elsewhere//EN",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp(stampedAt)}`,
    `SEQUENCE:${sequence}`,
    `ORGANIZER;CN=Ann:mailto:${mail.organiser ?? "ann@example.net"}`,
    ...(mail.attendees ?? []).map((attendee) => `ATTENDEE;${attendee}`),
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + hours * 3600_000)}`,
    `SUMMARY:${title}`,
    ...(mail.lines ?? []),
    "END:VEVENT",
    "END:VCALENDAR",
    "--a--",
    "",
  ].join("\r\n");
}

/** Returns 10:00 UTC of tomorrow. */
export function tomorrow(): number {
  const today = new Date();
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1, 10);
}

/** Returns an event as another client stores it in a calendar. */
export function calendarEntry(entry: {
  uid: string;
  title: string;
  start: number;
  hours?: number;
  lines?: string[];
}): string {
  const { uid, title, start, hours = 1, lines = [] } = entry;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Other//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + hours * 3600_000)}`,
    `SUMMARY:${title}`,
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** Parses a sent message. */
export function readSent(raw: Uint8Array | undefined) {
  return parseMessage(raw ?? new Uint8Array());
}

function stamp(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** Returns the message as the parser passes it to the store. */
export async function ingestedCalendarMail(mail: CalendarMail) {
  const parsed = await parseMessage(Buffer.from(calendarMail(mail)));
  const { attachments: _attachments, sentDate: _sentDate, ...message } = parsed;
  return message;
}
