import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import {
  ignoreRetry,
  outboxRow,
  outgoingTo,
  type PostOffice,
  queueForHand,
  startPostOffice,
} from "#/testing/mailboxes/post-office.ts";
import { deliver } from "./deliver.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let office: PostOffice;
let sender = "";
let recipient = "";

beforeAll(async () => {
  office = await startPostOffice(40);
});
afterAll(() => office[Symbol.asyncDispose]());
beforeEach(() => {
  ({ sender, recipient } = office.reopen());
});

/** The engine dies at this point and records nothing after it. */
class Killed extends Error {}

/** Expected result of each crash: messages handed over, copies in Sent, and the known state. */
const deaths: [string, { sent: number; copies: number; state: string }][] = [
  ["before the mark", { sent: 1, copies: 1, state: "accepted" }],
  ["after the mark", { sent: 0, copies: 0, state: "unknown" }],
  ["after sending", { sent: 1, copies: 0, state: "unknown" }],
  ["before the copy is noted", { sent: 1, copies: 1, state: "accepted" }],
];

test.each(deaths)(
  "an engine that dies %s hands the message over at most once and records the known state: %j",
  async (dieAt, left) => {
    await using engine = await startMailEngine();
    const account = await office.watch(engine, sender);
    const row = await outgoingTo(account, recipient);
    await queueForHand(engine, row);
    const subject = { userId: engine.userId, outboxId: row.id };
    await expect(deliver(dying(engine, dieAt), subject)).rejects.toThrow(Killed);
    for (let start = 0; start < 3; start++) {
      await deliver(engine.mail, subject).catch(ignoreRetry);
    }
    expect({
      sent: office.delivered.filter((raw) => raw.includes(row.message_id_header)).length,
      copies: (await office.sources(sender, "Sent")).length,
      state: (await outboxRow(engine, row))?.state,
    }).toEqual(left);
  },
);

test("two concurrent attempts hand a message over once, and a third has nothing to do", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  const subject = { userId: engine.userId, outboxId: row.id };
  const bothWait = gate(2);
  const together: TestEngine["mail"] = {
    ...engine.mail,
    async execute(name, input) {
      if (name === "outbox.sending") await bothWait();
      return engine.mail.execute(name, input);
    },
  };
  await Promise.all([deliver(together, subject), deliver(together, subject)]);
  await deliver(engine.mail, subject);
  expect(office.delivered.filter((raw) => raw.includes(row.message_id_header))).toHaveLength(1);
  expect(await outboxRow(engine, row)).toMatchObject({ state: "accepted", attempts: 1 });
  expect(await office.sources(sender, "Sent")).toHaveLength(1);
});

test("a message can be canceled or rescheduled until the server may have it", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  for (const name of ["outbox.cancel", "outbox.reschedule"] as const) {
    const row = await outgoingTo(account, recipient);
    await queueForHand(engine, row);
    const { userId } = engine;
    const late: TestEngine["mail"] = {
      ...engine.mail,
      async execute(asked, input) {
        if (asked === "outbox.sending") {
          const { id, raw } = row;
          await engine.execute(name, { userId, id, sendAt: Date.now() + 3600_000, raw });
        }
        return engine.mail.execute(asked, input);
      },
    };
    await deliver(late, { userId, outboxId: row.id }).catch(ignoreRetry);
    expect(office.delivered.filter((raw) => raw.includes(row.message_id_header))).toEqual([]);
    const state = name === "outbox.cancel" ? "cancelled" : "queued";
    expect((await outboxRow(engine, row))?.state).toBe(state);
  }
});

test("a message stays due when the clock is set back during the handover to the server", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  const mail: TestEngine["mail"] = {
    ...engine.mail,
    // The command's answer for a message that is not due yet.
    execute: async (name, input) =>
      name === "outbox.sending" ? (false as never) : engine.mail.execute(name, input),
  };
  await expect(deliver(mail, { userId: engine.userId, outboxId: row.id })).rejects.toThrow(
    RetryAfter,
  );
  expect((await outboxRow(engine, row))?.state).toBe("queued");
});

test("an overdue message is first searched in Sent, as after a restored backup", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  const subject = { userId: engine.userId, outboxId: row.id };
  await queueForHand(engine, row, { lateMs: 3600_000 });
  await withOtherClient({ port: office.imap.imapPort, user: sender, pass: "secret" }, (client) =>
    client.append("Sent", Buffer.from(row.raw), ["\\Seen"]),
  );
  await deliver(engine.mail, subject);
  expect(await outboxRow(engine, row)).toMatchObject({ state: "accepted", sent_copy: "done" });
  expect(office.delivered).toEqual([]);

  const other = await outgoingTo(account, recipient);
  await queueForHand(engine, other, { lateMs: 3600_000 });
  await deliver(engine.mail, { userId: engine.userId, outboxId: other.id });
  expect(office.delivered).toHaveLength(1);
});

test("a server silent after the final dot makes the state unknown while its answer may still come", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  const answer = Promise.withResolvers<void>();
  office.beforeDelivery = () => answer.promise;
  const mail = { ...engine.mail, timeouts: { unsureMs: 1 } };
  const done = deliver(mail, { userId: engine.userId, outboxId: row.id });
  await engine.until(async () => (await outboxRow(engine, row))?.state === "unknown");
  answer.resolve();
  await done;
  expect(await outboxRow(engine, row)).toMatchObject({ state: "accepted", sent_copy: "done" });
});

test("an unknown message is sent again at the user's request, and its late response counts once", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  const subject = { userId: engine.userId, outboxId: row.id };
  office.smtp.failAt = { phase: "final", how: "drop" };
  await deliver(engine.mail, subject).catch(ignoreRetry);
  office.smtp.failAt = null;
  const asked = { userId: engine.userId, id: row.id };
  expect(await engine.execute("outbox.resolve", { ...asked, decision: "send_again" })).toBe(
    "queued",
  );
  await engine.until(async () => (await outboxRow(engine, row))?.sent_copy === "done");
  expect(await outboxRow(engine, row)).toMatchObject({ state: "accepted", attempts: 2 });
  expect(office.delivered.filter((raw) => raw.includes(row.message_id_header))).toHaveLength(1);
  expect(await office.sources(sender, "Sent")).toHaveLength(1);
});

/** Returns a function that blocks its callers until there are `count` of them. */
function gate(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    if (++waiting === count) all.resolve();
    return all.promise;
  };
}

function dying({ mail }: TestEngine, at: string): TestEngine["mail"] {
  return {
    ...mail,
    execute: async (name, input) => {
      if (at === "before the mark" && name === "outbox.sending") throw new Killed();
      if (at === "after the mark" && name === "outbox.sending") {
        await mail.execute(name, input);
        throw new Killed();
      }
      if (at === "after sending" && name === "outbox.settle") throw new Killed();
      if (at === "before the copy is noted" && name === "outbox.copied") throw new Killed();
      return mail.execute(name, input);
    },
  };
}
