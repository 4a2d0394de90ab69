import type { Backup } from "../backup/create-backup.ts";
import { inChunks } from "../engine/chunks.ts";
import type { Command } from "#/store/commands/command.ts";

/** A list that is older than this is not believed. */
const retentionMs = 30 * 86_400_000;

/** Replaces the list of the backups in a folder, and forgets folders of processes that are gone. */
export const recordBackups: Command<
  {
    host: string;
    folder: string;
    /** All that are in the folder. */
    backups: Backup[];
  },
  void
> = {
  durable: false,
  async run({ db, now, lock }, { host, folder, backups }) {
    await lock("backups");
    await db
      .deleteFrom("made_backups")
      .where((row) =>
        row.or([
          row("noted_at", "<", now - retentionMs),
          row.and([row("host", "=", host), row("folder", "=", folder)]),
        ]),
      )
      .execute();
    const rows = backups.map(({ file, kind, madeAt, sizeBytes }) => ({
      host,
      folder,
      file,
      kind,
      made_at: madeAt,
      size_bytes: sizeBytes,
      noted_at: now,
    }));
    for (const some of inChunks(rows)) await db.insertInto("made_backups").values(some).execute();
  },
};
