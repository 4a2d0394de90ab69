import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { aMessage, testNow } from "#/testing/apps/published-calls.ts";

interface Order {
  url: string;
  userId: UserId;
  accountId: AccountId;
  folderId: FolderId;
  from: number;
}

/** Run as a child process: ingests messages through the command bus without end and reports the committed ones. */
process.once("message", (order: Order) => {
  void write(order);
});

async function write({ url, userId, accountId, folderId, from }: Order): Promise<never> {
  const database = await openDatabase({ url });
  const execute = createCommandBus(database, { clock: { now: () => testNow }, onCommit: () => {} });
  for (let uid = from; ; uid += 5) {
    const uids = [0, 1, 2, 3, 4].map((more) => uid + more);
    const messages = uids.map((one) => aMessage({ uid: one, internalDate: testNow - one * 1000 }));
    await execute("messages.takeIn", { userId, accountId, folderId, messages });
    process.send?.(uids);
  }
}
