import type { Reader } from "./database.ts";
import type { SessionRow } from "./tables.ts";

/** The session whose bearer has this hash. */
export async function sessionByTokenHash(
  reader: Reader,
  tokenHash: string,
): Promise<SessionRow | undefined> {
  return reader
    .selectFrom("sessions")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}
