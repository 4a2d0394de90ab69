import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { EntryPage, entryCard, entryLink } from "#/features/sign-in/entry-page.tsx";
import { formLink } from "#/features/sign-in/form-link.ts";
import { SignInForm } from "#/features/sign-in/sign-in-form.tsx";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { socialStart } from "#/state/session/social-start.ts";

/** The sign-in page. */
export function SignIn() {
  const { next: asked, error } = useSearch({ from: "/login" });
  // A failed sign-in at a provider returns here without the page that the user wanted to open.
  const next = asked ?? ((error && socialStart()) || undefined);
  const navigate = useNavigate();
  const sentence = useSentenceOf(error);
  const links = (
    <>
      <Link to="/login" className={entryLink}>
        {entryTexts.signIn.links.login}
      </Link>
      <Link to="/signup" className={entryLink}>
        {entryTexts.signIn.links.signUp}
      </Link>
    </>
  );
  return (
    <EntryPage links={links}>
      <title>{`${entryTexts.signIn.links.login} · ${pageTexts.product}`}</title>
      <section className={entryCard}>
        <SignInForm
          // The message arrives a moment later, before the user has typed.
          key={sentence}
          firstError={sentence}
          next={next}
          onSignedIn={() => void navigate({ href: next ?? "/app", replace: true })}
          signUpLink={
            <Link to="/signup" search={{ next }} className={formLink}>
              {entryTexts.signIn.signUpLink}
            </Link>
          }
        />
      </section>
    </EntryPage>
  );
}

/** Returns the text for the error in the address; empty if the error is unknown. */
function useSentenceOf(error: string | undefined): string {
  const [sentence, setSentence] = useState("");
  useEffect(() => {
    if (!error) return;
    const say = async () => {
      // Few visitors have such an address, so the texts are loaded lazily.
      const { refusalTexts } = await import("#/features/sign-in/refusal-texts.ts");
      const known: Readonly<Record<string, string>> = refusalTexts;
      setSentence((Object.hasOwn(known, error) && known[error]) || "");
    };
    void say();
  }, [error]);
  return sentence;
}
