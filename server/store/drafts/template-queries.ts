import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { TemplateRow } from "./template-schema.ts";

/** Returns the user's templates by name. */
export async function templatesOf(reader: Reader, userId: UserId): Promise<TemplateRow[]> {
  const rows = await reader
    .selectFrom("templates")
    .selectAll()
    .where("user_id", "=", userId)
    .execute();
  return rows.toSorted(
    (one, other) => one.name.localeCompare(other.name, "en") || (one.id < other.id ? -1 : 1),
  );
}
