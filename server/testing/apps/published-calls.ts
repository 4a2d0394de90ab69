import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import type { FolderRole } from "@inlet/contract/mail/email.ts";
import { marksOf } from "#/search/marks.ts";
import { wordColumns } from "#/search/words.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import type { IncomingMessage, IncomingContent } from "#/store/messages/ingest-types.ts";
import { randomId } from "#/base/random-id.ts";

/** The tests' fixed time: 2026-11-21, 12:00 UTC. */
export const testNow = Date.UTC(2026, 10, 21, 12);

/** Creates a registered user. */
export async function aUser(
  execute: Execute,
  email = `${randomId()}@example.org`,
): Promise<UserId> {
  const user = await execute("user.create", {
    id: randomId(),
    email,
    name: "Ada",
    passwordHash: "hash",
    firstIsAdmin: true,
  });
  return user.id;
}

/** Creates a connected account of the user. */
export async function anAccount(
  execute: Execute,
  userId: UserId,
  address?: string,
): Promise<AccountId> {
  const id = randomId() as AccountId; // Safe: a new id gets its brand here.
  await execute("account.add", accountRow(userId, id, address ?? `${id}@example.org`));
  return id;
}

/** Returns the row of a new account. */
function accountRow(userId: UserId, id: AccountId, address: string): AccountRow {
  return {
    id,
    user_id: userId,
    account_mail: address,
    imap_host: "imap.example.org",
    imap_port: 993,
    imap_tls: 1,
    imap_user: address,
    imap_secret: "sealed",
    smtp_host: "",
    smtp_port: 0,
    smtp_tls: 0,
    smtp_user: "",
    smtp_secret: "",
    state: "connecting",
    error_code: "",
    trouble_since: 0,
    last_sync_at: 0,
    created_at: testNow,
    name: "",
    color: "",
    provider: "",
    imap_certificate: "",
    smtp_certificate: "",
  };
}

/** Creates one folder per role, with the role's name as its path. */
export async function someFolders(
  execute: Execute,
  userId: UserId,
  accountId: AccountId,
  roles: FolderRole[] = ["inbox"],
): Promise<FolderRow[]> {
  const rows = await execute("folders.save", {
    userId,
    accountId,
    folders: roles.map((role) => ({ path: role, name: role, role })),
  });
  return roles.flatMap((role) => rows.find((row) => row.path === role) ?? []);
}

/** Creates a user with one account and an inbox. */
export async function aMailbox(
  execute: Execute,
): Promise<{ userId: UserId; accountId: AccountId; folderId: FolderId }> {
  const userId = await aUser(execute);
  const accountId = await anAccount(execute, userId);
  const [folder] = await someFolders(execute, userId, accountId);
  if (!folder) throw new Error("The inbox was not made.");
  return { userId, accountId, folderId: folder.id };
}

/** Returns a message as the parser passes it to the store, with plain defaults. */
export function aMessage(
  given: Omit<Partial<IncomingMessage>, "message"> & { message?: Partial<IncomingContent> } = {},
): IncomingMessage {
  const uid = given.uid ?? 1;
  const message: IncomingContent = {
    messageId: `m${uid}@example.org`,
    inReplyTo: "",
    references: [],
    from: [{ name: "Grace Hopper", address: "grace@example.com" }],
    to: [{ name: "Ada", address: "ada@example.org" }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: `Subject ${uid}`,
    text: `Text of message ${uid}`,
    html: "",
    preview: `Text of message ${uid}`,
    remoteImages: 0,
    signs: {},
    notice: "",
    ...given.message,
  };
  const attachments = given.attachments ?? [];
  return {
    flags: [],
    internalDate: testNow - 3600_000 + uid * 1000,
    sizeBytes: 1000 + uid,
    isLive: false,
    words: wordColumns({ ...message, attachments }),
    marks: marksOf({ ...message, attachments, isInvite: message.calendar !== undefined }),
    isOwn: false,
    duplicateKey: message.messageId,
    threadKeys: [message.messageId, ...message.references].filter((id) => id.includes("@")),
    ...given,
    uid,
    message,
    attachments,
  };
}
