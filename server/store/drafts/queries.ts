import type { DraftId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { DraftRow } from "./schema.ts";

/** A draft with the id of its copy's message; null before the copy was ingested. */
export type ShownDraft = DraftRow & { email_id: MessageId | null };

/** Returns the user's open drafts, last modified first. */
export async function openDraftsOf(reader: Reader, userId: UserId): Promise<ShownDraft[]> {
  return shownDrafts(reader, userId).where("drafts.state", "=", "open").execute();
}

/** Returns the newest messages of the user's Drafts folders that are the copy of no draft here. */
export async function unopenedDraftsOf(
  reader: Reader,
  userId: UserId,
  limit: number,
): Promise<Pick<MessageRow, "thread_id" | "account_id">[]> {
  return (
    reader
      .selectFrom("message_locations as place")
      .innerJoin("messages", (join) =>
        join
          .onRef("messages.user_id", "=", "place.user_id")
          .onRef("messages.id", "=", "place.message_id"),
      )
      .select(["messages.thread_id", "messages.account_id"])
      .where("place.user_id", "=", userId)
      .where("place.role", "=", "drafts")
      // A number in the text of the query: only then is the index of unified lists used.
      .where("place.is_twin", "=", sql.lit(0))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("drafts")
              .select("drafts.id")
              .where("drafts.user_id", "=", userId)
              .where("drafts.copy_uid", ">", 0)
              .whereRef("drafts.copy_folder_id", "=", "place.folder_id")
              .whereRef("drafts.copy_uid", "=", "place.uid"),
          ),
        ),
      )
      .orderBy("place.date_key", "desc")
      .limit(limit)
      .execute()
  );
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
