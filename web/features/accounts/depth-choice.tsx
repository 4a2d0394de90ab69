import type { SyncMonths } from "@inlet/contract/mail/account-health.ts";
import { useQuery } from "@tanstack/react-query";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { healthQuery } from "#/features/accounts/health-query.ts";
import { Field } from "#/ui/form/field.tsx";
import { Select } from "#/ui/form/select.tsx";

const { change: words } = accountTexts;

/**
 * Choice of how far back mail is stored; `months` is null until the user chooses. Renders nothing until the current value is
 * known.
 */
export function DepthChoice(props: {
  accountId: string;
  months: SyncMonths | null;
  onChange: (months: SyncMonths) => void;
}) {
  const { data: health } = useQuery(healthQuery(props.accountId));
  if (!health) return null;
  return (
    <Field label={words.depth} className="border-t border-line pt-4">
      {(control) => (
        <Select
          {...control}
          name="sync_months"
          value={props.months ?? health.syncMonths}
          onChange={(event) => {
            const chosen = words.depths.find(({ months }) => String(months) === event.target.value);
            if (chosen) props.onChange(chosen.months);
          }}
        >
          {words.depths.map(({ months, label }) => (
            <option key={months} value={months}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
