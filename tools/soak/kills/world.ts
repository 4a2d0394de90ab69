import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  AccountId,
  FolderId,
  MessageId,
  OutboxId,
  UploadId,
  UserId,
} from "@inlet/contract/ids.ts";
import { startDovecot, type TestDovecot } from "../../../server/testing/fakes/dovecot.ts";
import { startSmtp } from "../../../server/testing/fakes/smtp-server.ts";
import { type Random, seededRandom } from "../../../server/testing/faults/tracking/random.ts";
import {
  type TrackedServer,
  trackedReal,
} from "../../../server/testing/faults/tracking/tracked-server.ts";
import { Ledger } from "./ledger.ts";
import type { Product } from "./product.ts";

export const messages = 60;
/** A folder that the user created. */
export const shelf = "Shelf";

/** A message that the user asked to send, with its idempotency key. */
interface Letter {
  key: string;
  subject: string;
  content: string;
  /** A file to attach. */
  uploadId?: UploadId;
  /** null until a response arrives; until then it is requested again with the same key. */
  id: OutboxId | null;
}

/** A user with a mailbox, and everything that the product acknowledged to them. */
export interface World extends AsyncDisposable {
  dataDir: string;
  random: Random;
  ledger: Ledger;
  login: { host: string; user: string; pass: string; imapPort: number; smtpPort: number };
  person: { name: string; email: string; password: string; token: string; userId: UserId };
  /** null until the mailbox is added. */
  accountId: AccountId | null;
  /** Ids of the user's own messages by subject, known once the first sync is done. */
  mail: Map<string, MessageId>;
  shelfId: FolderId | null;
  letters: Letter[];
  server: TrackedServer;
  dovecot: TestDovecot;
  /** Every message that the SMTP server accepted. */
  delivered: string[];
  /** Message-IDs that other mail clients put into the mailbox. */
  arrived: string[];
  /** Factor for all waiting times, to reach the same random moments on a busy machine. */
  pace: number;
}

/** Creates a mail server with a filled mailbox, and the path of an empty data folder. */
export async function createWorld(seed: number): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const user = "person@example.org";
  const pass = "secret";
  const dovecot = stack.use(await startDovecot({ users: [{ name: user, pass }] }));
  const delivered: string[] = [];
  const smtp = stack.use(
    await startSmtp({
      deliver: (_recipient, raw) => void delivered.push(raw.toString("latin1")),
      auth: [{ user, pass }],
    }),
  );
  const dir = await mkdtemp(join(tmpdir(), "inlet-kills-"));
  stack.defer(() => rm(dir, { recursive: true, maxRetries: 5 }));
  for (let n = 0; n < messages; n++) await dovecot.deliver(user, source(`m${n}`, `mail ${n}`));
  const kept = stack.move();
  return {
    dataDir: join(dir, "data"),
    random: seededRandom(seed),
    ledger: new Ledger(),
    login: { host: "127.0.0.1", user, pass, imapPort: dovecot.imapPort, smtpPort: smtp.port },
    person: {
      name: "Anna",
      email: `anna-${randomUUID()}@example.org`,
      password: "a good password",
      token: "",
      // Known once the user is registered.
      userId: "" as UserId,
    },
    accountId: null,
    mail: new Map(),
    shelfId: null,
    letters: [],
    server: trackedReal({ port: dovecot.imapPort, user, pass }),
    dovecot,
    delivered,
    arrived: [],
    pace: 1,
    [Symbol.asyncDispose]: async () => kept.disposeAsync(),
  };
}

/** Creates the user and the mailbox if they do not exist yet. */
export async function moveIn(world: World, product: Product): Promise<void> {
  const { person, login, ledger } = world;
  const { name, email, password } = person;
  const isKnown = isPromised(world, "person") || (await exists(product, person));
  const call = isKnown ? "POST /user/login" : "POST /user/register";
  const entered = await ledger.write({ person: true }, () =>
    product.client().call(call, { name, email, password }),
  );
  person.token = entered.token;
  // JSON does not preserve the branded type.
  person.userId = entered.user.id as UserId;
  const client = product.client(person.token);
  const { accounts } = await client.call("GET /imap/accounts", {});
  const known = accounts[0];
  if (known === undefined && isPromised(world, "account")) throw new Error("The account is gone.");
  const added =
    known ??
    (
      await ledger.write({ account: true }, () =>
        client.call("POST /imap/add", {
          account_mail: login.user,
          account_pass: login.pass,
          imap_host: login.host,
          user_port: login.imapPort,
          tls: false,
          smtp_host: login.host,
          smtp_port: login.smtpPort,
          smtp_tls: false,
        }),
      )
    ).account;
  world.accountId = added.id;
}

function isPromised({ ledger }: World, key: string): boolean {
  return ledger.currentOf(key).get("") === true;
}

async function exists(product: Product, { email, password }: World["person"]): Promise<boolean> {
  const answer = await product.client().send("POST /user/login", { email, password });
  return answer.ok;
}

/** Returns the source of a message in the mailbox. */
export function source(id: string, subject: string): string {
  const header = [
    `Message-ID: <${id}@example.net>`,
    "Date: Sat, 21 Nov 2026 08:00:00 +0000",
    "From: Sender <sender@example.net>",
    `Subject: ${subject}`,
  ];
  return `${header.join("\r\n")}\r\n\r\nThe text of ${subject}.\r\n`;
}
