import { useEffect, useEffectEvent } from "react";
import type { ListedEmail } from "#/api/queries.ts";
import { searchedWords } from "#/features/search/query/query-terms.ts";
import { ResultText } from "#/features/search/results/result-text.tsx";
import { resultTexts as words } from "#/features/search/results/result-texts.ts";
import { usePlaceOf } from "#/state/view/result-locations.ts";

/** Local results of a search, shown while the server does not respond. */
export function FoundHere(props: {
  query: string;
  emails: readonly ListedEmail[];
  onOpen: (emailId: string) => void;
  /** Called when the browser is online again. */
  onOnline: () => void;
}) {
  const askAgain = useEffectEvent(props.onOnline);
  useEffect(() => {
    const over = new AbortController();
    window.addEventListener("online", () => askAgain(), { signal: over.signal });
    return () => over.abort();
  }, []);
  const placeOf = usePlaceOf(true);
  const wanted = searchedWords(props.query);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <p role="status" className="px-5 pt-3 pb-1 text-label text-ink-3">
        {words.here(props.emails.length)}
      </p>
      <ul>
        {props.emails.map((email) => (
          <li key={email.id} className="border-b border-line">
            <button
              type="button"
              onClick={() => props.onOpen(email.id)}
              className="w-full px-5 py-1 text-start transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              <ResultText email={email} searched={wanted} place={placeOf(email)} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
