import { refusedData } from "#/store/engine/refused-data.ts";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";
import type { InputOf, OutputOf } from "#/store/commands/registry.ts";
import { notices } from "#/wire/mime/report/notice.ts";
import type { SyncContext } from "./context.ts";
import { unreadable } from "./unreadable-message.ts";

/**
 * Stores messages in their order. One that the database cannot store costs no other message: it is found by bisection, and is
 * recorded as unreadable.
 */
export async function storeBatch(
  sync: SyncContext,
  batch: InputOf<"messages.takeIn">,
): Promise<OutputOf<"messages.takeIn">> {
  const { messages } = batch;
  try {
    return await sync.execute("messages.takeIn", batch);
  } catch (cause) {
    const why = refusedData(cause);
    if (why === null) throw cause;
    const [only] = messages;
    if (only === undefined || isGivenUp(only)) throw cause;
    if (messages.length === 1) {
      const { folderId } = batch;
      sync.log.error({ folderId, uid: only.uid, why }, "storing a message as received failed");
      return storeBatch(sync, { ...batch, messages: [unreadable(only, notices.unreadable)] });
    }
    const half = Math.ceil(messages.length / 2);
    const first = await storeBatch(sync, { ...batch, messages: messages.slice(0, half) });
    const second = await storeBatch(sync, { ...batch, messages: messages.slice(half) });
    return [...first, ...second];
  }
}

/** Returns true if nothing is left of the message that a database could reject. */
function isGivenUp({ message }: IncomingMessage): boolean {
  return message.notice === notices.unreadable && message.subject === "";
}
