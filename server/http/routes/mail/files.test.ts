import { Readable } from "node:stream";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSecretBox } from "#/base/secret-box.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

const script = "<script>alert(1)</script>";
const subject = 'Re: "hi"\r\n';

let app: RealApp;
let anna: SignedUpUser;
let ben: SignedUpUser;
let emailId = "";
/** URL of the only attachment of Anna's message. */
let where = "";
/** Stored content of the attachment. */
let content: Buffer[] = [];

beforeAll(async () => {
  const open = async () => ({
    content: Readable.from(content),
    sizeBytes: content.reduce((sum, { length }) => sum + length, 0),
  });
  app = await startRealApp("sqlite", {
    context: (parts) =>
      testContext(parts, "/nowhere", { blobs: { open }, egress: egressToLoopback() }),
  });
  [anna, ben] = [await signUpUser(app.origin, "Anna"), await signUpUser(app.origin, "Ben")];
  const userId = anna.user.id;
  const accountId = await anAccount(app.execute, userId);
  const [folder] = await someFolders(app.execute, userId, accountId);
  if (!folder) throw new Error("The inbox was not made.");
  const attachment = {
    part: "2",
    filename: "a.bin",
    type: "application/octet-stream",
    sizeBytes: 5,
    contentId: "",
    isInline: false,
    sha256: "stored",
  };
  const message = aMessage({ attachments: [attachment], message: { subject } });
  const [taken] = await app.execute("messages.takeIn", {
    userId,
    accountId,
    folderId: folder.id,
    messages: [message],
  });
  emailId = taken?.messageId ?? "";
  const [shown] = await attachments();
  where = `/email/${emailId}/attachments/${shown?.id}`;
});
afterAll(() => app[Symbol.asyncDispose]());

const get = (path: string, person?: SignedUpUser) =>
  fetch(
    app.origin + path,
    person ? { headers: { authorization: `Bearer ${person.token}` } } : undefined,
  );
async function attachments() {
  const { email } = await anna.client.call("GET /email/preview/{emailId}", { emailId });
  return email.attachments;
}
async function signedUrl(): Promise<string> {
  return (await attachments())[0]?.url ?? "";
}

/** Gives the attachment this name, type and content. */
async function fill(file: { filename: string; type: string; content: Buffer[] }): Promise<void> {
  const { filename, type } = file;
  content = file.content;
  await app.database.kysely.updateTable("attachments").set({ filename, type }).execute();
}

describe("an attachment", () => {
  it.each([
    ["page.html", "text/html", script],
    ["photo.jpg", "text/html", script],
    ["drawing.svg", "image/svg+xml", "<svg onload='alert(1)'/>"],
    ["page.xhtml", "application/xhtml+xml", script],
    ["feed.xml", "text/xml; charset=utf-8", "<?xml-stylesheet href='#'?>"],
    ["invite.ics", "text/calendar", "BEGIN:VCALENDAR"],
    ["archive.mht", "multipart/related", script],
    ["notes.txt", "text/plain", script],
    ["paper.pdf", "application/pdf", "%PDF-1.7"],
    ["x", "text/html\r\nSet-Cookie: a=b", script],
    ["mail.eml", "message/rfc822", script],
    ["app.js", "text/javascript", "alert(1)"],
    ["", "", ""],
  ])("%s of type %s is a download that no browser can execute", async (filename, type, bytes) => {
    await fill({ filename, type, content: [Buffer.from(bytes)] });
    const answer = await get(where, anna);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(bytes);
    expectHarmless(answer.headers);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it.each(["image/png", "image/jpeg", "image/gif", "image/webp"])(
    "keeps the type %s, which the mail can show",
    async (type) => {
      await fill({ filename: "photo", type, content: [Buffer.from(script)] });
      const answer = await get(where, anna);
      expect(answer.headers.get("content-type")).toBe(type);
      expectHarmless(answer.headers);
    },
  );

  it.each([
    ["in one piece", ["%PDF-1.7 and so on"]],
    ["in small pieces", ["%P", "D", "F-1.7 and", " so on"]],
  ])("that is a PDF, %s, can be viewed in a tab, and in no frame", async (_, pieces) => {
    await fill({
      filename: "paper.pdf",
      type: "application/octet-stream",
      content: pieces.map((piece) => Buffer.from(piece)),
    });
    const { headers, body } = await get(`${where}?view=pdf`, anna).then(async (answer) => ({
      headers: answer.headers,
      body: await answer.text(),
    }));
    expect(body).toBe("%PDF-1.7 and so on");
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-disposition")).toMatch(/^inline; filename="paper\.pdf"/);
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it.each(["<script>%PDF-1.7</script>", " %PDF-1.7", "%PDF", ""])(
    "that begins with %j is not a PDF, in spite of its declared type",
    async (begin) => {
      const file = { filename: "paper.pdf", type: "application/pdf" };
      await fill({ ...file, content: [Buffer.from(begin)] });
      const { headers } = await get(`${where}?view=pdf`, anna);
      expect(headers.get("content-type")).toBe("application/octet-stream");
      expect(headers.get("content-disposition")).toMatch(/^attachment; /);
      expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    },
  );

  it("is streamed with its size", async () => {
    const chunks = [Buffer.alloc(70_000, "a"), Buffer.alloc(70_000, "b")];
    await fill({ filename: "a.bin", type: "", content: chunks });
    const answer = await get(where, anna);
    expect(answer.headers.get("content-length")).toBe("140000");
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.concat(chunks));
  });

  it("is served at a signed URL without a token, for five minutes", async () => {
    await fill({ filename: "a.bin", type: "", content: [Buffer.from("bytes")] });
    const url = await signedUrl();
    expect(await (await get(url)).text()).toBe("bytes");
    app.clock.time += limits.signedUrlMs;
    const late = await get(url);
    expect(late.status).toBe(401);
    expect(await late.json()).toMatchObject({ code: "session.required" });
  });

  it("is not served for a signature of another URL", async () => {
    const url = await signedUrl();
    const signature = new URL(url, app.origin).searchParams.get("signature") ?? "";
    for (const other of [
      `/email/${emailId}/attachments/a2?signature=${signature}`,
      `${where.replace(emailId, "m2")}?signature=${signature}`,
      `${where}?signature=${signature.slice(0, -3)}`,
      `${where}?signature=`,
      where,
    ]) {
      expect([other, (await get(other)).status]).toEqual([other, 401]);
    }
    // With the bearer of another user the signature is ignored.
    const refused = await get(url, ben);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ code: "message.not_found" });
  });

  it("that belongs to another user does not exist", async () => {
    const notYours = await get(where, ben);
    const notThere = await get("/email/m9/attachments/a9", ben);
    expect(notYours.status).toBe(404);
    expect(await notYours.text()).toBe(await notThere.text());
    expect((await get(`/email/${emailId}/attachments/a9`, anna)).status).toBe(404);
  });
});

describe("the source of a message", () => {
  it("is also a download", async () => {
    await using imap = await startFakeImap(profiles.plain);
    const mailbox = imap.addMailbox("anna");
    const inbox = mailbox.find("INBOX");
    if (!inbox) throw new Error("The server has no inbox.");
    mailbox.append(inbox, Buffer.from(script));
    const { kysely } = app.database;
    const account = await kysely.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
    const box = createSecretBox(Buffer.alloc(32, 1));
    await kysely
      .updateTable("accounts")
      .set({
        imap_host: "127.0.0.1",
        imap_port: imap.port,
        imap_tls: 0,
        imap_user: "anna",
        imap_secret: box.encrypt("secret", secretPlace(account, "imap_secret")),
      })
      .execute();
    await kysely
      .updateTable("folders")
      .set({ path: "INBOX", uid_validity: inbox.uidValidity })
      .execute();
    const source = `/email/${emailId}/source`;
    const answer = await get(source, anna);
    expect(await answer.text()).toBe(script);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="Re_ _hi_.eml"/,
    );
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect((await get(source)).status).toBe(401);
    expect((await get(source, ben)).status).toBe(404);
  });
});

function expectHarmless(headers: Headers): void {
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[^"]+"; filename\*=/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(headers.get("cache-control")).toMatch(/^private/);
}
