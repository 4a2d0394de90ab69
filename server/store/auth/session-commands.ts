import type { UserId } from "@inlet/contract/ids.ts";
import type { SessionRow } from "../engine/schema.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Command } from "#/store/commands/command.ts";

export const createSession: Command<SessionRow, void> = {
  durable: true,
  async run(writer, session) {
    const { id, user_id: userId, user_agent: label } = session;
    await writer.db.insertInto("sessions").values(session).execute();
    await writeAudit(writer, { kind: "sign_in", userId, actor: userId, after: id, label });
  },
};

export const touchSession: Command<{ id: string; at: number }, void> = {
  durable: false,
  async run({ db }, { id, at }) {
    await db.updateTable("sessions").set({ last_used_at: at }).where("id", "=", id).execute();
  },
};

export const endSession: Command<{ tokenHash: string }, void> = {
  durable: true,
  async run(writer, { tokenHash }) {
    const row = await writer.db
      .deleteFrom("sessions")
      .where("token_hash", "=", tokenHash)
      .returning(["id", "user_id"])
      .executeTakeFirst();
    if (!row) return;
    const { id: before, user_id: userId } = row;
    await writeAudit(writer, { kind: "sign_out", userId, actor: userId, before });
  },
};

/** Returns false if the user has no session of this id. */
export const endSessionById: Command<{ userId: UserId; id: string }, boolean> = {
  durable: true,
  async run(writer, { userId, id }) {
    const row = await writer.db
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning(["id", "user_agent"])
      .executeTakeFirst();
    if (!row) return false;
    const label = row.user_agent;
    await writeAudit(writer, { kind: "session.revoked", userId, before: id, label });
    return true;
  },
};

/** Ends the user's sessions, except one if given. */
export const endSessions: Command<{ userId: UserId; except: string | null }, void> = {
  durable: true,
  async run(writer, { userId, except }) {
    const all = writer.db.deleteFrom("sessions").where("user_id", "=", userId);
    const chosen = except === null ? all : all.where("id", "!=", except);
    const ended = await chosen.returning("id").execute();
    if (ended.length > 0) await writeAudit(writer, { kind: "sessions.revoked", userId });
  },
};
