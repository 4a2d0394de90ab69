import { startDovecot, type TestDovecot } from "../../server/testing/fakes/dovecot.ts";
import { startSmtp, type TestSmtp } from "../../server/testing/fakes/smtp-server.ts";
import type { CallApi } from "./api.ts";

export interface Mailbox {
  address: string;
  password: string;
}

/** An IMAP server, and the SMTP server that delivers to it. */
export interface MailServers extends AsyncDisposable {
  imap: TestDovecot;
  smtp: TestSmtp;
  mailboxes: readonly Mailbox[];
  stop: () => Promise<void>;
}

/** Starts both servers. Messages to addresses without a mailbox here go to `elsewhere`, or are dropped. */
export async function startMailServers(options: {
  mailboxes: readonly Mailbox[];
  dir?: string;
  elsewhere?: (recipient: string, raw: Buffer) => void | Promise<void>;
}): Promise<MailServers> {
  const { mailboxes } = options;
  const users = mailboxes.map(({ address, password }) => ({ name: address, pass: password }));
  await using starting = new AsyncDisposableStack();
  const imap = starting.use(
    await startDovecot({ users, ...(options.dir ? { dir: options.dir } : {}) }),
  );
  const isLocal = new Set(mailboxes.map(({ address }) => address.toLowerCase()));
  const smtp = await startSmtp({
    auth: users.map(({ name, pass }) => ({ user: name, pass })),
    deliver: async (recipient, raw) => {
      const address = recipient.toLowerCase();
      if (isLocal.has(address)) await imap.deliver(address, raw);
      else await options.elsewhere?.(address, raw);
    },
  });
  const stop = async () => {
    await Promise.all([imap.stop(), smtp.stop()]);
  };
  starting.move();
  return { imap, smtp, mailboxes, stop, [Symbol.asyncDispose]: stop };
}

/** Connects a mailbox on these servers to the signed-in user. */
export function connectMailbox(call: CallApi, servers: MailServers, mailbox: Mailbox) {
  return call("POST /imap/add", {
    account_mail: mailbox.address,
    account_pass: mailbox.password,
    imap_host: servers.imap.host,
    user_port: servers.imap.imapPort,
    tls: false,
    smtp_host: servers.smtp.host,
    smtp_port: servers.smtp.port,
    smtp_tls: false,
    smtp_user: mailbox.address,
    smtp_pass: mailbox.password,
  });
}
