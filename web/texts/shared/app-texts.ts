import { locale } from "#/lib/locale.ts";

/** Texts of the app around the mail. */
export const texts = {
  changeFailed: "The change could not be saved.",
  changeRefused: "The mail server rejected a change, so it was undone.",
  waiting: {
    offline: "You are offline. New mail will appear when you reconnect.",
    bar: (count: number) =>
      count === 1
        ? "1 change is waiting for a connection."
        : `${count.toLocaleString(locale)} changes are waiting for a connection.`,
    offlineBar: (count: number) =>
      count === 1
        ? "You are offline. 1 change is waiting for a connection."
        : `You are offline. ${count.toLocaleString(locale)} changes are waiting for a connection.`,
    refused: (count: number, reason: string) =>
      count === 1
        ? `A change made offline was rejected: ${reason}`
        : `${count.toLocaleString(locale)} changes made offline were rejected. The last: ${reason}`,
    gone: "This email no longer exists.",
    lostAtSignOut: (count: number) =>
      `${count === 1 ? "1 change has" : `${count.toLocaleString(locale)} changes have`} not reached the server and will be lost. Sign out?`,
    notHere: "Not downloaded",
    mailNotHere: "Not available offline. This email will open when you reconnect.",
    listNotHere: "Not available offline. This list will appear when you reconnect.",
  },
  update: { ready: "A new version of Inlet is ready.", reload: "Reload" },
  undo: "Undo",
  undoBy: (key: string) => `Undo (${key})`,
  undone: "Undone",
  back: "Back",
  close: "Close",
  cancel: "Cancel",
  skip: "Skip",
  skipToList: "Skip to message list",
  skipToMessage: "Skip to message",
  skipToMain: "Skip to content",

  shell: {
    compose: "Compose",
    openSidebar: "Open sidebar",
    openSidebarUrgent: "Open sidebar, something needs your attention",
    closeSidebar: "Close sidebar",
    collapseSidebar: "Collapse sidebar",
    expandSidebar: "Keep sidebar open",
    sidebar: "Sidebar",
    mailboxes: "Mailboxes",
    labels: "Labels",
    folders: "Folders",
    moreFolders: (count: number) => `${count.toLocaleString(locale)} more`,
    userMenu: "Account menu",
    settings: "Settings",
    signOut: "Sign out",
    commands: "Commands",
    shortcuts: "Keyboard shortcuts",
    toDark: "Switch to dark theme",
    toLight: "Switch to light theme",
    unreadWord: "unread",
    phone: { title: "Main", inbox: "Inbox", brief: "Brief" },
  },

  folders: {
    inbox: "Inbox",
    starred: "Starred",
    snoozed: "Snoozed",
    sent: "Sent",
    drafts: "Drafts",
    archive: "Archive",
    spam: "Spam",
    trash: "Trash",
  },

  search: {
    label: "Search mail",
    placeholder: "Search mail",
    open: "Search",
    found: (words: string) => `Search: ${words}`,
    none: "No emails found",
    noneHint: "Try a different search term",
  },

  accounts: {
    strip: "Email accounts",
    all: "All inboxes",
    add: "Add email account",
    none: "No email accounts found",
    noneHint: "Connect a mailbox to read, search and answer email here.",
    addAccount: "Add Account",
    connecting: "Connecting…",
    syncing: (here: number, server: number | null) =>
      server === null
        ? `Syncing ${here.toLocaleString(locale)}`
        : `Syncing ${here.toLocaleString(locale)} of ${server.toLocaleString(locale)}`,
    readingFiles: (read: number, all: number) =>
      `Indexing attachments of older emails: ${read.toLocaleString(locale)} of ${all.toLocaleString(locale)}`,
    upToDate: "Up to date",
    waiting: "Waiting to reconnect",
    noAnswer: (host: string, since: string) =>
      `${host} has not responded since ${since}. Your changes are waiting.`,
    failed: "Needs attention",
    receiveOnly: "Receive only: sending is not set up",
    lastSync: (when: string) => `Last synced ${when}`,
  },

  mail: {
    failed: "Something went wrong",
    retry: "Try Again",
    resize: "Resize list and message",
  },
} as const;
