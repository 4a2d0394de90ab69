import { DatabaseSync } from "node:sqlite";
import { BackupRefused } from "./manifest.ts";
import { blobsSql, type Snapshot } from "./snapshot.ts";

/** Returns the contents of a copy of a SQLite file. Throws BackupRefused if it is damaged. */
export function readSnapshot(path: string): Snapshot {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const checked = file.prepare("PRAGMA integrity_check").all();
    const found = checked.map(({ integrity_check: text }) => String(text));
    if (found.join() !== "ok") {
      throw new BackupRefused(`The database is damaged: ${found.slice(0, 3).join("; ")}.`);
    }
    const tables = file
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
      )
      .all()
      .map(({ name }) => String(name));
    const count = (table: string) =>
      Number(file.prepare(`SELECT count(*) AS count FROM "${table}"`).get()?.["count"]);
    return {
      migrations: tables.includes("schema_migrations")
        ? file
            .prepare("SELECT name FROM schema_migrations ORDER BY name")
            .all()
            .map(({ name }) => String(name))
        : [],
      rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
      blobs: file
        .prepare(blobsSql)
        .all()
        .map(({ sha256 }) => String(sha256)),
    };
  } finally {
    file.close();
  }
}
