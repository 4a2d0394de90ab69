import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
import type { RefObject } from "react";
import type { AccountFields } from "#/features/accounts/account-fields.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";
import { Switch } from "#/ui/form/switch.tsx";

const labels = addAccountTexts;

type Fields = Pick<AccountFields, "smtpHost" | "smtpPort" | "smtpTls" | "smtpUser" | "smtpPass">;

/** Address of the outgoing server, and its separate login if it needs one. */
export function OutgoingInputs(props: {
  fields: Fields;
  /** Used if nothing is typed. */
  usualHost?: string;
  usualPort: string;
  /** For the host, if it has to be fixed. */
  focus?: RefObject<HTMLInputElement | null> | null;
  onEdit: (change: Partial<Fields>) => void;
}) {
  const { fields, focus = null, onEdit } = props;
  return (
    <>
      <div className="grid grid-cols-[1fr_6rem] gap-3">
        <Field label={labels.smtpHost}>
          {(control) => (
            <Input
              {...control}
              name="smtp_host"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              ref={focus}
              className="scroll-mb-40"
              placeholder={props.usualHost}
              value={fields.smtpHost}
              onChange={(event) => onEdit({ smtpHost: event.target.value })}
            />
          )}
        </Field>
        <Field label={labels.smtpPort}>
          {(control) => (
            <Input
              {...control}
              name="smtp_port"
              inputMode="numeric"
              className="tabular"
              placeholder={props.usualPort}
              value={fields.smtpPort}
              onChange={(event) => onEdit({ smtpPort: event.target.value.replace(/\D/g, "") })}
            />
          )}
        </Field>
      </div>
      <Switch
        label={labels.smtpTls}
        isOn={fields.smtpTls}
        onChange={(smtpTls) => onEdit({ smtpTls })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={labels.smtpUser}>
          {(control) => (
            <Input
              {...control}
              name="smtp_user"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={fields.smtpUser}
              onChange={(event) => onEdit({ smtpUser: event.target.value })}
            />
          )}
        </Field>
        <Field label={labels.smtpPass}>
          {(control) => (
            <PasswordInput
              {...control}
              name="smtp_pass"
              autoComplete="off"
              value={fields.smtpPass}
              onChange={(event) => onEdit({ smtpPass: event.target.value })}
              showLabel={pageTexts.showPassword}
              hideLabel={pageTexts.hidePassword}
            />
          )}
        </Field>
      </div>
    </>
  );
}
