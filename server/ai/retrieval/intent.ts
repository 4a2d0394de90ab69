import type { Language } from "./question-words.ts";

/** The kind of answer that is requested. */
export type Intent = "count" | "when" | "where" | "amount" | "who" | "list" | "open";

/** The intent of each question word, in the supported languages. */
const asked: [Intent, RegExp][] = [
  [
    "count",
    /\bhow many\b|\bnumber of (?:e?mails|messages)\b|\bcount\b|\bwie ?viele\b|\bcombien de (?:mails?|e-?mails?|messages?|courriels?)\b|\bcu[aá]nt[oa]s\b|\bquant[ei]\b|\bquant[ao]s\b|\bhoeveel (?:e?-?mails?|berichten)\b/iu,
  ],
  [
    "amount",
    /\bhow much\b|[$€£¥] ?value\b|\bwie ?viel\b|\b(?:gekostet|bezahlt|gezahlt|berechnet|abgebucht)\b|\bwas kostet\b|\bwelche[rn]? (?:betrag|preis|summe)\b|\bcombien\b|\bcu[aá]nt[oa]\b|\bquant[oa]\b|\bhoeveel\b/iu,
  ],
  [
    "when",
    /\bwhen\b|\bwhat (?:time|day|date)\b|\bwhich (?:day|date)\b|\bhow long until\b|\bdeadlines?\b|\bwann\b|\bum wie ?viel uhr\b|\b(?:an )?welche[mnrs]? (?:tag|datum|uhrzeit)\b|\bquand\b|\bcu[aá]ndo\b|\bquando\b|\bwanneer\b/iu,
  ],
  [
    "where",
    /\bwhere\b|\b(?:what|which) (?:place|address|room|city|town|location|venue)\b|\bwo\b|\bwohin\b|\bo[uù] (?:est|sont|a|se|aura|ont)\b|\bd[oó]nde\b|\bdove\b|\bonde\b|\bwaar\b(?! om)/iu,
  ],
  ["who", /^\s*(?:(?:and|und|et|y|e|en) )?(?:who(?:['’]s)?|wer|qui|qui[eé]n|chi|quem)\b/iu],
  [
    "list",
    /^\s*(?:show|list|find|search|which|any|open|get|zeige?|liste|finde?|suche?|welche|montre|trouve|muestra|busca|mostra|trova|cerca|mostre|toon|zoek)\b/iu,
  ],
];
const money =
  /\b(?:cost|price|amount|total|fee|paid|pay|charged?|bill(?:ed)?|owe|kosten|preis|betrag)\b/i;

/** Returns the intent of a question, by its question words. */
export function intentOf(question: string, language: Language): Intent {
  // "wie" means "how" in German and "who" in Dutch.
  if (language === "nl" && /^\s*(?:en )?wie\b/i.test(question)) return "who";
  const isClock = /\bum wie ?viel uhr\b/i.test(question);
  const [intent = "open"] =
    asked.find(([kind, pattern]) => pattern.test(question) && !(isClock && kind === "amount")) ??
    [];
  const isOfPrice = /\bwhat\b/i.test(question) && money.test(question);
  return isOfPrice && (intent === "open" || intent === "list") ? "amount" : intent;
}
