import type { MessageId } from "@inlet/contract/ids.ts";
import { createMailFolder } from "../../server/mail/filing/create-folder.ts";
import { foldersOf } from "../../server/store/folders/queries.ts";
import { truthHere } from "../../server/testing/faults/tracking/local-truth.ts";
import { differences } from "../../server/testing/faults/tracking/folder-truth.ts";
import { type Check, type Desk, mustBe, sit, soon } from "./check.ts";
import type { MessageChange } from "../../server/store/messages/message-change.ts";

/** Checks of the user's actions: each is done on the server, once, and both sides agree afterwards. */
export const filingChecks: readonly Check[] = [
  {
    name: "archives, bins, moves, copies, labels, stars and deletes for ever",
    async run(server) {
      const mailbox = await server.newUser("folders");
      const subjects = ["stays", "archived", "binned", "moved", "copied", "labelled", "gone"];
      await using desk = await sit(mailbox, subjects);
      const { engine, account } = desk;
      const folderId = await createMailFolder(engine.mail, engine.userId, {
        accountId: account.id,
        name: "Projects",
      });
      await change(desk, "archived", { target: { role: "archive" } });
      await change(desk, "binned", { target: { role: "trash" } });
      await change(desk, "moved", { target: { folderId } });
      await change(desk, "copied", { copyTo: folderId });
      await change(desk, "labelled", { labels: { add: ["Later"], remove: [] }, starred: true });
      await change(desk, "stays", { seen: true });
      await change(desk, "gone", { deleteAt: Date.now() });
      const { prefix } = mailbox;
      await settle(desk);
      const expected = [
        "INBOX copied ",
        "INBOX labelled \\flagged later",
        "INBOX stays \\seen",
        `${prefix}Archive archived `,
        `${prefix}Projects copied `,
        `${prefix}Projects moved `,
        `${prefix}Trash binned `,
      ];
      mustBe("there", await held(desk), expected.toSorted());
    },
  },
  {
    name: "makes the folders that a first move needs, in a mailbox with an inbox alone",
    async run(server) {
      const mailbox = await server.newUser("inbox alone");
      await using desk = await sit(mailbox, ["archived", "binned"]);
      await change(desk, "archived", { target: { role: "archive" } });
      await change(desk, "binned", { target: { role: "trash" } });
      await settle(desk);
      const { prefix } = mailbox;
      mustBe("there", await held(desk), [`${prefix}Archive archived `, `${prefix}Trash binned `]);
      const folders = await foldersOf(
        desk.engine.database.reader,
        desk.engine.userId,
        desk.account.id,
      );
      const roles = folders.map(({ path, role }) => `${path} ${role}`).toSorted();
      mustBe(
        "roles",
        roles,
        ["INBOX inbox", `${prefix}Archive archive`, `${prefix}Trash trash`].toSorted(),
      );
    },
  },
];

async function change({ engine }: Desk, subject: string, what: MessageChange): Promise<void> {
  const ids: MessageId[] = [];
  await soon(`${subject} is here`, async () => {
    const rows = await engine.database.reader
      .selectFrom("messages")
      .select("id")
      .where("subject", "=", subject)
      .execute();
    ids.push(...rows.map(({ id }) => id));
    return ids.length > 0;
  });
  const messageIds = [...new Set(ids)];
  await engine.execute("messages.change", { userId: engine.userId, messageIds, change: what });
}

/** Waits until everything is pushed to the server and both sides are equal. */
async function settle({ engine, account, mailbox }: Desk): Promise<void> {
  await soon("the server was told everything", async () => {
    const pending = await engine.database.reader
      .selectFrom("pending_operations")
      .select("id")
      .where("kind", "not in", ["local", "left"])
      .execute();
    return pending.length === 0;
  });
  let left: string[] = [];
  await soon("both sides are the same", async () => {
    await engine.supervisor.syncNow(engine.userId, account.id);
    left = differences(await mailbox.truth(), await truthHere(engine.database, account));
    return left.length === 0;
  }).catch((cause: unknown) => {
    throw new Error(left.join("\n"), { cause });
  });
}

/** Returns each message with its folder and flags, as the server has them. */
async function held({ mailbox }: Desk): Promise<string[]> {
  const all = [...(await mailbox.truth())].flatMap(([name, { messages }]) =>
    [...messages.values()].map(
      ({ flags, messageId }) => `${name} ${messageId.split("@")[0]} ${flags}`,
    ),
  );
  return all.toSorted();
}
