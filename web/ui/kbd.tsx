import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";

/** A key of the keyboard. */
export function Kbd({ children, isInverse = false }: { children: ReactNode; isInverse?: boolean }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-4 min-w-4 items-center justify-center rounded-[4px] px-1 font-sans text-meta font-medium",
        isInverse ? "bg-surface/20 text-surface" : "border border-line bg-sunken text-ink-2",
      )}
    >
      {children}
    </kbd>
  );
}
