import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { useQuery } from "@tanstack/react-query";
import { notificationWaysQuery } from "#/api/notification-queries.ts";
import { Choice } from "#/features/notifications/choice.tsx";
import { Group } from "#/features/notifications/group.tsx";
import { notificationTexts } from "#/features/notifications/notification-texts.ts";
import { locale } from "#/lib/locale.ts";
import { useSession } from "#/state/session/session.ts";
import { Field } from "#/ui/form/field.tsx";
import { Select } from "#/ui/form/select.tsx";

const words = notificationTexts.letters;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

type Choices = MailPreferences["notifications"];

/** Settings for the emails that the server sends to the user. */
export function MessagesGroup(props: {
  choices: Choices;
  onChange: (changed: Partial<Choices>) => void;
}) {
  const { choices, onChange } = props;
  const address = useSession(({ user }) => user?.email ?? "");
  const { data: ways } = useQuery(notificationWaysQuery);
  const isMute = ways?.canSendMail === false;
  return (
    <Group title={words.title} hint={words.hint(address)}>
      <Choice
        label={words.security}
        hint={isMute ? words.noMail : words.securityHint}
        isOn={choices.securityAlerts}
        isDisabled={isMute}
        onChange={(securityAlerts) => onChange({ securityAlerts })}
      />
      <Choice
        label={words.summary}
        hint={words.summaryHint}
        isOn={choices.dailySummary}
        onChange={(dailySummary) => onChange({ dailySummary })}
      />
      {choices.dailySummary && (
        <Choice
          label={words.byMail}
          hint={isMute ? words.noMail : words.byMailHint(address)}
          isOn={choices.summaryByMail !== false && !isMute}
          isDisabled={isMute}
          onChange={(summaryByMail) => onChange({ summaryByMail })}
        />
      )}
      {choices.dailySummary && (
        <Field label={words.hour} className="w-36">
          {(control) => (
            <Select
              {...control}
              value={String(choices.summaryHour)}
              onChange={({ target }) => onChange({ summaryHour: Number(target.value) })}
            >
              {hours.map((hour) => (
                <option key={hour} value={hour}>
                  {nameOfHour(hour)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Choice
        label={words.marketing}
        hint={words.marketingHint}
        isOn={choices.marketing}
        onChange={(marketing) => onChange({ marketing })}
      />
    </Group>
  );
}

/** Returns an hour in the user's format: 8:00 AM, or 08:00. */
function nameOfHour(hour: number): string {
  const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  return format.format(Date.UTC(2026, 0, 1, hour));
}
