import type { Reader } from "#/store/engine/database.ts";
import type { HostMailRow } from "#/store/auth/schema.ts";

/** Returns a queued email of the host; its recipient need not be a user. */
export async function hostMailOf(reader: Reader, id: string): Promise<HostMailRow | undefined> {
  return reader.selectFrom("host_mails").selectAll().where("id", "=", id).executeTakeFirst();
}
