import type { Api } from "@inlet/contract/api.ts";
import { useEffect, useRef } from "react";
import { call } from "#/api/client.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { HelpLink } from "#/features/accounts/doctor-steps.tsx";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Button, Turning } from "#/ui/button.tsx";

const { signIn } = accountTexts;

/** A code to type at the provider's page, on any device; polls until it was typed. */
export function DeviceCode(props: {
  code: Api["POST /imap/oauth/device"]["output"];
  onConnected: (done: { isReconnected: boolean; mail: string }) => void;
  /** Called with the error, or "" when the user canceled. */
  onEnd: (message: string) => void;
}) {
  const { id, intervalMs } = props.code;
  const handlers = useRef(props);
  useEffect(() => {
    handlers.current = props;
  });
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const options = { signal: stop.signal };
        const answer = await call("POST /imap/oauth/device/poll", { id }, options);
        if (answer.state === "waiting") timer = setTimeout(() => void ask(), answer.intervalMs);
        else {
          const { account, isReconnected } = answer;
          handlers.current.onConnected({ isReconnected, mail: account.account_mail });
        }
      } catch (failure) {
        if (stop.signal.aborted) return;
        handlers.current.onEnd(sentenceOf(failure, signIn.failed));
      }
    };
    timer = setTimeout(() => void ask(), intervalMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, intervalMs]);

  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-line bg-sunken px-4 py-5 text-center">
      <p className="text-ui font-semibold">{signIn.deviceTitle}</p>
      <p className="font-mono text-title tracking-widest select-all">{props.code.userCode}</p>
      <p className="max-w-80 text-control text-ink-2">{signIn.deviceHint}</p>
      <HelpLink url={props.code.verificationUrl} label={signIn.deviceOpen} />
      <p role="status" className="flex items-center gap-2 text-label text-ink-3">
        <Turning /> {signIn.deviceWaiting}
      </p>
      <Button tone="quiet" onClick={() => props.onEnd("")}>
        {signIn.deviceCancel}
      </Button>
    </div>
  );
}
