import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { finishSlack } from "#/features/slack/finish-slack.ts";
import { slackTexts } from "#/features/slack/slack-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Turning } from "#/ui/button.tsx";
import { ErrorState } from "#/ui/error-state.tsx";

const { signIn } = accountTexts;

/** Texts shown while Slack is being connected, and on failure. */
const slackWords = {
  finishing: slackTexts.finishing,
  failed: slackTexts.notConnected,
  back: slackTexts.backToMail,
};
const mailWords = {
  finishing: signIn.finishing,
  failed: signIn.failed,
  back: signIn.toSettings,
};
const toAccounts = { to: "/app/settings", search: { tab: "accounts" }, replace: true } as const;

/** Landing page of a provider's redirect: completes the flow and opens the mail. */
export function Connected() {
  const router = useRouter();
  const client = useQueryClient();
  const [error, setError] = useState("");
  const isAsked = useRef(false);
  const isSlack = isOfSlack(location.search);
  const words = isSlack ? slackWords : mailWords;

  useEffect(() => {
    // The provider's response works only once: a second effect of the same page must not use it up.
    if (isAsked.current) return;
    isAsked.current = true;
    const finish = async () => {
      try {
        const query = location.search;
        if (isOfSlack(query)) {
          await finishSlack(query, client);
          await router.navigate({ to: "/app", replace: true });
          return;
        }
        const { account, isReconnected } = await call("POST /imap/oauth/finish", { query });
        for (const queryKey of [queryKeys.accounts, queryKeys.folders, queryKeys.lists]) {
          void client.invalidateQueries({ queryKey });
        }
        const doneText = isReconnected ? signIn.reconnected : signIn.connected;
        notify(doneText(account.account_mail));
        await router.navigate(isReconnected ? toAccounts : { to: "/app", replace: true });
      } catch (failure) {
        setError(sentenceOf(failure, words.failed));
      }
    };
    void finish();
  }, [client, router, words]);

  return (
    <div className="h-full">
      <title>{`${words.finishing} · ${pageTexts.product}`}</title>
      {error ? (
        <ErrorState
          title={words.failed}
          message={error}
          retryLabel={words.back}
          onRetry={() => void router.navigate(isSlack ? { to: "/app", replace: true } : toAccounts)}
        />
      ) : (
        <p
          role="status"
          className="flex h-full items-center justify-center gap-3 text-ui text-ink-2"
        >
          <Turning /> {words.finishing}
        </p>
      )}
    </div>
  );
}

/** Slack redirects to the same page as the providers of mailboxes. */
function isOfSlack(query: string): boolean {
  return new URLSearchParams(query).get("state")?.startsWith("slack.") === true;
}
