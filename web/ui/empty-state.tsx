import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";

/** Placeholder for missing content: one line, one hint, at most one action, above tide marks. */
export function EmptyState(props: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cn(
        "flex h-full min-h-48 flex-col items-center justify-center gap-1 px-6 py-10 text-center",
        props.className,
      )}
    >
      <TideMarks />
      <p className="mt-4 text-ui font-semibold text-ink">{props.title}</p>
      {props.hint && <p className="max-w-80 text-control text-balance text-ink-3">{props.hint}</p>}
      {props.action && <div className="mt-4">{props.action}</div>}
    </div>
  );
}

/** The lines that water leaves on sand. */
export function TideMarks() {
  return (
    <svg
      viewBox="0 0 120 56"
      aria-hidden="true"
      className="h-14 w-30 text-accent"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      <path d="M44 12c6 0 6 4 12 4s6-4 12-4 6 4 12 4" />
      <path opacity=".6" d="M26 25c7 0 7 4 14 4s7-4 14-4 7 4 14 4 7-4 14-4 6 4 12 4" />
      <path opacity=".35" d="M12 39c8 0 8 4 16 4s8-4 16-4 8 4 16 4 8-4 16-4 8 4 16 4 8-4 16-4" />
      <path opacity=".18" d="M34 51c9 0 9 3 18 3s9-3 18-3 9 3 18 3" />
    </svg>
  );
}
