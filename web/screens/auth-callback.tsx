import type { EntryError } from "@inlet/contract/social-sign-in.ts";
import type { User } from "@inlet/contract/user.ts";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { callbackTexts } from "#/features/sign-in/callback-texts.ts";
import { EntryPage, entryCard } from "#/features/sign-in/entry-page.tsx";
import { formLink } from "#/features/sign-in/form-link.ts";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { isAuthenticated, startSession } from "#/state/session.ts";
import { takeSocialStart } from "#/state/social-start.ts";
import { takeToken } from "#/state/social-token.ts";
import { Button, Turning } from "#/ui/button.tsx";

/**
 * Where a sign-in elsewhere ends. An address with a token can be sent by anybody: unless the sign-in began in this tab,
 * the person is asked before they find themselves in another's account.
 */
export function AuthCallback() {
  const navigate = useNavigate();
  const [asked, ask] = useState<{ user: User; token: string } | null>(null);
  const isTaken = useRef(false);

  useEffect(() => {
    // The token is there once: a second effect of the same page would find none.
    if (isTaken.current) return;
    isTaken.current = true;
    const finish = async () => {
      const token = takeToken();
      const begun = takeSocialStart();
      const next = begun || undefined;
      const fail = (error: EntryError) =>
        navigate({ to: "/login", search: { error, next }, replace: true });
      // Nobody is moved out of the account that they are in.
      if (isAuthenticated()) return navigate({ to: "/app", replace: true });
      if (!token) return fail("google_failed");
      const user = await profileOf(token);
      if (!user) return fail("no_profile");
      if (begun === null) return ask({ user, token });
      startSession({ user, token });
      return navigate({ href: next ?? "/app", replace: true });
    };
    void finish();
  }, [navigate]);

  const handleContinue = () => {
    if (!asked) return;
    startSession(asked);
    void navigate({ to: "/app", replace: true });
  };
  return (
    <EntryPage links={null}>
      <title>{`${callbackTexts.title} · ${pageTexts.product}`}</title>
      {asked ? (
        <section className={entryCard}>
          <h1 className="text-subject font-semibold tracking-[-0.012em] wrap-anywhere">
            {callbackTexts.question(asked.user.email)}
          </h1>
          <p className="mt-2 mb-6 text-control text-ink-2">{callbackTexts.hint}</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button tone="primary" size="large" onClick={handleContinue}>
              {callbackTexts.confirm}
            </Button>
            <Link to="/login" replace className={cn(formLink, "text-control")}>
              {callbackTexts.refuse}
            </Link>
          </div>
        </section>
      ) : (
        <p role="status" className="flex items-center gap-3 text-ui text-ink-2">
          <Turning /> {callbackTexts.busy}
        </p>
      )}
    </EntryPage>
  );
}

/** Whose token it is; null when it is nobody's, or the server cannot say. The token is not kept for that. */
async function profileOf(token: string): Promise<User | null> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    return (await call("GET /user/profile", {}, { isAnonymous: true, headers })).user;
  } catch {
    return null;
  }
}
