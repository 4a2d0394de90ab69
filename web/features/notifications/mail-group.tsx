import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { notificationTexts } from "#/features/notifications/notification-texts.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard, SettingRow, SettingSwitch } from "#/ui/settings/setting-card.tsx";

const words = notificationTexts.mail;

type Choices = MailPreferences["notifications"];

const details = ["full", "subject", "none"] as const satisfies readonly Choices["detail"][];

/** Settings for the mail that causes notifications, and for their form. */
export function MailGroup(props: {
  choices: Choices;
  onChange: (changed: Partial<Choices>) => void;
}) {
  const { choices, onChange } = props;
  const { accounts = [] } = useAccounts();
  const isOff = !choices.newMail;
  return (
    <SettingCard>
      <SettingSwitch
        label={words.newMail}
        hint={words.newMailHint}
        isOn={choices.newMail}
        onChange={(newMail) => onChange({ newMail })}
      />
      <SettingSwitch
        label={words.important}
        hint={words.importantHint}
        isOn={choices.onlyImportant}
        isDisabled={isOff}
        onChange={(onlyImportant) => onChange({ onlyImportant })}
      />
      <SettingSwitch
        label={words.sound}
        hint={words.soundHint}
        isOn={choices.sound}
        isDisabled={isOff}
        onChange={(sound) => onChange({ sound })}
      />
      <SettingRow label={words.detail}>
        {(control) => (
          <Select
            {...control}
            className="w-64 max-w-full"
            value={choices.detail}
            disabled={isOff}
            onChange={({ target }) => {
              const detail = details.find((one) => one === target.value);
              if (detail) onChange({ detail });
            }}
          >
            {details.map((detail) => (
              <option key={detail} value={detail}>
                {words.details[detail]}
              </option>
            ))}
          </Select>
        )}
      </SettingRow>
      {accounts.length > 1 && (
        <div
          role="group"
          aria-label={words.accounts}
          className="*:border-line *:nth-[n+3]:border-t"
        >
          <p aria-hidden="true" className="px-4 pt-3 text-control font-medium text-ink-2">
            {words.accounts}
          </p>
          {accounts.map(({ id, name, account_mail: address }) => (
            <SettingSwitch
              key={id}
              label={name || address}
              {...(name && { hint: address })}
              isOn={!choices.silentAccounts.includes(id)}
              isDisabled={isOff}
              onChange={(isOn) => {
                const others = choices.silentAccounts.filter((each) => each !== id);
                onChange({ silentAccounts: isOn ? others : [...others, id] });
              }}
            />
          ))}
        </div>
      )}
    </SettingCard>
  );
}
