import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import { usualQuotas } from "#/store/users/quotas.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { noTokens } from "#/testing/factories/no-tokens.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { anAccount, aUser } from "#/testing/apps/published-calls.ts";
import { egressTo } from "#/testing/fakes/web-egress.ts";
import type { MailContext } from "#/mail/context.ts";
import { beginImport } from "./start-import.ts";

let dir = "";
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "inlet-imports-"));
});
afterAll(() => rm(dir, { recursive: true }));

withDatabases((open) => {
  test("refuses files of a user that are too large together while their imports run", async () => {
    const store = await openStore(open);
    const mail: MailContext = {
      ...store,
      log: createLog("silent"),
      blobs: createBlobs({ dir, capBytes: 0 }),
      egress: egressTo("nowhere.example"),
      box: createSecretBox(Buffer.alloc(32, 1)),
      tokens: noTokens,
      quotas: { ...usualQuotas, importBytes: 100 },
    };
    const [anna, ben] = [await aUser(store.execute), await aUser(store.execute)];
    const accounts = new Map([
      [anna, await anAccount(store.execute, anna, "anna@one.example")],
      [ben, await anAccount(store.execute, ben, "ben@one.example")],
    ]);
    const bring = async (userId: typeof anna, bytes: number) => {
      const accountId = accounts.get(userId);
      if (accountId === undefined) throw new Error("No such user.");
      const content = Readable.from([Buffer.alloc(bytes, "x")]);
      return beginImport(mail, userId, { accountId, filename: "old.mbox" }, content);
    };
    const limit = { code: "import.limit" };
    await expect(bring(anna, 101)).rejects.toMatchObject(limit);
    const outcomes = await Promise.allSettled([bring(anna, 60), bring(anna, 60)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(bring(anna, 41)).rejects.toMatchObject(limit);
    await bring(ben, 100);
    const running = await bring(anna, 40);
    await store.execute("import.end", { userId: anna, id: running.id, errorCode: "" });
    await bring(anna, 40);
  });
});
