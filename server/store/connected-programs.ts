import { hostname } from "node:os";
import { sql } from "kysely";
import type { Database } from "./database.ts";

/** PostgreSQL cuts longer names. */
const longestName = 63;

/** Returns `application_name` for this process's connections to PostgreSQL. */
export function connectionName(role: string): string {
  return `inlet ${role} ${process.pid} ${hostname()}`.slice(0, longestName);
}

/** The address of a PostgreSQL database with that name, unless it has one. */
export function namedUrl(url: string, role: string): string {
  if (!/^postgres(ql)?:\/\//.test(url) || /[?&]application_name=/.test(url)) return url;
  const name = encodeURIComponent(connectionName(role));
  return `${url}${url.includes("?") ? "&" : "?"}application_name=${name}`;
}

/** A client with connections to the database; it chooses its name freely. */
export interface ConnectedProgram {
  name: string;
  /** "" for one on the same machine. */
  address: string;
}

export const connectedProgramsQuery = `
  SELECT application_name AS name, coalesce(host(client_addr), '') AS address FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
  GROUP BY 1, 2 ORDER BY 1, 2`;

/** Programs that are connected to a PostgreSQL database, but those of this name; a file is locked in other ways. */
export async function connectedPrograms(
  { engine, kysely }: Database,
  ownName: string,
): Promise<ConnectedProgram[]> {
  if (engine === "sqlite") return [];
  const { rows } = await sql.raw<ConnectedProgram>(connectedProgramsQuery).execute(kysely);
  return rows.filter(({ name }) => name !== ownName);
}

/** Describes each client in a line, in terms that the operator knows. */
export function describePrograms(programs: readonly ConnectedProgram[]): string[] {
  return programs.map(({ name, address }) => {
    const where = address === "" ? "this machine" : address;
    const own = /^inlet (\S+) (\d+) (\S+)$/.exec(name);
    // PostgreSQL itself leaves nothing but printable ASCII in a name.
    if (!own)
      return `${name === "" ? "a client without a name" : JSON.stringify(name)}, from ${where}`;
    const [, role = "", pid = "", host = ""] = own;
    return `Inlet (${role}), process ${pid} on ${host}`;
  });
}
