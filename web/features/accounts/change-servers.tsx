import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
import type { Account } from "@inlet/contract/mail/accounts.ts";
import type { RefObject } from "react";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import type { ChangeFields } from "#/features/accounts/change-fields.ts";
import { OutgoingInputs } from "#/features/accounts/outgoing-inputs.tsx";
import type { RequiredFix } from "#/features/accounts/fix-account.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";
import { Switch } from "#/ui/form/switch.tsx";

const { change: words } = accountTexts;
const labels = addAccountTexts;

interface ServerProps {
  account: Account;
  fields: ChangeFields;
  requiredFix: RequiredFix;
  /** For the field that has to be fixed. */
  focus: RefObject<HTMLInputElement | null>;
  onEdit: (change: Partial<ChangeFields>) => void;
}

/** The login and the incoming server. */
export function ChangeIncoming({ account, fields, requiredFix, focus, onEdit }: ServerProps) {
  return (
    <>
      {!account.provider && (
        <Field label={words.pass} hint={words.passHint}>
          {(control) => (
            <PasswordInput
              {...control}
              name="account_pass"
              autoComplete="off"
              ref={requiredFix === "pass" ? focus : null}
              value={fields.pass}
              onChange={(event) => onEdit({ pass: event.target.value })}
              showLabel={pageTexts.showPassword}
              hideLabel={pageTexts.hidePassword}
            />
          )}
        </Field>
      )}
      <div className="grid grid-cols-[1fr_6rem] gap-3">
        <Field label={labels.imapHost}>
          {(control) => (
            <Input
              {...control}
              name="imap_host"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              ref={requiredFix === "servers" ? focus : null}
              value={fields.imapHost}
              onChange={(event) => onEdit({ imapHost: event.target.value })}
            />
          )}
        </Field>
        <Field label={labels.imapPort}>
          {(control) => (
            <Input
              {...control}
              name="user_port"
              inputMode="numeric"
              className="tabular"
              value={fields.imapPort}
              onChange={(event) => onEdit({ imapPort: event.target.value.replace(/\D/g, "") })}
            />
          )}
        </Field>
      </div>
      {!account.provider && (
        <Field label={words.user}>
          {(control) => (
            <Input
              {...control}
              name="imap_user"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={fields.imapUser}
              onChange={(event) => onEdit({ imapUser: event.target.value })}
            />
          )}
        </Field>
      )}
      <Switch label={labels.tls} isOn={fields.tls} onChange={(tls) => onEdit({ tls })} />
    </>
  );
}

/** The outgoing server, which can be looked up, typed and removed. */
export function ChangeOutgoing({
  account,
  fields,
  requiredFix,
  focus,
  onEdit,
  isBusy,
  onFind,
}: ServerProps & { isBusy: boolean; onFind: () => void }) {
  return (
    <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
      <legend className="sr-only">{words.outgoing}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-control font-semibold">{words.outgoing}</p>
        {account.canSend ? (
          <Button tone="quiet" onClick={() => onEdit({ smtpHost: "" })}>
            {words.stopSending}
          </Button>
        ) : (
          <Button disabled={isBusy} onClick={onFind}>
            {words.findOutgoing}
          </Button>
        )}
      </div>
      {!fields.smtpHost && <p className="text-label text-warn">{words.noOutgoing}</p>}
      <OutgoingInputs
        fields={fields}
        usualPort={fields.smtpTls ? "465" : "25"}
        focus={requiredFix === "outgoing" ? focus : null}
        onEdit={onEdit}
      />
      <p className="text-label text-ink-3">{words.outgoingHint}</p>
    </fieldset>
  );
}
