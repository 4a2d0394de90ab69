import type { ReactNode } from "react";
import { cn } from "#/lib/class-names.ts";
import { EntrySign } from "#/ui/entry-sign.tsx";

/** Error of a form, in red above it; announced at once. */
export function FormError({ children, className }: { children: ReactNode; className?: string }) {
  return (
    // Without a text it takes no space, and no gap between its neighbors.
    <div role="alert" className={cn(className, "empty:absolute empty:p-0")}>
      {children && (
        <div className="flex items-start gap-2.5 rounded-control border border-danger/30 bg-danger-soft px-3 py-2.5 text-control text-danger transition-[opacity,translate] duration-200 starting:-translate-y-1 starting:opacity-0">
          <EntrySign of="alert" size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{children}</span>
        </div>
      )}
    </div>
  );
}
