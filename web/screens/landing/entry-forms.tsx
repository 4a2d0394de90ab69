import { useEffect, useRef } from "react";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { formLink } from "#/features/sign-in/form-link.ts";
import { SignInForm } from "#/features/sign-in/sign-in-form.tsx";
import { SignUpForm } from "#/features/sign-in/sign-up-form.tsx";
import type { EntryDialog } from "#/features/landing/landing-menu.tsx";

/** The sign-in or sign-up form of the landing page's dialog; each links to the other. */
export function EntryForms(props: {
  dialog: EntryDialog;
  onChange: (dialog: EntryDialog) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  // The dialog is open before the forms are loaded.
  useEffect(() => place.current?.querySelector("input")?.focus(), [props.dialog]);
  const firstField = useRef<HTMLInputElement>(null);
  const enter = () => window.location.assign("/app");
  const other = (dialog: EntryDialog, label: string) => (
    <button type="button" onClick={() => props.onChange(dialog)} className={formLink}>
      {label}
    </button>
  );
  return (
    <div ref={place}>
      {props.dialog === "login" ? (
        <SignInForm onSignedIn={enter} signUpLink={other("signup", entryTexts.signIn.signUpLink)} />
      ) : (
        <>
          <h1 className="text-title font-semibold tracking-[-0.02em]">{entryTexts.signUp.title}</h1>
          <p className="mt-1 mb-6 text-control text-balance text-ink-3">{entryTexts.signUp.hint}</p>
          <SignUpForm
            invite={undefined}
            firstField={firstField}
            onSignedUp={enter}
            failed={entryTexts.signUp.failedInDialog}
            loginLink={other("login", entryTexts.signUp.loginLink)}
          />
        </>
      )}
    </div>
  );
}
