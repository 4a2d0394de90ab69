import type { Config } from "#/config.ts";
import { namedUrl } from "#/store/engine/database-clients.ts";
import type { DataFolder } from "./data-folder.ts";

/** Returns the process's database URL with an `application_name`, which PostgreSQL shows. */
export function databaseUrlOf(
  config: Pick<Config, "databaseUrl" | "role">,
  folder: Pick<DataFolder, "database">,
): string {
  return config.databaseUrl === null ? folder.database : namedUrl(config.databaseUrl, config.role);
}
