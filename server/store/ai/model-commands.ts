import type { UserId } from "@inlet/contract/ids.ts";
import { differs } from "../engine/has-changes.ts";
import { modelUseSince } from "./model-queries.ts";
import type { ModelCallRow, ModelSettingsRow } from "./model-schema.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Command } from "#/store/commands/command.ts";

/** Time for which users can see their requests to models. */
const callsRetentionMs = 90 * 24 * 3600_000;

/** Saves the user's settings for models. */
export const saveModelSettings: Command<ModelSettingsRow, void> = {
  durable: true,
  async run(writer, row) {
    await writer.lock(row.user_id);
    const { user_id: _user, ...changed } = row;
    const known = await writer.db
      .selectFrom("model_settings")
      .selectAll()
      .where("user_id", "=", row.user_id)
      .executeTakeFirst();
    if (!differs(known, row)) return;
    await writer.db
      .insertInto("model_settings")
      .values(row)
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(changed))
      .execute();
    await writer.change(row.user_id, "settings.changed", ["models"]);
    await writeAudit(writer, { kind: "model.changed", userId: row.user_id });
  },
};

export interface BegunCall {
  row: ModelCallRow;
  /** Start of the day to which the limits apply. */
  since: number;
  /** `micros` is 0 if the cost is unlimited. */
  limits: { tokens: number; micros: number };
}

/**
 * Records a request to a model before it is sent. Returns false if it could exceed the day's limits: pending requests count with
 * their maximum, which keeps concurrent ones within the limits as well.
 */
export const beginModelCall: Command<BegunCall, boolean> = {
  durable: true,
  async run(writer, { row, since, limits }) {
    const { db, now } = writer;
    await writer.lock(`model ${row.user_id}`);
    const used = await modelUseSince(db, row.user_id, since);
    const tokens = used.tokens + row.input_tokens + row.output_tokens;
    const micros = used.micros + Math.max(0, row.cost_micros);
    if (tokens > limits.tokens || (limits.micros > 0 && micros > limits.micros)) return false;
    await db.insertInto("model_calls").values(row).execute();
    await db
      .deleteFrom("model_calls")
      .where("user_id", "=", row.user_id)
      .where("created_at", "<", now - callsRetentionMs)
      .execute();
    return true;
  },
};

export type EndedCall = Pick<
  ModelCallRow,
  | "id"
  | "rung"
  | "outcome"
  | "requests"
  | "sent_chars"
  | "input_tokens"
  | "output_tokens"
  | "cost_micros"
  | "received_chars"
  | "duration_ms"
> & { userId: UserId };

/** Records the end of a model call, with or without a response. */
export const endModelCall: Command<EndedCall, void> = {
  durable: false,
  async run({ db }, { userId, id, ...ended }) {
    await db
      .updateTable("model_calls")
      .set(ended)
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
  },
};
