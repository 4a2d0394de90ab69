import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import { useRef, useState } from "react";
import { call } from "#/api/client.ts";

type State =
  | { kind: "idle" }
  | { kind: "looking" }
  | { kind: "found"; settings: MailSettings }
  | { kind: "not found" };

/** Looks up the servers of an address, once for each address. */
export function useDiscovery() {
  const [state, setState] = useState<State>({ kind: "idle" });
  const current = useRef<{
    mail: string;
    answer: Promise<MailSettings | null>;
    stop: AbortController;
  }>(null);

  const discover = (mail: string): Promise<MailSettings | null> => {
    if (current.current?.mail === mail) return current.current.answer;
    current.current?.stop.abort();
    const stop = new AbortController();
    setState({ kind: "looking" });
    const answer = call("POST /imap/discover", { account_mail: mail }, { signal: stop.signal })
      .then(({ settings }) => settings)
      // A lookup without a result is not an error of the form: the fields can be filled by hand.
      .catch(() => null)
      .then((settings) => {
        if (stop.signal.aborted) return null;
        setState(settings ? { kind: "found", settings } : { kind: "not found" });
        return settings;
      });
    current.current = { mail, answer, stop };
    return answer;
  };
  const forget = () => {
    current.current?.stop.abort();
    current.current = null;
    setState({ kind: "idle" });
  };
  return { state, discover, forget };
}
