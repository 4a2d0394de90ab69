import type { PasskeyId, UserId } from "@inlet/contract/ids.ts";
import type { PasskeyRow } from "../safety-tables.ts";
import { writeAudit } from "../write-audit.ts";
import type { Command } from "./command.ts";

/** Whether it is kept: no credential is kept twice, whoever shows it. */
export const addPasskey: Command<PasskeyRow, boolean> = {
  durable: true,
  async run(writer, passkey) {
    const row = await writer.db
      .insertInto("passkeys")
      .values(passkey)
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) return false;
    const { user_id: userId, id: after, name: label } = passkey;
    await writeAudit(writer, { kind: "passkey.added", userId, after, label });
    return true;
  },
};

export interface UsedPasskey {
  userId: UserId;
  id: PasskeyId;
  counter: number;
}

/** Whether this use counts: a device counts up, or not at all (WebAuthn Level 3, 6.1.1). */
export const usePasskey: Command<UsedPasskey, boolean> = {
  durable: true,
  async run({ db, now }, { userId, id, counter }) {
    const row = await db
      .updateTable("passkeys")
      .set({ counter, last_used_at: now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("counter", counter === 0 ? "=" : "<", counter)
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  },
};

/** Whether the person had such a passkey. */
export const removePasskey: Command<{ userId: UserId; id: PasskeyId }, boolean> = {
  durable: true,
  async run(writer, { userId, id }) {
    const row = await writer.db
      .deleteFrom("passkeys")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (!row) return false;
    await writeAudit(writer, { kind: "passkey.removed", userId, before: id, label: row.name });
    return true;
  },
};
