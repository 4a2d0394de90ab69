import { Link } from "@tanstack/react-router";
import { PanelLeftClose, PanelLeftOpen, PenLine, Settings } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { MoreLinks } from "#/features/sidebar/more-links.tsx";
import { PageLinks } from "#/features/sidebar/page-links.tsx";
import { NavLinks } from "#/features/sidebar/nav-links.tsx";
import { shownRow } from "#/features/sidebar/shown-row.ts";
import { cn } from "#/lib/class-names.ts";
import { patiently } from "#/lib/retry-import.ts";
import { texts } from "#/texts/shared/app-texts.ts";

const NarrowLabels = lazy(async () => {
  const { NarrowLabels: Part } = await patiently(
    () => import("#/features/sidebar/narrow-labels.tsx"),
  );
  return { default: Part };
});

interface ContentProps {
  isNarrow: boolean;
  /** True if there is no account to write from: "Compose" stays, but does not ask for attention. */
  hasNoAccounts: boolean;
  /** Null: without the button. */
  onCompose: (() => void) | null;
  /** Called when a link or button was followed, to close a panel over the page. */
  onFollow?: () => void;
  /** State of the accounts and the outbox. */
  status: (isNarrow: boolean) => ReactNode;
  /** Placeholders below the links. */
  children?: ReactNode;
  /** Content below everything else. */
  footer?: ReactNode;
}

/** Compose, the folders, the state of the accounts, and the link to the settings. */
export function SidebarContent(props: ContentProps) {
  const { isNarrow, onCompose } = props;
  return (
    <aside aria-label={texts.shell.sidebar} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-x-hidden overflow-y-auto overscroll-contain px-2.5 py-3">
        {onCompose && (
          <button
            type="button"
            onClick={() => {
              props.onFollow?.();
              onCompose();
            }}
            aria-label={texts.shell.compose}
            title={isNarrow ? texts.shell.compose : undefined}
            className={cn(
              "flex h-10 shrink-0 items-center gap-3 overflow-hidden rounded-control ps-[0.6875rem] text-control font-medium whitespace-nowrap transition-[background-color,scale] active:scale-[.985]",
              props.hasNoAccounts
                ? "text-ink-3 hover:bg-hover"
                : // In the dark the full accent would be the loudest thing on every screen.
                  "bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-active dark:bg-[oklch(0.33_0.05_205)] dark:text-accent-ink dark:hover:bg-[oklch(0.37_0.055_205)] dark:active:bg-[oklch(0.4_0.06_205)]",
            )}
          >
            <PenLine size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span className={cn("transition-opacity", isNarrow && "opacity-0")}>
              {texts.shell.compose}
            </span>
          </button>
        )}
        <NavLinks isNarrow={isNarrow} onFollow={props.onFollow} />
        <PageLinks isNarrow={isNarrow} onFollow={props.onFollow} />
        {isNarrow ? (
          <Suspense>
            <NarrowLabels />
          </Suspense>
        ) : (
          <MoreLinks onFollow={props.onFollow} />
        )}
        {props.children}
      </div>
      {/* Always visible, whatever the number of folders. */}
      <div className="flex flex-col px-2.5 pb-3">
        {props.status(isNarrow)}
        <Link
          to="/app/settings"
          onClick={props.onFollow}
          aria-label={texts.shell.settings}
          title={isNarrow ? texts.shell.settings : undefined}
          className={quietRow}
          activeProps={{ className: shownRow }}
        >
          <Settings size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span className={cn("transition-opacity", isNarrow && "opacity-0")}>
            {texts.shell.settings}
          </span>
        </Link>
        {props.footer}
      </div>
    </aside>
  );
}

/** Button that pins the sidebar open or collapses it. */
export function PinButton(props: {
  isPinned: boolean;
  isNarrow: boolean;
  onChange: (isPinned: boolean) => void;
}) {
  const Icon = props.isPinned ? PanelLeftClose : PanelLeftOpen;
  const label = props.isPinned ? texts.shell.collapseSidebar : texts.shell.expandSidebar;
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={props.isPinned}
      title={props.isNarrow ? label : undefined}
      onClick={() => props.onChange(!props.isPinned)}
      className={quietRow}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className={cn("transition-opacity", props.isNarrow && "opacity-0")}>{label}</span>
    </button>
  );
}

const quietRow =
  "flex h-9 w-full items-center gap-3 overflow-hidden rounded-control ps-[0.6875rem] text-start text-control whitespace-nowrap text-ink-2 transition-colors hover:bg-hover hover:text-ink coarse:h-11";
