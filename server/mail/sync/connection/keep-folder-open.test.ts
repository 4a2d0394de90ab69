import { expect, test } from "vitest";
import { fakeAccount, shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { holdConnectionOpen } from "./keep-folder-open.ts";

test("a folder is opened again after another caller selected a different one, and else stays open", async () => {
  await using account = await fakeAccount(profiles.plain);
  const { server, mailbox, connect } = account;
  const inbox = mailbox.folder("INBOX");
  mailbox.append(inbox, shortMail("mine"));
  mailbox.append(mailbox.folder("Archive"), shortMail("another"));
  await using connection = await connect();
  await connection.select("INBOX", { readOnly: true });
  await connection.findByMessageId("Archive", "another@example.org");
  const folder = { path: "INBOX", uid_validity: inbox.uidValidity };
  await holdConnectionOpen(connection, folder);
  expect(await connection.messageIds([1])).toEqual(new Map([[1, "mine@example.org"]]));
  const opened = () =>
    server.commands.filter((command) => /^(SELECT|EXAMINE)/.test(command)).length;
  const before = opened();
  await holdConnectionOpen(connection, folder);
  expect(opened()).toBe(before);
  await expect(
    holdConnectionOpen(connection, { ...folder, uid_validity: 1 }),
  ).rejects.toMatchObject({
    kind: "folder_gone",
  });
});
