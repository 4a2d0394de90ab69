import { expect, test } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import type { Source, SyncContext } from "./context.ts";

const user = "person@example.org";
const mib = 1024 * 1024;
const count = 6;

function bytesOf(source: Source): number {
  if ("whole" in source) return source.whole.length;
  return source.outline.parts.reduce((bytes, { content }) => bytes + (content?.length ?? 0), 0);
}

/** Waits until everything that can arrive has arrived. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
}

test.each([
  // Space for 256 KiB, plus one message.
  { what: "whole messages", reported: 45, bytes: mib, most: 1.3 * mib },
  // Space for 4.25 MiB, plus one part.
  { what: "text parts", reported: 300_000, bytes: 2 * mib, most: 6.3 * mib },
])("reads only as many $what as its limit allows", async ({ reported, bytes, most }) => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  const text = Buffer.from("a line of text\r\n".repeat(bytes / 16));
  for (let at = 0; at < count; at++) {
    mailbox.append(mailbox.folder("INBOX"), Buffer.concat([shortMail(`m${at}`), text]));
  }
  server.rewrite = (response) =>
    response.replaceAll(/RFC822\.SIZE \d+/g, `RFC822.SIZE ${reported}`);
  let waitingBytes = 0;
  let maxBytes = 0;
  await using engine = await startMailEngine({
    prepare: ({ parse }: SyncContext): Pick<SyncContext, "parse"> => ({
      parse: async (source, options) => {
        waitingBytes += bytesOf(source);
        maxBytes = Math.max(maxBytes, waitingBytes);
        await settle();
        const mail = await parse(source, options);
        waitingBytes -= bytesOf(source);
        return mail;
      },
    }),
  });
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  const rows = await engine.database.reader.selectFrom("messages").select("subject").execute();
  const subjects = rows.map(({ subject }) => subject).toSorted();
  expect(subjects).toEqual(Array.from({ length: count }, (_, at) => `m${at}`));
  expect(maxBytes).toBeLessThan(most);
});
