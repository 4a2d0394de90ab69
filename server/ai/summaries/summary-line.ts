import type { CleanMail } from "../text/clean-mail.ts";
import type { Found, FoundDate } from "./facts.ts";
import type { LinePiece } from "./summary.ts";
import { withoutEnding } from "./without-ending.ts";

export const lineLength = 140;

/** A salutation, which is not content. */
const salutation =
  /^(?:(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|hola|ciao)\b[^,.!?:]{0,30}[,!:] ?|(?:thanks|thank you)[,!.] )+/i;

/** Lead-ins before the content. The rest is a complete sentence. */
const leadIn =
  /^(?:(?:(?:i|we) (?:just |also )?(?:(?:wanted|want|would like|'d like) to (?:let you know|inform you|remind you|tell you|make sure you know)|am writing to (?:let you know|inform you))|please (?:note|be (?:advised|aware|informed)|remember)|(?:just )?(?:letting you know|to let you know|fyi)|as (?:you (?:may |might |probably )?(?:know|recall|are aware)))(?: that\b)?[,:]? )+/i;

/** Returns a sentence as a line, without its introductory words and cut at a word if too long. */
export function sentencePiece(
  text: string,
  sentence: Found,
  from: "own" | "quoted",
  most = lineLength,
): LinePiece[] {
  const greeted = salutation.exec(sentence.text)?.[0].length ?? 0;
  const skipped = greeted + (leadIn.exec(sentence.text.slice(greeted))?.[0].length ?? 0);
  const start = skipped < sentence.text.length - 10 ? sentence.start + skipped : sentence.start;
  return cutPieces(text, start, sentence.end, from, most);
}

function cutPieces(
  text: string,
  start: number,
  end: number,
  from: "own" | "quoted" | "subject",
  most: number,
): LinePiece[] {
  if (end - start <= most) return [{ from, text: text.slice(start, end), start, end }];
  const cut = text.slice(start, start + most - 1);
  const word = cut.lastIndexOf(" ");
  const whole = word > most / 2 ? cut.slice(0, word) : cut;
  const kept = withoutEnding(whole, " ,;:–-").toWellFormed();
  return [
    { from, text: kept, start, end: start + kept.length },
    { from: "inlet", text: "…" },
  ];
}

/** Joins the pieces of a line. */
export function lineOf(pieces: readonly LinePiece[]): string {
  return pieces.map(({ text }) => text).join("");
}

const paying =
  /\b(charged|paid|payment|received|refund(?:ed)?|invoice|due|receipt|order total|transferred|sent you|purchase|withdraw(?:n|al)|deposit(?:ed)?)\b/i;
const party = /\b(?:at|to|from|by) (\p{Lu}[\p{L}&.'-]*(?: \p{Lu}[\p{L}&.'-]*){0,3})/u;

/**
 * Returns a payment in slots: sender, amount, event, party, date. Null if the message is not clearly about one, because a wrong
 * amount is worse than a long sentence.
 */
export function paymentPieces(
  mail: CleanMail,
  facts: { amounts: readonly Found[]; dates: readonly FoundDate[]; sender: string },
): LinePiece[] | null {
  const { amounts, dates, sender } = facts;
  const sum = amounts.length === 1 ? amounts[0] : undefined;
  if (!sum || sender === "" || mail.language !== "en") return null;
  const sentence = mail.sentences.find(({ start, end }) => sum.start >= start && sum.end <= end);
  const word = sentence && paying.exec(sentence.text);
  if (!sentence || !word || sentence.text.length > 250 || sentence.text.endsWith("?")) return null;
  const pieces: LinePiece[] = [
    { from: "sender", text: sender, start: 0, end: sender.length },
    { from: "inlet", text: ": " },
    { from: "own", text: sum.text, start: sum.start, end: sum.end },
    { from: "inlet", text: " " },
    own(mail, sentence.start + word.index, word[0].length),
  ];
  const other = party.exec(sentence.text);
  const name = other?.[1];
  if (other && name !== undefined) {
    const start = sentence.start + other.index + other[0].length - name.length;
    pieces.push({ from: "inlet", text: ", " }, own(mail, start, name.replace(/\.$/, "").length));
  }
  const day = dates.find(({ start, end }) => start >= sentence.start && end <= sentence.end);
  if (day) pieces.push({ from: "inlet", text: ", " }, own(mail, day.start, day.text.length));
  return lineOf(pieces).length <= lineLength ? pieces : null;
}

function own(mail: CleanMail, start: number, length: number): LinePiece {
  return { from: "own", text: mail.own.slice(start, start + length), start, end: start + length };
}
