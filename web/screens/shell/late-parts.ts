import { lazy } from "react";

// What the first paint does not show is fetched after it: when it is asked for, or before that when there is time.
const parts = {
  addAccount: () => import("#/features/accounts/add-account-dialog.tsx"),
  compose: () => import("#/features/compose/compose-dialog.tsx"),
  outbox: () => import("#/features/compose/outbox-watch.tsx"),
  search: () => import("#/features/search/search-overlay.tsx"),
  sidebar: () => import("#/features/sidebar/mobile-sidebar.tsx"),
  toasts: () => import("#/ui/toast-region.tsx"),
};

export const AddAccountDialog = lazy(async () => {
  const { AddAccountDialog: Part } = await parts.addAccount();
  return { default: Part };
});
export const ComposeDialog = lazy(async () => {
  const { ComposeDialog: Part } = await parts.compose();
  return { default: Part };
});
export const OutboxWatch = lazy(async () => {
  const { OutboxWatch: Part } = await parts.outbox();
  return { default: Part };
});
export const SearchOverlay = lazy(async () => {
  const { SearchOverlay: Part } = await parts.search();
  return { default: Part };
});
export const MobileSidebar = lazy(async () => {
  const { MobileSidebar: Part } = await parts.sidebar();
  return { default: Part };
});
export const ToastRegion = lazy(async () => {
  const { ToastRegion: Part } = await parts.toasts();
  return { default: Part };
});

/** Fetches every part ahead. What fails now is fetched again when it is needed. */
export function fetchLateParts(): void {
  for (const fetchPart of Object.values(parts)) fetchPart().catch(() => undefined);
}
