import { createHash, randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AccountId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import { createLog } from "../../../server/base/log.ts";
import { randomId } from "../../../server/base/random-id.ts";
import { createSecretBox } from "../../../server/base/secret-box.ts";
import { secretPlace } from "../../../server/mail/accounts/logins.ts";
import { ParsePool } from "../../../server/processes/workers/parse-pool.ts";
import { openDatabase } from "../../../server/store/engine/database.ts";
import { migrate, readMigrations } from "../../../server/store/engine/migrate.ts";
import type { IncomingMessage } from "../../../server/store/messages/ingest-types.ts";
import { openPlainImap } from "../../../server/testing/fakes/plain-imap.ts";
import { messages, type World } from "./world.ts";

/** Number of messages that makes the migration last long enough to be killed during it. */
const restingMessages = 20_000;

/**
 * Fills the data folder as version 0.1.0 left it: a signed-in user, a synced mailbox, one star that is not pushed to the mail
 * server yet, one message waiting to be sent, and another user's many messages.
 */
export async function writeOlderData(world: World): Promise<void> {
  const { dataDir, person } = world;
  await mkdir(dataDir, { mode: 0o700 });
  const key = randomBytes(32);
  await writeFile(join(dataDir, "secret.key"), `${key.toString("base64")}\n`, { mode: 0o600 });
  const url = join(dataDir, "inlet.db");
  await createTables(url);

  const userId = UserId.parse(randomId());
  const accountId = AccountId.parse(randomId());
  const inbox = await readInbox(world);
  person.userId = userId;
  world.accountId = accountId;
  const file = new DatabaseSync(url);
  const insert: Insert = (table, row) => {
    const columns = Object.keys(row);
    const places = columns.map(() => "?").join(", ");
    file
      .prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`)
      .run(...Object.values(row));
  };
  file.exec("BEGIN");
  writeUser(world, userId, insert);
  writeAccount(world, { user_id: userId, id: accountId }, key, insert);
  const lastDateKey = writeMailbox(
    world,
    { user_id: userId, account_id: accountId },
    inbox,
    insert,
  );
  writeMessage(world, insert);
  for (let n = 0; n < restingMessages; n++) {
    const owner = { user_id: "resting", account_id: "resting" };
    const resting = { ...owner, date_key: lastDateKey + n + 1 };
    insert("messages", { ...resting, id: `r${n}`, message_id_header: `r${n}@example.net` });
    const at = { folder_id: "resting", uid: n + 1, message_id: `r${n}` };
    insert("message_locations", { ...resting, ...at, role: "inbox" });
  }
  file.exec("COMMIT");
  file.close();
}

type Insert = (table: string, row: Record<string, string | number | Uint8Array>) => void;

async function createTables(url: string): Promise<void> {
  const database = await openDatabase({ url });
  const [initial] = await readMigrations("sqlite");
  // Version 0.1.0 recorded the migrations that were replaced since, which created the same tables.
  const names = initial?.replaces?.names ?? [];
  await migrate(database, {
    migrations: names.map((name, n) => ({ name, sql: n === 0 ? (initial?.sql ?? "") : "" })),
  });
  await database.close();
}

/** Writes a user who is signed in. */
function writeUser({ person }: World, userId: UserId, insert: Insert): void {
  insert("users", { id: userId, email: person.email, name: person.name, role: "admin" });
  insert("engine_leases", { user_id: userId, holder: "", fence: 0 });
  person.token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(person.token).digest("hex");
  const session = { id: randomId(), user_id: userId, token_hash: tokenHash };
  insert("sessions", { ...session, created_at: Date.now(), last_used_at: Date.now() });
}

function writeAccount(
  { login }: World,
  owner: { id: AccountId; user_id: UserId },
  key: Uint8Array,
  insert: Insert,
): void {
  const secret = createSecretBox(key).encrypt(login.pass, secretPlace(owner, "imap_secret"));
  insert("accounts", {
    ...owner,
    account_mail: login.user,
    imap_host: login.host,
    imap_port: login.imapPort,
    imap_user: login.user,
    imap_secret: secret,
    smtp_host: login.host,
    smtp_port: login.smtpPort,
    smtp_user: login.user,
    state: "watching",
    created_at: Date.now(),
  });
}

/** Writes the inbox with its messages, and the star that is not pushed yet. Returns the last message's date key. */
function writeMailbox(
  { ledger }: World,
  owner: { user_id: UserId; account_id: AccountId },
  inbox: Inbox,
  insert: Insert,
): number {
  const folderId = randomId();
  insert("folders", {
    ...owner,
    id: folderId,
    path: "INBOX",
    name: "INBOX",
    role: "inbox",
    uid_validity: inbox.uidValidity,
    uid_next: messages + 1,
    server_count: messages,
    is_complete: 1,
  });
  let dateKey = 0;
  for (const [
    n,
    { uid, internalDate, sizeBytes, message, duplicateKey },
  ] of inbox.mails.entries()) {
    const id = randomId();
    const { subject } = message;
    const isStarred = n === 0 ? 1 : 0;
    const state = { flags_json: isStarred ? '["\\\\Flagged"]' : "[]", is_starred: isStarred };
    dateKey = (internalDate / 1000) * 2 ** 20 + n;
    insert("messages", {
      ...owner,
      ...state,
      date_key: dateKey,
      id,
      thread_id: id,
      internal_date: internalDate,
      message_id_header: message.messageId,
      from_json: JSON.stringify(message.from),
      subject,
      preview: message.preview,
      size_bytes: sizeBytes,
      twin_key: duplicateKey,
    });
    const at = { folder_id: folderId, uid, message_id: id };
    insert("message_locations", { ...owner, ...at, ...state, role: "inbox", date_key: dateKey });
    insert("bodies", { user_id: owner.user_id, message_id: id, text: message.text });
    // The migration must not change the ids.
    ledger.begin(`older:${subject}`, id);
    ledger.begin(`starred:${id}`, isStarred === 1);
    if (!isStarred) continue;
    insert("pending_operations", {
      ...owner,
      ...at,
      uid_validity: inbox.uidValidity,
      operation_json: JSON.stringify({ kind: "flags", add: ["\\Flagged"], remove: [] }),
      created_at: Date.now(),
    });
    insert("jobs", job(owner.user_id, "tell-server", owner.account_id));
  }
  return dateKey;
}

interface Inbox {
  uidValidity: number;
  mails: Pick<IncomingMessage, "uid" | "internalDate" | "sizeBytes" | "message" | "duplicateKey">[];
}

/** Reads the mailbox the way the product does, because the product recognizes a moved message by the facts it stored. */
async function readInbox({ login, dataDir }: World): Promise<Inbox> {
  await using client = await openPlainImap({ ...login, port: login.imapPort });
  await using pool = new ParsePool({
    threads: 1,
    log: createLog("silent"),
    blobs: { dir: join(dataDir, "blobs") },
  });
  const opened = await client.run("EXAMINE INBOX");
  const responses = await client.run("UID FETCH 1:* (INTERNALDATE BODY.PEEK[])");
  const emails = await Promise.all(
    responses.map(async (response) => {
      const [head = "", date = ""] = /^.*INTERNALDATE "(.*?)".*\{\d+\}\r\n/.exec(response) ?? [];
      const whole = Buffer.from(response.slice(head.length, -1), "latin1");
      const { message, duplicateKey } = await pool.read({ whole }, { isUrgent: false });
      return {
        uid: Number(/UID (\d+)/.exec(head)?.[1]),
        internalDate: Date.parse(date),
        sizeBytes: whole.length,
        message,
        duplicateKey,
      };
    }),
  );
  return { uidValidity: Number(/UIDVALIDITY (\d+)/.exec(opened.join("\n"))?.[1]), mails: emails };
}

function writeMessage(world: World, insert: Insert): void {
  const id = OutboxId.parse(randomId());
  const { userId } = world.person;
  const subject = "letter of the older version";
  const raw = [
    `Message-ID: <${id}@example.org>`,
    `From: ${world.login.user}`,
    "To: friend@example.net",
    `Subject: ${subject}`,
  ];
  insert("outbox", {
    id,
    user_id: userId,
    account_id: world.accountId ?? "",
    idempotency_key: id,
    message_id_header: `${id}@example.org`,
    envelope_json: JSON.stringify({ from: world.login.user, to: ["friend@example.net"] }),
    draft_json: JSON.stringify({
      to: "friend@example.net",
      cc: "",
      bcc: "",
      subject,
      content: "older",
      inReplyTo: null,
    }),
    raw: Buffer.from(`${raw.join("\r\n")}\r\n\r\nolder\r\n`),
    state: "queued",
    created_at: Date.now(),
    updated_at: Date.now(),
  });
  insert("jobs", job(userId, "send-outbox", id));
  world.letters.push({ key: id, subject, content: "older", id });
}

function job(userId: UserId, kind: string, subject: string) {
  return { id: randomId(), kind, user_id: userId, subject_id: subject, created_at: Date.now() };
}
