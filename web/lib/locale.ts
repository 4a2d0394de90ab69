/** How the person writes dates and numbers; undefined where the browser names a language that Intl does not know. */
export const locale: string | undefined = knownLocale(globalThis.navigator?.language);

/** The language, if there is such a one: systems without a locale call theirs "C" or "en-US@posix". */
export function knownLocale(language: string | undefined): string | undefined {
  try {
    return language ? Intl.getCanonicalLocales(language)[0] : undefined;
  } catch {
    return undefined;
  }
}
