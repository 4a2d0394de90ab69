import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Sunrise, X } from "lucide-react";
import { briefQuery, markSeen } from "#/features/brief/brief-query.ts";
import { briefTexts as words } from "#/features/brief/brief-texts.ts";
import { inShort } from "#/features/brief/in-short.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { useCalmSpace } from "#/state/view/use-hover-lock.ts";
import { IconButton } from "#/ui/icon-button.tsx";

/** A line above the inbox until the brief of the day was read or dismissed, for users who want it. */
export function BriefNotice() {
  const { dailySummary: isWanted } = usePreference("notifications");
  return isWanted && <Notice />;
}

function Notice() {
  const client = useQueryClient();
  const { data, isError } = useQuery(briefQuery);
  const headlines = data && !data.isSeen ? inShort(data.brief) : [];
  const isKnown = data !== undefined || isError;
  const hasSpace = useCalmSpace("brief", isKnown ? headlines.length > 0 : undefined);
  if (!hasSpace) return null;
  if (!data || headlines.length === 0) {
    return <div className="h-10.25 shrink-0 border-b border-line bg-canvas coarse:h-13.25" />;
  }
  return (
    <section
      aria-label={words.title}
      className="flex shrink-0 items-center gap-3 border-b border-line bg-canvas py-1 pe-3 ps-5 text-control"
    >
      <Sunrise
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="shrink-0 text-accent-ink"
      />
      <p className="min-w-0 flex-1 truncate text-ink-2">
        <span className="font-medium text-ink">{words.title}</span>
        <span className="text-ink-3"> · {headlines.join(" · ")}</span>
      </p>
      <Link
        to="/app/brief"
        className="inline-flex h-8 shrink-0 items-center rounded-control px-2 font-medium text-accent-ink transition-colors hover:bg-hover coarse:h-11"
      >
        {words.read}
      </Link>
      <IconButton
        size="small"
        label={words.dismiss}
        icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => markSeen(client, data.brief.day)}
      />
    </section>
  );
}
