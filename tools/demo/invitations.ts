import { messageId } from "./conversation.ts";
import {
  encodeBody,
  headerAddress,
  headerDate,
  headerText,
  multipart,
  type Person,
  textPart,
  wholeMessage,
} from "./mime.ts";
import type { Random } from "./random.ts";
import { boundary } from "./render-message.ts";
import type { Group, Writer } from "./words.ts";

const meetings: Readonly<Record<Group, readonly (readonly [title: string, place: string])[]>> = {
  work: [
    ["Quay 7: design review", "Meeting room Helgoland"],
    ["Coffee with the new graduate", "Kitchen, second floor"],
    ["Tide model demonstration", "Basement laboratory"],
    ["Tender opening", "Room 3.14"],
    ["Safety walk", "Gate B, boots on"],
    ["Budget for next year", "Video call"],
    ["Farewell lunch for Tobias' plotter", "Canteen terrace"],
    ["Handover of the north basin", "Container on site"],
  ],
  private: [
    ["Choir: dress rehearsal", "St. Jacobi"],
    ["Dinner, and then the slides", "At Freya's"],
    ["Ferry to the island", "Old landing, by the clock"],
    ["Putting up the jetty", "Summer house"],
  ],
  club: [
    ["Committee evening", "Clubhouse"],
    ["Capsize drill", "Indoor pool"],
    ["Work day at the boathouse", "Boathouse"],
    ["Regatta briefing", "Clubhouse, upstairs"],
  ],
};

/** Renders an invitation (RFC 5545, 5546). The calendar is an alternative to the text, and an attached file too. */
export function renderInvitation(random: Random, from: Writer, to: Person, date: number): Buffer {
  const [title, place] = random.pick(meetings[from.group]);
  const method = random.pick(["REQUEST", "REQUEST", "REQUEST", "CANCEL"] as const);
  const start = inDaytime(date + random.int(1, 12) * 86_400_000);
  const calendar = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Harbour Works//Calendar//EN",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${random.bytes(10).toString("hex")}@harbourworks.example`,
    `DTSTAMP:${stamp(date)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + random.pick([1, 1, 2, 3]) * 3_600_000)}`,
    `SUMMARY:${title}`,
    `LOCATION:${place}`,
    `ORGANIZER;CN=${from.name}:mailto:${from.address}`,
    `ATTENDEE;CN=${to.name};PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${to.address}`,
    `STATUS:${method === "CANCEL" ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  const word = method === "CANCEL" ? "Cancelled" : "Invitation";
  const when = `${new Date(start).toUTCString().slice(0, 22)} UTC`;
  const body = multipart("alternative", boundary(random), [
    textPart(`${word}: ${title}\nWhen: ${when}\nWhere: ${place}\nInvited by ${from.name}\n`),
    textPart(calendar, { subtype: "calendar", parameters: `method=${method}`, encoding: "base64" }),
  ]);
  const file = {
    headers: [
      'Content-Type: application/ics; name="invite.ics"',
      'Content-Disposition: attachment; filename="invite.ics"',
      "Content-Transfer-Encoding: base64",
    ],
    body: encodeBody(Buffer.from(calendar), "base64"),
  };
  return wholeMessage(
    [
      `Date: ${headerDate(date)}`,
      `From: ${headerAddress(from)}`,
      `To: ${headerAddress(to)}`,
      `Subject: ${headerText(`${word}: ${title} @ ${when}`)}`,
      `Message-ID: <${messageId(random, from, date)}>`,
    ],
    multipart("mixed", boundary(random), [body, file]),
  );
}

/** Returns a full or half hour of the day at which people meet. */
function inDaytime(time: number): number {
  const date = new Date(time);
  const minutes = date.getUTCMinutes();
  return date.setUTCHours(9 + (minutes % 9), minutes < 30 ? 0 : 30, 0, 0);
}

function stamp(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, "");
}
