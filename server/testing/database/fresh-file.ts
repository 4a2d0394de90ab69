import { constants } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "#/store/engine/database.ts";
import { migrate } from "#/store/engine/migrate.ts";
import { onceARun } from "#/testing/once-per-run.ts";

/** Creates a migrated SQLite database in the folder and returns its path. */
export async function freshFile(dir: string): Promise<string> {
  template ??= onceARun("sqlite", makeTemplate);
  const file = path.join(dir, "inlet.db");
  await copyFile(await template, file, constants.COPYFILE_FICLONE);
  return file;
}

let template: Promise<string> | undefined;

async function makeTemplate(dir: string): Promise<{ provided: string }> {
  const file = path.join(dir, "template.db");
  const database = await openDatabase({ url: file });
  await migrate(database);
  await database.close();
  return { provided: file };
}
