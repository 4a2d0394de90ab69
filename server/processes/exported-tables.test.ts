import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSecretBox } from "#/base/secret-box.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import { exportedTables, exportPlan } from "#/store/users/export-plan.ts";
import { bothEngines } from "#/testing/database/database.ts";
import { fillTables } from "#/testing/factories/fill-tables.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { unzip } from "#/testing/apps/unzip.ts";

describe.each(bothEngines)("data export of a user, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  beforeEach(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
  });
  afterEach(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  it("exports rows of every table, except those that the plan leaves out with a reason", async () => {
    const { client, user, password } = await signUpUser(app.origin, "Anna");
    const { accountId: id } = await aMailbox(app.execute, user.id, "harbour");
    const place = secretPlace({ id, user_id: user.id }, "imap_secret");
    const imap_secret = createSecretBox(Buffer.alloc(32, 1)).encrypt("a password", place);
    await app.database.kysely.updateTable("accounts").set({ imap_secret }).execute();
    const word = "everywhere";
    const tables = await fillTables(app.database, user.id, word);
    expect(Object.keys(exportPlan)).toEqual(expect.arrayContaining(tables));
    const { url } = await client.call("POST /user/export", { password });
    const token = url.replace("/user/export/", "");
    const answer = await client.send("GET /user/export/{token}", { token });
    const files = await unzip(await answer.arrayBuffer());
    for (const { table, without = [] } of exportedTables) {
      const rows: Record<string, unknown>[] = JSON.parse(
        files.get(`more/${table.replaceAll("_", "-")}.json`) ?? "null",
      );
      expect(rows.length, table).toBeGreaterThan(0);
      expect(Object.keys(rows[0] ?? {}), table).not.toContain("user_id");
      for (const column of without) expect(Object.keys(rows[0] ?? {}), table).not.toContain(column);
    }
    const all = [...files.values()].join("");
    for (const secret of ["token_hash", "code_hash", `${word}-secret`, `${word}-access`]) {
      expect(all).not.toContain(secret);
    }
  });
});
