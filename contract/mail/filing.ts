import { z } from "zod";
import { Category, EmailRow, FolderName, Priority, Turn } from "./email.ts";
import { endpoint } from "../endpoint.ts";
import { flag, line, timeZone } from "../fields.ts";
import { AccountId, FolderId, MessageId, UndoId } from "../ids.ts";
import { followUpKinds } from "./kinds.ts";
import { limits } from "../limits.ts";

/** Target of a move: a role in the message's account, or a folder by its id. */
export const Destination = z.union([
  z.enum(["inbox", "recieved", "archive", "spam", "trash"]),
  FolderId,
]);

const labelName = line(limits.labelMaxLength).trim().min(1);

/**
 * The possible changes to messages. Each is shown at once and pushed to the mail server later. `labels` as a list sets the
 * message's labels; as `{add, remove}` it changes them.
 */
export const EmailChange = z.object({
  seen: z.boolean().optional(),
  starred: z.boolean().optional(),
  folder: Destination.optional(),
  copyTo: FolderId.optional(),
  labels: z
    .union([
      z.array(labelName).max(100),
      z.object({
        add: z.array(labelName).max(100).default([]),
        remove: z.array(labelName).max(100).default([]),
      }),
    ])
    .optional(),
  /** The user's choice takes precedence over any later classification; null: none. */
  category: Category.nullable().optional(),
  priority: Priority.nullable().optional(),
  /** Snoozes until this time (ISO 8601): the messages leave the inbox until then. Null: they return now. */
  snoozeUntil: z.iso.datetime().nullable().optional(),
  /** Mutes the whole conversation: its later messages cause no notification and arrive in the archive, marked as read. */
  muted: z.boolean().optional(),
  /** Removes the messages from the server permanently, once the change can no longer be undone. */
  deleteForever: z.literal(true).optional(),
});
export type EmailChange = z.infer<typeof EmailChange>;

/**
 * The result of a change. `undoId` undoes it for a short time; null if nothing was changed. For very many messages `count` is a
 * lower bound. If `goesOnUntil` is present, the change continues in the background for everything that arrived no later than that
 * message, and `change.done` on the live stream names the `undoId` at the end.
 */
const Changed = z.object({
  count: z.number(),
  undoId: UndoId.nullable(),
  goesOnUntil: MessageId.optional(),
});

/**
 * The change is shown at once and pushed to the mail server later. With an `Idempotency-Key` header a repeated call changes
 * nothing further and returns the first response; so does the same change of one message by `POST /email/bulk`.
 */
export const changeEmail = endpoint({
  method: "PATCH",
  path: "/email/{emailId}",
  access: "user",
  scope: "settings",
  input: EmailChange.extend({ emailId: MessageId }),
  output: z.object({ email: EmailRow, undoId: UndoId.nullable() }),
  errors: ["message.not_found", "folder.not_found", "snooze.in_the_past", "change.other_content"],
});

/** Selects all messages that a list or a search with the same parameters returns. */
export const Matching = z.object({
  folder: z.union([FolderName, FolderId]).optional(),
  accountId: AccountId.optional(),
  label: labelName.optional(),
  isStarred: flag.optional(),
  isUnread: flag.optional(),
  hasAttachments: flag.optional(),
  category: Category.optional(),
  priority: Priority.optional(),
  isImportant: flag.optional(),
  from: line(254).optional(),
  turn: Turn.optional(),
  /** Conversations without an answer, as the daily brief counts them; in the inbox, `they-owe` shows sent messages. */
  followUp: z.enum(followUpKinds).optional(),
  query: line(limits.searchMaxLength).optional(),
  timeZone: timeZone.optional(),
});

/** Returns the number of matching messages; for very many, a lower bound. */
export const countEmails = endpoint({
  method: "POST",
  path: "/email/count",
  access: "user",
  scope: "read",
  input: Matching,
  output: z.object({ count: z.number(), isAtLeast: z.literal(true).optional() }),
  errors: [
    "folder.not_found",
    "account.not_found",
    "search.too_short",
    "search.unknown_operator",
    "search.unknown_value",
    "search.too_many",
  ],
});

/**
 * Applies the same change to many messages: listed one by one, or all that match. Ids of deleted messages are skipped. A repeated
 * call with an `Idempotency-Key` header returns the first response.
 */
export const changeEmails = endpoint({
  method: "POST",
  path: "/email/bulk",
  access: "user",
  scope: "settings",
  input: z.object({
    ids: z.array(MessageId).max(limits.bulkIds).optional(),
    matching: Matching.optional(),
    /** With `ids`: whole conversations, limited to messages in the same folders as the messages named. */
    threads: z.boolean().default(false),
    change: EmailChange,
  }),
  output: Changed,
  errors: [
    "folder.not_found",
    "account.not_found",
    "snooze.in_the_past",
    "search.too_short",
    "search.unknown_operator",
    "search.unknown_value",
    "search.too_many",
    "change.other_content",
  ],
});

/**
 * Undoes a change exactly; parts that have changed again since then stay. It also supports an `Idempotency-Key` header. With
 * `goesOn` the rest follows, and `count` is the total; then `change.done` on the live stream names the `undoId`.
 */
export const undoChange = endpoint({
  method: "POST",
  path: "/email/undo",
  access: "user",
  scope: "settings",
  input: z.object({ undoId: UndoId }),
  output: z.object({ count: z.number(), goesOn: z.literal(true).optional() }),
  errors: ["undo.too_late", "change.other_content"],
});

/** Removes everything in Trash or Spam permanently, once it can no longer be undone. */
export const emptyFolder = endpoint({
  method: "POST",
  path: "/email/empty",
  access: "user",
  scope: "settings",
  input: z.object({ folder: z.enum(["trash", "spam"]), accountId: AccountId.optional() }),
  output: Changed,
  errors: ["account.not_found"],
});

export const LabelColor = z.enum(["work", "personal", "finance", "important", "default"]);
export type LabelColor = z.infer<typeof LabelColor>;

/** A label: an IMAP keyword, or a label of Gmail. */
export const Label = z.object({
  name: z.string(),
  color: LabelColor,
  unread: z.number(),
});
export type Label = z.infer<typeof Label>;

/** Lists the user's labels: those created here, and those that mail servers report. */
export const listLabels = endpoint({
  method: "GET",
  path: "/email/labels",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ labels: z.array(Label) }),
  errors: [],
});

/** Creates a label, or changes its name or color on every message and every server that has it. */
export const saveLabel = endpoint({
  method: "PUT",
  path: "/email/labels/{name}",
  access: "user",
  scope: "settings",
  input: z.object({
    name: labelName,
    newName: labelName.optional(),
    color: LabelColor.optional(),
  }),
  output: z.object({ label: Label }),
  errors: ["label.exists"],
});

/** Deletes a label and removes it from every message. */
export const removeLabel = endpoint({
  method: "DELETE",
  path: "/email/labels/{name}",
  access: "user",
  scope: "settings",
  input: z.object({ name: labelName }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Creates a folder on the mail server. */
export const createFolder = endpoint({
  method: "POST",
  path: "/email/folders",
  access: "user",
  scope: "settings",
  input: z.object({ accountId: AccountId, name: line(200).trim().min(1) }),
  output: z.object({ id: FolderId }),
  errors: ["account.not_found", "folder.refused"],
});
