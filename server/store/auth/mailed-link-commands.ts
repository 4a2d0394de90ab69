import type { UserId } from "@inlet/contract/ids.ts";
import type { MailedLinkRow } from "./schema.ts";
import type { Writer } from "../engine/writer.ts";
import { writeAudit } from "../audit/write-entry.ts";
import { endTokens } from "./api-token-commands.ts";
import type { Command } from "#/store/commands/command.ts";

type Purpose = MailedLinkRow["purpose"];

export interface NewLink {
  userId: UserId;
  tokenHash: string;
  purpose: Purpose;
  validityMs: number;
  /** Maximum number of links within `withinMs`: the mailbox may belong to another person. */
  most: number;
  withinMs: number;
}

/** Adds a link; returns false if there were too many. */
export const addMailedLink: Command<NewLink, boolean> = {
  durable: true,
  async run({ db, now, lock }, { userId, tokenHash, purpose, validityMs, most, withinMs }) {
    await lock(userId);
    const recent = await db
      .selectFrom("mailed_links")
      .select("token_hash")
      .where("user_id", "=", userId)
      .where("purpose", "=", purpose)
      .where("created_at", ">", now - withinMs)
      .limit(most)
      .execute();
    if (recent.length >= most) return false;
    await db
      .insertInto("mailed_links")
      .values({
        token_hash: tokenHash,
        user_id: userId,
        purpose,
        expires_at: now + validityMs,
        created_at: now,
      })
      .execute();
    if (purpose === "verify") {
      await db
        .insertInto("email_verifications")
        .values({ user_id: userId, asked_at: now, verified_at: 0 })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ asked_at: now }))
        .execute();
    }
    return true;
  },
};

/** Sets the password of the link's user and ends all of their sessions. Returns null if the link is not valid. */
export const resetPassword: Command<{ tokenHash: string; passwordHash: string }, UserId | null> = {
  durable: true,
  async run(writer, { tokenHash, passwordHash }) {
    const { db, now } = writer;
    const mailedTo = await useLink(writer, tokenHash, "reset");
    const userId = mailedTo ?? (await useLink(writer, tokenHash, "handedReset"));
    if (userId === null) return null;
    await db
      .updateTable("users")
      .set({ password_hash: passwordHash, password_changed_at: now })
      .where("id", "=", userId)
      .execute();
    await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await forgetWays(writer, userId);
    // A link that an administrator handed out does not prove access to a mailbox.
    if (mailedTo === null) await endTokens(writer, userId);
    else {
      await forgetOthers(writer, userId);
      // A user who followed the link can read mail at this address.
      await recordVerified(writer, userId);
    }
    await writeAudit(writer, { kind: "password.reset", userId });
    return userId;
  },
};

/** Verifies an email address. Returns its user; null if the link is not valid. */
export const verifyEmail: Command<{ tokenHash: string }, UserId | null> = {
  durable: true,
  async run(writer, { tokenHash }) {
    const userId = await useLink(writer, tokenHash, "verify");
    if (userId !== null) await recordVerified(writer, userId);
    return userId;
  },
};

/** Deletes expired links, but only once they no longer count towards the limit on sent links. */
export const pruneMailedLinks: Command<{ before: number }, void> = {
  durable: false,
  async run({ db }, { before }) {
    await db.deleteFrom("mailed_links").where("expires_at", "<", before).execute();
  },
};

/** Invalidates earlier ways to sign in after a password change: links that were sent, known devices, and pending sign-ins. */
export async function forgetWays({ db }: Writer, userId: UserId): Promise<void> {
  await db
    .deleteFrom("mailed_links")
    .where("user_id", "=", userId)
    .where("purpose", "in", ["reset", "handedReset"])
    .execute();
  await db.deleteFrom("known_devices").where("user_id", "=", userId).execute();
  await db.deleteFrom("sign_ins_on_their_way").where("user_id", "=", userId).execute();
}

/** Removes ways to sign in that the account's creator may have added before the owner of the mailbox proved it. */
async function forgetOthers(writer: Writer, userId: UserId): Promise<void> {
  const { db } = writer;
  const verified = await db
    .selectFrom("email_verifications")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("verified_at", ">", 0)
    .executeTakeFirst();
  // A second step set up after the mailbox was verified belongs to its owner, and protects against others who can read it now.
  const secondStep = verified ? [] : (["authenticators", "recovery_codes"] as const);
  await endTokens(writer, userId);
  const ways = ["connected_sign_ins", "passkeys", "deliveries"] as const;
  for (const table of [...ways, ...secondStep]) {
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
  }
  const linked = await db
    .deleteFrom("integrations")
    .where("user_id", "=", userId)
    .returning("id")
    .execute();
  const ids = linked.map(({ id }) => id);
  if (ids.length > 0) await writer.change(userId, "settings.changed", ids);
}

/** Consumes a link; returns null if it is unknown or expired. */
async function useLink(
  { db, now }: Writer,
  tokenHash: string,
  purpose: Purpose,
): Promise<UserId | null> {
  const row = await db
    .deleteFrom("mailed_links")
    .where("token_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id ?? null;
}

async function recordVerified({ db, now }: Writer, userId: UserId): Promise<void> {
  await db
    .insertInto("email_verifications")
    .values({ user_id: userId, asked_at: now, verified_at: now })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ verified_at: now }))
    .execute();
  await db
    .deleteFrom("mailed_links")
    .where("user_id", "=", userId)
    .where("purpose", "=", "verify")
    .execute();
}
