import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Engine } from "#/store/engine/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeMailbox } from "#/testing/fakes/imap/mailbox.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";

const run = promisify(execFile);

/**
 * The version that wrote the recorded data. `node tools/record-data.ts VERSION` recorded them with the code of that version.
 */
export const olderVersion = "v0.1.0";

/** Values in the recorded data that tests expect. */
export const recorded = {
  user: { name: "Anna", email: "anna@example.org", password: "a good password" },
  mailbox: { user: "anna@mail.example", pass: "password of the mailbox" },
  subjects: ["one", "two", "three", "four"],
  /** Starred while the mail server was unreachable. */
  starred: "two",
  /** Archived while the mail server was unreachable. */
  archived: "three",
  draft: { id: "draft-of-anna", subject: "Not sent yet", file: "words of a file" },
  /** Queued, because the SMTP server rejected it temporarily. */
  queued: { subject: "Still to be sent", to: "friend@elsewhere.example" },
  /**
   * Number of encrypted values: the password of the mailbox, the secrets of an authenticator and a webhook, and the notification
   * key.
   */
  secrets: 4,
};

/** Returns the content of the recorded installations' secret.key. It protects nothing else. */
export function recordedKey(): string {
  return Buffer.alloc(32, "a key that is for tests and no more").toString("base64");
}

/** Returns the path of a recorded archive: the data folder, or a backup. */
export function recordedArchive(version: string, engine: Engine, of: "data" | "backup"): string {
  return path.join(import.meta.dirname, "../older-data", version, `${engine}-${of}.tar.gz`);
}

/** Packs the contents of a folder into an archive. */
export async function packFolder(from: string, archive: string): Promise<void> {
  await run("tar", ["-czf", archive, "-C", from, "."], { env: { ...process.env, GZIP: "-9" } });
}

/** Unpacks an archive into a new folder. */
export async function unpackFolder(archive: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await run("tar", ["-xzf", archive, "-C", to]);
}

/** Starts a mail server with the mailbox as it was during the recording: the same UIDs in the same folders. */
export async function startRecordedMailbox(): Promise<{ imap: FakeImap; mailbox: FakeMailbox }> {
  const imap = await startFakeImap(profiles.plain);
  const mailbox = imap.addMailbox(recorded.mailbox.user, recorded.mailbox.pass);
  for (const [n, subject] of recorded.subjects.entries()) {
    const fields = [
      `Message-ID: <${subject}@example.net>`,
      "From: Ben <ben@example.net>",
      `To: ${recorded.mailbox.user}`,
      `Subject: ${subject}`,
    ];
    const raw = Buffer.from(`${fields.join("\r\n")}\r\n\r\nText of ${subject}.\r\n`);
    const internalDate = Date.UTC(2026, 10, 20, n);
    mailbox.append(mailbox.folder("INBOX"), raw, { internalDate });
  }
  return { imap, mailbox };
}

/** Waits until the condition holds, and checks it after each event of the live stream. Throws if the stream ends before. */
export async function untilTrue(
  { origin, token }: { origin: string; token: string },
  isTrue: () => Promise<boolean>,
): Promise<void> {
  const events = await readEvents(origin, token);
  try {
    while (!(await isTrue())) {
      if ((await events.next()) === null) throw new Error("The live stream ended.");
    }
  } finally {
    events.close();
  }
}
