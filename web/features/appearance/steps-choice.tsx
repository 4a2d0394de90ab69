import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { useId } from "react";
import { layoutTexts } from "#/features/appearance/layout-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Select } from "#/ui/form/select.tsx";

/** Settings for the next step after filing the open message, and for the swipe actions of rows. */
export function StepsChoice() {
  return (
    <>
      <section className="border-t border-line py-6">
        <Choice name="autoAdvance" label={layoutTexts.advance} options={layoutTexts.advances} />
      </section>
      <section className="border-t border-line py-6">
        <h2 className="text-ui font-semibold">{layoutTexts.swipes}</h2>
        <p className="mt-0.5 mb-4 text-control text-ink-3">{layoutTexts.swipesHint}</p>
        <div className="flex flex-col gap-4">
          <Choice name="swipeRight" label={layoutTexts.swipeRight} options={layoutTexts.swipe} />
          <Choice name="swipeLeft" label={layoutTexts.swipeLeft} options={layoutTexts.swipe} />
        </div>
      </section>
    </>
  );
}

type Name = "autoAdvance" | "swipeRight" | "swipeLeft";

function Choice<Of extends Name>(props: {
  name: Of;
  label: string;
  options: Readonly<Record<MailPreferences[Of], string>>;
}) {
  const id = useId();
  const value = usePreference(props.name);
  const change = useChangePreferences();
  return (
    <div className="flex max-w-140 flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
      <label htmlFor={id} className="text-control font-medium">
        {props.label}
      </label>
      <Select
        id={id}
        value={value}
        className="w-56"
        onChange={(event) => change({ [props.name]: event.target.value })}
      >
        {Object.entries<string>(props.options).map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}
