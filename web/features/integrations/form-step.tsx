import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { securityQuery } from "#/api/security-queries.ts";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { texts } from "#/lib/texts.ts";
import { Button } from "#/ui/button.tsx";
import { DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { Field } from "#/ui/field.tsx";
import { FormError } from "#/ui/form-error.tsx";
import { PasswordInput } from "#/ui/password-input.tsx";

/**
 * The part of a dialog that is a form, and asks for the password where it should; of somebody who has none the server
 * wants a fresh sign-in instead. What `onConfirm` throws is said.
 */
export function FormStep(props: {
  children?: ReactNode;
  asksPassword?: boolean;
  confirm: string;
  tone?: "primary" | "danger";
  onCancel: () => void;
  onConfirm: (password: string) => Promise<void>;
}) {
  const form = useId();
  const { data: security } = useQuery({ ...securityQuery, enabled: props.asksPassword === true });
  const hasPassword = security?.hasPassword ?? true;
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setError("");
    try {
      await props.onConfirm(password);
    } catch (failure) {
      setError((failure instanceof Error && failure.message) || words.failed);
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
          {props.children}
          {props.asksPassword && !hasPassword && (
            <p className="text-control text-ink-2">{words.noPassword}</p>
          )}
          {props.asksPassword && hasPassword && (
            <Field label={words.password}>
              {(control) => (
                <PasswordInput
                  {...control}
                  autoComplete="current-password"
                  required
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                  showLabel={pageTexts.showPassword}
                  hideLabel={pageTexts.hidePassword}
                />
              )}
            </Field>
          )}
        </form>
      </DialogBody>
      <DialogFooter>
        <Button tone="quiet" size="large" onClick={props.onCancel}>
          {texts.cancel}
        </Button>
        <Button
          type="submit"
          form={form}
          tone={props.tone ?? "primary"}
          size="large"
          disabled={isBusy}
          isBusy={isBusy}
        >
          {isBusy ? words.busy : props.confirm}
        </Button>
      </DialogFooter>
    </>
  );
}
