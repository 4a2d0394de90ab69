import type { UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { SignupInvitationRow } from "./schema.ts";
import type { UserRow } from "../engine/schema.ts";
import { hasOtherUsers, isOnlyAdmin } from "../users/queries.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Writer } from "../engine/writer.ts";
import { endTokens } from "#/store/auth/api-token-commands.ts";
import type { Command } from "#/store/commands/command.ts";
import { recordBackups } from "./backup-commands.ts";
import { forgetWays } from "#/store/auth/mailed-link-commands.ts";
import { reencryptValues } from "#/store/auth/encrypted-value-commands.ts";

/** Throws user.not_found, admin.last. */
const setRole: Command<{ userId: UserId; role: UserRow["role"] }, void> = {
  durable: true,
  async run(writer, { userId, role }) {
    await writer.lock("users");
    const user = await requireUser(writer, userId);
    if (role === "user") await requireOtherAdmin(writer, user);
    if (user.role === role) return;
    await writer.db.updateTable("users").set({ role }).where("id", "=", userId).execute();
    await writer.change(userId, "settings.changed", [userId]);
    await writeAudit(writer, {
      kind: "admin.role_changed",
      userId,
      before: user.role,
      after: role,
    });
  },
};

/**
 * Disables a user or enables them again: their sessions end, their jobs wait, and their accounts are synced again once they are
 * back. Fails with user.not_found, admin.last.
 */
const setDisabled: Command<{ userId: UserId; isDisabled: boolean }, void> = {
  durable: true,
  async run(writer, { userId, isDisabled }) {
    const { db, now, lock } = writer;
    await lock("users");
    const user = await requireUser(writer, userId);
    if (isDisabled) await requireOtherAdmin(writer, user);
    await db
      .updateTable("users")
      .set({ disabled_at: isDisabled ? user.disabled_at || now : 0 })
      .where("id", "=", userId)
      .execute();
    if (isDisabled) {
      await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
      await db.deleteFrom("sign_ins_on_their_way").where("user_id", "=", userId).execute();
    } else {
      const accounts = await db
        .selectFrom("accounts")
        .select("id")
        .where("user_id", "=", userId)
        .execute();
      for (const { id } of accounts) await writer.job("watch-account", userId, id);
    }
    const kind = isDisabled ? "admin.user_disabled" : "admin.user_enabled";
    if (isDisabled !== user.disabled_at > 0) await writeAudit(writer, { kind, userId });
  },
};

/** Sets another password on the operator's behalf: every earlier session and token ends. Fails with user.not_found. */
const replacePassword: Command<
  { userId: UserId; passwordHash: string; dropsSecondStep: boolean },
  void
> = {
  durable: true,
  async run(writer, { userId, passwordHash, dropsSecondStep }) {
    const { db, now } = writer;
    await requireUser(writer, userId);
    await db
      .updateTable("users")
      .set({ password_hash: passwordHash, password_changed_at: now })
      .where("id", "=", userId)
      .execute();
    await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await forgetWays(writer, userId);
    await endTokens(writer, userId);
    const secondStep = dropsSecondStep ? (["authenticators", "recovery_codes"] as const) : [];
    for (const table of secondStep) {
      await db.deleteFrom(table).where("user_id", "=", userId).execute();
    }
    const after = dropsSecondStep ? "without_second_step" : "";
    await writeAudit(writer, { kind: "admin.password_reset", userId, after });
  },
};

const addInvitation: Command<SignupInvitationRow, void> = {
  durable: true,
  async run(writer, invitation) {
    const { db, now } = writer;
    await db.deleteFrom("signup_invitations").where("expires_at", "<=", now).execute();
    await db.insertInto("signup_invitations").values(invitation).execute();
    await writeAudit(writer, { kind: "admin.user_invited", userId: "", after: invitation.id });
  },
};

/** Returns false if the invitation does not exist. */
const removeInvitation: Command<{ id: string }, boolean> = {
  durable: true,
  async run(writer, { id }) {
    const gone = await writer.db
      .deleteFrom("signup_invitations")
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!gone) return false;
    await writeAudit(writer, { kind: "admin.invitation_revoked", userId: "", before: id });
    return true;
  },
};

const saveSetting: Command<{ name: string; value: string }, void> = {
  durable: true,
  async run(writer, { name, value }) {
    const changed = await writer.db
      .insertInto("server_settings")
      .values({ name, value })
      .onConflict((conflict) =>
        conflict.column("name").doUpdateSet({ value }).where("server_settings.value", "<>", value),
      )
      .returning("name")
      .executeTakeFirst();
    if (!changed) return;
    const kind = name === "registration" ? "admin.registration_changed" : "admin.settings_changed";
    await writeAudit(writer, { kind, userId: "", after: `${name}=${value}` });
  },
};

/** Runs a job again now; a running one is repeated afterwards. Returns false if the id is unknown. */
const retryJob: Command<{ id: string }, boolean> = {
  durable: true,
  async run(writer, { id }) {
    const job = await writer.db
      .updateTable("jobs")
      .set({ run_at: writer.now })
      .where("id", "=", id)
      .returning(["id", "user_id"])
      .executeTakeFirst();
    if (!job) return false;
    writer.notifyJobs();
    await writeAudit(writer, { kind: "admin.job_changed", userId: job.user_id, after: id });
    return true;
  },
};

/**
 * Takes the administrator role from a user who leaves: if two administrators leave at once, the second one is the last. The only
 * user of an installation keeps the role. Fails with user.not_found, user.last_admin.
 */
const startLeaving: Command<{ userId: UserId }, void> = {
  durable: true,
  async run(writer, { userId }) {
    const { db, lock } = writer;
    await lock("users");
    const user = await requireUser(writer, userId);
    if (user.role !== "admin" || !(await hasOtherUsers(db, userId))) return;
    if (await isOnlyAdmin(db, userId)) throw new Failure("user.last_admin");
    await db.updateTable("users").set({ role: "user" }).where("id", "=", userId).execute();
    await writeAudit(writer, {
      kind: "admin.role_changed",
      userId,
      before: "admin",
      after: "user",
    });
  },
};

async function requireUser({ db }: Writer, userId: UserId): Promise<UserRow> {
  const user = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (!user) throw new Failure("user.not_found");
  return user;
}

/** The installation must keep at least one enabled administrator. */
async function requireOtherAdmin({ db }: Writer, user: UserRow): Promise<void> {
  if (user.role !== "admin" || user.disabled_at > 0) return;
  const other = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("disabled_at", "=", 0)
    .where("id", "!=", user.id)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new Failure("admin.last");
}

/** Write commands of administrators and the operator. */
export const administrationCommands = {
  "user.setRole": setRole,
  "user.setDisabled": setDisabled,
  "user.startLeaving": startLeaving,
  "user.replacePassword": replacePassword,
  "signupInvitation.add": addInvitation,
  "signupInvitation.remove": removeInvitation,
  "serverSetting.save": saveSetting,
  "backups.note": recordBackups,
  "job.retry": retryJob,
  "sealed.replace": reencryptValues,
} as const;
