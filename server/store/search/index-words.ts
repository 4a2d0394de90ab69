import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { type RawBuilder, sql } from "kysely";
import type { WordColumns } from "#/store/messages/ingest-types.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Column of the index → weight in a tsvector. */
export const weights = { sender: "A", recipients: "B", subject: "C", body: "D" } as const;

interface MessageWords {
  userId: UserId;
  accountId: AccountId;
  dateKey: number;
  words: WordColumns;
}

/** Adds messages to the search index. The list must be in ascending order of date: FTS5 flushes whenever a rowid decreases. */
export async function writeWords(
  { db, engine }: Writer,
  messages: readonly MessageWords[],
): Promise<void> {
  if (messages.length === 0) return;
  if (engine === "sqlite") {
    const rows = messages.map(({ userId, accountId, dateKey, words }) => {
      const scope = `${userScope(userId)} ${accountScope(accountId)}`;
      return sql`(${dateKey}, ${scope}, ${words.sender}, ${words.recipients}, ${words.subject}, ${words.body})`;
    });
    await sql`insert into message_words (rowid, scope, sender, recipients, subject, body) values ${sql.join(rows)}`.execute(
      db,
    );
    return;
  }
  const rows = messages.map(
    ({ userId, accountId, dateKey, words }) =>
      sql`(${userId}, ${dateKey}, ${accountId}, ${vectorOf(words)}::tsvector)`,
  );
  await sql`insert into message_words (user_id, date_key, account_id, words) values ${sql.join(rows)}`.execute(
    db,
  );
}

/** Removes messages from the search index. */
export async function dropWords(
  { db, engine }: Writer,
  userId: UserId,
  dateKeys: readonly number[],
): Promise<void> {
  if (dateKeys.length === 0) return;
  const drop = db.deleteFrom("message_words");
  if (engine === "sqlite") await drop.where("rowid", "in", dateKeys).execute();
  else await drop.where("user_id", "=", userId).where("date_key", "in", dateKeys).execute();
}

/** Returns the token of a user's messages in the scope column. */
export function userScope(userId: UserId): string {
  return `u${plain(userId)}`;
}

/** Returns the token of an account's messages in the scope column. */
export function accountScope(accountId: AccountId): string {
  return `a${plain(accountId)}`;
}

/**
 * Returns a bound in the type that FTS5 uses for its index: a JavaScript number is bound as a real, which FTS5 does not use, and
 * it would scan to the end.
 */
export function wholeNumber(value: number): RawBuilder<number> {
  return sql`cast(${value} as integer)`;
}

/** Removes "-" and "_" from an id, at which the tokenizer would split it. User and account of the hits are checked again. */
function plain(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, "");
}

/** Highest position in a tsvector; PostgreSQL counts all later words at this one. */
const lastPosition = 16_383;
/** PostgreSQL stores at most this many positions per word. */
const maxPositions = 255;

/**
 * Returns the text form of a tsvector: 'word':3A,7D … It is built here and not by to_tsvector, to index the same words in both
 * engines. A gap between columns keeps a phrase from matching across them.
 */
function vectorOf(words: WordColumns): string {
  const positions = new Map<string, string[]>();
  let position = 1;
  for (const column of ["sender", "recipients", "subject", "body"] as const) {
    for (const word of words[column].split(" ")) {
      if (word === "") continue;
      const places = positions.get(word) ?? [];
      if (places.length === 0) positions.set(word, places);
      if (places.length < maxPositions)
        places.push(`${Math.min(position, lastPosition)}${weights[column]}`);
      position++;
    }
    position += 2;
  }
  return [...positions].map(([word, places]) => `${quoted(word)}:${places.join(",")}`).join(" ");
}

/** Quotes a word for tsvector and tsquery. The tokenizer leaves no quotes in words, but other callers might. */
export function quoted(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
