import { limits } from "@inlet/contract/limits.ts";
import { type FocusEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import type { EarlySearch } from "#/features/search/search-box.tsx";
import { SearchChips } from "#/features/search/search-chips.tsx";
import { SearchField } from "#/features/search/search-field.tsx";
import { openSearchForm } from "#/features/search/form/search-form-state.ts";
import { SearchPanel } from "#/features/search/search-panel.tsx";
import { useSearchMail } from "#/features/search/use-search.ts";

/** The search field with its chips; suggestions and results are shown below it. */
export function SearchBar(props: {
  inputRef: RefObject<HTMLInputElement | null>;
  early: RefObject<EarlySearch>;
  shown: string;
  onOpen: (emailId: string) => void;
  onShowAll: (words: string) => void;
}) {
  const { inputRef: input, early } = props;
  const id = useId();
  const [isNear, setNear] = useState(false);
  const before = useRef<Element | null>(null);
  const leave = () => {
    setNear(false);
    input.current?.blur();
  };
  /** Returns the focus to where it was, or to the row of the list that Tab reaches. */
  const goBack = () => {
    leave();
    const row = document.querySelector("[role='grid'] [role='row'][tabindex='0']");
    const to = before.current?.isConnected ? before.current : row;
    if (to instanceof HTMLElement) to.focus();
  };
  const search = useSearchMail({
    shown: props.shown,
    typed: early.current.typed,
    isNear,
    onOpen: (emailId) => {
      leave();
      props.onOpen(emailId);
    },
    onShowAll: (words) => {
      leave();
      props.onShowAll(words);
    },
    onEscape: ({ isShown, words }) => {
      if (isNear && isShown && words !== "") setNear(false);
      else goBack();
    },
    onMove: () => setNear(true),
  });
  useLayoutEffect(() => {
    if (early.current.hadFocus) input.current?.focus();
    // Text typed between the render of this component and its replacement of the early field.
    if (early.current.typed !== search.words) search.type(early.current.typed);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it takes the place
  }, []);
  const isOpen = isNear && search.isShown;

  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setNear(false);
  };
  return (
    <div onBlur={handleBlur} onChange={() => setNear(true)}>
      <SearchField
        inputRef={input}
        resultsId={id}
        isOpen={isOpen}
        search={search}
        chips={
          <SearchChips
            search={search}
            inputRef={input}
            className="max-w-[65%] shrink-0 overflow-x-auto [scrollbar-width:none]"
          />
        }
        onFocus={({ relatedTarget }) => {
          setNear(true);
          const isInside = input.current?.closest("search")?.contains(relatedTarget) === true;
          if (!isInside) before.current = relatedTarget;
        }}
        onForm={() => {
          leave();
          openSearchForm(search.words);
        }}
      />
      {isOpen && (
        <div
          data-layer
          style={{ maxHeight: `calc(var(--spacing) * ${limits.searchDropdownMaxHeightUnits})` }}
          className="absolute start-0 w-full min-w-md top-full z-30 mt-1.5 flex flex-col overflow-hidden rounded-menu border border-line bg-raised shadow-menu transition-[opacity,translate] duration-200 starting:-translate-y-1 starting:opacity-0"
        >
          <SearchPanel id={id} search={search} inputRef={input} />
        </div>
      )}
    </div>
  );
}
