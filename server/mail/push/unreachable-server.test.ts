import { UndoId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { createLog } from "#/base/log.ts";

import { randomId } from "#/base/random-id.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { pushChanges } from "./push-changes.ts";
import type { PushContext } from "./operation-batch.ts";

type Box = Awaited<ReturnType<typeof aFiledMailbox>>;

/** Archives everything, and tries to push it to the server. */
async function archiveAndPush(box: Box, lend: PushContext["lend"]): Promise<UndoId> {
  const undoId = UndoId.parse(randomId());
  await box.change({ target: { role: "archive" } }, undoId, box.ids);
  const { database, execute, clock, userId, accountId } = box;
  const log = createLog("silent");
  const mail = { database, execute, clock, log, lend, lookAround: () => undefined };
  await expect(pushChanges(mail, { userId, accountId })).rejects.toThrow(RetryAfter);
  return undoId;
}

withDatabases((open) => {
  test("changes for which no server could be reached are undone as if never requested", async () => {
    const box = await aFiledMailbox(open, 3);
    const undoId = await archiveAndPush(box, () => Promise.reject(new WireError("unreachable")));
    expect(await box.pending()).toMatchObject(box.ids.map(() => ({ kind: "move", attempts: 0 })));
    expect(await box.take()).toEqual([]);
    await box.execute("undo.run", { userId: box.userId, undoId });
    expect(await box.list("inbox")).toHaveLength(3);
    expect(await box.pending()).toEqual([]);
  });

  test("a change that a server may have received before the connection broke is undone by another change", async () => {
    const box = await aFiledMailbox(open, 3);
    const undoId = await archiveAndPush(box, async (_account, use) => {
      const select = () => Promise.reject(new WireError("unreachable"));
      // Safe: no other method is called on a connection that breaks immediately.
      return use({ select } as never);
    });
    expect(await box.pending()).toMatchObject(box.ids.map(() => ({ kind: "move", attempts: 1 })));
    await box.execute("undo.run", { userId: box.userId, undoId });
    expect(await box.list("inbox")).toHaveLength(3);
    expect(await box.pending()).toHaveLength(6);
  });
});
