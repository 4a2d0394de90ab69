import { chown, mkdir } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#/base/log.ts";
import { createEgress, type Egress } from "#/egress/egress.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { fakeServer, stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { connectImap } from "./connection.ts";
import type { Fetched, ImapLogin, MailboxEvent } from "./remote.ts";
import { WireError } from "./wire-error.ts";

const log = createLog("silent");
const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
const options = { log, timeoutMs: 10_000 };

let dovecot: TestDovecot;
let login: ImapLogin;

beforeAll(async () => {
  const users = ["ann", "ben", "cem", "dan", "eve"].map((name) => ({ name, pass: "secret" }));
  dovecot = await startDovecot({ users, tls: true });
  login = { host: "127.0.0.1", port: dovecot.imapPort, tls: true, user: "ann", pass: "secret" };
});
afterAll(() => dovecot?.stop());
afterEach(stopFakeServers);

function message(subject: string, body = "Hello"): string {
  return `Message-ID: <${subject}@test.example>\r\nSubject: ${subject}\r\n\r\n${body}\r\n`;
}

async function kindOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => "no error",
    (reason: unknown) => reason,
  );
  return error instanceof WireError ? error.kind : `not a WireError: ${String(error)}`;
}

describe("a mailbox on a real server", () => {
  it("lists folders with the roles that the server assigns", async () => {
    await using connection = await connectImap(egress, login, options);
    const folders = await connection.listFolders();
    expect(Object.fromEntries(folders.map(({ path, role }) => [path, role]))).toEqual({
      INBOX: "inbox",
      Sent: "sent",
      Drafts: "drafts",
      Archive: "archive",
      Junk: "spam",
      Trash: "trash",
    });
    expect(connection.capabilities.has("CONDSTORE")).toBe(true);
  });

  it("scans, fetches, flags, appends and finds messages", async () => {
    for (const subject of ["one", "two", "three"]) await dovecot.deliver("ann", message(subject));
    await using connection = await connectImap(egress, login, options);
    const selected = await connection.select("INBOX", { readOnly: false });
    expect(selected).toMatchObject({ exists: 3, uidNext: 4 });
    expect(await connection.allUids()).toEqual([1, 2, 3]);

    const newest = await connection.scan({ lastMessages: 2 });
    expect(newest.map(({ uid }) => uid)).toEqual([2, 3]);
    expect(newest[0]?.flags).toEqual([]);
    expect(Math.abs((newest[0]?.internalDate ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await connection.scan({ fromUid: 4 })).toEqual([]);

    const whole: Fetched[] = [];
    await connection.fetchWhole([3, 1, 99], (fetched) => void whole.push(fetched));
    const subjects = whole.map(({ source }) => /Subject: (\w+)/.exec(source.toString())?.[1]);
    expect(new Set(subjects)).toEqual(new Set(["one", "three"]));

    await connection.storeFlags([2], { add: ["\\Seen", "$Label"], remove: [] });
    await connection.storeFlags([2], { add: [], remove: ["$Label"] });
    const changed = await connection.scan({ changedSince: selected.highestModseq });
    expect(changed).toMatchObject([{ uid: 2, flags: ["\\Seen"] }]);
    expect(await connection.status("INBOX")).toMatchObject({ messages: 3, unseen: 2, uidNext: 4 });

    const internalDate = Date.UTC(2020, 1, 29, 12);
    const raw = Buffer.from(message("sent"));
    const { uid = 0 } = await connection.append("Sent", raw, { flags: ["\\Seen"], internalDate });
    expect(await connection.findByMessageId("Sent", "sent@test.example")).toEqual([uid]);
    expect(await connection.findByMessageId("Sent", "other@test.example")).toEqual([]);
    expect(await connection.scan({ fromUid: uid })).toMatchObject([
      { uid, internalDate, flags: ["\\Seen"] },
    ]);
  });

  it("returns the current counts of the open folder", async () => {
    await using connection = await connectImap(egress, login, options);
    await using other = await connectImap(egress, login, options);
    const { exists } = await connection.select("Archive", { readOnly: true });
    const raw = Buffer.from(message("filed by another client"));
    await other.append("Archive", raw, { flags: [], internalDate: Date.now() });
    expect(await connection.status("Archive")).toMatchObject({ messages: exists + 1 });
  });

  it("returns source and decoded parts as streams of several pieces", async () => {
    const content = Buffer.alloc(1_500_000, "0123456789abcdef\n");
    const coded = content.toString("base64").replace(/.{76}/g, "$&\r\n");
    const raw = [
      "Subject: large\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n",
      "--x\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n",
      "Gr=C3=BC=C3=9Fe\r\n--x\r\nContent-Type: application/pdf; name=a.pdf",
      `Content-Transfer-Encoding: base64\r\n\r\n${coded}\r\n--x--\r\n`,
    ].join("\r\n");
    await dovecot.deliver("ben", raw);
    await using connection = await connectImap(egress, { ...login, user: "ben" }, options);
    await connection.select("INBOX", { readOnly: true });
    expect(await text(await connection.fetchSource(1))).toBe(raw);
    expect((await text(await connection.fetchPart(1, "1"))).trim()).toBe("Grüße");
    expect(await text(await connection.fetchPart(1, "2"))).toBe(content.toString());
    expect(await kindOf(connection.fetchPart(1, "3"))).toBe("message_gone");
    expect(await kindOf(connection.fetchSource(9))).toBe("message_gone");

    const outline = await connection.fetchOutline(1);
    expect(outline.header.toString()).toContain("Subject: large");
    expect(
      outline.parts.map(({ part, type, content: fetched }) => [part, type, fetched === null]),
    ).toEqual([
      ["1", "text/plain", false],
      ["2", "application/pdf", true],
    ]);
  });

  it("works with folder names in any script", async () => {
    await using connection = await connectImap(egress, { ...login, user: "cem" }, options);
    // Maildir++ stores names in modified UTF-7, as IMAP does: "Entwürfe & 日本".
    const folder = `${dovecot.maildir("cem")}/.Entw&APw-rfe &- &ZeVnLA-`;
    for (const part of ["", "/cur", "/new", "/tmp"]) {
      await mkdir(folder + part, { recursive: true });
      if (process.getuid?.() === 0) await chown(folder + part, 65534, 65534);
    }
    const found = (await connection.listFolders()).find(({ name }) => name.startsWith("Entw"));
    expect(found?.path).toBe("Entwürfe & 日本");
    await connection.append(found?.path ?? "", Buffer.from(message("x")), {
      flags: [],
      internalDate: 0,
    });
    const selected = await connection.select(found?.path ?? "", { readOnly: true });
    expect(selected.exists).toBe(1);
  });

  it("reports new mail while idle, and stops when asked", async () => {
    await using connection = await connectImap(egress, { ...login, user: "dan" }, options);
    await connection.select("INBOX", { readOnly: true });
    const stop = new AbortController();
    const events: MailboxEvent[] = [];
    const idle = connection.idle((event) => {
      events.push(event);
      stop.abort();
    }, stop.signal);
    await dovecot.deliver("dan", message("new"));
    await idle;
    expect(events[0]).toEqual({ kind: "exists" });
    expect(await connection.allUids()).toEqual([1]);
  });

  it("names the problem with a login, a folder or a port", async () => {
    expect(await kindOf(connectImap(egress, { ...login, pass: "wrong" }, options))).toBe(
      "bad_login",
    );
    expect(await kindOf(connectImap(egress, { ...login, pass: "a\r\nb LOGOUT" }, options))).toBe(
      "bad_login",
    );
    expect(await kindOf(connectImap(egress, { ...login, port: 1 }, options))).toBe("unreachable");
    const strict = createEgress({ allowedPrivateHosts: [] });
    expect(await kindOf(connectImap(strict, login, options))).toBe("unreachable");
    await using connection = await connectImap(egress, { ...login, user: "eve" }, options);
    expect(await kindOf(connection.select("Nowhere", { readOnly: true }))).toBe("folder_gone");
    expect(await kindOf(connection.status("Nowhere"))).toBe("folder_gone");
    const raw = Buffer.from(message("x"));
    const appended = connection.append("Nowhere", raw, { flags: [], internalDate: 0 });
    expect(await kindOf(appended)).toBe("folder_gone");
    await connection.close();
    expect(await kindOf(connection.select("INBOX", { readOnly: true }))).toBe("closed");
  });
});

describe("encryption", () => {
  /** Simulates a public host: its certificate must be valid, and an unencrypted login is not allowed. */
  const publicly = (port: number): Egress => ({
    ...egress,
    resolve: async (host) => ({ host, address: "127.0.0.1", port, isAllowedPrivate: false }),
  });
  const privately = (port: number): Egress => ({
    ...egress,
    resolve: async (host) => ({ host, address: "127.0.0.1", port, isAllowedPrivate: true }),
  });

  it("uses implicit TLS on port 993", async () => {
    const { imapsPort } = dovecot;
    await using connection = await connectImap(
      privately(imapsPort),
      { ...login, host: "localhost", port: 993 },
      options,
    );
    expect(connection.capabilities.has("IDLE")).toBe(true);
  });

  it("accepts self-signed certificates only from allowed private hosts", async () => {
    const onOther = publicly(dovecot.imapsPort);
    expect(await kindOf(connectImap(onOther, { ...login, port: 993 }, options))).toBe(
      "certificate",
    );
    const onStartTls = publicly(dovecot.imapPort);
    expect(await kindOf(connectImap(onStartTls, login, options))).toBe("certificate");
  });

  it("never logs in unencrypted: not without STARTTLS, and not to a public host", async () => {
    const received: string[] = [];
    const port = await fakeServer((socket) => {
      socket.write("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n");
      socket.on("data", (chunk) => {
        received.push(chunk.toString());
        const tag = chunk.toString().split(" ")[0];
        socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK done\r\n`);
      });
    });
    expect(await kindOf(connectImap(egress, { ...login, port }, options))).toBe(
      "encryption_required",
    );
    const clear = connectImap(publicly(port), { ...login, port, tls: false }, options);
    expect(await kindOf(clear)).toBe("encryption_required");
    expect(received.join("")).not.toMatch(/LOGIN|AUTHENTICATE|secret/);
  });

  it("refuses a response injected before the encryption", async () => {
    const port = await fakeServer((socket) => {
      socket.write("* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n");
      socket.on("data", (chunk) => {
        const tag = chunk.toString().split(" ")[0];
        socket.write(`${tag} OK begin\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n`);
      });
    });
    expect(await kindOf(connectImap(egress, { ...login, port }, options))).toBe(
      "encryption_required",
    );
  });
});

it("reports in one sentence that Dovecot is missing", async () => {
  const starting = startDovecot({ users: [], program: "dovecot-is-not-here" });
  await expect(starting).rejects.toThrow(
    /^Dovecot is not installed: on Debian run `apt-get install/,
  );
});
