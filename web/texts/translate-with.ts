import type { Translated } from "@inlet/contract/languages.ts";
import type { catalogue } from "#/texts/catalogue.ts";
import type { Translate } from "#/texts/translated.ts";

/** The texts of one language. A catalog is either complete or missing; a missing one stays English. */
export type Translation = {
  readonly [Name in keyof typeof catalogue]?: Translated<(typeof catalogue)[Name]>;
};

/**
 * Returns the function that a module in `languages/` sets as the language of the page. Texts that the translation lacks are
 * English: a cached page may be older than the language that it loads.
 */
export function translateWith(translation: Translation): Translate {
  const catalogues: Readonly<Record<string, unknown>> = translation;
  // Safe: the result has every text of the English catalog.
  return (name, english) => merged(english, catalogues[name]) as typeof english;
}

function merged(english: unknown, own: unknown): unknown {
  if (own === undefined || !isRecord(english) || !isRecord(own)) return own ?? english;
  const names = Object.keys({ ...english, ...own });
  return Object.fromEntries(names.map((name) => [name, merged(english[name], own[name])]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
