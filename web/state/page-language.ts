import { type Language, languageCookie, languageFor } from "@inlet/contract/languages.ts";

/** The language that this tab was last loaded again for. */
const storageKey = "inlet-language";

/** Returns the language that the page is in. */
export function pageLanguage(): Language {
  return languageFor([document.documentElement.lang]);
}

/**
 * Stores the user's language on this device and reloads the page in it. Unfinished messages are saved as drafts, as before every
 * end of a page (features/compose/composer.ts). Null is the browser's language.
 */
export function speak(locale: Language | null): void {
  keep(locale);
  if (wanted(locale) === pageLanguage()) return;
  sessionStorage.setItem(storageKey, wanted(locale));
  location.reload();
}

/**
 * Does the same for a language that was chosen on another device, once for each tab: a language that could not be loaded
 * leaves the page English.
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
