import { limits } from "@inlet/contract/limits.ts";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiFailure, call } from "#/api/client.ts";
import { mailedLinkTexts } from "#/features/sign-in/mailed-link-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";

const words = mailedLinkTexts.reset;

/** The form for a new password, after the link in the email was followed; `forgotLink` requests another link. */
export function ResetPassword(props: { token: string; onDone: () => void; forgotLink: ReactNode }) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [isOver, setOver] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const save = async () => {
    setBusy(true);
    setError("");
    try {
      const { token } = props;
      await call("POST /user/reset", { token, password }, { isAnonymous: true });
      props.onDone();
    } catch (failure) {
      const isKnown = failure instanceof ApiFailure && failure.code !== "unknown";
      setError(isKnown ? failure.message : words.failed);
      setOver(isKnown && failure.code === "link.expired");
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    // Counts characters and not UTF-16 code units.
    if (Array.from(password).length < limits.passwordMinLength) setError(words.tooShort);
    else void save();
  };
  return (
    <>
      <h1 className="text-title font-semibold tracking-[-0.02em]">{words.title}</h1>
      <p className="mt-1 mb-6 text-control text-ink-3">{words.hint}</p>
      <FormError>{error}</FormError>
      {isOver ? (
        <p className="mt-6 text-center text-control">{props.forgotLink}</p>
      ) : (
        <form noValidate onSubmit={handleSubmit} className="mt-4 flex flex-col gap-4">
          <Field label={words.password} hint={words.passwordHint}>
            {(control) => (
              <PasswordInput
                {...control}
                ref={field}
                name="password"
                autoComplete="new-password"
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
          <Button
            type="submit"
            tone="primary"
            size="large"
            disabled={isBusy}
            isBusy={isBusy}
            className="mt-1"
          >
            {isBusy ? words.submitting : words.submit}
          </Button>
        </form>
      )}
    </>
  );
}
