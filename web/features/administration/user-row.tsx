import type { AdminUser } from "@inlet/contract/admin/admin-users.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { adminTexts } from "#/features/administration/admin-texts.ts";
import { ChangeUserDialog } from "#/features/administration/change-user-dialog.tsx";
import { RemoveUserDialog } from "#/features/administration/remove-user-dialog.tsx";
import { ResetUserDialog } from "#/features/administration/reset-user-dialog.tsx";
import { fullDate, resultDate } from "#/lib/dates.ts";
import { fileSize } from "#/lib/file-size.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useNow } from "#/lib/use-now.ts";
import { useSession } from "#/state/session/session.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Menu, menuItem } from "#/ui/menu.tsx";

const words = adminTexts.users;

type Asking = "promote" | "demote" | "disable" | "enable" | "reset" | "remove";

/** A user with their details, and the actions on them. */
export function UserRow({ user }: { user: AdminUser }) {
  const client = useQueryClient();
  const now = useNow();
  const isYou = useSession((session) => session.user?.id === user.id);
  const [asking, setAsking] = useState<Asking>("promote");
  const [isOpen, setOpen] = useState(false);
  // The dialog starts from scratch each time it opens.
  const [round, setRound] = useState(0);
  const refresh = () => client.invalidateQueries({ queryKey: ["admin", "users"] });
  const ask = (what: Asking) => {
    setAsking(what);
    setRound(round + 1);
    setOpen(true);
  };
  const signOut = async () => {
    try {
      await call("POST /admin/users/{id}/sign-out", { id: user.id });
      notify(words.signedOut(user.name));
    } catch (failure) {
      warn(sentenceOf(failure, adminTexts.failed));
    }
    await refresh();
  };
  const seen = user.lastSeenAt === null ? adminTexts.never : resultDate(user.lastSeenAt, now);
  const item = (what: Asking) => (
    <button type="button" {...menuItem} onClick={() => ask(what)}>
      {words[what].open}
    </button>
  );
  const dialog = {
    user,
    isOpen,
    onClose: () => setOpen(false),
    onDone: refresh,
  };
  return (
    <li className="flex items-center gap-3.5 px-4 py-3">
      <Avatar name={user.name || user.email} className="size-8 shrink-0 text-label" />
      <div className="min-w-0 flex-1 text-label">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui font-medium">
          <bdi className="max-w-full truncate">{user.name}</bdi>
          {isYou && <Badge>{words.you}</Badge>}
          {user.role === "admin" && <Badge hue={250}>{words.admin}</Badge>}
          {user.disabledAt !== null && <Badge className="text-danger">{words.disabled}</Badge>}
        </p>
        <p className="truncate text-ink-2">
          <bdi>{user.email}</bdi>
        </p>
        <p className="text-ink-3">
          <span title={user.lastSeenAt === null ? undefined : fullDate(user.lastSeenAt)}>
            {`${words.columns.seen}: ${seen}`}
          </span>
          {` · ${words.accounts(user.accounts)}`}
          {user.accounts > 0 && ` · ${words.messages(user.messages)}, ${fileSize(user.bytes)}`}
        </p>
      </div>
      <Menu
        label={words.actions(user.name || user.email)}
        button={<Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />}
        className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink coarse:size-11"
      >
        {item(user.role === "admin" ? "demote" : "promote")}
        {!isYou && item(user.disabledAt === null ? "disable" : "enable")}
        <button type="button" {...menuItem} onClick={() => void signOut()}>
          {words.signOut}
        </button>
        {item("reset")}
        {!isYou && item("remove")}
      </Menu>
      {asking === "reset" ? (
        <ResetUserDialog key={round} {...dialog} />
      ) : asking === "remove" ? (
        <RemoveUserDialog key={round} {...dialog} />
      ) : (
        <ChangeUserDialog key={round} {...dialog} what={asking} />
      )}
    </li>
  );
}
