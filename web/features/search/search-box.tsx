import { type FocusEvent, type RefObject, useId, useState } from "react";
import { SearchField } from "#/features/search/search-field.tsx";
import { SearchResults } from "#/features/search/search-results.tsx";
import { useSearchMail } from "#/features/search/use-search.ts";

/** The search box of the top bar; its results hang below it. */
export function SearchBox({
  inputRef: input,
  onOpen,
}: {
  inputRef: RefObject<HTMLInputElement | null>;
  onOpen: (emailId: string) => void;
}) {
  const id = useId();
  const [isNear, setNear] = useState(false);
  const open = (emailId: string) => {
    setNear(false);
    input.current?.blur();
    onOpen(emailId);
  };
  const search = useSearchMail({ onOpen: open, onEscape: () => setNear(false) });
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
        <div className="absolute inset-x-0 top-full z-30 mt-1.5 flex max-h-80 flex-col overflow-hidden rounded-menu border border-line bg-raised shadow-menu transition-[opacity,translate] duration-200 starting:-translate-y-1 starting:opacity-0">
          <SearchResults id={id} search={search} onOpen={open} />
        </div>
      )}
    </search>
  );
}
