import { setTimeout } from "node:timers/promises";
import { startMailEngine, type TestEngine } from "../../server/testing/mail-engine.ts";
import type { TrackedServer } from "../../server/testing/tracking/tracked-server.ts";
import type { AccountRow } from "../../server/store/tables.ts";
import { getAccount } from "../../server/store/accounts.ts";
import { openPlainImap, type PlainImap } from "../../server/testing/plain-imap.ts";
import type { InteropServer } from "./interop-server.ts";

/** One thing that has to work with every server. */
export interface Check {
  name: string;
  /** Why it cannot be asked of this server. */
  unfit?: (server: InteropServer) => string | undefined;
  /** Throws when it does not work; may say what else it saw. */
  run: (server: InteropServer) => Promise<string | void>;
}

/** Timeout for any step of a server on a busy machine. */
const withinMs = 60_000;

/** A user whose mailbox the product watches. */
export interface Desk extends AsyncDisposable {
  engine: TestEngine;
  account: AccountRow;
  mailbox: TrackedServer;
  /** Another program of theirs. */
  other: PlainImap;
}

/** Lends a mailbox with these messages in the inbox, read in already. */
export async function sit(
  mailbox: TrackedServer,
  subjects: readonly string[],
  options: { pollMs?: number; smtpPort?: number } = {},
): Promise<Desk> {
  await using stack = new AsyncDisposableStack();
  const { port: imapPort, user, pass } = mailbox.login;
  const other = stack.use(await openPlainImap(mailbox.login));
  for (const subject of subjects) await append(other, "INBOX", subject);
  const { pollMs, smtpPort } = options;
  const timing = pollMs === undefined ? {} : { pollMs };
  const engine = stack.use(await startMailEngine({ timing }));
  const smtp = smtpPort === undefined ? {} : { smtpPort };
  const account = await engine.addAccount({ mail: user, pass, imapPort, ...smtp });
  await soon("the mailbox is watched", async () => {
    const row = await getAccount(engine.database.reader, engine.userId, account.id);
    return row?.state === "watching";
  });
  const kept = stack.move();
  return {
    engine,
    account,
    mailbox,
    other,
    [Symbol.asyncDispose]: async () => kept.disposeAsync(),
  };
}

/** Appends a message whose Message-ID contains its subject. */
export async function append(client: PlainImap, folder: string, subject: string): Promise<void> {
  const raw = `Message-ID: <${subject}@example.org>\r\nFrom: Sender <sender@example.net>\r\nSubject: ${subject}\r\n\r\nThe text of ${subject}.\r\n`;
  await client.run(`APPEND "${folder}" () {${raw.length}}\r\n${raw}`);
}

/** Waits until it is so. Throws with `what` when it does not come. */
export async function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`in ${withinMs / 1000} s not: ${what}`);
    await setTimeout(50);
  }
}

/** Throws unless the two are the same as JSON. */
export function mustBe(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}
