import { UndoId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aUser } from "#/testing/apps/published-calls.ts";

withDatabases((open) => {
  test("sweeps undo data of one user only, even if another user's has the same id", async () => {
    const box = await aFiledMailbox(open);
    const undoId = UndoId.parse(randomId());
    await box.change({ target: { role: "archive" } }, undoId);
    const stranger = await aUser(box.execute);
    const [steps] = await box.reader.selectFrom("undo_steps").selectAll().execute();
    if (!steps) throw new Error("There is nothing to take back.");
    await box.database.kysely
      .insertInto("undo_steps")
      .values({ ...steps, user_id: stranger })
      .execute();
    await box.execute("undo.sweep", { before: box.clock.at + 1, keysBefore: 0 });
    const left = await box.reader.selectFrom("undo_steps").select("user_id").execute();
    expect(left).toEqual([{ user_id: stranger }]);
    expect(await box.reader.selectFrom("undo_actions").selectAll().execute()).toEqual([]);
  });
});
