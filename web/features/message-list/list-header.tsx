import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { foldersQuery } from "#/api/queries.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { useSync } from "#/features/message-list/use-sync.ts";
import { cn } from "#/lib/class-names.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { texts } from "#/lib/texts.ts";
import { useAccounts } from "#/state/active-account.ts";
import type { FolderSlug } from "#/state/place.ts";
import { useSession } from "#/state/session.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Badge } from "#/ui/badge.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** Whose mail this is, which folder of which account, how much of it is unread, and the way to ask for more. */
export function ListHeader({ folder }: { folder: FolderSlug }) {
  const { accounts, active, activeId } = useAccounts();
  const user = useSession((session) => session.user);
  const unread = useUnread(folder, activeId);
  const sync = useSync(activeId);
  const everyAccount = accounts?.length ? texts.accounts.all : listTexts.selectAccount;
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line pr-3 pl-5">
      <title>{titleOf(texts.folders[folder], unread)}</title>
      <Avatar name={user?.name ?? ""} size="normal" />
      <div className="min-w-0 flex-1">
        <h1 className="flex items-center gap-2 text-ui leading-5 font-semibold tracking-[-0.01em]">
          {texts.folders[folder]}
          {unread > 0 && <Badge className="font-medium">{listTexts.unread(unread)}</Badge>}
        </h1>
        <p className="truncate text-label text-ink-3">{active?.account_mail ?? everyAccount}</p>
      </div>
      <IconButton
        label={listTexts.refresh}
        icon={
          <RotateCw
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className={cn(sync.isPending && "animate-turn")}
          />
        }
        disabled={sync.isPending}
        onClick={() => sync.mutate()}
      />
    </header>
  );
}

/** The page's title: `(3) Inbox · Inlet`. */
function titleOf(folder: string, unread: number): string {
  return `${unread > 0 ? `(${unread}) ` : ""}${folder} · ${pageTexts.product}`;
}

function useUnread(folder: FolderSlug, accountId: string | null): number {
  const { data } = useQuery(foldersQuery(accountId));
  if (!data || folder === "starred") return 0;
  if (accountId === null) return data.unread[folder] ?? 0;
  return data.folders
    .filter(({ role }) => role === folder)
    .reduce((total, { unread }) => total + unread, 0);
}
