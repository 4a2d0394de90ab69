import { SlidersHorizontal, X } from "lucide-react";
import type { ClipboardEvent, FocusEvent, ReactNode, RefObject } from "react";
import { inputLook, SearchFrame } from "#/features/search/search-frame.tsx";
import type { MailSearch } from "#/features/search/use-search.ts";
import { cn } from "#/lib/class-names.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { keyCaps, keysOf } from "#/state/commands/shortcuts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Kbd } from "#/ui/kbd.tsx";

const button =
  "grid h-7 w-7 shrink-0 place-items-center rounded-[5px] text-ink-3 transition-colors hover:bg-hover hover:text-ink coarse:h-9 coarse:w-9";

/** The search field; the list of options below belongs to it. */
export function SearchField(props: {
  inputRef: RefObject<HTMLInputElement | null>;
  resultsId: string;
  isOpen: boolean;
  search: MailSearch;
  chips?: ReactNode;
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  /** Opens the form for a search. */
  onForm: () => void;
  className?: string;
}) {
  const { inputRef, resultsId, isOpen, search } = props;
  const [key] = keysOf("search", usePreference("shortcuts"));
  const copy = (event: ClipboardEvent) => {
    if (!search.isAllSelected) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", search.words);
    if (event.type === "cut") search.clear();
  };
  return (
    <SearchFrame {...(props.className !== undefined && { className: props.className })}>
      {props.chips}
      <input
        ref={inputRef}
        role="combobox"
        aria-label={texts.search.label}
        aria-expanded={isOpen}
        aria-controls={resultsId}
        aria-autocomplete="list"
        aria-activedescendant={
          isOpen && search.picked >= 0 ? `${resultsId}-${search.picked}` : undefined
        }
        // Not type=search: its own clear button and Escape handling would duplicate ours.
        type="text"
        aria-keyshortcuts="/"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={search.chips.length > 0 ? undefined : texts.search.placeholder}
        value={search.rest}
        onChange={(event) => search.type(event.target.value)}
        onFocus={props.onFocus}
        onKeyDown={search.handleKeyDown}
        onPointerDown={() => search.selectAll(false)}
        onBlur={() => search.selectAll(false)}
        onCopy={copy}
        onCut={copy}
        className={cn("peer", inputLook, props.chips !== undefined && "min-w-20")}
      />
      {key !== undefined && search.words === "" && (
        <span aria-hidden="true" className="flex shrink-0 peer-focus:hidden coarse:hidden">
          <Kbd>{keyCaps(key).join(" ")}</Kbd>
        </span>
      )}
      {search.words && (
        <button
          type="button"
          aria-label={searchTexts.clear}
          onClick={() => {
            search.clear();
            inputRef.current?.focus();
          }}
          className={button}
        >
          <X size={14} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        aria-label={searchTexts.options}
        title={searchTexts.options}
        onClick={props.onForm}
        className={button}
      >
        <SlidersHorizontal size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </SearchFrame>
  );
}
