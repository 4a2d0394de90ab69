import { openDatabase } from "#/store/database.ts";
import { migrate } from "#/store/migrate.ts";

/** Run as a child process: brings a database up to date and says when it begins and when it is done. */
process.once("message", (order: { url: string; backupDir: string }) => {
  void run(order);
});
process.send?.("ready");

async function run({ url, backupDir }: { url: string; backupDir: string }): Promise<never> {
  const database = await openDatabase({ url });
  process.send?.("begun");
  await migrate(database, { backupDir });
  await database.close();
  process.send?.("done");
  process.exit(0);
}
