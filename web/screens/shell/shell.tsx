import { limits } from "@inlet/contract/limits.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { PenLine } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { createQueryClient } from "#/api/queries.ts";
import { AccountStrip } from "#/features/accounts/account-strip.tsx";
import { SyncProgress } from "#/features/accounts/sync-progress.tsx";
import { forgetDrafts } from "#/features/compose/draft.ts";
import { SearchBox } from "#/features/search/search-box.tsx";
import { DesktopSidebar } from "#/features/sidebar/desktop-sidebar.tsx";
import { OfflineBar } from "#/features/top-bar/offline-bar.tsx";
import { SkipLinks } from "#/features/top-bar/skip-links.tsx";
import { TopBar } from "#/features/top-bar/top-bar.tsx";
import { texts } from "#/lib/texts.ts";
import { useKeys } from "#/lib/use-keys.ts";
import { useMedia } from "#/lib/use-media.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { setAddingAccount, setComposing, useOpenDialogs } from "#/state/open-dialogs.ts";
import { useMailPlace } from "#/state/place.ts";
import {
  AddAccountDialog,
  ComposeDialog,
  fetchLateParts,
  MobileSidebar,
  OutboxWatch,
  SearchOverlay,
  ToastRegion,
} from "#/screens/shell/late-parts.ts";
import { toastShown, useToasts } from "#/state/toasts.ts";
import { useLive } from "#/state/use-live.ts";
import { TooltipDelays } from "#/ui/tooltip.tsx";

const tooltipDelays = { delayMs: limits.tooltipOpenDelayMs, skipMs: limits.tooltipSkipDelayMs };

/** The frame around every screen under /app. What was read for one session does not outlive it. */
export function Shell() {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => forgetDrafts, []);
  useEffect(() => whenIdle(fetchLateParts), []);
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipDelays value={tooltipDelays}>
        <Frame />
      </TooltipDelays>
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
  const toasts = useToasts();
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const [isSearchOpen, setSearchOpen] = useState(false);

  const addAccount = () => setAddingAccount(true);
  const compose = () => setComposing(true);
  const searchField = useRef<HTMLInputElement>(null);
  useKeys({
    "/": () => {
      if (isMobile) setSearchOpen(true);
      else searchField.current?.focus();
    },
  });
  const openFound = (emailId: string) => void place.openEmail(emailId);

  return (
    <>
      <div className="flex h-dvh flex-col overflow-hidden bg-canvas">
        <SkipLinks isInMail={isInMail} />
        <TopBar
          isMobile={isMobile}
          brandPx={limits.sidebarOpenPx}
          accounts={<AccountStrip onAdd={addAccount} />}
          search={<SearchBox inputRef={searchField} onOpen={openFound} />}
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
            <Once isWanted={isSidebarOpen}>
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
            </Once>
            <Once isWanted={isSearchOpen}>
              <SearchOverlay
                isOpen={isSearchOpen}
                onOpenChange={setSearchOpen}
                onOpen={openFound}
              />
            </Once>
          </Suspense>
        )}
        {isMobile && isInMail && !place.emailId && <ComposeButton onCompose={compose} />}
      </div>
      <Suspense>
        <Once isWanted={isAddingAccount}>
          <AddAccountDialog isOpen={isAddingAccount} onOpenChange={setAddingAccount} />
        </Once>
        <Once isWanted={isComposing}>
          <ComposeDialog isOpen={isComposing} onOpenChange={setComposing} />
        </Once>
        <OutboxWatch />
        <Once isWanted={toasts.isNeeded}>
          <ToastRegion orders={toasts.waiting} onShown={toastShown} closeLabel={texts.close} />
        </Once>
      </Suspense>
    </>
  );
}

/** Nothing until it is wanted; then it stays, so that it can close with its motion and keep what it holds. */
function Once({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return wasWanted && children;
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
