import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { UserRow } from "#/store/engine/schema.ts";

// Queries for the administrator's list of users. They read across users, but never the content of mail.

/** Returns the users that an administrator disabled. */
export async function disabledUsers(reader: Reader): Promise<UserId[]> {
  const rows = await reader.selectFrom("users").select("id").where("disabled_at", ">", 0).execute();
  return rows.map(({ id }) => id);
}

/** Reports whether an administrator disabled this user. */
export async function isDisabled(reader: Reader, id: UserId): Promise<boolean> {
  const row = await reader
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("disabled_at", ">", 0)
    .executeTakeFirst();
  return row !== undefined;
}

export interface UserPage {
  /** Part of a name or an address, in lower case; "" matches all users. */
  query: string;
  offset: number;
  limit: number;
}

/** Returns users, ordered by address. */
export async function usersMatching(
  reader: Reader,
  { query, offset, limit }: UserPage,
): Promise<{ users: UserRow[]; total: number }> {
  const found = reader.selectFrom("users").$if(query !== "", (all) =>
    all.where((row) => {
      const part = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
      const has = (column: "email" | "name") =>
        sql<boolean>`lower(${row.ref(column)}) like ${part} escape '\\'`;
      return row.or([has("email"), has("name")]);
    }),
  );
  const [users, counted] = await Promise.all([
    found.selectAll().orderBy("email").offset(offset).limit(limit).execute(),
    found.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { users, total: counted.total };
}

export interface UserFigures {
  lastSeenAt: number;
  accounts: number;
  messages: number;
  bytes: number;
}

/** Returns figures about these users: when they were last seen, and how much data they have. */
export async function figuresOf(
  reader: Reader,
  ids: readonly UserId[],
): Promise<Map<UserId, UserFigures>> {
  const figures = new Map(ids.map((id) => [id, { lastSeenAt: 0, ...nothing }]));
  if (ids.length === 0) return figures;
  const note = (id: UserId, add: (one: UserFigures) => void) => {
    const one = figures.get(id);
    if (one) add(one);
  };
  for (const { user_id: id, at } of await lastSeen(reader, ids)) {
    note(id, (one) => {
      one.lastSeenAt = Math.max(one.lastSeenAt, at);
    });
  }
  const accounts = await reader
    .selectFrom("accounts")
    .select(["user_id", (row) => row.fn.countAll<number>().as("count")])
    .where("user_id", "in", ids)
    .groupBy("user_id")
    .execute();
  for (const { user_id: id, count } of accounts) note(id, (one) => void (one.accounts = count));
  // Virtual folders are left out, as their messages would be counted twice.
  const folders = await reader
    .selectFrom("folders")
    .select(["user_id", (row) => row.fn.sum<number | string>("size_bytes").as("bytes")])
    .where("user_id", "in", ids)
    .where("is_view", "=", 0)
    .groupBy("user_id")
    .execute();
  for (const { user_id: id, bytes } of folders) note(id, (one) => void (one.bytes = Number(bytes)));
  const counts = await reader
    .selectFrom("location_counts")
    .innerJoin("folders", (join) =>
      join
        .onRef("folders.user_id", "=", "location_counts.user_id")
        .onRef("folders.id", "=", "location_counts.folder_id"),
    )
    .select([
      "location_counts.user_id",
      (row) => row.fn.sum<number | string>("location_counts.count").as("messages"),
    ])
    .where("location_counts.user_id", "in", ids)
    .where("folders.is_view", "=", 0)
    .groupBy("location_counts.user_id")
    .execute();
  for (const { user_id: id, messages } of counts) {
    note(id, (one) => void (one.messages = Number(messages)));
  }
  return figures;
}

const nothing = { accounts: 0, messages: 0, bytes: 0 };

/** Considers devices too: ended sessions are deleted, but their devices are still recorded. */
async function lastSeen(
  reader: Reader,
  ids: readonly UserId[],
): Promise<{ user_id: UserId; at: number }[]> {
  const [sessions, devices, tokens] = await Promise.all([
    reader
      .selectFrom("sessions")
      .select(["user_id", (row) => row.fn.max("last_used_at").as("at")])
      .where("user_id", "in", ids)
      .groupBy("user_id")
      .execute(),
    reader
      .selectFrom("known_devices")
      .select(["user_id", (row) => row.fn.max("last_seen_at").as("at")])
      .where("user_id", "in", ids)
      .groupBy("user_id")
      .execute(),
    reader
      .selectFrom("api_tokens")
      .select(["user_id", (row) => row.fn.max("last_used_at").as("at")])
      .where("user_id", "in", ids)
      .groupBy("user_id")
      .execute(),
  ]);
  return [...sessions, ...devices, ...tokens];
}
