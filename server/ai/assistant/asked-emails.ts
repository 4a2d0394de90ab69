import type { QueryPlan } from "#/ai/retrieval/plan.ts";
import type { AskedEmails } from "#/texts/answer-texts.ts";
import type { Texts } from "#/texts/texts.ts";

/** Returns the filters of a plan in the form that an answer states them. */
export function askedEmails(plan: QueryPlan): AskedEmails {
  const has = (id: string) => plan.chips.some((chip) => chip.id === id);
  const words = plan.chips.filter(({ kind }) => ["word", "phrase", "amount"].includes(kind));
  const people = (role: "from" | "to") =>
    plan.people
      .filter((person) => person.role === role)
      .map(({ name }) => name)
      .join(", ");
  return {
    isUnread: has("unread"),
    isStarred: has("starred"),
    hasAttachments: has("attachment"),
    from: people("from"),
    to: people("to"),
    folder: plan.chips.find(({ kind }) => kind === "folder")?.label ?? "",
    words: words.map(({ label }) => label),
    when: plan.time?.matched.toLowerCase() ?? "",
  };
}

/** Returns a text that lists where a search without results looked. */
export function lookedThrough(
  { lookedThrough: say, quoted }: Texts["answers"],
  total: number,
  plan: QueryPlan,
): string {
  const filters = plan.chips.map(({ label, kind }) => (kind === "word" ? quoted(label) : label));
  return say(total, filters.join(", "));
}

/** Returns a date such as "12 November 2026" in the user's time zone. `dates` is the BCP 47 tag of the language. */
export function dayIn(time: number, timeZone: string, dates: string): string {
  return new Intl.DateTimeFormat(dates, { dateStyle: "long", timeZone }).format(time);
}
