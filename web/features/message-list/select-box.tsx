import { Check } from "lucide-react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { cn } from "#/lib/class-names.ts";

/** The checkbox that selects a row. It is visible under the pointer, at the cursor, and while any row is selected. */
export function SelectBox(props: {
  isSelected: boolean;
  isShown: boolean;
  onSelect: (isRange: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="checkbox"
      tabIndex={-1}
      aria-checked={props.isSelected}
      aria-label={listTexts.select}
      onClick={(event) => {
        // A click on the checkbox does not open the message.
        event.stopPropagation();
        props.onSelect(event.shiftKey);
      }}
      className={cn(
        "absolute inset-y-0 -start-1.5 grid w-8 place-items-center",
        !props.isShown &&
          "opacity-0 group-focus-visible:opacity-100 group-hover:opacity-100 coarse:hidden",
      )}
    >
      <span
        className={cn(
          "grid size-4 place-items-center rounded-[4px] border transition-colors",
          props.isSelected
            ? "border-accent bg-accent text-on-accent"
            : "border-line-strong bg-surface text-transparent",
        )}
      >
        <Check size={12} strokeWidth={2.5} aria-hidden="true" />
      </span>
    </button>
  );
}
