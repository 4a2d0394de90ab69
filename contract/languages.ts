/** The languages that the texts of Inlet exist in, by BCP 47 tag, with their own names. */
export const languages = {
  en: "English",
  // Made from English by contract/pseudo.ts. They show texts that are in no catalogue, and what has no room for longer words.
  "en-XA": "Pseudo",
  "ar-XB": "Pseudo, right to left",
} as const;

export type Language = keyof typeof languages;

// Safe: the keys are those of the literal above.
export const languageNames = Object.keys(languages) as readonly Language[];

/** The language of the code and the contract, and the fallback if no language is known or preferred. */
export const defaultLanguage: Language = "en";

/** The cookie by which the server knows the language that a signed-in user chose, before the page runs a script. */
export const languageCookie = "inlet-language";

/** Returns the first preferred language that exists, with its region or without; English if none does. */
export function languageFor(preferred: readonly (string | undefined)[]): Language {
  const wanted = preferred.flatMap((tag = "") => [tag, tag.split("-")[0] ?? ""]);
  return wanted.find(isLanguage) ?? defaultLanguage;
}

/** Returns the direction in which a language is written. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return /^(?:ar|fa|he|ur)\b/.test(language) ? "rtl" : "ltr";
}

/** Returns the file that the build writes a page into: `login.html`, or `login.de.html`. */
export function pageFile(name: string, language: Language): string {
  return language === defaultLanguage ? `${name}.html` : `${name}.${language}.html`;
}

/** Returns whether a language exists for tests alone. Settings do not offer it; a request for exactly it is obeyed. */
export function isPseudo(language: Language): boolean {
  return /-X[AB]$/.test(language);
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

/** The type of a translation: each text is a text, and each function takes the same arguments. */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends (...args: infer Args) => infer Said
    ? (...args: Args) => Translated<Said>
    : { readonly [Key in keyof Texts]: Translated<Texts[Key]> };
