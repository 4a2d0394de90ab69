import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { SettingSwitch } from "#/ui/settings/setting-card.tsx";

/** Choice between lists of conversations and of single messages. */
export function ConversationChoice() {
  const isByThread = usePreference("conversations");
  const change = useChangePreferences();
  return (
    <SettingSwitch
      label={appearanceTexts.conversations}
      hint={appearanceTexts.conversationsHint}
      isOn={isByThread}
      onChange={(conversations) => change({ conversations })}
    />
  );
}
