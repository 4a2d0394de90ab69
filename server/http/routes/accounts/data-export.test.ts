import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { OutboxId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSecretBox } from "#/base/secret-box.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import { createClient } from "#/testing/apps/client.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { unzip } from "#/testing/apps/unzip.ts";

const mailPassword = "password of the mailbox";

describe.each(bothEngines)("the export of everything, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let mailbox: Mailbox;
  let count = 0;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  beforeEach(async () => {
    anna = await signUpUser(app.origin, `Anna${++count}`);
    mailbox = await aMailbox(app.execute, anna.user.id, `canary${count}`);
    const owner = { id: mailbox.accountId, user_id: anna.user.id };
    const box = createSecretBox(Buffer.alloc(32, 1));
    await app.database.kysely
      .updateTable("accounts")
      .set({ imap_secret: box.encrypt(mailPassword, secretPlace(owner, "imap_secret")) })
      .where("user_id", "=", owner.user_id)
      .execute();
  });

  const tokenOf = async ({ client, password }: SignedUpUser) =>
    (await client.call("POST /user/export", { password })).url.replace("/user/export/", "");

  it("contains all data of the user, and no secret", async () => {
    const { client } = anna;
    await client.call("PUT /user/preferences", { undoSeconds: 20 });
    await client.call("PUT /email/labels/{name}", { name: "Boat" });
    await client.call("PUT /senders/blocked/{address}", { address: "loud@x.org" });
    await client.call("PUT /senders/trusted/{address}", { address: "calm@x.org" });
    await client.call("PUT /contacts/{id}", {
      id: "c1",
      name: "Tom Reed",
      organization: "",
      notes: "",
      addresses: ["tom@x.org"],
    });
    await client.call("PUT /contact-groups/{id}", { id: "g1", name: "Crew" });
    await client.call("PUT /contact-groups/{id}/members/{contactId}", {
      id: "g1",
      contactId: "c1",
      isMember: true,
    });
    const { accountId } = mailbox;
    const subject = "Half a letter";
    await client.call("PUT /email/drafts/{id}", { id: "d1", accountId, revision: 0, subject });

    const answer = await client.send("GET /user/export/{token}", { token: await tokenOf(anna) });
    expect(answer.headers.get("content-disposition")).toMatch(/inlet \d{4}-\d\d-\d\d\.zip/);
    const files = await unzip(await answer.arrayBuffer());
    const json = (name: string): unknown => JSON.parse(files.get(`${name}.json`) ?? "null");
    expect(json("profile")).toEqual(anna.user);
    const { preferences } = await client.call("GET /user/preferences", {});
    expect(json("preferences")).toEqual(preferences);
    expect(json("labels")).toMatchObject([{ name: "Boat" }]);
    expect(json("senders")).toMatchObject({
      blocked: [{ address: "loud@x.org" }],
      trusted: [{ address: "calm@x.org" }],
    });
    expect(files.get("contacts.vcf")).toContain("FN:Tom Reed\r\n");
    expect(json("contact-groups")).toEqual([
      { name: "Crew", members: [{ uid: "c1", name: "Tom Reed" }] },
    ]);
    expect(json("drafts")).toMatchObject([{ id: "d1", subject }]);
    expect(json("accounts")).toEqual((await client.call("GET /imap/accounts", {})).accounts);
    expect(json("identities")).toEqual((await client.call("GET /identities", {})).identities);
    expect(json("outgoing")).not.toBeNull();
    // Its server is unreachable: a notice replaces the missing messages.
    const mail = [...files].filter(([name]) => name.startsWith("mail/"));
    expect(mail.map(([, mbox]) => mbox).join("")).toContain(`About canary${count}`);
    expect(files.get("README.txt")).toContain("Everything that Inlet keeps for you.");
    const all = [...files.values()].join("");
    for (const secret of ["v1.", mailPassword, "password_hash", "imap_secret", anna.token]) {
      expect(all).not.toContain(secret);
    }
  });

  if (!usualEngines.includes(engine)) return;

  it("holds every message in the outbox, however many there are, with its files", async () => {
    const { client, user } = anna;
    const content = new Blob(["A plan of the mast."], { type: "text/plain" });
    const body = new FormData();
    body.set("file", content, "plan.txt");
    const headers = { authorization: `Bearer ${anna.token}` };
    const answer = await fetch(`${app.origin}/email/uploads`, { method: "POST", headers, body });
    const { id, filename, size } = (await answer.json()) as Record<string, string | number>;
    const attachments = [{ id, filename, size, type: "text/plain", cid: "" }];
    const letters = 201;
    for (let number = 0; number < letters; number++) {
      app.clock.time += 1;
      await app.execute("outbox.queue", {
        id: OutboxId.parse(`${user.id}-${number}`),
        user_id: user.id,
        account_id: mailbox.accountId,
        idempotency_key: "",
        message_id_header: `${number}@example.org`,
        envelope_json: "{}",
        draft_json: JSON.stringify({ subject: `Letter ${number}`, attachments }),
        raw: Buffer.from("Subject: x\r\n\r\n"),
        request_hash: "",
        send_at: app.clock.time + 7 * 86_400_000,
      });
    }
    const exported = await client.send("GET /user/export/{token}", { token: await tokenOf(anna) });
    const files = await unzip(await exported.arrayBuffer());
    const { outgoing } = JSON.parse(files.get("outgoing.json") ?? "{}");
    // The test added `letters` messages to an existing one.
    expect(outgoing).toHaveLength(letters + 1);
    expect(outgoing.at(-2)).toMatchObject({ draft: { subject: "Letter 0" } });
    expect(files.get(`outgoing/${user.id}-0/plan.txt`)).toBe("A plan of the mast.");
    // The outbox screen shows the 200 newest.
    expect((await client.call("GET /email/outbox", {})).outgoing).toHaveLength(200);
  });

  it("requires the password, and is available to its owner for five minutes", async () => {
    const guess = await anna.client.refusal("POST /user/export", { password: "guess" });
    expect(guess.code).toBe("password.wrong");
    const token = await tokenOf(anna);
    const anonymous = createClient(app.origin);
    const opened = await anonymous.send("GET /user/export/{token}", { token });
    expect(opened.status).toBe(200);
    expect([...(await unzip(await opened.arrayBuffer())).keys()]).toContain("profile.json");
    const ben = await signUpUser(app.origin, `Ben${count}`);
    const refused = { status: 403, code: "export.refused" };
    const get = "GET /user/export/{token}";
    expect(await ben.client.refusal(get, { token })).toMatchObject(refused);
    expect(await anonymous.refusal(get, { token: `${token}x` })).toMatchObject(refused);
    // A URL of one kind of export does not work for the other.
    const { url } = await anna.client.call("POST /email/export", { accountId: mailbox.accountId });
    const other = url.replace("/export/", "");
    expect(await anonymous.refusal(get, { token: other })).toMatchObject(refused);
    expect(await anonymous.refusal("GET /export/{token}", { token })).toMatchObject(refused);
    app.clock.time += 5 * 60_000;
    expect(await anonymous.refusal(get, { token })).toMatchObject(refused);
  });
});
