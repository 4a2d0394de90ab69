import type { PasskeyId, UserId } from "@inlet/contract/ids.ts";
import type { PasskeyRow } from "./schema.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Command } from "#/store/commands/command.ts";

/** Returns false if the credential is already registered, for any user. */
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

/** Accepts a use of a passkey: a device's counter increases, or stays at 0 (WebAuthn Level 3, 6.1.1). */
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

/** Returns false if the user has no such passkey. */
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
