import type { UserId } from "@inlet/contract/ids.ts";
import type { SessionRow } from "../tables.ts";
import type { Command } from "./command.ts";

export const createSession: Command<SessionRow, void> = {
  durable: true,
  async run({ db }, session) {
    await db.insertInto("sessions").values(session).execute();
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
  async run({ db }, { tokenHash }) {
    await db.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
  },
};

/** Whether the user had a session of this id. */
export const endSessionById: Command<{ userId: UserId; id: string }, boolean> = {
  durable: true,
  async run({ db }, { userId, id }) {
    const row = await db
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  },
};

/** All of the user's sessions, or all but one. */
export const endSessions: Command<{ userId: UserId; except: string | null }, void> = {
  durable: true,
  async run({ db }, { userId, except }) {
    const all = db.deleteFrom("sessions").where("user_id", "=", userId);
    await (except === null ? all : all.where("id", "!=", except)).execute();
  },
};
