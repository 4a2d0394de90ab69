import { ChevronDown, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { useSync } from "#/features/message-list/use-sync.ts";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { useSession } from "#/state/session/session.ts";
import { setSidebarOpen } from "#/state/commands/open-dialogs.ts";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

/** Shows the folder of the list, its unread count and its account, and the actions on the list. */
export function ListHeader(props: {
  name: string;
  unread: number;
  onSelectAll: () => void;
  /** True if the list covers all accounts and folders. */
  isSearch: boolean;
  /** On a phone, what other screens have in the bar above: the button of the sidebar, and the user. */
  start: ReactNode;
  end: ReactNode;
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
    <header className="@container shrink-0 border-b border-line">
      <div
        className={cn(
          "flex items-center",
          props.start ? "h-13 px-1.5 short:h-11" : "h-14 gap-1 pe-3 coarse:ps-4",
        )}
      >
        {props.start}
        {/* On touch screens, rows have no checkbox; the menu has this action. */}
        <IconButton
          label={listTexts.selectAll}
          shortcut={useShortcut("selectAll")}
          icon={<span className="size-4 rounded-[4px] border border-line-strong bg-surface" />}
          className="-me-0.5 max-md:hidden coarse:hidden"
          onClick={props.onSelectAll}
        />
        {/* A narrow list needs the space for its own name, and the bar above shows the user. */}
        <span className="me-1 hidden @min-[26rem]:block">
          <Avatar name={user?.name ?? ""} picture={user?.avatar} size="small" />
        </span>
        <div className="relative min-w-24 flex-1 rounded-control has-[h1_:active]:bg-hover">
          <h1 className="truncate text-message leading-5 font-semibold tracking-[-0.01em]">
            {props.start ? <FoldersButton name={props.name} /> : <bdi>{props.name}</bdi>}
          </h1>
          <p className="flex gap-1 text-label text-ink-3">
            {props.unread > 0 && (
              <>
                <span className="shrink-0">{listTexts.unread(props.unread)}</span>
                <span aria-hidden="true">·</span>
              </>
            )}
            <span className="truncate">{account?.account_mail ?? everyAccount}</span>
          </p>
        </div>
        <IconButton
          label={listTexts.refresh}
          icon={
            <RotateCw
              size={16}
              strokeWidth={1.75}
              aria-hidden
              className={cn(sync.isPending && "animate-turn")}
            />
          }
          disabled={sync.isPending}
          onClick={() => sync.mutate()}
        />
        {props.filter}
        {props.menu}
        {props.end}
      </div>
    </header>
  );
}

/** The folder's name on a phone: opens the folders, as wide as the space of the name and the account below it. */
function FoldersButton({ name }: { name: string }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => setSidebarOpen(true)}
      className="flex min-h-6 max-w-full items-center gap-0.5 after:absolute after:inset-0"
    >
      <bdi className="truncate">{name}</bdi>
      <ChevronDown
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="shrink-0 text-ink-3"
      />
    </button>
  );
}
