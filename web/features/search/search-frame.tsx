import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";

/** The frame of the search field around its input. */
export function SearchFrame(props: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cn(
        "flex h-9 min-w-0 items-center gap-2 rounded-control border border-transparent bg-sunken ps-3 pe-1 transition-[background-color,border-color] hover:border-line has-[input:focus]:border-accent has-[input:focus]:bg-surface coarse:h-11",
        props.className,
      )}
    >
      <Search
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none shrink-0 text-ink-3"
      />
      {props.children}
    </div>
  );
}

/** Classes of the input. */
export const inputLook =
  "h-full min-w-0 flex-1 bg-transparent text-control text-ink outline-none coarse:text-[1rem]";
