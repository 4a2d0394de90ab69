import type { ComponentProps } from "react";
import { cn } from "#/lib/class-names.ts";

/** Style of every text control. */
export const controlClasses =
  "w-full rounded-control border border-line-strong/55 bg-surface text-ui text-ink transition-[border-color,box-shadow] " +
  "hover:border-line-strong focus:border-accent focus:outline-2 focus:outline-offset-[-1px] focus:outline-accent " +
  "disabled:bg-sunken disabled:text-ink-3 aria-invalid:border-danger aria-invalid:focus:outline-danger read-only:bg-sunken dark:bg-sunken";

/** A text field with one line. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      className={cn(controlClasses, "h-10 px-3 coarse:h-11 coarse:text-[1rem]", className)}
      {...rest}
    />
  );
}
