/** Locale for dates and numbers; undefined if Intl does not know the browser's language. */
export const locale: string | undefined = knownLocale(globalThis.navigator?.language);

/** Returns the language if it is valid: systems without a locale report "C" or "en-US@posix". */
export function knownLocale(language: string | undefined): string | undefined {
  try {
    return language ? Intl.getCanonicalLocales(language)[0] : undefined;
  } catch {
    return undefined;
  }
}
