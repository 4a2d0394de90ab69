import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";
import { useElapsed } from "#/lib/use-elapsed.ts";

/** A gray bar in place of content that is loading. */
export function Skeleton(props: {
  className?: string;
  /** True if a parent moves for all its bars: each animation is a layer of its own. */
  isStill?: boolean;
}) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "block rounded-[4px] bg-line",
        !props.isStill && "animate-breathe",
        props.className,
      )}
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
