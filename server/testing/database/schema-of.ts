import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runPostgres } from "#/store/backup/postgres-tools.ts";

/**
 * Returns a dump of the schema without data. Equal schemas have equal dumps: columns, keys, indexes and triggers in order, and
 * the statistics that the SQLite schema contains.
 */
export async function schemaOf(url: string): Promise<string> {
  return url.startsWith("postgres") ? schemaOfServer(url) : schemaOfFile(url);
}

function schemaOfFile(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // SQLite considers indexes in the order in which they were created.
    const made = database
      .prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql <> '' ORDER BY tbl_name, type, rowid",
      )
      .all()
      .map(({ sql }) => statementOf(String(sql)));
    const statistics = database
      .prepare("SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx")
      .all()
      .map((row) => Object.values(row).join(" "));
    return [...made, ...statistics].join("\n");
  } finally {
    database.close();
  }
}

/** Returns a statement without comments and line breaks. SQLite stores them, and appends new columns to the last line. */
function statementOf(sql: string): string {
  const code = sql.split("\n").filter((line) => !line.trimStart().startsWith("--"));
  return code
    .flatMap((line) => line.split(/([,()])/))
    .flatMap((piece) => piece.trim().split(" "))
    .filter((word) => word !== "")
    .join(" ");
}

async function schemaOfServer(url: string): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-schema-"));
  const file = path.join(dir, "schema.sql");
  try {
    const options = ["--schema-only", "--schema=public", "--no-owner", "--no-privileges"];
    await runPostgres("pg_dump", url, [...options, `--file=${file}`]);
    const lines = (await readFile(file, "utf8")).split("\n");
    // Comments contain versions and \restrict a random word; a restore creates the schema itself.
    return lines.filter((line) => !/^(--|\\|$)|SCHEMA public/.test(line)).join("\n");
  } finally {
    await rm(dir, { recursive: true });
  }
}
