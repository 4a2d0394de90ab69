import { UserId } from "@inlet/contract/ids.ts";
import { expect, test, vi } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { fakeServer, stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { outgoingTo, startPostOffice } from "#/testing/mailboxes/post-office.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";

vi.setConfig({ testTimeout: 60_000 });

test("a new account connects while forty users send to a provider that does not respond", async () => {
  await using office = await startPostOffice(1);
  const { sender } = office.strangers();
  await using engine = await startMailEngine();
  let connections = 0;
  const silent = await fakeServer(() => {
    connections++;
  });
  for (let users = 0; users < 40; users++) {
    const plain = anAccount(UserId.parse(randomId()), `reader${users}`);
    const account = {
      ...plain,
      smtp_host: "127.0.0.1",
      smtp_port: silent,
      imap_secret: engine.mail.box.encrypt("secret", secretPlace(plain, "imap_secret")),
    };
    await engine.execute("account.add", account);
    await engine.execute("outbox.queue", await outgoingTo(account, "ben@example.net"));
  }
  await expect.poll(() => connections).toBe(16);
  const { id } = await engine.addAccount({
    mail: sender,
    pass: "secret",
    imapPort: office.imap.imapPort,
    smtpPort: office.smtp.port,
  });
  const state = async () => (await getAccount(engine.database.reader, engine.userId, id))?.state;
  await expect.poll(state).toBe("watching");
  // The engine stops once its sends end.
  stopFakeServers();
});
