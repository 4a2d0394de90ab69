import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { type Client, createClient } from "./client.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { readEvents } from "./event-reader.ts";
import { type OwnProduct, startOwnProduct } from "./product-process.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { startSmtp } from "#/testing/fakes/smtp-server.ts";

const form = { name: "Anna", email: "anna@example.org", password: "a good password" };
const [mailbox, pass] = ["anna@mail.example", "password of the mailbox"];

/** Several processes on one PostgreSQL, with a mailbox and an SMTP server, until the current test ends. */
export interface Installation {
  databaseUrl: string;
  start: (role: "web" | "engine" | "all") => Promise<OwnProduct>;
  dovecot: TestDovecot;
  /** Delivers a message with this subject to the mailbox. */
  deliver: (subject: string) => Promise<void>;
  /** Subjects of the sent messages. */
  left: string[];
  /** Registers the first user, who has the mailbox after `connect`. */
  register: (origin: string) => Promise<{ client: Client; token: string }>;
  connect: (client: Client) => Promise<string>;
  /** Login of other programs to the mailbox. */
  login: { port: number; user: string; pass: string };
}

/** Starts the installation. `settings` apply to every process; a `DATABASE_URL` in them replaces the fresh database. */
export async function startInstallation(
  settings: Record<string, string> = {},
): Promise<Installation> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-several-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const dovecot = await startDovecot({ users: [{ name: mailbox, pass }] });
  onTestFinished(() => dovecot.stop());
  const left: string[] = [];
  const smtp = await startSmtp({
    auth: [{ user: mailbox, pass }],
    deliver: (_to, raw) => void left.push(/^Subject: (.*?)\r?$/m.exec(raw.toString())?.[1] ?? ""),
  });
  onTestFinished(() => smtp.stop());
  const url = settings["DATABASE_URL"] ?? (await freshUntilFinished());
  const shared = {
    DATABASE_URL: url,
    INLET_DATA_DIR: dir,
    INLET_SECRET_KEY: randomBytes(32).toString("base64"),
    ...settings,
  };
  return {
    databaseUrl: url,
    dovecot,
    left,
    login: { port: dovecot.imapPort, user: mailbox, pass },
    async start(role) {
      const product = await startOwnProduct({ ...shared, INLET_ROLE: role });
      onTestFinished(() => product[Symbol.asyncDispose]());
      return product;
    },
    deliver: (subject) => dovecot.deliver(mailbox, aMail(subject)),
    async register(origin) {
      const { token } = await createClient(origin).call("POST /user/register", form);
      return { client: createClient(origin, token), token };
    },
    async connect(client) {
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
    },
  };
}

async function freshUntilFinished(): Promise<string> {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  return url;
}

/** Returns the subjects in the inbox. */
export async function subjectsIn(client: Client): Promise<string[]> {
  const { emails } = await client.call("GET /email/list", { limit: 100 });
  return emails.map(({ subject }) => subject);
}

/** Checks again after each event from the server. */
export async function seen(
  origin: string,
  token: string,
  isThere: () => Promise<boolean>,
): Promise<void> {
  const events = await readEvents(origin, token);
  try {
    while (!(await isThere())) {
      if ((await events.next()) === null) throw new Error("The stream of events has ended.");
    }
  } finally {
    events.close();
  }
}

function aMail(subject: string): string {
  return `Message-ID: <${subject.replaceAll(" ", "-")}@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: ${mailbox}\r\nSubject: ${subject}\r\n\r\nText of ${subject}.\r\n`;
}
