import { calendarBytes, type CalendarMessage } from "../calendar/calendar.ts";
import { readCalendar } from "../calendar/read-calendar.ts";
import { textOf } from "./leaf-text.ts";
import { type Entity, leavesOf } from "./tree.ts";

/** An event with its calendar as received. */
export type FoundCalendar = CalendarMessage & { source: string };

/** An invalid calendar does not hide the next one; a message with only calendars is not an invitation. */
const triedMax = 4;

/**
 * Returns the event of a message: the part with a method (RFC 6047, 2.4), else one that looks like a calendar. Undefined if it
 * has none that can be read.
 */
export function calendarIn(source: Buffer, root: Entity): FoundCalendar | undefined {
  const leaves = leavesOf(root).filter(isCalendar);
  const rank = (leaf: Entity) =>
    leaf.parameters.has("method") ? 0 : leaf.type === "text/calendar" ? 1 : 2;
  for (const leaf of leaves.toSorted((a, b) => rank(a) - rank(b)).slice(0, triedMax)) {
    // Base64 adds a third; larger parts are not even decoded.
    if (leaf.bodyEnd - leaf.bodyStart > 2 * calendarBytes) continue;
    const found = calendarOf(textOf(source, leaf).text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the event in the text of a calendar part, with that text. */
export function calendarOf(text: string): FoundCalendar | undefined {
  const found = readCalendar(text);
  return found && { ...found, source: text };
}

function isCalendar({ type, filename }: Entity): boolean {
  if (type === "text/calendar" || type === "application/ics") return true;
  return type === "application/octet-stream" && /\.ics$/i.test(filename);
}
