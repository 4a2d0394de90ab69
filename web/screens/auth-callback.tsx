import type { Api } from "@inlet/contract/api.ts";
import {
  type EntryError,
  socialPaths,
  type SocialProvider,
} from "@inlet/contract/auth/social-sign-in.ts";
import type { User } from "@inlet/contract/auth/user.ts";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ApiFailure, call } from "#/api/client.ts";
import { callbackTexts } from "#/features/sign-in/callback-texts.ts";
import { CodeStep } from "#/features/sign-in/code-step.tsx";
import { EntryPage, entryCard } from "#/features/sign-in/entry-page.tsx";
import { formLink } from "#/features/sign-in/form-link.ts";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { isAuthenticated, startSession } from "#/state/session/session.ts";
import { recordSocialStart, takeSocialStart } from "#/state/session/social-start.ts";
import { providerOfToken, takeToken } from "#/state/session/social-token.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button, Turning } from "#/ui/button.tsx";

type Ended = Api["POST /user/login/elsewhere"]["output"];
type Session = { user: User; token: string };
type Step =
  | { name: "busy"; isConnecting: boolean }
  | { name: "code"; token: string }
  /** This tab did not request the session. `isNew`: it was created for this browser a moment ago. */
  | { name: "ask"; session: Session; isNew: boolean }
  /** Another browser started the flow: the user has to start it here. */
  | { name: "elsewhere"; email: string; provider: SocialProvider };

const toSecurity = { to: "/app/settings", search: { tab: "security" }, replace: true } as const;

/**
 * End of an OAuth flow. Any site can send an address with a token: the server accepts its own token only from the browser that
 * started the flow, and if that was not this tab, the user is asked before they are signed in to an account.
 */
export function AuthCallback() {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ name: "busy", isConnecting: false });
  const isTaken = useRef(false);
  const begun = useRef<string | null>(null);

  const fail = (error: EntryError) =>
    navigate({ to: "/login", search: { error, next: begun.current || undefined }, replace: true });
  const enter = (session: Session) => {
    startSession(session);
    return navigate({ href: begun.current || "/app", replace: true });
  };
  const arrive = (ended: Ended) => {
    if (ended.state === "elsewhere") return setStep({ ...ended, name: "elsewhere" });
    const { user, token } = ended;
    if (begun.current === null)
      return setStep({ name: "ask", session: { user, token }, isNew: true });
    return enter({ user, token });
  };
  const finish = async () => {
    const token = takeToken();
    begun.current = takeSocialStart();
    if (isAuthenticated()) {
      // A signed-in user is not moved to another account; only a flow that they started is completed.
      if (!token || begun.current === null) return navigate({ to: "/app", replace: true });
      setStep({ name: "busy", isConnecting: true });
      await connect(token);
      return navigate(toSecurity);
    }
    if (!token) return fail("google_failed");
    try {
      return await arrive(await finishWith(token));
    } catch (failure) {
      if (isCodeRequest(failure)) return setStep({ name: "code", token });
      const user = await profileOf(token);
      // A session that another user may have opened: never without confirmation.
      return user
        ? setStep({ name: "ask", session: { user, token }, isNew: false })
        : fail("no_profile");
    }
  };
  useEffect(() => {
    // The token can be read only once: a second effect of the same page would find none.
    if (isTaken.current) return;
    isTaken.current = true;
    void finish();
  });

  const setOut = (provider: SocialProvider) => {
    recordSocialStart();
    window.location.assign(socialPaths[provider].signIn);
  };
  const refuse = ({ token }: Session) => {
    const headers = { authorization: `Bearer ${token}` };
    // Best effort: without its token the session is useless here.
    call("POST /user/logout", {}, { isAnonymous: true, headers }).catch(() => undefined);
  };
  return (
    <EntryPage links={null}>
      <title>{`${callbackTexts.title} · ${pageTexts.product}`}</title>
      {step.name === "busy" && (
        <p role="status" className="flex items-center gap-3 text-ui text-ink-2">
          <Turning /> {step.isConnecting ? callbackTexts.connecting : busyWords()}
        </p>
      )}
      {step.name === "code" && (
        <section className={entryCard}>
          <CodeStep
            hint={callbackTexts.codeHint}
            onCode={async (code) => {
              await arrive(await finishWith(step.token, code));
            }}
            onBack={() => void navigate({ to: "/login", replace: true })}
          />
        </section>
      )}
      {step.name === "ask" && (
        <Question
          email={step.session.user.email}
          hint={callbackTexts.hint}
          onConfirm={() => void enter(step.session)}
          onRefuse={() => step.isNew && refuse(step.session)}
        />
      )}
      {step.name === "elsewhere" && (
        <Question
          email={step.email}
          hint={callbackTexts.otherBrowserHint}
          onConfirm={() => setOut(step.provider)}
        />
      )}
    </EntryPage>
  );
}

function Question(props: {
  email: string;
  hint: string;
  onConfirm: () => void;
  onRefuse?: () => void;
}) {
  return (
    <section className={entryCard}>
      <h1 className="text-subject font-semibold tracking-[-0.012em] wrap-anywhere">
        {callbackTexts.question(props.email)}
      </h1>
      <p className="mt-2 mb-6 text-control text-ink-2">{props.hint}</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button tone="primary" size="large" onClick={props.onConfirm}>
          {callbackTexts.confirm}
        </Button>
        <Link to="/login" replace onClick={props.onRefuse} className={cn(formLink, "text-control")}>
          {callbackTexts.refuse}
        </Link>
      </div>
    </section>
  );
}

function busyWords(): string {
  switch (providerOfToken()) {
    case "outlook":
      return callbackTexts.busyAt(callbackTexts.outlook);
    case "oidc":
      return callbackTexts.busyAt(callbackTexts.ownProvider);
    default:
      return callbackTexts.busy;
  }
}

function finishWith(token: string, code = ""): Promise<Ended> {
  return call("POST /user/login/elsewhere", { token, code }, { isAnonymous: true });
}

function isCodeRequest(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === "login.second_factor_required";
}

/** Completes a connection that was started in the settings, and reports the result. */
async function connect(token: string): Promise<void> {
  try {
    const { signIn } = await call("POST /user/sign-ins", { token });
    notify(callbackTexts.connected(signIn.name));
  } catch (failure) {
    warn(sentenceOf(failure, callbackTexts.notConnected));
  }
}

/** Returns the user of a token; null for an unknown token, or if the server cannot say. The token is not stored for this. */
async function profileOf(token: string): Promise<User | null> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    return (await call("GET /user/profile", {}, { isAnonymous: true, headers })).user;
  } catch {
    return null;
  }
}
