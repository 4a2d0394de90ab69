import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import { DraftId } from "@inlet/contract/ids.ts";
import { randomId } from "../../server/base/random-id.ts";
import { draftToServer } from "../../server/mail/drafts/push-draft.ts";
import { storeDraft } from "../../server/mail/drafts/drafts.ts";
import { queueMail } from "../../server/mail/sending/sending.ts";
import { mailOf, noKey } from "../../server/testing/mailboxes/draft-office.ts";
import { startSmtp } from "../../server/testing/fakes/smtp-server.ts";
import { type Check, type Desk, mustBe, sit, soon } from "./check.ts";

/** Checks of the messages that the product appends on the server. */
export const appendingChecks: readonly Check[] = [
  {
    name: "a draft is once in Drafts, however often it is saved",
    async run(server) {
      await using desk = await sit(await server.newUser("folders"), []);
      const { engine, account } = desk;
      const { mail, userId } = engine;
      const id = DraftId.parse(randomId());
      let revision = 0;
      for (const content of ["one", "two", "three"]) {
        const written = DraftContent.parse({ accountId: account.id, subject: "draft", content });
        ({ revision } = await storeDraft(mail, userId, { ...written, id, revision }));
        await draftToServer(mail, { userId, draftId: id });
      }
      const copies = await inFolder(desk, "Drafts");
      mustBe(
        "copies",
        copies.map((raw) => /^(one|two|three)/m.exec(raw)?.[1]),
        ["three"],
      );
      mustBe("marks", /\\Draft/.test(copies.join()), true);
    },
  },
  ...(["folders", "inbox alone"] as const).map((has) => ({
    name: `a sent message is once in Sent, in a mailbox with ${has}`,
    async run(server: Parameters<Check["run"]>[0]) {
      const mailbox = await server.newUser(has);
      const { user, pass } = mailbox.login;
      let sent = 0;
      await using smtp = await startSmtp({ deliver: () => void sent++, auth: [{ user, pass }] });
      await using desk = await sit(mailbox, [], { smtpPort: smtp.port });
      const { mail, userId } = desk.engine;
      await queueMail(mail, userId, mailOf(desk.account, { subject: "sent" }), noKey);
      await soon("a copy stands in Sent", async () => (await inFolder(desk, "Sent")).length > 0);
      const copies = await inFolder(desk, "Sent");
      mustBe(
        "copies",
        copies.map((raw) => /^Subject: (.*)\r$/m.exec(raw)?.[1]),
        ["sent"],
      );
      mustBe("marks", /\\Seen/.test(copies.join()), true);
      mustBe("sent", sent, 1);
    },
  })),
];

/** Returns each message of a folder with its flags in front, as another mail client sees them. */
async function inFolder({ other, mailbox }: Desk, name: string): Promise<string[]> {
  const isThere = await other.run(`EXAMINE "${mailbox.prefix}${name}"`).then(
    () => true,
    () => false,
  );
  if (!isThere) return [];
  const answer = await other.run("UID FETCH 1:* (FLAGS BODY.PEEK[])");
  return answer.filter((line) => /^\* \d+ FETCH .*BODY\[\]/s.test(line));
}
