import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DraftId, UploadId, type UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import type { Database } from "#/store/engine/database.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { cleanUp, removeNamelessFiles } from "./clean-up.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const part = {
  part: "2",
  filename: "plan.pdf",
  type: "application/pdf",
  contentId: "",
  isInline: false,
};

withDatabases((open) => {
  test("files are deleted a week after their last use, once no row names them, and no other files are", async () => {
    const { database, execute, clock } = await openStore(open);
    const dir = await mkdtemp(path.join(tmpdir(), "inlet-clean-up-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    const blobs = createBlobs({ dir, capBytes: 10 ** 9 });
    const people = [];
    for (let count = 0; count < 4; count++) people.push(await aMailbox(execute));
    const [ann = never(), ben = never()] = people;
    // Sets the file's time of last use to the test's clock, as the store does.
    const usedNow = async (sha256: string) => {
      const at = new Date(clock.at);
      await utimes((await blobs.file(sha256)) ?? never(), at, at);
    };
    const put = async (text: string) => {
      const sha256 = await blobs.put(Buffer.from(text));
      await usedNow(sha256);
      return sha256;
    };
    const upload = async (userId: UserId, text: string) => {
      const sha256 = await put(text);
      const id = UploadId.parse(randomId());
      const size = { size_bytes: text.length, received_bytes: text.length };
      const named = { id, user_id: userId, filename: "a.txt", type: "text/plain", sha256 };
      const row = { ...named, ...size, created_at: clock.at };
      await execute("upload.add", { upload: row, capacity: null });
      return { id, sha256 };
    };
    const attached = async (box: typeof ann, texts: string[]) => {
      const attachments = [];
      for (const text of texts) {
        attachments.push({ ...part, sizeBytes: text.length, sha256: await put(text) });
      }
      await execute("messages.takeIn", { ...box, messages: [aMessage({ attachments })] });
      return attachments.map(({ sha256 }) => sha256);
    };

    const sent = await upload(ann.userId, "sent long ago");
    const draft = await upload(ben.userId, "of an open draft");
    await execute("draft.save", {
      userId: ben.userId,
      accountId: ben.accountId,
      id: DraftId.parse("draft"),
      revision: 0,
      contentJson: "{}",
      uploadIds: [draft.id],
      messageId: "draft@example.org",
    });
    const [read = "", both = ""] = await attached(ann, ["read by Ann", "read by both"]);
    await attached(ben, ["read by both"]);
    const unowned = await put("whose upload was refused");
    const files = { sent: sent.sha256, draft: draft.sha256, read, both, unowned };
    const left = async () => {
      const context = { database, execute, clock: { now: () => clock.at }, blobs };
      await cleanUp(context);
      await removeNamelessFiles(context, new AbortController().signal);
      const found = [];
      for (const [name, sha256] of Object.entries(files)) {
        if (await blobs.has(sha256)) found.push(name);
      }
      return found;
    };

    clock.at += 7 * dayMs - hourMs;
    await installed(database, clock.at - 8 * dayMs);
    expect(await left()).toEqual(["sent", "draft", "read", "both", "unowned"]);
    clock.at += 2 * hourMs;
    expect(await left()).toEqual(["draft", "read", "both"]);
    // Opened just before the account is removed: a client may still use it.
    await usedNow(read);
    await execute("account.remove", { userId: ann.userId, accountId: ann.accountId });
    expect(await left()).toEqual(["draft", "read", "both"]);
    clock.at += 7 * dayMs + hourMs;
    expect(await left()).toEqual(["draft", "both"]);
  });

  test("a database created within the retention time deletes no file: older files may belong to another database", async () => {
    const { database, clock } = await openStore(open);
    const dir = await mkdtemp(path.join(tmpdir(), "inlet-clean-up-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    const blobs = createBlobs({ dir, capBytes: 10 ** 9 });
    const sha256 = await blobs.put(Buffer.from("of the database before"));
    const long = new Date(clock.at - 30 * dayMs);
    await utimes((await blobs.file(sha256)) ?? never(), long, long);
    const look = async (installedMs: number) => {
      await installed(database, installedMs);
      const context = { database, clock: { now: () => clock.at }, blobs };
      await removeNamelessFiles(context, new AbortController().signal);
      return blobs.has(sha256);
    };
    expect(await look(clock.at - 6 * dayMs)).toBe(true);
    expect(await look(clock.at - 8 * dayMs)).toBe(false);
  });
});

/** Sets the time at which the tables of a database were created. */
async function installed({ kysely }: Database, at: number): Promise<void> {
  await sql`update schema_migrations set applied_at = ${at}`.execute(kysely);
}

function never(): never {
  throw new Error("There is none.");
}
