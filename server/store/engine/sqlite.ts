import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { createEventLoopYield } from "./event-loop-yield.ts";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";

/**
 * Number of cached prepared statements; batch statements differ by their number of rows, so there are more of them than queries.
 */
const maxStatements = 500;
/** Time for which queries may follow each other before the thread yields to the event loop. */
const readingTurnMs = 5;

/**
 * Opens the file with the settings that all connections share. Only the file's owner has access to it. Only readers use mmap:
 * each connection's mapping and cache counts as memory of the process, and a writer reads little. Deleted data is overwritten: a
 * deleted account leaves no data in the file.
 */
export function openSqlite(path: string, { isReadOnly } = { isReadOnly: false }): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(path, { timeout: 10_000, enableForeignKeyConstraints: false });
  file.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = ${isReadOnly ? -8192 : -24576};
    PRAGMA mmap_size = ${isReadOnly ? 268435456 : 0};
    PRAGMA temp_store = MEMORY;
    PRAGMA secure_delete = ON;
    PRAGMA wal_autocheckpoint = 8000;
    PRAGMA journal_size_limit = 67108864;
  `);
  chmodSync(path, 0o600);
  return file;
}

/** Returns Kysely's dialect over node:sqlite. A connection is opened by its first query. */
export function sqliteDialect(path: string, options: { isReadOnly: boolean }): Dialect {
  const Driver = options.isReadOnly ? YieldingDriver : ImmediateDriver;
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () =>
      new Driver({
        database: async () => {
          const file = openSqlite(path, options);
          // Not opened as read-only: after a crash, the first connection must be able to recover the log.
          if (options.isReadOnly) file.exec("PRAGMA query_only = ON");
          return new PreparedDatabase(file);
        },
      }),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Takes the write lock at the start of a transaction: one that reads first would otherwise fail when another process writes.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      // On a full disk SQLite has rolled back already. The original error must be reported.
      if (!(error instanceof Error && error.message.includes("no transaction is active")))
        throw error;
    }
  }
}

/** Yields to the event loop between queries: a reader may run many while other requests wait. */
class YieldingDriver extends SqliteDriver {
  readonly #yieldIfBusy = createEventLoopYield(readingTurnMs);
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#yieldIfBusy();
    return super.acquireConnection();
  }
}

/** Prepares each statement once; the least recently used one is evicted. */
class PreparedDatabase implements SqliteDatabase {
  readonly #file: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();
  constructor(file: DatabaseSync) {
    this.#file = file;
  }
  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    const statement = known ?? new PreparedStatement(this.#file.prepare(sql));
    if (known) this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > maxStatements) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    return statement;
  }
  close(): void {
    this.#statements.clear();
    this.#file.close();
  }
}

class PreparedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }
  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...values(parameters));
  }
  run(parameters: readonly unknown[]): {
    changes: number | bigint;
    lastInsertRowid: number | bigint;
  } {
    return this.#statement.run(...values(parameters));
  }
  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...values(parameters));
  }
}

function values(parameters: readonly unknown[]): SQLInputValue[] {
  // Kysely types parameters as unknown; node:sqlite itself refuses what it cannot bind.
  return parameters as SQLInputValue[];
}
