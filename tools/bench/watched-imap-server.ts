/** Runs a scripted IMAP server in a separate process. It records which connection had which mailbox open, from when to when. */
import { startFakeImap } from "../../server/testing/fakes/imap/fake-imap.ts";
import type { FakeMailbox } from "../../server/testing/fakes/imap/mailbox.ts";
import { profiles } from "../../server/testing/fakes/imap/profiles.ts";
import type { Session } from "../../server/testing/fakes/imap/session.ts";

/** A connection that opened the inbox of an account; in milliseconds since 1970, `to` is null while it is open. */
export interface Watch {
  account: number;
  port: number;
  from: number;
  to: number | null;
}

/** A request of the bench to the server. */
export type ServerRequest = { deliver: number; subject: string } | "report";

const [, , mailboxes = "0", messages = "0"] = process.argv;
const server = await startFakeImap(profiles.plain);
server.recordsAll = false;
const boxes: FakeMailbox[] = [];
const numbers = new Map<FakeMailbox, number>();
const watches: Watch[] = [];
const open = new Map<Session, Watch>();

for (let n = 0; n < Number(mailboxes); n++) {
  const mailbox = server.addMailbox(`scale${n}@example.org`);
  boxes.push(mailbox);
  numbers.set(mailbox, n);
  for (let m = 0; m < Number(messages); m++) deliver(mailbox, `mail ${m} of ${n}`);
}
// Records each SELECT and EXAMINE; the server responds as usual.
server.answer(/^(?:SELECT|EXAMINE) /, (_command, session) => {
  const account = session.mailbox && numbers.get(session.mailbox);
  if (account === undefined || open.has(session)) return undefined;
  const watch: Watch = { account, port: session.remotePort, from: Date.now(), to: null };
  watches.push(watch);
  open.set(session, watch);
  return undefined;
});
server.onClosed = (session) => {
  const watch = open.get(session);
  if (watch) watch.to = Date.now();
  open.delete(session);
};
process.on("message", (request: ServerRequest) => {
  if (request === "report") process.send?.(watches);
  else {
    const mailbox = boxes[request.deliver];
    if (mailbox) deliver(mailbox, request.subject);
  }
});
process.send?.(server.port);
process.on("disconnect", () => process.exit(0));

function deliver(mailbox: FakeMailbox, subject: string): void {
  const raw = `Message-ID: <${subject.replaceAll(" ", ".")}@example.org>\r\nFrom: a@example.net\r\nSubject: ${subject}\r\n\r\nText.\r\n`;
  mailbox.append(mailbox.folder("INBOX"), Buffer.from(raw), { internalDate: Date.now() });
}
