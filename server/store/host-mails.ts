import type { Reader } from "./database.ts";
import type { HostMailRow } from "./safety-tables.ts";

/** A mail of the host that waits to be sent; it may be to somebody who is no user. */
export async function hostMailOf(reader: Reader, id: string): Promise<HostMailRow | undefined> {
  return reader.selectFrom("host_mails").selectAll().where("id", "=", id).executeTakeFirst();
}
