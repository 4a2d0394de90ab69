import type { AiSettings } from "@inlet/contract/ai/ai-models.ts";
import { useQuery } from "@tanstack/react-query";
import { accountsQuery } from "#/api/queries.ts";
import { aiTexts } from "#/features/ai-settings/ai-settings-texts.ts";
import { useSave } from "#/features/ai-settings/use-save.ts";
import { SettingCard, SettingSwitch } from "#/ui/settings/setting-card.tsx";

/** Choice of the accounts whose mail a model may see. */
export function AccountChoices({ settings }: { settings: AiSettings }) {
  const { data: accounts } = useQuery(accountsQuery);
  const { isSaving, save } = useSave();
  const excluded = new Set<string>(settings.excludedAccounts);
  if (!accounts) return null;
  const choose = (id: (typeof accounts)[number]["id"], isShown: boolean) => {
    // Accounts removed since are dropped from the list.
    const others = accounts.filter((one) => one.id !== id && excluded.has(one.id));
    const kept = others.map((one) => one.id);
    return save({ excludedAccounts: isShown ? kept : [...kept, id] });
  };
  return (
    <SettingCard
      title={aiTexts.accounts}
      hint={accounts.length === 0 ? aiTexts.noAccounts : aiTexts.accountsHint}
    >
      {accounts.length > 0 && (
        <ul className="divide-y divide-line">
          {accounts.map(({ id, account_mail }) => (
            <li key={id}>
              <SettingSwitch
                isOn={!excluded.has(id)}
                isDisabled={isSaving}
                onChange={(isShown) => void choose(id, isShown)}
                label={<bdi className="wrap-anywhere">{account_mail}</bdi>}
              />
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}
