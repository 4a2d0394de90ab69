import { limits } from "@inlet/contract/limits.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createQueryClient } from "#/api/queries.ts";
import { AccountStrip } from "#/features/accounts/account-strip.tsx";
import { EarlyAssistantButton } from "#/features/assistant/assistant-button.tsx";
import { useNeedsUser } from "#/features/compose/send/use-needs-user.ts";
import { SearchBox } from "#/features/search/search-box.tsx";
import { DesktopSidebar } from "#/features/sidebar/desktop-sidebar.tsx";
import { OfflineBar } from "#/features/top-bar/offline-bar.tsx";
import { SkipLinks } from "#/features/top-bar/skip-links.tsx";
import { TopBar } from "#/features/top-bar/top-bar.tsx";
import { texts } from "#/texts/shared/app-texts.ts";
import { useMedia } from "#/lib/use-media.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { useAccounts, useHasNoAccounts } from "#/state/view/active-account.ts";
import { CommandsLater, useCommandKeys } from "#/state/commands/commands.ts";
import {
  askAboutLabel,
  type LabelQuestion,
  setAddingAccount,
  setComposing,
  setSidebarOpen,
  useOpenDialogs,
} from "#/state/commands/open-dialogs.ts";
import { isMailPath, useMailPlace } from "#/state/view/mail-route.ts";
import {
  AddAccountDialog,
  Approvals,
  ComposeDock,
  PreferencesWatch,
  fetchLateParts,
  FirstSteps,
  LabelQuestions,
  MobileSidebar,
  OutboxDialog,
  OutboxLink,
  OutboxWatch,
  Palette,
  SearchOverlay,
  ShellCommands,
  ShortcutSheet,
  SlackDialog,
  SyncProgress,
  ToastRegion,
  writeTo,
} from "#/screens/shell/lazy-parts.ts";
import { PhoneBar } from "#/screens/shell/phone-bar.tsx";
import { clearScrollMark, markScrolling } from "#/state/view/scroll-mark.ts";
import { restoreImmediately } from "#/state/live/restore.ts";
import { useIsSelecting } from "#/state/view/selection.ts";
import { useSession } from "#/state/session/session.ts";
import { toastShown, useToasts } from "#/state/changes/toasts.ts";
import { savedTheme } from "#/state/session/theme.tsx";
import { useDevice } from "#/state/live/use-device.ts";
import { useLive } from "#/state/live/use-live.ts";
import { TooltipDelays } from "#/ui/tooltip.tsx";

const tooltipDelays = { delayMs: limits.tooltipOpenDelayMs, skipMs: limits.tooltipSkipDelayMs };

/** The frame around every screen under /app. Data fetched for one session does not outlive it. */
export function Shell() {
  const [queryClient] = useState(() => {
    const client = createQueryClient();
    restoreImmediately(client, useSession.getState().user?.id ?? "");
    return client;
  });
  useDevice(queryClient);
  // The frame in the page itself is replaced.
  useLayoutEffect(() => void delete document.documentElement.dataset["frame"], []);
  useEffect(() => whenIdle(fetchLateParts), []);
  useEffect(markScrolling, []);
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => clearScrollMark, [href]);
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipDelays value={tooltipDelays}>
        <Frame />
      </TooltipDelays>
    </QueryClientProvider>
  );
}

/** The frame around every screen, with all its dialogs. */
function Frame() {
  useLive();
  const isMobile = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const place = useMailPlace();
  const navigate = useNavigate();
  const isInMail = useLocation({ select: ({ pathname }) => isMailPath(pathname) });
  const isSelecting = useIsSelecting();
  const { isSidebarOpen, isAddingAccount, isOutboxOpen, label, palette, isSheetOpen, isSlackOpen } =
    useOpenDialogs();
  const hasProblem = useNeedsUser();
  const hasNoAccounts = useHasNoAccounts();
  const isNewcomer = isInMail && hasNoAccounts;
  const isTide = place.isTide && isInMail && !hasNoAccounts;
  const toasts = useToasts();
  const [isSearchOpen, setSearchOpen] = useState(false);

  // On a phone the list and the reader have their own.
  const { accounts, isPending } = useAccounts();
  const hasTopBar = !isTide && (!isMobile || !isInMail || (!isPending && !accounts?.length));
  const isReading = isInMail && place.emailId !== null;
  const hasPhoneBar = isMobile && !isTide && !isReading && !isSelecting && !hasNoAccounts;

  const addAccount = () => setAddingAccount(true);
  const compose = () => setComposing(true);
  const fixAccount = (fix: string) =>
    void navigate({ to: "/app/settings", search: { tab: "accounts", fix } });
  const searchField = useRef<HTMLInputElement>(null);
  const [isIdle, setIdle] = useState(false);
  const [themeAtStart] = useState(savedTheme);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  useCommandKeys();
  const found = {
    // A new key resets the search box for another search.
    key: place.view.kind === "search" ? place.view.query : "",
    shown: place.view.kind === "search" ? place.view.query : "",
    onOpen: (emailId: string) => place.openEmail(emailId),
    onShowAll: (query: string) => void place.goTo({ kind: "search", query }),
  };

  const status = (isNarrow: boolean) => (
    <>
      <Suspense>
        <OutboxLink isNarrow={isNarrow} />
      </Suspense>
      <Suspense>{!isNarrow && <SyncProgress />}</Suspense>
    </>
  );
  return (
    <>
      <div className="flex h-dvh flex-col overflow-hidden bg-canvas">
        {!isTide && <SkipLinks isInMail={isInMail} />}
        {hasTopBar && (
          <TopBar
            isMobile={isMobile}
            brandPx={limits.sidebarOpenPx}
            accounts={<AccountStrip onAdd={addAccount} onFix={fixAccount} />}
            search={!isNewcomer && <SearchBox {...found} inputRef={searchField} />}
            needsUser={hasProblem}
          />
        )}
        <OfflineBar />
        <Suspense>
          <Approvals />
        </Suspense>
        <div className="flex min-h-0 flex-1">
          {!isMobile && !isTide && !isNewcomer && (
            <DesktopSidebar
              isBesidePages={!isInMail}
              hasNoAccounts={hasNoAccounts}
              onCompose={compose}
              status={status}
            />
          )}
          <main
            id="main"
            tabIndex={-1}
            className="min-h-0 min-w-0 flex-1 bg-surface outline-none max-md:overflow-clip beside:[body:has([data-assistant])_&]:me-90"
          >
            <Outlet />
          </main>
        </div>
        {isMobile && (
          <Suspense>
            <Once isWanted={isSidebarOpen}>
              <MobileSidebar
                isOpen={isSidebarOpen}
                onOpenChange={setSidebarOpen}
                hasNoAccounts={hasNoAccounts}
                onCompose={hasPhoneBar ? null : compose}
                accounts={
                  <AccountStrip
                    onAdd={() => {
                      setSidebarOpen(false);
                      addAccount();
                    }}
                    onChoose={() => setSidebarOpen(false)}
                    onFix={fixAccount}
                  />
                }
                status={status}
              />
            </Once>
            <Once isWanted={isSearchOpen}>
              <SearchOverlay isOpen={isSearchOpen} onOpenChange={setSearchOpen} {...found} />
            </Once>
          </Suspense>
        )}
        <Suspense>{!isTide && <FirstSteps />}</Suspense>
        {hasPhoneBar && <PhoneBar onCompose={compose} onSearch={() => setSearchOpen(true)} />}
      </div>
      <Suspense>
        {/* Mounted in advance, to open at once. */}
        <Once isWanted={isIdle || palette !== null}>
          <Palette scope={palette} onWriteTo={(...begun) => void writeTo(...begun)} />
        </Once>
      </Suspense>
      <Suspense fallback={<EarlyCommands hasNoAccounts={hasNoAccounts} />}>
        <ShellCommands
          onSearch={() => {
            if (isMobile) setSearchOpen(true);
            else searchField.current?.focus();
          }}
        />
      </Suspense>
      <Suspense>
        <Once isWanted={isAddingAccount}>
          <AddAccountDialog isOpen={isAddingAccount} onOpenChange={setAddingAccount} />
        </Once>
        <Suspense>
          <ComposeDock />
        </Suspense>
        <Once isWanted={isOutboxOpen}>
          <OutboxDialog isOpen={isOutboxOpen} />
        </Once>
        <Once isWanted={isSheetOpen}>
          <ShortcutSheet isOpen={isSheetOpen} />
        </Once>
        <Once isWanted={isSlackOpen}>
          <SlackDialog isOpen={isSlackOpen} />
        </Once>
        <PreferencesWatch themeAtStart={themeAtStart} />
        <OutboxWatch />
        <Once isWanted={label !== null}>
          <LabelDialogs asked={label} />
        </Once>
        <Once isWanted={toasts.isNeeded}>
          <ToastRegion orders={toasts.waiting} onShown={toastShown} closeLabel={texts.close} />
        </Once>
      </Suspense>
    </>
  );
}

function EarlyCommands({ hasNoAccounts }: { hasNoAccounts: boolean }) {
  return (
    <>
      <CommandsLater />
      <EarlyAssistantButton hasNoAccounts={hasNoAccounts} />
    </>
  );
}

/** Renders its children from first use on. Then they stay: they can close with an animation and keep their state. */
function Once({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  // Each suspends alone: otherwise one that is being fetched would block the other ones.
  return wasWanted && <Suspense>{children}</Suspense>;
}

/** Dialogs about a label, and the redirect from its old address to the new one. */
function LabelDialogs({ asked }: { asked: LabelQuestion | null }) {
  const place = useMailPlace();
  const [latest, setLatest] = useState({ asked, count: 0 });
  if (asked && asked !== latest.asked) setLatest({ asked, count: latest.count + 1 });
  if (!latest.asked) return null;
  const { view } = place;
  return (
    <LabelQuestions
      key={latest.count}
      isOpen={asked !== null}
      label={latest.asked}
      onClose={() => askAboutLabel(null)}
      onMoved={(from, to) => {
        if (view.kind !== "label" || view.label !== from) return;
        void place.goTo(
          to === null ? { kind: "folder", slug: "inbox" } : { kind: "label", label: to },
        );
      }}
    />
  );
}
