import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { api, type Call } from "@inlet/contract/api.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { bothEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aConnectedSignIn } from "#/testing/factories/social-sign-in.ts";
import { aContact } from "#/testing/factories/contact.ts";
import { aDelivery } from "#/testing/factories/delivery.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { aPasskeyDevice } from "#/testing/fakes/passkey-device.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import type { Ids } from "#/testing/factories/inputs.ts";
import { inputs } from "#/testing/factories/tenant-inputs.ts";

const calls = Object.entries(api)
  .filter(([, { access }]) => access !== "anyone")
  // `Object.entries` loses the type of the keys.
  .map(([name]) => name as Call);

/** Calls that name nothing of another user, because they concern only the caller. */
const aboutTheCaller = new Set<Call>([
  ...([
    "POST /user/logout",
    "GET /user/profile",
    "PUT /user/profile",
    // Pictures of other users: profile.test.ts.
    "PUT /user/avatar",
    "DELETE /user/avatar",
    "GET /user/security",
    "GET /user/activity",
    "GET /user/verification",
    "POST /user/verification",
    "POST /user/password",
    "GET /user/sessions",
    "POST /user/sessions/end",
    "POST /user/authenticator",
    "POST /user/authenticator/confirm",
    "POST /user/authenticator/remove",
    "POST /user/recovery-codes",
    "GET /user/passkeys",
    "POST /user/passkeys/start",
    "POST /user/passkeys",
    "GET /user/sign-ins",
    "POST /user/sign-ins/start",
    "POST /user/sign-ins",
    "GET /user/tokens",
    "POST /user/tokens",
    "POST /user/export",
    "POST /user/delete",
    "GET /imap/accounts",
    "GET /email/outbox",
    // Messages of another user's API clients: http/routes/mail/approvals.test.ts.
    "GET /email/approvals",
    "GET /user/preferences",
    "PUT /user/preferences",
    "GET /user/notifications",
    "PUT /user/presence",
    "PUT /user/push",
    "POST /user/push/remove",
  ] as const),
  // Mail of another user is left out like unknown mail: http/routes/mail/notifications.test.ts.
  ...(["POST /user/notifications/describe"] as const),
  ...(["GET /email/labels", "PUT /email/labels/{name}", "DELETE /email/labels/{name}"] as const),
  ...(["GET /api/slack/accounts", "GET /api/slack/oauth-url"] as const),
  // Two users can link the same workspace, each with a separate link: http/routes/integrations/slack.test.ts.
  ...(["POST /api/slack/oauth/finish"] as const),
  ...(["GET /integrations", "POST /webhooks", "POST /telegram/link"] as const),
  ...(["POST /calendars", "GET /calendars/taker", "POST /notion", "POST /trello"] as const),
  ...(["GET /imap/oauth", "POST /imap/oauth/finish", "POST /imap/oauth/device/poll"] as const),
  ...(["POST /imap/add", "POST /imap/discover", "POST /email/uploads", "GET /events"] as const),
  ...(["GET /email/drafts", "GET /identities", "GET /recipients", "POST /contact-books"] as const),
  ...(["GET /email/imports", "GET /senders/blocked"] as const),
  // Ids that the caller chose, and a search of the caller's mail: http/routes/ai/rules.test.ts.
  ...(["GET /rules", "POST /rules/read", "POST /rules/try", "GET /rules/journal"] as const),
  ...(["PUT /rules/{id}", "DELETE /rules/{id}"] as const),
  // Senders that another user blocked or trusts do not affect the response.
  ...(["PUT /senders/blocked/{address}", "DELETE /senders/blocked/{address}"] as const),
  // The user's questions and their answers: http/routes/ai/assistant.test.ts.
  ...(["GET /ai/chat", "DELETE /ai/chat"] as const),
  ...(["GET /senders/trusted", "PUT /senders/trusted/{address}"] as const),
  ...(["DELETE /senders/trusted/{address}"] as const),
  // Another user's classification does not affect it either.
  ...(["GET /sorting", "PUT /sorting", "GET /sorting/turns", "POST /sorting/forget"] as const),
  ...(["PUT /sorting/senders/{address}", "DELETE /sorting/senders/{address}"] as const),
  // Each user's reminders, and an unknown thread: http/routes/ai/follow-ups.test.ts.
  ...(["GET /follow-ups", "PUT /follow-ups/{threadId}"] as const),
  ...(["GET /follow-ups/settings", "POST /follow-ups/settings"] as const),
  ...(["PUT /follow-ups/answers/{emailId}"] as const),
  // Each user's content of the brief: http/routes/ai/brief.test.ts.
  ...(["GET /brief", "POST /brief/seen"] as const),
  // Ids chosen by the caller, with the same response for all other callers: http/routes/mail/drafts.test.ts, uploads.test.ts.
  ...(["DELETE /email/drafts/{id}", "DELETE /identities/{id}"] as const),
  ...(["POST /email/uploads/start", "GET /email/uploads/{id}"] as const),
  ...(["PATCH /email/uploads/{id}", "DELETE /email/uploads/{id}"] as const),
  ...(["GET /email/uploads/{id}/content"] as const),
  // Each user's choices about models, and their ledger: http/routes/ai/ai-models.test.ts.
  ...(["GET /ai/status", "GET /ai/settings", "GET /ai/ledger", "POST /ai/settings/test"] as const),
  // Templates and searches are identified by caller and id: http/routes/ai/templates.test.ts, http/routes/mail/saved-searches.test.ts.
  ...(["GET /ai/templates", "PUT /ai/templates/{id}", "DELETE /ai/templates/{id}"] as const),
  ...(["POST /ai/suggest-templates", "POST /ai/write"] as const),
  ...(["GET /searches", "PUT /searches/{id}", "DELETE /searches/{id}"] as const),
  // Contacts are identified by caller and id: http/routes/mail/contacts.test.ts.
  ...(["GET /contacts", "PUT /contacts/{id}", "GET /contact-groups"] as const),
  ...(["POST /contacts/cards", "GET /contacts/cards"] as const),
  ...(["PUT /contact-groups/{id}", "DELETE /contact-groups/{id}"] as const),
]);

/** Signed calls, which need no session; another user's session does not help there. */
const signed = new Set<Call>([
  "GET /image/{token}",
  "GET /export/{token}",
  "GET /user/export/{token}",
]);

it("covers every endpoint that requires a session", () => {
  expect(Object.keys(inputs).toSorted()).toEqual([...calls].toSorted());
});

describe.each(bothEngines)("on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let ben: SignedUpUser;
  let annas: Ids;
  let unowned: Ids;
  /** Token of a session that has ended. */
  let signedOut: string;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    anna = await signUpUser(app.origin, "Anna");
    ben = await signUpUser(app.origin, "Ben");
    annas = await idsOf(anna, await aMailbox(app.execute, anna.user.id, "canary"));
    await aMailbox(app.execute, ben.user.id, "ben");
    const nothing = "01900000-0000-7000-8000-000000000000";
    unowned = {
      // Well-formed ids of objects that do not exist.
      ...({
        accountId: nothing,
        folderId: nothing,
        messageId: nothing,
        outboxId: nothing,
      } as Mailbox),
      userId: nothing,
      threadId: nothing,
      attachmentId: nothing,
      imageToken: "x.y",
      exportToken: "x.y",
      wholeExportToken: "x.y",
      importId: nothing,
      sessionId: nothing,
      passkeyId: nothing,
      signInId: nothing,
      tokenId: nothing,
      integrationId: nothing,
      deliveryId: nothing,
      contactId: nothing,
      groupId: nothing,
      password: ben.password,
    };
    const session = await createClient(app.origin).call("POST /user/login", {
      email: ben.user.email,
      password: ben.password,
    });
    await createClient(app.origin, session.token).call("POST /user/logout", {});
    signedOut = session.token;
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  async function idsOf(person: SignedUpUser, mailbox: Mailbox): Promise<Ids> {
    const where = { emailId: mailbox.messageId };
    const { email } = await person.client.call("GET /email/preview/{emailId}", where);
    const { images } = await person.client.call("GET /email/{emailId}/images", where);
    const { accountId } = mailbox;
    const { url } = await person.client.call("POST /email/export", { accountId });
    const file = { accountId, filename: "canary.mbox" };
    const started = await person.client.call("POST /email/imports", file);
    await person.client.call("PUT /senders/blocked/{address}", { address: "canary@x.org" });
    const { sessions } = await person.client.call("GET /user/sessions", {});
    await person.client.call("PUT /senders/trusted/{address}", { address: "canary@x.org" });
    await person.client.call("PUT /sorting/senders/{address}", {
      address: "canary@x.org",
      category: "Work",
    });
    const whole = await person.client.call("POST /user/export", { password: person.password });
    const { created } = await person.client.call("POST /user/tokens", {
      password: person.password,
      name: "canary",
      scopes: ["read"],
      days: 1,
    });
    return {
      ...mailbox,
      ...(await aContact(person, "canary")),
      passkeyId: await aPasskey(person),
      signInId: await aConnectedSignIn(app, person),
      tokenId: created.id,
      ...(await aDelivery(app, person)),
      password: ben.password,
      userId: person.user.id,
      sessionId: sessions[0]?.id ?? "",
      threadId: email.threadId,
      attachmentId: email.attachments[0]?.id ?? "",
      imageToken: images[0]?.url.replace("/image/", "") ?? "",
      exportToken: url.replace("/export/", ""),
      wholeExportToken: whole.url.replace("/user/export/", ""),
      importId: started.import.id,
    };
  }

  async function aPasskey({ client, password }: SignedUpUser): Promise<string> {
    const { options } = await client.call("POST /user/passkeys/start", { password });
    const made = aPasskeyDevice().make({ options, origin: app.origin });
    const { passkey } = await client.call("POST /user/passkeys", { name: "canary", made });
    return passkey.id;
  }

  function inputOf(name: Call, ids: Ids): never {
    // The table pairs each name with its input, which TypeScript cannot follow in a loop.
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

  it("has data that could be stolen", async () => {
    const { email } = await anna.client.call("GET /email/preview/{emailId}", {
      emailId: annas.messageId,
    });
    expect(email.subject).toBe("About canary");
    expect(annas.attachmentId).not.toBe("");
    expect(annas.imageToken).toMatch(/^[\w-]+\.[\w-]+$/);
    const { emails } = await anna.client.call("GET /email/list", {});
    expect(emails).toHaveLength(1);
  });

  it.each(calls.filter((name) => !signed.has(name)))("%s requires a session", async (name) => {
    const refused = JSON.stringify({ code: "session.required", message: "Please sign in." });
    for (const token of [undefined, "x".repeat(43), signedOut]) {
      expect(await ask(name, annas, token)).toEqual({ status: 401, body: refused });
    }
  });

  it.each(calls.filter((name) => !aboutTheCaller.has(name)))(
    "%s gives the same response for another user's data as for missing data",
    async (name) => {
      const notYours = await ask(name, annas, ben.token);
      expect(notYours).toEqual(await ask(name, unowned, ben.token));
      // An undo of another user is like a forgotten one.
      expect(name === "POST /email/undo" ? [409] : [403, 404]).toContain(notYours.status);
      expect(notYours.body).not.toContain("canary");
    },
  );

  it("lists no folder of another user, also without an account in the request", async () => {
    const notYours = { folder: annas.folderId };
    expect(await ben.client.refusal("GET /email/list", notYours)).toMatchObject({
      status: 404,
      code: "folder.not_found",
    });
  });

  it("shows Ben nothing of Anna's in his own data", async () => {
    const answers = [
      await ben.client.call("GET /imap/accounts", {}),
      await ben.client.call("GET /email/list", {}),
      await ben.client.call("GET /email/folders", {}),
      await ben.client.call("POST /email/search", { query: "canary" }),
      await ben.client.call("GET /user/profile", {}),
      await ben.client.call("GET /email/drafts", {}),
      await ben.client.call("GET /identities", {}),
      await ben.client.call("GET /recipients", { query: "canary", accountId: annas.accountId }),
      await ben.client.call("GET /email/outbox", {}),
      await ben.client.call("GET /user/preferences", {}),
      await ben.client.call("GET /email/imports", {}),
      await ben.client.call("GET /senders/blocked", {}),
      await ben.client.call("GET /user/security", {}),
      await ben.client.call("GET /user/verification", {}),
      await ben.client.call("GET /user/sessions", {}),
      await ben.client.call("GET /senders/trusted", {}),
      await ben.client.call("GET /sorting", {}),
      await ben.client.call("GET /user/passkeys", {}),
      await ben.client.call("GET /user/tokens", {}),
    ];
    expect(JSON.stringify(answers)).not.toContain("canary");
    expect(JSON.stringify(answers)).not.toContain(annas.sessionId);
    expect((await ben.client.call("POST /email/search", { query: "ben" })).results).toHaveLength(1);
  });

  it("did not change Anna's data", async () => {
    const { accounts } = await anna.client.call("GET /imap/accounts", {});
    expect(accounts.map(({ id }) => id)).toEqual([annas.accountId]);
    const { emails } = await anna.client.call("GET /email/list", {});
    expect(emails).toMatchObject([{ id: annas.messageId, flags: [] }]);
    const outbox = await anna.client.call("GET /email/outbox/{id}", { id: annas.outboxId });
    expect(outbox.state).toBe("queued");
    const { imports } = await anna.client.call("GET /email/imports", {});
    expect(imports.map(({ id }) => id)).toEqual([annas.importId]);
    const { senders } = await anna.client.call("GET /senders/blocked", {});
    expect(senders.map(({ address }) => address)).toEqual(["canary@x.org"]);
    const { senders: classified } = await anna.client.call("GET /sorting", {});
    expect(classified.map(({ address }) => address)).toEqual(["canary@x.org"]);
    const trusted = await anna.client.call("GET /senders/trusted", {});
    expect(trusted.senders.map(({ address }) => address)).toEqual(["canary@x.org"]);
    const { passkeys } = await anna.client.call("GET /user/passkeys", {});
    expect(passkeys.map(({ id }) => id)).toEqual([annas.passkeyId]);
    const { tokens } = await anna.client.call("GET /user/tokens", {});
    expect(tokens.map(({ id }) => id)).toEqual([annas.tokenId]);
    // Anna's token is not forged: any holder of it may read, if the mailbox can be opened.
    const address = { token: annas.exportToken };
    const opened = await createClient(app.origin).send("GET /export/{token}", address);
    expect(opened.status).not.toBe(403);
  });

  it("never returns a stored secret", async () => {
    const { accounts } = await anna.client.call("GET /imap/accounts", {});
    expect(JSON.stringify(accounts)).not.toMatch(/sealed|pass|secret/);
  });
});
