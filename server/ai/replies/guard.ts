import { claimsAction, checkableNumbers, spelledAddress, spelledNumbers } from "../text/claims.ts";

/**
 * Contents that a suggestion must not have unless the user wrote them: a link out of the message, a way to pay or to call.
 * Placing such content in another person's answer is an attacker's goal.
 */
const forbidden: readonly RegExp[] = [
  // Account, card and telephone numbers.
  /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){2,8}\b/g,
  /\+?\d(?:[ ()./\u2010-\u2015-]{0,2}\d){5,}/g,
  // Amounts of money, with the currency before or after.
  /(?:[\p{Sc}]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|INR|BTC|ETH)\b) ?\d[\d.,' ]*/giu,
  /(?<![\d.,'])\d[\d.,' ]{0,20}(?:k|m|mio|million|thousand)? ?(?:[\p{Sc}]|(?:dollars?|euros?|pounds?|francs?|yen|bitcoins?|rupees|usd|eur|gbp|chf|jpy|cad|aud|sek|nok|dkk|pln|inr|btc|eth)\b)/giu,
  /\b0x[0-9a-f]{16,}\b/gi,
];

/** Matches a word with a URL, an email or IP address, or a part of one. */
const isAddress =
  /[\p{L}\p{N}]\.\p{L}{2}|:\/\/|@|^\W*www\.|\bxn--|\b(?:javascript|data|mailto|tel|file|vbscript):|\d\.\d{1,3}\.\d{1,3}\.\d/iu;

/** Characters that would be parsed as markup, or that disguise the text. */
const markup =
  /[<>`]|&(?:#\w+|\w+);|\]\(|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/u;

/** Reports whether a long word mixes letters and digits, like keys, passwords and voucher codes. */
function isCode(word: string): boolean {
  return word.length >= 8 && /\d/.test(word) && /\p{L}/u.test(word);
}

const daysAndHours =
  /(?<!\d)(?:(?:19|20)\d\d|\d{1,2}[:.]\d\d|\d{1,2}[./]\d{1,2}[./]?)(?![.,:/]?\d)/g;

/** Reports whether a number has three or more digits, however they are separated, except dates and times. */
function isLongNumber(number: string): boolean {
  return number.replaceAll(daysAndHours, "").replaceAll(/\D/g, "").length >= 3;
}

/**
 * Reports whether a suggestion may be shown: plain text, with no forbidden content except from the user's text. A code or a
 * number may also be from the message that was `read` for it. It must not claim an action that the user did not name: `what` is
 * "handled" for texts that users complete, such as templates.
 */
export function isHarmless(
  text: string,
  ownText: string,
  read = "",
  what: "done" | "handled" = "done",
): boolean {
  if (markup.test(text) || claimsAction(text, { own: ownText, what })) return false;
  const own = bare(ownText);
  const plain = text.normalize("NFKC");
  const known = `${own} ${bare(read)}`;
  const spelled = spelledNumbers(`${ownText}\n${read}`);
  const isKnown = (number: string) => spelled.has(number) || known.includes(number);
  if (!checkableNumbers(plain).every((number) => number.length < 3 || isKnown(number)))
    return false;
  const codes = (plain.match(/[\p{L}\p{N}_]+/gu) ?? []).filter(isCode);
  const numbers = (plain.match(/\d[\d.,:/ -]*\d/g) ?? []).filter(isLongNumber);
  if (![...codes, ...numbers].every((each) => known.includes(bare(each)))) return false;
  const found = [
    ...plain.split(/\s/u).filter((word) => isAddress.test(word)),
    ...[...forbidden, spelledAddress].flatMap((pattern) => plain.match(pattern) ?? []),
  ];
  return found.every((each) => bare(each) !== "" && own.includes(bare(each)));
}

function bare(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@+]/gu, "");
}
