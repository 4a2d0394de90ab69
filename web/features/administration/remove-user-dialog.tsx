import type { AdminUser } from "@inlet/contract/admin/admin-users.ts";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { ConfirmAdmin } from "#/features/administration/confirm-admin.tsx";
import { notify } from "#/state/changes/toasts.ts";
import { Dialog } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";

const words = adminTexts.users.remove;

/** Deletes a user with all their data, once their address was typed. */
export function RemoveUserDialog(props: {
  user: AdminUser;
  isOpen: boolean;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const { id, name, email } = props.user;
  const [confirmation, setConfirmation] = useState("");
  const who = name || email;
  const confirm = async (password: string) => {
    await call("POST /admin/users/{id}/delete", { id, password, confirmation });
    notify(words.done(who));
    props.onClose();
    props.onDone();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.title(who)}
      closeLabel={adminTexts.close}
      role="alertdialog"
    >
      <ConfirmAdmin
        hint={words.hint}
        confirm={words.confirm}
        busy={words.deleting}
        tone="danger"
        onCancel={props.onClose}
        onConfirm={confirm}
      >
        <Field label={words.confirmation(email)}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              value={confirmation}
              onChange={({ target }) => setConfirmation(target.value)}
            />
          )}
        </Field>
      </ConfirmAdmin>
    </Dialog>
  );
}
