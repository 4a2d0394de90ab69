import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { folderById } from "../folders/queries.ts";
import { knownUids } from "./known-uids.ts";
import { findByProviderId } from "./provider-ids.ts";
import { storeLocations } from "./store-locations.ts";
import { pushedSince } from "../pending/pushed-changes.ts";
import type { Command } from "#/store/commands/command.ts";

export interface Attachable {
  uid: number;
  flags: string[];
  /** The server's id of the message (RFC 8474, or Gmail's). */
  providerId: string;
}

/**
 * Records locations in a folder for messages that are known from another one, to avoid fetching them again. Returns the UIDs that
 * were attached; the rest is unknown, or left after the server was queried.
 */
export const attachLocations: Command<
  {
    userId: UserId;
    accountId: AccountId;
    folderId: FolderId;
    items: Attachable[];
    askedAt?: number;
  },
  number[]
> = {
  durable: false,
  bulk: true,
  async run(writer, { userId, accountId, folderId, items, askedAt = writer.now + 1 }) {
    await writer.lock(userId);
    const folder = await folderById(writer.db, folderId);
    if (!folder || folder.user_id !== userId || folder.account_id !== accountId) return [];
    const known = await findByProviderId(
      writer,
      folder,
      items.map(({ providerId }) => providerId),
    );
    const uids = items.map(({ uid }) => uid);
    const here = await knownUids(writer, folder, uids);
    const pushed = await pushedSince(writer, folder, uids, askedAt);
    const placed = items.flatMap(({ uid, flags, providerId }) => {
      const message = known.get(providerId);
      if (message === undefined || here.has(uid) || pushed.has(uid)) return [];
      const { id: messageId, dateKey, isSnoozed } = message;
      return { uid, flags, messageId, dateKey, isSnoozed, isNew: false };
    });
    await storeLocations(writer, folder, placed);
    await writer.change(
      userId,
      "message.changed",
      placed.map(({ messageId }) => messageId),
    );
    return placed.map(({ uid }) => uid);
  },
};
