import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { EarlyAssistantButton } from "#/features/assistant/assistant-button.tsx";
import { toggleAssistant } from "#/state/view/assistant-panel.ts";
import { chooseAccount, useAccounts, useHasNoAccounts } from "#/state/view/active-account.ts";
import { type Runs, useCommands } from "#/state/commands/commands.ts";
import type { FolderSlug } from "#/state/view/folder-slugs.ts";
import { leave } from "#/state/session/sign-out.ts";
import {
  openPalette,
  setAddingAccount,
  setComposing,
  setOutboxOpen,
  setSheetOpen,
} from "#/state/commands/open-dialogs.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { useTheme } from "#/state/session/theme.tsx";
import { undoLatest } from "#/state/changes/undo.ts";

const AssistantCorner = lazy(async () => {
  const { AssistantCorner: Part } = await import("#/screens/shell/assistant-corner.tsx");
  return { default: Part };
});

const SearchDialogs = lazy(async () => {
  const { SearchDialogs: Part } = await import("#/features/search/search-dialogs.tsx");
  return { default: Part };
});

/** Offers the commands of every screen, and shows the assistant, which is one of them, and the dialogs about searches. */
export function ShellCommands({ onSearch }: { onSearch: () => void }) {
  const place = useMailPlace();
  const navigate = useNavigate();
  const { shownTheme, setTheme } = useTheme();
  const hasNoAccounts = useHasNoAccounts();
  const goTo = (slug: FolderSlug) => () => void place.goTo({ kind: "folder", slug });
  useCommands({
    palette: () => openPalette("everything"),
    sheet: () => setSheetOpen(true),
    search: place.isTide ? undefined : onSearch,
    compose: () => setComposing(true),
    undo: undoLatest,
    goInbox: goTo("inbox"),
    goStarred: goTo("starred"),
    goSnoozed: goTo("snoozed"),
    goSent: goTo("sent"),
    goDrafts: goTo("drafts"),
    goArchive: goTo("archive"),
    goSpam: goTo("spam"),
    goTrash: goTo("trash"),
    goLabel: () => openPalette("labels"),
    goBrief: () => void navigate({ to: "/app/brief" }),
    goContacts: () => void navigate({ to: "/app/contacts" }),
    goSettings: () => void navigate({ to: "/app/settings" }),
    ...useAccountCommands(),
    addAccount: () => setAddingAccount(true),
    theme: () => setTheme(shownTheme === "dark" ? "light" : "dark"),
    outbox: () => setOutboxOpen(true),
    signOut: leave,
    assistant: place.isTide ? undefined : toggleAssistant,
  });
  return (
    <>
      <Suspense fallback={<EarlyAssistantButton hasNoAccounts={hasNoAccounts} />}>
        {!place.isTide && <AssistantCorner />}
      </Suspense>
      <Suspense>
        <SearchDialogs />
      </Suspense>
    </>
  );
}

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Commands that show the messages of one account, by its position; 0 is all accounts. */
function useAccountCommands(): Runs {
  const place = useMailPlace();
  const { accounts = [] } = useAccounts();
  const show = (id: string | null) => () => {
    chooseAccount(id);
    void place.goTo({ kind: "folder", slug: "inbox" });
  };
  if (accounts.length < 2) return {};
  const each = accounts
    .slice(0, numbers.length)
    .map(({ id }, at) => [`account${numbers[at] ?? 9}`, show(id)] as const);
  return { account0: show(null), ...Object.fromEntries(each) };
}
