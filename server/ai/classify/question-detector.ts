import { parse } from "chrono-node";
import { visibleText } from "./visible-text.ts";
import type { MailToClassify } from "./mail-to-sort.ts";

/** The request that a message makes of its reader. */
export interface DetectedQuestion {
  /** The sentence that contains the request; "" for none. */
  ask: string;
  /** The deadline in the message's words; "" if it names no day within the next three. */
  deadline: string;
  isUrgent: boolean;
}

const dayMs = 86_400_000;
const longestText = 6000;
const request =
  /\b(?:(?:can|could|would|will|do|did|are|have|may|might|should|shall) (?:you|we|i|your)\b|please (?:send|let|confirm|review|check|reply|call|advise|tell|forward|sign|approve|have|give|find time|respond|provide|prepare|update|write|read)|let me know|get back to me|i need you|need your|waiting (?:for|on) you|your thoughts|what do you think|who can|who brings|kannst du|können sie|könnten sie|bitte (?:um|senden|schicken|geben)|pouvez[- ]vous|peux[- ]tu|merci de|puedes|podr[ií]as?|por favor)/i;
const asking =
  /\b(?:you|your|we|shall|when|where|which|what|how|who|any|does|is it|up for|requested your|asks for your)\b/i;
const hurry =
  /\b(?:urgent|urgently|asap|immediately|as soon as possible|deadline|overdue|final reminder|time[- ]sensitive|dringend|eilig|urgente?)\b/i;
const dueWords =
  /\b(?:by|until|before|till|due|deadline|expires?|no later than|payable|latest|bis|avant|antes)\b/i;

/** Reports whether a message asks for something, and how soon. */
export function detectQuestion(
  mail: Pick<MailToClassify, "subject" | "text" | "date">,
): DetectedQuestion {
  const text = visibleText(mail).slice(0, longestText);
  const sentences = [mail.subject, ...text.split(/(?<=[.!?])\s+|\n{2,}/)].map((one) =>
    one.replaceAll(/\s+/g, " ").trim().slice(0, 400),
  );
  const ask =
    sentences.find((one) => request.test(one) || (one.endsWith("?") && asking.test(one))) ?? "";
  const due = sentences
    .filter((one) => dueWords.test(one))
    .slice(0, 4)
    .map((one) => soonIn(one, mail.date))
    .find((found) => found !== "");
  return {
    ask,
    deadline: due ?? "",
    isUrgent: hurry.test(mail.subject) || hurry.test(text.slice(0, 600)),
  };
}

function soonIn(sentence: string, date: number): string {
  const reference = new Date(date);
  for (const { text, start } of parse(sentence, reference, { forwardDate: true })) {
    // Bare numbers are rarely dates.
    if (!/\p{L}/u.test(text) && !/\d[./-]\d/.test(text)) continue;
    const away = start.date().getTime() - date;
    if (away > -dayMs && away < 3 * dayMs) return text;
  }
  return "";
}
