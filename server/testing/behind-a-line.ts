import { onTestFinished } from "vitest";
import { type CuttableLine, startCuttableLine } from "./cuttable-line.ts";
import { openTestDatabase } from "./database.ts";
import type { Database } from "#/store/database.ts";

/** Creates a PostgreSQL database whose connection the test can break, and returns its URL. */
export async function databaseBehindALine(): Promise<{
  database: Database;
  line: CuttableLine;
  url: string;
}> {
  const database = await openTestDatabase("postgres");
  const address = new URL(database.url);
  const line = await startCuttableLine(Number(address.port));
  onTestFinished(() => line[Symbol.asyncDispose]());
  address.port = String(line.port);
  return { database, line, url: address.href };
}
