import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { ApiFailure, call } from "#/api/client.ts";
import { focusMissing } from "#/features/sign-in/entry-fields.ts";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { formLink } from "#/features/sign-in/form-link.ts";
import { canHavePasskeys } from "#/lib/can-have-passkeys.ts";
import { SocialButtons } from "#/features/sign-in/social-buttons.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { startSession } from "#/state/session/session.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";

// Few accounts need it, and only after the password was correct.
const SecondStep = lazy(async () => {
  const { SecondStep: Part } = await import("#/features/sign-in/second-step.tsx");
  return { default: Part };
});

const ForgotPassword = lazy(async () => {
  const { ForgotPassword: Part } = await import("#/features/sign-in/forgot-password.tsx");
  return { default: Part };
});

/** Email and password; `onSignedIn` is called once the session is stored; `signUpLink` is a link to the other form. */
export function SignInForm({
  firstError = "",
  next,
  onSignedIn,
  signUpLink,
}: {
  /** Error shown until something is typed. */
  firstError?: string;
  /** The page of the app that the user was going to. */
  next?: string | undefined;
  onSignedIn: () => void;
  signUpLink: ReactNode;
}) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState(firstError);
  const [isBusy, setBusy] = useState(false);
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [isForgotten, setForgotten] = useState(false);

  const signIn = async () => {
    if (!email.trim() || !password) {
      setError(entryTexts.signIn.fieldsRequired);
      return;
    }
    setBusy(true);
    setError("");
    try {
      const input = { email: email.trim(), password };
      startSession(await call("POST /user/login", input, { isAnonymous: true }));
      onSignedIn();
    } catch (failure) {
      if (isCodeRequest(failure)) setCodeAsked(true);
      else setError(refusalOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const showPasskey = async () => {
    setError("");
    try {
      const { signInWithPasskey } = await import("#/features/sign-in/passkey-sign-in.ts");
      if (await signInWithPasskey()) onSignedIn();
    } catch (failure) {
      setError(refusalOf(failure));
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    focusMissing(event);
    if (!isBusy) void signIn();
  };
  const isMissing = (value: string) => error === entryTexts.signIn.fieldsRequired && !value.trim();
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    setError("");
    set(event.target.value);
  };

  if (isCodeAsked) {
    const back = () => setCodeAsked(false);
    return (
      <Suspense>
        <SecondStep {...{ email, password, onSignedIn }} onBack={back} />
      </Suspense>
    );
  }
  if (isForgotten) {
    return (
      <Suspense>
        <ForgotPassword email={email} onBack={() => setForgotten(false)} />
      </Suspense>
    );
  }
  return (
    <>
      <h1 className="text-title font-semibold tracking-[-0.02em]">{entryTexts.signIn.title}</h1>
      <p className="mt-1 mb-6 text-control text-ink-3">{entryTexts.signIn.hint}</p>
      <FormError>{error}</FormError>
      <form noValidate onSubmit={handleSubmit} className="mt-4 flex flex-col gap-4 coarse:gap-4.5">
        <Field label={entryTexts.signIn.email}>
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
              autoComplete="email"
              required
              aria-invalid={isMissing(email)}
              value={email}
              onChange={edit(setEmail)}
            />
          )}
        </Field>
        <div className="relative">
          <Field label={entryTexts.signIn.password}>
            {(control) => (
              <PasswordInput
                {...control}
                name="password"
                autoComplete="current-password"
                required
                aria-invalid={isMissing(password)}
                value={password}
                onChange={edit(setPassword)}
                showLabel={pageTexts.showPassword}
                hideLabel={pageTexts.hidePassword}
              />
            )}
          </Field>
          {/* After the field: the Tab key leads from the address to the password. */}
          <button
            type="button"
            onClick={() => setForgotten(true)}
            className={`absolute end-0 top-0 text-control ${formLink} coarse:-top-4.5 coarse:h-11 coarse:pt-3`}
          >
            {entryTexts.signIn.forgot}
          </button>
        </div>
        <Button
          type="submit"
          tone="primary"
          size="large"
          disabled={isBusy}
          isBusy={isBusy}
          className="mt-1"
        >
          {isBusy ? entryTexts.signIn.submitting : entryTexts.signIn.submit}
        </Button>
      </form>
      {canHavePasskeys() && (
        <Button size="large" onClick={() => void showPasskey()} className="mt-3 w-full">
          {entryTexts.signIn.passkey}
        </Button>
      )}
      <SocialButtons next={next} />
      <p className="mt-6 text-center text-control text-ink-3">
        {entryTexts.signIn.noAccount} {signUpLink}
      </p>
    </>
  );
}

function isCodeRequest(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === "login.second_factor_required";
}

function refusalOf(failure: unknown): string {
  const isAnswer = failure instanceof ApiFailure;
  return isAnswer ? sentenceOf(failure, entryTexts.signIn.failed) : entryTexts.signIn.failedInForm;
}
