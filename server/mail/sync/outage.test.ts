import { errors } from "@inlet/contract/errors.ts";
import { expect, test, vi } from "vitest";
import { FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { hangUpFakeServers, stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startHostileImap } from "#/testing/faults/hostile-imap/hostile-imap.ts";
import { freePort } from "#/testing/free-port.ts";
import { listAccounts } from "../accounts/accounts.ts";
import type { SyncContext } from "./context.ts";

vi.setConfig({ testTimeout: 15_000 });

const mail = "person@example.org";
const pass = "secret";

async function accountOf({ mail: context, userId }: TestEngine) {
  const [account] = await listAccounts(context, userId);
  if (account === undefined) throw new Error("There is no account.");
  return account;
}

const isIn = (engine: TestEngine, state: string) => async () =>
  (await accountOf(engine)).state === state;

/** Starts an engine that records the error code of each state of an account. */
async function recordedEngine() {
  const codes: string[] = [];
  const engine = await startMailEngine({
    prepare: ({ execute }: SyncContext): Pick<SyncContext, "execute"> => ({
      execute: (name, input) => {
        if (name === "account.state") codes.push((input as { errorCode?: string }).errorCode ?? "");
        return execute(name, input);
      },
    }),
  });
  return { engine, codes };
}

test("shows an outage while a server that has worked before does not respond", async () => {
  await using stack = new AsyncDisposableStack();
  const { engine, codes } = await recordedEngine();
  stack.use(engine);
  const server = await startFakeImap(profiles.plain);
  server.addMailbox(mail);
  const { port } = server;
  await engine.addAccount({ mail, pass, imapPort: port });
  await engine.until(isIn(engine, "watching"));
  const before = Date.now();

  await server[Symbol.asyncDispose]();
  await engine.until(isIn(engine, "waiting"));
  const { error } = await accountOf(engine);
  const since = error?.since ?? "";
  expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
  const when = `${since.slice(0, 10)} ${since.slice(11, 16)} UTC`;
  expect(error).toEqual({
    code: "account.no_answer",
    message: `127.0.0.1 has not responded since ${when}. Your changes are waiting.`,
    since,
  });
  // The start of the outage does not change with further attempts.
  const tried = codes.length;
  await engine.until(async () => codes.length > tried + 1);
  expect((await accountOf(engine)).error?.since).toBe(since);

  const again = stack.use(new FakeImap(profiles.plain));
  again.addMailbox(mail);
  await again.listen(port);
  await engine.until(isIn(engine, "watching"));
  expect((await accountOf(engine)).error).toBeNull();
  expect(codes).not.toContain("account.unreachable");
});

test("a password changed at the provider is never reported as an outage", async () => {
  await using stack = new AsyncDisposableStack();
  const { engine, codes } = await recordedEngine();
  stack.use(engine);
  const server = stack.use(await startFakeImap(profiles.plain));
  server.addMailbox(mail);
  await engine.addAccount({ mail, pass, imapPort: server.port });
  await engine.until(isIn(engine, "watching"));

  server.addMailbox(mail, "another");
  server.hangUp();
  await engine.until(isIn(engine, "failed"));
  expect((await accountOf(engine)).error).toMatchObject({
    code: "account.password_refused",
    message: errors["account.password_refused"].message,
  });
  expect(new Set(codes)).toEqual(new Set(["", "account.password_refused"]));
});

test("shows a wrong host or port for a server that has never responded", async () => {
  await using engine = await startMailEngine();
  await engine.addAccount({ mail, pass, imapPort: await freePort() });
  await engine.until(isIn(engine, "waiting"));
  expect((await accountOf(engine)).error).toMatchObject({
    code: "account.unreachable",
    message: errors["account.unreachable"].message,
  });
});

test("shows an outage if the login works but the mailbox does not respond, even with attempts far apart", async () => {
  await using stack = new AsyncDisposableStack();
  stack.defer(stopFakeServers);
  const codes: string[] = [];
  const began = Date.now();
  const engine = stack.use(
    await startMailEngine({
      timing: { wireTimeoutMs: 300 },
      prepare: ({ execute }) => ({
        // The clock runs a thousand times faster: attempts are minutes apart, as in a long outage.
        clock: { now: () => began + (Date.now() - began) * 1000 },
        execute: (name, input) => {
          if (name === "account.state") codes.push((input as { state: string }).state);
          return execute(name, input);
        },
      }),
    }),
  );
  const empty = "* 0 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 1] x\r\n";
  const attack = { on: /^never/, reply: [] };
  const imapPort = await startHostileImap(attack, {
    answers: {
      EXAMINE: empty,
      SELECT: empty,
      STATUS: "* STATUS INBOX (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 7 UNSEEN 0)\r\n",
    },
  });
  await engine.addAccount({ mail, pass, imapPort });
  await engine.until(isIn(engine, "watching"));
  attack.on = /^(?:EXAMINE|SELECT|STATUS|NOOP) /;
  hangUpFakeServers();
  await engine.until(isIn(engine, "waiting"));
  const shown = codes.length;
  await engine.until(async () => codes.length > shown + 1);
  expect((await accountOf(engine)).error?.code).toBe("account.no_answer");
  expect(codes.slice(shown)).not.toContain("watching");
});
