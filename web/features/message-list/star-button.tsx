import { Star } from "lucide-react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { cn } from "#/lib/class-names.ts";

/** The star of a row. It is visible when it is set, under the pointer, or focused. */
export function StarButton({ isStarred, onToggle }: { isStarred: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isStarred}
      aria-label={isStarred ? listTexts.unstar : listTexts.star}
      onClick={(event) => {
        // A click on the star does not open the message.
        event.stopPropagation();
        onToggle();
      }}
      className={cn(
        "grid size-7 place-items-center rounded-control transition-[color,scale] hover:bg-line/60 active:scale-85 coarse:size-11",
        isStarred ? "text-star" : "text-ink-3 hover:text-ink",
      )}
    >
      <Star
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        fill={isStarred ? "currentColor" : "none"}
      />
    </button>
  );
}
