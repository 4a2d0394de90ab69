import { onTestFinished } from "vitest";
import { type CuttableProxy, startCuttableProxy } from "./cuttable-proxy.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import type { Database } from "#/store/engine/database.ts";

/** Creates a PostgreSQL database whose connection the test can break, and returns its URL. */
export async function databaseBehindProxy(): Promise<{
  database: Database;
  proxy: CuttableProxy;
  url: string;
}> {
  const database = await openTestDatabase("postgres");
  const address = new URL(database.url);
  const proxy = await startCuttableProxy(Number(address.port));
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  address.port = String(proxy.port);
  return { database, proxy, url: address.href };
}
