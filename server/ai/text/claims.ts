import { type Language, languageOfQuestion } from "#/ai/retrieval/question-words.ts";
import { toWords } from "#/base/tokenize.ts";
import lists from "./claims.json" with { type: "json" };

// Safe: the keys of the lists are the languages of questions.
const languages = Object.keys(lists.firsts) as Language[];
const setOf = (text: string): ReadonlySet<string> => new Set(toWords(text));
const byLanguage = languages.map((language) => ({
  mild: setOf(lists.mild[language]),
  handled: setOf(lists.handled[language]),
  pledged: setOf(lists.pledged[language]),
  alone: setOf(lists.alone[language]),
  whole: setOf(lists.whole[language]),
  firsts: lists.firsts[language].split(" ").map((each) => ` ${toWords(each).join(" ")} `),
  // In German and Dutch the verb is at the end of the sentence.
  reach: language === "de" || language === "nl" ? 12 : 6,
}));

export interface ClaimOptions {
  /** Words of the user: an action that they name themselves is no claim. */
  own?: string;
  /** The mail: everything that it says was done may be reported. */
  mail?: string;
  /** `all` includes announcements ("I will delete"), `handled` only what happens to mail. */
  what?: "all" | "done" | "handled";
}

/**
 * Reports whether a text says that its writer did something: "I have deleted all emails", "todo ha sido archivado". A model
 * only writes, so each such statement is false.
 */
export function claimsAction(
  text: string,
  { own = "", mail = "", what = "done" }: ClaimOptions = {},
): boolean {
  const [owned, mailed] = [setOf(own), setOf(mail)];
  return text.split(/[.!?;:\n]+/).some((sentence) => {
    const words = toWords(sentence, 300);
    return byLanguage.some((is) =>
      words.some((word, at) => {
        if (owned.has(word)) return false;
        if (is.alone.has(word)) return true;
        const isHandled = is.handled.has(word);
        const isOther = (what !== "handled" && is.mild.has(word)) || is.pledged.has(word);
        if (!isHandled && !isOther) return false;
        if (is.pledged.has(word) && what !== "all") return false;
        const before = words.slice(Math.max(0, at - is.reach), at);
        if (isHandled && !mailed.has(word) && before.some((each) => is.whole.has(each)))
          return true;
        const spoken = ` ${before.join(" ")} `;
        return is.firsts.some((first) => spoken.includes(first));
      }),
    );
  });
}

/** Matches an address in words, such as "attacker dot com". */
export const spelledAddress =
  /(?<=[\p{L}\p{N}] )(?:dot \p{L}{2,10}|(?:punkt|punto|point|ponto|punt) (?:com|org|net|info|io|test|example))(?!\p{L})/giu;

const numbersIn = new Map(
  languages.map((language) => [language, new Map(numberWords(lists.numbers[language]))]),
);
const joining = setOf(lists.and);
const longestWord = 40;

function numberWords(text: string): [string, number][] {
  return text.split(" ").map((each, at) => {
    const [word = "", value = String(at)] = each.split("=");
    return [toWords(word)[0] ?? "", Number(value)];
  });
}

/**
 * Returns the numbers that a text spells in words, in digits: "12000" for "twelve thousand", and "905" for "nine zero five".
 * Without a language, words of all are read.
 */
export function spelledNumbers(text: string, language?: Language): Set<string> {
  const words = toWords(text, 6000);
  const found = new Set<string>();
  for (const each of language ? [language] : languages) {
    let row: number[] = [];
    for (const word of [...words, ""]) {
      const values = valuesOf(word, each);
      if (values) row.push(...values);
      else if (row.length > 0 && !joining.has(word)) {
        for (const number of valuesIn(row, each)) found.add(number);
        row = [];
      }
    }
  }
  return found;
}

/** Returns the spelled numbers of a sentence that can be checked: "one" and "two" are also articles and pronouns. */
export function checkableNumbers(sentence: string): string[] {
  const spelled = spelledNumbers(sentence, languageOfQuestion(toWords(sentence, 300)));
  return [...spelled].filter((number) => number.length > 1 || Number(number) > 2);
}

/** Returns the values of a number word, or of the words it is composed of, as in "einundzwanzig"; null for another word. */
function valuesOf(word: string, language: Language): number[] | null {
  const known = numbersIn.get(language);
  const value = known?.get(word);
  if (value !== undefined) return [value];
  const isComposed = ["de", "nl", "it"].includes(language) && word !== "";
  if (!known || !isComposed || word.length > longestWord) return null;
  // Values of the beginning of each length; each step extends a beginning that is read already.
  const read: (number[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start < end && read[end] === undefined; start++) {
      const before = read[start];
      const piece = word.slice(start, end);
      const one = known.get(piece);
      if (before && one !== undefined) read[end] = [...before, one];
      else if (before && start > 0 && joining.has(piece)) read[end] = [...before];
    }
  }
  return read[word.length] ?? null;
}

function valuesIn(row: readonly number[], language: Language): string[] {
  if (row.length >= 3 && row.every((value) => value < 10)) return [row.join("")];
  // A hundred alone is mostly "pour cent", a thousand alone no exact number.
  if (row.length === 1 && [100, 1000, 1_000_000].includes(row[0] ?? 0)) return [];
  const found: string[] = [];
  let [total, current] = [0, 0];
  row.forEach((value, at) => {
    if (language === "fr" && value === 20 && row[at - 1] === 4) current += 76;
    else if (value === 100) current = Math.max(1, current) * 100;
    else if (value >= 1000) {
      total += Math.max(1, current) * value;
      current = 0;
    } else if (current === 0 || continues(current, value)) current += value;
    else {
      found.push(String(total + current));
      [total, current] = [0, value];
    }
  });
  return [...found, String(total + current)];
}

function continues(current: number, value: number): boolean {
  const rest = current % 100;
  if (rest === 0) return value < 100;
  if (rest < 10) return value >= 20 && value < 100;
  return rest % 10 === 0 && rest > 10 && (value < 10 || ([60, 80].includes(rest) && value < 20));
}

/** Capitalized words that are no names. */
export const notNames: ReadonlySet<string> = setOf(lists.names);
