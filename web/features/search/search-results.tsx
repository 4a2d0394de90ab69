import type { EmailRow } from "@inlet/contract/email.ts";
import { useEffect, useRef } from "react";
import type { useSearchMail } from "#/features/search/use-search.ts";
import { cn } from "#/lib/class-names.ts";
import { resultDate } from "#/lib/dates.ts";
import { texts } from "#/lib/texts.ts";
import { useNow } from "#/lib/use-now.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Turning } from "#/ui/button.tsx";

/** The mails found, or the state of looking for them. */
export function SearchResults(props: {
  id: string;
  search: ReturnType<typeof useSearchMail>;
  onOpen: (emailId: string) => void;
  onShowAll: (words: string) => void;
}) {
  const { search } = props;
  const now = useNow();
  const isNothing = !search.isSearching && search.results.length === 0 && !search.error;
  return (
    <>
      <output
        className={cn(
          "flex h-9 shrink-0 items-center gap-2 px-3",
          isNothing ? "pt-2 text-ui font-semibold text-ink" : "text-label text-ink-3",
          search.results.length > 0 && "border-b border-line",
        )}
      >
        {search.isSearching ? (
          <>
            <Turning /> {texts.search.searching}
          </>
        ) : (
          stateOf(search)
        )}
      </output>
      {isNothing && <p className="px-3 pb-4 text-control text-ink-3">{texts.search.noneHint}</p>}
      <div
        role="listbox"
        id={props.id}
        aria-label={texts.search.label}
        className={cn(
          "min-h-0 overflow-y-auto overscroll-contain",
          search.results.length > 0 && "p-1",
        )}
      >
        {search.results.map((result, index) => (
          <Result
            key={result.id}
            id={`${props.id}-${index}`}
            email={result}
            now={now}
            isPicked={index === search.picked}
            onPick={() => search.pick(index)}
            onOpen={() => props.onOpen(result.id)}
          />
        ))}
      </div>
      {search.results.length > 0 && (
        <button
          type="button"
          onClick={() => props.onShowAll(search.words.trim())}
          className="h-9 shrink-0 border-t border-line px-3 text-start text-label font-medium text-accent-ink hover:bg-hover focus-visible:-outline-offset-2 coarse:h-11"
        >
          {texts.search.showAll}
        </button>
      )}
    </>
  );
}

function stateOf(search: ReturnType<typeof useSearchMail>): string {
  if (search.error) return search.error.message;
  const { length } = search.results;
  if (length === 0) return texts.search.none;
  return search.hasMore ? texts.search.manyResults(length) : texts.search.results(length);
}

function Result(props: {
  id: string;
  email: EmailRow;
  now: Date;
  isPicked: boolean;
  onPick: () => void;
  onOpen: () => void;
}) {
  const { email } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.isPicked) row.current?.scrollIntoView({ block: "nearest" });
  }, [props.isPicked]);
  const sender = email.fromName[0] || email.fromAddress[0] || texts.search.unknownSender;
  return (
    // The keyboard walks the options from the field, which holds the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as said above
    <div
      ref={row}
      role="option"
      id={props.id}
      aria-selected={props.isPicked}
      onPointerMove={() => !props.isPicked && props.onPick()}
      onPointerDown={(event) => event.preventDefault()}
      onClick={props.onOpen}
      className="flex gap-3 rounded-control px-2 py-2 aria-selected:bg-hover"
    >
      <Avatar name={sender} />
      <div className="min-w-0 flex-1 text-control">
        <p className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate font-medium text-ink">
            <bdi>{sender}</bdi>
          </span>
          <time dateTime={email.emailDate} className="shrink-0 text-meta text-ink-3 tabular">
            {resultDate(email.emailDate, props.now)}
          </time>
        </p>
        <p className="truncate text-ink-2">
          <bdi>{email.subject.trim() || texts.search.noSubject}</bdi>
        </p>
        <p className="truncate text-label text-ink-3">
          <bdi>{email.bodyPlain.trim() || texts.search.noPreview}</bdi>
        </p>
      </div>
    </div>
  );
}
