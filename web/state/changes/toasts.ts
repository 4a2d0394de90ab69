import { create } from "zustand";

interface Action {
  label: string;
  onAction: () => void;
}

interface Options {
  /** Replaces the toast with the same key. */
  key?: string;
  timeoutMs?: number;
}

/** A short message to show. */
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

/** All toasts of the app, which the shell shows. */
export const useToasts = create<Toasts>()(() => ({ waiting: [], isNeeded: false }));

let lastId = 0;

/** Reports a success; announced politely. */
export function notify(title: string, action?: Action, options: Options = {}): void {
  add({ ...options, title, hasFailed: false, action });
}

/** Reports a failure; announced at once. */
export function warn(title: string, action?: Action, options: Options = {}): void {
  add({ ...options, title, hasFailed: true, action });
}

/** Removes a toast that is now shown from the queue. */
export function toastShown(id: number): void {
  useToasts.setState(({ waiting }) => ({ waiting: waiting.filter((toast) => toast.id !== id) }));
}

function add(toast: Omit<Toast, "id">): void {
  lastId += 1;
  const next = { ...toast, id: lastId };
  useToasts.setState(({ waiting }) => ({ waiting: [...waiting, next], isNeeded: true }));
}
