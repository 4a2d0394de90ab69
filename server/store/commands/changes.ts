import type { Command } from "./command.ts";

/** Forgets changes made before; whoever missed them reads its lists anew. */
export const pruneChanges: Command<{ before: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db }, { before }) {
    await db.deleteFrom("changes").where("created_at", "<", before).execute();
  },
};
