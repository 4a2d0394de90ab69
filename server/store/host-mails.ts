import type { Reader } from "./database.ts";
import type { HostMailRow } from "./safety-tables.ts";

/** Returns a queued email of the host; its recipient need not be a user. */
export async function hostMailOf(reader: Reader, id: string): Promise<HostMailRow | undefined> {
  return reader.selectFrom("host_mails").selectAll().where("id", "=", id).executeTakeFirst();
}
