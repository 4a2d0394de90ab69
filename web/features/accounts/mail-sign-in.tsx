import type { Api } from "@inlet/contract/api.ts";
import type { MailProvider } from "@inlet/contract/mail/accounts.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#/api/client.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { DeviceCode } from "#/features/accounts/device-code.tsx";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useSession } from "#/state/session/session.ts";
import { Button } from "#/ui/button.tsx";

const { signIn, providers: names } = accountTexts;

type Provider = Api["GET /imap/oauth"]["output"]["providers"][number];
type Start = Api["POST /imap/oauth/start"]["input"];

/** The providers to sign in at, and whether the operator has set up each. */
export const providersQuery = queryOptions({
  queryKey: ["mail-providers"],
  queryFn: ({ signal }) => call("GET /imap/oauth", {}, { signal }),
  staleTime: Infinity,
  select: ({ providers }) => providers,
});

/**
 * The ways to open a mailbox by signing in at its provider: a button for each that the operator has set up. `wanted` is the
 * provider of an address; if it is not set up, a sentence says that it is missing.
 */
export function MailSignIn(props: {
  /** Limits the buttons to this provider, as for an account that reconnects. */
  only?: MailProvider | undefined;
  wanted?: MailProvider | null;
  /** True if an (app) password opens the mailbox too: then only administrators need to know what is missing. */
  hasPasswords?: boolean;
  label?: (name: string) => string;
  /** Called when the user leaves for the provider. */
  request: () => Omit<Start, "provider">;
  onConnected: (done: { isReconnected: boolean; mail: string }) => void;
  onError: (message: string) => void;
  /** While a code is shown, the other controls are disabled, until it was typed or canceled. */
  onCode?: (isShown: boolean) => void;
  /** Content below the buttons, if there are any. */
  children?: ReactNode;
}) {
  const { data: providers } = useQuery(providersQuery);
  const isAdmin = useSession((session) => session.user?.role === "admin");
  const [leaving, setLeaving] = useState<MailProvider | null>(null);
  const [code, setCode] = useState<Api["POST /imap/oauth/device"]["output"] | null>(null);

  const shown = (providers ?? []).filter(({ provider }) => !props.only || provider === props.only);
  const ready = shown.filter(({ isSetUp }) => isSetUp);
  const missing = shown.find(({ provider, isSetUp }) => provider === props.wanted && !isSetUp);
  const missingText =
    missing && describeMissing(missing, { isAdmin, hasPasswords: props.hasPasswords === true });

  const leave = async (provider: MailProvider) => {
    setLeaving(provider);
    props.onError("");
    try {
      const { url } = await call("POST /imap/oauth/start", { provider, ...props.request() });
      location.assign(url);
    } catch (failure) {
      setLeaving(null);
      props.onError(messageOf(failure));
    }
  };
  const showCode = async (provider: MailProvider) => {
    props.onError("");
    try {
      setCode(await call("POST /imap/oauth/device", { provider, ...props.request() }));
      props.onCode?.(true);
    } catch (failure) {
      props.onError(messageOf(failure));
    }
  };

  if (code) {
    return (
      <DeviceCode
        code={code}
        onConnected={props.onConnected}
        onEnd={(message) => {
          setCode(null);
          props.onCode?.(false);
          props.onError(message);
        }}
      />
    );
  }
  return (
    <>
      {missingText && (
        <p className="rounded-control bg-sunken px-3 py-2 text-label text-ink-2">{missingText}</p>
      )}
      {ready.length > 0 && (
        <div role="group" aria-label={signIn.group} className="flex flex-col gap-2">
          {ready.map(({ provider, hasDeviceCode }) => (
            <div key={provider} className="flex flex-col items-stretch gap-1">
              <Button
                size="large"
                disabled={leaving !== null}
                isBusy={leaving === provider}
                onClick={() => void leave(provider)}
              >
                {leaving === provider
                  ? signIn.leaving
                  : (props.label ?? signIn.with)(names[provider])}
              </Button>
              {hasDeviceCode && (
                <Button tone="quiet" onClick={() => void showCode(provider)}>
                  {signIn.code}
                </Button>
              )}
            </div>
          ))}
          {props.children}
        </div>
      )}
    </>
  );
}

/** Returns what to say about a provider that is not set up; only administrators can use the names of settings. */
function describeMissing(
  { provider, variables }: Provider,
  { isAdmin, hasPasswords }: { isAdmin: boolean; hasPasswords: boolean },
): string | null {
  if (isAdmin) return signIn.setUp(names[provider], variables);
  return hasPasswords ? null : signIn.notSetUp(names[provider]);
}

function messageOf(failure: unknown): string {
  return sentenceOf(failure, signIn.failed);
}
