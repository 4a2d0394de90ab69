import { type Language, languageCookie, languageFor } from "@inlet/contract/languages.ts";

/** The language for which this tab was last reloaded. */
const storageKey = "inlet-language";

/** Returns the language of the page. */
export function pageLanguage(): Language {
  return languageFor([document.documentElement.lang]);
}

/**
 * Stores the user's language on this device and reloads the page in it. Unfinished messages are saved as drafts, as before every
 * end of a page (features/compose/drafts/composer.ts). Null is the browser's language.
 */
export function speak(locale: Language | null): void {
  keep(locale);
  if (wanted(locale) === pageLanguage()) return;
  sessionStorage.setItem(storageKey, wanted(locale));
  location.reload();
}

/**
 * Does the same for a language chosen on another device, once for each tab: if the language could not be loaded, the page stays
 * English.
 */
export function speakAtStart(locale: Language | null): void {
  if (sessionStorage.getItem(storageKey) === wanted(locale)) keep(locale);
  else speak(locale);
}

function keep(locale: Language | null): void {
  const age = locale === null ? 0 : 400 * 24 * 3600;
  document.cookie = `${languageCookie}=${locale ?? ""}; path=/; max-age=${age}; samesite=lax`;
}

function wanted(locale: Language | null): Language {
  return languageFor(locale === null ? navigator.languages : [locale]);
}
