import { locale } from "#/lib/locale.ts";

/** Texts for filters, order and splits of a list. */
export const listToolsTexts = {
  filter: "Filter",
  filterBy: (names: string) => `Filter: ${names}`,
  flags: { isUnread: "Unread", isStarred: "Starred", hasAttachments: "Has attachments" },
  priority: "Priority",
  priorities: { High: "High priority", Medium: "Medium priority", Low: "Low priority" },
  category: "Category",
  withdraw: (name: string) => `Remove filter: ${name}`,
  clear: "Clear all",
  sort: "Order",
  sorts: { newest: "Newest first", oldest: "Oldest first" },
  resultOrders: { newest: "Newest first", relevance: "Most relevant first" },
  markAllRead: "Mark all as read",
  everythingRead: "All emails in this list marked as read",
  splits: "Inbox tabs",
  otherSplits: "More inbox tabs",
  /** Name of the tab "Needs reply" in a narrow list. */
  shortReply: "Reply",
  conversations: (count: number) =>
    count === 1 ? "1 conversation" : `${count.toLocaleString(locale)} conversations`,
  unread: (count: number) => `${count.toLocaleString(locale)} unread`,
} as const;
