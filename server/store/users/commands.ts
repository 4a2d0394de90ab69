import type { UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { UserRow } from "../engine/schema.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";
import { forgetWays } from "#/store/auth/mailed-link-commands.ts";

export interface NewUser {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  passwordHash: string;
  /** True if the first user of this installation becomes its administrator. */
  firstIsAdmin: boolean;
  /** The invitation that it uses up; absent if there was none. */
  invitation?: SpentInvitation | undefined;
}

/** An invitation that is used up when its account is created. */
export interface SpentInvitation {
  hash: string;
  /** True if sign-up requires an invitation. */
  isNeeded: boolean;
}

/** Throws signup.email_taken, signup.invite_required. */
export const createUser: Command<NewUser, UserRow> = {
  durable: true,
  async run(writer, user) {
    const row = await insertUser(writer, user);
    await recordUser(writer, row);
    return row;
  },
};

/** Inserts only the row, for callers that add more before the audit entry. Fails as createUser does. */
export async function insertUser(writer: Writer, user: NewUser): Promise<UserRow> {
  const { db, now, lock } = writer;
  await lock("users");
  if (user.invitation) await useInvitation(db, now, { ...user.invitation, email: user.email });
  const anyone = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  const row = await db
    .insertInto("users")
    .values({
      // The caller generated the id; from here on it belongs to a user.
      id: user.id as UserId,
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      role: user.firstIsAdmin && !anyone ? "admin" : "user",
      created_at: now,
      password_changed_at: now,
      bio: "",
      avatar_version: "",
      disabled_at: 0,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Failure("signup.email_taken");
  await db.insertInto("engine_leases").values({ user_id: row.id, holder: "", fence: 0 }).execute();
  return row;
}

/** Records the creation of a user in the audit log. */
export async function recordUser(writer: Writer, { id, role }: UserRow): Promise<void> {
  await writeAudit(writer, {
    kind: "user.created",
    userId: id,
    // During sign-up the request has no signed-in user.
    actor: writer.origin?.userId || id,
    after: role,
  });
}

/** If two sign-ups use one invitation at the same time, the second one fails. */
async function useInvitation(
  db: Writer["db"],
  now: number,
  { email, hash, isNeeded }: SpentInvitation & { email: string },
): Promise<void> {
  const used = await db
    .deleteFrom("signup_invitations")
    .where("token_hash", "=", hash)
    .where("expires_at", ">", now)
    .where("email", "in", ["", email])
    .returning("id")
    .executeTakeFirst();
  if (!used && isNeeded) throw new Failure("signup.invite_required");
}

export interface NewPassword {
  userId: UserId;
  passwordHash: string;
  /** The session that stays; all other sessions end. */
  sessionId: string;
}

export const changePassword: Command<NewPassword, void> = {
  durable: true,
  async run(writer, { userId, passwordHash, sessionId }) {
    const { db, now } = writer;
    await db
      .updateTable("users")
      .set({ password_hash: passwordHash, password_changed_at: now })
      .where("id", "=", userId)
      .execute();
    await db
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("id", "!=", sessionId)
      .execute();
    await forgetWays(writer, userId);
    await writeAudit(writer, { kind: "password.changed", userId });
  },
};

/** Replaces the hash of an unchanged password. */
export const rehashUser: Command<
  { userId: UserId; staleHash: string; passwordHash: string },
  void
> = {
  durable: true,
  async run({ db }, { userId, staleHash, passwordHash }) {
    await db
      .updateTable("users")
      .set({ password_hash: passwordHash })
      .where("id", "=", userId)
      .where("password_hash", "=", staleHash)
      .execute();
  },
};
