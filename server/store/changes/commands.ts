import type { Command } from "#/store/commands/command.ts";

/** Deletes changes made before; a client that missed them reloads its lists. */
export const pruneChanges: Command<{ before: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db }, { before }) {
    await db.deleteFrom("changes").where("created_at", "<", before).execute();
  },
};
