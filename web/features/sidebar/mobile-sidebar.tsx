import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { SidebarContent } from "#/features/sidebar/sidebar.tsx";
import { useOpenAfterMount } from "#/lib/use-open-after-mount.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";

/** The sidebar of a phone: slides in over the page; the dark overlay, Escape and every link close it. */
export function MobileSidebar(props: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  hasNoAccounts: boolean;
  /** Null if the bar at the bottom has this button. */
  onCompose: (() => void) | null;
  accounts: ReactNode;
  status: (isNarrow: boolean) => ReactNode;
}) {
  const close = () => props.onOpenChange(false);
  return (
    <Dialog.Root open={useOpenAfterMount(props.isOpen)} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-[280ms] data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 start-0 z-40 flex w-[min(20rem,88vw)] flex-col bg-canvas pb-[env(safe-area-inset-bottom)] text-ink shadow-dialog outline-none transition-transform duration-[280ms] data-ending-style:duration-200 ltr:data-ending-style:-translate-x-full ltr:data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full">
          <div className="flex h-14 shrink-0 items-center justify-between border-b border-line pe-1.5 ps-4">
            <Dialog.Title className="text-ui font-semibold">{pageTexts.product}</Dialog.Title>
            <Dialog.Close
              aria-label={texts.shell.closeSidebar}
              className="grid size-11 place-items-center rounded-control text-ink-2 hover:bg-hover"
            >
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div className="border-b border-line px-2 py-1">{props.accounts}</div>
          <SidebarContent
            isNarrow={false}
            hasNoAccounts={props.hasNoAccounts}
            onCompose={props.onCompose}
            onFollow={close}
            status={props.status}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
