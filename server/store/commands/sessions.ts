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
