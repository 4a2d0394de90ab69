import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import type { AccountFields } from "#/features/accounts/account-fields.ts";
import { FoldedFields } from "#/features/accounts/folded-fields.tsx";
import { OutgoingFields } from "#/features/accounts/outgoing-fields.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Switch } from "#/ui/form/switch.tsx";

/** The incoming and the outgoing server, folded until the user must fill them in or wants to change them. */
export function ServerFields(props: {
  fields: AccountFields;
  found: MailSettings | null;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onEdit: (change: Partial<AccountFields>) => void;
}) {
  const { fields, onEdit } = props;
  return (
    <FoldedFields
      label={addAccountTexts.servers}
      isOpen={props.isOpen}
      onToggle={props.onToggle}
      className="border-t border-line pt-3"
    >
      <div className="grid grid-cols-[1fr_6rem] gap-3">
        <Field label={addAccountTexts.imapHost}>
          {(control) => (
            <Input
              {...control}
              name="imap_host"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              required
              value={fields.imapHost}
              onChange={(event) => onEdit({ imapHost: event.target.value })}
            />
          )}
        </Field>
        <Field label={addAccountTexts.imapPort}>
          {(control) => (
            <Input
              {...control}
              name="user_port"
              inputMode="numeric"
              required
              className="tabular"
              value={fields.imapPort}
              onChange={(event) => onEdit({ imapPort: event.target.value.replace(/\D/g, "") })}
            />
          )}
        </Field>
      </div>
      <Switch label={addAccountTexts.tls} isOn={fields.tls} onChange={(tls) => onEdit({ tls })} />
      <OutgoingFields fields={fields} found={props.found} onEdit={onEdit} />
    </FoldedFields>
  );
}
