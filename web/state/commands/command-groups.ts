import { commandGroupTexts } from "#/state/commands/command-texts.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";

interface CommandGroup {
  title: string;
  ids: readonly CommandId[];
}

/** The commands in the groups in which they are listed. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: commandGroupTexts.everywhere,
    ids: [
      ...(["palette", "sheet", "search", "compose", "undo"] as const),
      ...(["assistant", "addAccount", "theme", "outbox", "signOut"] as const),
    ],
  },
  {
    title: commandGroupTexts.list,
    ids: [
      ...(["next", "previous", "first", "last", "open", "back", "triage"] as const),
      ...(["nextInThread", "previousInThread", "unfoldAll", "foldAll"] as const),
      ...(["nextPart", "previousPart"] as const),
    ],
  },
  {
    title: commandGroupTexts.answer,
    ids: ["reply", "replyAll", "forward", "replyInFull", "replyAllInFull", "print"],
  },
  {
    title: commandGroupTexts.writing,
    ids: ["addCc", "addBcc", "attach", "sendArchive", "sendLater", "discard"],
  },
  {
    title: commandGroupTexts.email,
    ids: [
      ...(["archive", "archiveNext", "archivePrevious", "leave", "remove", "spam"] as const),
      ...(["notSpam", "inbox", "snooze", "unsnooze", "mute", "unmute", "star"] as const),
      ...(["read", "unread", "unreadFrom", "label", "move", "copy"] as const),
      ...(["saveNotion", "saveTrello", "unsubscribe", "more"] as const),
    ],
  },
  {
    title: commandGroupTexts.selection,
    ids: [
      ...(["select", "extendDown", "extendUp", "selectAll", "selectNone"] as const),
      ...(["selectRead", "selectUnread", "selectStarred", "selectUnstarred"] as const),
    ],
  },
  {
    title: commandGroupTexts.going,
    ids: [
      ...(["goInbox", "goStarred", "goSnoozed", "goSent", "goDrafts", "goArchive"] as const),
      ...([
        "goSpam",
        "goTrash",
        "goLabel",
        "goBrief",
        "goContacts",
        "goSettings",
        "account0",
        "account1",
      ] as const),
      ...(["account2", "account3", "account4", "account5", "account6"] as const),
      ...(["account7", "account8", "account9"] as const),
    ],
  },
];
