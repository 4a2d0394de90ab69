import { useRowHeight } from "#/features/message-list/row-heights.ts";
import { Skeleton } from "#/ui/skeleton.tsx";

const widths = ["w-32", "w-24", "w-40", "w-28", "w-36", "w-20", "w-32", "w-28"] as const;

/** Placeholders for rows that are loading, down to the end of the screen. */
export function RowSkeletons() {
  const { density, rowPx } = useRowHeight();
  const count = Math.ceil(innerHeight / rowPx);
  return (
    <div aria-hidden="true">
      <div className="flex h-7 items-center border-b border-line px-5">
        <Skeleton className="h-2.5 w-12" />
      </div>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className="flex items-center gap-3 border-b border-line ps-8.5 pe-5"
          style={{ height: rowPx }}
        >
          {density !== "compact" && (
            <Skeleton
              className={density === "normal" ? "size-7 rounded-full" : "size-9 rounded-full"}
            />
          )}
          <div className="flex flex-1 flex-col gap-2.5">
            <div className="flex justify-between">
              <Skeleton className={`h-3 ${widths[index % widths.length] ?? ""}`} />
              <Skeleton className="h-3 w-10" />
            </div>
            {density !== "compact" && <Skeleton className="h-3 w-4/5" />}
            {density === "comfortable" && <Skeleton className="h-3 w-3/5" />}
          </div>
        </div>
      ))}
    </div>
  );
}
