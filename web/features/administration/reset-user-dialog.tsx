import type { AdminUser } from "@inlet/contract/admin/admin-users.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { registrationQuery } from "#/api/admin-queries.ts";
import { call } from "#/api/client.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { ConfirmAdmin } from "#/features/administration/confirm-admin.tsx";
import { ShownLink } from "#/features/administration/shown-link.tsx";
import { notify } from "#/state/changes/toasts.ts";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Dialog } from "#/ui/dialog.tsx";

const words = adminTexts.users.reset;

/** Creates a link with which a user chooses a new password. */
export function ResetUserDialog(props: { user: AdminUser; isOpen: boolean; onClose: () => void }) {
  const { id, name, email } = props.user;
  const { data: registration } = useQuery({ ...registrationQuery, enabled: props.isOpen });
  const [wantsMail, setWantsMail] = useState(true);
  const [url, setUrl] = useState("");
  const isMailed = wantsMail && registration?.sendsMail === true;
  const confirm = async (password: string) => {
    const made = await call("POST /admin/users/{id}/reset", { id, password, isMailed });
    if (made.url !== null) {
      setUrl(made.url);
      return;
    }
    notify(words.sent(email));
    props.onClose();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.title(name || email)}
      closeLabel={adminTexts.close}
    >
      {url ? (
        <ShownLink url={url} hint={words.shown} onDone={props.onClose} />
      ) : (
        <ConfirmAdmin
          hint={words.hint}
          confirm={isMailed ? words.send : words.confirm}
          onCancel={props.onClose}
          onConfirm={confirm}
        >
          {registration?.sendsMail && (
            <Checkbox isChecked={wantsMail} onChange={setWantsMail} label={words.mailed} />
          )}
        </ConfirmAdmin>
      )}
    </Dialog>
  );
}
