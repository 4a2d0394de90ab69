import { setTimeout } from "node:timers/promises";
import { startMailEngine, type TestEngine } from "../../server/testing/apps/mail-engine.ts";
import type { TrackedServer } from "../../server/testing/faults/tracking/tracked-server.ts";
import type { AccountRow } from "../../server/store/engine/schema.ts";
import { getAccount } from "../../server/store/accounts/queries.ts";
import { openPlainImap, type PlainImap } from "../../server/testing/fakes/plain-imap.ts";
import type { InteropServer } from "./interop-server.ts";

/** A behavior that is tested with every server. */
export interface Check {
  name: string;
  /** Returns the reason why the check does not apply to this server; undefined if it applies. */
  unfit?: (server: InteropServer) => string | undefined;
  /** Throws if the check fails; may return further observations. */
  run: (server: InteropServer) => Promise<string | void>;
}

/** Timeout for any step of a server on a busy machine. */
const withinMs = 60_000;

/** A user whose mailbox the product watches. */
export interface Desk extends AsyncDisposable {
  engine: TestEngine;
  account: AccountRow;
  mailbox: TrackedServer;
  /** Another mail client of the user. */
  other: PlainImap;
}

/** Opens a mailbox with these messages in the inbox, already ingested. */
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

/** Polls until `isSo` returns true; throws with `what` on a timeout. */
export async function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`in ${withinMs / 1000} s not: ${what}`);
    await setTimeout(50);
  }
}

/** Throws unless the two values are the same as JSON. */
export function mustBe(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}
