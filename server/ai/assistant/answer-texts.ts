import type { QueryPlan } from "#/ai/retrieval/plan.ts";

/** What the assistant says in its own words. All else is the mail's. */
export const answerTexts = {
  nothing: "I found nothing about this in your mail.",
  related: "I found no sentence that answers this. These emails are about it:",
  noModel: "The model did not answer, so this was made on this server without it.",
  nothingFounded:
    "The model's answer was not supported by your mail, so this was made on this server without it.",
  leftOut: "One sentence from the model was left out: not found in your mail.",
  suspicious: "One of these emails contains instructions aimed at AI. It was treated as text.",
  relaxed: (said: string) => `Nothing was found for ${quoted(said)}, so all times were searched.`,
  unknownRecipient: "No contact with that name.",
  draftReady: (to: string) =>
    `A new email to ${to} is ready to open. Nothing is sent until you send it.`,
  nothingToSay: "This email has no text of its own to summarize.",
  shownBefore: "From the last answer:",
  nothingAsked: "Ask about people, dates, amounts or words in your mail.",
} as const;

/** "12 unread emails from Anna this week about “budget”." */
export function counted(count: number, isMore: boolean, plan: QueryPlan): string {
  return `${isMore ? "More than " : ""}${count === 0 ? "No" : number(count)} ${described(plan, count)}.`;
}

/** "12 unread emails from Anna this week, the newest:" */
export function listed(count: number, isMore: boolean, plan: QueryPlan, shown: number): string {
  const all = `${isMore ? "More than " : ""}${number(count)} ${described(plan, count)}`;
  return count > shown ? `${all}, the newest:` : `${all}:`;
}

/** Where it was looked, for an answer that found nothing. */
export function lookedThrough(total: number, plan: QueryPlan): string {
  const through = `I looked through ${number(total)} ${total === 1 ? "email" : "emails"}`;
  const filters = plan.chips.map(({ label, kind }) => (kind === "word" ? quoted(label) : label));
  return filters.length === 0 ? `${through}.` : `${through} for: ${filters.join(", ")}.`;
}

/** "Anna Berg wrote on 12 November 2026 in “Budget”:" */
export function wroteIn(from: string, date: string, subject: string): string {
  const where = subject.trim() === "" ? "" : ` in ${quoted(subject.trim())}`;
  return `${from} wrote on ${date}${where}:`;
}

/** "12 November 2026", where the person is. */
export function dayIn(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(time);
}

function described(plan: QueryPlan, count: number): string {
  const has = (id: string) => plan.chips.some((chip) => chip.id === id);
  const folder = plan.chips.find(({ kind }) => kind === "folder")?.label;
  const words = plan.chips.filter(({ kind }) => ["word", "phrase", "amount"].includes(kind));
  const people = (role: "from" | "to") =>
    plan.people
      .filter((person) => person.role === role)
      .map(({ name }) => name)
      .join(", ");
  return [
    has("unread") ? "unread " : "",
    has("starred") ? "starred " : "",
    count === 1 ? "email" : "emails",
    has("attachment") ? " with attachments" : "",
    people("from") && ` from ${people("from")}`,
    people("to") && ` to ${people("to")}`,
    folder ? ` in ${folder}` : "",
    words.length > 0 ? ` with ${words.map(({ label }) => quoted(label)).join(", ")}` : "",
    plan.time ? ` ${plan.time.said.toLowerCase()}` : "",
  ].join("");
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

function quoted(text: string): string {
  return `“${text}”`;
}
