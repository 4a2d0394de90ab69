import { Readable } from "node:stream";
import { AccountId, AttachmentId, MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Failure } from "#/base/fail.ts";
import type { EmailWithoutUrls, FileContent } from "#/http/services.ts";
import { createClient } from "#/testing/client.ts";
import { fakeAuth, fakeReading, fakeServices } from "#/testing/fake-services.ts";
import { startApp, type TestApp } from "#/testing/http-app.ts";

const anna = UserId.parse("anna");
const ben = UserId.parse("ben");
const clock = { time: Date.now(), now: () => clock.time };
const script = "<script>alert(1)</script>";

/** Annas message m1 has one attachment a1, which each test fills. */
let file: FileContent;
let app: TestApp;
beforeAll(async () => {
  const reading = fakeReading({
    preview: async () => email,
    async attachment(userId, emailId, attachmentId) {
      if (userId !== anna || emailId !== "m1") throw new Failure("message.not_found");
      if (attachmentId !== "a1") throw new Failure("attachment.not_found");
      return file;
    },
    async source(userId) {
      if (userId !== anna) throw new Failure("message.not_found");
      return file;
    },
  });
  const sessions = new Map([
    ["annas", anna],
    ["bens", ben],
  ]);
  app = await startApp(fakeServices({ auth: fakeAuth(sessions), reading }), { clock });
});
afterAll(() => app[Symbol.asyncDispose]());

const where = "/email/m1/attachments/a1";
const get = (path: string, token?: string) =>
  fetch(app.origin + path, token ? { headers: { authorization: `Bearer ${token}` } } : {});
async function signedUrl(): Promise<string> {
  const client = createClient(app.origin, "annas");
  const { email: read } = await client.call("GET /email/preview/{emailId}", { emailId: "m1" });
  return read.attachments[0]?.url ?? "";
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
  ])("%s of type %s is a download that nothing can run", async (filename, type, content) => {
    file = { filename, type, content: Buffer.from(content) };
    const answer = await get(where, "annas");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(content);
    expectHarmless(answer.headers);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it.each(["image/png", "image/jpeg", "image/gif", "image/webp"])(
    "of type %s keeps it, so that the mail can show it",
    async (type) => {
      file = { filename: "photo", type, content: Buffer.from(script) };
      const answer = await get(where, "annas");
      expect(answer.headers.get("content-type")).toBe(type);
      expectHarmless(answer.headers);
    },
  );

  it.each([
    ["in one piece", ["%PDF-1.7 and so on"]],
    ["in small pieces", ["%P", "D", "F-1.7 and", " so on"]],
  ])("that is a PDF, %s, can be looked at in a tab, and in no frame", async (_, pieces) => {
    const content = Readable.from(pieces.map((piece) => Buffer.from(piece)));
    file = { filename: "paper.pdf", type: "application/octet-stream", content };
    const { headers, body } = await get(`${where}?view=pdf`, "annas").then(async (answer) => ({
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
    "that begins with %j is no PDF, whatever it says of itself",
    async (begin) => {
      for (const content of [Buffer.from(begin), Readable.from([Buffer.from(begin)])]) {
        file = { filename: "paper.pdf", type: "application/pdf", content };
        const { headers } = await get(`${where}?view=pdf`, "annas");
        expect(headers.get("content-type")).toBe("application/octet-stream");
        expect(headers.get("content-disposition")).toMatch(/^attachment; /);
        expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      }
    },
  );

  it("streams, with its size when that is known", async () => {
    const chunks = [Buffer.alloc(70_000, "a"), Buffer.alloc(70_000, "b")];
    file = { filename: "a.bin", type: "", sizeBytes: 140_000, content: Readable.from(chunks) };
    const answer = await get(where, "annas");
    expect(answer.headers.get("content-length")).toBe("140000");
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.concat(chunks));
  });

  it("comes by a signed address without a bearer, for five minutes", async () => {
    file = { filename: "a.bin", type: "", content: Buffer.from("bytes") };
    const url = await signedUrl();
    expect(await (await get(url)).text()).toBe("bytes");
    clock.time += limits.signedUrlMs;
    const late = await get(url);
    expect(late.status).toBe(401);
    expect(await late.json()).toMatchObject({ code: "session.required" });
  });

  it("comes by no signature that was made for something else", async () => {
    const url = await signedUrl();
    const signature = new URL(url, app.origin).searchParams.get("signature") ?? "";
    for (const other of [
      `/email/m1/attachments/a2?signature=${signature}`,
      `/email/m2/attachments/a1?signature=${signature}`,
      `${where}?signature=${signature.slice(0, -3)}`,
      `${where}?signature=`,
      where,
    ]) {
      expect([other, (await get(other)).status]).toEqual([other, 401]);
    }
    // With a bearer of somebody else the address is as good as none.
    const refused = await get(url, "bens");
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ code: "message.not_found" });
  });

  it("of another person does not exist", async () => {
    const notYours = await get(where, "bens");
    const notThere = await get("/email/m9/attachments/a9", "bens");
    expect(notYours.status).toBe(404);
    expect(await notYours.text()).toBe(await notThere.text());
    expect((await get("/email/m1/attachments/a9", "annas")).status).toBe(404);
  });
});

describe("the source of a message", () => {
  it("is a download as well", async () => {
    file = { filename: 'Re: "hi"\r\n.eml', type: "message/rfc822", content: Buffer.from(script) };
    const answer = await get("/email/m1/source", "annas");
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="Re_ _hi_.eml"/,
    );
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect((await get("/email/m1/source")).status).toBe(401);
    expect((await get("/email/m1/source", "bens")).status).toBe(404);
  });
});

function expectHarmless(headers: Headers): void {
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[^"]+"; filename\*=/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(headers.get("cache-control")).toMatch(/^private/);
}

const email: EmailWithoutUrls = {
  id: MessageId.parse("m1"),
  accountId: AccountId.parse("acc"),
  threadId: ThreadId.parse("t1"),
  fromName: ["Ben"],
  fromAddress: ["ben@example.org"],
  toName: [""],
  toAddress: ["anna@example.org"],
  subject: "Hello",
  bodyPlain: "Hello Anna",
  emailDate: "2026-01-02T03:04:05.000Z",
  flags: [],
  category: null,
  priority: null,
  summary: null,
  tags: [],
  snoozedUntil: null,
  returnedAt: null,
  isMuted: false,
  wantsReceipt: false,
  hasAttachments: true,
  body: "",
  cc: [],
  bcc: [],
  replyTo: ["ben@example.org"],
  messageId: "m1@example.org",
  folder: "inbox",
  isOwn: false,
  remoteImages: 0,
  trackers: 0,
  imagesTrusted: false,
  warnings: [],
  unsubscribe: null,
  attachments: [
    {
      id: AttachmentId.parse("a1"),
      filename: "a.bin",
      type: "application/octet-stream",
      size: 5,
      inline: false,
      cid: null,
    },
  ],
  notice: null,
};
