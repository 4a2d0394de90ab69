import { toWords } from "#/base/tokenize.ts";
import { askingWordsOf, type Language, stopWordsOf } from "./question-words.ts";

/** A person that a question names. */
export interface NamedPerson {
  /** The name in the question. */
  matched: string;
  words: string[];
  role: "from" | "to";
}

const name = String.raw`[\p{L}\p{N}][\p{L}\p{N}.'’_+-]*(?:@[\p{L}\p{N}.-]+)?`;
const people = [
  {
    of: "en",
    role: "from",
    pattern: new RegExp(String.raw`\b(?:from|by) ((?:${name} ?){1,3})`, "giu"),
  },
  {
    of: "en",
    role: "to",
    pattern: new RegExp(
      String.raw`\b(?:sent?|wrote|write|mails?|emails?|messages?|replied|reply|answer(?:ed)?|said) (?:\w+ )?to ((?:${name} ?){1,3})`,
      "giu",
    ),
  },
  {
    of: "en",
    role: "from",
    pattern: new RegExp(String.raw`\b(?:did|does|has|had|is|was) ((?:${name} ){1,3})`, "giu"),
  },
  {
    of: "en",
    role: "from",
    pattern: new RegExp(
      String.raw`\b(${name}(?: ${name})?) (?:sent|sends?|said|says?|wrote|writes?|asked|asks?|told|tells?|wants?|needs?|replied|mentioned|invited|proposed|offered|promised)\b`,
      "giu",
    ),
  },
  {
    of: "en",
    role: "from",
    pattern: new RegExp(String.raw`\b(${name}(?: ${name})?)['’]s\b`, "giu"),
  },
  {
    of: "other",
    role: "from",
    pattern: new RegExp(String.raw`\b(?:von|vom|de|da|par|van) ((?:${name} ?){1,3})`, "giu"),
  },
  {
    of: "other",
    role: "from",
    pattern: new RegExp(
      String.raw`\b(?:hat|schrieb|schreibt|sagt|sagte|will|meint|meinte) ((?:${name} ?){1,2})`,
      "giu",
    ),
  },
  {
    of: "other",
    role: "from",
    pattern: new RegExp(
      String.raw`\b(${name}(?: ${name})?) (?:hat|schrieb|schreibt|sagt|sagte|schickte|fragt|fragte)\b`,
      "giu",
    ),
  },
  {
    of: "other",
    role: "to",
    pattern: new RegExp(
      String.raw`\b(?:mails?|e-mails?|nachrichten?|geschrieben|geschickt)? ?\ban ((?:${name} ?){1,2})`,
      "giu",
    ),
  },
] as const;

/** Returns the people that a question names, and the question without them. */
export async function peopleIn(
  question: string,
  language: Language,
  isPerson: (role: "from" | "to", words: string[]) => Promise<boolean>,
): Promise<{ people: NamedPerson[]; rest: string }> {
  let rest = question;
  const found = new Map<string, NamedPerson>();
  for (const { role, pattern, of } of people) {
    if ((of === "en") !== (language === "en")) continue;
    for (const [, matched = ""] of question.matchAll(pattern)) {
      const person = await longestName(matched, language, (words) => isPerson(role, words));
      if (!person || found.has(person.words.join(" "))) continue;
      found.set(person.words.join(" "), { ...person, role });
      rest = rest.replace(
        new RegExp(
          String.raw`(?:\b(?:from|by|to|von|vom|an|de|da|par|van) )?(?<![\p{L}\p{N}])${escaped(person.matched)}(?:['’]s)?`,
          "iu",
        ),
        " ",
      );
    }
  }
  return { people: [...found.values()], rest };
}

/** Returns the longest prefix of the words that is a known person's name. */
async function longestName(
  matched: string,
  language: Language,
  isCalled: (words: string[]) => Promise<boolean>,
): Promise<{ matched: string; words: string[] } | null> {
  const [stopWords, askingWords] = [stopWordsOf(language), askingWordsOf(language)];
  const parts = matched.trim().split(/\s+/);
  for (let count = parts.length; count > 0; count--) {
    const part = parts
      .slice(0, count)
      .join(" ")
      .replace(/['’]s$/u, "")
      .replace(/[.,'’-]$/u, "");
    const words = toWords(part);
    if (words.every((word) => stopWords.has(word) || askingWords.has(word))) continue;
    if (words.some((word) => notNames.has(word))) continue;
    if (await isCalled(words)) return { matched: part, words };
  }
  return null;
}

/** Words that occur where a name could. */
const notNames = new Set([
  "i",
  "we",
  "you",
  "they",
  "the",
  "my",
  "a",
  "an",
  "it",
  "there",
  "this",
  "that",
]);

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
