import type { Translated } from "@inlet/contract/languages.ts";
import type { catalogue } from "#/texts/catalogue.ts";
import type { Translate } from "#/texts/translated.ts";

/** The texts of one language. A catalogue that is there is whole; one that is missing stays English. */
export type Translation = {
  readonly [Name in keyof typeof catalogue]?: Translated<(typeof catalogue)[Name]>;
};

/**
 * Returns what a module in `languages/` sets as the language of the page. Each text that the translation lacks is English:
 * a page that this device keeps may be older than the language that it loads.
 */
export function translateWith(translation: Translation): Translate {
  const catalogues: Readonly<Record<string, unknown>> = translation;
  // Safe: what comes out has every text of the English catalogue.
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
