import type { ApiTokenCall, ApiTokenView } from "@inlet/contract/auth/tokens.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { apiTokenCallsQuery } from "#/api/security-queries.ts";
import { ListError } from "#/features/security/list-error.tsx";
import { securityTexts } from "#/features/security/security-texts.ts";
import { timeAgo } from "#/features/security/time-ago.ts";
import { tokenTexts as words } from "#/features/security/token-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate } from "#/lib/dates.ts";
import { useNow } from "#/lib/use-now.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";

/** The log of an API client's calls with its token. */
export function TokenActivity(props: {
  token: ApiTokenView;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { token, isOpen, onClose } = props;
  const now = useNow();
  const { accounts = [] } = useAccounts();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      ...apiTokenCallsQuery(token.id),
      enabled: isOpen,
    },
  );
  const calls = data?.pages.flatMap((page) => page.calls);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStill) => !isStill && onClose()}
      title={words.activityTitle(token.name)}
      description={words.activityHint}
      closeLabel={securityTexts.close}
      width="wide"
      isFullOnPhone
    >
      <DialogBody className="flex flex-col items-start gap-3">
        <ListError error={calls ? null : error} onRetry={refetch} />
        {calls?.length === 0 && <p className="py-4 text-control text-ink-3">{words.noActivity}</p>}
        <ul
          aria-label={words.activityList}
          className="w-full divide-y divide-line rounded-card border border-line empty:hidden"
        >
          {calls?.map((call) => (
            <li
              key={call.id}
              className="flex flex-wrap items-baseline gap-x-3 px-3 py-2 text-label"
            >
              <code className="min-w-0 flex-1 wrap-anywhere text-ink">{call.what}</code>
              <span
                className={cn(["ok", "begun"].includes(call.result) ? "text-ink-3" : "text-danger")}
              >
                {resultOf(call)}
              </span>
              <time dateTime={call.at} title={fullDate(call.at)} className="text-ink-3">
                {timeAgo(call.at, now)}
              </time>
              {call.accountId && (
                <bdi className="w-full truncate text-ink-3">
                  {accounts.find(({ id }) => id === call.accountId)?.account_mail ??
                    words.removedAccount}
                </bdi>
              )}
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.showMore}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}

function resultOf({ result }: ApiTokenCall): string {
  if (result === "ok") return words.fine;
  return result === "begun" ? words.begun : result;
}
