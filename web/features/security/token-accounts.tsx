import { tokenTexts as words } from "#/features/security/token-texts.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { Checkbox } from "#/ui/form/checkbox.tsx";

/** Choice of the mail accounts of a token; null for all. Renders nothing for fewer than two accounts. */
export function TokenAccounts(props: {
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
}) {
  const { accounts = [] } = useAccounts();
  const { chosen, onChange } = props;
  if (accounts.length < 2) return null;
  return (
    <fieldset>
      <legend className="mb-1 text-control font-medium text-ink-2">{words.accounts}</legend>
      <Checkbox
        isChecked={chosen === null}
        onChange={(isAll) => onChange(isAll ? null : [])}
        className="py-1.5 text-control coarse:min-h-11"
        label={words.allAccounts}
      />
      {chosen !== null && (
        <div role="group" aria-label={words.someAccounts} className="ms-7">
          {accounts.map(({ id, account_mail: address }) => (
            <Checkbox
              key={id}
              isChecked={chosen.includes(id)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
              className="py-1.5 text-control coarse:min-h-11"
              label={<bdi className="min-w-0 truncate">{address}</bdi>}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
