import type { FolderRole } from "@inlet/contract/mail/email.ts";
import type { MessageId, UndoId } from "@inlet/contract/ids.ts";
import type { Database } from "#/store/engine/database.ts";
import { pageOfRole } from "#/store/messages/queries.ts";
import type { FolderRow, LocationRole } from "#/store/engine/schema.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMessage, anAccount, aUser, someFolders } from "#/testing/apps/published-calls.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

const roles: FolderRole[] = ["inbox", "archive", "trash", "other"];
/** Creates a user with one account, its folders, and `count` messages in the inbox. */
export async function aFiledMailbox(open: () => Promise<Database>, count = 1) {
  const { database, execute, clock } = await openStore(open);
  const userId = await aUser(execute);
  const accountId = await anAccount(execute, userId);
  const folders = await someFolders(execute, userId, accountId, roles);
  const folder = (role: FolderRole): FolderRow =>
    folders.find((one) => one.role === role) ?? never();
  const inboxId = folder("inbox").id;
  const messages = Array.from({ length: count }, (_, index) => aMessage({ uid: index + 1 }));
  const ingested = await execute("messages.takeIn", {
    userId,
    accountId,
    folderId: inboxId,
    messages,
  });
  const ids = ingested.map(({ messageId }) => messageId);
  const id = ids[0] ?? never();
  const { reader } = database;
  return {
    database,
    reader,
    execute,
    clock,
    userId,
    accountId,
    folder,
    ids,
    id,
    change: (change: MessageChange, undoId?: UndoId, messageIds: MessageId[] = [id]) =>
      execute("messages.change", {
        userId,
        messageIds,
        change,
        ...(undoId === undefined ? {} : { undoId }),
      }),
    list: async (role: LocationRole) =>
      (await pageOfRole(reader, { userId, role, limit: 999 })).map((row) => row.id),
    pending: () =>
      reader
        .selectFrom("pending_operations")
        .selectAll()
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute(),
    places: () =>
      reader
        .selectFrom("message_locations")
        .select(["folder_id", "uid", "message_id", "role"])
        .where("user_id", "=", userId)
        .execute(),
    /** Stores the message in a folder under this UID, as a sync does. */
    find: (role: FolderRole, uid: number, of = 1) =>
      execute("messages.takeIn", {
        userId,
        accountId,
        folderId: folder(role).id,
        messages: [{ ...aMessage({ uid: of }), uid }],
      }),
    take: () => execute("pending.take", { accountId, limit: 999 }),
  };
}

function never(): never {
  throw new Error("It is missing.");
}
