import { CheckCheck, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { useSync } from "#/features/message-list/use-sync.ts";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { useSession } from "#/state/session/session.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Badge } from "#/ui/badge.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The account and the folder of the list, its unread count, and the actions on the list. */
export function ListHeader(props: {
  name: string;
  unread: number;
  onSelectAll: () => void;
  /** True if the list covers all accounts and folders. */
  isSearch: boolean;
  /** Filter of the list. */
  filter: ReactNode;
  /** Actions on the list as a whole. */
  menu: ReactNode;
}) {
  const { accounts, active, activeId } = useAccounts();
  const user = useSession((session) => session.user);
  const sync = useSync(activeId);
  const everyAccount = accounts?.length ? texts.accounts.all : listTexts.selectAccount;
  const account = props.isSearch ? null : active;
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line pe-3 ps-5">
      {/* On a phone the list's own name needs the space, and the bar above shows the user. */}
      <span className="me-2 max-sm:hidden">
        <Avatar name={user?.name ?? ""} picture={user?.avatar} size="normal" />
      </span>
      <div className="me-1 min-w-0 flex-1">
        <h1 className="flex items-center gap-2 text-ui leading-5 font-semibold tracking-[-0.01em]">
          <bdi className="truncate">{props.name}</bdi>
          {props.unread > 0 && (
            <Badge className="font-medium">{listTexts.unread(props.unread)}</Badge>
          )}
        </h1>
        <p className="truncate text-label text-ink-3">{account?.account_mail ?? everyAccount}</p>
      </div>
      <IconButton
        label={listTexts.selectAll}
        shortcut={useShortcut("selectAll")}
        icon={<CheckCheck {...icon} />}
        onClick={props.onSelectAll}
      />
      {props.filter}
      <IconButton
        label={listTexts.refresh}
        icon={<RotateCw {...icon} className={cn(sync.isPending && "animate-turn")} />}
        disabled={sync.isPending}
        onClick={() => sync.mutate()}
      />
      {props.menu}
    </header>
  );
}
