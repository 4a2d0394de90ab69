import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changesAfter } from "#/store/changes/queries.ts";
import { getDraft } from "#/store/drafts/queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import {
  type DraftDesk,
  type DraftOffice,
  mailOf,
  noKey,
  openDraftOffice,
} from "#/testing/mailboxes/draft-office.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import { listDrafts, listUnopened, openDraft } from "./drafts.ts";
import { changeMail } from "#/mail/filing/filing.ts";
import { queueMail } from "#/mail/sending/sending.ts";

let office: DraftOffice;
beforeAll(async () => {
  office = await openDraftOffice();
});
afterAll(() => office[Symbol.asyncDispose]());
beforeEach(() => {
  office.sent.length = 0;
});

test("a draft changed by another mail client replaces the local one if nothing newer was written here", async () => {
  await using desk = await office.sit();
  const draft = await desk.write({ content: "begun here" });
  await desk.bringUp(draft);
  await replaceInOtherClient(desk, "finished there");
  await desk.engine.until(async () => {
    return (
      (await getDraft(desk.engine.database.reader, desk.engine.userId, draft.id))?.state ===
      "elsewhere"
    );
  });
  expect(await desk.texts()).toEqual(["finished there"]);
  // A client that still has it open is asked to keep its text.
  const late = { ...draft, content: "typed on" };
  await expect(desk.write(late)).rejects.toMatchObject({ code: "draft.conflict" });
});

test("both texts are saved when a draft was changed here and in another client", async () => {
  await using desk = await office.sit();
  let draft = await desk.write({ content: "begun here" });
  await desk.bringUp(draft);
  draft = await desk.write({ ...draft, content: "went on here" });
  await replaceInOtherClient(desk, "went on there");
  await desk.bringUp(draft);
  expect((await desk.texts()).toSorted()).toEqual(["went on here", "went on there"]);
  draft = await desk.write({ ...draft, content: "finished here" });
  await desk.bringUp(draft);
  expect((await desk.texts()).toSorted()).toEqual(["finished here", "went on there"]);
});

test("a draft of another mail client is known by its conversation until it is opened or discarded, and each is reported", async () => {
  await using desk = await office.sit();
  const { mail, userId, database, until } = desk.engine;
  const reported = async () =>
    (await changesAfter(database.reader, userId, 0, 200)).filter(
      ({ kind }) => kind === "draft.changed",
    ).length;
  const known = (count: number) =>
    until(async () => (await listUnopened(mail, userId)).length === count);
  const own = await desk.write({ content: "written here" });
  await desk.bringUp(own);
  await desk.received("written here");
  await known(0);
  for (const text of ["opened", "moved", "discarded"]) {
    const before = await reported();
    await desk.asOtherClient((client) =>
      client.append("Drafts", `Subject: ${text}\r\n\r\n${text}`),
    );
    await known(1);
    expect(await reported()).toBeGreaterThan(before);
    const emailId = await desk.received(text);
    const [message] = await getMessages(database.reader, userId, [emailId]);
    expect(await listUnopened(mail, userId)).toEqual([
      { accountId: message?.account_id, threadId: message?.thread_id },
    ]);
    const shown = await reported();
    if (text === "opened") await openDraft(mail, userId, emailId);
    else if (text === "moved") await changeMail(mail, userId, { emailId, folder: "trash" });
    else await desk.asOtherClient((client) => client.messageDelete("1:*", { uid: true }));
    await known(0);
    await until(async () => (await reported()) > shown);
  }
});

test("a draft discarded in another client is deleted here", async () => {
  await using desk = await office.sit();
  const draft = await desk.write({ content: "unwanted" });
  await desk.bringUp(draft);
  await desk.received("unwanted");
  await desk.asOtherClient((client) => client.messageDelete("1:*", { uid: true }));
  await desk.engine.until(
    async () => (await listDrafts(desk.engine.mail, desk.engine.userId)).length === 0,
  );
});

test("a draft whose copy was moved to Trash in the list is deleted here and stays in Trash", async () => {
  await using desk = await office.sit();
  const { mail, userId } = desk.engine;
  const draft = await desk.write({ content: "trashed" });
  await desk.bringUp(draft);
  const emailId = await desk.received("trashed");
  await changeMail(mail, userId, { emailId, folder: "trash" });
  await desk.engine.until(async () => (await listDrafts(mail, userId)).length === 0);
  expect(await desk.texts()).toEqual([]);
  const trash = await desk.asOtherClient((client) => client.status("Trash", { messages: true }));
  expect(trash).toMatchObject({ messages: 1 });
});

test("a draft of another mail client opens with all its parts, and its copy becomes ours", async () => {
  await using desk = await office.sit();
  await desk.asOtherClient((client) => client.append("Drafts", foreignDraft, ["\\Draft"]));
  const emailId = await desk.received("Hello Anna");
  const draft = await openDraft(desk.engine.mail, desk.engine.userId, emailId);
  expect(draft).toMatchObject({
    to: "Anna <anna@example.com>",
    bcc: "secret@example.com",
    subject: "Grüße",
    content: "Hello Anna",
    html: '<p>Hello <strong>Anna</strong> <img src="cid:pic@x" alt=""></p>',
    attachments: [
      { filename: "p.png", type: "image/png", size: 3, cid: "pic@x" },
      { filename: "a.txt", type: "text/plain", size: 4, cid: null },
    ],
    revision: 1,
    emailId,
  });
  expect(await openDraft(desk.engine.mail, desk.engine.userId, emailId)).toEqual(draft);
  const { updatedAt: _, emailId: __, accountId: ___, ...content } = draft;
  const changed = await desk.write({ ...content, content: "Hello again", html: null });
  await desk.bringUp(changed);
  const [copy, ...more] = await desk.onServer();
  expect(more).toEqual([]);
  const parsed = await parseMessage(copy?.source ?? Buffer.alloc(0));
  expect(parsed).toMatchObject({
    messageId: "foreign@example.net",
    inReplyTo: "question@example.net",
    references: ["root@example.net", "question@example.net"],
    bcc: [{ address: "secret@example.com" }],
  });
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["p.png", "a.txt"]);
  const form = mailOf(desk.account, { draftId: draft.id, content: "Hello again" });
  await queueMail(desk.engine.mail, desk.engine.userId, form, noKey);
  await desk.engine.until(async () => office.sent.length > 0);
  expect((await parseMessage(office.sent[0] ?? Buffer.alloc(0))).inReplyTo).toBe(
    "question@example.net",
  );
});

/** Simulates a draft saved in another client: the new text under the same Message-ID, then the old copy is deleted. */
async function replaceInOtherClient(desk: DraftDesk, text: string): Promise<void> {
  const [old] = await desk.onServer();
  const source = old?.source.toString() ?? "";
  const header = source.slice(0, source.indexOf("\r\n\r\n"));
  await desk.asOtherClient(async (client) => {
    await client.append("Drafts", `${header}\r\n\r\n${text}`, ["\\Draft", "\\Seen"]);
    await client.messageDelete(String(old?.uid), { uid: true });
  });
}

const foreignDraft = [
  "From: me@example.org",
  "To: Anna <anna@example.com>",
  "Bcc: secret@example.com",
  "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
  "Message-ID: <foreign@example.net>",
  "In-Reply-To: <question@example.net>",
  "References: <root@example.net> <question@example.net>",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="m"',
  "",
  "--m",
  'Content-Type: multipart/related; boundary="r"',
  "",
  "--r",
  'Content-Type: multipart/alternative; boundary="a"',
  "",
  "--a",
  "Content-Type: text/plain",
  "",
  "Hello Anna",
  "--a",
  "Content-Type: text/html",
  "",
  '<p onclick="x()">Hello <b>Anna</b> <img src="cid:pic@x"><script>alert(1)</script></p>',
  "--a--",
  "--r",
  "Content-Type: image/png; name=p.png",
  "Content-ID: <pic@x>",
  "Content-Transfer-Encoding: base64",
  "",
  "AAAA",
  "--r--",
  "--m",
  "Content-Type: text/plain; name=a.txt",
  "Content-Disposition: attachment; filename=a.txt",
  "",
  "text",
  "--m--",
  "",
].join("\r\n");
