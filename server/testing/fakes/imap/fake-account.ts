import { createLog } from "#/base/log.ts";
import { createEgress } from "#/egress/egress.ts";
import { connectImap, type ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { type FakeImap, startFakeImap } from "./fake-imap.ts";
import type { FakeMailbox } from "./mailbox.ts";
import type { Profile } from "./profile.ts";

/** A fake server with one mailbox, and on request Inlet's connection to it. */
export interface FakeAccount extends AsyncDisposable {
  server: FakeImap;
  mailbox: FakeMailbox;
  connect: (options?: { timeoutMs?: number }) => Promise<ImapConnection>;
}

const user = "person@example.org";

export async function fakeAccount(profile: Profile): Promise<FakeAccount> {
  const server = await startFakeImap(profile);
  const mailbox = server.addMailbox(user);
  const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
  const login = { host: "127.0.0.1", port: server.port, tls: false, user, pass: "secret" };
  return {
    server,
    mailbox,
    connect: ({ timeoutMs = 5000 } = {}) =>
      connectImap(egress, login, { log: createLog("silent"), timeoutMs }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Returns the kind of the WireError that the promise rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => "no error",
    (reason: unknown) => reason,
  );
  return error instanceof WireError ? error.kind : `no WireError: ${String(error)}`;
}

/** Returns a short message, as bytes. */
export function shortMail(subject: string, extra = ""): Buffer {
  const fields = `Message-ID: <${subject}@example.org>\r\nFrom: a@example.net\r\nSubject: ${subject}\r\n`;
  return Buffer.from(`${fields}${extra}\r\nText of ${subject}.\r\n`);
}
