import type { RuleActions } from "@inlet/contract/ai/rules.ts";
import { categoryNames, categoryOf, phrase } from "./phrase.ts";

interface ActionPhrase {
  pattern: RegExp;
  act: (actions: RuleActions, value: string) => void;
}

const marked = String.raw`\b(?:mark|flag|set|report)(?:ed)?THEM\s+as\s+`;
const moved = String.raw`\b(?:move|put|send|sent|go|goes|file|filed)d?THEM\s+(?:straight\s+|directly\s+)?(?:to|in|into|under)\s+(?:the\s+|my\s+)?`;

/** Phrases for actions; a longer phrase precedes its parts. */
export const actionPhrases: readonly ActionPhrase[] = [
  {
    pattern: phrase(String.raw`${marked}(?:important|urgent|high(?:\s+priority)?)\b`),
    act: (actions) => void (actions.priority = "High"),
  },
  {
    pattern: phrase(String.raw`${marked}(?:unimportant|not\s+important|low(?:\s+priority)?)\b`),
    act: (actions) => void (actions.priority = "Low"),
  },
  { pattern: phrase(String.raw`${marked}(?:spam|junk)\b`), act: put("spam") },
  {
    pattern: phrase(String.raw`\bmark(?:ed)?THEM\s+(?:as\s+)?(?:read|seen)\b`),
    act: (actions) => void (actions.seen = true),
  },
  {
    pattern: phrase(String.raw`\b(?:star|flag)(?:red|ged)?\bTHEM`),
    act: (actions) => void (actions.starred = true),
  },
  {
    pattern: phrase(
      String.raw`\b(?:categori[sz]e|sort|classify|file)d?THEM\s+(?:as|under)\s+(${categoryNames})\b`,
    ),
    act: (actions, word) => {
      const category = categoryOf(word);
      if (category) actions.category = category;
    },
  },
  {
    pattern: phrase(
      String.raw`\b(?:add|give|put)THEM\s+(?:on\s+)?the\s+(?:label|tag)\s+VALUE(?:\s+to\s+(?:it|them))?`,
    ),
    act: (actions, name) => void (actions.label ??= name),
  },
  {
    pattern: phrase(
      String.raw`\b(?:label|tag)(?:l?ed)?THEM(?:\s+(?:as|with))?(?:\s+the\s+label)?\s+VALUE`,
    ),
    act: (actions, name) => void (actions.label ??= name),
  },
  {
    pattern: phrase(
      String.raw`\b(?:save|copy|add|send|put)(?:d|s|ied)?THEM\s+(?:to|in|into|on)\s+(?:the\s+|my\s+)?(notion|trello)\b(?:\s+(?:board|database|page|list))?`,
    ),
    act: (actions, name) => {
      actions.save ??= name.toLowerCase() === "trello" ? "trello" : "notion";
    },
  },
  { pattern: phrase(String.raw`${moved}(?:trash|bin)\b`), act: put("trash") },
  { pattern: phrase(String.raw`${moved}(?:spam|junk)(?:\s+folder)?\b`), act: put("spam") },
  { pattern: phrase(String.raw`${moved}archive\b`), act: put("archive") },
  {
    pattern: phrase(String.raw`${moved}(?:folder\s+)?VALUE(?:\s+folder\b)?`),
    act: (actions, name) => {
      if (actions.move === undefined) actions.folder ??= name.replace(/\sfolder$/i, "").trimEnd();
    },
  },
  {
    pattern: phrase(String.raw`\b(?:skip|skips|skipping)\s+(?:the\s+|my\s+)?inbox\b`),
    act: put("archive"),
  },
  { pattern: phrase(String.raw`\barchive[ds]?\bTHEM`), act: put("archive") },
  {
    pattern: phrase(
      String.raw`\b(?:deleted?|trash|bin|throw\s+away|get\s+rid\s+of|removed?)\bTHEM`,
    ),
    act: put("trash"),
  },
];

/** Only the first destination counts. */
function put(place: "archive" | "spam" | "trash") {
  return (actions: RuleActions): void => {
    if (actions.folder === undefined) actions.move ??= place;
  };
}
