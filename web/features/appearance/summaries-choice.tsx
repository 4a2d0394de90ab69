import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { SettingSwitch } from "#/ui/settings/setting-card.tsx";

/** Setting for the text in a list row: a summary of the message, or its first words. */
export function SummariesChoice() {
  const areShown = usePreference("listSummaries");
  const change = useChangePreferences();
  return (
    <SettingSwitch
      label={appearanceTexts.summaries}
      hint={appearanceTexts.summariesHint}
      isOn={areShown}
      onChange={(listSummaries) => change({ listSummaries })}
    />
  );
}
