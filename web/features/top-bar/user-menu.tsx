import { Link } from "@tanstack/react-router";
import { LogOut, Settings } from "lucide-react";
import { texts } from "#/lib/texts.ts";
import { signOut, useSession } from "#/state/session.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Menu, MenuItem, MenuSeparator } from "#/ui/menu.tsx";

/** Who is signed in, the way to the settings, and out. */
export function UserMenu() {
  const user = useSession((session) => session.user);
  if (!user) return null;
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={texts.shell.userMenu}
          className="grid size-9 place-items-center rounded-full transition-[background-color] hover:bg-hover data-popup-open:bg-hover coarse:size-11"
        >
          <Avatar name={user.name || user.email} className="size-7 text-label" />
        </button>
      }
    >
      <div className="flex max-w-72 items-center gap-3 px-2 py-2">
        <Avatar name={user.name || user.email} />
        <div className="min-w-0 text-control">
          <p className="truncate font-medium">{user.name}</p>
          <p className="truncate text-label text-ink-3">{user.email}</p>
        </div>
      </div>
      <MenuSeparator />
      <MenuItem icon={<Settings strokeWidth={1.75} />} render={<Link to="/app/settings" />}>
        {texts.shell.settings}
      </MenuItem>
      <MenuItem icon={<LogOut strokeWidth={1.75} />} onSelect={() => void signOut()}>
        {texts.shell.signOut}
      </MenuItem>
    </Menu>
  );
}
