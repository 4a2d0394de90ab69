import { z } from "zod";
import { EmailRow, FolderRole, listEmails } from "./email.ts";
import { endpoint } from "./endpoint.ts";
import { ThreadId } from "./ids.ts";

/** One conversation as a list shows it: its newest message in the folder, and what is said of the whole. */
export const ThreadRow = EmailRow.extend({
  /**
   * Messages of the conversation that a reader would see, own replies included and twins counted once; of one longer
   * than `limits.threadEmails` the newest are counted.
   */
  count: z.number(),
  unread: z.number(),
  /** Who wrote, the first one first. */
  writers: z.array(z.object({ name: z.string(), address: z.string(), isOwn: z.boolean() })),
});
export type ThreadRow = z.infer<typeof ThreadRow>;

/** The list by conversations: each stands once, where its newest message of the folder stands. */
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

/** One message of a conversation. Its body is read when it is unfolded. */
export const ThreadEmail = EmailRow.extend({
  folder: FolderRole,
  /** Sent from one of the user's own addresses. */
  isOwn: z.boolean(),
});
export type ThreadEmail = z.infer<typeof ThreadEmail>;

/**
 * A whole conversation, oldest first: own replies included, the same mail received twice shown once. What lies in Spam
 * or Trash is left out, unless all of it does. Of a conversation longer than `limits.threadEmails` the newest are told.
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
