import { UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { fillTables } from "#/testing/factories/fill-tables.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { createCommandBus } from "../commands/command-bus.ts";
import { createWriter } from "../engine/writer.ts";
import { reconcileRestored } from "./reconcile-restored.ts";

withDatabases((open, engine) => {
  test("pushes, sends and sign-ins are not repeated, and everything else stays", async () => {
    const database = await open();
    const now = Date.parse("2026-11-26T09:00:00Z");
    const execute = createCommandBus(database, { clock: { now: () => now }, onCommit: () => {} });
    const user = await execute("user.create", {
      id: "anna",
      email: "anna@example.org",
      name: "Anna",
      passwordHash: "",
      firstIsAdmin: true,
    });
    const userId = UserId.parse(user.id);
    const { accountId, outboxId, folderId } = await aMailbox(execute, userId, "harbour");
    const all = await fillTables(database, userId, "word");
    const { kysely } = database;
    await kysely.updateTable("deliveries").set({ state: "waiting" }).execute();
    await kysely.updateTable("imports").set({ state: "running" }).execute();
    await kysely
      .updateTable("uploads")
      .set({ sha256: "", id: "half" as never })
      .execute();
    await kysely
      .updateTable("upload_uses")
      .set({ upload_id: "half" as never })
      .execute();
    await kysely.updateTable("pending_operations").set({ kind: "delete" }).execute();
    await kysely.updateTable("daily_summaries").set({ last_day: "2026-11-25" }).execute();
    await kysely.updateTable("folders").set({ last_checked_at: 5 }).execute();
    const { seq } = await kysely
      .selectFrom("change_counters")
      .select("seq")
      .executeTakeFirstOrThrow();

    const settled = await kysely.transaction().execute((db) =>
      reconcileRestored(
        createWriter(db, {
          engine,
          now,
          origin: null,
          committed: { changes: [], jobs: false, isBulk: true },
        }),
      ),
    );

    expect(settled).toEqual({ unconfirmed: 1 });
    const rowsOf = (table: string) =>
      kysely
        .selectFrom(table as "rules")
        .selectAll()
        .execute();
    const emptied: string[] = [];
    for (const table of all) if ((await rowsOf(table)).length === 0) emptied.push(table);
    expect(emptied.toSorted()).toEqual(
      [
        "approvals",
        "changes",
        "due_notifications",
        "host_mails",
        "mailed_links",
        "oauth_flows",
        "pending_operations",
        "presences",
        "push_subscriptions",
        "sessions",
        "sign_ins_on_their_way",
        "upload_uses",
        "uploads",
      ].toSorted(),
    );
    const outbox = await kysely.selectFrom("outbox").select(["id", "state"]).execute();
    expect(outbox).toEqual([{ id: outboxId, state: "confirm" }]);
    const jobs = await kysely.selectFrom("jobs").select(["kind", "subject_id"]).execute();
    // The job looks into Sent; the message that had just arrived is classified like older ones.
    expect(jobs).toContainEqual({ kind: "send-outbox", subject_id: outboxId });
    expect(jobs).toContainEqual({ kind: "sort-mail", subject_id: accountId });
    expect(jobs.map(({ kind }) => kind)).not.toContain("message-arrived");
    expect(await rowsOf("deliveries")).toMatchObject([{ state: "skipped" }]);
    expect(await rowsOf("imports")).toMatchObject([{ state: "cancelled" }]);
    expect(await rowsOf("daily_summaries")).toMatchObject([{ last_day: "2026-11-26" }]);
    expect(await rowsOf("folders")).toMatchObject([{ id: folderId, last_checked_at: 0 }]);
    expect(await rowsOf("change_counters")).toMatchObject([{ seq: seq + 1_000_000 }]);
  });

  test("pending permanent deletions are dropped, and pending moves continue", async () => {
    const database = await open();
    const now = Date.parse("2026-11-26T09:00:00Z");
    const userId = UserId.parse("anna");
    const rows = [
      { id: "deletes", change_json: JSON.stringify({ deleteAt: now }) },
      { id: "moves", change_json: JSON.stringify({ target: { role: "archive" } }) },
    ];
    for (const row of rows) {
      const own = { user_id: userId, undo_id: "" as never, selection_json: "{}" };
      await database.kysely
        .insertInto("bulk_changes")
        .values({ ...own, ...row, before_key: 7, created_at: now })
        .execute();
    }
    const committed = { changes: [], jobs: false, isBulk: true };
    await database.kysely
      .transaction()
      .execute((db) =>
        reconcileRestored(createWriter(db, { engine, now, origin: null, committed })),
      );
    const left = await database.kysely.selectFrom("bulk_changes").select("id").execute();
    expect(left).toEqual([{ id: "moves" }]);
  });

  test("today's brief is not sent again, in any time zone", async () => {
    const database = await open();
    const { kysely } = database;
    const now = Date.parse("2026-11-26T12:00:00Z");
    const execute = createCommandBus(database, { clock: { now: () => now }, onCommit: () => {} });
    const zones = { auckland: "Pacific/Auckland", midway: "Pacific/Midway", nowhere: "No/Where" };
    for (const [id, timeZone] of Object.entries(zones)) {
      const user = { id, email: `${id}@example.org`, name: id, passwordHash: "" };
      await execute("user.create", { ...user, firstIsAdmin: true });
      const preferences_json = JSON.stringify({ notifications: { timeZone } });
      const row = { user_id: UserId.parse(id), preferences_json };
      await kysely.insertInto("user_preferences").values(row).execute();
      const summary = { last_day: "2026-11-24", since: 0, seen_day: "" };
      await kysely
        .insertInto("daily_summaries")
        .values({ user_id: UserId.parse(id), ...summary })
        .execute();
    }
    const committed = { changes: [], jobs: false, isBulk: true };
    await kysely
      .transaction()
      .execute((db) =>
        reconcileRestored(createWriter(db, { engine, now, origin: null, committed })),
      );
    const days = await kysely
      .selectFrom("daily_summaries")
      .select("last_day")
      .orderBy("user_id")
      .execute();
    expect(days.map((day) => day.last_day)).toEqual(["2026-11-27", "2026-11-26", "2026-11-26"]);
  });
});
