import { ApiFailure } from "#/api/client.ts";
import { NothingFound } from "#/features/search/nothing-found.tsx";
import { ResultHead } from "#/features/search/result-head.tsx";
import type { ShownList } from "#/screens/mail/use-shown-list.ts";
import { useMailPlace } from "#/state/place.ts";

/** What stands above the results of a search. */
export function SearchNotes({ shown }: { shown: ShownList }) {
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

/** What stands in the place of results where there are none. */
export function SearchNothing({ shown }: { shown: ShownList }) {
  const search = useSearching();
  const { error } = shown.list;
  const { view } = shown.filed;
  if (view.kind !== "search") return null;
  const refusal = error instanceof ApiFailure ? error.message : null;
  return <NothingFound query={view.query} refusal={refusal} onSearch={search} />;
}

/** Looks for other words; for none, there is the inbox. */
function useSearching(): (words: string) => void {
  const place = useMailPlace();
  return (query) =>
    void place.goTo(query ? { kind: "search", query } : { kind: "folder", slug: "inbox" });
}
