import { locale } from "#/lib/locale.ts";
import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { outboxQuery } from "#/api/writing-queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { needsUser } from "#/features/compose/send/needs-user.ts";
import { cn } from "#/lib/class-names.ts";
import { setOutboxOpen } from "#/state/commands/open-dialogs.ts";

const words = composeTexts.outbox;

/** Link to the messages still to be sent or failed; shown only if there are any. */
export function OutboxLink({ isNarrow }: { isNarrow: boolean }) {
  const { data = [] } = useQuery(outboxQuery);
  if (data.length === 0) return null;
  const hasProblem = data.some(needsUser);
  return (
    <button
      type="button"
      onClick={() => setOutboxOpen(true)}
      title={isNarrow ? words.title : undefined}
      className="relative flex h-9 w-full shrink-0 items-center gap-3 overflow-hidden rounded-control pe-2.5 ps-[0.6875rem] text-start text-control text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
    >
      <Clock
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className={cn("shrink-0", hasProblem && "text-danger")}
      />
      <span className={cn("flex-1 transition-opacity", isNarrow && "opacity-0")}>
        {words.title}
      </span>
      {isNarrow && (
        <span
          aria-hidden="true"
          className={cn(
            "absolute top-1.5 start-6 size-2 rounded-full ring-2 ring-canvas",
            hasProblem ? "bg-danger" : "bg-unread",
          )}
        />
      )}
      <span
        className={cn(
          "text-meta font-semibold tabular transition-opacity",
          isNarrow && "opacity-0",
          hasProblem ? "text-danger" : "text-ink-2",
        )}
      >
        {data.length.toLocaleString(locale)}
        {hasProblem && <span className="sr-only"> {words.needsAttention}</span>}
      </span>
    </button>
  );
}
