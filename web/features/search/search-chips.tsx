import { X } from "lucide-react";
import type { RefObject } from "react";
import { searchTexts } from "#/features/search/search-texts.ts";
import type { MailSearch } from "#/features/search/use-search.ts";
import { cn } from "#/lib/class-names.ts";

/** The operators of a search, each as a button that removes it. */
export function SearchChips(props: {
  search: MailSearch;
  inputRef: RefObject<HTMLInputElement | null>;
  className?: string;
}) {
  const { search } = props;
  if (search.chips.length === 0) return null;
  return (
    <ul aria-label={searchTexts.chips} className={cn("flex items-center gap-1", props.className)}>
      {search.chips.map((chip) => (
        <li key={chip.start} className="flex shrink-0">
          <button
            type="button"
            aria-label={searchTexts.removeChip(chip.text)}
            onClick={() => {
              search.remove(chip);
              props.inputRef.current?.focus();
            }}
            className={cn(
              "flex h-6 max-w-60 items-center gap-1 rounded-[5px] border ps-1.5 pe-1 text-label text-ink hover:border-line-strong hover:bg-hover focus-visible:-outline-offset-2 coarse:h-9 coarse:max-w-72 coarse:ps-2.5 coarse:pe-2",
              search.isAllSelected ? "border-accent bg-selected" : "border-line bg-surface",
            )}
          >
            <span className="truncate">
              <span className="text-ink-3">{`${chip.isNegated ? "-" : ""}${chip.operator}: `}</span>
              <bdi>{chip.value}</bdi>
            </span>
            <X size={12} strokeWidth={2} aria-hidden="true" className="shrink-0 text-ink-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}
