import { errors } from "@inlet/contract/errors.ts";
import { UserId } from "@inlet/contract/ids.ts";
import { afterEach, expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { getOutbox } from "#/store/outbox/queries.ts";
import type { OutboxRow } from "#/store/outbox/schema.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { deliverContext } from "#/testing/apps/deliver-context.ts";
import { stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startHostileSmtp } from "#/testing/faults/hostile-smtp/hostile-smtp.ts";
import { hostileSmtpModes, type SmtpAttack } from "#/testing/faults/hostile-smtp/modes.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { outgoingTo } from "#/testing/mailboxes/post-office.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { deliver } from "./deliver.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import type { DeliverContext } from "./deliver-context.ts";

interface Trial {
  mode: string;
  attack: SmtpAttack;
  /** The row after the first attempt, and after its job has run again. */
  rows: (OutboxRow | undefined)[];
  /** Number of messages that the server has read up to their final dot. */
  messages: number;
}

afterEach(stopFakeServers);

/** Sends a message to each hostile server whose test waits for no timeout. */
async function tryAll(): Promise<Trial[]> {
  const { database, execute, clock } = await openStore(() => openTestDatabase("sqlite"));
  const box = createSecretBox(new Uint8Array(32));
  const connection = {
    findByMessageId: async () => [],
    createFolder: async () => "Sent",
    select: async () => undefined,
    append: async () => undefined,
  };
  const mail: DeliverContext = {
    ...deliverContext({ database, execute, clock }, { box, connection }),
    timeouts: { answerMs: 15_000, retryWaitsMs: [0] },
  };
  const attempt = async ([mode, attack]: [string, SmtpAttack]): Promise<Trial> => {
    const server = await startHostileSmtp(attack);
    const plain = anAccount(UserId.parse(randomId()), "ann");
    const account = {
      ...plain,
      smtp_host: "127.0.0.1",
      smtp_port: server.port,
      smtp_tls: attack.tls ? (1 as const) : (0 as const),
      imap_secret: box.encrypt("secret", secretPlace(plain, "imap_secret")),
    };
    await execute("account.add", account);
    const message = { ...(await outgoingTo(account, "ben@example.net")), send_at: clock.now() };
    await execute("outbox.queue", message);
    const subject = { userId: account.user_id, outboxId: message.id };
    const rows: Trial["rows"] = [];
    for (let run = 0; run < 2; run++) {
      await deliver(mail, subject).catch((error: unknown) => {
        if (!(error instanceof RetryAfter)) throw error;
      });
      rows.push(await getOutbox(database.reader, account.user_id, message.id));
    }
    return { mode, attack, rows, messages: server.messages };
  };
  const modes = Object.entries(hostileSmtpModes);
  return Promise.all(modes.filter(([, { everyMs }]) => everyMs === undefined).map(attempt));
}

test("a message that a hostile server may have is never sent again; others are retried or fail", async () => {
  const trials = await tryAll();
  expect(trials.map(({ mode, rows }) => [mode, rows.map((row) => row?.state)])).toEqual(
    trials.map(({ mode, attack }) => [mode, expected(attack)]),
  );
  for (const { mode, attack, messages } of trials) {
    if (attack.ends === "unknown" || attack.ends === "sent") expect(messages, mode).toBe(1);
  }
  const reported = trials.map(({ rows }) => rows.at(-1)?.error ?? "");
  expect(
    reported.filter((error) => error.includes("The mail server said:")).length,
  ).toBeGreaterThan(5);
  // Retrying is suggested if the server deferred the message, not if it rejected it.
  for (const { mode, attack, rows } of trials) {
    const { error = "" } = rows.at(-1) ?? {};
    const isOffered = error.startsWith(errors["send.failed"].message);
    if (attack.ends === "temporary") expect(isOffered, mode).toBe(true);
    if (attack.ends === "rejected") expect(isOffered, mode).toBe(false);
  }
  // The error is one line of plain text, without characters that reverse text around it.
  for (const error of reported) {
    expect(error.length).toBeLessThan(1200);
    expect(error).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
  }
});

/** Returns the expected states after the first attempt, and after its job has run again. */
function expected({ ends }: SmtpAttack): OutboxRow["state"][] {
  if (ends === "unknown") return ["unknown", "unknown"];
  if (ends === "sent") return ["accepted", "accepted"];
  // These tests allow two attempts.
  if (ends === "temporary" || ends === "unreachable") return ["queued", "failed"];
  return ["failed", "failed"];
}
