import { aiLimits } from "@inlet/contract/ai/ai-limits.ts";
import type { JournalId, RuleId, UndoId, UserId } from "@inlet/contract/ids.ts";
import type { JournalRow, RuleRow } from "./schema.ts";
import { saveEvent, type SaveRequest } from "../integrations/save-requests.ts";
import { queueDeliveries } from "../integrations/publish-events.ts";
import { differs } from "../engine/has-changes.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Command } from "#/store/commands/command.ts";
import { type NamedChange, changeThem } from "../messages/change-messages.ts";

/** Creates or changes a rule. Returns false if there are too many. */
export const saveRule: Command<Omit<RuleRow, "created_at">, boolean> = {
  durable: true,
  async run(writer, rule) {
    const { db, now } = writer;
    const userId = rule.user_id;
    await writer.lock(userId);
    const others = await db
      .selectFrom("rules")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .where("id", "<>", rule.id)
      .executeTakeFirstOrThrow();
    if (Number(others.count) >= aiLimits.rulesPerUser) return false;
    const { text, query, actions_json, is_on } = rule;
    const { id } = rule;
    const known = await db
      .selectFrom("rules")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (!differs(known, { text, query, actions_json, is_on })) return true;
    await db
      .insertInto("rules")
      .values({ ...rule, created_at: now })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "id"]).doUpdateSet({ text, query, actions_json, is_on }),
      )
      .execute();
    await writer.change(userId, "settings.changed", [id]);
    const kind = known ? "rule.changed" : "rule.made";
    await writeAudit(writer, { kind, userId, before: known?.id ?? "", after: id, label: text });
    return true;
  },
};

/** Deletes a rule. Its effects and its entries in the journal stay. */
export const removeRule: Command<{ userId: UserId; id: RuleId }, void> = {
  durable: true,
  async run(writer, { userId, id }) {
    const gone = await writer.db
      .deleteFrom("rules")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning("text")
      .executeTakeFirst();
    if (!gone) return;
    await writer.change(userId, "settings.changed", [id]);
    await writeAudit(writer, { kind: "rule.removed", userId, before: id, label: gone.text });
  },
};

/** Applies a rule to a message and records it, once per rule and message; it can be undone as long as the record exists. */
export const applyRuleOnce: Command<
  {
    change: NamedChange & { undoId: UndoId };
    entry: Omit<JournalRow, "undo_id" | "is_undone" | "created_at">;
    /** An additional external location to save to; an earlier save there stays unchanged. */
    save?: SaveRequest;
  },
  void
> = {
  durable: true,
  async run(writer, { change, entry, save }) {
    const { db, now } = writer;
    const { undoId } = change;
    await writer.lock(entry.user_id);
    const written = await db
      .insertInto("journal")
      .values({ ...entry, undo_id: undoId, is_undone: 0, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .execute();
    if (written.length === 0) return;
    if (save) await queueDeliveries(writer, entry.user_id, save.integrationId, [saveEvent(save)]);
    const { isChanged } = await changeThem(writer, change);
    if (!isChanged) {
      await db
        .updateTable("journal")
        .set({ undo_id: "" })
        .where("user_id", "=", entry.user_id)
        .where("id", "=", entry.id)
        .execute();
      return;
    }
    await db
      .updateTable("undo_actions")
      .set({ kept_until: now + aiLimits.journalRetentionMs })
      .where("user_id", "=", entry.user_id)
      .where("id", "=", undoId)
      .execute();
  },
};

/** Records that the action of a rule was undone. */
export const recordRuleUndone: Command<{ userId: UserId; id: JournalId }, void> = {
  durable: true,
  async run({ db }, { userId, id }) {
    await db
      .updateTable("journal")
      .set({ is_undone: 1 })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
  },
};

/** Deletes entries that can no longer be undone. */
export const pruneJournal: Command<{ before: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db }, { before }) {
    await db.deleteFrom("journal").where("created_at", "<", before).execute();
  },
};
