import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { IntegrationRow } from "./schema.ts";
import { queueContactSync } from "../contacts/queue-sync.ts";
import { deliverJob } from "./publish-events.ts";
import { differs } from "../engine/has-changes.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Command } from "#/store/commands/command.ts";
import { giveUpWaiting } from "./delivery-commands.ts";

/** Connects an integration, or reconnects it under its existing id. Returns false if there are too many of its kind. */
export const saveIntegration: Command<
  Omit<IntegrationRow, "brief_from" | "hold_until" | "created_at" | "updated_at">,
  boolean
> = {
  durable: true,
  async run(writer, row) {
    const { db, now } = writer;
    await writer.lock(row.user_id);
    const others = await db
      .selectFrom("integrations")
      .select((one) => one.fn.countAll<number>().as("count"))
      .where("user_id", "=", row.user_id)
      .where("kind", "=", row.kind)
      .where("id", "<>", row.id)
      .executeTakeFirstOrThrow();
    if (Number(others.count) >= limits.integrationsOfKind) return false;
    const { id, user_id: userId, kind: _kind, ...set } = row;
    const known = await db
      .selectFrom("integrations")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    await db
      .insertInto("integrations")
      .values({ ...row, brief_from: 0, hold_until: 0, created_at: now, updated_at: now })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "id"]).doUpdateSet({ ...set, updated_at: now }),
      )
      .execute();
    if (row.kind === "contacts") await queueContactSync(writer, row.user_id);
    await writer.change(userId, "settings.changed", [id]);
    const kind = known ? "integration.changed" : "integration.connected";
    await writeAudit(writer, {
      kind,
      userId,
      before: known?.id ?? "",
      after: id,
      label: called(row),
    });
    return true;
  },
};

type Changeable = Partial<
  Pick<
    IntegrationRow,
    | "name"
    | "state"
    | "reason"
    | "secret"
    | "config_json"
    | "events_json"
    | "alerts_json"
    | "external_id"
    | "brief_from"
    | "hold_until"
  >
>;

/** Changes an integration; returns false if it does not exist. One that is active again delivers waiting events. */
export const changeIntegration: Command<
  { userId: UserId; id: IntegrationId; set: Changeable },
  boolean
> = {
  durable: true,
  async run(writer, { userId, id, set }) {
    const { db, now } = writer;
    const known = await db
      .selectFrom("integrations")
      .selectAll()
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    const row = await db
      .updateTable("integrations")
      .set({ ...set, updated_at: now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning(["id", "kind", "name"])
      .executeTakeFirst();
    if (!row) return false;
    if (set.state === "revoked") await giveUpWaiting(writer, userId, id, set.reason ?? "");
    if (set.state === "active") {
      await writer.job(deliverJob, userId, id);
      if (row.kind === "contacts") await queueContactSync(writer, userId);
    }
    if (set.brief_from) await writer.job("brief-to-integration", userId, id);
    await writer.change(userId, "settings.changed", [id]);
    // Inlet's own updates, such as the time of the next brief, are not an action of a user.
    if (writer.origin && differs(known, set)) {
      await writeAudit(writer, {
        kind: "integration.changed",
        userId,
        label: called(row),
        before: id,
        after: id,
      });
    }
    return true;
  },
};

/** Returns the name that users know it by. */
function called({ kind, name }: Pick<IntegrationRow, "kind" | "name">): string {
  return name === "" ? kind : `${kind}: ${name}`;
}

/** Deletes an integration and its deliveries. Returns false if it does not exist. */
export const removeIntegration: Command<{ userId: UserId; id: IntegrationId }, boolean> = {
  durable: true,
  async run(writer, { userId, id }) {
    const { db } = writer;
    await db
      .deleteFrom("deliveries")
      .where("user_id", "=", userId)
      .where("integration_id", "=", id)
      .execute();
    // The contacts from there stay here.
    for (const places of ["contact_places", "contact_group_places"] as const) {
      await db
        .deleteFrom(places)
        .where("user_id", "=", userId)
        .where("integration_id", "=", id)
        .execute();
    }
    const row = await db
      .deleteFrom("integrations")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning(["kind", "name"])
      .executeTakeFirst();
    if (!row) return false;
    await writer.change(userId, "settings.changed", [id]);
    await writeAudit(writer, {
      kind: "integration.removed",
      userId,
      label: called(row),
      before: id,
    });
    return true;
  },
};
