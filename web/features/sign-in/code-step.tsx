import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiFailure } from "#/api/client.ts";
import { secondStepTexts as words } from "#/features/sign-in/second-step-texts.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";

const link = "font-medium text-accent-ink underline-offset-2 hover:underline coarse:min-h-11";

/** Asks for a code of the authenticator app, or a recovery code. Shows the error that `onCode` throws. */
export function CodeStep(props: {
  hint: string;
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}) {
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isRecovery]);

  const signIn = async () => {
    setBusy(true);
    setError("");
    try {
      await props.onCode(code);
    } catch (failure) {
      setError(
        failure instanceof ApiFailure && failure.code !== "unknown"
          ? failure.message
          : words.failed,
      );
      setBusy(false);
      field.current?.focus();
      field.current?.select();
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === "") setError(words.missing);
    else void signIn();
  };
  const change = () => {
    setRecovery(!isRecovery);
    setCode("");
    setError("");
  };
  return (
    <>
      <h1 className="text-title font-semibold tracking-[-0.02em]">{words.title}</h1>
      <p className="mt-1 mb-6 text-control text-ink-3">{props.hint}</p>
      <FormError>{error}</FormError>
      <form noValidate onSubmit={handleSubmit} className="mt-4 flex flex-col gap-4">
        <Field
          key={String(isRecovery)}
          label={isRecovery ? words.recoveryCode : words.code}
          hint={isRecovery ? words.recoveryHint : undefined}
        >
          {(control) => (
            <Input
              {...control}
              ref={field}
              name="code"
              inputMode={isRecovery ? "text" : "numeric"}
              autoComplete={isRecovery ? "off" : "one-time-code"}
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={64}
              value={code}
              onChange={(event) => {
                setError("");
                setCode(event.target.value);
              }}
              className="tabular"
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
      <div className="mt-6 flex flex-wrap justify-between gap-x-4 gap-y-2 text-control">
        <button type="button" className={link} onClick={change}>
          {isRecovery ? words.useApp : words.useRecovery}
        </button>
        <button type="button" className={link} onClick={props.onBack}>
          {words.back}
        </button>
      </div>
    </>
  );
}
