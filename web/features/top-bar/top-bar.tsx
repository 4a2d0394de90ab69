import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SidebarButton } from "#/features/top-bar/sidebar-button.tsx";
import { ThemeToggle } from "#/features/top-bar/theme-toggle.tsx";
import { UserMenu } from "#/features/top-bar/user-menu.tsx";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Mark } from "#/ui/mark.tsx";

/** Product name, accounts, search, theme and the user menu; on a phone the accounts are in the sidebar, and search and theme elsewhere. */
export function TopBar(props: {
  isMobile: boolean;
  /** Width of the product name's column: that of the open sidebar, to align their edges. */
  brandPx: number;
  accounts: ReactNode;
  search: ReactNode;
  /** True if an item that is only visible in a phone's sidebar needs the user's attention. */
  needsUser: boolean;
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
      <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line bg-canvas px-1.5">
        <SidebarButton needsUser={props.needsUser} />
        <div className="min-w-0 flex-1">{brand}</div>
        <UserMenu />
      </header>
    );
  }
  return (
    <header className="flex h-14 shrink-0 items-center gap-4 border-b border-line bg-canvas pe-4 ps-[0.8125rem]">
      <div className="min-[75rem]:w-(--brand)" style={{ "--brand": `${props.brandPx - 29}px` }}>
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
