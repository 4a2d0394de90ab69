import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Bookmark, Clock, Search, X } from "lucide-react";
import { clearRecentSearches, forgetRecentSearch } from "#/features/search/recent-searches.ts";
import { resultTexts } from "#/features/search/results/result-texts.ts";
import { ResultText } from "#/features/search/results/result-text.tsx";
import { searchTexts } from "#/features/search/search-texts.ts";
import type { MailSearch, SearchItem } from "#/features/search/use-search.ts";
import { cn } from "#/lib/class-names.ts";
import { savedSearchTexts } from "#/texts/shared/saved-search-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { usePlaceOf } from "#/state/view/result-locations.ts";
import { Turning } from "#/ui/button.tsx";

const scrolling = "min-h-0 overflow-y-auto overscroll-contain p-1";

/** Shows suggestions for the input, the messages found, or the state of the search. */
export function SearchPanel({
  id,
  search,
  inputRef,
}: {
  id: string;
  search: MailSearch;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  const { items } = search;
  const placeOf = usePlaceOf(search.results.length > 0);
  const isEmpty = search.words.trim() === "";
  // Recent searches can be deleted while the field is empty.
  const recents = isEmpty ? items.filter((item) => item.kind === "recent") : [];
  return (
    <>
      <output
        className={cn(
          "flex min-h-8 shrink-0 items-center gap-2 px-3 py-1.5 text-label text-ink-3",
          search.results.length > 0 && "border-b border-line",
          stateOf(search) === "" && "sr-only",
        )}
      >
        {search.isSearching && <Turning />}
        {stateOf(search)}
      </output>
      {search.isNothing && (
        <p className="px-3 pb-2 text-control text-ink-3">
          {resultTexts.searched(search.words)} {texts.search.noneHint}
        </p>
      )}
      <div className={cn("relative flex min-h-0 flex-col", recents.length > 0 && scrolling)}>
        {recents.length > 0 && <Heading>{searchTexts.recent}</Heading>}
        {/* The keys of the field reach every part of a list alone. */}
        <div
          role="listbox"
          id={id}
          aria-label={texts.search.label}
          className={cn(recents.length === 0 && items.length > 0 && scrolling)}
        >
          {items.map((item, index) => (
            <Option
              key={keyOf(item)}
              id={`${id}-${index}`}
              item={item}
              search={search}
              place={item.kind === "result" ? placeOf(item.email) : ""}
              index={index}
              heading={isEmpty ? headingAt(items, index) : ""}
            />
          ))}
        </div>
        {recents.length > 0 && (
          <Forgetting
            recents={recents.map(({ words }) => words)}
            onForgotten={() => inputRef.current?.focus()}
          />
        )}
      </div>
      {!isEmpty && search.results.length > 0 && (
        <button
          type="button"
          onClick={search.showAll}
          className="h-9 shrink-0 border-t border-line px-3 text-start text-label font-medium text-accent-ink hover:bg-hover focus-visible:-outline-offset-2 coarse:h-11"
        >
          {searchTexts.showAll}
        </button>
      )}
    </>
  );
}

function stateOf(search: MailSearch): string {
  if (search.failure !== null) return search.failure;
  if (!search.isAsked) return "";
  if (search.isSearching) return searchTexts.searching;
  const { length } = search.results;
  if (length === 0) return texts.search.none;
  if (search.isOfDevice) return resultTexts.here(length);
  return search.hasMore ? searchTexts.manyResults(length) : searchTexts.results(length);
}

function keyOf(item: SearchItem): string {
  switch (item.kind) {
    case "recent":
      return `recent ${item.words}`;
    case "saved":
      return `saved ${item.id}`;
    case "tip":
    case "here":
    case "operator":
    case "completion":
      return `${item.kind} ${item.piece}`;
    case "wider":
      return `wider ${item.words}`;
    case "result":
      return item.email.id;
  }
}

/** Returns the heading above the first item of a kind; recent searches have theirs beside the button to delete them. */
function headingAt(items: readonly SearchItem[], index: number): string {
  const [before = "", heading = ""] = items.slice(Math.max(index - 1, 0), index + 1).map(headingOf);
  if (index === 0) return before;
  return heading === before ? "" : heading;
}

function headingOf({ kind }: SearchItem): string {
  if (kind === "saved") return savedSearchTexts.title;
  return kind === "tip" || kind === "here" ? searchTexts.narrow : "";
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <p aria-hidden="true" className="flex h-8 items-center px-2 text-label font-medium text-ink-3">
      {children}
    </p>
  );
}

/**
 * The buttons that delete recent searches. They are beside the options, which cannot hold a focused element; the Delete key does
 * the same in the field.
 */
function Forgetting(props: { recents: readonly string[]; onForgotten: () => void }) {
  const forgetting = (forget: () => void) => () => {
    forget();
    props.onForgotten();
  };
  return (
    <div className="absolute end-1 top-1 flex flex-col items-end">
      <button
        type="button"
        aria-label={searchTexts.clearRecentLabel}
        onClick={forgetting(clearRecentSearches)}
        className="h-8 rounded-control px-2 text-label font-medium text-accent-ink hover:bg-hover focus-visible:-outline-offset-2"
      >
        {searchTexts.clearRecent}
      </button>
      {props.recents.map((words) => (
        <button
          key={words}
          type="button"
          aria-label={searchTexts.forget(words)}
          onClick={forgetting(() => forgetRecentSearch(words))}
          className="grid h-9 w-9 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 coarse:h-11 coarse:w-11"
        >
          <X size={14} strokeWidth={2} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

function Option(props: {
  id: string;
  item: SearchItem;
  index: number;
  /** The folders that contain the result. */
  place: string;
  search: MailSearch;
  /** Heading for this result and the following ones; "" if it was shown above. */
  heading: string;
}) {
  const { item, search, index } = props;
  const isPicked = index === search.picked;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPicked) row.current?.scrollIntoView({ block: "nearest" });
  }, [isPicked]);
  return (
    <>
      {props.heading !== "" && <Heading>{props.heading}</Heading>}
      {/* The keyboard moves through the options from the field, which keeps the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- as said above */}
      <div
        ref={row}
        role="option"
        id={props.id}
        aria-selected={isPicked}
        {...(item.kind === "recent" && { "aria-keyshortcuts": "Delete" })}
        onPointerMove={() => !isPicked && search.pick(index)}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => search.choose(item)}
        className="rounded-control px-2 aria-selected:bg-hover"
      >
        {item.kind === "result" ? (
          <ResultText email={item.email} searched={search.searched} place={props.place} />
        ) : (
          <Line item={item} />
        )}
      </div>
    </>
  );
}

function Line({ item }: { item: Exclude<SearchItem, { kind: "result" }> }) {
  const look = "flex h-9 min-w-0 items-center gap-3 text-control coarse:h-11";
  switch (item.kind) {
    case "recent":
      return (
        <span className={cn(look, "pe-10 text-ink")}>
          <Clock size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
          <bdi className="truncate">{item.words}</bdi>
        </span>
      );
    case "saved":
      return (
        <span className={look}>
          <Bookmark
            size={14}
            strokeWidth={1.75}
            aria-hidden="true"
            className="shrink-0 text-ink-3"
          />
          <bdi className="truncate text-ink">{item.name}</bdi>
          <bdi className="truncate text-label text-ink-3">{item.words}</bdi>
        </span>
      );
    case "tip":
    case "here":
    case "operator":
      return (
        <span className={look}>
          <span className="w-32 shrink-0 font-medium text-ink">{item.piece}</span>
          <span className="truncate text-ink-3">{item.hint}</span>
        </span>
      );
    case "wider":
      return (
        <span className={look}>
          <Search size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
          <bdi className="truncate text-accent-ink">{item.label}</bdi>
          <span className="ms-auto shrink-0 pe-1 text-label text-ink-3">{item.count}</span>
        </span>
      );
    case "completion":
      return (
        <span className={look}>
          <bdi className="truncate text-ink">{item.name}</bdi>
          <bdi className="truncate text-label text-ink-3">{item.hint}</bdi>
        </span>
      );
  }
}
