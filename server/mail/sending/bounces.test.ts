import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { OutboxId } from "@inlet/contract/ids.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import {
  outboxRow,
  outgoingTo,
  type PostOffice,
  startPostOffice,
} from "#/testing/mailboxes/post-office.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let office: PostOffice;
beforeAll(async () => {
  office = await startPostOffice(20);
});
afterAll(() => office[Symbol.asyncDispose]());

/** Returns a delivery report of the corpus, changed to be about another message. */
function report(name: string, about: { messageId: string; envelopeId?: string }): Buffer {
  const file = path.join(import.meta.dirname, "../../wire/corpus", `${name}.eml`);
  return Buffer.from(
    readFileSync(file, "utf8")
      .replaceAll("sent-1@test.example", about.messageId)
      .replaceAll("envelope+2B1", about.envelopeId ?? "nothing")
      .replaceAll(/\r?\n/g, "\r\n"),
  );
}

/** Sends a message and waits until its jobs are done. */
async function sent(engine: TestEngine, sender: string, recipient: string) {
  const account = await office.watch(engine, sender);
  const message = await outgoingTo(account, recipient);
  await engine.execute("outbox.queue", message);
  await engine.until(async () => (await outboxRow(engine, message))?.sent_copy === "done");
  return message;
}

const bouncesOf = async (engine: TestEngine, message: { id: OutboxId }): Promise<unknown> =>
  JSON.parse((await outboxRow(engine, message))?.bounces_json ?? "");

test.each(["bounce-of-qmail", "bounce-of-exim", "bounce-of-old-exchange"])(
  "%s that arrives is shown on its message, which stays accepted",
  async (name) => {
    await using engine = await startMailEngine();
    const { sender, recipient } = office.strangers();
    const message = await sent(engine, sender, recipient);
    await office.imap.deliver(sender, report(name, { messageId: message.message_id_header }));
    await engine.until(async () => JSON.stringify(await bouncesOf(engine, message)) !== "[]");
    expect(await bouncesOf(engine, message)).toMatchObject([
      // The message had one recipient, so the report is about this one even if the message was forwarded.
      { address: recipient, reason: expect.stringMatching(/^This address does not exist\. The/) },
    ]);
    expect((await outboxRow(engine, message))?.state).toBe("accepted");
  },
);

test("a report without the message's own id is matched by its envelope id", async () => {
  await using engine = await startMailEngine();
  const { sender, recipient } = office.strangers();
  const message = await sent(engine, sender, recipient);
  const about = { messageId: "other@test.example", envelopeId: message.id };
  const name = "bounce-of-rfc-3464-with-headers-and-envelope-id";
  await office.imap.deliver(sender, report(name, about));
  await engine.until(async () => JSON.stringify(await bouncesOf(engine, message)) !== "[]");
  expect(await bouncesOf(engine, message)).toEqual([
    {
      address: recipient,
      reason:
        "The mailbox is full. The mail server said: 552 5.2.2 <b.en@elsewhere.example>: Mailbox full",
    },
  ]);
});
