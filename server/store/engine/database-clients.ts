import { hostname } from "node:os";
import { sql } from "kysely";
import type { Database } from "./database.ts";

/** Maximum length of a name; PostgreSQL truncates longer ones. */
const longestName = 63;

/** Returns `application_name` for this process's connections to PostgreSQL. */
export function connectionName(role: string): string {
  return `inlet ${role} ${process.pid} ${hostname()}`.slice(0, longestName);
}

/** Returns the URL of a PostgreSQL database with that name added, unless it already has one. */
export function namedUrl(url: string, role: string): string {
  if (!/^postgres(ql)?:\/\//.test(url) || /[?&]application_name=/.test(url)) return url;
  const name = encodeURIComponent(connectionName(role));
  return `${url}${url.includes("?") ? "&" : "?"}application_name=${name}`;
}

/** A client with connections to the database; it chooses its name freely. */
export interface DatabaseClient {
  name: string;
  /** "" for a client on the same machine. */
  address: string;
}

export const databaseClientsQuery = `
  SELECT application_name AS name, coalesce(host(client_addr), '') AS address FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
  GROUP BY 1, 2 ORDER BY 1, 2`;

/**
 * Returns the clients that are connected to a PostgreSQL database, except those named `ownName`. A SQLite file is protected by
 * locks instead.
 */
export async function databaseClients(
  { engine, kysely }: Database,
  ownName: string,
): Promise<DatabaseClient[]> {
  if (engine === "sqlite") return [];
  const { rows } = await sql.raw<DatabaseClient>(databaseClientsQuery).execute(kysely);
  return rows.filter(({ name }) => name !== ownName);
}

/** Describes each client in a line, in terms that the operator knows. */
export function describeDatabaseClients(programs: readonly DatabaseClient[]): string[] {
  return programs.map(({ name, address }) => {
    const where = address === "" ? "this machine" : address;
    const own = /^inlet (\S+) (\d+) (\S+)$/.exec(name);
    // PostgreSQL allows only printable ASCII in a name, so it needs no escaping.
    if (!own)
      return `${name === "" ? "a client without a name" : JSON.stringify(name)}, from ${where}`;
    const [, role = "", pid = "", host = ""] = own;
    return `Inlet (${role}), process ${pid} on ${host}`;
  });
}
