import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Archived, ArchivedMail } from "./archived-mail.ts";
import { readArchive } from "./read-archive.ts";
import { readMbox } from "./read-mbox.ts";
import { mboxEntry } from "./write-mbox.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "inlet-archive-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const mail = (subject: string, extra = "", body = "Text.\n") =>
  `Message-ID: <${subject}@example.org>\nFrom: Ann <ann@example.org>\nDate: Sat, 3 Jan 2026 01:05:34 +0000\nSubject: ${subject}\n${extra}\n${body}`;

async function read(name: string, content: string | Buffer): Promise<Archived[]> {
  const file = path.join(dir, name);
  writeFileSync(file, content);
  return all(readArchive(file));
}

async function all(messages: AsyncIterable<Archived>): Promise<Archived[]> {
  const found: Archived[] = [];
  for await (const one of messages) found.push(one);
  return found;
}

function ids(found: Archived[]): string[] {
  return found.map((one) => (one === "refused" ? one : (one.messageId.split("@")[0] ?? "")));
}

function first(found: Archived[]): ArchivedMail {
  const [one] = found;
  if (one === undefined || one === "refused") throw new Error("No message was found.");
  return one;
}

const line = "From ann@example.org Sat Jan  3 01:05:34 2026\n";

test("an mbox yields its messages with date, flags and CRLF", async () => {
  const mbox = `${line}${mail("one", "Status: RO\nX-Status: F\n")}\n${line}${mail("two")}\n`;
  const found = await read("a.mbox", mbox);
  expect(ids(found)).toEqual(["one", "two"]);
  expect(first(found)).toMatchObject({
    flags: [String.raw`\Seen`, String.raw`\Flagged`],
    internalDate: Date.UTC(2026, 0, 3, 1, 5, 34),
  });
  expect(first(found).raw.toString()).toMatch(/^Message-ID: <one@example.org>\r\n[^]*Text\.\r\n$/);
});

test('a sentence that begins with "From" neither ends a message nor stays quoted', async () => {
  const body = "Dear Ben,\n\nFrom here one sees the sea.\n\n>From the tower too.\n>>From there.\n";
  const [one, two] = await read("a", `${line}${mail("one", "", body)}\n${line}${mail("two")}\n`);
  expect(one).toMatchObject({ messageId: "one@example.org" });
  expect(two).toMatchObject({ messageId: "two@example.org" });
  expect(first([one ?? "refused"]).raw.toString()).toContain(
    "\r\n\r\nFrom here one sees the sea.\r\n\r\nFrom the tower too.\r\n>From there.\r\n",
  );
});

test("the messages are the same wherever the file is cut into pieces", async () => {
  const whole = Buffer.from(
    Array.from({ length: 5 }, (_, at) => `${line}${mail(`m${at}`)}\n`).join(""),
  );
  for (const size of [1, 2, 7, 64, 100, 333]) {
    const pieces: Buffer[] = [];
    for (let at = 0; at < whole.length; at += size) pieces.push(whole.subarray(at, at + size));
    const found = await all(readMbox(Readable.from(pieces)));
    expect(ids(found), `pieces of ${size}`).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  }
});

test("a message deleted in Thunderbird is refused, and Google's labels show which are read", async () => {
  const mbox = [
    mail("deleted", "X-Mozilla-Status: 0009\n"),
    mail("read", "X-Mozilla-Status: 0001\n"),
    mail("gmail", "X-Gmail-Labels: Inbox,Starred,Work\n"),
    mail("unread", "X-Gmail-Labels: Inbox,Unread\n"),
  ];
  const found = await read("a", mbox.map((one) => `From - \n${one}\n`).join(""));
  expect(ids(found)).toEqual(["refused", "read", "gmail", "unread"]);
  expect(found.map((one) => (one === "refused" ? [] : one.flags))).toEqual([
    [],
    [String.raw`\Seen`],
    [String.raw`\Seen`, String.raw`\Flagged`],
    [],
  ]);
});

test("Google's labels give a message's folder and labels, in any quoting", async () => {
  const labels = [
    "Archived,Important,Opened,Category Personal,Boats/Sails",
    "=?UTF-8?Q?Posteingang,Ungelesen,Ge=C3=B6ffnet,Kategorie:_=22=22Pers=C3=B6nlich=22=22,=22Nord,_S=C3=BCd=22?=",
    "Inbox,Sent,Starred",
    "Trash,Inbox,IMAP_$NotJunk",
    "constructor,,",
  ];
  const file = labels.map(
    (value) =>
      `From 17@xxx Mon Jan 05 10:00:00 +0000 2026\n${mail("m", `X-Gmail-Labels: ${value}\n`)}\n`,
  );
  const found = await read("All mail.mbox", file.join(""));
  expect(found).toMatchObject([
    { role: "archive", flags: [String.raw`\Seen`], labels: ["Boats/Sails"] },
    { role: "inbox", flags: [], labels: ["Nord, Süd"] },
    { role: "inbox", flags: [String.raw`\Seen`, String.raw`\Flagged`], labels: [] },
    { role: "trash", flags: [String.raw`\Seen`], labels: [] },
    { role: null, flags: [String.raw`\Seen`], labels: ["constructor"] },
  ]);
  expect(first(found).internalDate).toBe(Date.UTC(2026, 0, 5, 10));
});

test("a written mbox is read as the same message", async () => {
  const raw = Buffer.from(
    mail(
      "one",
      "Status: O\n",
      "From me.\n>From you.\n\nFrom x Sat Jan 3 01:05:34 2026\n",
    ).replaceAll("\n", "\r\n"),
  );
  const flags = [String.raw`\Seen`, String.raw`\Answered`, String.raw`\Flagged`];
  const internalDate = Date.UTC(2026, 1, 28, 23, 59, 1);
  const entry = mboxEntry({ raw, sender: "ann@example.org", internalDate, flags });
  const found = await read("a", Buffer.concat([entry, entry]));
  expect(found).toHaveLength(2);
  const again = first(found);
  expect(again.flags.toSorted()).toEqual(flags.toSorted());
  expect(again.internalDate).toBe(internalDate);
  const body = (text: string) => text.slice(text.indexOf("\r\n\r\n"));
  expect(body(again.raw.toString())).toBe(body(raw.toString()));
});

test("reads a single message, an mbox in gzip, and a Maildir in tar and in zip", async () => {
  expect(ids(await read("a.eml", mail("alone")))).toEqual(["alone"]);
  const mbox = `${line}${mail("packed")}\n`;
  expect(ids(await read("a.gz", gzipSync(mbox)))).toEqual(["packed"]);

  const maildir = path.join(dir, "Maildir");
  mkdirSync(path.join(maildir, "cur"), { recursive: true });
  mkdirSync(path.join(maildir, "tmp"));
  writeFileSync(path.join(maildir, "cur", "1.host:2,FS"), mail("flagged"));
  writeFileSync(path.join(maildir, "tmp", "2.host"), mail("unfinished"));
  writeFileSync(path.join(maildir, "dovecot.index"), "no mail");
  writeFileSync(path.join(maildir, "All mail.mbox"), mbox);
  const tar = path.join(dir, "a.tgz");
  execFileSync("tar", ["-czf", tar, "-C", dir, "Maildir"]);
  const found = await all(readArchive(tar));
  expect(ids(found).toSorted()).toEqual(["flagged", "packed"]);
  const flagged = found.find((one) => one !== "refused" && one.messageId.startsWith("flagged"));
  expect(flagged).toMatchObject({ flags: [String.raw`\Seen`, String.raw`\Flagged`] });

  const zip = path.join(dir, "a.zip");
  execFileSync("python3", ["-m", "zipfile", "-c", zip, maildir]);
  expect(ids(await all(readArchive(zip))).toSorted()).toEqual(["flagged", "packed"]);
});

test("a file without mail is refused, and a broken archive fails", async () => {
  expect(await read("a.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))).toEqual(["refused"]);
  expect(await read("empty", "")).toEqual(["refused"]);
  await expect(read("a.zip", "PK\x03\x04 and no more")).rejects.toThrow();
  await expect(read("a.gz", gzipSync("x".repeat(5000)).subarray(0, 20))).rejects.toThrow();
});
