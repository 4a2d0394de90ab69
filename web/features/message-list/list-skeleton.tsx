import type { ReactNode } from "react";
import { Skeleton } from "#/ui/skeleton.tsx";

/** Placeholder for the tabs above the rows of the inbox. */
export function TabsSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="flex h-10 shrink-0 items-center gap-4 border-b border-line ps-2 md:coarse:h-11 coarse:ps-4"
    >
      <Skeleton className="h-2.5 w-6" />
      <Skeleton className="h-2.5 w-16" />
      <Skeleton className="h-2.5 w-10" />
    </div>
  );
}

/** Placeholder for a list's header, above the placeholders of its rows. */
export function ListSkeleton({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" className="flex h-full flex-col overflow-clip bg-surface">
      <div className="shrink-0 border-b border-line">
        <div className="flex h-14 items-center gap-3 ps-3 pe-3 max-md:h-13 coarse:ps-4">
          <Skeleton className="size-4 md:coarse:hidden" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-2.5 w-36" />
          </div>
          <Skeleton className="size-7 rounded-full md:hidden" />
        </div>
      </div>
      {children}
    </div>
  );
}
