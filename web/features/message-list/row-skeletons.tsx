import { useRowHeight } from "#/features/message-list/row-heights.ts";
import { Skeleton } from "#/ui/skeleton.tsx";

const widths = ["w-32", "w-24", "w-40", "w-28", "w-36", "w-20", "w-32", "w-28"] as const;

/** Placeholders for rows that are loading, down to the end of the screen. */
export function RowSkeletons() {
  const { density, rowPx, isWide } = useRowHeight();
  return (
    <div data-frame={isWide ? `wide ${density}` : density} className="animate-breathe">
      <SkeletonRows count={Math.ceil(innerHeight / rowPx)} />
    </div>
  );
}

/** The same for a page without scripts: an ancestor's `data-frame` names the density, and a list without a message beside it. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      <div className="flex h-7 items-center border-b border-line px-5">
        <Skeleton isStill className="h-2.5 w-12" />
      </div>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className="flex h-16 min-[1180px]:in-[[data-frame~=wide][data-frame~=normal]]:h-12 items-center gap-3 border-b border-line ps-8.5 pe-5 in-[[data-frame~=comfortable]]:h-21 in-[[data-frame~=compact]]:h-9 coarse:in-[[data-frame~=compact]]:h-11"
        >
          <Skeleton
            isStill
            className="size-7 shrink-0 rounded-full in-[[data-frame~=comfortable]]:size-9 in-[[data-frame~=compact]]:hidden"
          />
          <div className="flex min-w-0 flex-1 flex-col gap-2.5">
            <div className="flex justify-between gap-3">
              <Skeleton isStill className={`h-3 ${widths[index % widths.length] ?? ""}`} />
              <Skeleton isStill className="h-3 w-10 shrink-0" />
            </div>
            <Skeleton
              isStill
              className="h-3 w-4/5 min-[1180px]:in-[[data-frame~=wide][data-frame~=normal]]:hidden in-[[data-frame~=compact]]:hidden"
            />
            <Skeleton isStill className="hidden h-3 w-3/5 in-[[data-frame~=comfortable]]:block" />
          </div>
        </div>
      ))}
    </div>
  );
}
