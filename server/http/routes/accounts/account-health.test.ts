import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(usualEngines)("an account's health on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let mailbox: Mailbox;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    anna = await signUpUser(app.origin);
    mailbox = await aMailbox(app.execute, anna.user.id, "canary");
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true, force: true });
  });

  const health = async () => {
    const { accountId: id, folderId } = mailbox;
    const answer = await anna.client.call("GET /imap/{id}/health", { id });
    return {
      ...answer.health,
      inbox: answer.health.folders.find(({ id: one }) => one === folderId),
    };
  };

  it("reports an unknown state for a folder that was never compared", async () => {
    const { inbox, syncMonths, waitingChanges } = await health();
    expect(inbox).toMatchObject({ here: 1, server: null, state: "unknown", lastComparedAt: null });
    expect({ syncMonths, waitingChanges }).toEqual({ syncMonths: 0, waitingChanges: 0 });
  });

  it("shows the counts of the server and of this database, and pending operations", async () => {
    const { folderId, messageId } = mailbox;
    await app.execute("folder.progress", {
      folderId,
      serverCount: 2,
      isComplete: true,
      lastCheckedAt: 1_700_000_000_000,
      sizeBytes: 4711,
    });
    expect((await health()).inbox).toMatchObject({ here: 1, server: 2, state: "behind" });
    await app.execute("folder.progress", { folderId, serverCount: 1 });
    await app.execute("messages.change", {
      userId: anna.user.id,
      messageIds: [messageId],
      change: { starred: true },
    });
    const { inbox, waitingChanges, mailBytes } = await health();
    expect(inbox).toMatchObject({
      here: 1,
      server: 1,
      state: "equal",
      lastComparedAt: "2023-11-14T22:13:20.000Z",
    });
    expect({ waitingChanges, mailBytes }).toEqual({ waitingChanges: 1, mailBytes: 4711 });
  });

  it("shows how far back the account is synced, and which folders are excluded", async () => {
    const { accountId, folderId } = mailbox;
    const userId = anna.user.id;
    const rows = await app.execute("folders.save", {
      userId,
      accountId,
      folders: [
        { path: "INBOX", name: "INBOX", role: "inbox" },
        { path: "Old", name: "Old", role: "other" },
      ],
    });
    const old = rows.find(({ path: one }) => one === "Old");
    if (!old) throw new Error("The folder was not saved.");
    expect(await app.execute("account.syncDepth", { userId, accountId, months: 3 })).toBe(true);
    const exclude = { userId, folderId: old.id, isExcluded: true };
    expect(await app.execute("folder.exclude", exclude)).toBe(true);
    // The inbox cannot be excluded.
    expect(await app.execute("folder.exclude", { ...exclude, folderId })).toBe(false);
    const { syncMonths, folders } = await health();
    expect(syncMonths).toBe(3);
    expect(folders.map(({ name, excluded }) => [name, excluded])).toEqual([
      ["INBOX", false],
      ["Old", true],
    ]);
  });

  it("starts no comparison of an account that no engine syncs", async () => {
    const { accountId: id } = mailbox;
    expect(await anna.client.call("POST /imap/{id}/compare", { id })).toEqual({ started: false });
  });

  it("is visible to the account's owner only", async () => {
    const ben = await signUpUser(app.origin, "Ben");
    const { accountId: id, folderId } = mailbox;
    for (const call of ["GET /imap/{id}/health", "POST /imap/{id}/compare"] as const) {
      await expect(ben.client.call(call, { id })).rejects.toThrow("account.not_found");
    }
    const userId = ben.user.id;
    expect(await app.execute("account.syncDepth", { userId, accountId: id, months: 1 })).toBe(
      false,
    );
    expect(await app.execute("folder.exclude", { userId, folderId, isExcluded: false })).toBe(
      false,
    );
  });
});
