import { auditEnd } from "../audit/queries.ts";
import { openDatabase } from "../engine/database.ts";
import { migrate } from "../engine/migrate.ts";
import { createWriter, type Writer } from "../engine/writer.ts";
import { BackupRefused, type Manifest } from "./manifest.ts";
import { type Settled, reconcileRestored } from "./reconcile-restored.ts";

/** Throws BackupRefused if the row counts of the database differ from those of the backup. */
export function checkRows(rows: Readonly<Record<string, number>>, manifest: Manifest): void {
  for (const [table, count] of Object.entries(manifest.rows)) {
    if (rows[table] === count) continue;
    throw new BackupRefused(
      `${table} has ${rows[table] ?? 0} rows where the backup had ${count}. Nothing was changed.`,
    );
  }
}

export interface Finished extends Settled {
  /** The last entry of the restored audit log. */
  auditSeq: number;
}

/** Migrates the database to this version's schema, then settles it and runs `besides` in one transaction. */
export async function finish(
  url: string,
  now: number,
  besides: (writer: Writer) => Promise<void> = async () => {},
): Promise<Finished> {
  const database = await openDatabase({ url });
  try {
    await migrate(database, { isRestoring: true });
    return await database.kysely.transaction().execute(async (db) => {
      const committed = { changes: [], jobs: false, isBulk: true };
      const writer = createWriter(db, { engine: database.engine, now, origin: null, committed });
      const settled = await reconcileRestored(writer);
      await besides(writer);
      return { ...settled, auditSeq: Number((await auditEnd(db)).seq) };
    });
  } finally {
    await database.close();
  }
}
