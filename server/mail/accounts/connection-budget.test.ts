import { buffer } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import type { Session } from "#/testing/fakes/imap/session.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { readSource } from "#/mail/reading/attachments.ts";
import { createMailFolder } from "#/mail/filing/create-folder.ts";
import { examine } from "./doctor.ts";
import { exportMail } from "#/mail/transfer/export-mail.ts";
import { imapLoginOf } from "./logins.ts";
import { tryImap } from "./try-login.ts";

vi.setConfig({ testTimeout: 30_000 });

test("under any load, a mail server sees one connection beside the two of the engine", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox("person@example.org");
  for (const subject of ["one", "two", "three"]) {
    mailbox.append(mailbox.folder("INBOX"), shortMail(subject));
  }
  await using engine = await startMailEngine();
  const { userId } = engine;
  const { mail } = engine;
  const account = await engine.addAccount({
    mail: "person@example.org",
    pass: "secret",
    imapPort: server.port,
  });
  await expect.poll(() => engine.supervisor.settled(account.id), { timeout: 20_000 }).toBe(true);
  let most = 0;
  const sessions = new Set<Session>();
  server.answer(/./, (_command, session) => {
    sessions.add(session);
    // A provider counts connections that have signed in; the doctor's first probe does not.
    const signedIn = [...sessions].filter((one) => one.mailbox && one.hasCapacity());
    most = Math.max(most, signedIn.length);
    return undefined;
  });
  const { id } = await engine.database.reader
    .selectFrom("messages")
    .select("id")
    .executeTakeFirstOrThrow();
  const exported = async () => {
    const { content } = await exportMail(mail, userId, { folder: "inbox" });
    return buffer(content);
  };
  const examined = async () => {
    const request = { accountId: account.id };
    const steps: string[] = [];
    for await (const event of await examine(mail, userId, request, new AbortController().signal)) {
      if (event.kind === "step" && event.state === "ok") steps.push(event.step);
    }
    return steps;
  };
  const [file, source, steps] = await Promise.all([
    exported(),
    readSource(mail, userId, id).then(({ content }) => buffer(content)),
    examined(),
    tryImap(mail, await imapLoginOf(mail, account), account.id),
    createMailFolder(mail, userId, { accountId: account.id, name: "New" }),
    exported(),
  ]);
  expect(file.toString().match(/^Subject: /gm)).toHaveLength(3);
  expect(source.toString()).toContain("Subject: ");
  expect(steps).toContain("folders");
  expect(most).toBeLessThanOrEqual(3);
});
