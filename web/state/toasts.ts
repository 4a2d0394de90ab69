import { create } from "zustand";

interface Action {
  label: string;
  onAction: () => void;
}

interface Options {
  /** It takes the place of the toast that has the same key. */
  key?: string;
  timeoutMs?: number;
}

/** A short message that waits to be shown. */
interface Toast extends Options {
  id: number;
  title: string;
  hasFailed: boolean;
  action?: Action | undefined;
}

interface Toasts {
  waiting: readonly Toast[];
  /** The code that shows them is loaded with the first one. */
  isNeeded: boolean;
}

/** Every toast of the app goes through here; the shell shows them. */
export const useToasts = create<Toasts>()(() => ({ waiting: [], isNeeded: false }));

let lastId = 0;

/** Says that something is done; politely announced. */
export function tell(title: string, action?: Action, options: Options = {}): void {
  add({ ...options, title, hasFailed: false, action });
}

/** Says that something failed; announced at once. */
export function warn(title: string, action?: Action, options: Options = {}): void {
  add({ ...options, title, hasFailed: true, action });
}

/** The message is on the page now. */
export function toastShown(id: number): void {
  useToasts.setState(({ waiting }) => ({ waiting: waiting.filter((toast) => toast.id !== id) }));
}

function add(toast: Omit<Toast, "id">): void {
  lastId += 1;
  const next = { ...toast, id: lastId };
  useToasts.setState(({ waiting }) => ({ waiting: [...waiting, next], isNeeded: true }));
}
