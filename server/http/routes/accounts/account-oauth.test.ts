import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAuthority, type TestAuthority } from "#/testing/fakes/oauth-authority.ts";
import { createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { startSmtp, type TestSmtp } from "#/testing/fakes/smtp-server.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

const minuteMs = 60_000;
const pass = "unused";

describe.each(usualEngines)("signing in to a mailbox, on %s", (engine) => {
  let authority: TestAuthority;
  let imap: TestDovecot;
  let smtp: TestSmtp;
  let app: RealApp;
  let blobsDir = "";
  let count = 0;
  beforeAll(async () => {
    authority = await startAuthority();
    const users = Array.from({ length: 20 }, (_, at) => ({ name: `m${at}@example.org`, pass }));
    const { introspectionUrl } = authority;
    // The servers of each engine support another SASL mechanism for tokens.
    const tokenMechanism = engine === "sqlite" ? "xoauth2" : "oauthbearer";
    imap = await startDovecot({ users, introspectionUrl, tokenMechanism });
    smtp = await startSmtp({ deliver: () => undefined, isGoodToken: authority.isGood });
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    const egress = egressToLoopback();
    const oauth = { google: authority.client, microsoft: authority.client };
    const context = (parts: Parameters<typeof testContext>[0]) =>
      testContext(parts, blobsDir, { egress, oauth });
    app = await startRealApp(engine, { context });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await Promise.all([imap.stop(), smtp.stop(), authority[Symbol.asyncDispose]()]);
    await rm(blobsDir, { recursive: true });
  });

  /** Creates a user and a mailbox for them, with its servers as the form names them. */
  async function aMailboxOwner() {
    const at = count++;
    const person = await signUpUser(app.origin, `Person${at}`);
    const address = `m${at}@example.org`;
    const servers = {
      imap_host: imap.host,
      user_port: imap.imapPort,
      tls: false,
      smtp_host: smtp.host,
      smtp_port: smtp.port,
      smtp_tls: false,
    };
    return { person, address, servers };
  }

  async function begin(person: SignedUpUser, more: object = {}) {
    const { url } = await person.client.call("POST /imap/oauth/start", {
      provider: "google",
      ...more,
    });
    return url;
  }

  async function finish(person: SignedUpUser, back: URL) {
    return person.client.call("POST /imap/oauth/finish", { query: back.search });
  }

  it("connects the mailbox of the user who signed in, with sending", async () => {
    const { person, address, servers } = await aMailboxOwner();
    const url = await begin(person, { ...servers, account_mail: address });
    const asked = new URL(url).searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(asked.get("redirect_uri")).toBe(`${app.origin}/app/connected`);
    expect(asked.get("login_hint")).toBe(address);
    const back = await authority.signIn(url, address);
    expect(back.origin + back.pathname).toBe(`${app.origin}/app/connected`);
    const { account, isReconnected } = await finish(person, back);
    expect(account).toMatchObject({ account_mail: address, provider: "google", canSend: true });
    expect(isReconnected).toBe(false);
    expect(smtp.commands).toContain(`AUTH ${address}`);
  });

  it("stores tokens encrypted: neither responses nor the database show one", async () => {
    const { person, address, servers } = await aMailboxOwner();
    await finish(person, await authority.signIn(await begin(person, servers), address));
    const rows = await app.database.reader.selectFrom("account_tokens").selectAll().execute();
    const own = rows.filter(({ user_id }) => user_id === person.user.id);
    expect(own).toHaveLength(1);
    expect(own[0]?.access_secret).toMatch(/^v1\./);
    expect(own[0]?.refresh_secret).toMatch(/^v1\./);
    const { accounts } = await person.client.call("GET /imap/accounts", {});
    expect(JSON.stringify(accounts)).not.toMatch(/token|secret|v1\./);
  });

  it("accepts a response once, in the session that started it, within ten minutes", async () => {
    const { person, address, servers } = await aMailboxOwner();
    const stranger = await signUpUser(app.origin, `Stranger${count}`);
    const { token } = await createClient(app.origin).call("POST /user/login", {
      email: person.user.email,
      password: person.password,
    });
    const otherPlace = createClient(app.origin, token);
    const back = await authority.signIn(await begin(person, servers), address);
    const query = back.search;
    const refused = { status: 400, code: "oauth.bad_state" };
    // A refused attempt of another user or session does not use up the response.
    for (const client of [stranger.client, otherPlace]) {
      expect(await client.refusal("POST /imap/oauth/finish", { query })).toMatchObject(refused);
    }
    await person.client.call("POST /imap/oauth/finish", { query });
    const late = await authority.signIn(await begin(person, servers), address);
    app.clock.time += 10 * minuteMs;
    for (const old of [query, late.search, "?code=x", "?code=x&state=y", ""]) {
      expect(await person.client.refusal("POST /imap/oauth/finish", { query: old })).toMatchObject(
        refused,
      );
    }
    expect((await stranger.client.call("GET /imap/accounts", {})).accounts).toEqual([]);
  });

  it("finishes a sign-in although another was started after it", async () => {
    const { person, address, servers } = await aMailboxOwner();
    const url = await begin(person, servers);
    await begin(person, servers);
    const { account } = await finish(person, await authority.signIn(url, address));
    expect(account.account_mail).toBe(address);
  });

  it("refuses a response with the code or issuer of another sign-in", async () => {
    const { person, address, servers } = await aMailboxOwner();
    for (const [name, value] of [
      ["code", "x"],
      ["iss", "https://evil.example"],
    ] as const) {
      const back = await authority.signIn(await begin(person, servers), address);
      back.searchParams.set(name, value);
      const refusal = await person.client.refusal("POST /imap/oauth/finish", {
        query: back.search,
      });
      expect(refusal).toMatchObject({ status: 502, code: "oauth.failed" });
    }
    // A code of one sign-in does not complete another.
    const first = await authority.signIn(await begin(person, servers), address);
    const second = await authority.signIn(await begin(person, servers), address);
    second.searchParams.set("code", first.searchParams.get("code") ?? "");
    expect(
      await person.client.refusal("POST /imap/oauth/finish", { query: second.search }),
    ).toMatchObject({ code: "oauth.failed" });
    expect((await person.client.call("GET /imap/accounts", {})).accounts).toEqual([]);
  });

  it("reports a refusal by the user at the provider", async () => {
    const { person, servers } = await aMailboxOwner();
    const back = await authority.signIn(await begin(person, servers), null);
    expect(
      await person.client.refusal("POST /imap/oauth/finish", { query: back.search }),
    ).toMatchObject({ status: 422, code: "oauth.denied" });
  });

  it("reconnects the same account, and only with its own address", async () => {
    const { person, address, servers } = await aMailboxOwner();
    const { account } = await finish(
      person,
      await authority.signIn(await begin(person, servers), address),
    );
    const again = { accountId: account.id };
    const other = await authority.signIn(await begin(person, again), "m19@example.org");
    expect(
      await person.client.refusal("POST /imap/oauth/finish", { query: other.search }),
    ).toMatchObject({ status: 409, code: "oauth.wrong_address" });
    const back = await authority.signIn(await begin(person, again), address);
    const done = await finish(person, back);
    expect(done).toMatchObject({ isReconnected: true, account: { id: account.id } });
    expect((await person.client.call("GET /imap/accounts", {})).accounts).toHaveLength(1);
  });

  it("replaces an account's password with a token, in the same row", async () => {
    const { person, address, servers } = await aMailboxOwner();
    const { account } = await person.client.call("POST /imap/add", {
      account_mail: address,
      account_pass: pass,
      imap_host: imap.host,
      user_port: imap.imapPort,
      tls: false,
    });
    const url = await begin(person, { ...servers, accountId: account.id });
    const done = await finish(person, await authority.signIn(url, address));
    expect(done).toMatchObject({
      isReconnected: true,
      account: { id: account.id, provider: "google", canSend: true },
    });
  });

  it("connects with a code that the user types on another device", async () => {
    const { person, address, servers } = await aMailboxOwner();
    const started = await person.client.call("POST /imap/oauth/device", {
      provider: "microsoft",
      ...servers,
    });
    const { id, userCode, verificationUrl } = started;
    const poll = () => person.client.call("POST /imap/oauth/device/poll", { id });
    expect(await poll()).toMatchObject({ state: "waiting" });
    const stranger = await signUpUser(app.origin, `Stranger${count}`);
    expect(await stranger.client.refusal("POST /imap/oauth/device/poll", { id })).toMatchObject({
      code: "oauth.bad_state",
    });
    await authority.typeCode(verificationUrl, userCode, address);
    expect(await poll()).toMatchObject({
      state: "connected",
      account: { account_mail: address, provider: "microsoft" },
    });
    expect(await person.client.refusal("POST /imap/oauth/device/poll", { id })).toMatchObject({
      code: "oauth.bad_state",
    });
  });

  it("notifies the provider when an account is removed", async () => {
    const { person, address, servers } = await aMailboxOwner();
    const { account } = await finish(
      person,
      await authority.signIn(await begin(person, servers), address),
    );
    const row = await app.database.reader
      .selectFrom("account_tokens")
      .selectAll()
      .where("account_id", "=", account.id)
      .executeTakeFirst();
    expect(row).toBeDefined();
    const before = authority.revocations.length;
    await person.client.call("DELETE /imap/{id}", { id: account.id });
    await expect.poll(() => authority.revocations.slice(before)).toEqual([address]);
    const left = await app.database.reader
      .selectFrom("account_tokens")
      .selectAll()
      .where("account_id", "=", account.id)
      .execute();
    expect(left).toEqual([]);
  });

  it("keeps the provider's servers, and requests no password for an account without one", async () => {
    const { person, address, servers } = await aMailboxOwner();
    const { account } = await finish(
      person,
      await authority.signIn(await begin(person, servers), address),
    );
    const { id } = account;
    for (const change of [
      { imap_host: "thief.example" },
      { imap_host: "thief.example", account_pass: "typed all the same" },
      { smtp_host: "thief.example" },
    ]) {
      expect(await person.client.refusal("PATCH /imap/{id}", { id, ...change })).toMatchObject({
        status: 422,
        code: "account.provider_only",
      });
    }
  });

  it("sends the provider's token to no server that the administrator does not allow", async () => {
    const { person, address, servers } = await aMailboxOwner();
    for (const host of ["93.184.216.34", "10.0.0.1", "nowhere.example"]) {
      const url = await begin(person, { ...servers, imap_host: host, user_port: 993, tls: true });
      const back = await authority.signIn(url, address);
      expect(
        await person.client.refusal("POST /imap/oauth/finish", { query: back.search }),
      ).toMatchObject({ status: 422, code: "account.unreachable" });
    }
  });
});
