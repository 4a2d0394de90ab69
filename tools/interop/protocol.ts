import { createLog } from "../../server/base/log.ts";
import { createEgress } from "../../server/egress/egress.ts";
import { openPlainImap } from "../../server/testing/fakes/plain-imap.ts";
import type { TrackedServer } from "../../server/testing/faults/tracking/tracked-server.ts";
import { connectImap } from "../../server/wire/imap/connection.ts";
import { append, type Check, mustBe } from "./check.ts";
import { usualFolders } from "./interop-server.ts";

const needsQresync: Check["unfit"] = ({ hasQresync }) =>
  hasQresync ? undefined : "the server has no QRESYNC";

/** Checks the rows of docs/imap-quirks.md about these servers on the wire. */
export const protocolChecks: readonly Check[] = [
  {
    name: "knows the usual folders by their roles (46)",
    async run(server) {
      const mailbox = await server.newUser("folders");
      await using connection = await connect(mailbox);
      const found = (await connection.listFolders()).map(({ path, role }) => `${path} ${role}`);
      const expected = usualFolders(mailbox.prefix).map(
        ({ name, use }) => `${name} ${use === "\\Junk" ? "spam" : use.slice(1).toLowerCase()}`,
      );
      mustBe("folders", found.toSorted(), ["INBOX inbox", ...expected].toSorted());
    },
  },
  {
    name: "makes a folder where the server wants it (46)",
    async run(server) {
      const mailbox = await server.newUser("inbox alone");
      await using connection = await connect(mailbox);
      mustBe("made", await connection.createFolder("Résumé"), `${mailbox.prefix}Résumé`);
      const found = (await connection.listFolders()).map(({ name }) => name);
      mustBe("listed", found.toSorted(), ["INBOX", "Résumé"]);
    },
  },
  {
    name: "SELECT tells all that vanished, the highest UID too (37)",
    unfit: needsQresync,
    async run(server) {
      const mailbox = await server.newUser("folders");
      await using other = await openPlainImap(mailbox.login);
      for (const subject of ["a", "b", "c", "d"]) await append(other, "INBOX", subject);
      await using connection = await connect(mailbox);
      const before = await connection.select("INBOX", { readOnly: true });
      await other.run('SELECT "INBOX"');
      await other.run("UID STORE 2,4 +FLAGS.SILENT (\\Deleted)");
      await other.run("UID EXPUNGE 2,4");
      const since = { uidValidity: before.uidValidity, modseq: before.highestModseq };
      await using later = await connect(mailbox);
      const { resync } = await later.select("INBOX", { readOnly: true, since });
      const vanishedUids = resync?.vanished ?? [];
      const gone = [2, 4].filter((uid) =>
        vanishedUids.some(([first, last]) => first <= uid && uid <= last),
      );
      mustBe("vanished", gone, [2, 4]);
      await using witness = await openPlainImap(mailbox.login);
      await witness.run("ENABLE QRESYNC");
      await witness.run('SELECT "INBOX"');
      const fetch = `UID FETCH 1:* (FLAGS) (CHANGEDSINCE ${before.highestModseq} VANISHED)`;
      const answer = (await witness.run(fetch)).filter((line) => line.includes("VANISHED"));
      return `UID FETCH 1:* says ${answer.join(" ") || "nothing of it"}`;
    },
  },
  {
    name: "understands what SEARCH answers (38)",
    async run(server) {
      const mailbox = await server.newUser("folders");
      await using other = await openPlainImap(mailbox.login);
      for (const subject of ["a", "b", "a"]) await append(other, "INBOX", subject);
      await using connection = await connect(mailbox);
      mustBe("found", await connection.findByMessageId("INBOX", "a@example.org"), [1, 3]);
      mustBe("found", await connection.findByMessageId("INBOX", "none@example.org"), []);
      await other.run('SELECT "INBOX"');
      const answer = await other
        .run("UID SEARCH RETURN () ALL")
        .catch((error: unknown) => [String(error)]);
      return `an empty RETURN: ${answer.join(" ")}`;
    },
  },
];

function connect({ login }: TrackedServer) {
  const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
  const server = { host: "127.0.0.1", tls: false, ...login };
  return connectImap(egress, server, { log: createLog("silent"), timeoutMs: 20_000 });
}
