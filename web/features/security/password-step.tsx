import { type FormEvent, type ReactNode, useId, useState } from "react";
import { FormFooter } from "#/features/security/form-footer.tsx";
import { PasswordField } from "#/features/security/password-field.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { DialogBody } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form-error.tsx";

/** The part of a dialog that asks for the password before it goes on. What `onConfirm` throws is said. */
export function PasswordStep(props: {
  hint?: string;
  /** What else is to be filled in, above the password. */
  children?: ReactNode;
  confirm: string;
  tone?: "primary" | "danger";
  onCancel: () => void;
  onConfirm: (password: string) => Promise<void>;
}) {
  const form = useId();
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setError("");
    try {
      await props.onConfirm(password);
    } catch (failure) {
      setError((failure instanceof Error && failure.message) || securityTexts.failed);
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void confirm();
  };
  return (
    <>
      <DialogBody>
        <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
          <FormError>{error}</FormError>
          {props.hint && <p className="text-control text-ink-2">{props.hint}</p>}
          {props.children}
          <PasswordField
            label={securityTexts.secondFactor.password}
            value={password}
            onChange={(value) => {
              setError("");
              setPassword(value);
            }}
          />
        </form>
      </DialogBody>
      <FormFooter
        form={form}
        submit={props.confirm}
        tone={props.tone ?? "primary"}
        isBusy={isBusy}
        onCancel={props.onCancel}
      />
    </>
  );
}
