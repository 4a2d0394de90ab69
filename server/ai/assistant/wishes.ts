import type { Proposal } from "@inlet/contract/assistant.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import * as chrono from "chrono-node";
import { offsetMinutes } from "#/ai/retrieval/when.ts";
import { startOf } from "#/search/day-start.ts";
import { correspondentsLike } from "#/store/correspondents.ts";
import type { Reader } from "#/store/database.ts";

/** What the person asks to be done, besides being told. Nobody's mail can ask for anything. */
export type Wish =
  | { kind: "archive" }
  | { kind: "label"; label: string }
  | { kind: "snooze"; until: number }
  | { kind: "draft"; recipient: string; subject: string };

const hour = 3600_000;

/** The wish in a question, and the question without it. */
export function wishOf(
  question: string,
  now: number,
  timeZone: string,
): { wish: Wish | null; rest: string } {
  const draft =
    /^(?:please |can you |could you )*(?:draft|compose|write|start)(?: an?| the)?(?: new)?(?: e?-?mail| message| note| letter| draft)? to (.+?)(?: (?:about|regarding|on) (.+?))?[.?!]?$/i.exec(
      question.trim(),
    );
  if (draft) {
    const [, recipient = "", subject = ""] = draft;
    return { wish: { kind: "draft", recipient, subject: capital(subject.trim()) }, rest: "" };
  }
  const label =
    /^(?:please |can you |could you )*(?:label|tag) (.+?) (?:as|with) ["“]?([^"”]+?)["”]?[.?!]?$/i.exec(
      question.trim(),
    );
  if (label) {
    const [, rest = "", name = ""] = label;
    return { wish: { kind: "label", label: name.slice(0, limits.labelMaxLength) }, rest };
  }
  const snooze =
    /^(?:please |can you |could you )*snooze (.+?)((?: until| till| to| for) .+?)?[.?!]?$/i.exec(
      question.trim(),
    );
  if (snooze) {
    const [, rest = "", said = ""] = snooze;
    const time = momentIn(said.replace(/^ for /i, " in "), now, timeZone) ?? now + 24 * hour;
    return { wish: { kind: "snooze", until: Math.max(time, now + hour) }, rest };
  }
  const archive = /^(?:please |can you |could you )*archive (.+?)[.?!]?$/i.exec(question.trim());
  if (archive) return { wish: { kind: "archive" }, rest: archive[1] ?? "" };
  return { wish: null, rest: question };
}

/** The time that is said; of a day alone eight o'clock, where the person is. */
function momentIn(said: string, now: number, timeZone: string): number | undefined {
  const reference = { instant: new Date(now), timezone: offsetMinutes(now, timeZone) };
  const [found] = chrono.en.casual.parse(said, reference, { forwardDate: true });
  if (!found) return undefined;
  const { start } = found;
  if (start.isCertain("hour") || !(start.isCertain("day") || start.isCertain("weekday")))
    return start.date().getTime();
  const midnight = startOf(
    `${start.get("year")}-${start.get("month")}-${start.get("day")}`,
    timeZone,
  );
  return midnight === undefined ? undefined : midnight + 8 * hour;
}

/** The wish as what a click may carry out, over just the mails that the answer shows. */
export async function proposalOf(
  reader: Reader,
  userId: UserId,
  wish: Wish,
  emailIds: MessageId[],
): Promise<Proposal | null> {
  if (wish.kind === "draft") {
    const written = /^\s*([^\s<>,;]+@[^\s<>,;@]+)\s*$/.exec(wish.recipient)?.[1];
    const people = await correspondentsLike(reader, userId, written ?? wish.recipient);
    const known = people.toSorted((a, b) => b.sent - a.sent || b.received - a.received)[0];
    const to = written ?? known?.address;
    if (to === undefined) return null;
    const isKnown = people.some(({ address, sent }) => address === to.toLowerCase() && sent > 0);
    return { kind: "draft", to, isNewRecipient: !isKnown, subject: wish.subject };
  }
  if (emailIds.length === 0) return null;
  switch (wish.kind) {
    case "archive":
      return { kind: "archive", emailIds };
    case "label":
      return { kind: "label", emailIds, label: wish.label };
    case "snooze":
      return { kind: "snooze", emailIds, until: new Date(wish.until).toISOString() };
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
