import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";

/** A box to tick, with its label beside it. */
export function Checkbox(props: {
  isChecked: boolean;
  isMixed?: boolean;
  onChange: (isChecked: boolean) => void;
  label: ReactNode;
  isLabelHidden?: boolean;
  disabled?: boolean;
}) {
  const Mark = props.isMixed ? Minus : Check;
  return (
    <label className="inline-flex min-h-6 items-center gap-2.5 text-control text-ink select-none">
      <Base.Root
        checked={props.isChecked}
        indeterminate={props.isMixed ?? false}
        onCheckedChange={props.onChange}
        disabled={props.disabled ?? false}
        className="grid size-4.5 shrink-0 place-items-center rounded-[5px] border border-line-strong bg-surface transition-colors data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-50"
      >
        <Base.Indicator className="text-on-accent">
          <Mark size={12} strokeWidth={3} aria-hidden="true" />
        </Base.Indicator>
      </Base.Root>
      <span className={cn(props.isLabelHidden && "sr-only")}>{props.label}</span>
    </label>
  );
}
