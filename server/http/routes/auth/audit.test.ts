import type { RuleId, UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { anIntegrationRow } from "#/testing/factories/integration-row.ts";
import { createClient } from "#/testing/apps/client.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(usualEngines)("the audit log, on %s", (engine) => {
  let app: RealApp;
  let admin: SignedUpUser;
  let anna: SignedUpUser;
  let count = 0;
  beforeAll(async () => {
    app = await startRealApp(engine);
    admin = await signUpUser(app.origin, "Ada");
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    app.clock.time += 3600_000;
    anna = await signUpUser(app.origin, `Anna${++count}`);
  });

  const activity = async (person = anna) =>
    (await person.client.call("GET /user/activity", {})).entries;
  const kinds = async (person = anna) => (await activity(person)).map(({ kind }) => kind);
  const login = async (password: string) =>
    createClient(app.origin).call("POST /user/login", { email: anna.user.email, password });

  it("shows users the actions on their account, the newest first, and their origin", async () => {
    const { token } = await login(anna.password);
    await expect(login("a guess")).rejects.toThrow();
    await createClient(app.origin, token).call("POST /user/logout", {});
    const request = { name: "Backup", scopes: ["read" as const], days: 7 };
    const { created } = await anna.client.call("POST /user/tokens", {
      ...request,
      password: anna.password,
    });
    await anna.client.call("DELETE /user/tokens/{id}", { id: created.id });
    const next = "another good password";
    await anna.client.call("POST /user/password", { password: anna.password, newPassword: next });
    const entries = await activity();
    expect(entries.map(({ kind }) => kind)).toEqual([
      "password.changed",
      "api_token.revoked",
      "api_token.made",
      "sign_out",
      "sign_in.failed",
      "sign_in",
      "sign_in",
      "user.created",
    ]);
    expect(entries[2]).toMatchObject({ label: "Backup", address: "127.0.0.1", isByAdmin: false });
    // The log contains neither a password nor a token.
    const rows = await app.database.reader.selectFrom("audit_details").selectAll().execute();
    const whole = JSON.stringify([entries, rows]);
    for (const secret of [anna.password, next, token, "a guess"]) {
      expect(whole).not.toContain(secret);
    }
  });

  it("records additions, changes and removals of accounts, rules and links", async () => {
    const userId = anna.user.id;
    const { execute } = app;
    const account = { ...anAccount(userId, "anna"), account_mail: "anna@mail.example" };
    await execute("account.add", account);
    const change = { userId, accountId: account.id, change: { name: "Work" }, reconnects: false };
    await execute("account.change", change);
    await execute("account.remove", { userId, accountId: account.id });
    const id = "rule" as RuleId;
    const rule = { id, user_id: userId, text: "File invoices", query: "", actions_json: "[]" };
    await execute("rule.save", { ...rule, is_on: 1 });
    await execute("rule.save", { ...rule, is_on: 0 });
    await execute("rule.remove", { userId, id });
    const hook = anIntegrationRow(userId, { name: "Ledger" });
    await execute("integration.save", hook);
    await execute("integration.remove", { userId, id: hook.id });
    const entries = await activity();
    expect(entries.slice(0, 8).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      "integration.removed webhook: Ledger",
      "integration.connected webhook: Ledger",
      "rule.removed File invoices",
      "rule.changed File invoices",
      "rule.made File invoices",
      "account.removed anna@mail.example",
      "account.changed anna@mail.example",
      "account.added anna@mail.example",
    ]);
  });

  it("shows users only their own entries, page by page", async () => {
    for (let at = 0; at < 60; at++) {
      await app.execute("audit.note", {
        kind: "limit.reached",
        userId: anna.user.id,
        after: `${at}`,
      });
    }
    const ben = await signUpUser(app.origin, `Ben${count}`);
    expect(await kinds(ben)).toEqual(["sign_in", "user.created"]);
    const first = await anna.client.call("GET /user/activity", {});
    expect(first).toMatchObject({ hasMore: true });
    const before = first.entries.at(-1)?.seq;
    const rest = await anna.client.call("GET /user/activity", { before });
    expect(first.entries.length + rest.entries.length).toBe(62);
    expect(rest.hasMore).toBe(false);
  });

  it("shows administrators everything except names that users gave, and other users nothing", async () => {
    await app.execute("audit.note", {
      kind: "rule.made",
      userId: anna.user.id,
      label: "File what my doctor writes",
    });
    const { entries } = await admin.client.call("GET /admin/audit", {});
    expect(entries[0]).toMatchObject({ kind: "rule.made", person: anna.user.email, actor: "" });
    expect(JSON.stringify(entries)).not.toContain("doctor");
    for (const call of ["GET /admin/audit", "POST /admin/audit/check"] as const) {
      expect(await anna.client.refusal(call, {})).toMatchObject({ code: "admin.required" });
    }
  });

  it("hides the address of an administrator from the affected user", async () => {
    const { id: userId } = anna.user;
    const noted = { kind: "admin.sessions_ended", userId, actor: admin.user.id } as const;
    await app.execute("audit.note", { ...noted, label: "Ada's own words" });
    const [entry] = await activity();
    expect(entry).toMatchObject({ isByAdmin: true, address: "", label: "" });
  });

  it("detects an entry that was changed directly in the database", async () => {
    const check = () => admin.client.call("POST /admin/audit/check", {});
    const { entries, broken } = await check();
    expect(entries).toBeGreaterThan(0);
    expect(broken).toBeNull();
    const [last] = (await admin.client.call("GET /admin/audit", {})).entries;
    const seq = last?.seq ?? 0;
    const set = (kind: "sign_out" | "sign_in") =>
      app.database.kysely.updateTable("audit_log").set({ kind }).where("seq", "=", seq).execute();
    expect(last?.kind).toBe("sign_in");
    await set("sign_out");
    expect((await check()).broken).toEqual({ seq, how: "altered" });
    await set("sign_in");
    expect((await check()).broken).toBeNull();
  });

  it("limits how many failed sign-ins it records, and records that there were more", async () => {
    for (let at = 0; at < 25; at++) await expect(login(`guess ${at}`)).rejects.toThrow();
    const guesses = (await kinds()).filter((kind) => kind.startsWith("sign_in.failed"));
    expect(guesses.filter((kind) => kind === "sign_in.failed")).toHaveLength(19);
    expect(guesses.filter((kind) => kind === "sign_in.failed_often")).toHaveLength(1);
  });

  it("retains only the id of a user who deleted their account", async () => {
    const { email, id } = anna.user;
    await app.execute("user.remove", { userId: id });
    const { entries } = await admin.client.call("GET /admin/audit", {});
    expect(entries[0]).toMatchObject({ kind: "user.removed", person: id });
    expect(JSON.stringify(entries)).not.toContain(email);
    const left = await app.database.reader
      .selectFrom("audit_details")
      .select("seq")
      .where("user_id", "=", id satisfies UserId)
      .execute();
    expect(left).toEqual([]);
    expect((await admin.client.call("POST /admin/audit/check", {})).broken).toBeNull();
  });
});
