import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { cn } from "#/lib/class-names.ts";

/** Look of a message with its own colors in the dark theme. */
export type DesignedLook = "dark" | "original";

const looks: readonly DesignedLook[] = ["original", "dark"];

/** Choice for one message: original or dark. */
export function LookChoice(props: { look: DesignedLook; onChange: (look: DesignedLook) => void }) {
  return (
    <fieldset aria-label={frameTexts.look} className="mb-3 flex justify-end gap-0.5">
      {looks.map((look) => (
        <button
          key={look}
          type="button"
          aria-pressed={look === props.look}
          onClick={() => props.onChange(look)}
          className={cn(
            "h-6 rounded-control px-2 text-label text-ink-3 transition-colors hover:text-ink coarse:h-11 coarse:px-3",
            look === props.look && "bg-hover font-medium text-ink",
          )}
        >
          {frameTexts.looks[look]}
        </button>
      ))}
    </fieldset>
  );
}
