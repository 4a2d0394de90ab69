import { limits } from "@inlet/contract/limits.ts";
import type { AccountId, DraftId, FolderId, UploadId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { closeDraft, draftJob } from "./close-draft.ts";
import type { DraftLeftover, DraftRow } from "./schema.ts";
import { setUploadUses } from "../blobs/upload-uses.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

export interface SavedDraft {
  userId: UserId;
  id: DraftId;
  accountId: AccountId;
  /** The last revision that the client knows; 0 for a new draft. */
  revision: number;
  contentJson: string;
  uploadIds: UploadId[];
  /** The Message-ID of a new draft's copies on the mail server. */
  messageId: string;
}

/** Saves a draft. Fails with account.not_found, draft.conflict, draft.gone. */
export const saveDraft: Command<SavedDraft, void> = {
  durable: true,
  async run(writer, { userId, id, accountId, revision, contentJson, uploadIds, messageId }) {
    const { db, now } = writer;
    await writer.lock(userId);
    const account = await db
      .selectFrom("accounts")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!account) throw new Failure("account.not_found");
    const known = await draftRow(writer, userId, id);
    if (!known && revision > 0) throw new Failure("draft.gone");
    if (known?.state === "elsewhere") throw new Failure("draft.conflict");
    if (known && known.state !== "open") throw new Failure("draft.gone");
    // The client repeats a save because the response was lost.
    if (known?.content_json === contentJson) return;
    if (known && known.revision !== revision) throw new Failure("draft.conflict");
    const saved = {
      account_id: accountId,
      revision: revision + 1,
      content_json: contentJson,
      updated_at: now,
    };
    if (known) {
      await updateDraft(writer, { userId, id }, saved);
    } else {
      const fresh = { id, user_id: userId, message_id_header: messageId, created_at: now };
      await db
        .insertInto("drafts")
        .values({ ...noCopy, state: "open", threading_json: "", ...fresh, ...saved })
        .execute();
    }
    await setUploadUses(writer, { userId, ownerId: id }, uploadIds);
    await draftJob(writer, userId, id, now + limits.draftToServerMs);
    await writer.change(userId, "draft.changed", [id, `${saved.revision}`]);
  },
};

/** Discards an open draft, and with it the copy on the mail server. */
export const removeDraft: Command<{ userId: UserId; id: DraftId }, void> = {
  durable: true,
  async run(writer, { userId, id }) {
    await writer.lock(userId);
    await closeDraft(writer, { userId, id, state: "removed" });
  },
};

/** Stores a draft that was found on the mail server, unless that was done already; returns the id of the draft that has it. */
export const adoptDraft: Command<{ draft: DraftRow; uploadIds: UploadId[] }, DraftId> = {
  durable: true,
  async run(writer, { draft, uploadIds }) {
    const { user_id: userId, id } = draft;
    await writer.lock(userId);
    const known = await writer.db
      .selectFrom("drafts")
      .select("id")
      .where("user_id", "=", userId)
      .where("state", "=", "open")
      .where("copy_folder_id", "=", draft.copy_folder_id)
      .where("copy_uid", "=", draft.copy_uid)
      .where("copy_uid_validity", "=", draft.copy_uid_validity)
      .executeTakeFirst();
    if (known) return known.id;
    await writer.db.insertInto("drafts").values(draft).execute();
    await setUploadUses(writer, { userId, ownerId: id }, uploadIds);
    await writer.change(userId, "draft.changed", [id]);
    return id;
  },
};

/** State of a draft's copy on the mail server, after it was found or changed. */
export type DraftCopy =
  /** A copy with this hash is about to be stored there: if found later, it is Inlet's, and replaces these leftovers. */
  | { kind: "putting"; hash: string; messageId: string; leftovers: DraftLeftover[] }
  | {
      kind: "put";
      revision: number;
      accountId: AccountId;
      folderId: FolderId | "";
      uid: number;
      uidValidity: number;
      messageId: string;
      hash: string;
    }
  /** Inlet has no copy there any more. */
  | { kind: "none" }
  /** Another client deleted or edited it, and there is nothing newer here. */
  | { kind: "elsewhere"; revision: number };

/** Records the state of the copy; returns false if the draft changed and the state does not hold any more. */
export const recordDraftCopy: Command<{ userId: UserId; id: DraftId; copy: DraftCopy }, boolean> = {
  durable: true,
  async run(writer, { userId, id, copy }) {
    await writer.lock(userId);
    const known = await draftRow(writer, userId, id);
    if (!known) return false;
    switch (copy.kind) {
      case "putting":
        if (known.state !== "open") return false;
        await updateDraft(
          writer,
          { userId, id },
          {
            copy_hash: copy.hash,
            message_id_header: copy.messageId,
            copy_leftovers_json: JSON.stringify(copy.leftovers),
          },
        );
        return true;
      case "put":
        await updateDraft(
          writer,
          { userId, id },
          {
            put_revision: copy.revision,
            copy_account_id: copy.accountId,
            copy_folder_id: copy.folderId,
            copy_uid: copy.uid,
            copy_uid_validity: copy.uidValidity,
            copy_message_id: copy.messageId,
            copy_hash: copy.hash,
          },
        );
        await writer.change(userId, "draft.changed", [id]);
        return true;
      case "none":
        await updateDraft(writer, { userId, id }, noCopy);
        return true;
      case "elsewhere":
        if (known.state !== "open" || known.revision !== copy.revision) return false;
        await closeDraft(writer, { userId, id, state: "elsewhere" });
        return true;
    }
  },
};

/** Deletes closed drafts that were last changed before this time and have no copy on the mail server. */
export const pruneDrafts: Command<{ before: number }, void> = {
  durable: false,
  async run({ db }, { before }) {
    await db
      .deleteFrom("drafts")
      .where("state", "<>", "open")
      .where("copy_uid", "=", 0)
      .where("updated_at", "<", before)
      .execute();
  },
};

const noCopy = {
  put_revision: 0,
  copy_account_id: "" as const,
  copy_folder_id: "" as const,
  copy_uid: 0,
  copy_uid_validity: 0,
  copy_message_id: "",
  copy_hash: "",
  copy_leftovers_json: "[]",
};

async function draftRow({ db }: Writer, userId: UserId, id: DraftId) {
  return db
    .selectFrom("drafts")
    .select(["state", "revision", "content_json"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

async function updateDraft(
  { db }: Writer,
  { userId, id }: { userId: UserId; id: DraftId },
  values: Partial<DraftRow>,
): Promise<void> {
  await db
    .updateTable("drafts")
    .set(values)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
}
