import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Api, api, type Call } from "@inlet/contract/api.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#/testing/client.ts";
import { mailServices } from "#/testing/mail-services.ts";
import { aMailbox, type Mailbox } from "#/testing/mailbox.ts";
import { aPerson, type Person } from "#/testing/person.ts";
import { type RealApp, startRealApp } from "#/testing/real-app.ts";

type Ids = Mailbox & { attachmentId: string; imageToken: string };
type Inputs = { [Name in Call]?: (ids: Ids) => Api[Name]["input"] };

/** How each endpoint is asked for somebody's data. The test below fails for an endpoint that is missing here. */
const inputs: Inputs = {
  "POST /user/logout": () => ({}),
  "GET /user/profile": () => ({}),
  "PUT /user/profile": () => ({ name: "Ben" }),
  "GET /imap/accounts": () => ({}),
  "POST /imap/add": () => ({ account_mail: "b@x.org", account_pass: "x", imap_host: "127.0.0.1" }),
  "POST /imap/discover": () => ({ account_mail: "nothing" }),
  "DELETE /imap/{id}": ({ accountId: id }) => ({ id }),
  "GET /email/list": ({ accountId, folderId: folder }) => ({ accountId, folder }),
  "GET /email/folders": ({ accountId }) => ({ accountId }),
  "GET /email/preview/{emailId}": ({ messageId: emailId }) => ({ emailId }),
  "PATCH /email/{emailId}": ({ messageId: emailId }) => ({ emailId, seen: true }),
  "GET /email/{emailId}/images": ({ messageId: emailId }) => ({ emailId }),
  "GET /email/{emailId}/attachments/{attachmentId}": ({ messageId: emailId, attachmentId }) => ({
    emailId,
    attachmentId,
  }),
  "GET /email/{emailId}/source": ({ messageId: emailId }) => ({ emailId }),
  "GET /image/{token}": ({ imageToken: token }) => ({ token }),
  "POST /email/sync": ({ accountId }) => ({ accountId }),
  "POST /email/search": ({ accountId }) => ({ accountId, query: "canary" }),
  "POST /email/send": ({ accountId, messageId: inReplyTo }) => ({
    accountId,
    inReplyTo,
    to: "b@x.org",
    subject: "Hi",
    content: "Hello",
  }),
  "GET /email/outbox/{id}": ({ outboxId: id }) => ({ id }),
  "DELETE /email/outbox/{id}": ({ outboxId: id }) => ({ id }),
  "POST /email/uploads": () => ({}),
  "GET /events": () => ({}),
};

const calls = Object.entries(api)
  .filter(([, { access }]) => access !== "anyone")
  // Object.entries forgets what the keys are.
  .map(([name]) => name as Call);

/** Calls that hold nothing of another person's: they answer about the caller alone. */
const aboutTheCaller = new Set<Call>([
  ...([
    "POST /user/logout",
    "GET /user/profile",
    "PUT /user/profile",
    "GET /imap/accounts",
  ] as const),
  ...(["POST /imap/add", "POST /imap/discover", "POST /email/uploads", "GET /events"] as const),
]);

it("asks about every endpoint that needs a session", () => {
  expect(Object.keys(inputs).toSorted()).toEqual([...calls].toSorted());
});

describe.each(["sqlite", "postgres"] as const)("on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: Person;
  let ben: Person;
  let annas: Ids;
  let nobodys: Ids;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { services: (parts) => mailServices(parts, blobsDir) });
    anna = await aPerson(app.origin, "Anna");
    ben = await aPerson(app.origin, "Ben");
    annas = await idsOf(anna, await aMailbox(app.door, anna.user.id, "canary"));
    await aMailbox(app.door, ben.user.id, "ben");
    const nothing = "01900000-0000-7000-8000-000000000000";
    nobodys = {
      // Ids of the right shape that belong to nothing.
      ...({
        accountId: nothing,
        folderId: nothing,
        messageId: nothing,
        outboxId: nothing,
      } as Mailbox),
      attachmentId: nothing,
      imageToken: "x.y",
    };
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  async function idsOf(person: Person, mailbox: Mailbox): Promise<Ids> {
    const where = { emailId: mailbox.messageId };
    const { email } = await person.client.call("GET /email/preview/{emailId}", where);
    const { images } = await person.client.call("GET /email/{emailId}/images", where);
    return {
      ...mailbox,
      attachmentId: email.attachments[0]?.id ?? "",
      imageToken: images[0]?.url.replace("/image/", "") ?? "",
    };
  }

  function inputOf(name: Call, ids: Ids): never {
    // The table pairs each name with its input; a loop over names cannot know which.
    return inputs[name]?.(ids) as never;
  }

  async function ask(
    name: Call,
    ids: Ids,
    token?: string,
  ): Promise<{ status: number; body: string }> {
    const answer = await createClient(app.origin, token).send(name, inputOf(name, ids));
    return { status: answer.status, body: await answer.text() };
  }

  it("has something to steal", async () => {
    const { email } = await anna.client.call("GET /email/preview/{emailId}", {
      emailId: annas.messageId,
    });
    expect(email.subject).toBe("About canary");
    expect(annas.attachmentId).not.toBe("");
    expect(annas.imageToken).toMatch(/^[\w-]+\.[\w-]+$/);
    const { emails } = await anna.client.call("GET /email/list", {});
    expect(emails).toHaveLength(1);
  });

  it.each(calls.filter((name) => name !== "GET /image/{token}"))(
    "%s answers nobody without a session",
    async (name) => {
      const refused = JSON.stringify({ code: "session.required", message: "Please sign in." });
      const signedOut = await createClient(app.origin).call("POST /user/login", {
        email: ben.user.email,
        password: ben.password,
      });
      await createClient(app.origin, signedOut.token).call("POST /user/logout", {});
      for (const token of [undefined, "x".repeat(43), signedOut.token]) {
        expect(await ask(name, annas, token)).toEqual({ status: 401, body: refused });
      }
    },
  );

  it.each(calls.filter((name) => !aboutTheCaller.has(name)))(
    "%s says the same of another person's data as of none",
    async (name) => {
      const notYours = await ask(name, annas, ben.token);
      expect(notYours).toEqual(await ask(name, nobodys, ben.token));
      expect([403, 404]).toContain(notYours.status);
      expect(notYours.body).not.toContain("canary");
    },
  );

  it("lists no folder of another person, even without naming the account", async () => {
    const notYours = { folder: annas.folderId };
    expect(await ben.client.refusal("GET /email/list", notYours)).toMatchObject({
      status: 404,
      code: "folder.not_found",
    });
  });

  it("shows Ben nothing of Anna's in what is about him", async () => {
    const answers = [
      await ben.client.call("GET /imap/accounts", {}),
      await ben.client.call("GET /email/list", {}),
      await ben.client.call("GET /email/folders", {}),
      await ben.client.call("POST /email/search", { query: "canary" }),
      await ben.client.call("GET /user/profile", {}),
    ];
    expect(JSON.stringify(answers)).not.toContain("canary");
    expect((await ben.client.call("POST /email/search", { query: "ben" })).results).toHaveLength(1);
  });

  it("left Anna's data as it was", async () => {
    const { accounts } = await anna.client.call("GET /imap/accounts", {});
    expect(accounts.map(({ id }) => id)).toEqual([annas.accountId]);
    const { emails } = await anna.client.call("GET /email/list", {});
    expect(emails).toMatchObject([{ id: annas.messageId, flags: [] }]);
    const outbox = await anna.client.call("GET /email/outbox/{id}", { id: annas.outboxId });
    expect(outbox.state).toBe("queued");
  });

  it("never hands out a stored secret", async () => {
    const { accounts } = await anna.client.call("GET /imap/accounts", {});
    expect(JSON.stringify(accounts)).not.toMatch(/sealed|pass|secret/);
  });
});
