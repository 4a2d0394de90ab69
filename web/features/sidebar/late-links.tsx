import { Link } from "@tanstack/react-router";
import { Sunrise } from "lucide-react";
import { briefLinkTexts } from "#/features/sidebar/brief-link-texts.ts";
import { Integrations } from "#/features/sidebar/slack-link.tsx";
import { cn } from "#/lib/class-names.ts";

interface LinkProps {
  isNarrow: boolean;
  onFollow?: (() => void) | undefined;
}

/** What stands below the folders. Not part of the first paint. */
export function LateLinks(props: LinkProps) {
  return (
    <>
      <BriefLink {...props} />
      <Integrations {...props} />
    </>
  );
}

function BriefLink({ isNarrow, onFollow }: LinkProps) {
  return (
    <Link
      to="/app/brief"
      onClick={onFollow}
      aria-label={briefLinkTexts.brief}
      title={isNarrow ? briefLinkTexts.brief : undefined}
      className="flex h-9 shrink-0 items-center gap-3 overflow-hidden rounded-control pe-2.5 ps-[0.6875rem] text-control whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
      activeProps={{ className: "bg-selected font-medium text-ink" }}
    >
      <Sunrise size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className={cn("transition-opacity", isNarrow && "opacity-0")}>
        {briefLinkTexts.brief}
      </span>
    </Link>
  );
}
