import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Switch } from "#/ui/form/switch.tsx";

/** Setting for showing designed mail dark in the dark theme. A message can still be shown in its original colors. */
export function MailDarkChoice() {
  const mailDark = usePreference("mailDark");
  const change = useChangePreferences();
  return (
    <section className="border-t border-line py-6">
      <div className="max-w-120">
        <Switch
          isOn={mailDark === "auto"}
          onChange={(isOn) => change({ mailDark: isOn ? "auto" : "original" })}
          label={
            <>
              <span className="block text-ui font-semibold">{appearanceTexts.mailDark}</span>
              <span className="text-ink-3">{appearanceTexts.mailDarkHint}</span>
            </>
          }
        />
      </div>
    </section>
  );
}
