import type { UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { workFor } from "#/base/work-context.ts";
import { deliver } from "#/mail/sending/deliver.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { LeaseLost } from "#/store/leases/lease-lost.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import {
  ignoreRetry,
  outboxRow,
  outgoingTo,
  type PostOffice,
  queueForHand,
  startPostOffice,
} from "#/testing/mailboxes/post-office.ts";
import { settleAnyway } from "./settle-after-lease-loss.ts";

// Real servers take long on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

let office: PostOffice;
let sender = "";
let recipient = "";

beforeAll(async () => {
  office = await startPostOffice(10);
});
afterAll(() => office[Symbol.asyncDispose]());
beforeEach(() => {
  ({ sender, recipient } = office.reopen());
});

/** Returns the command bus of another engine that works for the user until its lease is revoked. */
async function anotherEngine({ database, execute, userId, mail }: TestEngine) {
  const holder = "the engine before";
  await execute("engine.beat", { holder, ttlMs: 600_000, isNew: true });
  const { acquired } = await execute("engine.share", { holder, known: 0, most: 10 });
  const leases = {
    holder,
    fenceOf: (asked: UserId) => acquired.find((one) => one.userId === asked)?.fence,
    heldSince: () => 0,
    lost: () => undefined,
  };
  expect(leases.fenceOf(userId)).toBeDefined();
  const options = { clock: mail.clock, onCommit: () => undefined };
  return settleAnyway(
    createCommandBus(database, { ...options, leases }),
    createCommandBus(database, options),
  );
}

/** Sends a message from an engine that loses the user before the server's final response. */
async function takenOverAfterTheDot(engine: TestEngine, { code }: { code: number }) {
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  const subject = { userId: engine.userId, outboxId: row.id };
  const isThere = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  office.beforeDelivery = async () => {
    office.beforeDelivery = () => Promise.resolve();
    isThere.resolve();
    await answer.promise;
    throw Object.assign(new Error("Not this one."), { responseCode: code });
  };
  const mail = {
    ...engine.mail,
    execute: await anotherEngine(engine),
    timeouts: { retryWaitsMs: [0, 0] },
  };
  const done = workFor(engine.userId, () => deliver(mail, subject));
  await isThere.promise;
  await engine.execute("engine.revoke", { userId: engine.userId });
  // The new engine finds the job in progress, and its sender lost.
  await deliver(engine.mail, subject).catch(ignoreRetry);
  expect((await outboxRow(engine, row))?.state).toBe("unknown");
  const answerIt = async () => {
    answer.resolve();
    await done;
  };
  return { row, answerIt };
}

const sentTimes = (row: { message_id_header: string }) =>
  office.delivered.filter((raw) => raw.includes(row.message_id_header)).length;

test("a rejection after the final dot is stored even if another engine holds the user by that time", async () => {
  await using engine = await startMailEngine({ on: "postgres" });
  const { row, answerIt } = await takenOverAfterTheDot(engine, { code: 550 });
  await answerIt();
  expect(await outboxRow(engine, row)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("Not this one."),
  });
  expect(sentTimes(row)).toBe(0);
});

test("a message deferred after a takeover is sent again by the user's new engine, once", async () => {
  await using engine = await startMailEngine({ on: "postgres" });
  const { row, answerIt } = await takenOverAfterTheDot(engine, { code: 451 });
  await answerIt();
  await engine.until(async () => (await outboxRow(engine, row))?.sent_copy === "done");
  expect(await outboxRow(engine, row)).toMatchObject({ state: "accepted", attempts: 2 });
  expect(sentTimes(row)).toBe(1);
  expect(await office.sources(sender, "Sent")).toHaveLength(1);
});

test.each([550, 451])(
  "a late %i does not change a decision that the user made before it",
  async (code) => {
    await using engine = await startMailEngine({ on: "postgres" });
    const { row, answerIt } = await takenOverAfterTheDot(engine, { code });
    const asked = { userId: engine.userId, id: row.id };
    await engine.execute("outbox.resolve", { ...asked, decision: "send_again" });
    await engine.until(async () => (await outboxRow(engine, row))?.sent_copy === "done");
    const sent = await outboxRow(engine, row);
    await answerIt();
    expect(await outboxRow(engine, row)).toEqual(sent);
    expect(sent).toMatchObject({ state: "accepted", attempts: 2 });
    expect(sentTimes(row)).toBe(1);
  },
);

test("a failure before the server received a message is not recorded by an engine that lost the user", async () => {
  await using engine = await startMailEngine({ on: "postgres" });
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  const inner = await anotherEngine(engine);
  const execute: Execute = async (name, input) => {
    if (name === "outbox.settle") await engine.execute("engine.revoke", { userId: engine.userId });
    return inner(name, input);
  };
  office.smtp.failAt = { phase: "rcpt", how: { code: 550, text: "No such person." } };
  const subject = { userId: engine.userId, outboxId: row.id };
  const done = workFor(engine.userId, () => deliver({ ...engine.mail, execute }, subject));
  await expect(done).rejects.toThrow(LeaseLost);
  expect(await outboxRow(engine, row)).toMatchObject({ state: "queued", attempts: 0 });
});
