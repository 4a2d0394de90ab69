import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Engine } from "#/store/engine/database.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** All capabilities of Dovecot that Inlet uses. */
const all = [
  ..."IMAP4rev1 LITERAL+ SASL-IR ID ENABLE IDLE NAMESPACE UIDPLUS UNSELECT CHILDREN LIST-EXTENDED".split(
    " ",
  ),
  ..."CONDSTORE QRESYNC ESEARCH LIST-STATUS BINARY MOVE SPECIAL-USE NOTIFY STATUS=SIZE".split(" "),
];
const variants: { name: string; without: readonly string[]; on?: Engine }[] = [
  { name: "everything", without: [] },
  { name: "everything, kept in PostgreSQL", without: [], on: "postgres" },
  {
    name: "neither CONDSTORE nor LIST-STATUS, kept in PostgreSQL",
    without: ["QRESYNC", "CONDSTORE", "LIST-STATUS"],
    on: "postgres",
  },
  { name: "no QRESYNC", without: ["QRESYNC"] },
  { name: "neither CONDSTORE nor QRESYNC", without: ["QRESYNC", "CONDSTORE"] },
  { name: "no IDLE", without: ["IDLE", "NOTIFY"] },
  { name: "no NOTIFY", without: ["NOTIFY"] },
  { name: "no UIDPLUS and no MOVE", without: ["UIDPLUS", "MOVE"] },
  { name: "no SPECIAL-USE and no LIST-STATUS", without: ["SPECIAL-USE", "LIST-STATUS"] },
  { name: "no ID and no ENABLE", without: ["ID", "ENABLE", "NAMESPACE"] },
  { name: "nothing beyond IMAP4rev1", without: all.filter((each) => each !== "IMAP4rev1") },
];

const pass = "secret";
const user = "user@example.org";

describe.each(variants)("a server that offers $name", ({ without, on = "sqlite" }) => {
  let server: TestDovecot;
  beforeAll(async () => {
    const capabilities = all.filter((each) => !without.includes(each)).join(" ");
    server = await startDovecot({ users: [{ name: user, pass }], capabilities });
  });
  afterAll(() => server.stop());

  test("is synced through all that other clients do", async () => {
    const login = { port: server.imapPort, user, pass };
    const put = (folder: string, ...names: string[]) =>
      withOtherClient(login, async (client) => {
        for (const name of names) await client.append(folder, mail(name));
      });
    await put("INBOX", "one", "two", "three", "four");
    await put("Archive", "old");
    await withOtherClient(login, async (client) => {
      await client.mailboxCreate("Projekte/Öl & Gas");
      await client.append("Projekte/Öl & Gas", mail("deep"));
    });
    await using engine = await startMailEngine({ on });
    const { id } = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
    const settles = () =>
      expect.poll(() => engine.supervisor.settled(id), { timeout: 30_000 }).toBe(true);
    await settles();
    expect(await existing(engine)).toEqual({
      INBOX: ["four", "one", "three", "two"],
      Archive: ["old"],
      "Projekte/Öl & Gas": ["deep"],
    });
    const roles = (await foldersOf(engine.database.reader, engine.userId, id)).map(
      ({ path, role }) => `${path}: ${role}`,
    );
    expect(roles).toEqual(
      expect.arrayContaining(["INBOX: inbox", "Archive: archive", "Sent: sent", "Junk: spam"]),
    );

    await withOtherClient(login, async (client) => {
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd({ header: { subject: "one" } }, ["\\Seen", "$Work"]);
      await client.messageDelete({ header: { subject: "two" } });
      await client.messageMove({ header: { subject: "three" } }, "Archive");
      await client.mailboxRename("Projekte/Öl & Gas", "Projekte/Fertig");
      await client.append("Projekte/Fertig", mail("deeper"));
    });
    await settles();
    expect(await existing(engine)).toEqual({
      INBOX: ["four", "one"],
      Archive: ["old", "three"],
      "Projekte/Fertig": ["deep", "deeper"],
    });
    const one = await engine.database.reader
      .selectFrom("messages")
      .select("flags_json")
      .where("subject", "=", "one")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(one.flags_json)).toEqual(["$Work", "\\Seen"]);
    expect(await engine.supervisor.settled(id)).toBe(true);
  });
});

function mail(name: string): string {
  return `Message-ID: <${name}@example.org>\r\nFrom: a@example.net\r\nSubject: ${name}\r\n\r\nText of ${name}.\r\n`;
}

/** Returns the subjects in each folder that has messages. */
async function existing({ database, userId }: TestEngine): Promise<Record<string, string[]>> {
  const rows = await database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .innerJoin("folders as f", "f.id", "l.folder_id")
    .select(["f.path", "m.subject"])
    .where("l.user_id", "=", userId)
    .orderBy("m.subject")
    .execute();
  const folders: Record<string, string[]> = {};
  for (const { path, subject } of rows) (folders[path] ??= []).push(subject);
  return folders;
}
