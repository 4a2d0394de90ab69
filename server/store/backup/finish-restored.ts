import { auditEnd } from "../audit-log.ts";
import { openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { createWriter, type Writer } from "../writer.ts";
import { BackupRefused, type Manifest } from "./manifest.ts";
import { type Settled, settleRestored } from "./settle-restored.ts";

/** Throws BackupRefused when the database holds other numbers of rows than the backup did. */
export function checkRows(rows: Readonly<Record<string, number>>, manifest: Manifest): void {
  for (const [table, count] of Object.entries(manifest.rows)) {
    if (rows[table] === count) continue;
    throw new BackupRefused(
      `${table} has ${rows[table] ?? 0} rows where the backup had ${count}. Nothing was changed.`,
    );
  }
}

export interface Finished extends Settled {
  /** The last entry of its audit log. */
  auditSeq: number;
}

/** Up to this version's schema, and settled, in one transaction with what else is given. */
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
      const settled = await settleRestored(writer);
      await besides(writer);
      return { ...settled, auditSeq: Number((await auditEnd(db)).seq) };
    });
  } finally {
    await database.close();
  }
}
