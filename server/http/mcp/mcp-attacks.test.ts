import { type TokenScope, tokenScopes } from "@inlet/contract/endpoint.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import type { Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { connectMcp } from "#/testing/fakes/mcp-client.ts";
import {
  type ApiClientOwner,
  type ApiClientTrial,
  startApiClientTrial,
} from "#/testing/apps/api-client-trial.ts";

const letter = { to: "ben@example.net", subject: "Hi", content: "Hello" };

/** Scope that each tool needs, and inputs of it that name something in the mailbox. */
const tools: Record<
  string,
  {
    needs: TokenScope;
    naming: (box: Mailbox) => object[];
    /** The same for another account of the user: a draft may answer a deleted message, and so any unknown id. */
    answering?: (box: Mailbox) => object[];
  }
> = {
  list_accounts: { needs: "read", naming: () => [{}] },
  list_folders: { needs: "read", naming: ({ accountId }) => [{ accountId }] },
  list_mail: {
    needs: "read",
    naming: ({ accountId, folderId }) => [{ accountId }, { folder: folderId }],
  },
  search_mail: {
    needs: "read",
    naming: ({ accountId }) => [{ query: "example", accountId }, { query: "canary boat" }],
  },
  read_mail: { needs: "read", naming: ({ messageId }) => [{ emailId: messageId }] },
  send_status: { needs: "read", naming: ({ outboxId }) => [{ id: outboxId }] },
  ask_assistant: { needs: "read", naming: () => [{ query: "What is there?" }] },
  archive_mail: { needs: "settings", naming: ({ messageId }) => [{ emailId: messageId }] },
  label_mail: {
    needs: "settings",
    naming: ({ messageId }) => [{ emailId: messageId, add: ["Seen by a program"] }],
  },
  snooze_mail: {
    needs: "settings",
    naming: ({ messageId }) => [{ emailId: messageId, until: "2100-01-01T00:00:00.000Z" }],
  },
  create_draft: {
    needs: "draft",
    naming: ({ accountId }) => [{ ...letter, accountId }],
    answering: ({ messageId }) => [{ ...letter, inReplyTo: messageId }],
  },
  send_mail: {
    needs: "send",
    naming: ({ accountId, messageId }) => [
      { ...letter, accountId },
      { ...letter, accountId, inReplyTo: messageId },
    ],
    answering: ({ messageId }) => [{ ...letter, inReplyTo: messageId }],
  },
};
/** Tools for which a response without another user's data is as good as a refusal. */
const answersEmpty = new Set(["list_accounts", "search_mail"]);

describe.each(usualEngines)("an attacker with a token, on %s", (engine) => {
  let trial: ApiClientTrial;
  let owner: ApiClientOwner;
  beforeAll(async () => {
    trial = await startApiClientTrial(engine);
  });
  afterAll(() => trial[Symbol.asyncDispose]());
  beforeEach(async () => {
    owner = await trial.anOwner();
  });

  const post = (token: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${trial.app.origin}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  /** Returns all data that a tool could change. */
  const stored = async () => {
    const { reader } = trial.app.database;
    const userId = owner.anna.user.id;
    const [places, messages, drafts, outbox, labels] = await Promise.all([
      reader.selectFrom("message_locations").selectAll().where("user_id", "=", userId).execute(),
      reader.selectFrom("messages").selectAll().where("user_id", "=", userId).execute(),
      reader.selectFrom("drafts").selectAll().where("user_id", "=", userId).execute(),
      reader.selectFrom("outbox").select(["id", "state"]).where("user_id", "=", userId).execute(),
      reader.selectFrom("labels").selectAll().where("user_id", "=", userId).execute(),
    ]);
    return JSON.stringify([places, messages, drafts, outbox, labels]);
  };

  it("finds only the tools in this table", async () => {
    const { client } = await owner.anAgent();
    const { tools: offered } = await client.listTools();
    expect(offered.map(({ name }) => name).toSorted()).toEqual(Object.keys(tools).toSorted());
  });

  it.each(tokenScopes)(
    "with the scope %s cannot use a tool that needs another scope",
    async (scope) => {
      const { use } = await owner.anAgent({ scopes: [scope] });
      const before = await stored();
      for (const [name, { needs, naming }] of Object.entries(tools)) {
        const isGranted = needs === scope || (needs === "draft" && scope === "send");
        if (isGranted) continue;
        for (const input of naming(owner.mailbox)) {
          const answer = await use(name, input);
          expect([name, answer.isError, answer.text.split(":")[0]]).toEqual([
            name,
            true,
            "token.scope",
          ]);
        }
      }
      expect(await stored()).toBe(before);
    },
  );

  it("reaches another account or user with no tool", async () => {
    const stranger = await trial.anOwner();
    const { use } = await owner.anAgent({ accounts: [owner.mailbox.accountId] });
    const before = await stored();
    for (const [box, words] of [
      [owner.other, [`boat${owner.count}`]],
      [stranger.mailbox, [`canary${stranger.count}`]],
    ] as const) {
      for (const [name, { naming, answering }] of Object.entries(tools)) {
        const own = box === owner.other ? (answering?.(box) ?? []) : [];
        for (const input of [...naming(box), ...own]) {
          const { text, isError } = await use(name, input);
          for (const word of words) expect([name, text.includes(word)]).toEqual([name, false]);
          const isNamed = Object.values(input).some((value) => Object.values(box).includes(value));
          if (isNamed || !answersEmpty.has(name)) expect([name, isError]).toEqual([name, true]);
        }
      }
    }
    expect(await stored()).toBe(before);
    const strangers = await stranger.anna.client.call("GET /email/drafts", {});
    expect(strangers.drafts).toEqual([]);
  });

  it.each([
    ["a header in the subject", { subject: "Hi\r\nBcc: thief@example.net" }],
    ["a header after a lone line feed", { subject: "Hi\nX-Spam: no" }],
    ["a header in an address", { to: "ben@example.net\r\nBcc: thief@example.net" }],
    ["a header in a copy", { cc: "ben@example.net\nBcc: thief@example.net" }],
    ["a command after an address", { to: "ben@example.net>\r\nRCPT TO:<thief@example.net" }],
    ["a NUL in the subject", { subject: "Hi\0there" }],
    ["too long a subject", { subject: "x".repeat(2001) }],
    ["too many addresses", { to: Array.from({ length: 6000 }, (_, n) => `a${n}@b.org`).join(",") }],
    ["no address", { to: "" }],
    ["an object for an address", { to: { address: "thief@example.net" } }],
    ["an object for its text", { content: { path: "/etc/passwd" } }],
    ["a time that is none", { sendAt: "now\r\n" }],
    ["a path for an id", { inReplyTo: "../approvals" }],
    ["too long a key", { idempotencyKey: "k".repeat(101) }],
  ])("sends nothing with %s", async (_what, wrong) => {
    const { use } = await owner.anAgent({ accounts: [owner.mailbox.accountId] });
    const before = await stored();
    expect((await use("send_mail", { ...letter, ...wrong })).isError).toBe(true);
    expect(await stored()).toBe(before);
  });

  it("adds no header to a message by a key, a name or its content", async () => {
    const { use } = await owner.anAgent({ accounts: [owner.mailbox.accountId], asksFirst: false });
    const sent = await use("send_mail", {
      to: '"Ben, \u202e=?utf-8?q?=0d=0aBcc:_x@y.org?=" <ben@example.net>',
      subject: "=?x?=",
      content: "\r\nBcc: thief@example.net\r\n.\r\nRCPT TO:<thief@example.net>\r\n",
      idempotencyKey: "k\r\nx-forwarded-for: 1.2.3.4",
    });
    expect(sent.isError).toBe(false);
    const { raw, envelope_json: envelope } = await trial.app.database.reader
      .selectFrom("outbox")
      .select(["raw", "envelope_json"])
      .where("user_id", "=", owner.anna.user.id)
      .where("idempotency_key", "like", "mcp %")
      .executeTakeFirstOrThrow();
    const [head = ""] = Buffer.from(raw).toString().split("\r\n\r\n");
    expect(head).not.toMatch(/^bcc:/im);
    expect(envelope).not.toMatch(/thief|y\.org/);
  });

  it("gets errors for names of built-in properties, deep nesting and malformed bodies", async () => {
    const { use, client } = await owner.anAgent();
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", ""]) {
      expect([name, (await use(name)).isError]).toEqual([name, true]);
    }
    const { token } = await owner.aToken();
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_mail","arguments":{"query":${deep}}}}`;
    for (const body of [call, "{", "null", '"x"', "[]", '{"__proto__":{"id":1}}']) {
      expect((await post(token, body)).status).toBeLessThan(500);
    }
    expect((await client.listTools()).tools).toHaveLength(Object.keys(tools).length);
  });

  it("has a separate limit, which does not affect the user's other API clients", async () => {
    const { token } = await owner.aToken();
    const quiet = await owner.anAgent();
    const statuses = new Set<number>();
    for (let sent = 0; sent < apiClientLimits.mcpPerMinute; sent += 50) {
      // A batch is refused before the API is called, but it counts.
      const some = await Promise.all(Array.from({ length: 50 }, () => post(token, [])));
      for (const { status } of some) statuses.add(status);
    }
    expect([...statuses]).toEqual([400]);
    expect((await post(token, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(429);
    expect((await quiet.use("list_accounts")).isError).toBe(false);
  }, 60_000);

  it("is refused from its revocation on, also over open connections", async () => {
    const { token, created } = await owner.aToken();
    const agents = await Promise.all([1, 2].map(() => connectMcp(trial.app.origin, token)));
    await owner.anna.client.call("DELETE /user/tokens/{id}", { id: created.id });
    for (const { use } of agents) await expect(use("list_mail")).rejects.toThrow();
    expect((await post(token, { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(401);
  });

  it("is refused when it calls from a page by DNS rebinding", async () => {
    const { token } = await owner.aToken();
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const { port } = new URL(trial.app.origin);
    for (const origin of [
      "http://rebound.example",
      `http://rebound.example:${port}`,
      "https://127.0.0.1.nip.io",
      "http://localhost.evil.example",
      "http://127.0.0.1@evil.example",
      "null",
      "file://",
      "",
    ]) {
      const answer = await post(token, ping, { origin });
      expect([origin, answer.status]).toEqual([origin, 403]);
    }
    expect((await post(token, ping, { origin: trial.app.origin })).status).toBe(200);
    expect((await post(token, ping)).status).toBe(200);
  });
});
