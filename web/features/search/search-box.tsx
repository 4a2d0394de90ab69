import { lazy, type RefObject, Suspense, useLayoutEffect, useRef } from "react";
import { inputLook, SearchFrame } from "#/features/search/search-frame.tsx";
import { patiently } from "#/lib/retry-import.ts";
import { texts } from "#/texts/shared/app-texts.ts";

// Lazy, because no one searches before the first paint.
const SearchBar = lazy(async () => {
  const { SearchBar: Part } = await patiently(() => import("#/features/search/search-bar.tsx"));
  return { default: Part };
});

/** Input in the field before the search was loaded. */
export interface EarlySearch {
  typed: string;
  hadFocus: boolean;
}

interface SearchBoxProps {
  inputRef: RefObject<HTMLInputElement | null>;
  shown: string;
  onOpen: (emailId: string) => void;
  onShowAll: (words: string) => void;
}

/** The search box of the top bar: first a plain field, and soon afterwards the full search. */
export function SearchBox(props: SearchBoxProps) {
  const early = useRef<EarlySearch>({ typed: props.shown, hadFocus: false });
  return (
    <search className="relative block w-full">
      <Suspense fallback={<EarlyField {...props} early={early} />}>
        <SearchBar {...props} early={early} />
      </Suspense>
    </search>
  );
}

function EarlyField(props: SearchBoxProps & { early: RefObject<EarlySearch> }) {
  const { inputRef: input, early } = props;
  useLayoutEffect(() => {
    const field = input.current;
    const { current: typed } = early;
    return () => {
      typed.hadFocus = document.activeElement === field;
    };
  }, [input, early]);
  return (
    <SearchFrame>
      <input
        ref={input}
        role="combobox"
        aria-label={texts.search.label}
        aria-expanded={false}
        aria-autocomplete="list"
        type="text"
        aria-keyshortcuts="/"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.search.placeholder}
        defaultValue={props.shown}
        onChange={(event) => {
          early.current.typed = event.target.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          void remember(early.current.typed);
          props.onShowAll(early.current.typed.trim());
        }}
        className={inputLook}
      />
    </SearchFrame>
  );
}

async function remember(words: string): Promise<void> {
  const { recordRecentSearch } = await import("#/features/search/recent-searches.ts");
  recordRecentSearch(words);
}
