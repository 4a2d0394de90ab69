import type { AccountId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { getAccount } from "#/store/accounts/queries.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { startAuthority, type TestAuthority } from "#/testing/fakes/oauth-authority.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { outboxRow, outgoingTo } from "#/testing/mailboxes/post-office.ts";
import { startSmtp, type TestSmtp } from "#/testing/fakes/smtp-server.ts";
import { createAuthorities, manners } from "#/wire/oauth/authority.ts";
import { beginCodeFlow, endCodeFlow } from "#/wire/oauth/sign-in.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { connectSignedIn } from "./connect-oauth-account.ts";
import { resolveMail } from "#/mail/sending/outbox.ts";
import { sendAs } from "#/mail/sending/send-authenticated.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const users = Array.from({ length: 10 }, (_, at) => ({
  name: `t${at}@example.org`,
  pass: "unused",
}));
let authority: TestAuthority;
let server: TestDovecot;
let smtp: TestSmtp;
/** Addresses whose tokens the outgoing server refuses, even if the provider accepts them. */
const refused = new Set<string>();
let next = 0;
let address = "";

beforeAll(async () => {
  authority = await startAuthority();
  const { introspectionUrl } = authority;
  server = await startDovecot({ users, introspectionUrl });
  smtp = await startSmtp({
    deliver: (to, raw) => server.deliver(to, raw),
    isGoodToken: async (whose, token) => !refused.has(whose) && authority.isGood(whose, token),
  });
});
afterAll(async () => {
  await Promise.all([smtp.stop(), server.stop(), authority[Symbol.asyncDispose]()]);
});
beforeEach(() => {
  address = users[next++]?.name ?? "";
  authority.tokenTtlS = 3600;
  authority.refreshes.length = 0;
  authority.revoked.clear();
});

function mail(subject: string): string {
  return `Message-ID: <${subject}@example.org>\r\nFrom: a@example.net\r\nSubject: ${subject}\r\n\r\nText.\r\n`;
}

/** Starts an engine for accounts of the test's provider. */
function start(): Promise<TestEngine> {
  return startMailEngine({
    prepare: (plain) => ({
      tokens: createAccessTokens(
        plain,
        createAuthorities(plain.egress, { google: authority.client }),
      ),
    }),
  });
}

/** Signs in at the provider and connects the mailbox, or reconnects the given account. */
async function connect(engine: TestEngine, accountId: AccountId | null = null) {
  const authorities = createAuthorities(engine.mail.egress, { google: authority.client });
  const redirectUri = "http://127.0.0.1:1/app/connected";
  const state = "a-state-of-this-test";
  const { url, flow } = await beginCodeFlow(authorities, "google", {
    redirectUri,
    state,
    address,
    manner: manners.google,
  });
  const back = await authority.signIn(url, address);
  const query = back.search;
  const signedIn = await endCodeFlow(authorities, "google", { flow, query, state });
  const servers = {
    imap_host: server.host,
    user_port: server.imapPort,
    tls: false,
    smtp_host: smtp.host,
    smtp_port: smtp.port,
    smtp_tls: false,
  };
  const { account } = await connectSignedIn(engine.mail, engine.userId, {
    provider: "google",
    accountId,
    servers,
    signedIn,
  });
  return account.id;
}

async function rowOf({ database, userId }: TestEngine, id: AccountId): Promise<AccountRow> {
  const row = await getAccount(database.reader, userId, id);
  if (row === undefined) throw new Error("The account is gone.");
  return row;
}

const inState = (engine: TestEngine, id: AccountId, state: AccountRow["state"]) => async () =>
  (await rowOf(engine, id)).state === state;

async function messages({ database }: TestEngine) {
  return database.reader.selectFrom("messages").select(["id", "subject"]).orderBy("id").execute();
}

test("a mailbox is read and changed with tokens alone", async () => {
  await using engine = await start();
  await server.deliver(address, mail("waiting"));
  const id = await connect(engine);
  await engine.until(async () => (await messages(engine)).length === 1);
  await sendAs(engine.mail, await rowOf(engine, id), {
    envelope: { from: address, to: [address] },
    raw: Buffer.from(mail("to-myself")),
  });
  await engine.until(async () => (await messages(engine)).length === 2);
  expect(authority.refreshes).toEqual([]);
});

test("a token that is about to expire is refreshed early, once for all callers", async () => {
  await using engine = await start();
  authority.tokenTtlS = 30;
  const id = await connect(engine);
  await engine.until(inState(engine, id, "watching"));
  authority.refreshes.length = 0;
  authority.tokenTtlS = 3600;
  const account = await rowOf(engine, id);
  const tokens = await Promise.all(
    Array.from({ length: 5 }, () => engine.mail.tokens.fresh(account)),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(await engine.mail.tokens.fresh(account)).toBe(tokens[0]);
  expect(authority.refreshes).toEqual([address]);
});

test("a token that the server refuses is refreshed once and sync continues", async () => {
  await using engine = await start();
  const id = await connect(engine);
  await engine.until(inState(engine, id, "watching"));
  await authority.endAccessTokens();
  const account = await rowOf(engine, id);
  const letter = { envelope: { from: address, to: [address] }, raw: Buffer.from(mail("late")) };
  await sendAs(engine.mail, account, letter);
  expect(authority.refreshes).toEqual([address]);
  await authority.endAccessTokens();
  await engine.execute("account.state", { accountId: id, state: "connecting" });
  await engine.supervisor.watch({ userId: engine.userId, accountId: id });
  await engine.until(inState(engine, id, "watching"));
  expect(authority.refreshes).toEqual([address, address]);
});

test("revoked access asks for signing in again, and then nothing is read twice", async () => {
  await using engine = await start();
  await server.deliver(address, mail("one"));
  await server.deliver(address, mail("two"));
  const id = await connect(engine);
  await engine.until(async () => (await messages(engine)).length === 2);
  await engine.until(inState(engine, id, "watching"));
  const before = await messages(engine);

  authority.revoked.add(address);
  await authority.endAccessTokens();
  await engine.supervisor.watch({ userId: engine.userId, accountId: id });
  await engine.until(inState(engine, id, "failed"));
  expect((await rowOf(engine, id)).error_code).toBe("account.reconnect");
  const letter = { envelope: { from: address, to: [address] }, raw: Buffer.from(mail("no")) };
  await expect(sendAs(engine.mail, await rowOf(engine, id), letter)).rejects.toMatchObject({
    kind: "revoked",
  });

  authority.revoked.clear();
  await server.deliver(address, mail("three"));
  expect(await connect(engine, id)).toBe(id);
  await engine.until(async () => (await messages(engine)).length === 3);
  await engine.until(inState(engine, id, "watching"));
  expect((await messages(engine)).slice(0, 2)).toEqual(before);
});

test("a message whose token is refused, refreshed and refused again fails once, and its account must be reconnected", async () => {
  await using engine = await start();
  const id = await connect(engine);
  await engine.until(inState(engine, id, "watching"));
  refused.add(address);
  smtp.commands.length = 0;
  const message = await outgoingTo(await rowOf(engine, id), address);
  await engine.execute("outbox.queue", message);
  await engine.until(async () => (await outboxRow(engine, message))?.state === "failed");
  expect(authority.refreshes).toEqual([address]);
  expect(smtp.commands).toEqual([`AUTH ${address}`, `AUTH ${address}`]);
  expect((await outboxRow(engine, message))?.error).toContain("Please reconnect it.");
  expect(await rowOf(engine, id)).toMatchObject({
    state: "failed",
    error_code: "account.reconnect",
  });

  refused.clear();
  expect(await connect(engine, id)).toBe(id);
  await engine.until(inState(engine, id, "watching"));
  const again = { id: message.id, decision: "send_again" } as const;
  await resolveMail(engine.mail, engine.userId, again);
  await engine.until(async () => (await outboxRow(engine, message))?.state === "accepted");
  expect(smtp.commands.filter((command) => command === "DATA")).toHaveLength(1);
});

test("a login rejected with 454 is retried with the same token, and the account stays connected", async () => {
  await using engine = await start();
  const id = await connect(engine);
  await engine.until(inState(engine, id, "watching"));
  smtp.failAt = { phase: "auth", how: { code: 454, text: "4.7.0 temporary failure" } };
  try {
    const message = await outgoingTo(await rowOf(engine, id), address);
    await engine.execute("outbox.queue", message);
    await engine.until(async () => (await outboxRow(engine, message))?.attempts === 1);
    expect((await outboxRow(engine, message))?.state).toBe("queued");
    expect(await rowOf(engine, id)).toMatchObject({ state: "watching", error_code: "" });
    expect(authority.refreshes).toEqual([]);
  } finally {
    smtp.failAt = null;
  }
});
