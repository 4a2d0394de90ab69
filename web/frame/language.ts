/** Number of characters that suffice to recognize a language. */
const readChars = 4000;

/** The script of one language, or of so few that one represents them. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["uk", /[іїєґ]/giu],
  ["ru", /\p{Script=Cyrillic}/gu],
];

/** Common words of a language, in nearly every sentence of it and seldom in another. */
const small: Readonly<Record<string, string>> = {
  en: "the and of to is you for with this that are have your from not",
  de: "der die das und ist nicht ein eine mit für auf sie wir ich von zu den",
  fr: "le la les des et est une pour vous nous dans que avec sur pas votre",
  es: "el los las una que para con por del está su como más pero gracias",
  it: "il che per una con non sono della di gli del questo grazie è anche",
  pt: "o os uma para com não que em por do da você mais está obrigado",
  nl: "de het een van en is niet voor met je op dat zijn wij aan",
  sv: "och att det som är på för med inte jag en av till du vi",
  da: "og at det er på for med ikke jeg en af til du vi har",
  pl: "i w na z się nie do to jest że dla o jak po za",
  cs: "a v na se je že to pro s z do jsem si jako ale",
  tr: "ve bir bu için ile de da çok olarak daha gibi var ama mı",
};

const languages = Object.entries(small).map(
  ([language, words]) => [language, new Set(words.split(" "))] as const,
);

/**
 * Returns the probable language of a text, for screen readers and hyphenation; "" if it is unclear, which HTML understands as
 * unknown.
 */
export function languageOf(text: string): string {
  const read = text.slice(0, readChars);
  const letters = read.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 12) return "";
  for (const [language, pattern] of scripts) {
    const share = (read.match(pattern)?.length ?? 0) / letters;
    // Kana, and letters that only Ukrainian has, are a small share of the letters in such a text.
    if (share > (language === "ja" ? 0.1 : language === "uk" ? 0.04 : 0.4)) return language;
  }
  const words = read.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = languages
    .map(([language, known]) => ({
      language,
      count: words.filter((word) => known.has(word)).length,
    }))
    .toSorted((one, other) => other.count - one.count);
  const [first, second] = counts;
  if (!first || first.count < 3 || first.count < words.length * 0.05) return "";
  return first.count > (second?.count ?? 0) * 1.2 ? first.language : "";
}
