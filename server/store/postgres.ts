import { Socket } from "node:net";
import { type Dialect, PostgresDialect } from "kysely";
import pg from "pg";

const int8 = 20;

/** Every integer of the tables fits in 2^53; count() is an int8 too. */
const numbersForIntegers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 && format !== "binary"
      ? Number
      : // pg's overloads differ by the literal format only.
        pg.types.getTypeParser(oid, format as "text"),
};

/** Connections of this thread at most. */
export const postgresPoolSize = 10;

/**
 * A process that stands still within a transaction holds rows that others wait for, such as the lease by which another
 * engine takes its work over: after so long the database undoes it.
 */
const idleInTransactionMs = 8000;

/**
 * All statements are meant to be short: workers and compiled code take longer to come than they save. And they follow
 * indexes, of which the pages that are read are mostly in memory: at the price that a page cost on a turning disk, all of
 * a person's mail would be read through for the conversations of one page.
 */
const shortStatements = [
  "-c max_parallel_workers_per_gather=0",
  "-c jit=off",
  "-c random_page_cost=1.5",
];

/** Reads are slices of some milliseconds; one that somebody made up to last keeps nobody's connection for longer. */
const longestReadMs = 30_000;

/**
 * Whoever hears nothing over a connection for so long while it waits for an answer has none: a server that is gone without a
 * word, as one that another took the place of, would keep its connections and all who wait for them for a quarter of an
 * hour, so long a network tries. What writes may be long at one statement: then the server is asked whether it is.
 */
const silentMs = { reading: longestReadMs + 5000, writing: 120_000 };
const connectsWithinMs = 20_000;
const answersWithinMs = 10_000;

/** Kysely's dialect over a pool. A connection that breaks while idle is dropped from the pool, the next query opens one. */
export function postgresDialect(
  url: string,
  options: {
    isReadOnly: boolean;
    connections: number;
    patienceMs?: number | undefined;
    /** That a statement takes longer than that says as well that it is given up. */
    endsLong?: boolean | undefined;
  },
): Dialect {
  const { isReadOnly, patienceMs = isReadOnly ? silentMs.reading : silentMs.writing } = options;
  const { endsLong = isReadOnly } = options;
  return new PostgresDialect({
    pool: async () => {
      const pool = new pg.Pool({
        connectionString: url,
        max: options.connections,
        Client: QuickClient,
        // Of one that nobody uses the loss is noticed by this.
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
      // Without a listener the loss of a connection would end the process, one that is idle or that is between two
      // statements; the pool replaces it by itself, and the next statement on it fails.
      pool.on("error", () => {});
      pool.on("connect", (client) => client.on("error", () => {}));
      giveUpSilent(pool, patienceMs, endsLong ? async () => false : (id) => isAtWork(url, id));
      return pool;
    },
  });
}

/** Gives up a server that does not answer. The pool's own setting would give up whoever waits for a connection, too. */
class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectsWithinMs });
  }
}

/** Ends connections that are in use and over which nothing comes. What they were at fails, and the pool opens others. */
function giveUpSilent(
  pool: pg.Pool,
  patienceMs: number,
  isLong: (processId: number) => Promise<boolean | "full">,
): void {
  const watches = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  const watch = (client: pg.PoolClient, readBefore: number, fullBefore = 0) => {
    const look = async () => {
      const read = bytesRead(client);
      const answer = read > readBefore || (await isLong(processOf(client)));
      const full = answer === "full" ? fullBefore + 1 : 0;
      const goesOn = answer !== false && full <= fullTimes;
      // Meanwhile it may have come back, and be in use again under a watch of its own.
      if (watches.get(client) !== timer) return;
      if (goesOn || bytesRead(client) > read) watch(client, bytesRead(client), full);
      else client.connection.stream.destroy();
    };
    const timer = setTimeout(() => void look(), patienceMs);
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
/** So often a server may have no room for the question; it may be another one, which took the place of the one that is gone. */
const fullTimes = 5;

/** Whether the server says that it is at a statement of this connection, or that it is full; no answer is none. */
async function isAtWork(url: string, processId: number): Promise<boolean | "full"> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  });
  // It may break once more after it was given up.
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
  // Its types leave out what the server says when a connection begins (BackendKeyData).
  return Number(Reflect.get(client, "processID"));
}

function bytesRead({ connection: { stream } }: pg.PoolClient): number {
  return stream instanceof Socket ? stream.bytesRead : 0;
}
