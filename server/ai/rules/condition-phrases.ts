import { categoryNames, categoryOf, phrase } from "./phrase.ts";

interface ConditionPhrase {
  pattern: RegExp;
  /** Returns the parts of a search with this condition. */
  ask: (value: string) => string[];
}

/** After these words, the same word is a name. */
const unnamed = String.raw`(?<!\b(?:as|under|label|tag|into|to|folder)\s+(?:the\s+|my\s+)?)(?<!")`;

/** Phrases for conditions; a longer phrase precedes its parts. */
export const conditionPhrases: readonly ConditionPhrase[] = [
  {
    pattern: phrase(String.raw`\bwith\s+VALUE\s+in\s+(?:the|its|their)\s+subject(?:\s+line)?`),
    ask: (words) => [`subject:${quoted(words)}`],
  },
  {
    pattern: phrase(
      String.raw`\b(?:(?:with|whose|where|has|having|if)\s+)?(?:the\s+|a\s+)?subject(?:\s+line)?\s+(?:that\s+)?(?:(?:contains?|containing|includes?|including|says?|saying|with|is|has|mentions?|starts?\s+with|begins?\s+with)\s+)?VALUE`,
    ),
    ask: (words) => [`subject:${quoted(words)}`],
  },
  {
    pattern: phrase(
      String.raw`\b(?:with|has|have|having|containing)\s+(?:an?\s+|any\s+)?(?:attachments?|attached\s+files?|files?\s+attached)\b`,
    ),
    ask: () => ["has:attachment"],
  },
  {
    pattern: phrase(
      String.raw`\b(?:(?:sent|coming|comes?|arrives?|received)\s+)?from\s+(?:(?:any|some|every)(?:one|body)\s+(?:at|from)\s+|the\s+(?:address|sender|domain)\s+|my\s+)?VALUE`,
    ),
    ask: (who) => [`from:${quoted(who)}`],
  },
  {
    pattern: phrase(String.raw`\b(?:sent|addressed|written)\s+to\s+VALUE`),
    ask: (who) => [`to:${quoted(who)}`],
  },
  {
    pattern: phrase(
      String.raw`\b(?:about|regarding|concerning|mentioning|containing|(?:that|which)\s+(?:mentions?|contains?|says?|includes?)|with\s+the\s+words?)\s+(?:the\s+words?\s+)?VALUE`,
    ),
    ask: (words) => [quoted(words)],
  },
  {
    pattern: phrase(String.raw`${unnamed}\b(${categoryNames})\b`),
    ask: (word) => {
      const category = categoryOf(word);
      return category ? [`category:${category.toLowerCase()}`] : [];
    },
  },
  {
    pattern: phrase(
      String.raw`${unnamed}\b(?:(?:is|are)\s+)?(?:important|urgent|high\s+priority)\b`,
    ),
    ask: () => ["priority:high"],
  },
];

/** Quotes the words: they must be adjacent, and the last one complete. */
function quoted(words: string): string {
  return `"${words.replaceAll('"', " ").trim()}"`;
}
