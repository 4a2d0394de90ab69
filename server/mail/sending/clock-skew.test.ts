import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import {
  ignoreRetry,
  outboxRow,
  outgoingTo,
  type PostOffice,
  queueForHand,
  startPostOffice,
} from "#/testing/mailboxes/post-office.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { deliver } from "./deliver.ts";
import type { DeliverContext } from "./deliver-context.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const hourMs = 3600_000;
let office: PostOffice;
let sender = "";
let recipient = "";

beforeAll(async () => {
  office = await startPostOffice(8);
});
afterAll(() => office[Symbol.asyncDispose]());
beforeEach(() => {
  ({ sender, recipient } = office.reopen());
});

/** Returns the engine's context with a clock that differs by `differsMs`. */
function withClock(engine: TestEngine, differsMs: number): DeliverContext {
  return { ...engine.mail, clock: { now: () => Date.now() + differsMs } };
}

test.each(["sqlite", "postgres"] as const)(
  "an engine whose clock is an hour ahead takes over a message in sending, and it is sent once, on %s",
  async (on) => {
    await using engine = await startMailEngine({ on });
    const account = await office.watch(engine, sender);
    const row = await outgoingTo(account, recipient);
    await queueForHand(engine, row);
    const subject = { userId: engine.userId, outboxId: row.id };
    const ahead = withClock(engine, hourMs);
    const taken: string[] = [];
    const sending: DeliverContext = {
      ...engine.mail,
      execute: async (name, input) => {
        const output = await engine.mail.execute(name, input);
        // By the second engine's clock this one's lease has expired, just before it sends the content.
        if (name === "outbox.sending") {
          await deliver(ahead, subject).catch(ignoreRetry);
          taken.push((await outboxRow(engine, row))?.state ?? "");
        }
        return output;
      },
    };
    await deliver(sending, subject).catch(ignoreRetry);
    expect(taken).toEqual(["unknown"]);
    await deliver(ahead, subject).catch(ignoreRetry);
    expect((await outboxRow(engine, row))?.state).toBe("accepted");
    expect(await office.sources(recipient, "INBOX")).toHaveLength(1);
    expect(await office.sources(sender, "Sent")).toHaveLength(1);
  },
);

test("a message whose time moves away because the clock was set back waits, and is sent once", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  const subject = { userId: engine.userId, outboxId: row.id };
  const behind = await deliver(withClock(engine, -hourMs), subject).catch(
    (error: unknown) => error,
  );
  expect(behind).toBeInstanceOf(RetryAfter);
  expect(office.smtp.commands).toEqual([]);
  expect((await outboxRow(engine, row))?.state).toBe("queued");
  for (const differsMs of [0, -hourMs, hourMs]) {
    await deliver(withClock(engine, differsMs), subject).catch(ignoreRetry);
  }
  expect(await office.sources(recipient, "INBOX")).toHaveLength(1);
});

test("a message from a server whose clock is an hour ahead appears once, at once, and not above later messages", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const login = { port: account.imap_port, user: account.imap_user, pass: "secret" };
  const date = new Date(Date.now() + hourMs);
  const raw = `From: a@example.org\r\nDate: ${date.toUTCString()}\r\nSubject: From later\r\nMessage-ID: <later@example.org>\r\n\r\nx\r\n`;
  await withOtherClient(login, (client) => client.append("INBOX", raw, [], date));
  const found = () =>
    engine.database.reader
      .selectFrom("message_locations")
      .innerJoin("messages", "messages.id", "message_locations.message_id")
      .select("messages.internal_date")
      .where("messages.subject", "=", "From later")
      .execute();
  await engine.until(async () => (await found()).length > 0);
  const [one, ...more] = await found();
  expect(more).toEqual([]);
  expect(one?.internal_date).toBeLessThanOrEqual(Date.now());
});
