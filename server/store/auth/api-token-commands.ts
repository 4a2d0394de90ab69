import type { ApiTokenId, UserId } from "@inlet/contract/ids.ts";
import type { ApiTokenRow } from "./schema.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

export const createApiToken: Command<ApiTokenRow, void> = {
  durable: true,
  async run(writer, token) {
    await writer.db.insertInto("api_tokens").values(token).execute();
    const { user_id: userId, id: after, name: label } = token;
    await writeAudit(writer, { kind: "api_token.made", userId, after, label });
  },
};

export const touchApiToken: Command<{ userId: UserId; id: ApiTokenId }, void> = {
  durable: false,
  async run({ db, now }, { userId, id }) {
    await db
      .updateTable("api_tokens")
      .set({ last_used_at: now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
  },
};

/** Returns false if the user has no such token. The record of its calls stays. */
export const revokeApiToken: Command<{ userId: UserId; id: ApiTokenId }, boolean> = {
  durable: true,
  async run(writer, { userId, id }) {
    if (!(await endTokens(writer, userId, id))) return false;
    await writeAudit(writer, { kind: "api_token.revoked", userId, before: id });
    return true;
  },
};

/** Revokes one API token of the user, or all: their bearers no longer match. Returns false if there was none to revoke. */
export async function endTokens(
  { db, now }: Writer,
  userId: UserId,
  id?: ApiTokenId,
): Promise<boolean> {
  const ended = await db
    .updateTable("api_tokens")
    .set(({ ref }) => ({ revoked_at: now, token_hash: ref("id") }))
    .where("user_id", "=", userId)
    .where("revoked_at", "=", 0)
    .$if(id !== undefined, (query) => query.where("id", "in", id === undefined ? [] : [id]))
    .returning("id")
    .execute();
  return ended.length > 0;
}
