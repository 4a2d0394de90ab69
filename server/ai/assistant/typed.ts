import type { Intent } from "#/ai/retrieval/intent.ts";

const months = `jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[eé]vr(?:ier)?|m(?:ar(?:ch|s)?|är(?:z)?)|avril|apr(?:il)?|ma[yi]|june?|juni?|juin|july?|juli?|juillet|aug(?:ust)?|ao[uû]t|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|de[cz](?:ember|embre)?`;
const days = `(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche`;
const time = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\d{1,2}:\d{2}|\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\b|uhr\b|h\b)|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.\d{1,2}\.|(?:${days})|(?:${months})\.?\s+\d{1,4}|\d{1,2}(?:st|nd|rd|th|er)?\.?\s+(?:of\s+)?(?:${months})|tomorrow|tonight|noon|midnight|morgen|übermorgen|mittags?|demain|midi|next (?:week|month)|nächste (?:woche)|end of (?:the )?(?:week|month|day|year))(?![\p{L}])`,
  "iu",
);

/**
 * A sum of money as messages write it. The number has at most the length of an amount, and does not begin within another
 * number.
 */
export const sum = String.raw`(?:(?:(?:US|CA|AU)?[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|CAD|PLN|SEK|INR)\s|\bRs\.?\s)\s?\d{1,12}(?:[ \u00a0,.’']\d{3}){0,5}(?:[.,]\d{1,2})?(?!\d)|(?<![\d.,])(?!(?<=\d[ \u00a0,.’'])\d{3}(?!\d))\d{1,12}(?:[ \u00a0,.’']\d{3}){0,5}(?:[.,]\d{1,2})?\s?(?:€|£|(?:USD|EUR|GBP|CHF|CAD|PLN|SEK|INR|dollars?|euros?|pounds?|francs?)\b))`;
const amount = new RegExp(String.raw`${sum}|\b\d[\d.,]{0,15}\s?%`, "iu");
const place =
  /(?<![\p{L}])(?:in|at|im|bei|beim|auf|am|near|inside|outside|opposite|à|au|en|chez|venue|room|raum|saal|floor|stock|gate|platform|gleis|pier|hall|halle|building|gebäude|hotel|restaurant|café|office|büro|address|adresse|location|ort|street|straße|strasse|platz|avenue|road|rue)\s+(?:(?:the|a|our|der|die|das|dem|den|le|la|les)\s+)?(?:[\p{Lu}\d]|one|two|three|four|five|six|seven|eight|nine|ten)|\b(?:via|over|on|über|per) (?:zoom|teams|google meet|skype|phone|telefon|video)\b|\bonline\b|(?<!\p{L})\p{L}{1,40}(?:straße|strasse|platz|allee|gasse)(?!\p{L})|\b\d{1,5} \p{Lu}\p{L}{1,40} (?:Street|St|Road|Rd|Avenue|Ave|Lane|Square|Drive)\b/u;

/** Reports whether only a sentence with a value of this kind can be the answer. */
export function isTyped(intent: Intent): boolean {
  return intent === "when" || intent === "amount" || intent === "where";
}

/** Maximum number of characters of one sentence that are examined. */
const charactersRead = 600;

/** Reports whether a sentence contains a value of the requested kind. */
export function holds(intent: Intent, sentence: string): boolean {
  const text = sentence.slice(0, charactersRead);
  if (intent === "when") return time.test(text);
  if (intent === "amount") return amount.test(text);
  if (intent === "where") return place.test(text);
  return false;
}
