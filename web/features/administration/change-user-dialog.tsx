import type { AdminUser } from "@inlet/contract/admin/admin-users.ts";
import { call } from "#/api/client.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { ConfirmAdmin } from "#/features/administration/confirm-admin.tsx";
import { notify } from "#/state/changes/toasts.ts";
import { Dialog } from "#/ui/dialog.tsx";

const changes = {
  promote: { role: "admin" },
  demote: { role: "user" },
  disable: { isDisabled: true },
  enable: { isDisabled: false },
} as const;

/** Makes a user an administrator or revokes that, and disables or enables the user. */
export function ChangeUserDialog(props: {
  user: AdminUser;
  what: keyof typeof changes;
  isOpen: boolean;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const { id, name, email } = props.user;
  const words = adminTexts.users[props.what];
  const who = name || email;
  const confirm = async (password: string) => {
    await call("PATCH /admin/users/{id}", { id, password, ...changes[props.what] });
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
      width="narrow"
    >
      <ConfirmAdmin
        hint={words.hint}
        confirm={words.confirm}
        tone={props.what === "disable" ? "danger" : "primary"}
        onCancel={props.onClose}
        onConfirm={confirm}
      />
    </Dialog>
  );
}
