import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";

/** A checkbox with its label; `null` is indeterminate. */
export function Checkbox(props: {
  isChecked: boolean | null;
  onChange: (isChecked: boolean) => void;
  label: ReactNode;
  className?: string;
}) {
  const { isChecked } = props;
  return (
    <label className={cn("flex items-center gap-3 select-none", props.className)}>
      <span className="relative grid size-4 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={isChecked === true}
          ref={(box) => {
            if (box) box.indeterminate = isChecked === null;
          }}
          onChange={({ target }) => props.onChange(target.checked)}
          className="peer absolute inset-0 size-4 appearance-none rounded-[4px] border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
        />
        <span className="pointer-events-none relative text-on-accent">
          {isChecked === true && <Check size={12} strokeWidth={2.5} aria-hidden="true" />}
          {isChecked === null && <Minus size={12} strokeWidth={2.5} aria-hidden="true" />}
        </span>
      </span>
      {props.label}
    </label>
  );
}
