import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import { systemClock as clock } from "#/base/clock.ts";
import { randomId } from "#/base/random-id.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { newAccountRow } from "#/mail/accounts/add-account.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { migrate } from "#/store/engine/migrate.ts";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";

/** Number of messages stored per command. */
const batch = 500;

/** A user with mail in the store, signed in by this token. */
export interface FilledUser {
  userId: UserId;
  accountId: AccountId;
  folderId: FolderId;
  token: string;
}

/** A user with this many messages in one inbox. `message` returns the message with a number, newest first. */
interface Wanted {
  messages: number;
  message?: (number: number) => IncomingMessage;
}

/**
 * Writes users and their mail straight into a database, through the product's own ingest commands. Their mail server is
 * unreachable.
 */
export async function fillStore(
  { url, key }: { url: string; key: Buffer },
  people: readonly Wanted[],
): Promise<FilledUser[]> {
  const database = await openDatabase({ url });
  try {
    await migrate(database);
    const execute = createCommandBus(database, { clock, onCommit: () => undefined });
    const filled: FilledUser[] = [];
    for (const wanted of people) filled.push(await addUser(execute, key, wanted));
    return filled;
  } finally {
    await database.close();
  }
}

async function addUser(execute: Execute, key: Buffer, wanted: Wanted): Promise<FilledUser> {
  const now = clock.now();
  const { messages, message = (number) => plainMessage(number, now) } = wanted;
  const id = randomId(now);
  const email = `${id}@example.org`;
  const given = { id, email, name: "Ada", passwordHash: "", firstIsAdmin: true };
  const { id: userId } = await execute("user.create", given);
  const token = randomToken();
  await execute("session.create", {
    id: randomId(now),
    user_id: userId,
    token_hash: hashToken(token),
    cookie_hash: "",
    user_agent: "",
    created_at: now,
    last_used_at: now,
  });
  const login = { host: "127.0.0.1", port: 993, tls: true, user: email, pass: "x" };
  const parts = { box: createSecretBox(key), clock };
  const row = newAccountRow(parts, userId, { address: email, imap: login, smtp: undefined });
  await execute("account.add", row);
  const folders = [
    { path: "INBOX", name: "INBOX", role: "inbox" as const },
    { path: "Archive", name: "Archive", role: "archive" as const },
    { path: "Trash", name: "Trash", role: "trash" as const },
  ];
  const made = await execute("folders.save", { userId, accountId: row.id, folders });
  const folder = made.find(({ role }) => role === "inbox");
  if (!folder) throw new Error("The inbox was not made.");
  const where = { userId, accountId: row.id, folderId: folder.id };
  for (let from = 1; from <= messages; from += batch) {
    const count = Math.min(batch, messages - from + 1);
    const some = Array.from({ length: count }, (_, at) => message(from + at));
    await execute("messages.takeIn", { ...where, messages: some });
  }
  return { ...where, token };
}

function plainMessage(number: number, now: number): IncomingMessage {
  return aMessage({ uid: number, internalDate: now - number * 15_000 });
}
