import { z } from "zod";
import { EmailRow, FolderRole, listEmails } from "./email.ts";
import { endpoint } from "../endpoint.ts";
import { ThreadId } from "../ids.ts";

/** One conversation as a list shows it: its newest message in the folder, and facts about the whole. */
export const ThreadRow = EmailRow.extend({
  /**
   * Number of messages of the conversation that a reader would see, including own replies and counting duplicate messages once.
   * Only the newest are counted if it has more than `limits.threadEmails`.
   */
  count: z.number(),
  unread: z.number(),
  /** The senders, the earliest first. */
  writers: z.array(z.object({ name: z.string(), address: z.string(), isOwn: z.boolean() })),
});
export type ThreadRow = z.infer<typeof ThreadRow>;

/** Lists conversations: each appears once, at the position of its newest message in the folder. */
export const listThreads = endpoint({
  method: "GET",
  path: "/email/threads",
  access: "user",
  scope: "read",
  input: listEmails.input,
  output: z.object({
    threads: z.array(ThreadRow),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
  errors: listEmails.errors,
});

/** A message of a conversation. Its body is loaded when the message is expanded. */
export const ThreadEmail = EmailRow.extend({
  folder: FolderRole,
  /** Sent from one of the user's own addresses. */
  isOwn: z.boolean(),
});
export type ThreadEmail = z.infer<typeof ThreadEmail>;

/**
 * Returns a whole conversation, oldest first: own replies included, duplicate messages once. Messages in Spam or Trash are left
 * out, unless all are there. If the conversation has more than `limits.threadEmails`, only the newest are returned.
 */
export const readThread = endpoint({
  method: "GET",
  path: "/email/threads/{threadId}",
  access: "user",
  scope: "read",
  input: z.object({ threadId: ThreadId }),
  output: z.object({ emails: z.array(ThreadEmail), isMuted: z.boolean() }),
  errors: ["message.not_found"],
});
