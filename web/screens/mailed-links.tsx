import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { EntryPage, entryCard, entryLink } from "#/features/sign-in/entry-page.tsx";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { ForgotPassword } from "#/features/sign-in/forgot-password.tsx";
import { formLink } from "#/features/sign-in/form-link.ts";
import { mailedLinkTexts } from "#/features/sign-in/mailed-link-texts.ts";
import { ResetPassword } from "#/features/sign-in/reset-password.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { endSession, isAuthenticated } from "#/state/session/session.ts";
import { Turning } from "#/ui/button.tsx";

const words = mailedLinkTexts;

/** Page to request a link for a new password. */
export function Forgot() {
  const navigate = useNavigate();
  return (
    <Page title={words.forgot.title}>
      <ForgotPassword email="" onBack={() => void navigate({ to: "/login" })} />
    </Page>
  );
}

/** Page that the link for a new password opens. */
export function Reset() {
  const token = useToken("/reset");
  const [isDone, setDone] = useState(false);
  const forgotLink = (
    <Link to="/forgot" className={formLink}>
      {words.reset.askAgain}
    </Link>
  );
  return (
    <Page title={words.reset.title}>
      {isDone ? (
        <Outcome title={words.reset.doneTitle} text={words.reset.done}>
          <Link
            to="/login"
            className={primaryLink}
            onClick={() => {
              // A session in this browser has ended with the old password.
              if (isAuthenticated()) endSession({ hasExpired: true });
            }}
          >
            {words.reset.signIn}
          </Link>
        </Outcome>
      ) : (
        <ResetPassword token={token} onDone={() => setDone(true)} forgotLink={forgotLink} />
      )}
    </Page>
  );
}

/** Page that the link to confirm an address opens. */
export function Verify() {
  const token = useToken("/verify");
  const [error, setError] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const isAsked = useRef(false);
  useEffect(() => {
    // The link works only once: a second effect of the same page must not use it up.
    if (isAsked.current) return;
    isAsked.current = true;
    call("POST /user/verify", { token }, { isAnonymous: true }).then(
      () => setDone(true),
      (failure: unknown) => {
        setError(sentenceOf(failure, words.verify.failed));
      },
    );
  }, [token]);
  const open = (
    <Link to="/app" className={primaryLink}>
      {words.verify.open}
    </Link>
  );
  if (error !== null) {
    return (
      <Page title={words.verify.failedTitle}>
        <Outcome title={words.verify.failedTitle} text={`${error} ${words.verify.failedHint}`}>
          {open}
        </Outcome>
      </Page>
    );
  }
  return (
    <Page title={words.verify.title}>
      {isDone ? (
        <Outcome title={words.verify.doneTitle} text={words.verify.done}>
          {open}
        </Outcome>
      ) : (
        <p role="status" className="flex items-center gap-3 text-ui text-ink-2">
          <Turning /> {words.verify.checking}
        </p>
      )}
    </Page>
  );
}

/** Returns the token of the address and removes it at once, and so from the history and every referrer. */
function useToken(path: "/reset" | "/verify"): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get("token") ?? "");
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: path, search: {}, replace: true }), [navigate, path]);
  return token;
}

function Page({ title, children }: { title: string; children: ReactNode }) {
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
      <title>{`${title} · ${pageTexts.product}`}</title>
      <section className={entryCard}>{children}</section>
    </EntryPage>
  );
}

/** Result of an action. It receives the focus and is read out. */
function Outcome(props: { title: string; text: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-title font-semibold tracking-[-0.02em] outline-none"
      >
        {props.title}
      </h1>
      <p className="mt-2 mb-6 text-ui text-ink-2">{props.text}</p>
      {props.children}
    </>
  );
}

const primaryLink =
  "inline-flex h-10 w-full items-center justify-center rounded-control bg-accent px-4 text-control font-medium text-on-accent transition-colors hover:bg-accent-hover active:bg-accent-active coarse:h-11";
