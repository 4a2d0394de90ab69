import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { EntryPage, entryCard, entryLink } from "#/features/sign-in/entry-page.tsx";
import { formLink } from "#/features/sign-in/form-link.ts";
import { SignUpForm } from "#/features/sign-in/sign-up-form.tsx";
import { cn } from "#/lib/class-names.ts";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";

/** Sign-up: a form that is open from the start, and the button that moves to it. */
export function SignUp() {
  const { invite, next } = useSearch({ from: "/signup" });
  const navigate = useNavigate();
  const firstField = useRef<HTMLInputElement>(null);
  const links = (
    <>
      <Link to="/login" className={entryLink}>
        {entryTexts.signIn.links.login}
      </Link>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-controls="sign-up"
        aria-expanded="true"
        onClick={() => firstField.current?.focus()}
        className={entryLink}
      >
        {entryTexts.signUp.trigger}
      </button>
    </>
  );
  return (
    <EntryPage links={links}>
      <title>{`${entryTexts.signUp.trigger} · ${pageTexts.product}`}</title>
      <dialog
        open
        id="sign-up"
        aria-labelledby="sign-up-title"
        className={cn("static m-0", entryCard)}
      >
        <h1 id="sign-up-title" className="text-title font-semibold tracking-[-0.02em]">
          {entryTexts.signUp.title}
        </h1>
        <p className="mt-1 mb-6 text-control text-balance text-ink-3">{entryTexts.signUp.hint}</p>
        <SignUpForm
          invite={invite}
          next={next}
          firstField={firstField}
          onSignedUp={() => void navigate({ href: next ?? "/app", replace: true })}
          failed={entryTexts.signUp.failed}
          loginLink={
            <Link to="/login" search={{ next }} className={formLink}>
              {entryTexts.signUp.loginLink}
            </Link>
          }
        />
      </dialog>
    </EntryPage>
  );
}
