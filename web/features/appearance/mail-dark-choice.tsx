import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { SettingSwitch } from "#/ui/settings/setting-card.tsx";

/** Setting for showing designed mail dark in the dark theme. A message can still be shown in its original colors. */
export function MailDarkChoice() {
  const mailDark = usePreference("mailDark");
  const change = useChangePreferences();
  return (
    <SettingSwitch
      label={appearanceTexts.mailDark}
      hint={appearanceTexts.mailDarkHint}
      isOn={mailDark === "auto"}
      onChange={(isOn) => change({ mailDark: isOn ? "auto" : "original" })}
    />
  );
}
