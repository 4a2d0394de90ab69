import { expect, test } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import type { Outcome } from "#/store/pending/settle-operations.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

test("a label saved only by Inlet is discarded when no folder has its message any more", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox("person@example.org");
  const inbox = mailbox.folder("INBOX");
  const message = mailbox.append(inbox, shortMail("one"));
  await using engine = await startMailEngine({
    prepare: ({ execute: inner }: { execute: Execute }): { execute: Execute } => ({
      execute: (name, input) =>
        name === "pending.take" ? Promise.reject(new Error("held")) : inner(name, input),
    }),
  });
  const { userId, execute, database } = engine;
  const { id } = await engine.addAccount({
    mail: "person@example.org",
    pass: "secret",
    imapPort: server.port,
  });
  await expect.poll(() => engine.supervisor.settled(id)).toBe(true);
  const pending = () => database.reader.selectFrom("pending_operations").selectAll().execute();
  const row = await database.reader.selectFrom("messages").select("id").executeTakeFirstOrThrow();
  const change = { labels: { add: ["Work"], remove: [] } };
  await execute("messages.change", { userId, messageIds: [row.id], change });
  const [added] = await pending();
  const outcomes: Outcome[] = [{ kind: "local", flags: ["Work"] }, { kind: "applied" }];
  const settled = outcomes.map((outcome) => ({ id: added?.id ?? 0, outcome }));
  await execute("pending.settle", { userId, settled });
  expect((await pending()).map(({ kind }) => kind)).toEqual(["local"]);

  // Another client deletes the message, and the server renumbers the folder: nothing shows where the message went.
  mailbox.expunge(inbox, message);
  mailbox.renumber(inbox);
  await engine.supervisor.syncNow(userId, id);
  // The search for the message makes each sync compare the folder again.
  await expect.poll(pending).toEqual([]);
});
