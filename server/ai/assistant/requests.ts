import type { Proposal } from "@inlet/contract/ai/assistant.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import * as chrono from "chrono-node";
import { offsetMinutes } from "#/ai/retrieval/when.ts";
import { startOf } from "#/search/day-start.ts";
import { correspondentsLike } from "#/store/contacts/correspondents.ts";
import type { Reader } from "#/store/engine/database.ts";

/** The action that the user requests besides an answer. The content of mail cannot request anything. */
export type AssistantRequest =
  | { kind: "archive" }
  | { kind: "label"; label: string }
  | { kind: "snooze"; until: number }
  | { kind: "draft"; recipient: string; subject: string };

const hour = 3600_000;

/** Returns the action requested in a question, and the question without it. */
export function requestOf(
  question: string,
  now: number,
  timeZone: string,
): { wish: AssistantRequest | null; rest: string } {
  const plain = question
    .trim()
    .replace(/^(?:please|can you|could you) /i, "")
    .replace(/[.?!]$/, "");
  const [, verb = "", object = ""] =
    /^(draft|compose|write|start|label|tag|snooze|archive) (.*)$/i.exec(plain) ?? [];
  switch (verb.toLowerCase()) {
    case "draft":
    case "compose":
    case "write":
    case "start": {
      const to = /^(?:(?:an?|the|new|e-?mail|message|note|letter|draft) ){0,4}to (.*)$/i.exec(
        object,
      );
      if (!to) break;
      const [recipient = "", subject = ""] = (to[1] ?? "").split(/ (?:about|regarding|on) /i, 2);
      return { wish: { kind: "draft", recipient, subject: capital(subject.trim()) }, rest: "" };
    }
    case "label":
    case "tag": {
      const [messages, name] = atLast(object, / (?:as|with) /gi);
      const label = name.replaceAll(/["“”]/g, "").trim().slice(0, limits.labelMaxLength);
      if (label === "") break;
      return { wish: { kind: "label", label }, rest: messages };
    }
    case "snooze": {
      const [messages, phrase] = atLast(object, / (?:until|till|to|for) /gi);
      const isFor = / for $/i.test(object.slice(0, object.length - phrase.length));
      const time = momentIn(isFor ? `in ${phrase}` : phrase, now, timeZone) ?? now + 24 * hour;
      return { wish: { kind: "snooze", until: Math.max(time, now + hour) }, rest: messages };
    }
    case "archive":
      return { wish: { kind: "archive" }, rest: object };
  }
  return { wish: null, rest: question };
}

/** Returns the time that the text names. A date without a time means 08:00 in the user's time zone. */
function momentIn(phrase: string, now: number, timeZone: string): number | undefined {
  const reference = { instant: new Date(now), timezone: offsetMinutes(now, timeZone) };
  const [found] = chrono.en.casual.parse(phrase, reference, { forwardDate: true });
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

/** Returns the request as a proposal that a click applies, limited to the messages that the answer shows. */
export async function proposalOf(
  reader: Reader,
  userId: UserId,
  request: AssistantRequest,
  emailIds: MessageId[],
): Promise<Proposal | null> {
  if (request.kind === "draft") {
    const written = /^\s*([^\s<>,;]+@[^\s<>,;@]+)\s*$/.exec(request.recipient)?.[1];
    const people = await correspondentsLike(reader, userId, written ?? request.recipient);
    const known = people.toSorted((a, b) => b.sent - a.sent || b.received - a.received)[0];
    const to = written ?? known?.address;
    if (to === undefined) return null;
    const isKnown = people.some(({ address, sent }) => address === to.toLowerCase() && sent > 0);
    return { kind: "draft", to, isNewRecipient: !isKnown, subject: request.subject };
  }
  if (emailIds.length === 0) return null;
  switch (request.kind) {
    case "archive":
      return { kind: "archive", emailIds };
    case "label":
      return { kind: "label", emailIds, label: request.label };
    case "snooze":
      return { kind: "snooze", emailIds, until: new Date(request.until).toISOString() };
  }
}

/** Splits a text at the last match of the pattern; everything is before it if nothing matches. */
function atLast(text: string, pattern: RegExp): [before: string, after: string] {
  const last = [...text.matchAll(pattern)].at(-1);
  if (!last) return [text, ""];
  return [text.slice(0, last.index), text.slice(last.index + last[0].length)];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
