import { lazy } from "react";
import { patiently } from "#/lib/retry-import.ts";

// Parts that the first paint does not show are fetched after it: on use, or earlier when idle.
const parts = {
  approvals: () => import("#/screens/shell/approvals.tsx"),
  addAccount: () => import("#/features/accounts/add-account-dialog.tsx"),
  compose: () => import("#/features/compose/dock/compose-dock.tsx"),
  firstSteps: () => import("#/features/first-steps/first-steps.tsx"),
  outboxLink: () => import("#/features/compose/send/outbox-link.tsx"),
  outboxDialog: () => import("#/features/compose/send/outbox-dialog.tsx"),
  outbox: () => import("#/features/compose/send/outbox-watch.tsx"),
  preferences: () => import("#/screens/shell/preferences-watch.tsx"),
  commands: () => import("#/screens/shell/shell-commands.tsx"),
  palette: () => import("#/features/palette/palette.tsx"),
  sheet: () => import("#/features/shortcuts/shortcut-sheet.tsx"),
  composer: () => import("#/features/compose/recipients/new-message.ts"),
  labels: () => import("#/features/filing/label-questions.tsx"),
  search: () => import("#/features/search/search-overlay.tsx"),
  slack: () => import("#/screens/shell/slack-part.tsx"),
  sidebar: () => import("#/features/sidebar/mobile-sidebar.tsx"),
  syncProgress: () => import("#/features/accounts/sync-progress.tsx"),
  toasts: () => import("#/ui/toast-region.tsx"),
};

export const FirstSteps = lazy(async () => {
  const { FirstSteps: Part } = await patiently(parts.firstSteps);
  return { default: Part };
});
export const SyncProgress = lazy(async () => {
  const { SyncProgress: Part } = await patiently(parts.syncProgress);
  return { default: Part };
});
export const Approvals = lazy(async () => {
  const { Approvals: Part } = await patiently(parts.approvals);
  return { default: Part };
});
export const AddAccountDialog = lazy(async () => {
  const { AddAccountDialog: Part } = await patiently(parts.addAccount);
  return { default: Part };
});
export const ComposeDock = lazy(async () => {
  const { ComposeDock: Part } = await patiently(parts.compose);
  return { default: Part };
});
export const OutboxLink = lazy(async () => {
  const { OutboxLink: Part } = await patiently(parts.outboxLink);
  return { default: Part };
});
export const OutboxDialog = lazy(async () => {
  const { OutboxDialog: Part } = await patiently(parts.outboxDialog);
  return { default: Part };
});
export const OutboxWatch = lazy(async () => {
  const { OutboxWatch: Part } = await patiently(parts.outbox);
  return { default: Part };
});
export const PreferencesWatch = lazy(async () => {
  const { PreferencesWatch: Part } = await patiently(parts.preferences);
  return { default: Part };
});
export const LabelQuestions = lazy(async () => {
  const { LabelQuestions: Part } = await patiently(parts.labels);
  return { default: Part };
});
export const ShellCommands = lazy(async () => {
  const { ShellCommands: Part } = await patiently(parts.commands);
  return { default: Part };
});
export const Palette = lazy(async () => {
  const { Palette: Part } = await patiently(parts.palette);
  return { default: Part };
});
export const ShortcutSheet = lazy(async () => {
  const { ShortcutSheet: Part } = await patiently(parts.sheet);
  return { default: Part };
});
export const SlackDialog = lazy(async () => {
  const { SlackPart: Part } = await patiently(parts.slack);
  return { default: Part };
});
export const SearchOverlay = lazy(async () => {
  const { SearchOverlay: Part } = await patiently(parts.search);
  return { default: Part };
});
export const MobileSidebar = lazy(async () => {
  const { MobileSidebar: Part } = await patiently(parts.sidebar);
  return { default: Part };
});
export const ToastRegion = lazy(async () => {
  const { ToastRegion: Part } = await patiently(parts.toasts);
  return { default: Part };
});

/** Starts a message to an address. */
export async function writeTo(...begun: readonly [string, string?, string?]): Promise<void> {
  const { writeTo: write } = await patiently(parts.composer);
  write(...begun);
}

/** Preloads every chunk. One that fails now is loaded again when it is needed. */
export function fetchLateParts(): void {
  for (const fetchPart of Object.values(parts)) fetchPart().catch(() => undefined);
}
