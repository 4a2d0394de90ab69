/** The languages of the screen, by BCP 47 tag, with their own names. */
export const languages = {
  en: "English",
  // Pseudo-languages, generated from English by contract/pseudo.ts. They reveal texts that are in no catalog, and layouts without
  // space for longer words.
  "en-XA": "Pseudo",
  "ar-XB": "Pseudo, right to left",
} as const;

export type Language = keyof typeof languages;

// Safe: the keys are those of the literal above.
export const languageNames = Object.keys(languages) as readonly Language[];

/** The language of the code and the contract, and the fallback if no language is known or preferred. */
export const defaultLanguage: Language = "en";

/** The cookie with the language that a signed-in user chose. The server reads it before the page runs a script. */
export const languageCookie = "inlet-language";

/** Returns the first preferred language that exists, with its region or without; English if none does. */
export function languageFor(preferred: readonly (string | undefined)[]): Language {
  const wanted = preferred.flatMap((tag = "") => [tag, tag.split("-")[0] ?? ""]);
  return wanted.find(isLanguage) ?? defaultLanguage;
}

/** Returns the writing direction of a language. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return /^(?:ar|fa|he|ur)\b/.test(language) ? "rtl" : "ltr";
}

/** Returns the file name that the build uses for a page: `login.html`, or `login.de.html`. */
export function pageFile(name: string, language: Language): string {
  return language === defaultLanguage ? `${name}.html` : `${name}.${language}.html`;
}

/**
 * Reports whether a language exists only for tests. Settings do not offer it; it is used only if a request names it exactly.
 */
export function isPseudo(language: Language): boolean {
  return /-X[AB]$/.test(language);
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

/** The type of a translation: each text is a text, and each function takes the same arguments as the original. */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends (...args: infer Args) => infer Completion
    ? (...args: Args) => Translated<Completion>
    : { readonly [Key in keyof Texts]: Translated<Texts[Key]> };
