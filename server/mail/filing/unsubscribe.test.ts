import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { Failure } from "#/base/failure.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import type { Database } from "#/store/engine/database.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { noTokens } from "#/testing/factories/no-tokens.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMessage, anAccount, aUser, someFolders } from "#/testing/apps/published-calls.ts";
import { egressTo } from "#/testing/fakes/web-egress.ts";
import { readHeader } from "#/wire/mime/header.ts";
import { readSigns } from "#/wire/mime/signs.ts";
import { blockSender, fileBlocked, listBlockedSenders, unblockSender } from "./blocked-senders.ts";
import { unsubscribeFrom } from "./unsubscribe.ts";

/** Creates a user with a mailbox, and a record of the requests sent to the web. */
async function aReader(open: () => Promise<Database>, { status = 200, canSend = true } = {}) {
  const store = await openStore(open);
  const userId = await aUser(store.execute);
  const accountId = await anAccount(store.execute, userId, "ada@one.example");
  if (canSend) {
    await store.database.kysely
      .updateTable("accounts")
      .set({ smtp_host: "smtp.one.example", smtp_port: 465 })
      .execute();
  }
  const requests: { url: string; method: string; body: string | Uint8Array | undefined }[] = [];
  const egress = egressTo("nowhere.example");
  const mail = {
    ...store,
    log: createLog("silent"),
    blobs: createBlobs({ dir: tmpdir(), capBytes: 0 }),
    egress: {
      ...egress,
      async request(url: string, asked: { method: string; body?: string | Uint8Array }) {
        requests.push({ url, method: asked.method, body: asked.body });
        return { status, headers: {}, body: Buffer.alloc(0) };
      },
    },
    box: createSecretBox(Buffer.alloc(32, 1)),
    tokens: noTokens,
  };
  const folders = await someFolders(store.execute, userId, accountId, ["inbox", "spam"]);
  let uid = 0;
  const arrives = async (signs: object, address = "news@list.example") => {
    const from = [{ name: "News", address }];
    const one = aMessage({ uid: ++uid, message: { signs, from } });
    const where = { userId, accountId, folderId: folders[0]?.id ?? ("" as never) };
    const [ingested] = await store.execute("messages.takeIn", { ...where, messages: [one] });
    if (!ingested) throw new Error("The message was not taken in.");
    return ingested.messageId;
  };
  const outbox = () => store.database.reader.selectFrom("outbox").selectAll().execute();
  const rolesOf = async (messageId: string) => {
    const rows = await store.database.reader
      .selectFrom("message_locations")
      .select(["role", "message_id"])
      .execute();
    return rows.filter((row) => row.message_id === messageId).map((row) => row.role);
  };
  return { mail, userId, arrives, requests, outbox, rolesOf };
}

const web = "https://list.example/leave?u=1";
const asked = (unsubscribe: object) => ({ unsubscribe });

withDatabases((open) => {
  test("one-click unsubscribing is one POST with the single field of RFC 8058", async () => {
    const { mail, userId, arrives, requests } = await aReader(open);
    const id = await arrives(asked({ web, mail: "", isOneClick: true }));
    expect(await unsubscribeFrom(mail, userId, id)).toEqual({ result: "done", url: null });
    expect(requests).toEqual([{ url: web, method: "POST", body: "List-Unsubscribe=One-Click" }]);
  });

  test("a list's server that refuses or redirects has not unsubscribed the user", async () => {
    for (const status of [302, 404, 500]) {
      const { mail, userId, arrives } = await aReader(open, { status });
      const id = await arrives(asked({ web, mail: "", isOneClick: true }));
      await expect(unsubscribeFrom(mail, userId, id)).rejects.toMatchObject({
        code: "unsubscribe.failed",
      });
    }
  });

  test("unsubscribing by mail sends one message to the one address, even if requested several times", async () => {
    const { mail, userId, arrives, outbox, requests } = await aReader(open);
    const leave =
      "mailto:leave@list.example,bcc@evil.example?subject=leave%20me&bcc=x@evil.example&attach=/etc/passwd";
    const id = await arrives(asked({ web, mail: leave, isOneClick: false }));
    expect(await unsubscribeFrom(mail, userId, id)).toEqual({ result: "mailed", url: null });
    expect(await unsubscribeFrom(mail, userId, id)).toEqual({ result: "mailed", url: null });
    const [row, ...others] = await outbox();
    expect(others).toEqual([]);
    expect(JSON.parse(row?.envelope_json ?? "")).toMatchObject({ to: ["leave@list.example"] });
    expect(Buffer.from(row?.raw ?? []).toString()).toMatch(/^Subject: leave me\r$/m);
    expect(requests).toEqual([]);
  });

  test("a list's web page is returned to the user and never opened by the server", async () => {
    const { mail, userId, arrives, requests } = await aReader(open);
    const id = await arrives(asked({ web, mail: "", isOneClick: false }));
    expect(await unsubscribeFrom(mail, userId, id)).toEqual({ result: "page", url: web });
    expect(requests).toEqual([]);
  });

  test("an invalid header is refused without a crash", async () => {
    const { mail, userId, arrives } = await aReader(open);
    for (const broken of ["mailto:%", "mailto:", "mailto:x%0d%0aBcc:y@z.example"]) {
      const id = await arrives(asked({ web: "", mail: broken, isOneClick: false }));
      await expect(unsubscribeFrom(mail, userId, id), broken).rejects.toMatchObject({
        code: expect.stringMatching(/^(unsubscribe\.failed|send\.)/),
      });
    }
    const none = await arrives({});
    await expect(unsubscribeFrom(mail, userId, none)).rejects.toMatchObject({
      code: "unsubscribe.not_offered",
    });
  });

  test("forty attempts to inject more than an address into the header have no effect", async () => {
    const { mail, userId, arrives, outbox, requests } = await aReader(open);
    const ends = ["%0d%0a", "%0a", "%0d", "%00", "%0d%0a%0d%0a", "\r\n", "\n", "\0"];
    const orders = ["Bcc:evil@x.example", "Host:inside", "x1 DELETE INBOX", "%20", ""];
    for (const [at, text] of ends.flatMap((end) => orders.map((order) => end + order)).entries()) {
      const mailtos = [
        `leave${text}@list.example`,
        `leave@list.example?subject=a${text}`,
        `leave@list.example?body=a${text}`,
      ];
      const address = `mailto:${mailtos[at % 3]}`;
      const source = Buffer.from(
        [
          "DKIM-Signature: v=1; h=from:list-unsubscribe:list-unsubscribe-post; b=x",
          "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
          `List-Unsubscribe: <${address}>, <https://list.example/a${text}>\r\n\r\n`,
        ].join("\r\n"),
      );
      const { header } = readHeader(source, 0, source.length, () => false);
      for (const sign of [
        readSigns(header),
        asked({ web: "", mail: address, isOneClick: false }),
      ]) {
        const id = await arrives(sign);
        await unsubscribeFrom(mail, userId, id).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Failure);
        });
      }
    }
    expect(requests.length).toBeGreaterThan(10);
    for (const { url, body } of requests) {
      expect(new URL(url).host).toBe("list.example");
      expect(body).toBe("List-Unsubscribe=One-Click");
    }
    const sent = await outbox();
    expect(sent.length).toBeGreaterThan(20);
    for (const { raw, envelope_json: envelope } of sent) {
      expect(JSON.parse(envelope)).toMatchObject({
        to: [expect.stringMatching(/^[a-z]+@list\.example$/)],
      });
      const [header = ""] = Buffer.from(raw).toString().split("\r\n\r\n");
      const names = header.match(/^[^\s:]+(?=:)/gm)?.map((name) => name.toLowerCase());
      expect(names?.filter((name) => ["bcc", "host", "x1"].includes(name))).toEqual([]);
      expect(header).not.toMatch(/^x1/m);
    }
  });

  test("mail from a blocked sender goes to Spam, in upper or lower case, until unblocked", async () => {
    const { mail, userId, arrives, rolesOf } = await aReader(open);
    await blockSender(mail, userId, "News@List.example");
    expect(await listBlockedSenders(mail, userId)).toMatchObject([
      { address: "news@list.example" },
    ]);
    const blocked = await arrives({}, "NEWS@list.example");
    const other = await arrives({}, "friend@list.example");
    for (const messageId of [blocked, other]) await fileBlocked(mail, { userId, messageId });
    expect(await rolesOf(blocked)).toEqual(["spam"]);
    expect(await rolesOf(other)).toEqual(["inbox"]);
    await unblockSender(mail, userId, "news@list.example");
    const later = await arrives({}, "news@list.example");
    await fileBlocked(mail, { userId, messageId: later });
    expect(await rolesOf(later)).toEqual(["inbox"]);
  });
});
