import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserId } from "@inlet/contract/ids.ts";
import { expect, onTestFinished, test } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount } from "#/testing/apps/published-calls.ts";

test.each(usualEngines)(
  "a search distinguishes folders of one name by their paths, on %s",
  async (engine) => {
    const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    onTestFinished(() => rm(blobsDir, { recursive: true }));
    await using app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir),
    });
    const person = await signUpUser(app.origin, "Sorter");
    const userId = UserId.parse(person.user.id);
    const accountId = await anAccount(app.execute, userId);
    const paths = ["Archive/2024", "Old/2024", "2024", "Reports", "reports"];
    const folders = await app.execute("folders.save", {
      userId,
      accountId,
      folders: paths.map((one) => ({
        path: one,
        name: path.posix.basename(one),
        role: "other" as const,
      })),
    });
    for (const [at, { id: folderId, path: subject }] of folders.entries()) {
      const messages = [aMessage({ uid: at + 1, message: { subject } })];
      await app.execute("messages.takeIn", { userId, accountId, folderId, messages });
    }
    for (const [query, ...subjects] of [
      ["in:2024", "2024", "Archive/2024", "Old/2024"],
      ["in:/2024", "2024"],
      ["in:/archive/2024", "Archive/2024"],
      ["in:old/2024", "Old/2024"],
      ["in:reports", "Reports", "reports"],
      ["in:/reports", "reports"],
      ["in:/Reports", "Reports"],
      ["in:/REPORTS", "Reports", "reports"],
    ] as const) {
      const { results } = await person.client.call("POST /email/search", { query });
      expect([query, ...results.map((row) => row.subject).toSorted()]).toEqual([
        query,
        ...subjects,
      ]);
    }
    const listed = await person.client.call("GET /email/folders", {});
    expect(listed.folders.map((folder) => folder.path).toSorted()).toEqual(paths.toSorted());
  },
);
