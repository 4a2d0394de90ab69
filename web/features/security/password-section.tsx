import type { Security } from "@inlet/contract/auth/security.ts";
import { limits } from "@inlet/contract/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "#/api/client.ts";
import { securityQuery, sessionsQuery } from "#/api/security-queries.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { FormFooter } from "#/ui/form/form-footer.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { timeAgo } from "#/features/security/time-ago.ts";
import { useOpening } from "#/features/security/use-opening.ts";
import { useNow } from "#/lib/use-now.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = securityTexts.password;

/** The age of the password, and a way to change it. */
export function PasswordSection({ security }: { security: Security }) {
  const now = useNow();
  const dialog = useOpening();
  const { hasPassword } = security;
  return (
    <SettingCard
      title={words.title}
      hint={hasPassword ? words.lastChanged(timeAgo(security.passwordChangedAt, now)) : words.none}
      actions={<Button onClick={dialog.open}>{hasPassword ? words.change : words.set}</Button>}
    >
      <PasswordDialog
        key={dialog.round}
        hasPassword={hasPassword}
        isOpen={dialog.isOpen}
        onClose={dialog.close}
      />
    </SettingCard>
  );
}

function PasswordDialog(props: { hasPassword: boolean; isOpen: boolean; onClose: () => void }) {
  // The dialog keeps its texts while it closes.
  const [hasPassword] = useState(props.hasPassword);
  const client = useQueryClient();
  const form = useId();
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);

  const change = async () => {
    setBusy(true);
    try {
      await call("POST /user/password", { password, newPassword });
      props.onClose();
      notify(hasPassword ? words.changed : words.isSet);
      for (const { queryKey } of [securityQuery, sessionsQuery]) {
        void client.invalidateQueries({ queryKey });
      }
    } catch (failure) {
      setError(sentenceOf(failure, securityTexts.failed));
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const isLong = Array.from(newPassword).length >= limits.passwordMinLength;
    setError(isLong ? "" : words.tooShort);
    if (isLong) void change();
  };
  const edit = (set: (value: string) => void) => (value: string) => {
    setError("");
    set(value);
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={hasPassword ? words.change : words.set}
      description={hasPassword ? words.hint : words.setHint}
      closeLabel={securityTexts.close}
      width="narrow"
    >
      <DialogBody>
        <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
          <FormError>{error}</FormError>
          {hasPassword ? (
            <PasswordField label={words.current} value={password} onChange={edit(setPassword)} />
          ) : (
            <p className="text-control text-ink-2">{securityTexts.noPassword}</p>
          )}
          <PasswordField
            label={words.new}
            hint={words.newHint}
            isNew
            value={newPassword}
            onChange={edit(setNewPassword)}
          />
        </form>
      </DialogBody>
      <FormFooter
        form={form}
        submit={hasPassword ? words.change : words.set}
        words={{ cancel: securityTexts.cancel, busy: hasPassword ? words.changing : words.setting }}
        isBusy={isBusy}
        onCancel={props.onClose}
      />
    </Dialog>
  );
}
