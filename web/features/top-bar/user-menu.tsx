import { Link } from "@tanstack/react-router";
import { Command, Keyboard, LogOut, type LucideIcon, Moon, Settings, Sun } from "lucide-react";
import { cn } from "#/lib/class-names.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { runCommand } from "#/state/commands/commands.ts";
import { leave } from "#/state/session/sign-out.ts";
import { useSession } from "#/state/session/session.ts";
import { useTheme } from "#/state/session/theme.tsx";
import { useShortcut } from "#/state/commands/shortcuts.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Menu, MenuIcon, menuItem } from "#/ui/menu.tsx";

/** The signed-in user, with links to the settings and to sign out. */
export function UserMenu() {
  const { shownTheme, toggleTheme } = useTheme();
  const ThemeIcon = shownTheme === "dark" ? Sun : Moon;
  const user = useSession((session) => session.user);
  if (!user) return null;
  const name = user.name || user.email;
  return (
    <Menu
      label={texts.shell.userMenu}
      button={<Avatar name={name} picture={user.avatar} className="size-7 text-label" />}
      className="grid size-9 place-items-center rounded-full transition-[background-color] hover:bg-hover aria-expanded:bg-hover coarse:size-11"
      head={
        <div className="flex max-w-72 items-center gap-3 px-2 pt-1.5 pb-2.5">
          <Avatar name={name} picture={user.avatar} />
          <div className="min-w-0 text-control">
            <p className="truncate font-medium">{user.name}</p>
            <p className="truncate text-label text-ink-3">{user.email}</p>
          </div>
        </div>
      }
    >
      <Link to="/app/settings" {...menuItem}>
        <MenuIcon>
          <Settings strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {texts.shell.settings}
      </Link>
      <CommandItem command="palette" label={texts.shell.commands} icon={Command} />
      {/* Elsewhere a button of the top bar. */}
      <button
        type="button"
        {...menuItem}
        className={cn(menuItem.className, "md:hidden")}
        onClick={toggleTheme}
      >
        <MenuIcon>
          <ThemeIcon strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {shownTheme === "dark" ? texts.shell.toLight : texts.shell.toDark}
      </button>
      <CommandItem command="sheet" label={texts.shell.shortcuts} icon={Keyboard} />
      <button type="button" {...menuItem} onClick={leave}>
        <MenuIcon>
          <LogOut strokeWidth={1.75} aria-hidden="true" />
        </MenuIcon>
        {texts.shell.signOut}
      </button>
    </Menu>
  );
}

function CommandItem(props: { command: CommandId; label: string; icon: LucideIcon }) {
  const shortcut = useShortcut(props.command);
  return (
    <button type="button" {...menuItem} onClick={() => runCommand(props.command)}>
      <MenuIcon>
        <props.icon strokeWidth={1.75} aria-hidden="true" />
      </MenuIcon>
      <span className="flex-1">{props.label}</span>
      {shortcut && <span className="ps-4 text-label text-ink-3 coarse:hidden">{shortcut}</span>}
    </button>
  );
}
