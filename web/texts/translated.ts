/** Returns the translation of one catalog of English texts, or the English one. */
export type Translate = <Texts>(catalogue: string, english: Texts) => Texts;

declare global {
  /** The language of the page, unless it is English. A module in `languages/` sets it before any catalog is evaluated. */
  var inletLanguage: Translate | undefined;
}

/** Returns a catalog in the language of the page. The build wraps each catalog with it (web/languages.ts). */
export function translated<Texts>(catalogue: string, english: Texts): Texts {
  return globalThis.inletLanguage?.(catalogue, english) ?? english;
}
