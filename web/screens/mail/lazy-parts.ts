import { lazy } from "react";
import { patiently } from "#/lib/retry-import.ts";

// The list paints without these chunks; they are loaded right after it, or at once if the address opens a message.
const parts = {
  reader: () => import("#/screens/mail/open-mail.tsx"),
  changes: () => import("#/state/changes/change-email.ts"),
  commands: () => import("#/screens/mail/action-commands.tsx"),
  bulkBar: () => import("#/screens/mail/list/bulk-bar.tsx"),
  rowActions: () => import("#/screens/mail/row-actions.tsx"),
  rowMenu: () => import("#/screens/mail/more-menu.tsx"),
  filterMenu: () => import("#/screens/mail/list/filter-menu.tsx"),
  filterChips: () => import("#/screens/mail/list/filter-chips.tsx"),
  inboxNotices: () => import("#/screens/mail/list/inbox-notices.tsx"),
  listMenu: () => import("#/screens/mail/list/list-menu.tsx"),
  touch: () => import("#/screens/mail/touch.tsx"),
  emptyBar: () => import("#/screens/mail/list/empty-bar.tsx"),
  questions: () => import("#/screens/mail/questions.tsx"),
  reply: () => import("#/screens/mail/thread-end.tsx"),
  localDrafts: () => import("#/features/compose/drafts/local-draft-list.tsx"),
  brief: () => import("#/screens/mail/brief/brief-beside.tsx"),
  search: () => import("#/screens/mail/list/search-notices.tsx"),
  highlight: () => import("#/features/search/results/highlighted-text.tsx"),
  composer: () => import("#/features/compose/drafts/composer.ts"),
  frame: async () => {
    const { warmUpFrame } = await import("#/features/mail-frame/mail-frame.tsx");
    warmUpFrame();
  },
};

export const OpenMail = lazy(async () => {
  const { OpenMail: Part } = await patiently(parts.reader);
  return { default: Part };
});
export const BriefBeside = lazy(async () => {
  const { BriefBeside: Part } = await patiently(parts.brief);
  return { default: Part };
});
export const LowTide = lazy(async () => {
  const { LowTide: Part } = await patiently(() => import("#/screens/mail/tide/low-tide.tsx"));
  return { default: Part };
});
export const RowFollowUp = lazy(async () => {
  const { RowFollowUp: Part } = await patiently(parts.reader);
  return { default: Part };
});
export const ActionCommands = lazy(async () => {
  const { ActionCommands: Part } = await patiently(parts.commands);
  return { default: Part };
});
export const BulkBar = lazy(async () => {
  const { BulkBar: Part } = await patiently(parts.bulkBar);
  return { default: Part };
});
export const RowActions = lazy(async () => {
  const { RowActions: Part } = await patiently(parts.rowActions);
  return { default: Part };
});
export const RowMenu = lazy(async () => {
  const { RowMenu: Part } = await patiently(parts.rowMenu);
  return { default: Part };
});
export const FilterMenu = lazy(async () => {
  const { FilterMenu: Part } = await patiently(parts.filterMenu);
  return { default: Part };
});
export const FilterChips = lazy(async () => {
  const { FilterChips: Part } = await patiently(parts.filterChips);
  return { default: Part };
});
export const InboxNotices = lazy(async () => {
  const { InboxNotices: Part } = await patiently(parts.inboxNotices);
  return { default: Part };
});
export const ListMenu = lazy(async () => {
  const { ListMenu: Part } = await patiently(parts.listMenu);
  return { default: Part };
});
export const Touch = lazy(async () => {
  const { Touch: Part } = await patiently(parts.touch);
  return { default: Part };
});
export const EmptyBar = lazy(async () => {
  const { EmptyBar: Part } = await patiently(parts.emptyBar);
  return { default: Part };
});
export const Questions = lazy(async () => {
  const { Questions: Part } = await patiently(parts.questions);
  return { default: Part };
});
export const ThreadEnd = lazy(async () => {
  const { ThreadEnd: Part } = await patiently(parts.reply);
  return { default: Part };
});

export const LocalDrafts = lazy(async () => {
  const { LocalDrafts: Part } = await patiently(parts.localDrafts);
  return { default: Part };
});

export const SearchNotices = lazy(async () => {
  const { SearchNotices: Part } = await patiently(parts.search);
  return { default: Part };
});

export const SearchNothing = lazy(async () => {
  const { SearchNothing: Part } = await patiently(parts.search);
  return { default: Part };
});

export const MatchedText = lazy(async () => {
  const { MatchedText: Part } = await patiently(parts.highlight);
  return { default: Part };
});

/** Continues a draft of the Drafts folder. */
export async function openStoredDraft(emailId: string): Promise<void> {
  const { openStoredDraft: open } = await patiently(parts.composer);
  await open(emailId);
}

/** Preloads every chunk. One that fails now is loaded again when it is needed. */
export function fetchLateParts(): void {
  for (const fetchPart of Object.values(parts)) fetchPart().catch(() => undefined);
}
