import type { User } from "@inlet/contract/auth/user.ts";
import { type FormEvent, useId, useState } from "react";
import { call } from "#/api/client.ts";
import { wipe } from "#/api/device-store.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { FormFooter } from "#/ui/form/form-footer.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { useOpening } from "#/features/security/use-opening.ts";
import { endSessionBy, useSession } from "#/state/session/session.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = securityTexts.leave;

/** Dialog to delete the user's account. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const user = useSession((session) => session.user);
  const dialog = useOpening();
  return (
    <SettingCard
      title={words.title}
      hint={words.hint}
      actions={
        <Button onClick={dialog.open} className="text-danger!">
          {words.open}
        </Button>
      }
    >
      {user && (
        <LeaveDialog
          key={dialog.round}
          hasPassword={hasPassword}
          isOpen={dialog.isOpen}
          user={user}
          onClose={dialog.close}
        />
      )}
    </SettingCard>
  );
}

function LeaveDialog(props: {
  hasPassword: boolean;
  isOpen: boolean;
  user: User;
  onClose: () => void;
}) {
  const { id, email } = props.user;
  const form = useId();
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await endSessionBy(() => call("POST /user/delete", { password, confirmation }));
      forgetHere(id);
    } catch (failure) {
      setError(sentenceOf(failure, securityTexts.failed));
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const isMeant = confirmation.trim().toLowerCase() === email.toLowerCase();
    setError(isMeant ? "" : words.mismatch);
    if (isMeant) void leave();
  };
  const edit = (set: (value: string) => void) => (value: string) => {
    setError("");
    set(value);
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && !isBusy && props.onClose()}
      title={words.title}
      closeLabel={securityTexts.close}
      role="alertdialog"
      width="narrow"
    >
      <DialogBody>
        <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
          <FormError>{error}</FormError>
          <p className="text-control text-ink-2">{words.question}</p>
          {props.hasPassword ? (
            <PasswordField label={words.password} value={password} onChange={edit(setPassword)} />
          ) : (
            <p className="text-control text-ink-2">{securityTexts.noPassword}</p>
          )}
          <Field label={words.confirmation(email)}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
                value={confirmation}
                onChange={(event) => edit(setConfirmation)(event.target.value)}
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <FormFooter
        form={form}
        submit={words.confirm}
        words={{ cancel: securityTexts.cancel, busy: words.deleting }}
        tone="danger"
        isBusy={isBusy}
        isHeld={isBusy}
        onCancel={props.onClose}
      />
    </Dialog>
  );
}

/** Deletes local copies, pending changes and unsaved drafts: all are stored under names that contain the user id. */
function forgetHere(userId: string): void {
  void wipe(userId, ["lists", "mails", "changes", "outgoing"]);
  for (const key of Object.keys(localStorage)) {
    if (key.includes(userId)) localStorage.removeItem(key);
  }
}
