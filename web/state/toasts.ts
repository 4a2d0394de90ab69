import { Toast } from "@base-ui/react/toast";

/** Every toast of the app goes through here; the shell shows them. */
export const toasts = Toast.createToastManager();

interface Action {
  label: string;
  onAction: () => void;
}

/** Says that something is done; politely announced. */
export function tell(title: string, action?: Action): string {
  return toasts.add({ title, type: "done", priority: "low", ...withAction(action) });
}

/** Says that something failed; announced at once. */
export function warn(title: string, action?: Action): string {
  return toasts.add({
    title,
    type: "failed",
    priority: "high",
    timeout: 8000,
    ...withAction(action),
  });
}

function withAction(action: Action | undefined) {
  return action && { actionProps: { children: action.label, onClick: action.onAction } };
}
