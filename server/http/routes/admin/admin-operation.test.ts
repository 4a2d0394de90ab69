import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { workDue } from "#/testing/apps/run-due-jobs.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("the installation, on %s", (engine) => {
  let dir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let ben: SignedUpUser;
  let bens: Mailbox;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "inlet-operation-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, dir) });
    anna = await signUpUser(app.origin, "Anna");
    ben = await signUpUser(app.origin, "Ben");
    bens = await aMailbox(app.execute, ben.user.id, "harbour");
  });
  afterEach(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dir, { recursive: true });
  });

  it("shows how much space is free, and which users take it", async () => {
    const read = await anna.client.call("GET /admin/storage", {});
    expect(read.engine).toBe(engine);
    expect(read.databaseBytes).toBeGreaterThan(100_000);
    expect(read.freeBytes).toBeGreaterThan(0);
    expect(read.users).toEqual([
      { userId: ben.user.id, userEmail: ben.user.email, messages: 1, bytes: 0 },
    ]);
  });

  it("is backed up on request, with an entry in the audit log", async () => {
    const { backup } = await anna.client.call("POST /admin/backups", {});
    expect(backup).toMatchObject({ kind: "manual", bytes: expect.any(Number) });
    const folder = path.join(dir, "backups");
    expect(await anna.client.call("GET /admin/backups", {})).toEqual({
      backups: [backup],
      folder,
      problem: "",
    });
    expect((await stat(path.join(folder, backup.name))).size).toBe(backup.bytes);
    const { entries } = await anna.client.call("GET /admin/audit", {});
    expect(entries[0]).toMatchObject({ kind: "admin.backup_made" });
  });

  if (!usualEngines.includes(engine)) return;

  it("lists failing accounts first, in plain language, and nothing of the mail", async () => {
    await aMailbox(app.execute, anna.user.id, "well");
    await app.execute("account.state", {
      accountId: bens.accountId,
      state: "failed",
      errorCode: "account.bad_login",
    });
    const read = await anna.client.call("GET /admin/accounts", {});
    expect(read).toMatchObject({ total: 2, inTrouble: 1 });
    expect(read.accounts[0]).toEqual({
      id: bens.accountId,
      userId: ben.user.id,
      userEmail: ben.user.email,
      address: "harbour@example.org",
      host: "harbour.example.org",
      state: "failed",
      errorCode: "account.bad_login",
      errorMessage: "The mail server did not accept this address and password.",
      lastSyncAt: read.accounts[0]?.lastSyncAt,
    });
    const { subject } = (
      await ben.client.call("GET /email/preview/{emailId}", { emailId: bens.messageId })
    ).email;
    expect(JSON.stringify(read)).not.toContain(subject);
    await anna.client.call("PATCH /admin/users/{id}", {
      id: ben.user.id,
      password: anna.password,
      isDisabled: true,
    });
    const { accounts } = await anna.client.call("GET /admin/accounts", {});
    expect(accounts[0]?.state).toBe("resting");
  });

  it("shows which jobs failed and why, and retries them on request", async () => {
    const secret = "About harbour";
    const broken = Object.assign(new Error(secret), { code: "ECONNREFUSED" });
    await workDue(app, { "watch-account": () => Promise.reject(broken) });

    const read = await anna.client.call("GET /admin/jobs", {});
    expect(read.failedTotal).toBe(1);
    const [job] = read.failed;
    expect(job).toMatchObject({
      kind: "watch-account",
      userEmail: ben.user.email,
      failures: 1,
      errorCode: "ECONNREFUSED",
      errorMessage: "The other server refused the connection.",
      nextTryAt: new Date(app.clock.time + 1000).toISOString(),
    });
    expect(JSON.stringify(read)).not.toContain("harbour");
    expect(read.scheduled).toBeGreaterThan(0);

    await anna.client.call("POST /admin/jobs/{id}/retry", { id: job?.id ?? "" });
    const due = await anna.client.call("GET /admin/jobs", {});
    expect(due.failed[0]?.nextTryAt).toBe(new Date(app.clock.time).toISOString());
    await workDue(app, { "watch-account": async () => undefined });
    expect(await anna.client.call("GET /admin/jobs", {})).toMatchObject({
      failed: [],
      failedTotal: 0,
      running: 0,
    });
    const gone = { id: job?.id ?? "" };
    expect((await anna.client.refusal("POST /admin/jobs/{id}/retry", gone)).code).toBe(
      "job.not_found",
    );
  });

  it("counts model requests by user and month, and shows none of their text", async () => {
    const call = (at: string, userId: SignedUpUser["user"]["id"], cost: number) =>
      app.database.kysely
        .insertInto("model_calls")
        .values({
          user_id: userId,
          id: `${at}${cost}`,
          created_at: Date.parse(at),
          task: "summarize",
          provider: "openai",
          model: "m",
          host: "model.example",
          rung: "json",
          message_ids_json: `["${bens.messageId}"]`,
          sent_chars: 10,
          outcome: "ok",
          requests: 1,
          input_tokens: 100,
          output_tokens: 20,
          cost_micros: cost,
          received_chars: 5,
          duration_ms: 7,
        })
        .execute();
    app.clock.time = Date.parse("2026-11-23T12:00:00Z");
    await call("2026-11-01T00:00:00.000Z", ben.user.id, 1_500_000);
    await call("2026-11-22T10:00:00.000Z", ben.user.id, -1);
    await call("2026-11-22T11:00:00.000Z", anna.user.id, 100);
    await call("2026-10-31T23:59:59.999Z", anna.user.id, 7_000_000);
    // A new sign-in, as the clock was moved.
    const { token } = await anna.client.call("POST /user/login", {
      email: anna.user.email,
      password: anna.password,
    });
    const read = await anna.client.call("GET /admin/model-use", {}, { token });
    expect(read).toEqual({
      month: "2026-11",
      months: ["2026-11", "2026-10"],
      users: [
        {
          userId: ben.user.id,
          userEmail: ben.user.email,
          calls: 2,
          inputTokens: 200,
          outputTokens: 40,
          usd: 1.5,
          unpriced: 1,
        },
        {
          userId: anna.user.id,
          userEmail: anna.user.email,
          calls: 1,
          inputTokens: 100,
          outputTokens: 20,
          usd: 0.0001,
          unpriced: 0,
        },
      ],
    });
    const october = await anna.client.call("GET /admin/model-use", { month: "2026-10" }, { token });
    expect(october.users).toMatchObject([{ userEmail: anna.user.email, usd: 7 }]);
  });
});
