import { stopWordsOf } from "#/ai/retrieval/question-words.ts";
import { toWords } from "#/base/tokenize.ts";
import { sum } from "./typed.ts";

/** The payment asked about: money paid to a party, or by it. */
export interface MoneyAsked {
  role: "to" | "by";
  party: string[];
}

const someUser = String.raw`([^?!,;\n]{1,80})`;
/** Patterns of questions about payer and payee; the first match counts. */
const askedFor: [MoneyAsked["role"], RegExp][] = [
  [
    "to",
    new RegExp(
      String.raw`\b(?:paid|pay|sent|transferred|wired)\b[^?!\n]{0,40}? to ${someUser}`,
      "iu",
    ),
  ],
  ["by", new RegExp(String.raw`\b(?:paid|sent|transferred|wired) by ${someUser}`, "iu")],
  ["by", new RegExp(String.raw`\b(?:receive[ds]?|gotten|got|get) from ${someUser}`, "iu")],
  [
    "by",
    /\b(?:did|has|have|does) (?!i\b|we\b|you\b)([^?!,;\n]{1,60}?) (?:pay|paid|sen[dt]|transfer(?:red)?|wired?) (?:me|us|to me|to us)\b/iu,
  ],
  ["to", /\b(?:did|has|does|will) ([^?!,;\n]{1,60}?) (?:charged?|bill(?:ed)?)\b/iu],
  ["to", new RegExp(String.raw`\b(?:charged|billed) by ${someUser}`, "iu")],
  [
    "to",
    new RegExp(
      String.raw`\b(?:did|have|do) (?:i|we) (?:pay|paid|spen[dt]|owe)\b(?: (?:at|with|for))? ${someUser}`,
      "iu",
    ),
  ],
  [
    "to",
    new RegExp(
      String.raw`\b(?:hat|haben) (?:ich|wir) (?:an |bei )?${someUser} (?:be|ge)zahlt`,
      "iu",
    ),
  ],
  ["to", /\b(?:hat|haben) ([^?!,;\n]{1,60}?) (?:berechnet|abgebucht)\b/iu],
];
const beyond =
  /\s(?:in|on|for|last|this|since|during|between|before|after|at|with|as|im|am|für|seit)\s/iu;

/** Returns the payer or payee that a question names; null if a question about money names none. */
export function moneyAskedIn(question: string): MoneyAsked | null {
  for (const [role, pattern] of askedFor) {
    const phrase = pattern.exec(question)?.[1] ?? "";
    const stop = stopWordsOf("en");
    const end = phrase.search(beyond);
    const party = toWords(end === -1 ? phrase : phrase.slice(0, end)).filter(
      (word) => !stop.has(word),
    );
    if (party.length > 0) return { role, party };
  }
  return null;
}

/** A payment as a message describes it. Null: the message does not name that side. */
export interface Transfer {
  start: number;
  end: number;
  to: string | null;
  by: string | null;
}

const rest = String.raw`(?<party>[^\n;:()]{1,80})`;
const holder = String.raw`(?:(?<holder>[\p{Lu}][\p{L}’' -]{1,60}?)(?:'s|’s)\b[^.\n$€£]{0,60})?`;
/** Patterns in messages of banks, shops and people; `side` is the side that `party` is on. */
const patterns: { side: "to" | "by"; pattern: RegExp }[] = [
  ...[
    // "Your card was charged for $20 by …", "preauthorized for $20 by …"
    String.raw`${holder}\b(?:charged|preauthori[sz]ed|debited|billed)\s+(?:for\s+)?${sum}\s+by\s+${rest}`,
    // "You sent a payment of $20 to …", "we paid 20 EUR to …"
    String.raw`\b(?:sent|paid|transferred|wired|payment of|transfer of)\b[^.\n$€£]{0,40}?${sum}\s+to\s+${rest}`,
    // "… has charged your account $20"
    String.raw`(?<party>[\p{Lu}\d][^\n;:().]{1,60}?)\s+(?:has|have)\s+charged\s+[^.\n$€£]{0,40}?${sum}`,
    String.raw`\b(?:paid|wired|sent)\s+(?<party>[\p{Lu}\d][^\n;:().$€£]{1,40}?)\s+${sum}`,
    String.raw`${sum}\s+(?:wurden?\s+)?an\s+${rest}`,
  ].map((source) => ({ side: "to" as const, pattern: new RegExp(source, "giu") })),
  ...[
    // "You received $20 via … from …", "has received a $20 credit from …"
    String.raw`${holder}\breceived\s+(?:an?\s+)?(?:payment\s+of\s+)?${sum}[^.\n]{0,60}?\s+from\s+${rest}`,
    String.raw`(?<party>[\p{Lu}\d][^\n;:().]{1,60}?)\s+(?:sent|paid)\s+(?:you|us|me)\s+${sum}`,
    String.raw`\bpayment\s+of\s+${sum}\s+from\s+${rest}`,
  ].map((source) => ({ side: "by" as const, pattern: new RegExp(source, "giu") })),
];
/** A phrase that only the payee writes. */
const receipt = new RegExp(
  String.raw`(?:\b(?:total paid|amount paid|amount charged|you paid|paid|charged|we received your payment of|payment of|bezahlt|gezahlter betrag|montant pay[eé]|total pay[eé])\b:?\s{0,12}${sum}|\bpayment received\b[^\n$€£]{0,40}${sum})`,
  "giu",
);
const isReceipt =
  /\b(?:receipt|payment received|total paid|amount (?:paid|charged)|thank(?:s| you) for your (?:payment|order|purchase)|booking confirmation|order confirmation|quittung|zahlungsbest[aä]tigung|re[cç]u)\b/iu;

/** Returns the payments that a message describes. */
export function transfersIn(
  text: string,
  { sender, subject }: { sender: string; subject: string },
) {
  const transfers: Transfer[] = [];
  for (const { side, pattern } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const { party = "", holder: owner = null } = match.groups ?? {};
      const [start, end] = sentenceAround(text, match.index, match.index + match[0].length);
      transfers.push(
        side === "to" ? { start, end, to: party, by: owner } : { start, end, to: owner, by: party },
      );
    }
  }
  if (transfers.length === 0 && isReceipt.test(`${subject}\n${text}`)) {
    for (const match of text.matchAll(receipt)) {
      const [start, end] = [match.index, match.index + match[0].length];
      transfers.push({ start, end, to: sender, by: null });
    }
  }
  return transfers;
}

/** Reports whether a transfer matches the question: the name has to occur where the text names the payer or payee. */
export function isOf(transfer: Transfer, { role, party }: MoneyAsked): boolean {
  const named = toWords(transfer[role] ?? "");
  return named
    .slice(0, 3)
    .some((_, at) => party.every((word, index) => named[at + index] === word));
}

/** Returns the range from the start of the line or sentence to the end of the one with the amount. */
function sentenceAround(text: string, start: number, end: number): [start: number, end: number] {
  const from = Math.max(0, start - 200);
  const breaks = [...text.slice(from, start).matchAll(/\n|[.!?]\s+|[.!?,](?=\p{Lu})/gu)];
  const last = breaks.at(-1);
  const begin = last ? from + last.index + last[0].length : from;
  const sumAt = start + Math.max(0, text.slice(start, end).search(/[$€£¥₹]|\d/));
  const over = /[.!?](?![.\d])(?=\s|$|\p{Lu}\p{Ll})/u.exec(text.slice(sumAt, end));
  return [begin, over ? sumAt + over.index + 1 : end];
}
