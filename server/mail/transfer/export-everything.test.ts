import { buffer } from "node:stream/consumers";
import { saveDraft } from "@inlet/contract/mail/drafts.ts";
import { changeEmail } from "@inlet/contract/mail/filing.ts";
import { UserId } from "@inlet/contract/ids.ts";
import { sendEmail } from "@inlet/contract/mail/send.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { foldersOf } from "#/store/folders/queries.ts";
import { anIntegrationRow } from "#/testing/factories/integration-row.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { unzip } from "#/testing/apps/unzip.ts";
import { storeDraft } from "#/mail/drafts/drafts.ts";
import { changeMail } from "#/mail/filing/filing.ts";
import { queueMail } from "#/mail/sending/sending.ts";
import { storeFile } from "#/mail/sending/uploads.ts";
import { exportEverything } from "./export-everything.ts";

// The tests use a real server, maybe on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const [user, pass] = ["u@example.org", "secret of the mailbox"];
let server: TestDovecot;
beforeAll(async () => {
  server = await startDovecot({ users: [{ name: user, pass }] });
});
afterAll(() => server.stop());

const mail = (subject: string) =>
  `Message-ID: <${subject}@example.org>\r\nFrom: Ann <ann@example.org>\r\nSubject: ${subject}\r\n\r\nText of ${subject}.\r\n`;

test("exports each message of each folder, snoozed or in two folders, with the files of drafts", async () => {
  await using engine = await startMailEngine();
  await withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    await client.mailboxCreate("Boat/Repairs");
    await client.append("Boat/Repairs", mail("mast"), [String.raw`\Seen`]);
    await client.append("Boat/Repairs", mail("one"));
    await client.append("INBOX", mail("one"));
    await client.append("INBOX", mail("two"));
  });
  const account = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
  const rows = () =>
    engine.database.reader
      .selectFrom("message_locations")
      .select(["folder_id", "message_id"])
      .execute();
  await engine.until(async () => (await rows()).length === 4);
  await snoozeOne(engine);
  const content = new TextEncoder().encode("A plan of the mast.");
  const file = { filename: "../plan: mast.txt", type: "text/plain", content };
  const id = await storeFile(engine.mail, engine.userId, file);
  const attachments = [
    { id, filename: file.filename, type: file.type, size: content.length, cid: "" },
  ];
  // The server is never contacted: messages scheduled for next week wait.
  const accounts = engine.database.kysely.updateTable("accounts");
  await accounts.set({ smtp_host: "smtp.example.org" }).execute();
  const letters = { "Next week": "later.txt", "For approval": "asked.txt" };
  for (const [subject, filename] of Object.entries(letters)) {
    const own = { ...file, filename };
    const fileId = await storeFile(engine.mail, engine.userId, own);
    const form = sendEmail.input.parse({
      accountId: account.id,
      to: "ben@example.org",
      subject,
      content: "Words.",
      attachments: [fileId],
      sendAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    });
    const asker = { id: "token" as never, name: "A program" };
    const options = { idempotencyKey: "", ...(subject === "For approval" && { asker }) };
    await queueMail(engine.mail, engine.userId, form, options);
  }
  const draft = { id: "d1", accountId: account.id, revision: 0, subject: "The mast", attachments };
  await storeDraft(engine.mail, engine.userId, saveDraft.input.parse(draft));

  await engine.mail.execute("chat.add", {
    userId: engine.userId,
    query: "Where is the mast?",
    answerJson: JSON.stringify({ response: "In the shed." }),
  });

  const hook = anIntegrationRow(engine.userId, {
    name: "The boat",
    secret: "sealed",
    config_json: '{"origin":"https://boat.example"}',
    events_json: '["message.sent"]',
  });
  await engine.mail.execute("integration.save", hook);

  const files = await exported(engine);
  const linked = { kind: "webhook", name: "The boat", state: "active", events: ["message.sent"] };
  expect(JSON.parse(files.get("integrations.json") ?? "")).toMatchObject([linked]);
  expect(files.get("integrations.json")).not.toMatch(/sealed|boat\.example/);
  expect(files.get("integrations.json")).not.toContain(hook.id);
  expect(JSON.parse(files.get("conversation.json") ?? "")).toMatchObject([
    { question: "Where is the mast?", answer: { response: "In the shed." } },
  ]);
  const names = [...files.keys()].filter((name) => /^(?!more\/).*\//.test(name));
  expect(names.map((name) => name.replace(/^(outgoing)\/[^/]+/, "$1"))).toEqual([
    "drafts/d1/_._plan_ mast.txt",
    "outgoing/later.txt",
    "outgoing/asked.txt",
    `mail/${user}/Boat/Repairs.mbox`,
    `mail/${user}/INBOX.mbox`,
  ]);
  expect(files.get("drafts/d1/_._plan_ mast.txt")).toBe("A plan of the mast.");
  const outgoing = JSON.parse(files.get("outgoing.json") ?? "");
  expect(outgoing).toMatchObject({
    outgoing: [{ draft: { subject: "Next week" } }],
    waiting: [{ draft: { subject: "For approval" } }],
  });
  expect(files.get(`outgoing/${outgoing.outgoing[0].id}/later.txt`)).toBe("A plan of the mast.");
  expect(subjectsIn(files.get(`mail/${user}/INBOX.mbox`))).toEqual(["one", "two"]);
  const repairs = files.get(`mail/${user}/Boat/Repairs.mbox`);
  expect(subjectsIn(repairs)).toEqual(["mast", "one"]);
  expect(repairs).toContain("Status: RO\nMessage-ID: <mast@example.org>");
  expect([...files.values()].join("")).not.toContain(pass);
});

test("a user without mail gets the rest of the files, and no data of other users", async () => {
  await using engine = await startMailEngine();
  await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
  await engine.until(
    async () => (await foldersOf(engine.database.reader, engine.userId)).length > 0,
  );
  const files = await exported(engine, UserId.parse("nobody"));
  for (const [name, text] of files) {
    if (name.includes("/"))
      expect([name, text]).toEqual([expect.stringMatching(/^more\//), "[]\n"]);
  }
  expect(JSON.parse(files.get("accounts.json") ?? "")).toEqual([]);
  expect(JSON.parse(files.get("integrations.json") ?? "")).toEqual([]);
  expect(JSON.parse(files.get("conversation.json") ?? "")).toEqual([]);
});

async function snoozeOne(engine: TestEngine): Promise<void> {
  const inbox = (await foldersOf(engine.database.reader, engine.userId)).find(
    ({ role }) => role === "inbox",
  );
  const { message_id: emailId } = await engine.database.reader
    .selectFrom("message_locations")
    .innerJoin("messages", "messages.id", "message_locations.message_id")
    .select("message_id")
    .where("folder_id", "=", inbox?.id ?? ("" as never))
    .where("subject", "=", "two")
    .executeTakeFirstOrThrow();
  const snoozeUntil = new Date(Date.now() + 3600_000).toISOString();
  const change = changeEmail.input.parse({ emailId, snoozeUntil });
  await changeMail(engine.mail, engine.userId, change, { idempotencyKey: "" });
}

async function exported(engine: TestEngine, userId = engine.userId): Promise<Map<string, string>> {
  const profile = {
    id: userId,
    name: "Ann",
    email: user,
    bio: "",
    avatar: null,
    role: "user" as const,
  };
  const { content } = exportEverything(engine.mail, userId, profile);
  return unzip(await buffer(content));
}

function subjectsIn(mbox = ""): string[] {
  return Array.from(mbox.matchAll(/^Subject: (.*)$/gm), ([, subject = ""]) => subject).toSorted();
}
