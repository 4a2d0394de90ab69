import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";

/** On or off, at once; the label precedes it. */
export function Switch(props: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  label: ReactNode;
  disabled?: boolean;
}) {
  return (
    <label className="flex min-h-6 items-center justify-between gap-3 text-control text-ink select-none">
      <span>{props.label}</span>
      <Base.Root
        checked={props.isOn}
        onCheckedChange={props.onChange}
        disabled={props.disabled ?? false}
        className="relative h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="absolute top-0.5 start-0.5 size-4 rounded-full bg-surface shadow-[0_1px_2px_oklch(0.24_0.02_230/0.2)] transition-transform ltr:data-checked:translate-x-4 rtl:data-checked:-translate-x-4" />
      </Base.Root>
    </label>
  );
}
