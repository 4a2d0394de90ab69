import { useRowHeight } from "#/features/message-list/row-heights.ts";
import { Skeleton } from "#/ui/skeleton.tsx";

const widths = ["w-32", "w-24", "w-40", "w-28", "w-36", "w-20", "w-32", "w-28"] as const;

/** Placeholders for rows that are loading. */
export function RowSkeletons() {
  const { density, rowPx } = useRowHeight();
  return (
    <div aria-hidden="true">
      {widths.map((width, index) => (
        <div
          key={`${width} ${index}`}
          className="flex flex-col justify-center gap-2.5 border-b border-line ps-8.5 pe-5"
          style={{ height: rowPx }}
        >
          <div className="flex justify-between">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-3 w-10" />
          </div>
          {density !== "compact" && <Skeleton className="h-3 w-4/5" />}
          {density === "comfortable" && <Skeleton className="h-3 w-3/5" />}
        </div>
      ))}
    </div>
  );
}
