import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import { createEgress } from "#/egress/egress.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { connectImap } from "./connection.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const log = createLog("silent");
const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
const pass = "secret";
const users = Array.from({ length: 8 }, (_, index) => ({ name: `u${index}@example.org`, pass }));
let server: TestDovecot;
let next = 0;
let user = "";
beforeAll(async () => {
  server = await startDovecot({ users });
});
afterAll(() => server.stop());
beforeEach(() => {
  user = users[next++]?.name ?? "";
});

const connect = (port = server.imapPort) =>
  connectImap(
    egress,
    { host: "127.0.0.1", port, tls: false, user, pass },
    { log, timeoutMs: 5000 },
  );
const withOther = <Result>(work: Parameters<typeof withOtherClient<Result>>[1]) =>
  withOtherClient({ port: server.imapPort, user, pass }, work);
const mail = (n: number) => `Message-ID: <m${n}@example.org>\r\nSubject: ${n}\r\n\r\nText\r\n`;

async function fill(count: number): Promise<void> {
  await withOther(async (client) => {
    for (let n = 1; n <= count; n++) await client.append("INBOX", mail(n));
  });
}

test("opening a folder reports what vanished and changed since the known state", async () => {
  await fill(6);
  await using connection = await connect();
  const before = await connection.select("INBOX", { readOnly: true });
  expect(before.resync).toBeNull();
  await withOther(async (client) => {
    await client.mailboxOpen("INBOX");
    await client.messageDelete("2,3,6", { uid: true });
    await client.messageFlagsAdd("4", ["\\Flagged", "later"], { uid: true });
  });
  const since = { uidValidity: before.uidValidity, modseq: before.highestModseq };
  const after = await connection.select("INBOX", { readOnly: true, since });
  expect(after.exists).toBe(3);
  const gone = after.resync?.vanished.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  expect(gone?.toSorted()).toEqual([2, 3, 6]);
  expect(after.resync?.changed).toEqual([{ uid: 4, flags: ["\\Flagged", "later"] }]);
});

test("a renumbered folder reports no changes", async () => {
  await fill(2);
  await using connection = await connect();
  const { uidValidity, highestModseq: modseq } = await connection.select("INBOX", {
    readOnly: true,
  });
  const since = { uidValidity: uidValidity + 1, modseq };
  expect((await connection.select("INBOX", { readOnly: true, since })).resync).toBeNull();
});

test("a server without QRESYNC only opens the folder", async () => {
  const capabilities = "IMAP4rev1 ENABLE CONDSTORE IDLE";
  await using plain = await startDovecot({ users: [{ name: user, pass }], capabilities });
  await using connection = await connect(plain.imapPort);
  expect(connection.hasResync).toBe(false);
  const since = { uidValidity: 1, modseq: "1" };
  const selected = await connection.select("INBOX", { readOnly: true, since });
  expect(selected.resync).toBeNull();
});

test("the server notifies of a change in a folder that is not open", async () => {
  await using connection = await connect();
  const resynced = Promise.withResolvers<void>();
  expect(await connection.notifyOfFolders(() => resynced.resolve())).toBe(true);
  await connection.select("INBOX", { readOnly: true });
  const end = new AbortController();
  const idling = connection.idle(() => undefined, end.signal);
  await withOther((client) => client.append("Archive", mail(1)));
  await resynced.promise;
  end.abort();
  await idling;
});

test("new mail in the open folder is reported while other folders are watched, too", async () => {
  await using connection = await connect();
  await connection.notifyOfFolders(() => undefined);
  await connection.select("INBOX", { readOnly: true });
  const end = new AbortController();
  const kinds: string[] = [];
  const idling = connection.idle(({ kind }) => {
    kinds.push(kind);
    end.abort();
  }, end.signal);
  await withOther((client) => client.append("INBOX", mail(1)));
  await idling;
  expect(kinds).toContain("exists");
});

test("all folders are listed with their counts in one response if the server supports it", async () => {
  await fill(3);
  await using connection = await connect();
  const inbox = (await connection.listFolders()).find(({ role }) => role === "inbox");
  expect(inbox?.status).toMatchObject({ messages: 3, uidNext: 4 });
  const capabilities = "IMAP4rev1";
  await using plain = await startDovecot({ users: [{ name: user, pass }], capabilities });
  await using other = await connect(plain.imapPort);
  expect((await other.listFolders()).map(({ status }) => status)).toContain(null);
});

test("a listing leaves the open folder without expunging, and counts messages that arrived since", async () => {
  await fill(3);
  await using connection = await connect();
  await connection.select("INBOX", { readOnly: false });
  await connection.storeFlags([2], { add: ["\\Deleted"], remove: [] });
  await withOther((client) => client.append("INBOX", mail(4)));
  const inbox = (await connection.listFolders()).find(({ role }) => role === "inbox");
  expect(inbox?.status).toMatchObject({ messages: 4, uidNext: 5 });
  expect(connection.opened).toBeUndefined();
  await connection.select("INBOX", { readOnly: true });
  expect(await connection.allUids()).toEqual([1, 2, 3, 4]);
});

test("the quota is reported if the server has one", async () => {
  const settings = `
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:User quota
  quota_rule = *:storage=10M
  quota_vsizes = yes
}
`;
  await using limited = await startDovecot({ users: [{ name: user, pass }], settings });
  await using connection = await connect(limited.imapPort);
  expect(await connection.quota()).toMatchObject({ limitBytes: 10 * 1024 * 1024 });
  await using unlimited = await connect();
  expect(await unlimited.quota()).toBeNull();
});
