/** Runs a scripted IMAP server with many small mailboxes in a separate process; prints its port when they exist. */
import { startFakeImap } from "../../server/testing/fakes/imap/fake-imap.ts";
import { profiles } from "../../server/testing/fakes/imap/profiles.ts";

const [, , mailboxes = "0", messages = "0"] = process.argv;
const server = await startFakeImap(profiles.plain);
for (let n = 0; n < Number(mailboxes); n++) {
  const mailbox = server.addMailbox(`idle${n}@example.org`);
  const inbox = mailbox.folder("INBOX");
  for (let m = 0; m < Number(messages); m++) {
    const raw = `Message-ID: <${n}.${m}@example.org>\r\nFrom: a@example.net\r\nSubject: mail ${m}\r\n\r\nText.\r\n`;
    mailbox.append(inbox, Buffer.from(raw));
  }
}
process.send?.(server.port);
process.on("disconnect", () => process.exit(0));
