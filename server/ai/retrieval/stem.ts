/** Languages with a stemmer. */
export type Tongue = "en" | "de";

const remembered: Record<Tongue, Map<string, string>> = { en: new Map(), de: new Map() };
/** Maximum number of cached stems; a mailbox contains far more words than are worth caching. */
const maxRemembered = 50_000;

/**
 * Returns a word without its endings, so "invoices" matches "invoice" and "approval" matches "approve": M. F. Porter's steps of
 * 1980 for English, inflectional endings for German. Words with digits or in other scripts are unchanged.
 */
export function stem(word: string, tongue: Tongue = "en"): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const known = remembered[tongue];
  const before = known.get(word);
  if (before !== undefined) return before;
  const made = tongue === "de" ? germanStem(word) : englishStem(word);
  if (known.size >= maxRemembered) known.clear();
  known.set(word, made);
  return made;
}

/**
 * Returns the words that may share a word's stem, including the word: an index without stems is queried for each, so "plan"
 * matches "planning" and not "planet".
 */
export function formsOf(word: string, tongue: Tongue = "en"): string[] {
  const base = stem(word, tongue);
  if (base.length < 3 || !/^[a-z]+$/.test(base)) return [word];
  const open = base.endsWith("i") ? base.slice(0, -1) : base;
  const doubled = `${open}${open.at(-1)}`;
  const made = [
    ...endings[tongue].map((ending) => open + ending),
    ...(tongue === "en" ? ["ed", "ing", "er", "ers"].map((ending) => doubled + ending) : []),
  ];
  return [...new Set([word, ...made.filter((form) => stem(form, tongue) === base)])];
}

const endings: Record<Tongue, string[]> = {
  en: `  s e es ed ing ings er ers y ies ied i ion ions ional or ors al als ally ation ations ations ational ate ates ated
    ating ator ment ments ement ements able ible ance ances ence ent ents ive ives ity ities ize ized ise ised izing
    ising ization isation ly ness ful ism ist ic ical ous`.split(/\s+/),
  de: ["", "e", "en", "er", "ern", "em", "es", "s", "n", "se", "sen", "nen", "innen", "in"],
};

/** Removes only inflection: "rechnungen" becomes "rechnung", and "vertrages" and "vertrag" become "vertrag". */
function germanStem(word: string): string {
  const bare = word.replace(/(?:ern|em|er|en|es|e|s)$/, "");
  return bare.length >= 4 ? bare : word;
}

const vowel = /[aeiou]|(?<=[^aeiou])y/;
const suffixes2 = pairs(
  `ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize isation:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble`,
);
const suffixes3 = pairs(`icate:ic ative: alize:al iciti:ic ical:ic ful: ness:`);

function pairs(text: string): [ending: string, instead: string][] {
  return text.split(" ").map((pair) => {
    const [ending = "", instead = ""] = pair.split(":");
    return [ending, instead];
  });
}

const suffixes4 =
  /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

function englishStem(word: string): string {
  const bare = withoutPast(withoutPlural(word));
  const yes = bare.endsWith("y") && vowel.test(bare.slice(0, -1)) ? `${bare.slice(0, -1)}i` : bare;
  const third = replaced(replaced(yes, suffixes2), suffixes3);
  const ending = suffixes4.exec(third);
  const fourth =
    ending && measure(third.slice(0, ending.index)) > 1 ? third.slice(0, ending.index) : third;
  return withoutLastLetter(fourth);
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function withoutPast(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = /(?:ed|ing)$/.exec(word);
  const rest = ending ? word.slice(0, ending.index) : "";
  if (!ending || !vowel.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeioulsz])\1$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && isShort(rest) ? `${rest}e` : rest;
}

function withoutLastLetter(word: string): string {
  if (word.endsWith("e")) {
    const rest = word.slice(0, -1);
    const count = measure(rest);
    if (count > 1 || (count === 1 && !isShort(rest))) return rest;
  }
  return word.endsWith("ll") && measure(word) > 1 ? word.slice(0, -1) : word;
}

function replaced(word: string, suffixes: readonly [string, string][]): string {
  const [from, to] = suffixes.find(([ending]) => word.endsWith(ending)) ?? ["", ""];
  const rest = word.slice(0, word.length - from.length);
  return from !== "" && measure(rest) > 0 ? rest + to : word;
}

/** Returns how often vowels are followed by consonants. */
function measure(word: string): number {
  const kinds = word
    .replaceAll(/(?<=^|[aeiou])y/g, "c")
    .replaceAll(/[aeiouy]+/g, "V")
    .replaceAll(/[^V]+/g, "C");
  return kinds.replace(/^C/, "").match(/VC/g)?.length ?? 0;
}

/** Returns true for a short stem such as "hop", whose form "hoping" comes from "hope". */
function isShort(word: string): boolean {
  return /[^aeiou][aeiouy][^aeiouwxy]$/.test(word);
}
