import { type FormEvent, useId, useState } from "react";
import { securityTexts } from "#/features/security/security-texts.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { Button } from "#/ui/button.tsx";
import { DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/field.tsx";
import { FormError } from "#/ui/form-error.tsx";
import { PasswordInput } from "#/ui/password-input.tsx";

/** The part of a dialog that asks for the password before it goes on. What `onConfirm` throws is said. */
export function PasswordStep(props: {
  hint: string;
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
          <p className="text-control text-ink-2">{props.hint}</p>
          <Field label={securityTexts.secondFactor.password}>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => {
                  setError("");
                  setPassword(event.target.value);
                }}
                showLabel={pageTexts.showPassword}
                hideLabel={pageTexts.hidePassword}
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button tone="quiet" size="large" onClick={props.onCancel}>
          {securityTexts.cancel}
        </Button>
        <Button
          type="submit"
          form={form}
          tone={props.tone ?? "primary"}
          size="large"
          disabled={isBusy}
          isBusy={isBusy}
        >
          {isBusy ? securityTexts.checking : props.confirm}
        </Button>
      </DialogFooter>
    </>
  );
}
