import { api, type Call } from "@inlet/contract/api.ts";
import { type AccountId, DraftId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isHeld } from "#/http/token-accounts.ts";
import type { Client } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import {
  type ApiClientOwner,
  type ApiClientTrial,
  startApiClientTrial,
} from "#/testing/apps/api-client-trial.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import type { Ids } from "#/testing/factories/inputs.ts";
import { inputs } from "#/testing/factories/tenant-inputs.ts";

// `Object.keys` loses the type of the keys.
const calls = (Object.keys(api) as Call[]).filter((name) => api[name].scope !== null);

describe.each(usualEngines)("a token for selected accounts, on %s", (engine) => {
  let trial: ApiClientTrial;
  let app: RealApp;
  let owner: ApiClientOwner;
  let anna: SignedUpUser;
  let boat: Mailbox;
  let canary: Mailbox;
  let count = 0;
  beforeAll(async () => {
    trial = await startApiClientTrial(engine);
    ({ app } = trial);
  });
  afterAll(() => trial[Symbol.asyncDispose]());
  beforeEach(async () => {
    owner = await trial.anOwner();
    ({ anna, count, mailbox: canary, other: boat } = owner);
  });

  const program = (accounts: AccountId[]): Promise<Client> =>
    owner.connectMcpClient({ accounts, asksFirst: false });
  const idsOf = async (mailbox: Mailbox): Promise<Ids> => {
    const { email } = await anna.client.call("GET /email/preview/{emailId}", {
      emailId: mailbox.messageId,
    });
    const nothing = "01900000-0000-7000-8000-000000000000";
    return {
      ...mailbox,
      threadId: email.threadId,
      attachmentId: email.attachments[0]?.id ?? "",
      userId: anna.user.id,
      password: "",
      imageToken: "x.y",
      exportToken: "x.y",
      wholeExportToken: "x.y",
      importId: nothing,
      sessionId: nothing,
      passkeyId: nothing,
      tokenId: nothing,
      signInId: nothing,
      integrationId: nothing,
      deliveryId: nothing,
      contactId: nothing,
      groupId: nothing,
    };
  };
  /** Returns all stored mail of an account. */
  const stored = async ({ accountId }: Mailbox) =>
    JSON.stringify([
      await app.database.reader
        .selectFrom("messages")
        .selectAll()
        .where("account_id", "=", accountId)
        .execute(),
      await app.database.reader
        .selectFrom("message_locations")
        .selectAll()
        .where("account_id", "=", accountId)
        .execute(),
      await app.database.reader
        .selectFrom("outbox")
        .select(["id", "state", "send_at", "dismissed_at"])
        .where("account_id", "=", accountId)
        .execute(),
      await app.database.reader
        .selectFrom("drafts")
        .selectAll()
        .where("account_id", "=", accountId)
        .execute(),
    ]);

  it("shows and changes nothing of another account, by any id", async () => {
    const theirs = await idsOf(canary);
    const before = await stored(canary);
    const bound = await program([boat.accountId]);
    for (const name of calls) {
      // Ids of the other account, with its account id and with the token's own.
      for (const ids of [theirs, { ...theirs, accountId: boat.accountId }]) {
        // The table pairs each name with its input, which TypeScript cannot follow in a loop.
        const answer = await bound.send(name, inputs[name]?.(ids) as never);
        expect([name, (await answer.text()).includes(`canary${count}`)]).toEqual([name, false]);
        if (!isHeld(name)) expect([name, answer.status]).toEqual([name, 403]);
      }
    }
    expect(await stored(canary)).toBe(before);
  });

  it("works for its account without an account id, and lists nothing else", async () => {
    const bound = await program([boat.accountId]);
    expect((await bound.call("GET /imap/accounts", {})).accounts).toMatchObject([
      { id: boat.accountId },
    ]);
    const { emails } = await bound.call("GET /email/list", {});
    expect(emails.map(({ id }) => id)).toEqual([boat.messageId]);
    const found = async (query: string) =>
      (await bound.call("POST /email/search", { query })).results.map(({ id }) => id);
    expect(await found(`boat${count}`)).toEqual([boat.messageId]);
    expect(await found(`canary${count}`)).toEqual([]);
    expect((await bound.call("GET /email/outbox", {})).outgoing).toMatchObject([
      { id: boat.outboxId },
    ]);
    const { folders, unread } = await bound.call("GET /email/folders", {});
    expect(folders).toHaveLength(1);
    expect(unread.inbox).toBe(1);
    expect((await anna.client.call("GET /email/folders", {})).unread.inbox).toBe(2);
    await bound.call("PATCH /email/{emailId}", { emailId: boat.messageId, seen: true });
    const { id } = await bound.call("POST /email/send", {
      accountId: boat.accountId,
      to: "b@example.net",
      subject: "Hi",
      content: "Hello",
      inReplyTo: boat.messageId,
    });
    expect((await bound.call("GET /email/outbox/{id}", { id })).state).toBe("queued");
  });

  it("cannot quote, answer or move into another account", async () => {
    const bound = await program([boat.accountId]);
    const letter = {
      accountId: boat.accountId,
      to: "b@example.net",
      subject: "Hi",
      content: "Hello",
    };
    for (const field of ["inReplyTo", "forwardOf"] as const) {
      const stolen = { ...letter, [field]: canary.messageId };
      expect((await bound.refusal("POST /email/send", stolen)).code).toBe("message.not_found");
    }
    const move = { emailId: boat.messageId, folder: canary.folderId };
    expect((await bound.refusal("PATCH /email/{emailId}", move)).code).toBe("folder.not_found");
    const muted = { emailId: boat.messageId, muted: true };
    expect((await bound.refusal("PATCH /email/{emailId}", muted)).code).toBe("token.account");
    const { count: changed } = await bound.call("POST /email/bulk", {
      ids: [canary.messageId],
      change: { starred: true },
    });
    expect(changed).toBe(0);
  });

  it("cannot overwrite, delete or send a draft of another account", async () => {
    const id = DraftId.parse(crypto.randomUUID());
    const letter = (accountId: AccountId) => ({
      accountId,
      to: "b@example.net",
      subject: "Hi",
      content: `Hello canary${count}`,
    });
    await anna.client.call("PUT /email/drafts/{id}", {
      ...letter(canary.accountId),
      id,
      revision: 0,
    });
    const before = await stored(canary);
    const bound = await program([boat.accountId]);
    for (const revision of [0, 1]) {
      const own = { ...letter(boat.accountId), id, revision };
      const theirs = { ...letter(canary.accountId), id, revision, content: "Mine" };
      expect((await bound.refusal("PUT /email/drafts/{id}", own)).code).toBe("draft.gone");
      expect((await bound.refusal("PUT /email/drafts/{id}", theirs)).status).toBeGreaterThan(400);
    }
    expect((await bound.send("DELETE /email/drafts/{id}", { id })).ok).toBe(false);
    const sent = { ...letter(boat.accountId), draftId: id };
    expect((await bound.refusal("POST /email/send", sent)).code).toBe("draft.gone");
    expect((await bound.call("GET /email/drafts", {})).drafts).toEqual([]);
    expect(await stored(canary)).toBe(before);
  });

  it("requires an account id if it is for several accounts, and cannot use the assistant", async () => {
    const third = await aMailbox(app.execute, anna.user.id, `third${count}`);
    const bound = await program([boat.accountId, third.accountId]);
    expect((await bound.refusal("GET /email/list", {})).code).toBe("token.account");
    const { accountId } = third;
    expect((await bound.call("GET /email/list", { accountId })).emails).toHaveLength(1);
    const asked = { query: "What about canary?", accountId };
    expect((await bound.refusal("POST /ai/chat", asked)).code).toBe("token.account");
  });

  it("is for the user's own accounts, and sees nothing once they are removed", async () => {
    const ben = await signUpUser(app.origin, `Ben${count}`);
    const foreign = await ben.client.refusal("POST /user/tokens", {
      password: ben.password,
      name: "X",
      scopes: ["read" as const],
      days: 1,
      accounts: [boat.accountId],
    });
    expect(foreign).toMatchObject({ status: 404, code: "account.not_found" });
    const bound = await program([boat.accountId]);
    await anna.client.call("DELETE /imap/{id}", { id: boat.accountId });
    expect((await bound.call("GET /imap/accounts", {})).accounts).toEqual([]);
    expect((await bound.refusal("GET /email/list", {})).code).toBe("account.not_found");
  });
});
