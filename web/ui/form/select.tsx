import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#/lib/class-names.ts";

/**
 * One of several values. The list is the browser's own, which is familiar on every device; the closed control is drawn by us, to
 * look the same in both themes.
 */
export function Select(props: ComponentProps<"select"> & { tone?: "field" | "bare" }) {
  const { tone = "field", className, ...rest } = props;
  return (
    <span className={cn("relative flex min-w-0 items-center", className)}>
      <select
        {...rest}
        className={cn(
          "w-full min-w-0 cursor-pointer appearance-none truncate text-ink transition-[border-color] disabled:cursor-default disabled:text-ink-3",
          "coarse:text-[1rem] [&>option]:bg-raised [&>option]:text-ink",
          tones[tone],
        )}
      />
      <ChevronDown
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className={cn(
          "pointer-events-none absolute text-ink-3",
          tone === "bare" ? "end-0" : "end-2.5",
        )}
      />
    </span>
  );
}

const framed =
  "rounded-control border border-line-strong/55 bg-surface pe-8 hover:border-line-strong focus:border-accent " +
  "focus:outline-2 focus:outline-offset-[-1px] focus:outline-accent disabled:bg-sunken dark:bg-sunken";

const tones = {
  field: `${framed} h-10 ps-3 text-ui coarse:h-11`,
  bare: "h-11 bg-transparent pe-6 text-ui outline-none",
};
