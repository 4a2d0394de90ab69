import type { Api } from "@inlet/contract/api.ts";
import type { SyncMonths } from "@inlet/contract/mail/account-health.ts";
import type { Account } from "@inlet/contract/mail/accounts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { messageOf } from "#/features/accounts/account-health.ts";
import { AccountColorChoice } from "#/features/accounts/account-color-choice.tsx";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { CertificateChoice } from "#/features/accounts/certificate-choice.tsx";
import { type ChangeFields, changeOf, fieldsOf } from "#/features/accounts/change-fields.ts";
import { ChangeIncoming, ChangeOutgoing } from "#/features/accounts/change-servers.tsx";
import { DepthChoice } from "#/features/accounts/depth-choice.tsx";
import { DoctorSteps } from "#/features/accounts/doctor-steps.tsx";
import { type RequiredFix, isFixedByField } from "#/features/accounts/fix-account.ts";
import { MailSignIn } from "#/features/accounts/mail-sign-in.tsx";
import { useDoctor } from "#/features/accounts/use-doctor.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const { change: words, doctor: doctorWords, providers, signIn } = accountTexts;

/** Changes an account in place: new settings are tried before they are saved, and its mail stays. */
export function ChangeAccountDialog(props: {
  isOpen: boolean;
  /** Kept while the dialog closes. */
  account: Account | null;
  requiredFix: RequiredFix;
  onClose: () => void;
}) {
  const { account } = props;
  const focus = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.title}
      description={account?.account_mail}
      closeLabel={texts.close}
      {...(isFixedByField(props.requiredFix) && { initialFocus: focus })}
    >
      {account && (
        <ChangeForm
          key={account.id}
          account={account}
          requiredFix={props.requiredFix}
          focus={focus}
          onDone={props.onClose}
        />
      )}
    </Dialog>
  );
}

function ChangeForm(props: {
  account: Account;
  requiredFix: RequiredFix;
  focus: RefObject<HTMLInputElement | null>;
  onDone: () => void;
}) {
  const { account, requiredFix, focus } = props;
  const form = useId();
  const client = useQueryClient();
  const doctor = useDoctor();
  const [fields, setFields] = useState(() => fieldsOf(account));
  const [color, setColor] = useState(account.color);
  const [months, setMonths] = useState<SyncMonths | null>(null);
  // A user who comes to fix the account sees the error until the first change.
  const [error, setError] = useState(
    isFixedByField(requiredFix) && account.error ? messageOf(account.error) : "",
  );
  const [isBusy, setBusy] = useState(false);

  const edit = (change: Partial<ChangeFields>) => {
    setError("");
    doctor.forget();
    setFields((before) => ({ ...before, ...change }));
  };
  const save = async (more: Partial<Api["PATCH /imap/{id}"]["input"]> = {}) => {
    setBusy(true);
    setError("");
    doctor.forget();
    try {
      const { id } = account;
      const change = {
        ...changeOf(account, fields),
        ...(months !== null && { syncMonths: months }),
        ...more,
      };
      // The server signs in to check a change, which fails for an account that must sign in again.
      if (Object.keys(change).length > 0) await call("PATCH /imap/{id}", { id, ...change });
      if (color !== account.color) await call("PUT /imap/{id}/color", { id, color });
      await client.invalidateQueries({ queryKey: queryKeys.accounts });
      void client.invalidateQueries({ queryKey: queryKeys.health });
      props.onDone();
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    } finally {
      setBusy(false);
    }
  };
  const test = () => {
    const { name: _name, ...servers } = changeOf(account, fields);
    setError("");
    void doctor.examine({ accountId: account.id, ...servers });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void save();
  };
  const handleConnected = ({ mail }: { mail: string }) => {
    notify(signIn.reconnected(mail));
    void client.invalidateQueries({ queryKey: queryKeys.accounts });
    props.onDone();
  };

  return (
    <>
      <DialogBody>
        <FormError>{error}</FormError>
        <div className="mt-3 flex flex-col gap-4">
          {account.error?.code === "account.certificate_changed" && (
            <CertificateChoice
              account={account}
              isBusy={isBusy}
              onAccept={(imap_fingerprint) => void save({ imap_fingerprint })}
            />
          )}
          {account.provider && (
            <>
              <p className="text-control text-ink-2">
                {words.reconnectHint(providers[account.provider])}
              </p>
              <MailSignIn
                only={account.provider}
                wanted={account.provider}
                label={words.reconnect}
                request={() => ({ accountId: account.id })}
                onConnected={handleConnected}
                onError={setError}
              />
            </>
          )}
          <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
            <Field label={words.name} hint={words.nameHint}>
              {(control) => (
                <Input
                  {...control}
                  name="name"
                  autoComplete="off"
                  placeholder={account.account_mail}
                  value={fields.name}
                  onChange={(event) => edit({ name: event.target.value })}
                />
              )}
            </Field>
            <AccountColorChoice color={color} onChange={setColor} />
            <ChangeIncoming
              account={account}
              fields={fields}
              requiredFix={requiredFix}
              focus={focus}
              onEdit={edit}
            />
            <ChangeOutgoing
              account={account}
              fields={fields}
              requiredFix={requiredFix}
              focus={focus}
              isBusy={isBusy}
              onEdit={edit}
              onFind={() => void save({ smtp_host: "auto" })}
            />
            <DepthChoice accountId={account.id} months={months} onChange={setMonths} />
          </form>
          <DoctorSteps examination={doctor.examination} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button
          tone="quiet"
          size="large"
          className="me-auto max-sm:w-full"
          disabled={isBusy || doctor.examination.isRunning}
          onClick={test}
        >
          {doctor.examination.isRunning ? doctorWords.testing : doctorWords.test}
        </Button>
        <Button
          type="submit"
          form={form}
          tone="primary"
          size="large"
          disabled={isBusy}
          isBusy={isBusy}
          className="min-w-28 max-sm:w-full"
        >
          {isBusy ? words.saving : words.save}
        </Button>
      </DialogFooter>
    </>
  );
}
