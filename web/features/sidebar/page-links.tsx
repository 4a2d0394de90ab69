import { Link } from "@tanstack/react-router";
import { type LucideIcon, Sunrise, UsersRound } from "lucide-react";
import { contactsLinkTexts } from "#/features/sidebar/contacts-link-texts.ts";
import { briefLinkTexts } from "#/features/sidebar/brief-link-texts.ts";
import { shownRow } from "#/features/sidebar/shown-row.ts";
import { cn } from "#/lib/class-names.ts";

interface LinkProps {
  isNarrow: boolean;
  onFollow?: (() => void) | undefined;
}

/** Links below the folders: to the daily brief and the contacts. */
export function PageLinks(props: LinkProps) {
  return (
    <div className="flex flex-col">
      <PageLink {...props} to="/app/brief" label={briefLinkTexts.brief} icon={Sunrise} />
      <PageLink
        {...props}
        to="/app/contacts"
        label={contactsLinkTexts.contacts}
        icon={UsersRound}
      />
    </div>
  );
}

function PageLink(
  props: LinkProps & { to: "/app/brief" | "/app/contacts"; label: string; icon: LucideIcon },
) {
  const { isNarrow, onFollow, to, label, icon: Icon } = props;
  return (
    <Link
      to={to}
      onClick={onFollow}
      aria-label={label}
      title={isNarrow ? label : undefined}
      className="flex h-9 shrink-0 items-center gap-3 overflow-hidden rounded-control pe-2.5 ps-[0.6875rem] text-control whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11"
      activeProps={{ className: shownRow }}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className={cn("transition-opacity", isNarrow && "opacity-0")}>{label}</span>
    </Link>
  );
}
