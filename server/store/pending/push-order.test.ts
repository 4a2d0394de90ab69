import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";

withDatabases((open) => {
  test("pushes a postponed operation before later ones of the same message, even in small batches", async () => {
    const box = await aFiledMailbox(open, 2);
    const { execute, accountId, userId } = box;
    const [first = never(), second = never()] = box.ids;
    await box.change({ starred: true }, undefined, [first]);
    const ids = (await box.pending()).map(({ id }) => id);
    await execute("pending.later", { ids, runAt: box.clock.at + 1000 });
    await box.change({ target: { role: "archive" } }, undefined, [first]);
    box.clock.at += 500;
    await box.change({ target: { role: "archive" } }, undefined, [second]);
    // The first message waits for its postponed operation.
    const early = await execute("pending.take", { accountId, limit: 1 });
    expect(early).toMatchObject([{ kind: "move", message_id: second }]);
    await execute("pending.later", { ids: early.map(({ id }) => id), runAt: box.clock.at + 2000 });
    box.clock.at += 500;
    for (const kind of ["flags", "move"]) {
      const taken = await execute("pending.take", { accountId, limit: 1 });
      expect(taken).toMatchObject([{ kind, message_id: first }]);
      const settled = taken.map(({ id }) => ({ id, outcome: { kind: "applied" as const } }));
      await execute("pending.settle", { userId, settled });
    }
    expect(await box.take()).toEqual([]);
  });
});

function never(): never {
  throw new Error("It is missing.");
}
