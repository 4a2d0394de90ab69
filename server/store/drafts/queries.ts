import type { DraftId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { DraftRow } from "./schema.ts";

/** A draft with the id of its copy's message; null before the copy was ingested. */
export type ShownDraft = DraftRow & { email_id: MessageId | null };

/** Returns the user's open drafts, last modified first. */
export async function openDraftsOf(reader: Reader, userId: UserId): Promise<ShownDraft[]> {
  return shownDrafts(reader, userId).where("drafts.state", "=", "open").execute();
}

/** Returns one draft of the user, in any state. */
export async function getDraft(
  reader: Reader,
  userId: UserId,
  id: DraftId,
): Promise<ShownDraft | undefined> {
  return shownDrafts(reader, userId).where("drafts.id", "=", id).executeTakeFirst();
}

/** Returns the drafts with a copy in this folder. */
export async function copiesIn(
  reader: Reader,
  userId: UserId,
  folderId: FolderId,
): Promise<Pick<DraftRow, "id" | "copy_uid" | "copy_uid_validity">[]> {
  return reader
    .selectFrom("drafts")
    .select(["id", "copy_uid", "copy_uid_validity"])
    .where("user_id", "=", userId)
    .where("copy_folder_id", "=", folderId)
    .where("copy_uid", ">", 0)
    .execute();
}

function shownDrafts(reader: Reader, userId: UserId) {
  return reader
    .selectFrom("drafts")
    .leftJoin("message_locations as copy", (join) =>
      join
        .onRef("copy.user_id", "=", "drafts.user_id")
        .onRef("copy.folder_id", "=", "drafts.copy_folder_id")
        .onRef("copy.uid", "=", "drafts.copy_uid"),
    )
    .selectAll("drafts")
    .select("copy.message_id as email_id")
    .where("drafts.user_id", "=", userId)
    .orderBy("drafts.updated_at", "desc")
    .orderBy("drafts.id");
}
