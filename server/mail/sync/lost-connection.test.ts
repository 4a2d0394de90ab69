import { expect, test, vi } from "vitest";
import { startCuttableProxy } from "#/testing/faults/cuttable-proxy.ts";
import { startDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";

vi.setConfig({ testTimeout: 60_000 });

const user = "user@example.org";
const pass = "secret";
const offers = {
  "with QRESYNC": undefined,
  "without QRESYNC": "IMAP4rev1 IDLE ENABLE CONDSTORE UIDPLUS MOVE",
  "without CONDSTORE": "IMAP4rev1 IDLE UIDPLUS MOVE",
};

async function existing({ database }: TestEngine): Promise<string[]> {
  const rows = await database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .select(["l.role", "m.subject", "l.flags_json"])
    .orderBy("m.subject")
    .execute();
  return rows.map((row) => `${row.role} ${row.subject} ${row.flags_json}`);
}

test.each(Object.entries(offers))(
  "changes during a lost connection are found afterwards, %s",
  async (_name, capabilities) => {
    await using server = await startDovecot({
      users: [{ name: user, pass }],
      ...(capabilities ? { capabilities } : {}),
    });
    const mail = (name: string) =>
      `Message-ID: <${name}@example.org>\r\nSubject: ${name}\r\n\r\nText\r\n`;
    const withOther = <Result>(work: Parameters<typeof withOtherClient<Result>>[1]) =>
      withOtherClient({ port: server.imapPort, user, pass }, work);
    await withOther(async (client) => {
      for (const name of ["a", "b", "c", "d"]) await client.append("INBOX", mail(name));
      for (const name of ["x", "y", "z"]) await client.append("Archive", mail(name));
    });
    await using proxy = await startCuttableProxy(server.imapPort);
    await using engine = await startMailEngine();
    const { id } = await engine.addAccount({ mail: user, pass, imapPort: proxy.port });
    await expect.poll(() => engine.supervisor.settled(id), { timeout: 30_000 }).toBe(true);

    proxy.cut();
    await engine.until(async () => {
      const row = await engine.database.reader
        .selectFrom("accounts")
        .select("state")
        .executeTakeFirst();
      return row?.state === "waiting";
    });
    await withOther(async (client) => {
      await client.mailboxOpen("INBOX");
      await client.messageDelete({ header: { subject: "b" } });
      await client.messageFlagsAdd({ header: { subject: "c" } }, ["\\Seen"]);
      await client.append("INBOX", mail("e"));
      await client.mailboxOpen("Archive");
      await client.messageDelete({ header: { subject: "y" } });
      await client.append("Archive", mail("w"));
    });
    proxy.restore();
    // No comparison is requested: the engine finds it automatically.
    await expect
      .poll(() => existing(engine), { timeout: 30_000 })
      .toEqual([
        "inbox a []",
        'inbox c ["\\\\Seen"]',
        "inbox d []",
        "inbox e []",
        "archive w []",
        "archive x []",
        "archive z []",
      ]);
    expect(await engine.supervisor.settled(id)).toBe(true);
  },
);
