import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { layoutTexts } from "#/features/appearance/layout-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow } from "#/ui/settings/setting-card.tsx";

/** Settings for the next step after filing the open message, and for the swipe actions of rows. */
export function StepsChoice() {
  return (
    <>
      <SettingCard>
        <Choice name="autoAdvance" label={layoutTexts.advance} options={layoutTexts.advances} />
      </SettingCard>
      <SettingCard title={layoutTexts.swipes} hint={layoutTexts.swipesHint}>
        <Choice name="swipeRight" label={layoutTexts.swipeRight} options={layoutTexts.swipe} />
        <Choice name="swipeLeft" label={layoutTexts.swipeLeft} options={layoutTexts.swipe} />
      </SettingCard>
    </>
  );
}

type Name = "autoAdvance" | "swipeRight" | "swipeLeft";

function Choice<Of extends Name>(props: {
  name: Of;
  label: string;
  options: Readonly<Record<MailPreferences[Of], string>>;
}) {
  const value = usePreference(props.name);
  const change = useChangePreferences();
  return (
    <SettingRow label={props.label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          className="w-56 max-w-full"
          onChange={(event) => change({ [props.name]: event.target.value })}
        >
          {Object.entries<string>(props.options).map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </SettingRow>
  );
}
