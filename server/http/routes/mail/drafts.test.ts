import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AccountId, DraftId, IdentityId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

/** Splits `Name <address>`. */
function addressOf(text: string): { name: string; address: string } {
  const [name = "", address] = text.split(/ ?[<>]/);
  return address === undefined ? { name: "", address: name } : { name, address };
}

const aDraftId = () => DraftId.parse(randomUUID());

describe.each(usualEngines)("on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let ben: SignedUpUser;
  let mailbox: Mailbox;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    anna = await signUpUser(app.origin, "Anna");
    ben = await signUpUser(app.origin, "Ben");
    mailbox = await aMailbox(app.execute, anna.user.id, "anna");
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const save = (input: object) =>
    anna.client.call("PUT /email/drafts/{id}", {
      id: aDraftId(),
      accountId: mailbox.accountId,
      revision: 0,
      ...input,
    });
  const draftsOf = async ({ client }: SignedUpUser) => {
    const { drafts } = await client.call("GET /email/drafts", {});
    return drafts;
  };

  describe("a draft", () => {
    it("is stored as written, including an incomplete address", async () => {
      const written = {
        to: "bob@exam",
        subject: "Grüße",
        content: "Hello\n\n",
        html: "<p>Hello</p>",
        requestReceipt: true,
      };
      const { draft } = await save(written);
      expect(draft).toMatchObject({ ...written, revision: 1, emailId: null });
      expect(await draftsOf(anna)).toContainEqual(draft);
    });

    it("is listed with the conversation of the message that it answers", async () => {
      const { messageId } = mailbox;
      const { emails } = await anna.client.call("GET /email/list", {});
      const threadId = emails.find(({ id }) => id === messageId)?.threadId;
      const { draft } = await save({ content: "I do.", inReplyTo: messageId });
      expect(draft.threadId).toBe(threadId);
      expect(await draftsOf(anna)).toContainEqual(draft);
    });

    it("gets a new revision with each save", async () => {
      const { draft } = await save({ content: "one" });
      const second = await save({ ...draft, content: "two" });
      expect(second.draft).toMatchObject({ revision: 2, content: "two" });
    });

    it("is not overwritten by a second device with an old revision", async () => {
      const { draft } = await save({ content: "begun" });
      await save({ ...draft, content: "on the phone" });
      const late = { ...draft, content: "on the desk" };
      expect(await anna.client.refusal("PUT /email/drafts/{id}", late)).toMatchObject({
        status: 409,
        code: "draft.conflict",
      });
      const kept = (await draftsOf(anna)).find(({ id }) => id === draft.id);
      expect(kept?.content).toBe("on the phone");
    });

    it("can be saved again if the response was lost", async () => {
      const id = aDraftId();
      const { draft } = await save({ id, content: "once" });
      expect((await save({ id, content: "once" })).draft).toEqual(draft);
    });

    it("cannot be saved after it was discarded", async () => {
      const { draft } = await save({ content: "unwanted" });
      await anna.client.call("DELETE /email/drafts/{id}", { id: draft.id });
      await anna.client.call("DELETE /email/drafts/{id}", { id: draft.id });
      expect((await draftsOf(anna)).map(({ id }) => id)).not.toContain(draft.id);
      expect(await anna.client.refusal("PUT /email/drafts/{id}", draft)).toMatchObject({
        status: 404,
        code: "draft.gone",
      });
    });

    it("cannot be changed if it was never saved", async () => {
      const unknown = { id: aDraftId(), accountId: mailbox.accountId, revision: 3 };
      expect(await anna.client.refusal("PUT /email/drafts/{id}", unknown)).toMatchObject({
        code: "draft.gone",
      });
    });

    it("may be as long as a message may be", async () => {
      const { draft } = await save({ content: "x".repeat(limits.textBytes) });
      expect(draft.content).toHaveLength(limits.textBytes);
      await anna.client.call("DELETE /email/drafts/{id}", { id: draft.id });
    });

    it("belongs to one user, also under an id that another user chose", async () => {
      const { draft } = await save({ content: "Anna's" });
      const bens = await aMailbox(app.execute, ben.user.id, "ben");
      const own = { id: draft.id, accountId: bens.accountId, revision: 0, content: "Ben's" };
      await ben.client.call("PUT /email/drafts/{id}", own);
      await ben.client.call("DELETE /email/drafts/{id}", { id: draft.id });
      expect(await draftsOf(ben)).toEqual([]);
      expect((await draftsOf(anna)).find(({ id }) => id === draft.id)?.content).toBe("Anna's");
    });
  });

  describe("a sender", () => {
    const identitiesOf = async ({ client }: SignedUpUser) => {
      const { identities } = await client.call("GET /identities", {});
      return identities.filter(({ accountId }) => accountId === mailbox.accountId);
    };
    const anIdentity = (given: object) => ({
      id: IdentityId.parse(randomUUID()),
      accountId: mailbox.accountId,
      name: "Anna at work",
      address: "work@example.org",
      ...given,
    });

    it("is the account's own address at first", async () => {
      expect(await identitiesOf(anna)).toEqual([
        {
          id: mailbox.accountId,
          accountId: mailbox.accountId,
          name: "Anna",
          address: "anna@example.org",
          signature: "",
          isDefault: true,
        },
      ]);
    });

    it("may have a signature, and another one may become the default", async () => {
      const own = anIdentity({ id: mailbox.accountId, address: "anna@example.org" });
      const signed = { ...own, signature: "Kind regards\nAnna", isDefault: true };
      await anna.client.call("PUT /identities/{id}", signed);
      const work = anIdentity({ isDefault: true });
      await anna.client.call("PUT /identities/{id}", work);
      expect(await identitiesOf(anna)).toEqual([
        { ...signed, isDefault: false },
        { ...work, signature: "" },
      ]);
      await anna.client.call("PUT /identities/{id}", { ...work, isDefault: false });
      expect((await identitiesOf(anna)).map(({ isDefault }) => isDefault)).toEqual([true, false]);
      await anna.client.call("DELETE /identities/{id}", { id: work.id });
      expect(await identitiesOf(anna)).toHaveLength(1);
    });

    it("that has the account's own address cannot be deleted, nor get another address", async () => {
      const id = IdentityId.parse(mailbox.accountId);
      expect(await anna.client.refusal("DELETE /identities/{id}", { id })).toMatchObject({
        code: "identity.last",
      });
      const other = anIdentity({ id });
      expect(await anna.client.refusal("PUT /identities/{id}", other)).toMatchObject({
        code: "send.bad_address",
      });
      for (const address of ["nobody", "a@b.example, c@d.example", "<script>@x.example"]) {
        const bad = anIdentity({ address });
        expect(await anna.client.refusal("PUT /identities/{id}", bad)).toMatchObject({
          code: "send.bad_address",
        });
      }
    });

    it("that belongs to another user cannot be changed or deleted", async () => {
      const id = IdentityId.parse(randomUUID());
      await anna.client.call("PUT /identities/{id}", anIdentity({ id }));
      await ben.client.call("DELETE /identities/{id}", { id });
      expect((await identitiesOf(anna)).map((one) => one.id)).toContain(id);
    });

    it("must be one of the account's identities when a message is sent", async () => {
      const mail = {
        accountId: mailbox.accountId,
        identityId: IdentityId.parse(randomUUID()),
        to: "a@example.com",
        subject: "Hi",
        content: "Hello",
      };
      expect(await anna.client.refusal("POST /email/send", mail)).toMatchObject({
        code: "send.bad_address",
      });
    });
  });

  describe("completing a recipient", () => {
    const find = async (query: string, accountId?: AccountId) => {
      const input = { query, ...(accountId ? { accountId } : {}) };
      const { recipients } = await anna.client.call("GET /recipients", input);
      return recipients;
    };
    beforeAll(async () => {
      await receive([
        { from: "anna@example.org", to: ["Bernd Müller <bernd@firma.example>"], days: 1, times: 3 },
        { from: "anna@example.org", to: ["Bernadette <b.old@firma.example>"], days: 900, times: 4 },
        { from: "anna@example.org", to: ["anna@example.org", "山田太郎 <taro@firma.example>"] },
        { from: "Bernhard <noreply@firma.example>", to: ["anna@example.org"], times: 9 },
        { from: "Bernice <bernice@firma.example>", to: ["anna@example.org"] },
      ]);
    });

    it("finds by any part of name or address, with or without accents", async () => {
      for (const query of ["bernd", "Mull", "müll", "BERND mü", "bernd@fir"]) {
        const [first] = await find(query);
        expect([query, first?.address]).toEqual([query, "bernd@firma.example"]);
      }
      expect(await find("ernd")).toEqual([]);
      expect(await find("%")).toEqual([]);
      expect(await find("_ernd")).toEqual([]);
    });

    it("finds a name written without spaces by any part of it", async () => {
      expect((await find("太郎")).map(({ address }) => address)).toEqual(["taro@firma.example"]);
    });

    it("puts frequent and recent recipients first, and automated addresses and the user last", async () => {
      expect((await find("bern")).map(({ address }) => address)).toEqual([
        "bernd@firma.example",
        "b.old@firma.example",
        "bernice@firma.example",
        "noreply@firma.example",
      ]);
      expect((await find("a")).at(-1)?.address).toBe("anna@example.org");
    });

    it("shows how often and from which account the user wrote", async () => {
      expect((await find("bernd"))[0]).toEqual({
        name: "Bernd Müller",
        address: "bernd@firma.example",
        sent: 3,
        usualAccountId: mailbox.accountId,
      });
      expect((await find("bernice"))[0]).toMatchObject({ sent: 0, usualAccountId: null });
    });

    it("uses nothing of another user's mail", async () => {
      expect((await ben.client.call("GET /recipients", { query: "bern" })).recipients).toEqual([]);
    });
  });

  interface Letters {
    from: string;
    to: string[];
    days?: number;
    times?: number;
  }

  async function receive(letters: Letters[]): Promise<void> {
    let uid = 100;
    const messages = letters.flatMap(({ from, to, days = 1, times = 1 }) =>
      Array.from({ length: times }, () => {
        uid++;
        return aMessage({
          uid,
          isOwn: from === "anna@example.org",
          internalDate: app.clock.now() - days * 24 * 3600_000,
          message: {
            from: [addressOf(from)],
            to: to.map(addressOf),
          },
        });
      }),
    );
    // HTTP loses the brand of a user's id.
    const userId = anna.user.id as UserId;
    const { accountId, folderId } = mailbox;
    await app.execute("messages.takeIn", { userId, accountId, folderId, messages });
  }
});
