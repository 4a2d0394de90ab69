import { Socket } from "node:net";
import { type Dialect, PostgresDialect } from "kysely";
import pg from "pg";

const int8 = 20;

/** Parses int8 as a number: every integer of the tables fits in 2^53, and count() is an int8 too. */
const numbersForIntegers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 && format !== "binary"
      ? Number
      : // pg's overloads differ only by the literal format.
        pg.types.getTypeParser(oid, format as "text"),
};

/** Maximum number of connections of this thread. */
export const postgresPoolSize = 10;

/**
 * Timeout after which the database aborts an idle transaction. A suspended process would otherwise hold locks that others wait
 * for, such as the lease with which another engine takes over its work.
 */
const idleInTransactionMs = 8000;

/**
 * Statements are meant to be short: parallel workers and JIT take longer to start than they save. They follow indexes whose pages
 * are mostly in memory: with the default page cost, meant for spinning disks, the planner would read all mail of a user for the
 * conversations of one page.
 */
const shortStatements = [
  "-c max_parallel_workers_per_gather=0",
  "-c jit=off",
  "-c random_page_cost=1.5",
];

/** Reads are slices of a few milliseconds; this timeout limits a slow one that a user constructed. */
const longestReadMs = 30_000;

/**
 * Socket timeout: drops a connection whose query has had no response for this long. A server that vanished, such as after a
 * failover, would otherwise block its connections and their users for a quarter of an hour, the usual network timeout. A write
 * may be one long statement: the server is then asked if it is still running.
 */
const silentMs = { reading: longestReadMs + 5000, writing: 120_000 };
const connectsWithinMs = 20_000;
const answersWithinMs = 10_000;

/**
 * Returns Kysely's dialect over a pool. A connection that breaks while idle is removed from the pool; the next query opens
 * another.
 */
export function postgresDialect(
  url: string,
  options: {
    isReadOnly: boolean;
    connections: number;
    timeoutMs?: number | undefined;
    /** Also ends statements that take longer than the timeout, even if the server still works on them. */
    endsLong?: boolean | undefined;
  },
): Dialect {
  const { isReadOnly, timeoutMs = isReadOnly ? silentMs.reading : silentMs.writing } = options;
  const { endsLong = isReadOnly } = options;
  return new PostgresDialect({
    pool: async () => {
      const pool = new pg.Pool({
        connectionString: url,
        max: options.connections,
        Client: QuickClient,
        // Detects a lost idle connection.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        types: numbersForIntegers,
        options: [
          ...shortStatements,
          ...(isReadOnly
            ? ["-c default_transaction_read_only=on", `-c statement_timeout=${longestReadMs}`]
            : [`-c idle_in_transaction_session_timeout=${idleInTransactionMs}`]),
        ].join(" "),
      });
      // Without a listener, losing a connection that is idle or between two statements would end the process. The pool replaces
      // it, and the next statement on it fails.
      pool.on("error", () => {});
      pool.on("connect", (client) => client.on("error", () => {}));
      giveUpSilent(pool, timeoutMs, endsLong ? async () => false : (id) => isAtWork(url, id));
      return pool;
    },
  });
}

/** Gives up on a server that does not respond. The pool's own setting would also give up on waiters for a connection. */
class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectsWithinMs });
  }
}

/** Ends connections that are in use but receive nothing. Their queries fail, and the pool opens other connections. */
function giveUpSilent(
  pool: pg.Pool,
  timeoutMs: number,
  isLong: (processId: number) => Promise<boolean | "full">,
): void {
  const watches = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  const watch = (client: pg.PoolClient, readBefore: number, fullBefore = 0) => {
    const look = async () => {
      const read = bytesRead(client);
      const answer = read > readBefore || (await isLong(processOf(client)));
      const full = answer === "full" ? fullBefore + 1 : 0;
      const continues = answer !== false && full <= fullTimes;
      // It may have been released in the meantime, and be in use again under another timer.
      if (watches.get(client) !== timer) return;
      if (continues || bytesRead(client) > read) watch(client, bytesRead(client), full);
      else client.connection.stream.destroy();
    };
    const timer = setTimeout(() => void look(), timeoutMs);
    watches.set(client, timer);
  };
  pool.on("acquire", (client) => watch(client, bytesRead(client)));
  pool.on("release", (_error, client) => {
    clearTimeout(watches.get(client));
    watches.delete(client);
  });
}

/** SQLSTATE "too_many_connections". */
const tooManyConnections = "53300";
/**
 * Number of times that a server may refuse the query for lack of connections; it may be another server, which replaced the lost
 * one.
 */
const fullTimes = 5;

/**
 * Returns true if the server is executing a statement of this connection, "full" if it has no connection left, false if it does
 * not respond.
 */
async function isAtWork(url: string, processId: number): Promise<boolean | "full"> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  });
  // The connection may fail again after it was abandoned.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ state: string | null }>(
      "select state from pg_stat_activity where pid = $1",
      [processId],
    );
    return rows[0]?.state === "active";
  } catch (error) {
    const isFull = error instanceof pg.DatabaseError && error.code === tooManyConnections;
    return isFull && "full";
  } finally {
    void client.end().catch(() => {});
  }
}

function processOf(client: pg.PoolClient): number {
  // The types of pg omit the process id that the server sends at the start (BackendKeyData).
  return Number(Reflect.get(client, "processID"));
}

function bytesRead({ connection: { stream } }: pg.PoolClient): number {
  return stream instanceof Socket ? stream.bytesRead : 0;
}
