import type { UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { Writer } from "../engine/writer.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Command } from "#/store/commands/command.ts";

/** Stores an unconfirmed secret and replaces an earlier unconfirmed one. Throws authenticator.is_on. */
export const startAuthenticator: Command<{ userId: UserId; secret: string }, void> = {
  durable: true,
  async run({ db, now, lock }, { userId, secret }) {
    await lock(userId);
    await db
      .deleteFrom("authenticators")
      .where("user_id", "=", userId)
      .where("is_confirmed", "=", 0)
      .execute();
    const row = await db
      .insertInto("authenticators")
      .values({ user_id: userId, secret, is_confirmed: 0, last_step: 0, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("user_id")
      .executeTakeFirst();
    if (!row) throw new Failure("authenticator.is_on");
  },
};

export interface ConfirmedAuthenticator {
  userId: UserId;
  /** The encrypted secret that the code matched: another tab may have started over. */
  secret: string;
  step: number;
  codeHashes: string[];
}

/** Activates the secret. Throws authenticator.not_started. */
export const confirmAuthenticator: Command<ConfirmedAuthenticator, void> = {
  durable: true,
  async run(writer, { userId, secret, step, codeHashes }) {
    const row = await writer.db
      .updateTable("authenticators")
      .set({ is_confirmed: 1, last_step: step })
      .where("user_id", "=", userId)
      .where("secret", "=", secret)
      .where("is_confirmed", "=", 0)
      .returning("user_id")
      .executeTakeFirst();
    if (!row) throw new Failure("authenticator.not_started");
    await replaceCodes(writer, userId, codeHashes);
    await writeAudit(writer, { kind: "second_step.on", userId });
  },
};

/** Returns true if the code of this time step is accepted: no code of this or a later step was used before. */
export const useAuthenticator: Command<{ userId: UserId; step: number }, boolean> = {
  durable: true,
  async run({ db }, { userId, step }) {
    const row = await db
      .updateTable("authenticators")
      .set({ last_step: step })
      .where("user_id", "=", userId)
      .where("is_confirmed", "=", 1)
      .where("last_step", "<", step)
      .returning("user_id")
      .executeTakeFirst();
    return row !== undefined;
  },
};

export const removeAuthenticator: Command<{ userId: UserId }, void> = {
  durable: true,
  async run(writer, { userId }) {
    await writer.db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
    const gone = await writer.db
      .deleteFrom("authenticators")
      .where("user_id", "=", userId)
      .returning("is_confirmed")
      .executeTakeFirst();
    if (gone?.is_confirmed === 1) await writeAudit(writer, { kind: "second_step.off", userId });
  },
};

/** Replaces the recovery codes. Throws authenticator.not_started. */
export const replaceRecoveryCodes: Command<{ userId: UserId; codeHashes: string[] }, void> = {
  durable: true,
  async run(writer, { userId, codeHashes }) {
    await writer.lock(userId);
    const row = await writer.db
      .selectFrom("authenticators")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("is_confirmed", "=", 1)
      .executeTakeFirst();
    if (!row) throw new Failure("authenticator.not_started");
    await replaceCodes(writer, userId, codeHashes);
    await writeAudit(writer, { kind: "recovery_codes.renewed", userId });
  },
};

/** Deletes a recovery code. Returns false if it does not exist. */
export const useRecoveryCode: Command<{ userId: UserId; codeHash: string }, boolean> = {
  durable: true,
  async run(writer, { userId, codeHash }) {
    const row = await writer.db
      .deleteFrom("recovery_codes")
      .where("user_id", "=", userId)
      .where("code_hash", "=", codeHash)
      .returning("user_id")
      .executeTakeFirst();
    if (!row) return false;
    await writeAudit(writer, { kind: "recovery_code.used", userId, actor: userId });
    return true;
  },
};

async function replaceCodes({ db }: Writer, userId: UserId, codeHashes: string[]): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_codes")
    .values(codeHashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}
