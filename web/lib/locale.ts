/** Locale for dates and numbers; undefined if Intl does not know the browser's language. */
export const locale: string | undefined = knownLocale(globalThis.navigator?.language);

/** The language, if there is such a one: systems without a locale call theirs "C" or "en-US@posix". */
export function knownLocale(language: string | undefined): string | undefined {
  try {
    return language ? Intl.getCanonicalLocales(language)[0] : undefined;
  } catch {
    return undefined;
  }
}
