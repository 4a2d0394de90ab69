import { createHash } from "node:crypto";
import { once } from "node:events";
import { watch } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#/store/engine/database.ts";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { bothEngines } from "#/testing/database/database.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { momentsOf } from "#/testing/factories/test-moments.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { runTool, startOwnProduct } from "#/testing/apps/product-process.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { rowsOf } from "#/testing/factories/table-rows.ts";
import { startSmtp, type TestSmtp } from "#/testing/fakes/smtp-server.ts";

const form = { name: "Anna", email: "anna@example.org", password: "a good password" };
const [mailbox, pass] = ["anna@mail.example", "password of the mailbox"];
const friend = "friend@elsewhere.example";
const words = "words of a file";
const week = 7 * 86_400_000;

/** Tables that differ after a restore; store/backup/reconcile-restored.ts explains why. */
const settledTables = [
  "sessions",
  "changes",
  "change_counters",
  "jobs",
  "leases",
  "schema_migrations",
];
const settledColumns: Record<string, string[]> = {
  outbox: ["state", "error", "updated_at"],
  folders: ["last_checked_at"],
};

/** By default each kind of backup is restored on one engine; store/backup/create-backup.test.ts restores on both. */
const trials = momentsOf(
  ["by hand on sqlite", "by hand on postgres", "at night on sqlite", "at night on postgres"],
  ["by hand on sqlite", "at night on postgres"],
);

describe.each(bothEngines)("a backup of a real server, on %s", (engine) => {
  let dir = "";
  let dovecot: TestDovecot;
  let smtp: TestSmtp;
  const left: string[] = [];
  const databases: { drop: () => Promise<void> }[] = [];
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "inlet-restored-"));
    dovecot = await startDovecot({ users: [{ name: mailbox, pass }] });
    smtp = await startSmtp({
      auth: [{ user: mailbox, pass }],
      deliver: (_to, raw) => void left.push(/^Subject: (.*?)\r?$/m.exec(raw.toString())?.[1] ?? ""),
    });
  }, 60_000);
  afterAll(async () => {
    await dovecot.stop();
    await smtp.stop();
    for (const { drop } of databases) await drop();
    await rm(dir, { recursive: true });
  });

  /** Creates a data folder and a database. */
  async function aPlace(name: string): Promise<Record<string, string>> {
    const dataDir = path.join(dir, name);
    await mkdir(dataDir);
    if (engine === "sqlite") return { INLET_DATA_DIR: dataDir };
    const fresh = await freshPostgres();
    databases.push(fresh);
    return { INLET_DATA_DIR: dataDir, DATABASE_URL: fresh.url };
  }
  const urlOf = (place: Record<string, string>) =>
    place["DATABASE_URL"] ?? path.join(place["INLET_DATA_DIR"] ?? "", "inlet.db");

  async function backUpOf(place: Record<string, string>): Promise<string> {
    const { code, output } = await runTool("backup", [], place);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain("The backup does not contain the secret key");
    return output.split(" (")[0] ?? "";
  }

  if (trials.includes(`by hand on ${engine}`)) {
    it("is restored row by row, sends nothing without confirmation, and syncs changes since the backup", async () => {
      const place = await aPlace("home");
      for (let n = 0; n < 12; n++) await dovecot.deliver(mailbox, aMail(`mail ${n}`));
      const ids: Record<string, string> = {};
      const saved: string[] = [];
      let underLoad = "";
      {
        await using product = await startOwnProduct(place);
        const { token } = await createClient(product.origin).call("POST /user/register", form);
        const client = createClient(product.origin, token);
        const accountId = await connect(client, dovecot, smtp);
        await seen(product.origin, token, async () => (await subjectsIn(client)).length === 12);
        smtp.failAt = { phase: "mail", how: { code: 451, text: "later" } };
        const base = { accountId, to: friend, content: "words" };
        for (const subject of ["sent since", "never sent"]) {
          ids[subject] = (await client.call("POST /email/send", { ...base, subject })).id;
        }
        const sendAt = new Date(Date.now() + week).toISOString();
        const later = { ...base, subject: "next week", sendAt };
        ids["next week"] = (await client.call("POST /email/send", later)).id;
        const fileId = await upload(product.origin, token, words);
        const attachment = {
          id: fileId,
          filename: "a.txt",
          type: "text/plain",
          size: 15,
          cid: null,
        };
        const draft = { id: "with-file", accountId, revision: 0, attachments: [attachment] };
        await client.call("PUT /email/drafts/{id}", draft);
        // Writes continue, one after the other, during the backup.
        const state = { isOver: false };
        const begun = (async () => {
          for (let n = 0; !state.isOver; n++) {
            await client.call("PUT /email/drafts/{id}", { id: `d${n}`, accountId, revision: 0 });
            saved.push(`d${n}`);
          }
        })();
        const before = () => saved.length;
        await seenSoon(() => before() >= 3);
        const existing = before();
        underLoad = await backUpOf(place);
        state.isOver = true;
        await begun;
        expect(saved.length).toBeGreaterThan(existing);
        saved.length = existing;
        await product.stop();
      }
      const file = await backUpOf(place);
      const original = await rowsOf(urlOf(place));

      // The original continues: one message is sent, and one is canceled.
      {
        await using product = await startOwnProduct(place);
        const { token } = await createClient(product.origin).call("POST /user/login", form);
        const client = createClient(product.origin, token);
        await client.call("DELETE /email/outbox/{id}", { id: ids["never sent"] ?? "" });
        smtp.failAt = null;
        const since = ids["sent since"] ?? "";
        await client.send("PATCH /email/outbox/{id}", { id: since });
        await seen(product.origin, token, async () => {
          const { state, emailId } = await client.call("GET /email/outbox/{id}", { id: since });
          return state === "accepted" && emailId !== null;
        });
        await product.stop();
      }
      expect(left).toContain("sent since");
      const gone = left.length;
      await dovecot.deliver(mailbox, aMail("came since"));
      await withOtherClient({ port: dovecot.imapPort, user: mailbox, pass }, async (other) => {
        await other.mailboxOpen("INBOX");
        await other.messageDelete({ header: { subject: "mail 3" } });
      });

      const clean = await aPlace("clean");
      expect((await runTool("restore", [file], clean)).output).toContain("There is no key in");
      await bringKey(place, clean);
      const restored = await runTool("restore", [file], clean);
      expect(restored).toMatchObject({ code: 0 });
      expect(restored.output).toContain("need confirmation in the Outbox: 3.");
      expect(settled(await rowsOf(urlOf(clean)))).toEqual(settled(original));

      await using product = await startOwnProduct(clean);
      const { token } = await createClient(product.origin).call("POST /user/login", form);
      const client = createClient(product.origin, token);
      const id = ids["never sent"] ?? "";
      await seen(product.origin, token, async () => {
        const subjects = await subjectsIn(client);
        const { state } = await client.call("GET /email/outbox/{id}", {
          id: ids["sent since"] ?? "",
        });
        // It was found in Sent, and needs no decision of the user.
        return (
          subjects.includes("came since") && !subjects.includes("mail 3") && state === "accepted"
        );
      });
      const { emails } = await client.call("GET /email/list", {});
      const [newest] = emails;
      const opened = await client.call("GET /email/preview/{emailId}", {
        emailId: newest?.id ?? "",
      });
      expect(opened.email.bodyPlain).toContain("Text of came since");
      const { outgoing } = await client.call("GET /email/outbox", {});
      const waiting = outgoing.map(({ draft, state }) => `${draft.subject}: ${state}`);
      expect(waiting.toSorted()).toEqual(["never sent: confirm", "next week: confirm"]);
      expect(left).toHaveLength(gone);

      await client.call("POST /email/outbox/{id}/resolve", { id, decision: "send_again" });
      await seen(product.origin, token, async () => {
        return (await client.call("GET /email/outbox/{id}", { id })).state === "accepted";
      });
      expect(left.filter((subject) => subject === "never sent")).toHaveLength(1);
      // The other email is sent at its scheduled time, not earlier.
      const next = { id: ids["next week"] ?? "", decision: "send_again" } as const;
      expect(await client.call("POST /email/outbox/{id}/resolve", next)).toMatchObject({
        state: "queued",
      });
      const planned = await client.call("GET /email/outbox/{id}", { id: next.id });
      expect(Date.parse(planned.sendAt ?? "")).toBeGreaterThan(Date.now() + week / 2);
      const name = createHash("sha256").update(words).digest("hex");
      const blob = path.join(clean["INLET_DATA_DIR"] ?? "", "blobs", name.slice(0, 2), name);
      expect(await readFile(blob, "utf8")).toBe(words);

      // The backup taken during writes contains everything acknowledged before it.
      const third = await aPlace("third");
      await bringKey(place, third);
      expect(await runTool("restore", [underLoad], third)).toMatchObject({ code: 0 });
      const drafts = (await rowsOf(urlOf(third))).get("drafts") ?? [];
      expect(drafts.map((row) => row["id"])).toEqual(expect.arrayContaining(saved));
    }, 120_000);
  }

  if (trials.includes(`at night on ${engine}`)) {
    it("is created at start if last night's is missing, and can be restored", async () => {
      const place = await aPlace("nights");
      {
        await using product = await startOwnProduct(place);
        await createClient(product.origin).call("POST /user/register", form);
        await product.stop();
      }
      const database = await openDatabase({ url: urlOf(place) });
      await sql`update schema_migrations set applied_at = 0`.execute(database.kysely);
      await database.close();
      const backups = path.join(dir, "elsewhere");
      await mkdir(backups);
      const folder = watch(backups);
      // Watches from the start, because the backup may be there before the server reports that it runs.
      let change = once(folder, "change");
      const hour = String(new Date().getHours());
      await using product = await startOwnProduct({
        ...place,
        INLET_BACKUP_HOUR: hour,
        INLET_BACKUP_DIR: backups,
      });
      const isMade = async () =>
        (await readdir(backups)).some((name) => /^inlet-.*-nightly\.tar$/.test(name));
      while (!(await isMade())) {
        await change;
        change = once(folder, "change");
      }
      folder.close();
      await product.stop();
      const clean = await aPlace("after a night");
      await bringKey(place, clean);
      const [file = ""] = (await readdir(backups)).filter((name) => name.endsWith(".tar"));
      const { output } = await runTool("restore", [path.join(backups, file)], clean);
      expect(output).toContain("All users must sign in again");
    }, 60_000);
  }
});

function settled(all: Map<string, Record<string, unknown>[]>) {
  return Object.fromEntries(
    [...all]
      .filter(([table]) => !settledTables.includes(table))
      .map(([table, rows]) => [
        table,
        rows
          .map((row) =>
            Object.fromEntries(
              Object.entries(row).filter(([column]) => !settledColumns[table]?.includes(column)),
            ),
          )
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ]),
  );
}

async function bringKey(from: Record<string, string>, to: Record<string, string>): Promise<void> {
  const [source, target] = [from, to].map((place) => place["INLET_DATA_DIR"] ?? "");
  await copyFile(path.join(source ?? "", "secret.key"), path.join(target ?? "", "secret.key"));
  expect(await readdir(target ?? "")).toContain("secret.key");
}

async function connect(client: Client, dovecot: TestDovecot, smtp: TestSmtp): Promise<string> {
  const { account } = await client.call("POST /imap/add", {
    account_mail: mailbox,
    account_pass: pass,
    imap_host: "127.0.0.1",
    user_port: dovecot.imapPort,
    tls: false,
    smtp_host: "127.0.0.1",
    smtp_port: smtp.port,
    smtp_tls: false,
  });
  return account.id;
}

async function subjectsIn(client: Client): Promise<string[]> {
  const { emails } = await client.call("GET /email/list", {});
  return emails.map(({ subject }) => subject);
}

/** Checks again after each event from the server. */
async function seen(origin: string, token: string, isThere: () => Promise<boolean>): Promise<void> {
  const events = await readEvents(origin, token);
  try {
    while (!(await isThere())) {
      if ((await events.next()) === null) throw new Error("The stream of events has ended.");
    }
  } finally {
    events.close();
  }
}

async function seenSoon(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setImmediate(resolve));
}

async function upload(origin: string, token: string, text: string): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([text], { type: "text/plain" }), "a.txt");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/email/uploads`, { method: "POST", headers, body });
  const { id }: { id?: unknown } = JSON.parse(await answer.text());
  return String(id);
}

function aMail(subject: string): string {
  return `Message-ID: <${subject.replace(" ", "-")}@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: ${mailbox}\r\nSubject: ${subject}\r\n\r\nText of ${subject}.\r\n`;
}
