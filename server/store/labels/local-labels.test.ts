import { expect, test } from "vitest";
import { openTestDatabase } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import type { Outcome } from "#/store/pending/settle-operations.ts";
import { getMessage } from "#/store/messages/queries.ts";

test("a label that only Inlet stores does not return after the user removed it", async () => {
  const box = await aFiledMailbox(() => openTestDatabase("sqlite"));
  const { userId, execute } = box;
  const folderId = box.folder("inbox").id;
  const isPushed = async () => {
    const settled = (await box.take()).map(({ id }) => ({
      id,
      outcome: { kind: "applied" } as const,
    }));
    await execute("pending.settle", { userId, settled });
  };
  await box.change({ labels: { add: ["Home", "Work"], remove: [] } });
  const [added] = await box.take();
  const kept: Outcome = { kind: "local", flags: ["Home", "Work"] };
  await execute("pending.settle", { userId, settled: [{ id: added?.id ?? 0, outcome: kept }] });
  await isPushed();
  await box.change({ labels: { add: [], remove: ["Work"] } });
  await isPushed();
  await execute("locations.flags", { folderId, items: [{ uid: 1, flags: [] }] });
  expect((await getMessage(box.reader, userId, box.id))?.flags_json).toBe('["Home"]');
  expect((await box.pending()).map(({ operation_json }) => operation_json)).toEqual([
    '{"kind":"flags","add":["Home"],"remove":[]}',
  ]);
});
