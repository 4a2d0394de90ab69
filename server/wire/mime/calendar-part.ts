import { calendarBytes, type CalendarMessage } from "../calendar/calendar.ts";
import { readCalendar } from "../calendar/read-calendar.ts";
import { textOf } from "./leaf-text.ts";
import { type Entity, leavesOf } from "./tree.ts";

/** An event with the calendar as it came. */
export type FoundCalendar = CalendarMessage & { source: string };

/** One that is no calendar does not hide the next; a mail of nothing but calendars is no invitation. */
const triedMax = 4;

/**
 * What a message says of an event: the part that says by its method what is meant (RFC 6047, 2.4), else one that looks
 * like it. Undefined when there is none that can be read.
 */
export function calendarIn(source: Buffer, root: Entity): FoundCalendar | undefined {
  const leaves = leavesOf(root).filter(isCalendar);
  const rank = (leaf: Entity) =>
    leaf.parameters.has("method") ? 0 : leaf.type === "text/calendar" ? 1 : 2;
  for (const leaf of leaves.toSorted((a, b) => rank(a) - rank(b)).slice(0, triedMax)) {
    // In base64 a third more; what is larger than that is not even decoded.
    if (leaf.bodyEnd - leaf.bodyStart > 2 * calendarBytes) continue;
    const found = calendarOf(textOf(source, leaf).text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The event in the text of a calendar part, with that text. */
export function calendarOf(text: string): FoundCalendar | undefined {
  const found = readCalendar(text);
  return found && { ...found, source: text };
}

function isCalendar({ type, filename }: Entity): boolean {
  if (type === "text/calendar" || type === "application/ics") return true;
  return type === "application/octet-stream" && /\.ics$/i.test(filename);
}
