import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Api } from "@inlet/contract/api.ts";
import { type AttachmentId, IdentityId, type MessageId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBlobs } from "#/store/blobs/blobs.ts";
import { getOutbox } from "#/store/outbox/queries.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import type { ParsedMessage } from "#/wire/mime/parsed.ts";

type Mail = Api["POST /email/send"]["input"];

const picture = Buffer.from("89504e470d0a1a0a", "hex");
const letter =
  '<div style="color: red">Dear <b>Anna</b>, <script>alert(1)</script>' +
  '<img src="https://spy.example/p.gif" alt="spy"><img src="cid:pic@x" alt="picture"></div>';

describe.each(usualEngines)("forwarded mail on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let mailbox: Mailbox;
  /** A message with an inline image, an attached file and one file that only the mail server has. */
  let original: MessageId;
  let files: AttachmentId[] = [];
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    anna = await signUpUser(app.origin, "Anna");
    mailbox = await aMailbox(app.execute, anna.user.id, "anna");
    original = await receive();
    const { email } = await anna.client.call("GET /email/preview/{emailId}", { emailId: original });
    files = email.attachments.map(({ id }) => id);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  async function receive(): Promise<MessageId> {
    const blobs = createBlobs({ dir: blobsDir, capBytes: 2 ** 20 });
    const sha256 = await blobs.put(picture);
    const file = { part: "2", type: "image/png", sizeBytes: 8, contentId: "", isInline: false };
    const message = aMessage({
      uid: 50,
      message: {
        messageId: "letter@example.com",
        references: ["root@example.com"],
        from: [{ name: "Bob <i>B</i>", address: "bob@example.com" }],
        to: [{ name: "", address: "work@example.org" }],
        cc: [{ name: "Carl", address: "carl@example.com" }],
        subject: "A letter",
        text: "Dear Anna,\n\n> earlier\nBob",
        html: letter,
      },
      attachments: [
        { ...file, filename: "p.png", contentId: "pic@x", isInline: true, sha256 },
        { ...file, filename: "file.png", sha256 },
        { ...file, part: "", filename: "far.png", sha256: "" },
      ],
    });
    // The brand of a user's id is lost over HTTP.
    const userId = anna.user.id as UserId;
    const { accountId, folderId } = mailbox;
    const messages = [message];
    const [ingested] = await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages,
    });
    if (!ingested) throw new Error("The message was not taken in.");
    return ingested.messageId;
  }

  const mailOf = (given: Partial<Mail>): Mail => ({
    accountId: mailbox.accountId,
    to: "a@example.com",
    subject: "Hi",
    content: "Hello",
    ...given,
  });

  /** Returns the message as SMTP receives it. */
  async function sent(given: Partial<Mail>): Promise<ParsedMessage & { source: string }> {
    const { id } = await anna.client.call("POST /email/send", mailOf(given));
    const row = await getOutbox(app.database.reader, anna.user.id as UserId, id);
    const raw = Buffer.from(row?.raw ?? []);
    const parsed = await parseMessage(raw);
    return { ...parsed, text: parsed.text.trimEnd(), source: raw.toString("latin1") };
  }

  const refused = (given: Partial<Mail>) => anna.client.refusal("POST /email/send", mailOf(given));

  const upload = async (filename: string, bytes: Uint8Array<ArrayBuffer>, type = "image/png") => {
    const form = new FormData();
    form.append("file", new Blob([bytes], { type }), filename);
    const headers = { authorization: `Bearer ${anna.token}` };
    const init = { method: "POST", body: form, headers };
    const answer = await fetch(`${app.origin}/email/uploads`, init);
    return (await answer.json()) as Api["POST /email/uploads"]["output"];
  };

  it("has a plain text part always, and an HTML part if there is one", async () => {
    const plain = await sent({ content: "Hello\n\nworld" });
    expect(plain).toMatchObject({ text: "Hello\n\nworld", html: "" });
    expect(plain.source).toContain("format=flowed");
    const rich = await sent({
      content: "Hello",
      html: '<p onclick="x()" style="color:red">Hello<script>1</script></p>',
    });
    expect(rich).toMatchObject({ text: "Hello", html: "<p>Hello</p>" });
    const alone = await sent({ content: "", html: "<p>Hello</p><p>world</p>" });
    expect(alone.text).toBe("Hello\n\nworld");
  });

  it("answers with the original below, without images that would track the readers of the answer", async () => {
    const answer = await sent({ inReplyTo: original, content: "Thanks", html: "<p>Thanks</p>" });
    expect(answer).toMatchObject({
      inReplyTo: "letter@example.com",
      references: ["root@example.com", "letter@example.com"],
      attachments: [],
    });
    expect(answer.text).toMatch(
      /^Thanks\n\nOn \w{3}, \d\d \w{3} \d{4} at \d\d:\d\d UTC, Bob <i>B<\/i> <bob@example.com> wrote:\n> Dear Anna,\n>\n>> earlier\n> Bob/,
    );
    expect(answer.html).toMatch(/^<p>Thanks<\/p><p>On .* Bob &lt;i&gt;B&lt;\/i&gt;/);
    expect(answer.html).toContain(
      '<blockquote type="cite"><div style="color: red">Dear <b>Anna</b>, spypicture</div></blockquote>',
    );
    expect(answer.html).not.toMatch(/script|spy\.example|cid:/);
  });

  it("answers an HTML message with plain text when plain text was written", async () => {
    expect(await sent({ inReplyTo: original })).toMatchObject({ html: "" });
  });

  it("forwards a message with its images and the chosen files", async () => {
    const [, file] = files;
    const passed = await sent({
      forwardOf: original,
      content: "See below",
      forwardedAttachments: file ? [file] : [],
    });
    expect(passed.inReplyTo).toBe("letter@example.com");
    expect(passed.text).toContain(
      "---------- Forwarded message ----------\nFrom: Bob <i>B</i> <bob@example.com>\nDate: ",
    );
    expect(passed.text).toContain(
      "Subject: A letter\nTo: work@example.org\nCc: Carl <carl@example.com>",
    );
    expect(passed.html).toMatch(/^<p>See below<\/p><p>---------- Forwarded/);
    expect(passed.html).toContain('<img src="https://spy.example/p.gif" alt="spy">');
    expect(passed.html).toContain('<img src="cid:pic@x" alt="picture">');
    expect(passed.attachments.map((each) => [each.filename, each.isInline])).toEqual([
      ["p.png", true],
      ["file.png", false],
    ]);
    expect(passed.attachments.map(({ content }) => Buffer.from(content ?? []))).toEqual([
      picture,
      picture,
    ]);
  });

  it("is refused when a file cannot be fetched, and is never sent without it", async () => {
    const [, , far] = files;
    const forwardedAttachments = far ? [far] : [];
    expect(await refused({ forwardOf: original, forwardedAttachments })).toMatchObject({
      status: 503,
      code: "message.source_unavailable",
    });
    // Safe: the server brands the ids that it creates; this one is unknown.
    const unknown = ["01900000-0000-7000-8000-000000000000" as never];
    expect(await refused({ forwardOf: original, forwardedAttachments: unknown })).toMatchObject({
      code: "attachment.not_found",
    });
    expect(await refused({ forwardedAttachments: unknown })).toMatchObject({
      code: "input.invalid",
    });
    expect(await refused({ attachments: unknown })).toMatchObject({ code: "upload.not_found" });
    expect(await refused({ forwardOf: unknown[0] as never })).toMatchObject({
      code: "message.not_found",
    });
  });

  it("shows the images that its HTML names and attaches the rest", async () => {
    const [shown, hidden] = [await upload("a.png", picture), await upload("b.png", picture)];
    const mail = await sent({
      html: '<p><img src="cid:one@x"><img src="cid:none@x" alt="none"></p>',
      attachments: [shown.id, hidden.id],
      inline: { [shown.id]: "one@x", [hidden.id]: "two@x" },
    });
    expect(mail.html).toBe('<p><img src="cid:one@x" alt="">none</p>');
    expect(mail.attachments.map((each) => [each.filename, each.isInline])).toEqual([
      ["a.png", true],
      ["b.png", false],
    ]);
  });

  it("is refused when its total size is above the limit", async () => {
    const half = new Uint8Array(Math.ceil(limits.uploadBytes * 0.8));
    const uploads = [await upload("a", half), await upload("b", half)];
    const attachments = uploads.map(({ id }) => id);
    expect(await refused({ attachments })).toMatchObject({ status: 413, code: "upload.too_large" });
  });

  it("is from the address that received the answered message, or from the chosen identity", async () => {
    const work = {
      id: IdentityId.parse(randomUUID()),
      accountId: mailbox.accountId,
      name: "Anna at work",
      address: "work@example.org",
    };
    await anna.client.call("PUT /identities/{id}", work);
    const own = [{ name: "Anna", address: "anna@example.org" }];
    const atWork = [{ name: work.name, address: work.address }];
    expect((await sent({})).from).toEqual(own);
    expect((await sent({ inReplyTo: original })).from).toEqual(atWork);
    expect((await sent({ identityId: work.id })).from).toEqual(atWork);
    const ownId = IdentityId.parse(mailbox.accountId);
    expect((await sent({ inReplyTo: original, identityId: ownId })).from).toEqual(own);
  });

  it("can be reopened with all of its content", async () => {
    const { id: file } = await upload("a.png", picture);
    const given = {
      cc: "Carl <carl@example.com>",
      bcc: "d@example.com",
      html: '<p>Hello <img src="cid:one@x"></p>',
      attachments: [file],
      inline: { [file]: "one@x" },
      inReplyTo: original,
      requestReceipt: true,
    };
    const { id } = await anna.client.call("POST /email/send", mailOf(given));
    const { draft } = await anna.client.call("GET /email/outbox/{id}", { id });
    expect(draft).toMatchObject({
      to: "a@example.com",
      cc: given.cc,
      bcc: given.bcc,
      html: given.html,
      attachments: [{ id: file, filename: "a.png", type: "image/png", size: 8, cid: "one@x" }],
      inReplyTo: original,
      requestReceipt: true,
    });
  });
});
