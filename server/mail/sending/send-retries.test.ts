import { UserId } from "@inlet/contract/ids.ts";
import { expect, onTestFinished, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { getOutbox } from "#/store/outbox/queries.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { deliverContext } from "#/testing/apps/deliver-context.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { outgoingTo } from "#/testing/mailboxes/post-office.ts";
import { startSmtp } from "#/testing/fakes/smtp-server.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { deliver } from "./deliver.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Creates a due message in the outbox, and an account whose Sent folder contains the messages in `inSent`. */
async function aDueMessage() {
  const { database, execute, clock } = await openStore(() => openTestDatabase("sqlite"));
  const delivered: string[] = [];
  const smtp = await startSmtp({
    deliver: (to) => void delivered.push(to),
    auth: [{ user: "ann", pass: "secret" }],
  });
  onTestFinished(() => smtp.stop());
  const box = createSecretBox(new Uint8Array(32));
  const plain = anAccount(UserId.parse(randomId()), "ann");
  const account = {
    ...plain,
    smtp_host: "127.0.0.1",
    smtp_port: smtp.port,
    smtp_tls: 0 as const,
    imap_secret: box.encrypt("secret", secretPlace(plain, "imap_secret")),
  };
  const { user_id: userId, id: accountId } = account;
  await execute("account.add", account);
  const folders = [{ path: "Sent", name: "Sent", role: "sent" }] as const;
  await execute("folders.save", { userId, accountId, folders: [...folders] });
  const inSent: number[] = [];
  const looks: number[] = [];
  const copyDates: number[] = [];
  const connection = {
    findByMessageId: async () => {
      looks.push(clock.now());
      return inSent;
    },
    select: async () => undefined,
    append: async (_path: string, _raw: Uint8Array, { internalDate }: { internalDate: number }) =>
      void copyDates.push(internalDate),
  };
  const mail = deliverContext({ database, execute, clock }, { box, connection });
  const message = { ...(await outgoingTo(account, "ben@example.net")), send_at: clock.now() };
  await execute("outbox.queue", message);
  return {
    smtp,
    clock,
    execute,
    delivered,
    inSent,
    looks,
    copyDates,
    message,
    row: async () => getOutbox(database.reader, userId, message.id),
    /** Runs the message's job once. Returns the delay until its next run in milliseconds, or null if it ended. */
    async work(): Promise<number | null> {
      try {
        await deliver(mail, { userId, outboxId: message.id });
        return null;
      } catch (error) {
        if (error instanceof RetryAfter) return error.waitMs;
        throw error;
      }
    },
  };
}

test("a message that the server defers is retried six times over four hours before it fails", async () => {
  const { smtp, clock, row, work } = await aDueMessage();
  smtp.failAt = { phase: "rcpt", how: { code: 451, text: "come back" } };
  const waits: number[] = [];
  for (;;) {
    await work();
    const now = await row();
    if (now?.state !== "queued") break;
    waits.push(now.send_at - clock.now());
    clock.at = now.send_at;
  }
  expect(waits).toEqual([
    30 * seconds,
    60 * seconds,
    5 * minutes,
    15 * minutes,
    60 * minutes,
    3 * hours,
  ]);
  expect(await row()).toMatchObject({ state: "failed", attempts: 7 });
  expect((await row())?.error).toContain("451 come back");
});

test("a message waits half a minute for an unreachable server", async () => {
  const { smtp, clock, row, work } = await aDueMessage();
  await smtp.stop();
  await work();
  const now = await row();
  expect(now).toMatchObject({ state: "queued", attempts: 1, error: "" });
  expect((now?.send_at ?? 0) - clock.now()).toBe(30 * seconds);
});

test("an unknown message is searched in Sent every minute for ten minutes", async () => {
  const { smtp, clock, row, work, looks, message } = await aDueMessage();
  smtp.failAt = { phase: "final", how: "drop" };
  expect(await work()).toBe(1 * minutes);
  const since = clock.now();
  smtp.failAt = null;
  for (let waitMs: number | null = 1 * minutes; waitMs !== null; waitMs = await work()) {
    clock.at += waitMs;
  }
  expect(looks.map((at) => (at - since) / minutes)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await row()).toMatchObject({ id: message.id, state: "unknown", attempts: 1 });
  expect(smtp.commands.filter((command) => command === "DATA")).toHaveLength(1);
});

test("an unknown message counts as sent when a later search finds it in Sent", async () => {
  const { smtp, clock, row, work, inSent } = await aDueMessage();
  smtp.failAt = { phase: "final", how: "drop" };
  await work();
  clock.at += 1 * minutes;
  expect(await work()).toBe(1 * minutes);
  inSent.push(1);
  clock.at += 1 * minutes;
  expect(await work()).toBeNull();
  expect(await row()).toMatchObject({ state: "accepted", sent_copy: "done" });
});

test("the copy in Sent of a late message has the date at which it was sent", async () => {
  const { clock, work, copyDates, delivered } = await aDueMessage();
  clock.at += 5 * minutes;
  await work();
  expect(delivered).toEqual(["ben@example.net"]);
  expect(copyDates).toEqual([clock.now()]);
});
