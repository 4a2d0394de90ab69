import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Switch } from "#/ui/form/switch.tsx";

/** Choice between lists of conversations and of single messages. */
export function ConversationChoice() {
  const isByThread = usePreference("conversations");
  const change = useChangePreferences();
  return (
    <section className="border-t border-line py-6">
      <div className="max-w-120">
        <Switch
          isOn={isByThread}
          onChange={(conversations) => change({ conversations })}
          label={
            <>
              <span className="block text-ui font-semibold">{appearanceTexts.conversations}</span>
              <span className="text-ink-3">{appearanceTexts.conversationsHint}</span>
            </>
          }
        />
      </div>
    </section>
  );
}
