import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { securityQuery } from "#/api/security-queries.ts";
import { FormFooter } from "#/features/security/form-footer.tsx";
import { PasswordField } from "#/features/security/password-field.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { DialogBody } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form-error.tsx";

/**
 * The part of a dialog that asks for the password before it goes on; of somebody who has none the server wants a fresh
 * sign-in instead. What `onConfirm` throws is said.
 */
export function PasswordStep(props: {
  /** Says that the password comes first, and why. */
  asksFirst?: boolean;
  hint?: string;
  /** What else is to be filled in, above the password. */
  children?: ReactNode;
  confirm: string;
  tone?: "primary" | "danger";
  onCancel: () => void;
  onConfirm: (password: string) => Promise<void>;
}) {
  const form = useId();
  // It was read for the panel behind the dialog.
  const { data: security } = useQuery({ ...securityQuery, staleTime: Infinity });
  const hasPassword = security?.hasPassword ?? true;
  const first = props.asksFirst ? securityTexts.secondFactor.passwordFirst : "";
  const hints = [hasPassword ? first : securityTexts.noPassword, props.hint];
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
          {hint && <p className="text-control text-ink-2">{hint}</p>}
          {props.children}
          {hasPassword && (
            <PasswordField
              label={securityTexts.secondFactor.password}
              value={password}
              onChange={(value) => {
                setError("");
                setPassword(value);
              }}
            />
          )}
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
