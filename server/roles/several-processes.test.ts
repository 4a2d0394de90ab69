import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "#/store/database.ts";
import { type Client, createClient } from "#/testing/client.ts";
import { startDovecot, type TestDovecot } from "#/testing/dovecot.ts";
import { readEvents } from "#/testing/event-reader.ts";
import { startOwnProduct } from "#/testing/own-product.ts";
import { freshPostgres } from "#/testing/postgres.ts";
import { startSmtp, type TestSmtp } from "#/testing/smtp.ts";

const form = { name: "Anna", email: "anna@example.org", password: "a good password" };
const [mailbox, pass] = ["anna@mail.example", "password of the mailbox"];

describe("several processes on one PostgreSQL", () => {
  let dir = "";
  let dovecot: TestDovecot;
  let smtp: TestSmtp;
  const left: string[] = [];
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "inlet-several-"));
    dovecot = await startDovecot({ users: [{ name: mailbox, pass }] });
    smtp = await startSmtp({
      auth: [{ user: mailbox, pass }],
      deliver: (_to, raw) => void left.push(/^Subject: (.*?)\r?$/m.exec(raw.toString())?.[1] ?? ""),
    });
  }, 60_000);
  afterAll(async () => {
    await dovecot.stop();
    await smtp.stop();
    await rm(dir, { recursive: true });
  });

  /** Starts processes of one installation. */
  async function anInstallation() {
    const { url, drop } = await freshPostgres();
    onTestFinished(drop);
    const shared = {
      DATABASE_URL: url,
      INLET_DATA_DIR: path.join(dir, randomBytes(4).toString("hex")),
      INLET_SECRET_KEY: randomBytes(32).toString("base64"),
    };
    const start = async (role: "web" | "engine" | "all") => {
      const product = await startOwnProduct({ ...shared, INLET_ROLE: role });
      onTestFinished(() => product[Symbol.asyncDispose]());
      return product;
    };
    return { url, start };
  }

  async function connect(client: Client): Promise<string> {
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

  /** Looks again with everything that the server tells of. */
  async function seen(origin: string, token: string, isThere: () => Promise<boolean>) {
    const events = await readEvents(origin, token);
    try {
      while (!(await isThere())) {
        if ((await events.next()) === null) throw new Error("The stream of events has ended.");
      }
    } finally {
      events.close();
    }
  }

  it("shows what an engine fetched, sends once, and asks the engine that works for a person", async () => {
    const { start } = await anInstallation();
    const [web, other] = await Promise.all([start("web"), start("web"), start("engine")]);
    const { client, token } = await anna(web.origin);
    const elsewhere = createClient(other.origin, token);
    const accountId = await connect(client);
    await dovecot.deliver(mailbox, aMail("To several"));
    await seen(other.origin, token, async () =>
      (await subjectsIn(elsewhere)).includes("To several"),
    );
    expect(await elsewhere.call("POST /email/sync", {})).toEqual({ state: "done" });
    await client.call("POST /email/send", {
      accountId,
      to: "bob@elsewhere.example",
      subject: "From one of them",
      content: "Hello.",
    });
    await seen(other.origin, token, async () => left.includes("From one of them"));
    await elsewhere.call("DELETE /imap/{id}", { id: accountId });
    expect(await subjectsIn(client)).toEqual([]);
    expect(left).toEqual(["From one of them"]);
  }, 60_000);

  it("says that nobody fetches mail while there is no engine, and goes on when there is one", async () => {
    const { start } = await anInstallation();
    const web = await start("web");
    const { client, token } = await anna(web.origin);
    await connect(client);
    expect(await subjectsIn(client)).toEqual([]);
    expect(await client.call("POST /email/sync", {})).toEqual({ state: "failed" });
    await start("engine");
    await seen(web.origin, token, async () => (await subjectsIn(client)).length > 0);
  }, 60_000);

  it("lets an engine that slept through its own end write and send nothing more", async () => {
    const { start, url } = await anInstallation();
    const [web, first] = await Promise.all([start("web"), start("engine")]);
    const { client, token } = await anna(web.origin);
    const accountId = await connect(client);
    await seen(web.origin, token, async () => (await subjectsIn(client)).length > 0);
    first.signal("SIGSTOP");
    const second = await start("engine");
    left.length = 0;
    await client.call("POST /email/send", {
      accountId,
      to: "bob@elsewhere.example",
      subject: "While one sleeps",
      content: "Hello.",
    });
    await dovecot.deliver(mailbox, aMail("While one sleeps"));
    await seen(web.origin, token, async () =>
      (await subjectsIn(client)).includes("While one sleeps"),
    );
    await vi.waitFor(() => expect(left).toEqual(["While one sleeps"]), { timeout: 20_000 });
    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    const holders = async () => {
      const { rows } = await sql<{ holder: string }>`select holder from engine_leases`.execute(
        database.kysely,
      );
      return rows.map(({ holder }) => holder);
    };
    const [holder] = await holders();
    first.signal("SIGCONT");
    await dovecot.deliver(mailbox, aMail("Both awake"));
    await seen(web.origin, token, async () => (await subjectsIn(client)).includes("Both awake"));
    // One row of each message, and the one who took over has kept them.
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from messages where subject in ('While one sleeps', 'Both awake')
        group by subject`.execute(database.kysely);
    expect(rows.map(({ n }) => Number(n))).toContain(1);
    expect(await holders()).toEqual([holder]);
    expect(left).toEqual(["While one sleeps"]);
    await second.stop();
    await dovecot.deliver(mailbox, aMail("The sleeper again"));
    await seen(web.origin, token, async () =>
      (await subjectsIn(client)).includes("The sleeper again"),
    );
  }, 120_000);
});

async function anna(origin: string): Promise<{ client: Client; token: string }> {
  const { token } = await createClient(origin).call("POST /user/register", form);
  return { client: createClient(origin, token), token };
}

async function subjectsIn(client: Client): Promise<string[]> {
  const { emails } = await client.call("GET /email/list", {});
  return emails.map(({ subject }) => subject);
}

function aMail(subject: string): string {
  return `Message-ID: <${subject.replaceAll(" ", "-")}@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: ${mailbox}\r\nSubject: ${subject}\r\n\r\nText of ${subject}.\r\n`;
}
