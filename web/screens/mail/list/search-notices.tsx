import { useQueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#/api/client.ts";
import { FoundHere } from "#/features/search/results/cached-results.tsx";
import { lookHere } from "#/features/search/query/search-cached.ts";
import { NothingFound } from "#/features/search/results/nothing-found.tsx";
import { ResultHead } from "#/features/search/results/result-head.tsx";
import { texts } from "#/texts/shared/app-texts.ts";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";
import { chooseAccount } from "#/state/view/active-account.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { ErrorState } from "#/ui/error-state.tsx";

/** Notes above the results of a search. */
export function SearchNotices({ shown }: { shown: ShownList }) {
  const search = useSearching();
  const { list, filed } = shown;
  if (filed.view.kind !== "search") return null;
  const isKnown = !list.isPending && (!list.error || list.emails.length > 0);
  return (
    <ResultHead
      query={filed.view.query}
      count={isKnown ? list.emails.length : null}
      isMore={list.hasNextPage}
      onSearch={search}
    />
  );
}

/** Shown in place of results if the list is empty, or the request failed. */
export function SearchNothing({ shown }: { shown: ShownList }) {
  const search = useSearching();
  const client = useQueryClient();
  const { list, filed } = shown;
  const { view } = filed;
  if (view.kind !== "search") return null;
  const asked = {
    query: view.query,
    onSearch: search,
    accountId: filed.query.accountId,
    onAllAccounts: () => chooseAccount(null),
  };
  const error = list.error ?? list.failureReason;
  if (!(error instanceof ApiFailure)) {
    return <NothingFound {...asked} refusal={null} />;
  }
  if (error.status !== 0) return <NothingFound {...asked} refusal={error} />;
  const here = lookHere(client, view.query) ?? [];
  const askAgain = () => void list.refetch();
  return here.length > 0 ? (
    <FoundHere query={view.query} emails={here} onOpen={shown.open} onOnline={askAgain} />
  ) : (
    <ErrorState
      title={texts.waiting.notHere}
      message={texts.waiting.listNotHere}
      retryLabel={texts.mail.retry}
      onRetry={askAgain}
    />
  );
}

/** Returns a function that runs another search; empty words lead to the inbox. */
function useSearching(): (words: string) => void {
  const place = useMailPlace();
  return (query) =>
    void place.goTo(query ? { kind: "search", query } : { kind: "folder", slug: "inbox" });
}
