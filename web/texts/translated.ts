/** Returns the translation of one catalogue of English texts. It may be the English one. */
export type Translate = <Texts>(catalogue: string, english: Texts) => Texts;

declare global {
  /** The language of the page if it is another than English. A module in `languages/` sets it before any catalogue is evaluated. */
  var inletLanguage: Translate | undefined;
}

/** Returns a catalogue in the language of the page. The build wraps each catalogue with it (web/languages.ts). */
export function translated<Texts>(catalogue: string, english: Texts): Texts {
  return globalThis.inletLanguage?.(catalogue, english) ?? english;
}
