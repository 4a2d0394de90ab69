import { getMessages } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { identitiesOf, type Identity } from "#/wire/imap/identity.ts";
import type { Pending, PushContext } from "./operation-batch.ts";

export interface Recognized {
  operation: Pending;
  /** Message-ID of the message; "" without one. */
  messageId: string;
}

/**
 * Sorts operations by the message that now has their UID in the open folder: `there` if it is still the one they were queued for,
 * `gone` if the UID has no message, `others` if it has another one.
 */
export async function recognize(
  { database }: PushContext,
  connection: ImapConnection,
  operations: readonly Pending[],
): Promise<{ there: Recognized[]; gone: Recognized[]; others: Recognized[] }> {
  const userId = operations[0]?.user_id;
  const ids = operations.map((operation) => operation.message_id);
  const rows = userId === undefined ? [] : await getMessages(database.reader, userId, ids);
  const messages = new Map(rows.map((row) => [row.id, row]));
  const identities = await identitiesOf(
    connection,
    operations.map(({ uid }) => uid),
  );
  const there: Recognized[] = [];
  const gone: Recognized[] = [];
  const others: Recognized[] = [];
  for (const operation of operations) {
    const message = messages.get(operation.message_id);
    const identity = identities.get(operation.uid);
    const one = { operation, messageId: message?.message_id_header ?? "" };
    if (identity === undefined) gone.push(one);
    else if (message !== undefined && isSame(message, identity)) there.push(one);
    else others.push(one);
  }
  return { there, gone, others };
}

/** Compares the Message-ID, else size and date. */
function isSame(message: MessageRow, identity: Identity): boolean {
  const { message_id_header: messageId } = message;
  if (messageId !== "") return identity.messageIdField.includes(messageId);
  return (
    identity.sizeBytes === message.size_bytes && identity.internalDate === message.internal_date
  );
}
