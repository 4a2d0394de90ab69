import { limits } from "@inlet/contract/limits.ts";
import { type FocusEvent, lazy, type RefObject, Suspense, useId, useState } from "react";
import { SearchField } from "#/features/search/search-field.tsx";
import { useSearchMail } from "#/features/search/use-search.ts";

// Nobody searches before the first paint.
const SearchResults = lazy(async () => {
  const { SearchResults: Part } = await import("#/features/search/search-results.tsx");
  return { default: Part };
});

/** The search box of the top bar; its results hang below it. */
export function SearchBox({
  inputRef: input,
  shown,
  onOpen,
  onShowAll,
}: {
  inputRef: RefObject<HTMLInputElement | null>;
  shown: string;
  onOpen: (emailId: string) => void;
  onShowAll: (words: string) => void;
}) {
  const id = useId();
  const [isNear, setNear] = useState(false);
  const leave = () => {
    setNear(false);
    input.current?.blur();
  };
  const open = (emailId: string) => {
    leave();
    onOpen(emailId);
  };
  const showAll = (words: string) => {
    leave();
    onShowAll(words);
  };
  const onEscape = () => setNear(false);
  const search = useSearchMail({ shown, onOpen: open, onShowAll: showAll, onEscape });
  const isOpen = isNear && search.isAsked;

  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setNear(false);
  };
  return (
    <search className="relative block w-full" onBlur={handleBlur} onChange={() => setNear(true)}>
      <SearchField
        inputRef={input}
        resultsId={id}
        isOpen={isOpen}
        search={search}
        onFocus={() => setNear(true)}
      />
      {isOpen && (
        <div
          style={{ maxHeight: `${limits.searchDropdownMaxHeightUnits / 4}rem` }}
          className="absolute inset-x-0 top-full z-30 mt-1.5 flex flex-col overflow-hidden rounded-menu border border-line bg-raised shadow-menu transition-[opacity,translate] duration-200 starting:-translate-y-1 starting:opacity-0"
        >
          <Suspense>
            <SearchResults id={id} search={search} onOpen={open} onShowAll={showAll} />
          </Suspense>
        </div>
      )}
    </search>
  );
}
