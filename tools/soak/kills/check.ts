import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { EmailRow } from "@inlet/contract/mail/email.ts";
import type { MessageId } from "@inlet/contract/ids.ts";
import type { Client } from "../../../server/testing/apps/client.ts";
import type { Product } from "./product.ts";
import { shelf, type World } from "./world.ts";

/**
 * Checks the state after a start: the file is sound, nothing is stored twice, and every promise is kept. Throws with the first
 * violation.
 */
export async function checkPromises(world: World, product: Product): Promise<void> {
  checkFile(world);
  await checkBackups(world);
  const client = product.client(world.person.token);
  await checkMessages(world, client);
  await checkWriting(world, client);
  for (const letter of world.letters) {
    if (letter.id !== null) await client.call("GET /email/outbox/{id}", { id: letter.id });
  }
}

/** Runs SQLite's own check on the copies made before a migration: each can be restored. */
async function checkBackups({ dataDir }: World): Promise<void> {
  const dir = join(dataDir, "backups");
  for (const name of await readdir(dir).catch(() => [])) {
    if (name.endsWith(".sqlite")) checkSound(join(dir, name));
  }
}

/** Runs SQLite's own check, and looks for rows that must not exist twice. */
function checkFile({ dataDir }: World): void {
  const path = join(dataDir, "inlet.db");
  checkSound(path);
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    for (const [what, sql] of Object.entries(twice)) {
      const rows = file.prepare(sql).all();
      if (rows.length > 0) throw new Error(`${what} twice: ${JSON.stringify(rows.slice(0, 3))}`);
    }
  } finally {
    file.close();
  }
}

function checkSound(path: string): void {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const verdict = Object.values(file.prepare("PRAGMA integrity_check").get() ?? {}).join();
    if (verdict !== "ok") throw new Error(`${path}: ${verdict}`);
    if (file.prepare("SELECT id FROM users").get() === undefined) throw new Error(`${path}: empty`);
  } finally {
    file.close();
  }
}

const twice = {
  "a message": `SELECT message_id_header FROM messages WHERE message_id_header <> '' AND orphaned_at = 0
    GROUP BY user_id, account_id, message_id_header HAVING count(*) > 1`,
  "an outgoing message": `SELECT message_id_header FROM outbox
    GROUP BY user_id, message_id_header HAVING count(*) > 1`,
  "an account": `SELECT account_mail FROM accounts GROUP BY user_id, account_mail HAVING count(*) > 1`,
  "a folder": `SELECT path FROM folders GROUP BY user_id, account_id, path HAVING count(*) > 1`,
  "or not at all a change": `SELECT user_id FROM changes GROUP BY user_id
    HAVING count(*) <> max(seq) - min(seq) + 1`,
};

async function checkMessages({ ledger, mail, shelfId }: World, client: Client): Promise<void> {
  if (shelfId === null) return;
  const here = new Map<MessageId, { row: EmailRow; places: string[] }>();
  const folders = ["inbox", "archive", "trash", "spam", "snoozed", shelfId] as const;
  for (const folder of folders) {
    const place = folder === shelfId ? shelf : folder;
    for (const row of await listAll(client, folder)) {
      const known = here.get(row.id) ?? { row, places: [] };
      here.set(row.id, { row, places: [...known.places, place] });
    }
  }
  for (const [subject, id] of mail) {
    const found = here.get(id);
    if (found?.places.length !== 1) {
      throw new Error(
        `${subject} (${id}) stands in ${found?.places.join(" and ") ?? "no folder"}.`,
      );
    }
    const snoozes = found.places[0] === "snoozed";
    const values = { ...valuesOf(found.row), place: snoozes ? "inbox" : found.places[0] };
    for (const [field, value] of Object.entries(values)) ledger.check(`${field}:${id}`, value);
  }
}

/** Returns everything that a user can change about a message, except its location. */
export function valuesOf(row: EmailRow): Record<string, unknown> {
  return {
    seen: row.flags.includes("\\Seen"),
    starred: row.flags.includes("\\Flagged"),
    labels: row.tags.toSorted(),
    snooze: row.snoozedUntil,
  };
}

/** Returns all rows of a list, page by page. */
export async function listAll(
  client: Client,
  folder: Parameters<typeof client.call<"GET /email/list">>[1]["folder"],
): Promise<EmailRow[]> {
  const rows: EmailRow[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await client.call("GET /email/list", {
      ...(folder === undefined ? {} : { folder }),
      limit: 100,
      ...(cursor ? { cursor } : {}),
    });
    rows.push(...page.emails);
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}

/** Checks drafts, files and preferences. */
async function checkWriting({ ledger }: World, client: Client): Promise<void> {
  const { drafts } = await client.call("GET /email/drafts", {});
  for (const id of ledger.currentOf("draft:").keys()) {
    const found = drafts.find((draft) => draft.id === id);
    const value = found ? { revision: found.revision, content: found.content } : null;
    ledger.check(`draft:${id}`, value);
  }
  for (const key of ledger.currentOf("upload:").keys()) {
    const { offset } = await client.call("GET /email/uploads/{id}", {
      id: key.slice(key.indexOf(":") + 1),
    });
    ledger.check(`upload:${key}`, offset);
  }
  const { preferences } = await client.call("GET /user/preferences", {});
  ledger.check("undoSeconds", preferences.undoSeconds);
  const { labels } = await client.call("GET /email/labels", {});
  for (const name of ledger.currentOf("color:").keys()) {
    const found = labels.filter((label) => label.name === name);
    if (found.length > 1) throw new Error(`The label ${name} stands twice.`);
    // A label that was added to a message exists before it has a color.
    const color = found[0]?.color ?? "default";
    ledger.check(`color:${name}`, color === "default" ? null : color);
  }
}
