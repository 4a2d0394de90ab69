import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { ApiFailure, call } from "#/api/client.ts";
import {
  type AccountFields,
  isAddress,
  isComplete,
  isMailAddress,
  noFields,
  ownServersOf,
  requestOf,
  toRequest,
  withFound,
  withoutFound,
} from "#/features/accounts/account-fields.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { DoctorSteps, HelpLink } from "#/features/accounts/doctor-steps.tsx";
import { LoginFields } from "#/features/accounts/login-fields.tsx";
import { MailSignIn } from "#/features/accounts/mail-sign-in.tsx";
import { rereadAccounts } from "#/features/accounts/reread-accounts.ts";
import { ServerFields } from "#/features/accounts/server-fields.tsx";
import { useDiscovery } from "#/features/accounts/use-discovery.ts";
import { useDoctor } from "#/features/accounts/use-doctor.ts";
import { useOpenServers } from "#/features/accounts/use-open-servers.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useOpenDialogs } from "#/state/commands/open-dialogs.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

/** Connects a mailbox. The servers are looked up from the address; the login is tested before anything is saved. */
export function AddAccountDialog(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const mail = useOpenDialogs(({ addressToAdd }) => addressToAdd);
  const password = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title={addAccountTexts.title}
      description={addAccountTexts.hint}
      closeLabel={texts.close}
      {...(isAddress(mail) && { initialFocus: password })}
    >
      <AddAccountForm mail={mail} password={password} onAdded={() => props.onOpenChange(false)} />
    </Dialog>
  );
}

function AddAccountForm(props: {
  /** The address, if it was typed before the dialog opened. */
  mail: string;
  password: RefObject<HTMLInputElement | null>;
  onAdded: () => void;
}) {
  const { onAdded } = props;
  const form = useId();
  const client = useQueryClient();
  const discovery = useDiscovery();
  const [fields, setFields] = useState(() => ({ ...noFields, mail: props.mail }));
  const [areServersOpen, openServers] = useOpenServers(discovery.state, fields.imapHost);
  const touched = useRef(new Set<keyof AccountFields>());
  const [error, setError] = useState<{ message: string; code: string }>(noError);
  const [isBusy, setBusy] = useState(false);
  /** A code waits to be typed on another device. */
  const [hasCode, setHasCode] = useState(false);
  const doctor = useDoctor();
  const found = discovery.state.kind === "found" ? discovery.state.settings : null;

  const edit = (change: Partial<AccountFields>) => {
    // Safe: the keys of a partial AccountFields are keys of AccountFields.
    for (const key of Object.keys(change)) touched.current.add(key as keyof AccountFields);
    setError(noError);
    doctor.forget();
    setFields((before) => ({ ...before, ...change }));
  };
  const look = async (): Promise<AccountFields> => {
    if (!isAddress(fields.mail)) return fields;
    const found = await discovery.discover(fields.mail.trim());
    if (!found) return fields;
    setFields((before) => withFound(before, found, touched.current));
    return withFound(fields, found, touched.current);
  };
  const lookAtStart = useRef(look);
  useEffect(() => void lookAtStart.current(), []);
  const handleAddressEdited = () => {
    discovery.forget();
    setFields((before) => withoutFound(before, touched.current));
  };
  const test = async () => {
    setError(noError);
    await doctor.examine(toRequest(await look()));
  };
  const handleConnected = ({ isReconnected, mail }: { isReconnected: boolean; mail: string }) => {
    const doneText = accountTexts.signIn[isReconnected ? "reconnected" : "connected"];
    notify(doneText(mail));
    void rereadAccounts(client).then(onAdded);
  };
  const add = async () => {
    setBusy(true);
    setError(noError);
    doctor.forget();
    try {
      // When the Enter key submits the form, the lookup of the servers may still be running.
      const complete = isComplete(fields) ? fields : await look();
      const problem = problemOf(complete);
      if (problem) {
        setError({ message: problem, code: "" });
        // The field to fill in may be folded.
        if (isMailAddress(complete.mail) && !complete.imapHost.trim()) openServers(true);
        return;
      }
      await call("POST /imap/add", requestOf(complete));
      await rereadAccounts(client);
      onAdded();
    } catch (failure) {
      setError({
        message: sentenceOf(failure, addAccountTexts.failed),
        code: failure instanceof ApiFailure ? failure.code : "",
      });
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void add();
  };

  return (
    <>
      <DialogBody>
        <AddError {...error} appPasswordUrl={found?.appPasswordUrl ?? null} />
        <form id={form} noValidate onSubmit={handleSubmit} className="mt-3 flex flex-col gap-4">
          <LoginFields
            fields={fields}
            password={props.password}
            discovery={discovery.state}
            signIn={
              <MailSignIn
                wanted={found?.provider ?? null}
                hasPasswords={Boolean(found?.appPasswordUrl)}
                request={() => ownServersOf(fields, touched.current)}
                onConnected={handleConnected}
                onError={(message) => setError({ message, code: "" })}
                onCode={setHasCode}
              >
                <p className="flex items-center gap-3 text-label text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                  {accountTexts.signIn.or}
                </p>
              </MailSignIn>
            }
            isSigningIn={hasCode}
            onEdit={edit}
            onAddressEdited={handleAddressEdited}
            onAddressDone={() => void look()}
          />
          {!hasCode && (
            <ServerFields
              fields={fields}
              found={found}
              isOpen={areServersOpen}
              onToggle={openServers}
              onEdit={edit}
            />
          )}
        </form>
        <DoctorSteps examination={doctor.examination} className="mt-4" />
      </DialogBody>
      {!hasCode && (
        <DialogFooter>
          <Button
            tone="quiet"
            size="large"
            className="me-auto max-sm:w-full"
            disabled={isBusy || doctor.examination.isRunning || !isAddress(fields.mail)}
            onClick={() => void test()}
          >
            {doctor.examination.isRunning ? accountTexts.doctor.testing : accountTexts.doctor.test}
          </Button>
          <Button
            type="submit"
            form={form}
            tone="primary"
            size="large"
            disabled={isBusy}
            isBusy={isBusy}
            className="min-w-32 max-sm:w-full"
          >
            {isBusy ? addAccountTexts.submitting : addAccountTexts.submit}
          </Button>
        </DialogFooter>
      )}
    </>
  );
}

/** Shows why the account was not added, with help if the provider wants another password. */
function AddError(props: { message: string; code: string; appPasswordUrl: string | null }) {
  return (
    <FormError>
      {props.message && (
        <>
          {props.message}
          {isLoginRefused(props.code) && props.appPasswordUrl && (
            <>
              {" "}
              <HelpLink url={props.appPasswordUrl} label={addAccountTexts.appPasswordLink} />
            </>
          )}
        </>
      )}
    </FormError>
  );
}

const noError = { message: "", code: "" };

function isLoginRefused(code: string): boolean {
  return code === "account.app_password" || code === "account.bad_login";
}

function problemOf(fields: AccountFields): string {
  if (!isComplete(fields)) return addAccountTexts.fieldsRequired;
  return isMailAddress(fields.mail) ? "" : addAccountTexts.badAddress;
}
