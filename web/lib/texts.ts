import { locale } from "#/lib/locale.ts";

/** Every sentence of the app around the mail, spelled once. */
export const texts = {
  changeFailed: "The change could not be saved.",
  changeRefused: "The mail server refused a change. It has been taken back.",
  waiting: {
    offline: "You are offline. New mail appears when the connection is back.",
    bar: (count: number) =>
      count === 1
        ? "1 change waits for the connection."
        : `${count.toLocaleString(locale)} changes wait for the connection.`,
    offlineBar: (count: number) =>
      count === 1
        ? "You are offline. 1 change waits for the connection."
        : `You are offline. ${count.toLocaleString(locale)} changes wait for the connection.`,
    refused: (count: number, reason: string) =>
      count === 1
        ? `A change made offline was refused: ${reason}`
        : `${count.toLocaleString(locale)} changes made offline were refused. The last: ${reason}`,
    gone: "The email is no longer there.",
    lostAtSignOut: (count: number) =>
      `${count === 1 ? "1 change has" : `${count.toLocaleString(locale)} changes have`} not reached the server and will be lost. Sign out?`,
    notHere: "Not here yet",
    mailNotHere: "This email is not kept on this device. It opens when the connection is back.",
    listNotHere: "This list is not kept on this device. It appears when the connection is back.",
  },
  update: { ready: "A new version of Inlet is ready.", reload: "Reload" },
  undo: "Undo",
  undoBy: (key: string) => `Undo (${key})`,
  undone: "Taken back",
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
    noneHint: "Connect a mailbox to read, search and answer its mail here.",
    addAccount: "Add Account",
    connecting: "Connecting...",
    syncing: (here: number, server: number | null) =>
      server === null
        ? `Syncing ${here.toLocaleString(locale)}`
        : `Syncing ${here.toLocaleString(locale)} of ${server.toLocaleString(locale)}`,
    readingFiles: (read: number, all: number) =>
      `Reading files of older mail: ${read.toLocaleString(locale)} of ${all.toLocaleString(locale)}`,
    upToDate: "Up to date",
    waiting: "Waiting to reconnect",
    noAnswer: (host: string, since: string) =>
      `${host} has not answered since ${since}; your changes wait.`,
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
