import { Link } from "@tanstack/react-router";
import { Menu, Search } from "lucide-react";
import type { ReactNode } from "react";
import { ThemeToggle } from "#/features/top-bar/theme-toggle.tsx";
import { UserMenu } from "#/features/top-bar/user-menu.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { IconButton } from "#/ui/icon-button.tsx";
import { Mark } from "#/ui/mark.tsx";

/** Product name, accounts, search, theme and the user menu; on a phone the accounts and search are collapsed. */
export function TopBar(props: {
  isMobile: boolean;
  /** Width of the product name's column: that of the open sidebar, to align their edges. */
  brandPx: number;
  accounts: ReactNode;
  search: ReactNode;
  /** True if an item that is only visible in a phone's sidebar needs the user's attention. */
  needsUser: boolean;
  onOpenSidebar: () => void;
  onOpenSearch: () => void;
}) {
  const brand = (
    <Link
      to="/app"
      className="flex shrink-0 items-center gap-2.5 rounded-control text-ui font-semibold tracking-[-0.012em]"
    >
      <Mark />
      {pageTexts.product}
    </Link>
  );
  if (props.isMobile) {
    return (
      <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line bg-canvas px-1.5">
        <IconButton
          label={props.needsUser ? texts.shell.openSidebarUrgent : texts.shell.openSidebar}
          icon={
            <span className="relative">
              <Menu size={18} strokeWidth={1.75} aria-hidden="true" />
              {props.needsUser && (
                <span className="absolute -top-1 -end-1 size-2 rounded-full bg-danger ring-2 ring-canvas" />
              )}
            </span>
          }
          onClick={props.onOpenSidebar}
          className="size-11"
        />
        <div className="min-w-0 flex-1">{brand}</div>
        <IconButton
          label={texts.search.open}
          icon={<Search size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={props.onOpenSearch}
          className="size-11"
        />
        <ThemeToggle className="size-11" />
        <UserMenu />
      </header>
    );
  }
  return (
    <header className="flex h-14 shrink-0 items-center gap-4 border-b border-line bg-canvas pe-4 ps-[0.8125rem]">
      <div className="lg:w-(--brand)" style={{ "--brand": `${props.brandPx - 29}px` }}>
        {brand}
      </div>
      <div className="min-w-0 max-w-140 flex-1">{props.search}</div>
      <div className="flex min-w-0 flex-1 justify-end">{props.accounts}</div>
      <div className="flex shrink-0 items-center gap-1 border-s border-line ps-3">
        <ThemeToggle />
        <UserMenu />
      </div>
    </header>
  );
}
