import { Menu } from "lucide-react";
import { setSidebarOpen } from "#/state/commands/open-dialogs.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { IconButton } from "#/ui/icon-button.tsx";

/** Opens the sidebar of a phone; marked if something in it needs the user's attention. */
export function SidebarButton({ needsUser }: { needsUser: boolean }) {
  return (
    <IconButton
      label={needsUser ? texts.shell.openSidebarUrgent : texts.shell.openSidebar}
      icon={
        <span className="relative">
          <Menu size={18} strokeWidth={1.75} aria-hidden="true" />
          {needsUser && (
            <span className="absolute -top-1 -end-1 size-2 rounded-full bg-danger ring-2 ring-canvas" />
          )}
        </span>
      }
      onClick={() => setSidebarOpen(true)}
      className="size-11"
    />
  );
}
