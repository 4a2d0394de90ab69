import { sql } from "kysely";
import { foldName } from "./correspondents.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { plainText } from "#/store/engine/storable-text.ts";
import type { FolderRow, Tables } from "#/store/engine/schema.ts";
import type { IncomingMessage, IncomingAddress } from "#/store/messages/ingest-types.ts";
import type { Writer } from "#/store/engine/writer.ts";

type Row = Tables["correspondents"];

/**
 * Maximum number of recipients counted per message. A message to thousands says little about each of them, and must not cost
 * thousands of rows.
 */
const recipientsCounted = 50;
const longest = { address: 320, name: 200, words: 400 };

/** Counts the recipients and senders of new messages. Drafts are skipped, as they were not sent yet, and so is spam. */
export async function countCorrespondents(
  writer: Writer,
  folder: FolderRow,
  messages: readonly IncomingMessage[],
): Promise<void> {
  const { db, now } = writer;
  if (folder.role === "drafts" || folder.role === "spam") return;
  const rows = new Map<string, Row>();
  const count = ({ name, address }: IncomingAddress, isSent: boolean, date: number) => {
    const key = plainText(address).toLowerCase();
    if (!key.includes("@") || key.length > longest.address) return;
    const row = rows.get(key) ?? emptyRow(folder, key);
    rows.set(key, row);
    if (name !== "") row.name = plainText(name).slice(0, longest.name).toWellFormed();
    if (isSent) {
      row.sent++;
      row.last_sent_at = Math.max(row.last_sent_at, date);
    } else {
      row.received++;
      row.last_received_at = Math.max(row.last_received_at, date);
    }
  };
  for (const { message, isOwn, internalDate } of messages) {
    const date = Math.min(internalDate, now);
    const people = isOwn ? [...message.to, ...message.cc, ...message.bcc] : message.from;
    for (const one of people.slice(0, recipientsCounted)) count(one, isOwn, date);
  }
  const known = await namesOf(writer, folder, [...rows.keys()]);
  const renamed = [...rows.values()].filter(({ address, name }) => {
    const before = known.get(address);
    return before === undefined || (before === "" && name !== "");
  });
  for (const row of renamed) row.words = wordsOf(row);
  for (const some of inChunks([...rows.values()], 500)) {
    await db
      .insertInto("correspondents")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "address", "account_id"]).doUpdateSet({
          // Older messages are ingested after newer ones: an existing name is newer.
          name: sql`case when correspondents.name = '' then excluded.name else correspondents.name end`,
          words: sql`case when excluded.words = '' then correspondents.words else excluded.words end`,
          sent: sql`correspondents.sent + excluded.sent`,
          last_sent_at: sql`case when excluded.last_sent_at > correspondents.last_sent_at then excluded.last_sent_at else correspondents.last_sent_at end`,
          received: sql`correspondents.received + excluded.received`,
          last_received_at: sql`case when excluded.last_received_at > correspondents.last_received_at then excluded.last_received_at else correspondents.last_received_at end`,
        }),
      )
      .execute();
  }
  const beginnings = renamed.flatMap(({ user_id, account_id, address, words }) =>
    beginningsOf(words).map((word) => ({ user_id, word, address, account_id })),
  );
  for (const some of inChunks(beginnings)) {
    await db
      .insertInto("correspondent_words")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns the existing names by address. */
async function namesOf(
  { db }: Writer,
  folder: FolderRow,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (const some of inChunks(addresses)) {
    const rows = await db
      .selectFrom("correspondents")
      .select(["address", "name"])
      .where("user_id", "=", folder.user_id)
      .where("account_id", "=", folder.account_id)
      .where("address", "in", some)
      .execute();
    for (const { address, name } of rows) known.set(address, name);
  }
  return known;
}

function emptyRow({ user_id, account_id }: FolderRow, address: string): Row {
  const none = { sent: 0, last_sent_at: 0, received: 0, last_received_at: 0 };
  return { user_id, account_id, address, name: "", words: "", ...none };
}

/** Returns each part of name and address, preceded by a space; one of the parts is the whole address. */
function wordsOf({ name, address }: Row): string {
  const parts = (text: string) => foldName(text).split(/[^\p{L}\p{N}]+/u);
  const words = [...parts(name), foldName(address), ...parts(address)].filter(Boolean);
  return ` ${[...new Set(words)].join(" ")}`.slice(0, longest.words).toWellFormed();
}

/** The scripts from Thai on have no spaces between words, so a match may begin at any letter. */
const spaceless = /[\u0e00-\u{10ffff}]/u;
const maxEndings = 20;

function beginningsOf(words: string): string[] {
  const beginnings = words.split(" ").flatMap((word) => {
    const endings = [word];
    for (let rest = Array.from(word); endings.length < maxEndings;) {
      if (rest.length <= 1 || !spaceless.test(rest.join(""))) break;
      rest = rest.slice(1);
      endings.push(rest.join(""));
    }
    return endings;
  });
  return [...new Set(beginnings)].filter(Boolean);
}
