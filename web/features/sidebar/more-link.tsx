import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { shownRow } from "#/features/sidebar/shown-row.ts";
import { cn } from "#/lib/class-names.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { linkTo, type MailView, useMailPlace } from "#/state/view/mail-route.ts";

/** Link to a list below the folders: a label, a saved search, or a folder of one account. */
export function MoreLink(props: {
  view: MailView;
  icon: ReactNode;
  name: string;
  unread: number;
  onFollow: (() => void) | undefined;
  proof?: string;
  onMenu?: (at: { x: number; y: number }) => void;
}) {
  const place = useMailPlace();
  const isShown = JSON.stringify(place.view) === JSON.stringify(props.view);
  return (
    <li>
      <Link
        {...linkTo(props.view)}
        onClick={props.onFollow}
        onContextMenu={(event) => {
          if (!props.onMenu) return;
          event.preventDefault();
          props.onMenu({ x: event.clientX, y: event.clientY });
        }}
        aria-current={isShown ? "page" : undefined}
        className={cn(
          "flex h-8 items-center gap-3 rounded-control pe-2.5 ps-[0.6875rem] text-control transition-colors coarse:h-11",
          isShown ? shownRow : "text-ink-2 hover:bg-hover hover:text-ink",
        )}
      >
        {props.icon}
        <bdi
          className="min-w-0 flex-1 truncate"
          title={[props.name, props.proof].filter(Boolean).join(": ")}
        >
          {props.name}
        </bdi>
        {props.unread > 0 && (
          <span className="text-meta font-semibold text-ink-2 tabular">
            {props.unread.toLocaleString(locale)}
            <span className="sr-only"> {texts.shell.unreadWord}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
