import type { LabelColor } from "@inlet/contract/mail/filing.ts";
import { useId } from "react";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { labelHues } from "#/state/view/labels.ts";
import { Dot } from "#/ui/dot.tsx";

const words = filingTexts.label;
const colors = ["default", "work", "personal", "finance", "important"] as const;

/** Choice of a label's color. */
export function ColorChoice(props: { color: LabelColor; onChange: (color: LabelColor) => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={words.color} className="flex">
      {colors.map((color) => (
        <label
          key={color}
          title={words.colors[color]}
          className={cn(
            "relative grid size-8 place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:size-11",
            color === props.color ? "bg-selected" : "hover:bg-hover",
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 opacity-0"
            aria-label={words.colors[color]}
            checked={color === props.color}
            onChange={() => props.onChange(color)}
          />
          <Dot hue={labelHues[color]} className="size-3" />
        </label>
      ))}
    </div>
  );
}
