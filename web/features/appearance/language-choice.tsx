import { isPseudo, type Language, languageNames, languages } from "@inlet/contract/languages.ts";
import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { pageLanguage, speak } from "#/state/session/page-language.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Select } from "#/ui/form/select.tsx";
import { SettingRow } from "#/ui/settings/setting-card.tsx";

/** Test languages are offered during development, and on a page in one of them. */
const offered = languageNames.filter(
  (language) => !isPseudo(language) || import.meta.env.DEV || isPseudo(pageLanguage()),
);

/** Lets the user choose the language of Inlet on every device. */
export function LanguageChoice() {
  const locale = usePreference("locale");
  const change = useChangePreferences();
  const choose = (value: string) => {
    const next = value === "" ? null : (value as Language);
    change({ locale: next }, { onSuccess: () => speak(next) });
  };
  return (
    <SettingRow label={appearanceTexts.language} hint={appearanceTexts.languageHint}>
      {(control) => (
        <Select
          {...control}
          className="w-56 max-w-full"
          value={locale ?? ""}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{appearanceTexts.browserLanguage}</option>
          {offered.map((language) => (
            <option key={language} value={language} lang={language}>
              {languages[language]}
            </option>
          ))}
        </Select>
      )}
    </SettingRow>
  );
}
