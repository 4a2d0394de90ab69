import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MessageId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";

describe.each(usualEngines)("read receipts, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let ben: SignedUpUser;
  let mailbox: Mailbox;
  let uid = 10;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-receipts-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    ben = await signUpUser(app.origin, "Ben");
    mailbox = await aMailbox(app.execute, ben.user.id, "canary");
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  /** Stores a message that requests a receipt. */
  async function asked(flags: string[] = []): Promise<MessageId> {
    const taken = aMessage({ uid: uid++, flags });
    const receipt = { to: "ann@example.net", originalRecipient: "" };
    const [stored] = await app.execute("messages.takeIn", {
      userId: ben.user.id,
      accountId: mailbox.accountId,
      folderId: mailbox.folderId,
      messages: [{ ...taken, message: { ...taken.message, signs: { receipt } } }],
    });
    if (stored === undefined) throw new Error("nothing was stored");
    return stored.messageId;
  }
  const wants = async (emailId: MessageId) =>
    (await ben.client.call("GET /email/preview/{emailId}", { emailId })).email.wantsReceipt;
  const answer = (emailId: MessageId, send: boolean) =>
    ben.client.call("POST /email/{emailId}/receipt", { emailId, send });
  const receipts = async () =>
    app.database.reader
      .selectFrom("outbox")
      .select(["raw", "envelope_json", "sent_copy"])
      .where("user_id", "=", ben.user.id)
      .where("purpose", "=", "receipt")
      .execute();

  it("are sent only when the user agrees, once, and are in no list of outgoing mail", async () => {
    const emailId = await asked();
    expect(await wants(emailId)).toBe(true);
    expect(await receipts()).toEqual([]);
    await answer(emailId, true);
    const again = { emailId, send: true };
    expect(await ben.client.refusal("POST /email/{emailId}/receipt", again)).toMatchObject({
      status: 409,
      code: "receipt.not_asked",
    });
    expect(await wants(emailId)).toBe(false);
    const { email } = await ben.client.call("GET /email/preview/{emailId}", { emailId });
    expect(email.flags).toContain("$MDNSent");
    const [sent, ...more] = await receipts();
    expect(more).toEqual([]);
    expect(sent?.sent_copy).toBe("not_needed");
    expect(JSON.parse(sent?.envelope_json ?? "")).toEqual({ from: "", to: ["ann@example.net"] });
    expect(Buffer.from(sent?.raw ?? []).toString()).toContain(
      "Disposition: manual-action/MDN-sent-manually; displayed",
    );
    const { outgoing } = await ben.client.call("GET /email/outbox", {});
    expect(outgoing.map(({ draft }) => draft.to)).not.toContain("ann@example.net");
  });

  it("are refused permanently", async () => {
    const before = await receipts();
    const emailId = await asked();
    await answer(emailId, false);
    expect(await wants(emailId)).toBe(false);
    expect(await receipts()).toHaveLength(before.length);
  });

  it("are not requested if another client has answered, or the user wants none", async () => {
    expect(await wants(await asked(["$MDNSent"]))).toBe(false);
    const emailId = await asked();
    await ben.client.call("PUT /user/preferences", { readReceipts: "never" });
    expect(await wants(emailId)).toBe(false);
    await ben.client.call("PUT /user/preferences", { readReceipts: "ask" });
    expect(await wants(emailId)).toBe(true);
  });

  it("are not available for a message without a request", async () => {
    const emailId = mailbox.messageId;
    expect(
      await ben.client.refusal("POST /email/{emailId}/receipt", { emailId, send: true }),
    ).toMatchObject({ code: "receipt.not_asked" });
  });
});
