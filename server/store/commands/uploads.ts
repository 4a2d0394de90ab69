import type { UploadRow } from "../tables.ts";
import type { Command } from "./command.ts";

export const addUpload: Command<UploadRow, void> = {
  durable: true,
  async run({ db }, upload) {
    await db.insertInto("uploads").values(upload).execute();
  },
};

/** Forgets uploads that were never sent; answers how many. Their files go when the blobs need room. */
export const cleanUploads: Command<{ before: number }, number> = {
  durable: false,
  async run({ db }, { before }) {
    const rows = await db
      .deleteFrom("uploads")
      .where("created_at", "<", before)
      .returning("id")
      .execute();
    return rows.length;
  },
};
