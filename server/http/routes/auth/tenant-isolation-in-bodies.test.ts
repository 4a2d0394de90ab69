import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Call } from "@inlet/contract/api.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

/** Ids in bodies that name something of a user. */
interface Theirs extends Record<"folderId" | "messageId" | "accountId", string> {
  attachmentId: string;
  uploadId: string;
}

const nothing = "01900000-0000-7000-8000-000000000000";
const unowned: Theirs = {
  folderId: nothing,
  messageId: nothing,
  accountId: nothing,
  attachmentId: nothing,
  uploadId: nothing,
};

/** Returns requests about one's own mailbox whose bodies name something of another user. */
function asks({ accountId, messageId: emailId }: Mailbox, theirs: Theirs): [Call, object][] {
  const { folderId, messageId, attachmentId, uploadId } = theirs;
  const letter = { accountId, to: "c@x.org", subject: "Hi", content: "Hello" };
  const picture = { content: "", html: "<img src='cid:x'>", inline: { [uploadId]: "x" } };
  const identity = { id: theirs.accountId, name: "B", address: "b@x.org" };
  return [
    ["PATCH /email/{emailId}", { emailId, folder: folderId }],
    ["PATCH /email/{emailId}", { emailId, copyTo: folderId }],
    ["POST /email/bulk", { ids: [messageId], change: { seen: true } }],
    ["POST /email/bulk", { ids: [messageId], threads: true, change: { deleteForever: true } }],
    ["POST /email/bulk", { matching: { folder: folderId }, change: { seen: true } }],
    ["POST /email/count", { folder: folderId }],
    ["POST /email/search", { folder: folderId, query: "canary" }],
    ["POST /email/export", { folder: folderId }],
    ["POST /email/imports", { accountId, filename: "a.mbox", folderId }],
    ["POST /email/send", { ...letter, identityId: theirs.accountId }],
    ["POST /email/send", { ...letter, inReplyTo: messageId }],
    ["POST /email/send", { ...letter, forwardOf: messageId }],
    ["POST /email/send", { ...letter, attachments: [uploadId] }],
    ["POST /email/send", { ...letter, ...picture }],
    ["POST /email/send", { ...letter, forwardOf: emailId, forwardedAttachments: [attachmentId] }],
    ["PUT /identities/{id}", { ...identity, accountId: theirs.accountId }],
  ];
}

describe.each(usualEngines)("on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let ben: SignedUpUser;
  let bens: Mailbox;
  let annas: Theirs;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    const anna = await signUpUser(app.origin, "Anna");
    ben = await signUpUser(app.origin, "Ben");
    const mailbox = await aMailbox(app.execute, anna.user.id, "canary");
    bens = await aMailbox(app.execute, ben.user.id, "ben");
    const { email } = await anna.client.call("GET /email/preview/{emailId}", {
      emailId: mailbox.messageId,
    });
    const upload = { filename: "canary.txt", size: 0 };
    const { id: uploadId } = await anna.client.call("POST /email/uploads/start", upload);
    annas = { ...mailbox, attachmentId: email.attachments[0]?.id ?? "", uploadId };
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  it("ids of another user in a body give the same response as ids that do not exist", async () => {
    expect(annas.attachmentId).not.toBe("");
    const ofNothing = asks(bens, unowned);
    for (const [index, [name, body]] of asks(bens, annas).entries()) {
      const answers: [number, string][] = [];
      for (const input of [body, ofNothing[index]?.[1]]) {
        // Each name belongs to its input, which TypeScript cannot follow in a loop.
        const answer = await ben.client.send(name, input as never);
        answers.push([answer.status, await answer.text()]);
      }
      const [notYours, none] = answers;
      expect(notYours, `${name} ${JSON.stringify(body)}`).toEqual(none);
      expect(notYours?.[1]).not.toMatch(/canary|input\.invalid/);
    }
  });
});
