import type { Category } from "@inlet/contract/mail/email.ts";

/** The end of an unquoted name: the word that begins the next phrase. */
const ends = String.raw`(?=\s*(?:$|[,;:.!](?:\s|$)|\b(?:and|then|or|with|about|mentioning|regarding|from|that|which|who|whose|when|if|should|must|to|into|in|as|has|have|having|containing|arrives?|comes?|goes|go|please|unless|them|it)\b))`;
const value = String.raw`("[^"]+"|[^\s",;:!]+(?:\s+[^\s",;:!]+?){0,5}?)${ends}`;
const them = String.raw`(?:\s+(?:it|them|these|those|this|that|all|any|every|new|everything|mails?|emails?|messages?))*`;

/** Compiles a phrase of a sentence; VALUE is a placeholder for a name, and THEM for the mail it refers to. */
export function phrase(source: string): RegExp {
  return new RegExp(source.replaceAll("VALUE", value).replaceAll("THEM", them), "giu");
}

const categoryWords: readonly [RegExp, Category][] = [
  [/^(newsletters?|promotions?|promotional|marketing|offers?|advertisements?|ads)$/i, "Promotions"],
  [/^(receipts?|invoices?|bills?|finance|payments?)$/i, "Finance"],
  [/^social$/i, "Social"],
  [/^(notifications?|updates?|alerts?)$/i, "Updates"],
  [/^work$/i, "Work"],
  [/^personal$/i, "Personal"],
];

/** Names that people use for the mail of a category. */
export const categoryNames = String.raw`newsletters?|promotions?|promotional|marketing|offers?|advertisements?|ads|receipts?|invoices?|bills?|finance|payments?|social|notifications?|updates?|alerts?|work|personal`;

/** Returns the category with this name or synonym. */
export function categoryOf(word: string): Category | undefined {
  return categoryWords.find(([pattern]) => pattern.test(word))?.[1];
}
