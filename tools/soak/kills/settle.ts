import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../../../server/store/engine/database.ts";
import { getAccount } from "../../../server/store/accounts/queries.ts";
import {
  differences,
  type MailboxTruth,
} from "../../../server/testing/faults/tracking/folder-truth.ts";
import { truthHere } from "../../../server/testing/faults/tracking/local-truth.ts";
import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { listAll } from "./check.ts";
import { contentOf } from "./drivers.ts";
import type { Product } from "./product.ts";
import { messages, type World } from "./world.ts";

const withinMs = 180_000;

/** Waits until the product and the mail server agree. Throws with the remaining differences. */
export async function settle(world: World, product: Product): Promise<void> {
  const end = performance.now() + withinMs;
  for (;;) {
    await product.client(world.person.token).call("POST /email/sync", {});
    const left = await unsettled(world, product);
    if (left.length === 0) return;
    if (performance.now() > end) throw new Error(`It does not settle:\n${left.join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function unsettled(world: World, product: Product): Promise<string[]> {
  const { accountId: id } = world;
  if (id === null) return ["no account"];
  const client = product.client(world.person.token);
  const { health } = await client.call("GET /imap/{id}/health", { id });
  const { outgoing } = await client.call("GET /email/outbox", {});
  const theirs = await world.server.truth();
  return [
    ...(health.state === "watching" ? [] : [`the account is ${health.state}`]),
    ...(health.waitingChanges === 0 ? [] : [`${health.waitingChanges} changes wait`]),
    ...health.folders
      .filter(({ state }) => state !== "equal")
      .map((folder) => `${folder.name} is ${folder.state}: ${folder.here} of ${folder.server}`),
    ...outgoing
      .filter(({ state }) => state === "queued" || state === "sending")
      .map((letter) => `${letter.draft.subject} is ${letter.state}`),
    ...leftInFile(world),
    ...differences(theirs, await truthOf(world)),
    ...notOnce(world, theirs),
  ];
}

/** Returns jobs that are due, and messages that are in a folder twice. */
function leftInFile({ dataDir }: World): string[] {
  const file = new DatabaseSync(join(dataDir, "inlet.db"), { readOnly: true });
  try {
    const jobs = file
      .prepare("SELECT kind FROM jobs WHERE held_until > 0 OR run_at <= ?")
      .all(Date.now());
    const twice = file
      .prepare(
        `SELECT message_id, role, group_concat(uid) AS uids FROM message_locations
          GROUP BY user_id, folder_id, message_id HAVING count(*) > 1`,
      )
      .all();
    return [
      ...jobs.map(({ kind }) => `a job is left: ${String(kind)}`),
      ...twice.map((row) => `a message is in its folder twice: ${JSON.stringify(row)}`),
    ];
  } finally {
    file.close();
  }
}

async function truthOf({ dataDir, person, accountId }: World): Promise<MailboxTruth> {
  const database = await openDatabase({ url: join(dataDir, "inlet.db") });
  try {
    const account =
      accountId === null ? undefined : await getAccount(database.reader, person.userId, accountId);
    if (account === undefined) throw new Error("The account is gone.");
    return await truthHere(database, account);
  } finally {
    await database.close();
  }
}

/** Returns the messages of the mailbox that are missing on the mail server, or there more than once. */
function notOnce({ arrived }: World, theirs: MailboxTruth): string[] {
  const counts = new Map<string, number>();
  for (const folder of theirs.values()) {
    for (const { messageId } of folder.messages.values()) {
      counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
    }
  }
  const original = Array.from({ length: messages }, (_, n) => `m${n}@example.net`);
  const missing = [...original, ...arrived].filter((id) => !counts.has(id));
  const several = [...counts].filter(([, count]) => count > 1);
  return [
    ...missing.map((id) => `${id} is not on the server`),
    ...several.map(([id, count]) => `${id} is on the server ${count} times`),
  ];
}

/**
 * Checks that every message was sent once, or that the user sees that its state is unknown. Sent contains one copy of each, and
 * Drafts at most one of each draft. Returns the number of messages whose state is unknown.
 */
export async function checkMessages(world: World, product: Product): Promise<number> {
  const client = product.client(world.person.token);
  const { outgoing } = await client.call("GET /email/outbox", {});
  const inSent = await listAll(client, "sent");
  let unknown = 0;
  for (const { id, subject, uploadId } of world.letters) {
    if (id === null) throw new Error(`${subject} was never acknowledged.`);
    const { state } = await client.call("GET /email/outbox/{id}", { id });
    const sent = world.delivered.filter((raw) => raw.includes(`Subject: ${subject}\r\n`));
    const isShown = outgoing.some((one) => one.id === id);
    const isSound =
      (state === "accepted" && sent.length === 1) ||
      (state === "unknown" && sent.length <= 1 && isShown);
    if (!isSound) throw new Error(`${subject} is ${state}, and was sent ${sent.length} times.`);
    if (state === "unknown") unknown++;
    const file = uploadId && Buffer.from(contentOf(uploadId)).toString("base64");
    const isWhole = !file || sent.every((raw) => raw.replaceAll("\r\n", "").includes(file));
    if (!isWhole) throw new Error(`${subject} went out with another file.`);
    const copies = countSubject(inSent, subject);
    if (state === "accepted" ? copies !== 1 : copies > 1) {
      throw new Error(`${subject} is ${state} and stands in Sent ${copies} times.`);
    }
  }
  const inDrafts = await listAll(client, "drafts");
  const double = inDrafts.find(({ subject }) => countSubject(inDrafts, subject) > 1);
  if (double !== undefined) throw new Error(`${double.subject} stands in Drafts twice.`);
  return unknown;
}

function countSubject(rows: readonly EmailRow[], subject: string): number {
  return rows.filter((row) => row.subject === subject).length;
}
