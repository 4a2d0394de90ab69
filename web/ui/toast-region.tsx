import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isRightToLeft } from "#/lib/direction.ts";

interface ToastOrder {
  id: number;
  title: string;
  hasFailed: boolean;
  action?: { label: string; onAction: () => void } | undefined;
  /** Replaces the toast with the same key. */
  key?: string;
  timeoutMs?: number;
}

const failedMs = 8000;
const doneMs = 5000;

/** Region of the notifications; F6 moves the focus here. Every order is shown once and then reported. */
export function ToastRegion(props: {
  orders: readonly ToastOrder[];
  onShown: (id: number) => void;
  closeLabel: string;
}) {
  const { orders, onShown } = props;
  const [manager] = useState(Toast.createToastManager);
  const newest = useRef<string>(undefined);
  useEffect(() => {
    for (const { id, title, hasFailed, action, key, timeoutMs } of orders) {
      // One that replaces an older one is still the newest: at the end of the stack it would not be visible.
      if (key !== undefined && key !== newest.current) manager.close(key);
      newest.current = key;
      manager.add({
        ...(key && { id: key }),
        title,
        type: hasFailed ? "failed" : "done",
        priority: hasFailed ? "high" : "low",
        timeout: timeoutMs ?? (hasFailed ? failedMs : doneMs),
        // Set even if undefined: the one before may have had an action.
        actionProps: action && { children: action.label, onClick: action.onAction },
      });
      onShown(id);
    }
  }, [orders, onShown, manager]);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        {/* Above a bar at the bottom: that of a phone, of a selection, or of low tide. Elsewhere beside the sidebar, which has the Outbox at its end; while one
           writes in a docked window over the sidebar, because the window reaches the place beside it. Over a dialog there is only
           one: beside its title on a larger screen, where there are no buttons; on a phone above the dialog, which makes space. */}
        <Toast.Viewport
          ref={reserveSpace}
          className="fixed inset-x-4 bottom-[calc(max(1rem,env(safe-area-inset-bottom))+var(--dock-room,0px))] max-md:bottom-[calc(5rem+env(safe-area-inset-bottom))] [body:has([data-bar-below])_&]:bottom-[calc(5rem+env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-96 flex-col gap-2 outline-none modal-open:[&>[aria-modal]~[aria-modal]]:hidden max-sm:dialog-open:top-[max(0.5rem,env(safe-area-inset-top))] max-sm:dialog-open:bottom-auto sm:end-auto sm:start-[calc(var(--sidebar-room,0px)+1rem)] sm:dock-open:start-4 sm:mx-0 sm:modal-open:inset-x-4 sm:modal-open:top-4 sm:modal-open:bottom-auto sm:modal-open:mx-auto sm:modal-open:max-w-80"
        >
          <ToastList closeLabel={props.closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Publishes to the dialogs of a phone how much of the screen's top is taken. */
function reserveSpace(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const heightPx = region.offsetHeight;
    if (heightPx === 0) style.removeProperty("--toast-room");
    else
      style.setProperty(
        "--toast-room",
        `calc(${heightPx}px + max(1rem, env(safe-area-inset-top) + 0.5rem))`,
      );
  });
  observer.observe(region);
  return () => {
    observer.disconnect();
    style.removeProperty("--toast-room");
  };
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const hasFailed = toast.type === "failed";
    const Icon = hasFailed ? CircleAlert : CircleCheck;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        // Towards the nearest edge.
        swipeDirection={["down", isRightToLeft(document.documentElement) ? "right" : "left"]}
        className="rounded-menu bg-ink text-surface shadow-menu transition-[opacity,translate] duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex min-h-11 items-center gap-3 py-1.5 pe-1.5 ps-3">
          <Icon
            size={16}
            strokeWidth={2}
            aria-hidden="true"
            className={hasFailed ? "shrink-0 text-danger-soft" : "shrink-0 opacity-80"}
          />
          <div className="min-w-0 flex-1 text-control">
            <Toast.Title className="font-medium wrap-anywhere" />
            <Toast.Description className="opacity-80" />
          </div>
          <Toast.Action className="h-8 shrink-0 rounded-control px-2.5 text-control font-semibold underline-offset-2 hover:underline coarse:h-11" />
          <Toast.Close
            aria-label={closeLabel}
            className="grid size-8 shrink-0 place-items-center rounded-control opacity-70 hover:opacity-100 coarse:size-11"
          >
            <X size={14} strokeWidth={2} aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
