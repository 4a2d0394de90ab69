import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Account } from "./mail/accounts.ts";
import { api } from "./api.ts";
import { Email, EmailRow } from "./mail/email.ts";
import type { Endpoint } from "./endpoint.ts";
import { commonErrors, type ErrorCode } from "./errors.ts";
import { SlackWorkspace } from "./integrations/slack.ts";
import { User } from "./auth/user.ts";

type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, ErrorCode>;
const endpoints: [string, AnyEndpoint][] = Object.entries(api);

/** The calls that clients may rely on: the fields they send, and the fields they read from the response. */
const published: [call: string, sends: string[], reads: string[]][] = [
  ["POST /user/register", ["name", "email", "password"], ["token", "user"]],
  ["POST /user/login", ["email", "password"], ["user", "token"]],
  ["POST /user/logout", [], []],
  ["GET /user/profile", [], ["user"]],
  ["PUT /user/profile", ["name"], ["user"]],
  ["GET /imap/accounts", [], ["accounts"]],
  [
    "POST /imap/add",
    [
      "account_mail",
      "account_pass",
      "imap_host",
      "user_port",
      "tls",
      "smtp_host",
      "smtp_port",
      "smtp_tls",
      "smtp_user",
      "smtp_pass",
    ],
    ["account"],
  ],
  ["DELETE /imap/{id}", ["id"], []],
  ["POST /email/sync", ["accountId"], ["state"]],
  ["POST /email/search", ["query"], ["results"]],
  [
    "GET /email/list",
    ["folder", "label", "isStarred", "limit", "accountId", "cursor"],
    ["emails", "hasMore", "nextCursor"],
  ],
  ["GET /email/preview/{emailId}", ["emailId", "accountId"], ["email"]],
  ["GET /email/folders", [], ["folders"]],
  ["PATCH /email/{emailId}", ["emailId", "seen", "starred"], ["email"]],
  ["GET /email/{emailId}/attachments/{attachmentId}", ["emailId", "attachmentId"], []],
  ["GET /email/{emailId}/source", ["emailId"], []],
  [
    "POST /email/send",
    [
      "to",
      "cc",
      "bcc",
      "subject",
      "content",
      "accountId",
      "html",
      "inReplyTo",
      "attachments",
      "sendAt",
      "undoSeconds",
    ],
    ["id", "state"],
  ],
  ["GET /email/outbox/{id}", ["id"], ["state"]],
  ["DELETE /email/outbox/{id}", ["id"], ["state"]],
  ["POST /email/uploads", [], ["id"]],
  ["POST /email/summarize", ["emailId"], ["summary"]],
  ["POST /ai/generate-replies", ["emailId", "context"], ["suggestions"]],
  ["POST /ai/chat", ["query", "accountId", "contextType"], ["response"]],
  ["POST /ai/suggest-templates", ["purpose", "recipient", "context"], ["templates"]],
  ["GET /api/slack/accounts", [], ["success", "accounts"]],
  ["GET /api/slack/oauth-url", [], ["url"]],
  ["DELETE /api/slack/disconnect/{slack_team_id}", ["slack_team_id"], []],
  ["GET /events", [], []],
  ["GET /healthz", [], []],
  ["GET /readyz", [], []],
  ["GET /metrics", [], []],
  ["GET /openapi.json", [], []],
];

describe("the contract", () => {
  it("names each call by its method and path", () => {
    const named = endpoints.map(([, { method, path }]) => `${method} ${path}`);
    expect(endpoints.map(([name]) => name)).toEqual(named);
  });

  it.each(published)(
    "clients can send and read the published fields of %s",
    (call, sends, reads) => {
      const endpoint = new Map(endpoints).get(call);
      expect(fieldsOf(endpoint?.input)).toEqual(expect.arrayContaining(sends));
      expect(fieldsOf(endpoint?.output)).toEqual(expect.arrayContaining(reads));
    },
  );

  it("a user, an account, a message and a workspace have the fields that clients read", () => {
    const fields: [z.ZodType, string[]][] = [
      [User, ["name", "email", "avatar"]],
      [Account, ["id", "account_mail", "imap_host", "user_port", "tls"]],
      [
        EmailRow,
        [
          "id",
          "fromName",
          "fromAddress",
          "toAddress",
          "subject",
          "bodyPlain",
          "emailDate",
          "flags",
          "category",
          "priority",
          "tags",
        ],
      ],
      [Email, ["body"]],
      [
        SlackWorkspace,
        ["slack_team_id", "slack_team_name", "slack_bot_user_id", "slack_user_id", "created_at"],
      ],
    ];
    for (const [schema, read] of fields) {
      expect(fieldsOf(schema)).toEqual(expect.arrayContaining(read));
    }
    expect(fieldsOf(Account)).not.toContain("account_pass");
    expect(fieldsOf(EmailRow)).not.toContain("body");
  });

  it("each path parameter is also an input field", () => {
    const parameters = endpoints.flatMap(([name, { path, input }]) =>
      Array.from(path.matchAll(/\{(\w+)\}/g), ([, field = ""]) => ({ name, field, input })),
    );
    expect(parameters.length).toBeGreaterThan(50);
    const missing = parameters.filter(({ field, input }) => !fieldsOf(input).includes(field));
    expect(missing.map(({ name, field }) => `${name}: ${field}`)).toEqual([]);
  });

  it("lists each error of a call once", () => {
    const twice = endpoints.filter(([, endpoint]) => {
      const codes = [...endpoint.errors, ...commonErrors];
      return new Set(codes).size < codes.length;
    });
    expect(twice.map(([name]) => name)).toEqual([]);
  });

  it("requires authentication wherever a user's data is touched", () => {
    const open = endpoints.filter(([, { access }]) => access === "anyone").map(([name]) => name);
    expect(open).toEqual([
      // The URL in the message contains a token that is signed for one user.
      "POST /brief/leave/{token}",
      "POST /user/register",
      "POST /user/login",
      "POST /user/login/passkey/start",
      "POST /user/login/passkey",
      "POST /user/login/elsewhere",
      "POST /user/forgot",
      "POST /user/reset",
      "POST /user/verify",
      "GET /meta/stars",
      "GET /meta/host",
      "GET /meta/demo",
      "POST /meta/demo",
      "GET /healthz",
      "GET /readyz",
      "GET /metrics",
      "GET /openapi.json",
    ]);
  });

  it("each call that requires the password also has the error for users without one", () => {
    const asking = endpoints.filter(([, { errors: codes }]) => codes.includes("password.wrong"));
    expect(asking.length).toBeGreaterThan(5);
    for (const [name, { errors: codes }] of asking) {
      expect([name, codes.includes("password.sign_in_again")]).toEqual([name, true]);
    }
  });

  it("has the default port and encryption of a mail account", () => {
    const { user_port, tls } = api["POST /imap/add"].input.parse({
      account_mail: "anna@example.org",
      account_pass: "secret",
      imap_host: "imap.example.org",
    });
    expect({ user_port, tls }).toEqual({ user_port: 993, tls: true });
  });

  it("the assistant searches all mail by default and refuses a blank question", () => {
    const asked = api["POST /ai/chat"].input.parse({ query: "When is the offsite?" });
    expect(asked).toMatchObject({ contextType: "general" });
    expect(api["POST /ai/chat"].input.safeParse({ query: " " }).success).toBe(false);
  });

  it("accepts the clients' spelling of the inbox and returns pages of 20 messages", () => {
    const page = api["GET /email/list"].input.parse({});
    expect(page).toEqual({ limit: 20, sort: "newest" });
    expect(api["GET /email/list"].input.parse({ folder: "recieved" }).folder).toBe("recieved");
    expect(api["GET /email/list"].input.parse({ isStarred: "false", limit: "7" })).toMatchObject({
      isStarred: false,
      limit: 7,
    });
  });
});

const severalLines = new Set([
  "content",
  "html",
  "signature",
  "note",
  "notes",
  "bio",
  "context",
  "asked",
  "text",
  "body",
]);

describe("a single-line input", () => {
  const single = endpoints.flatMap(([name, { input }]) =>
    Object.entries(shapeOf(input))
      .filter(([field]) => !severalLines.has(field))
      .map(([field, schema]) => {
        if (!(schema instanceof z.ZodType)) throw new Error(`${name}: ${field} is not a schema.`);
        return { place: `${name}: ${field}`, field, schema };
      }),
  );

  /** Returns the fields whose schema accepts one of the values, each with the accepted value. */
  const takenBy = (fields: typeof single, values: unknown[], isTaken = (_kept: unknown) => true) =>
    fields.flatMap(({ place, schema }) =>
      values.flatMap((value) => {
        const parsed = schema.safeParse(value);
        return parsed.success && isTaken(parsed.data) ? [[place, value]] : [];
      }),
    );

  it("refuses line breaks and NUL, in fields of every kind", () => {
    expect(single.length).toBeGreaterThan(300);
    const texts = ["a@b.cd\r\nRCPT TO:<x@y.zz>", "a\nb", "a\rb", "a\0b"];
    expect(takenBy(single, [...texts, ...texts.map((text) => [text])])).toEqual([]);
  });

  it("accepts no object as the value of a field", () => {
    // `inline` maps ids to texts.
    const plain = single.filter(({ field }) => field !== "inline");
    const objects = [{ path: "/etc/passwd" }, [{ href: "http://127.0.0.1/" }]];
    // A field with subfields accepts only those.
    const keepsIt = (kept: unknown) => /passwd|127/.test(JSON.stringify(kept ?? null));
    expect(takenBy(plain, objects, keepsIt)).toEqual([]);
  });
});

function shapeOf(schema: z.ZodType | undefined): Record<string, unknown> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  return Object.keys(shapeOf(schema));
}
