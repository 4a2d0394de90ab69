import { UndoId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";

test("undo of a snooze shows a message whose earlier time has passed since", async () => {
  const box = await aFiledMailbox(() => openTestDatabase("sqlite"));
  const soon = box.clock.at + 60_000;
  await box.change({ snoozeUntil: soon });
  const undoId = UndoId.parse(randomId());
  await box.change({ snoozeUntil: soon + 3600_000 }, undoId);
  box.clock.at = soon + 1;
  await box.execute("undo.run", { userId: box.userId, undoId });
  expect(await box.list("inbox")).toEqual([box.id]);
});

test("undo of a snooze keeps a later choice of the user", async () => {
  const box = await aFiledMailbox(() => openTestDatabase("sqlite"));
  const undoId = UndoId.parse(randomId());
  await box.change({ snoozeUntil: box.clock.at + 60_000 }, undoId);
  await box.change({ snoozeUntil: box.clock.at + 3600_000 });
  await box.execute("undo.run", { userId: box.userId, undoId });
  expect(await box.list("inbox")).toEqual([]);
});
