import { X } from "lucide-react";
import { namesOf } from "#/screens/mail/list/filter-names.ts";
import { listToolsTexts } from "#/screens/mail/list/list-tools-texts.ts";
import type { Narrowing } from "#/state/view/mail-view.ts";

/** Filters of a list, each with a button to remove it. */
export function FilterChips(props: {
  narrowing: Narrowing;
  onNarrow: (narrowing: Narrowing) => void;
}) {
  const names = namesOf(props.narrowing);
  const without = (key: keyof Narrowing) => {
    const { [key]: _gone, ...rest } = props.narrowing;
    props.onNarrow(rest);
  };
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line bg-canvas px-5 py-2">
      {names.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          aria-label={listToolsTexts.withdraw(name)}
          onClick={() => without(key)}
          className="inline-flex h-7 items-center gap-1 rounded-full bg-selected ps-2.5 pe-1.5 text-label font-medium text-accent-ink transition-colors hover:bg-hover coarse:h-11 coarse:ps-3.5 coarse:pe-2.5"
        >
          {name}
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
      {names.length > 1 && (
        <button
          type="button"
          onClick={() => props.onNarrow({})}
          className="h-7 rounded-control px-2 text-label text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
        >
          {listToolsTexts.clear}
        </button>
      )}
    </div>
  );
}
