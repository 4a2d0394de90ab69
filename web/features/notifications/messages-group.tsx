import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { useQuery } from "@tanstack/react-query";
import { notificationWaysQuery } from "#/api/notification-queries.ts";
import { notificationTexts } from "#/features/notifications/notification-texts.ts";
import { locale } from "#/lib/locale.ts";
import { useSession } from "#/state/session/session.ts";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow, SettingSwitch } from "#/ui/settings/setting-card.tsx";

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
    <SettingCard title={words.title} hint={words.hint(address)}>
      <SettingSwitch
        label={words.security}
        hint={isMute ? words.noMail : words.securityHint}
        isOn={choices.securityAlerts}
        isDisabled={isMute}
        onChange={(securityAlerts) => onChange({ securityAlerts })}
      />
      <SettingSwitch
        label={words.summary}
        hint={words.summaryHint}
        isOn={choices.dailySummary}
        onChange={(dailySummary) => onChange({ dailySummary })}
      />
      {choices.dailySummary && (
        <SettingSwitch
          label={words.byMail}
          hint={isMute ? words.noMail : words.byMailHint(address)}
          isOn={choices.summaryByMail !== false && !isMute}
          isDisabled={isMute}
          onChange={(summaryByMail) => onChange({ summaryByMail })}
        />
      )}
      {choices.dailySummary && (
        <SettingRow label={words.hour}>
          {(control) => (
            <Select
              {...control}
              className="w-36"
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
        </SettingRow>
      )}
      <SettingSwitch
        label={words.marketing}
        hint={words.marketingHint}
        isOn={choices.marketing}
        onChange={(marketing) => onChange({ marketing })}
      />
    </SettingCard>
  );
}

/** Returns an hour in the user's format: 8:00 AM, or 08:00. */
function nameOfHour(hour: number): string {
  const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  return format.format(Date.UTC(2026, 0, 1, hour));
}
