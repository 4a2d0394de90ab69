import type { UploadId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { isNewUser } from "../users/new-users.ts";
import { newUserQuota, type QuotaSettings } from "../users/quotas.ts";
import { uploadedBytes } from "./upload-queries.ts";
import type { UploadRow } from "../drafts/schema.ts";
import type { Command } from "#/store/commands/command.ts";

/** Maximum size of all files of a user that wait to be sent. */
export interface UploadCapacity {
  bytes: number;
  isOpen: QuotaSettings["isOpen"];
}

/** Fails with upload.limit if there is not enough space; null: no limit. */
export const addUpload: Command<{ upload: UploadRow; capacity: UploadCapacity | null }, void> = {
  durable: true,
  async run(writer, { upload, capacity }) {
    const { db, lock } = writer;
    const { user_id: userId, size_bytes: size } = upload;
    if (capacity !== null) {
      // Serializes concurrent requests, to keep them from slipping past the limit.
      await lock(`uploads ${userId}`);
      const isNew = await isNewUser(writer, userId, capacity.isOpen);
      const most = isNew ? capacity.bytes * newUserQuota.share : capacity.bytes;
      if ((await uploadedBytes(db, userId)) + size > most) throw new Failure("upload.limit");
    }
    await db.insertInto("uploads").values(upload).execute();
  },
};

export interface ArrivedPiece {
  userId: UserId;
  id: UploadId;
  /** Offset of the piece. */
  from: number;
  receivedBytes: number;
  /** Name of the blob, once all bytes are there; "" before. */
  sha256: string;
}

/** Records the bytes received for an upload. Returns false if they do not follow those received before. */
export const growUpload: Command<ArrivedPiece, boolean> = {
  durable: true,
  async run({ db }, { userId, id, from, receivedBytes, sha256 }) {
    const row = await db
      .updateTable("uploads")
      .set({ received_bytes: receivedBytes, sha256 })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("received_bytes", "=", from)
      .where("sha256", "=", "")
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  },
};

/** Deletes an upload, unless a draft or an outgoing message still needs it. */
export const removeUpload: Command<{ userId: UserId; id: UploadId }, void> = {
  durable: true,
  async run({ db }, { userId, id }) {
    const use = await db
      .selectFrom("upload_uses")
      .select("owner_id")
      .where("user_id", "=", userId)
      .where("upload_id", "=", id)
      .executeTakeFirst();
    if (use) return;
    await db.deleteFrom("uploads").where("user_id", "=", userId).where("id", "=", id).execute();
  },
};

/**
 * Deletes uploads that were not needed since `before`; returns their number. Drafts need theirs while they are open, and
 * afterwards until `before`, in case the user undoes the deletion; outgoing messages until they were certainly sent. The files
 * are deleted after a week without use.
 */
export const cleanUploads: Command<{ before: number }, number> = {
  durable: false,
  async run({ db }, { before }) {
    await db
      .deleteFrom("upload_uses")
      .where((use) =>
        use.not(
          use.exists(
            use
              .selectFrom("outbox")
              .select("outbox.id")
              .whereRef("outbox.user_id", "=", "upload_uses.user_id")
              .whereRef("outbox.id", "=", "upload_uses.owner_id")
              .where((outbox) =>
                outbox.or([
                  outbox("outbox.state", "not in", ["accepted", "cancelled"]),
                  outbox("outbox.updated_at", ">=", before),
                ]),
              ),
          ),
        ),
      )
      .where((use) =>
        use.not(
          use.exists(
            use
              .selectFrom("drafts")
              .select("drafts.id")
              .whereRef("drafts.user_id", "=", "upload_uses.user_id")
              .whereRef("drafts.id", "=", "upload_uses.owner_id")
              .where((draft) =>
                draft.or([
                  draft("drafts.state", "=", "open"),
                  draft("drafts.updated_at", ">=", before),
                ]),
              ),
          ),
        ),
      )
      .execute();
    const rows = await db
      .deleteFrom("uploads")
      .where("created_at", "<", before)
      .where((upload) =>
        upload.not(
          upload.exists(
            upload
              .selectFrom("upload_uses")
              .select("upload_uses.upload_id")
              .whereRef("upload_uses.user_id", "=", "uploads.user_id")
              .whereRef("upload_uses.upload_id", "=", "uploads.id"),
          ),
        ),
      )
      .returning("id")
      .execute();
    return rows.length;
  },
};
