import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useState } from "react";

interface ToastOrder {
  id: number;
  title: string;
  hasFailed: boolean;
  action?: { label: string; onAction: () => void } | undefined;
}

const failedMs = 8000;

/** Where short messages appear; F6 moves the focus here. Every order is shown once and then reported. */
export function ToastRegion(props: {
  orders: readonly ToastOrder[];
  onShown: (id: number) => void;
  closeLabel: string;
}) {
  const { orders, onShown } = props;
  const [manager] = useState(Toast.createToastManager);
  useEffect(() => {
    for (const { id, title, hasFailed, action } of orders) {
      manager.add({
        title,
        type: hasFailed ? "failed" : "done",
        priority: hasFailed ? "high" : "low",
        ...(hasFailed && { timeout: failedMs }),
        ...(action && { actionProps: { children: action.label, onClick: action.onAction } }),
      });
      onShown(id);
    }
  }, [orders, onShown, manager]);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-96 flex-col gap-2 outline-none sm:right-auto sm:left-4 sm:mx-0">
          <ToastList closeLabel={props.closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
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
        swipeDirection={["down", "left"]}
        className="rounded-menu bg-ink text-surface shadow-menu transition-[opacity,translate] duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex min-h-11 items-center gap-3 py-1.5 pr-1.5 pl-3">
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
