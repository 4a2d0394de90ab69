import { limits } from "@inlet/contract/limits.ts";
import type { User } from "@inlet/contract/auth/user.ts";
import { type FormEvent, type ReactNode, type RefObject, useState } from "react";
import { call } from "#/api/client.ts";
import { focusMissing } from "#/features/sign-in/entry-fields.ts";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { SocialButtons } from "#/features/sign-in/social-buttons.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { startSession } from "#/state/session/session.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { PasswordInput } from "#/ui/form/password-input.tsx";

/** Name, address and password; `invite` is the value of an invitation link. */
export function SignUpForm(props: {
  invite: string | undefined;
  firstField: RefObject<HTMLInputElement | null>;
  onSignedUp: () => void;
  /** Error shown if the server gives no reason. */
  failed: string;
  /** The page of the app that the user was going to. */
  next?: string | undefined;
  /** Link to the sign-in form. */
  loginLink: ReactNode;
}) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);

  const signUp = async () => {
    setBusy(true);
    setError("");
    try {
      const input = {
        name: name.trim(),
        email: email.trim(),
        password,
        ...(props.invite && { invite: props.invite }),
      };
      const answer: Answer = await call("POST /user/register", input, { isAnonymous: true });
      const token = answer.token || answer.accessToken;
      if (!token) throw new Error(answer.error || answer.message || entryTexts.signUp.noToken);
      startSession({ user: answer.user, token });
      props.onSignedUp();
    } catch (failure) {
      setError(sentenceOf(failure, props.failed));
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const problem = problemOf({ name, email, password });
    setError(problem);
    if (problem) focusMissing(event);
    else void signUp();
  };
  const isMissing = (value: string) => error === entryTexts.signUp.fieldsRequired && !value.trim();
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    setError("");
    set(event.target.value);
  };

  return (
    <>
      <FormError>{error}</FormError>
      <form noValidate onSubmit={handleSubmit} className="mt-4 flex flex-col gap-4">
        <Field label={entryTexts.signUp.name}>
          {(control) => (
            <Input
              {...control}
              ref={props.firstField}
              name="name"
              autoComplete="name"
              required
              maxLength={limits.nameMaxLength}
              aria-invalid={isMissing(name)}
              value={name}
              onChange={edit(setName)}
            />
          )}
        </Field>
        <Field label={entryTexts.signUp.email}>
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
        <Field label={entryTexts.signUp.password} hint={entryTexts.signUp.passwordHint}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              required
              aria-invalid={isMissing(password) || error === entryTexts.signUp.passwordTooShort}
              value={password}
              onChange={edit(setPassword)}
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
          {isBusy ? entryTexts.signUp.submitting : entryTexts.signUp.submit}
        </Button>
      </form>
      <SocialButtons isSignUp invite={props.invite} next={props.next} />
      <p className="mt-6 text-center text-control text-ink-3">
        {entryTexts.signUp.hasAccount} {props.loginLink}
      </p>
      <p className="mt-2 text-center text-label">
        <a href="/privacy" className="text-ink-3 underline-offset-2 hover:underline">
          {entryTexts.signUp.privacy}
        </a>
      </p>
    </>
  );
}

/** A server behind another API may use another name for the token, or report errors with a success status. */
interface Answer {
  user: User;
  token?: string;
  accessToken?: string;
  error?: string;
  message?: string;
}

/** Returns the error of the fields, or "": empty ones first, then the password. */
function problemOf(fields: { name: string; email: string; password: string }): string {
  if (!fields.name.trim() || !fields.email.trim() || !fields.password) {
    return entryTexts.signUp.fieldsRequired;
  }
  return fields.password.length < limits.passwordMinLength
    ? entryTexts.signUp.passwordTooShort
    : "";
}
