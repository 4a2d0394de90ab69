import { limits } from "@inlet/contract/limits.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { createQueryClient } from "#/api/queries.ts";
import { AccountStrip } from "#/features/accounts/account-strip.tsx";
import { SyncProgress } from "#/features/accounts/sync-progress.tsx";
import { forgetDrafts } from "#/features/compose/draft.ts";
import { OutboxWatch } from "#/features/compose/outbox-watch.tsx";
import { SearchBox } from "#/features/search/search-box.tsx";
import { DesktopSidebar } from "#/features/sidebar/desktop-sidebar.tsx";
import { OfflineBar } from "#/features/top-bar/offline-bar.tsx";
import { SkipLinks } from "#/features/top-bar/skip-links.tsx";
import { TopBar } from "#/features/top-bar/top-bar.tsx";
import { texts } from "#/lib/texts.ts";
import { useMedia } from "#/lib/use-media.ts";
import { setAddingAccount, setComposing, useOpenDialogs } from "#/state/open-dialogs.ts";
import { useMailPlace } from "#/state/place.ts";
import { toasts } from "#/state/toasts.ts";
import { useLive } from "#/state/use-live.ts";
import { ToastRegion } from "#/ui/toast-region.tsx";
import { TooltipProvider } from "#/ui/tooltip.tsx";

// What the first paint does not show is fetched after it.
const AddAccountDialog = lazy(async () => {
  const { AddAccountDialog: Component } =
    await import("#/features/accounts/add-account-dialog.tsx");
  return { default: Component };
});
const ComposeDialog = lazy(async () => {
  const { ComposeDialog: Component } = await import("#/features/compose/compose-dialog.tsx");
  return { default: Component };
});
const SearchOverlay = lazy(async () => {
  const { SearchOverlay: Component } = await import("#/features/search/search-overlay.tsx");
  return { default: Component };
});
const MobileSidebar = lazy(async () => {
  const { MobileSidebar: Component } = await import("#/features/sidebar/mobile-sidebar.tsx");
  return { default: Component };
});

/** The frame around every screen under /app. What was read for one session does not outlive it. */
export function Shell() {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => forgetDrafts, []);
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider delayMs={limits.tooltipOpenDelayMs} skipMs={limits.tooltipSkipDelayMs}>
        <Frame />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** Decides what opens what. */
function Frame() {
  useLive();
  const isMobile = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const isWide = useMedia(`(min-width: ${limits.twoPaneBreakpointPx}px)`);
  const place = useMailPlace();
  const isInMail = useLocation({ select: ({ pathname }) => pathname !== "/app/settings" });
  const { isAddingAccount, isComposing } = useOpenDialogs();
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const [isSearchOpen, setSearchOpen] = useState(false);

  const addAccount = () => setAddingAccount(true);
  const compose = () => setComposing(true);
  const openFound = (emailId: string) => void place.openEmail(emailId);

  return (
    <>
      <div className="flex h-dvh flex-col overflow-hidden bg-canvas">
        <SkipLinks isInMail={isInMail} />
        <TopBar
          isMobile={isMobile}
          brandPx={limits.sidebarOpenPx}
          accounts={<AccountStrip onAdd={addAccount} />}
          search={<SearchBox onOpen={openFound} />}
          onOpenSidebar={() => setSidebarOpen(true)}
          onOpenSearch={() => setSearchOpen(true)}
        />
        <OfflineBar />
        <div className="flex min-h-0 flex-1">
          {!isMobile && (
            <DesktopSidebar
              openPx={limits.sidebarOpenPx}
              narrowPx={limits.sidebarCollapsedPx}
              isPinnedByDefault={isWide}
              onCompose={compose}
              status={<SyncProgress />}
            />
          )}
          <main id="main" tabIndex={-1} className="min-h-0 min-w-0 flex-1 bg-surface outline-none">
            <Outlet />
          </main>
        </div>
        {isMobile && (
          <Suspense>
            <MobileSidebar
              isOpen={isSidebarOpen}
              onOpenChange={setSidebarOpen}
              onCompose={compose}
              accounts={
                <AccountStrip
                  onAdd={() => {
                    setSidebarOpen(false);
                    addAccount();
                  }}
                  onChoose={() => setSidebarOpen(false)}
                />
              }
              status={<SyncProgress />}
            />
            <SearchOverlay isOpen={isSearchOpen} onOpenChange={setSearchOpen} onOpen={openFound} />
            {isInMail && !place.emailId && <ComposeButton onCompose={compose} />}
          </Suspense>
        )}
      </div>
      <Suspense>
        <AddAccountDialog isOpen={isAddingAccount} onOpenChange={setAddingAccount} />
      </Suspense>
      <Suspense>
        <ComposeDialog isOpen={isComposing} onOpenChange={setComposing} />
      </Suspense>
      <OutboxWatch />
      <ToastRegion manager={toasts} closeLabel={texts.close} />
    </>
  );
}

/** Within the thumb's reach on a phone. */
function ComposeButton({ onCompose }: { onCompose: () => void }) {
  return (
    <button
      type="button"
      aria-label={texts.shell.compose}
      onClick={onCompose}
      className="fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-10 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-menu transition-[background-color,scale] hover:bg-accent-hover active:scale-95"
    >
      <PenLine size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
