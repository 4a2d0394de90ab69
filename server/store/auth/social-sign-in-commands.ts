import type { ConnectedSignInId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { ConnectedSignInRow } from "./schema.ts";
import type { UserRow } from "../engine/schema.ts";
import type { Writer } from "../engine/writer.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Command } from "#/store/commands/command.ts";
import { insertUser, type NewUser, recordUser } from "#/store/users/commands.ts";

/** Creates a user without a password together with their sign-in, or neither. Throws signup.email_taken, social.taken. */
export const createConnectedUser: Command<
  { user: Omit<NewUser, "passwordHash">; signIn: ConnectedSignInRow },
  UserRow
> = {
  durable: true,
  async run(writer, { user, signIn }) {
    const row = await insertUser(writer, { ...user, passwordHash: "" });
    const kept = await insertSignIn(writer, signIn);
    if (!kept) throw new Failure("social.taken");
    // Last: a transaction that holds the log and waits for a row of the user would otherwise deadlock with this one.
    await recordUser(writer, row);
    await recordSignIn(writer, signIn);
    return row;
  },
};

/** Connects it; an identical one stays unchanged. Fails with social.taken if it belongs to another user. */
export const addConnectedSignIn: Command<ConnectedSignInRow, ConnectedSignInRow> = {
  durable: true,
  run: (writer, signIn) => keep(writer, signIn),
};

/** Records a sign-in; returns false if it is not connected. */
export const useConnectedSignIn: Command<{ userId: UserId; id: ConnectedSignInId }, boolean> = {
  durable: false,
  async run({ db, now }, { userId, id }) {
    const used = await db
      .updateTable("connected_sign_ins")
      .set({ last_used_at: now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    return used !== undefined;
  },
};

/** Fails with social.not_found, and with social.last_way if it is the only way to sign in of a user without a password. */
export const removeConnectedSignIn: Command<{ userId: UserId; id: ConnectedSignInId }, void> = {
  durable: true,
  async run(writer, { userId, id }) {
    const { db, lock } = writer;
    // If two are removed at once, one must stay.
    await lock(userId);
    const gone = await db
      .deleteFrom("connected_sign_ins")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning(["provider", "address"])
      .executeTakeFirst();
    if (!gone) throw new Failure("social.not_found");
    const user = await db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    if (user.password_hash === "") {
      const left = await db
        .selectFrom("connected_sign_ins")
        .select("id")
        .where("user_id", "=", userId)
        .limit(1)
        .executeTakeFirst();
      // A passkey is not sufficient: it may be lost with its device.
      if (!left) throw new Failure("social.last_way");
    }
    await writeAudit(writer, {
      kind: "provider.disconnected",
      userId,
      before: gone.provider,
      label: gone.address,
    });
  },
};

async function keep(writer: Writer, signIn: ConnectedSignInRow): Promise<ConnectedSignInRow> {
  const added = await insertSignIn(writer, signIn);
  if (added) {
    await recordSignIn(writer, signIn);
    return added;
  }
  const there = await writer.db
    .selectFrom("connected_sign_ins")
    .selectAll()
    .where("user_id", "=", signIn.user_id)
    .where("issuer", "=", signIn.issuer)
    .where("subject", "=", signIn.subject)
    .executeTakeFirst();
  if (!there) throw new Failure("social.taken");
  return there;
}

/** Returns undefined if the sign-in already belongs to an account. */
async function insertSignIn(
  { db }: Writer,
  signIn: ConnectedSignInRow,
): Promise<ConnectedSignInRow | undefined> {
  return db
    .insertInto("connected_sign_ins")
    .values(signIn)
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

async function recordSignIn(writer: Writer, signIn: ConnectedSignInRow): Promise<void> {
  const { user_id: userId, provider: after, address: label } = signIn;
  await writeAudit(writer, { kind: "provider.connected", userId, actor: userId, after, label });
}
