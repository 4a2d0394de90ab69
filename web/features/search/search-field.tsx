import { Search, X } from "lucide-react";
import type { RefObject } from "react";
import type { useSearchMail } from "#/features/search/use-search.ts";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/lib/texts.ts";

/** The field that searches are typed into; the results belong to it as a list of options. */
export function SearchField(props: {
  inputRef: RefObject<HTMLInputElement | null>;
  resultsId: string;
  isOpen: boolean;
  search: ReturnType<typeof useSearchMail>;
  onFocus?: () => void;
  className?: string;
}) {
  const { inputRef, resultsId, isOpen, search } = props;
  return (
    <div className={cn("relative", props.className)}>
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={inputRef}
        role="combobox"
        aria-label={texts.search.label}
        aria-expanded={isOpen}
        aria-controls={resultsId}
        aria-autocomplete="list"
        aria-activedescendant={search.picked < 0 ? undefined : `${resultsId}-${search.picked}`}
        // Not type=search: its own clear button and Escape would double ours.
        type="text"
        aria-keyshortcuts="/"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.search.placeholder}
        value={search.words}
        onChange={(event) => search.type(event.target.value)}
        onFocus={props.onFocus}
        onKeyDown={search.handleKeyDown}
        className="h-9 w-full rounded-control border border-transparent bg-sunken pe-9 ps-9 text-control text-ink transition-[background-color,border-color] outline-none hover:border-line focus:border-accent focus:bg-surface coarse:h-11 coarse:text-[1rem]"
      />
      {search.words && (
        <button
          type="button"
          aria-label={texts.search.clear}
          onClick={() => {
            search.type("");
            inputRef.current?.focus();
          }}
          className="absolute inset-y-1 end-1 grid w-7 place-items-center rounded-[5px] text-ink-3 transition-colors hover:bg-hover hover:text-ink coarse:w-9"
        >
          <X size={14} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
