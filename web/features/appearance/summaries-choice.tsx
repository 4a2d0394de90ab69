import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Switch } from "#/ui/form/switch.tsx";

/** Setting for the text in a list row: a summary of the message, or its first words. */
export function SummariesChoice() {
  const areShown = usePreference("listSummaries");
  const change = useChangePreferences();
  return (
    <section className="border-t border-line py-6">
      <div className="max-w-120">
        <Switch
          isOn={areShown}
          onChange={(listSummaries) => change({ listSummaries })}
          label={
            <>
              <span className="block text-ui font-semibold">{appearanceTexts.summaries}</span>
              <span className="text-ink-3">{appearanceTexts.summariesHint}</span>
            </>
          }
        />
      </div>
    </section>
  );
}
