import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { api, type Call } from "@inlet/contract/api.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adminInputs } from "#/testing/factories/admin-inputs.ts";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { nextDueAt } from "#/testing/apps/run-due-jobs.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { tablesNaming } from "#/testing/database/tables-naming.ts";
import type { Ids } from "#/testing/factories/inputs.ts";

describe.each(bothEngines)("administrators, on %s", (engine) => {
  let dir = "";
  let app: RealApp;
  let anonymous: Client;
  let anna: SignedUpUser;
  let ben: SignedUpUser;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "inlet-admin-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, dir) });
    anonymous = createClient(app.origin);
    anna = await signUpUser(app.origin, "Anna");
    ben = await signUpUser(app.origin, "Ben");
  });
  afterEach(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dir, { recursive: true });
  });

  const change = (of: SignedUpUser, request: { role?: "admin" | "user"; isDisabled?: boolean }) =>
    anna.client.call("PATCH /admin/users/{id}", {
      id: of.user.id,
      password: anna.password,
      ...request,
    });
  const signIn = ({ user: { email }, password }: SignedUpUser) =>
    anonymous.call("POST /user/login", { email, password });

  it("find users by a part of the name or the address, page by page", async () => {
    await aMailbox(app.execute, ben.user.id, "harbour");
    for (const at of Array.from({ length: 26 }, (_, each) => `z${String(each).padStart(2, "0")}`)) {
      await app.execute("user.create", {
        id: `user-${at}`,
        email: `${at}@crew.example`,
        name: `Crew 100%_${at}`,
        passwordHash: "",
        firstIsAdmin: true,
      });
    }
    const list = (asked: { query?: string; page?: number }) =>
      anna.client.call("GET /admin/users", asked);
    const first = await list({});
    expect(first.total).toBe(28);
    expect(first.users).toHaveLength(25);
    expect(first.users.slice(0, 2)).toMatchObject([
      { email: anna.user.email, role: "admin", accounts: 0, disabledAt: null },
      { email: ben.user.email, role: "user", accounts: 1, messages: 1 },
    ]);
    expect(first.users[1]?.lastSeenAt).toBe(new Date(app.clock.time).toISOString());
    expect((await list({ page: 1 })).users.map(({ email }) => email)).toEqual([
      "z23@crew.example",
      "z24@crew.example",
      "z25@crew.example",
    ]);
    expect((await list({ query: "CREW.exam" })).total).toBe(26);
    expect((await list({ query: " bEN " })).users.map(({ name }) => name)).toEqual(["Ben"]);
    // Wildcards of SQL patterns are literal characters here.
    expect((await list({ query: "100%_z07" })).total).toBe(1);
    expect((await list({ query: "%" })).total).toBe(26);
    expect((await list({ query: "nobody" })).users).toEqual([]);
    // Nothing from the mailbox.
    expect(JSON.stringify(await list({}))).not.toContain("harbour");
  });

  it("keep at least one: the last is neither demoted nor removed, also with concurrent attempts", async () => {
    await change(ben, { role: "admin" });
    const demote = (by: SignedUpUser, of: SignedUpUser) =>
      by.client.send("PATCH /admin/users/{id}", {
        id: of.user.id,
        password: by.password,
        role: "user",
      });
    await Promise.all([demote(anna, ben), demote(ben, anna)]);
    const { reader } = app.database;
    const roles = () => reader.selectFrom("users").select("role").orderBy("role").execute();
    expect(await roles()).toEqual([{ role: "admin" }, { role: "user" }]);
    const [last, other] = (await signIn(anna)).user.role === "admin" ? [anna, ben] : [ben, anna];
    expect(await demote(last, last).then((answer) => answer.json())).toMatchObject({
      code: "admin.last",
    });
    const itself = { id: last.user.id, password: last.password };
    expect(
      (await last.client.refusal("PATCH /admin/users/{id}", { ...itself, isDisabled: true })).code,
    ).toBe("admin.yourself");
    expect(
      (
        await last.client.refusal("POST /admin/users/{id}/delete", {
          ...itself,
          confirmation: last.user.email,
        })
      ).code,
    ).toBe("admin.yourself");
    // A disabled administrator does not count.
    await last.client.call("PATCH /admin/users/{id}", {
      id: other.user.id,
      password: last.password,
      role: "admin",
      isDisabled: true,
    });
    const leaving = { password: last.password, confirmation: last.user.email };
    expect((await last.client.refusal("POST /user/delete", leaving)).code).toBe("user.last_admin");
    expect(await demote(last, last).then((answer) => answer.status)).toBe(409);
  });

  it("delete a user with all their data", async () => {
    const mailbox = await aMailbox(app.execute, ben.user.id, "kelpie");
    await aToken(ben);
    const { user } = ben;
    const signs = [user.id, user.email, "kelpie", mailbox.accountId];
    expect((await tablesNaming(app.database, signs)).length).toBeGreaterThan(8);
    const remove = { id: user.id, password: anna.password };
    expect(
      (
        await anna.client.refusal("POST /admin/users/{id}/delete", {
          ...remove,
          confirmation: anna.user.email,
        })
      ).code,
    ).toBe("user.not_confirmed");
    await anna.client.call("POST /admin/users/{id}/delete", {
      ...remove,
      confirmation: user.email,
    });
    // The audit log retains ids of deleted rows.
    expect(await tablesNaming(app.database, signs)).toEqual(["audit_log"]);
    expect(await tablesNaming(app.database, [user.email, "kelpie"])).toEqual([]);
    expect((await anna.client.call("GET /admin/users", {})).total).toBe(1);
  });

  if (!usualEngines.includes(engine)) return;

  it("get other responses: any other user gets the same refusal for every input", async () => {
    const nothing = "01900000-0000-7000-8000-000000000000";
    const { token: annas } = await aToken(anna);
    const { token: bens } = await aToken(ben);
    const calls = Object.keys(api).filter((name) => name.includes(" /admin/"));
    expect(calls.toSorted()).toEqual(Object.keys(adminInputs).toSorted());
    for (const name of calls as (keyof typeof adminInputs)[]) {
      for (const userId of [anna.user.id, ben.user.id, nothing]) {
        const input = adminInputs[name]({ userId, password: ben.password } as Ids) as never;
        const answers = [
          await ben.client.refusal(name as Call, input),
          await createClient(app.origin, bens).refusal(name as Call, input),
          await createClient(app.origin, annas).refusal(name as Call, input),
          await anonymous.refusal(name as Call, input),
        ];
        expect(
          answers.map(({ status, code }) => [status, code]),
          name,
        ).toEqual([
          [403, "admin.required"],
          [403, "token.scope"],
          [403, "token.scope"],
          [401, "session.required"],
        ]);
      }
    }
    expect((await signIn(anna)).user.role).toBe("admin");
    expect((await signIn(ben)).user.role).toBe("user");
  });

  it("lose the role with the next request after another administrator removes it", async () => {
    await change(ben, { role: "admin" });
    expect((await ben.client.call("GET /admin/users", {})).total).toBe(2);
    await change(ben, { role: "user" });
    expect((await ben.client.refusal("GET /admin/users", {})).code).toBe("admin.required");
  });

  it("give their password for changes that lock out or admit other users", async () => {
    const id = ben.user.id;
    const asked: [Call, object][] = [
      ["PATCH /admin/users/{id}", { id, role: "admin" }],
      ["PATCH /admin/users/{id}", { id, isDisabled: true }],
      ["POST /admin/users/{id}/reset", { id, isMailed: false }],
      ["POST /admin/users/{id}/delete", { id, confirmation: ben.user.email }],
    ];
    for (const [name, input] of asked) {
      for (const password of ["", "guess", ben.password]) {
        const refused = await anna.client.refusal(name, { ...input, password } as never);
        expect([name, refused.code]).toEqual([name, "password.wrong"]);
      }
      app.clock.time += 3600_000;
    }
    expect((await signIn(ben)).user.role).toBe("user");
  });

  it("lock a user out everywhere at once, and admit them again", async () => {
    const mailbox = await aMailbox(app.execute, ben.user.id, "harbour");
    const { token } = await aToken(ben);
    const program = createClient(app.origin, token);
    const emailId = mailbox.messageId;
    const { email } = await ben.client.call("GET /email/preview/{emailId}", { emailId });
    const signed = new URL(email.attachments[0]?.url ?? "", app.origin);
    const { url: exported } = await ben.client.call("POST /user/export", {
      password: ben.password,
    });
    expect((await program.call("GET /user/profile", {})).user.id).toBe(ben.user.id);
    const stream = await readEvents(app.origin, ben.token);
    await stream.next();

    expect((await change(ben, { isDisabled: true })).user.disabledAt).not.toBeNull();

    while ((await stream.next()) !== null);
    expect((await ben.client.refusal("GET /user/profile", {})).code).toBe("session.required");
    expect((await program.refusal("GET /user/profile", {})).code).toBe("session.required");
    const mcp = await fetch(new URL("/mcp", app.origin), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect(mcp.status).toBe(401);
    expect((await fetch(signed)).status).toBe(401);
    expect((await fetch(new URL(exported, app.origin))).status).toBe(403);
    const form = { email: ben.user.email, password: ben.password };
    expect((await anonymous.refusal("POST /user/login", form)).code).toBe("login.disabled");
    // A wrong password does not reveal that the account is disabled.
    const guess = { ...form, password: "guess" };
    expect((await anonymous.refusal("POST /user/login", guess)).code).toBe("login.failed");

    const { user } = await change(ben, { isDisabled: false });
    expect(user.disabledAt).toBeNull();
    expect((await signIn(ben)).user.id).toBe(ben.user.id);
    expect((await program.call("GET /user/profile", {})).user.id).toBe(ben.user.id);
    const jobs = await app.database.reader
      .selectFrom("jobs")
      .select(["kind", "subject_id"])
      .where("kind", "=", "watch-account")
      .execute();
    expect(jobs).toContainEqual({ kind: "watch-account", subject_id: mailbox.accountId });
  });

  it("leave the jobs of a disabled user pending until the user is enabled", async () => {
    await aMailbox(app.execute, ben.user.id, "harbour");
    const { reader } = app.database;
    const kinds = (await reader.selectFrom("jobs").select("kind").distinct().execute()).map(
      ({ kind }) => kind,
    );
    expect(kinds).not.toEqual([]);
    const take = () => app.execute("jobs.take", { kinds, limit: 50, holdMs: 1 });
    await change(ben, { isDisabled: true });
    expect(await take()).toEqual([]);
    expect(await nextDueAt(app, kinds)).toBeNull();
    await change(ben, { isDisabled: false });
    expect((await take()).length).toBeGreaterThan(0);
  });

  it("sign a user out everywhere, who can sign in again", async () => {
    await anna.client.call("POST /admin/users/{id}/sign-out", { id: ben.user.id });
    expect((await ben.client.refusal("GET /user/profile", {})).code).toBe("session.required");
    expect((await signIn(ben)).user.id).toBe(ben.user.id);
    const gone = { id: "01900000-0000-7000-8000-000000000000" };
    expect((await anna.client.refusal("POST /admin/users/{id}/sign-out", gone)).code).toBe(
      "user.not_found",
    );
  });

  it("create a password reset link, which does not verify the user's address", async () => {
    const ask = { id: ben.user.id, password: anna.password };
    expect(
      (await anna.client.refusal("POST /admin/users/{id}/reset", { ...ask, isMailed: true })).code,
    ).toBe("host.no_mail");
    const { url } = await anna.client.call("POST /admin/users/{id}/reset", {
      ...ask,
      isMailed: false,
    });
    const token = new URL(url ?? "").searchParams.get("token") ?? "";
    const password = "a password of their own";
    await anonymous.call("POST /user/reset", { token, password });
    expect((await ben.client.refusal("GET /user/profile", {})).code).toBe("session.required");
    const { token: session } = await signIn({ ...ben, password });
    const again = createClient(app.origin, session);
    expect((await again.call("GET /user/verification", {})).state).toBe("unasked");
    expect((await anonymous.refusal("POST /user/reset", { token, password })).code).toBe(
      "link.expired",
    );
  });

  async function aToken({ client, password }: SignedUpUser) {
    return client.call("POST /user/tokens", {
      password,
      name: "program",
      days: 1,
      scopes: ["read", "draft", "send", "settings"],
    });
  }
});
