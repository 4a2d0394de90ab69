import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";
import { useElapsed } from "#/lib/use-elapsed.ts";

/** A gray bar in place of content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block animate-breathe rounded-[4px] bg-line", className)}
    />
  );
}

/** Shows its skeletons after a noticeable wait, and cuts off those that do not fit. */
export function SkeletonAfter({ delayMs, children }: { delayMs: number; children: ReactNode }) {
  const isDue = useElapsed(delayMs);
  return (
    <div className={cn("max-h-full min-h-0 overflow-clip", !isDue && "invisible")}>{children}</div>
  );
}
