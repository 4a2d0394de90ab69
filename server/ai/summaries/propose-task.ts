import type { UserId } from "@inlet/contract/ids.ts";
import { saveLimits } from "@inlet/contract/integrations/save-limits.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { AiContext } from "../context.ts";
import { localSummary, senderOf } from "./stored-summary.ts";
import type { MailSummary } from "./summary.ts";

/** A task for a message. */
export interface ProposedTask {
  title: string;
  /** Due date, such as 2026-11-24; "" for none. */
  due: string;
  checklist: string[];
}

/**
 * Returns the request of a message, its due date and a title; `today` is the day in the user's time zone. Does not use a model.
 */
export async function proposeTask(
  ai: Pick<AiContext, "database" | "execute">,
  userId: UserId,
  row: MessageRow,
  today: string,
): Promise<ProposedTask> {
  const summary = await localSummary(ai, userId, row);
  const asks = summary.asks.map(({ text }) => begun(shortened(text, saveLimits.itemLength)));
  const checklist = [...new Set(asks.filter((text) => text !== ""))].slice(0, saveLimits.items);
  return { title: titleOf(row, summary), due: dueOf(summary, today), checklist };
}

function titleOf(row: MessageRow, { line }: MailSummary): string {
  const subject = row.subject.replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*:)+/i, "");
  const phrases =
    shortened(subject, saveLimits.titleLength) || shortened(line, saveLimits.titleLength);
  return phrases || shortened(`Email from ${senderOf(row)}`, saveLimits.titleLength);
}

/** Returns the first future day within a request, else the first that the message names. */
function dueOf({ dates, asks }: MailSummary, today: string): string {
  const coming = dates
    .filter(({ day }) => /^\d{4}-\d\d-\d\d$/.test(day) && day >= today)
    .toSorted((a, b) => a.day.localeCompare(b.day));
  const asked = coming.find((date) =>
    asks.some((ask) => date.start >= ask.start && date.end <= ask.end),
  );
  return (asked ?? coming[0])?.day ?? "";
}

/** Each is a separate item now. */
function begun(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function shortened(text: string, most: number): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
}
