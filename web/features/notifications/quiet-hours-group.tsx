import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { useState } from "react";
import { notificationTexts } from "#/features/notifications/notification-texts.ts";
import { ownTimeZone } from "#/features/notifications/own-time-zone.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { SettingCard, SettingSwitch } from "#/ui/settings/setting-card.tsx";

const words = notificationTexts.quiet;

type Choices = MailPreferences["notifications"];

/** Hours in which the user wants no notifications. */
export function QuietGroup(props: {
  choices: Choices;
  onChange: (changed: Partial<Choices>) => void;
}) {
  const { onChange } = props;
  const { quietHours, timeZone, dailySummary } = props.choices;
  const zone = timeZone || ownTimeZone();
  const own = ownTimeZone();
  const set = (changed: Partial<Choices["quietHours"]>) =>
    onChange({ quietHours: { ...quietHours, ...changed } });
  return (
    <SettingCard>
      <SettingSwitch
        label={words.title}
        hint={words.hint}
        isOn={quietHours.isOn}
        onChange={(isOn) => set({ isOn })}
      />
      {quietHours.isOn && (
        <div className="flex flex-wrap justify-end gap-4 px-4 py-3">
          <Time label={words.from} value={quietHours.from} onChange={(from) => set({ from })} />
          <Time label={words.to} value={quietHours.to} onChange={(to) => set({ to })} />
        </div>
      )}
      {(quietHours.isOn || dailySummary) && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3 text-control text-ink-3">
          <span>
            {words.zone(zoneName(zone))}
            {zone !== own && ` ${words.other(zoneName(own))}`}
          </span>
          {zone !== own && (
            <Button onClick={() => onChange({ timeZone: own })}>{words.take(zoneName(own))}</Button>
          )}
        </p>
      )}
    </SettingCard>
  );
}

/** Saved only when it is a valid time, which it may not be during typing. */
function Time(props: { label: string; value: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={props.label} className="w-36">
      {(control) => (
        <Input
          {...control}
          type="time"
          required
          value={typed ?? props.value}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value !== "") props.onChange(target.value.slice(0, 5));
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}

function zoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}
