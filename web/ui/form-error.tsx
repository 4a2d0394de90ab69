import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** What went wrong with a form, in red above it; read out at once. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children && (
        <div className="flex items-start gap-2.5 rounded-control border border-danger/30 bg-danger-soft px-3 py-2.5 text-control text-danger transition-[opacity,translate] duration-200 starting:-translate-y-1 starting:opacity-0">
          <CircleAlert
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="mt-0.5 shrink-0"
          />
          <span className="min-w-0 wrap-anywhere">{children}</span>
        </div>
      )}
    </div>
  );
}
