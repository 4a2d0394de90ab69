import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { deviceName } from "#/features/security/device-name.ts";
import { passkeyTexts as words } from "#/features/security/passkey-texts.ts";
import { PasswordStep } from "#/features/security/password-step.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Dialog } from "#/ui/dialog.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";

/** Dialog to add a passkey: its name and the password here, then the prompt of the device. */
export function AddPasskeyDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  onAdded: () => unknown;
}) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const add = async (password: string) => {
    const { options } = await call("POST /user/passkeys/start", { password });
    const made = await makePasskey(options);
    await call("POST /user/passkeys", { name, made });
    props.onClose();
    props.onAdded();
    notify(words.isAdded);
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={words.addTitle}
      closeLabel={securityTexts.close}
      width="narrow"
    >
      <PasswordStep
        asksFirst
        hint={words.addHint}
        confirm={securityTexts.continue}
        onCancel={props.onClose}
        onConfirm={add}
      >
        <Field label={words.name} hint={words.nameHint}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </PasswordStep>
    </Dialog>
  );
}

/** Makes the browser ask a device for a passkey. If that fails, throws an error with a message for the user. */
async function makePasskey(options: Record<string, unknown>) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    // The server uses the JSON format of the standard.
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return await startRegistration({ optionsJSON });
  } catch (failure) {
    const isThere = failure instanceof Error && failure.name === "InvalidStateError";
    throw new Error(isThere ? words.isThere : words.cancelled, { cause: failure });
  }
}
