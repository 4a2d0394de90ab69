import { Bookmark, BookmarkCheck, Pencil, SlidersHorizontal, Trash2, X } from "lucide-react";
import { limits } from "@inlet/contract/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Segment, segmentsOf, withSegment } from "#/features/search/query/query-segments.ts";
import { resultTexts as words } from "#/features/search/results/result-texts.ts";
import { openSearchForm } from "#/features/search/form/search-form-state.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { savedSearchTexts } from "#/texts/shared/saved-search-texts.ts";
import {
  askAboutSearch,
  removeSearch,
  savedAs,
  useSavedSearches,
} from "#/state/view/saved-searches.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The parts of the search on the page of results, the number of results, and the button to save the search. */
export function ResultHead(props: {
  query: string;
  /** Number of results loaded; null while nothing is loaded. */
  count: number | null;
  isMore: boolean;
  /** Called with another search; "" if no words are left. */
  onSearch: (words: string) => void;
}) {
  const { query, count, isMore } = props;
  const segments = segmentsOf(query);
  const isRefused = segments.some(({ refused }) => refused);
  return (
    <div className="@container flex h-10 shrink-0 items-center gap-2 border-b border-line bg-canvas ps-4 pe-2 coarse:h-12">
      <Parts query={query} segments={segments} onSearch={props.onSearch} />
      <div className="ms-auto flex shrink-0 items-center">
        <output className="me-1 text-label whitespace-nowrap text-ink-3 tabular">
          {count !== null && count > 0 && (isMore ? words.countSoFar(count) : words.count(count))}
        </output>
        <IconButton
          label={searchTexts.options}
          icon={<SlidersHorizontal {...icon} />}
          onClick={() => openSearchForm(query)}
        />
        {!isRefused && <Keeping query={query} />}
      </div>
    </div>
  );
}

/** Button to save the search under a name; a saved search shows its name. */
function Keeping({ query }: { query: string }) {
  const client = useQueryClient();
  const kept = savedAs(query, useSavedSearches());
  const label = kept ? savedSearchTexts.saved(kept.name) : savedSearchTexts.save;
  if (!kept) {
    return (
      <Button
        tone="quiet"
        aria-label={label}
        disabled={query.trim().length < limits.searchMinLength}
        onClick={() => askAboutSearch({ question: "save", query })}
        className="px-2 text-label"
      >
        <Bookmark {...icon} />
        <span className="@max-md:hidden">{savedSearchTexts.save}</span>
      </Button>
    );
  }
  return (
    <Menu
      label={label}
      button={
        <>
          <BookmarkCheck {...icon} className="shrink-0 text-accent-ink" />
          <bdi className="truncate @max-sm:hidden">{kept.name}</bdi>
        </>
      }
      className="flex h-8 max-w-48 items-center gap-2 rounded-control px-2 text-label font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover coarse:h-11"
    >
      <button
        type="button"
        {...menuItem}
        onClick={() => askAboutSearch({ question: "rename", search: kept })}
      >
        <MenuIcon>
          <Pencil {...icon} />
        </MenuIcon>
        {savedSearchTexts.rename}
      </button>
      <button type="button" {...menuItem} onClick={() => void removeSearch(client, kept)}>
        <MenuIcon>
          <Trash2 {...icon} />
        </MenuIcon>
        {savedSearchTexts.remove}
      </button>
    </Menu>
  );
}

/** The parts of the search: each can be edited in place, and removed. */
function Parts(props: {
  query: string;
  segments: readonly Segment[];
  onSearch: (words: string) => void;
}) {
  const { query, segments, onSearch } = props;
  const list = useRef<HTMLUListElement>(null);
  const [editedAt, setEditedAt] = useState<number | null>(null);
  // The focused part disappeared with the old words: focus the part in its place.
  const focusAt = useRef<number | null>(null);
  useEffect(() => {
    if (focusAt.current === null) return;
    const parts = list.current?.querySelectorAll<HTMLElement>("[data-part]") ?? [];
    parts[Math.min(focusAt.current, parts.length - 1)]?.focus();
    focusAt.current = null;
  }, [query, editedAt]);
  const change = (segment: Segment, at: number, text: string) => {
    focusAt.current = at;
    setEditedAt(null);
    if (text.trim() !== segment.text) onSearch(withSegment(query, segment, text));
  };
  return (
    <ul
      ref={list}
      aria-label={words.parts}
      className="-m-1 flex min-w-0 items-center gap-1.5 overflow-x-auto p-1 [scrollbar-width:none]"
    >
      {segments.map((segment, at) => (
        <li key={segment.start} className="flex max-w-full shrink-0">
          {editedAt === at ? (
            <PartField
              segment={segment}
              onDone={(text) => change(segment, at, text)}
              onCancel={() => {
                focusAt.current = at;
                setEditedAt(null);
              }}
            />
          ) : (
            <Part
              segment={segment}
              onEdit={() => setEditedAt(at)}
              onRemove={() => change(segment, at, "")}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

const partHeight = "h-7 coarse:h-10";

function Part(props: { segment: Segment; onEdit: () => void; onRemove: () => void }) {
  const { text, operator, refused } = props.segment;
  return (
    <span
      className={cn(
        "flex max-w-full min-w-0 items-center rounded-full bg-selected text-label font-medium text-accent-ink",
        refused && "bg-sunken text-danger",
        partHeight,
      )}
    >
      <button
        type="button"
        data-part
        aria-label={words.change(text)}
        title={words.change(text)}
        onClick={props.onEdit}
        onKeyDown={({ key }) => {
          if (key === "Delete" || key === "Backspace") props.onRemove();
        }}
        className="h-full min-w-0 truncate rounded-s-full ps-2.5 pe-1 transition-colors hover:bg-hover coarse:ps-3.5"
      >
        <bdi>
          {operator === "" ? (
            text
          ) : (
            <>
              <span className={cn(!refused && "text-ink-2")}>
                {text.slice(0, text.indexOf(":") + 1)}
              </span>{" "}
              {text.slice(text.indexOf(":") + 1).replaceAll('"', "")}
            </>
          )}
        </bdi>
      </button>
      <button
        type="button"
        aria-label={words.leaveOut(text)}
        onClick={props.onRemove}
        className="grid h-full w-7 shrink-0 place-items-center rounded-e-full transition-colors hover:bg-hover coarse:w-10"
      >
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </span>
  );
}

function PartField(props: {
  segment: Segment;
  onDone: (text: string) => void;
  onCancel: () => void;
}) {
  const { text } = props.segment;
  const field = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  useEffect(() => field.current?.select(), []);
  const leave = (act: () => void) => {
    // A removed field loses the focus as well.
    if (isLeft.current) return;
    isLeft.current = true;
    act();
  };
  return (
    <input
      ref={field}
      defaultValue={text}
      aria-label={words.change(text)}
      maxLength={limits.searchMaxLength}
      size={Math.min(Math.max(text.length + 2, 12), 40)}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        const { value } = event.currentTarget;
        if (event.key === "Enter") leave(() => props.onDone(value));
        if (event.key !== "Escape") return;
        // The same key would also leave the list.
        event.stopPropagation();
        leave(props.onCancel);
      }}
      onBlur={({ target }) => leave(() => props.onDone(target.value))}
      className={cn(
        "max-w-full min-w-0 rounded-full border border-accent bg-surface px-2.5 text-label text-ink outline-none coarse:text-[1rem]",
        partHeight,
      )}
    />
  );
}
