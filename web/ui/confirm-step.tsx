import { type FormEvent, type ReactNode, useId, useState } from "react";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { DialogBody } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { FormFooter } from "#/ui/form/form-footer.tsx";
import { PasswordField } from "#/ui/form/password-field.tsx";

/** Texts of the step. */
interface ConfirmWords {
  password: string;
  /** Text that explains why the password is required first. */
  passwordFirst?: string;
  /** For a user without a password: the server requires a fresh sign-in instead. */
  noPassword: string;
  cancel: string;
  busy: string;
  failed: string;
}

export interface ConfirmStepProps {
  words: ConfirmWords;
  /** Text above the fields. */
  hint?: string;
  /** Fields above the password. */
  children?: ReactNode;
  asksPassword: boolean;
  hasPassword: boolean;
  confirm: string;
  tone?: "primary" | "danger";
  onCancel: () => void;
  onConfirm: (password: string) => Promise<void>;
}

/** Part of a dialog with a form, which may require the password. Shows the error that `onConfirm` throws. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { words, asksPassword, hasPassword } = props;
  const form = useId();
  const hints = [hasPassword ? words.passwordFirst : "", props.hint];
  const hint = hints.filter(Boolean).join(" ");
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setError("");
    try {
      await props.onConfirm(password);
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void confirm();
  };
  const handlePassword = (value: string) => {
    setError("");
    setPassword(value);
  };
  return (
    <>
      <DialogBody>
        <form id={form} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
          <FormError>{error}</FormError>
          {hint && <p className="text-control text-ink-2">{hint}</p>}
          {props.children}
          {asksPassword && !hasPassword && (
            <p className="text-control text-ink-2">{words.noPassword}</p>
          )}
          {asksPassword && hasPassword && (
            <PasswordField label={words.password} value={password} onChange={handlePassword} />
          )}
        </form>
      </DialogBody>
      <FormFooter
        form={form}
        submit={props.confirm}
        words={words}
        tone={props.tone ?? "primary"}
        isBusy={isBusy}
        onCancel={props.onCancel}
      />
    </>
  );
}
