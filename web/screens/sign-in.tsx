import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { EntryPage, entryCard, entryLink } from "#/features/sign-in/entry-page.tsx";
import { SignInForm } from "#/features/sign-in/sign-in-form.tsx";
import { texts } from "#/lib/texts.ts";

/** Sign-in, the whole page. */
export function SignIn() {
  const { next } = useSearch({ from: "/login" });
  const navigate = useNavigate();
  const links = (
    <>
      <Link to="/login" className={entryLink}>
        {texts.signIn.links.login}
      </Link>
      <Link to="/signup" className={entryLink}>
        {texts.signIn.links.signUp}
      </Link>
    </>
  );
  return (
    <EntryPage links={links}>
      <title>{`${texts.signIn.links.login} · ${texts.product}`}</title>
      <section className={entryCard}>
        <SignInForm onSignedIn={() => void navigate({ href: next ?? "/app", replace: true })} />
      </section>
    </EntryPage>
  );
}
