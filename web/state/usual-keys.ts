/**
 * Everything that a key or the palette can do, with its usual keys: one stroke (`e`, `Shift+U`, `Mod+k` for Ctrl or
 * Cmd), or two after one another (`g i`). They are those that people know from other mail clients.
 */
export const usualKeys = {
  palette: ["Mod+k"],
  sheet: ["?"],
  search: ["/"],
  compose: ["c", "d"],
  undo: ["z", "Mod+z"],

  next: ["j", "ArrowDown"],
  previous: ["k", "ArrowUp"],
  first: ["Home"],
  last: ["End"],
  open: ["o", "Enter"],
  back: ["u", "Escape"],
  nextInThread: ["n"],
  previousInThread: ["p"],
  unfoldAll: [";"],
  foldAll: [":"],

  reply: ["r"],
  replyAll: ["a"],
  forward: ["f", "Shift+F"],
  replyInFull: ["Shift+R"],
  replyAllInFull: ["Shift+A"],
  print: ["Mod+p"],

  archive: ["e"],
  archiveNext: ["]"],
  archivePrevious: ["["],
  leave: ["y"],
  remove: ["#", "Delete"],
  spam: ["!"],
  notSpam: [],
  inbox: [],
  snooze: ["b", "h"],
  unsnooze: [],
  mute: ["m"],
  unmute: [],
  star: ["s"],
  read: ["Shift+I"],
  unread: ["Shift+U"],
  unreadFrom: ["_"],
  label: ["l"],
  move: ["v"],
  copy: [],
  unsubscribe: ["Mod+Shift+U"],
  more: ["."],

  select: ["x"],
  extendDown: ["Shift+J"],
  extendUp: ["Shift+K"],
  selectAll: ["* a"],
  selectNone: ["* n"],
  selectRead: ["* r"],
  selectUnread: ["* u"],
  selectStarred: ["* s"],
  selectUnstarred: ["* t"],

  goInbox: ["g i"],
  goStarred: ["g s"],
  goSnoozed: ["g b"],
  goSent: ["g t"],
  goDrafts: ["g d"],
  goArchive: ["g e", "g a"],
  goSpam: ["g !"],
  goTrash: ["g #"],
  goLabel: ["g l"],
  goSettings: ["g ,"],
  account0: ["g 0"],
  account1: ["g 1"],
  account2: ["g 2"],
  account3: ["g 3"],
  account4: ["g 4"],
  account5: ["g 5"],
  account6: ["g 6"],
  account7: ["g 7"],
  account8: ["g 8"],
  account9: ["g 9"],

  addAccount: [],
  theme: [],
  outbox: [],
  signOut: [],
} as const satisfies Record<string, readonly string[]>;

export type CommandId = keyof typeof usualKeys;

/** Every command, in the order in which they are listed. */
// Safe: the table above has no other keys.
export const commandIds = Object.keys(usualKeys) as CommandId[];
