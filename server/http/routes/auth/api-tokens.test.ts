import { api, type Call } from "@inlet/contract/api.ts";
import { type TokenScope, tokenScopes } from "@inlet/contract/endpoint.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import type { Ids } from "#/testing/factories/inputs.ts";
import { inputs } from "#/testing/factories/tenant-inputs.ts";

const dayMs = 24 * 3600_000;
// `Object.entries` loses the type of the keys.
const calls = Object.entries(api).filter(([, { access }]) => access !== "anyone") as [
  Call,
  { scope: TokenScope | null },
][];
/** Well-formed ids of objects that do not exist. */
const nothings = new Proxy({} as Ids, { get: () => "01900000-0000-7000-8000-000000000000" });

describe.each(usualEngines)("personal API tokens, on %s", (engine) => {
  let app: RealApp;
  let anna: SignedUpUser;
  let count = 0;
  beforeAll(async () => {
    app = await startRealApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    anna = await signUpUser(app.origin, `Anna${++count}`);
  });

  const create = (more: { scopes?: TokenScope[]; days?: number; asksFirst?: boolean } = {}) =>
    anna.client.call("POST /user/tokens", {
      password: anna.password,
      name: " Backup ",
      scopes: ["read"],
      days: 30,
      ...more,
    });

  it("are shown once, listed with scopes and last use, and stored as hashes", async () => {
    const { token, created } = await create({ scopes: ["send", "read"] });
    expect(token).toMatch(/^inlet_[\w-]{43}$/);
    expect(created).toMatchObject({
      name: "Backup",
      scopes: ["read", "send"],
      expiresAt: new Date(app.clock.time + 30 * dayMs).toISOString(),
      lastUsedAt: null,
    });
    const program = createClient(app.origin, token);
    expect((await program.call("GET /user/profile", {})).user).toEqual(anna.user);
    const lastUsedAt = new Date(app.clock.time).toISOString();
    const { tokens } = await anna.client.call("GET /user/tokens", {});
    expect(tokens).toEqual([{ ...created, lastUsedAt }]);
    const rows = await app.database.reader.selectFrom("api_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice("inlet_".length));
    // A token is independent of sessions: it survives their end.
    await anna.client.call("POST /user/sessions/end", { keepsThis: true });
    await program.call("GET /user/profile", {});
  });

  it("require the password, a name and at least one scope", async () => {
    const request = {
      password: anna.password,
      name: "Backup",
      scopes: ["read" as const],
      days: 30,
    };
    const codeOf = async (more: object) =>
      (await anna.client.refusal("POST /user/tokens", { ...request, ...more })).code;
    expect(await codeOf({ password: "guess" })).toBe("password.wrong");
    expect(await codeOf({ name: " " })).toBe("api_token.fields_required");
    expect(await codeOf({ scopes: [] })).toBe("api_token.fields_required");
    for (const days of [0, 367, 1.5]) expect(await codeOf({ days })).toBe("input.invalid");
    expect(await codeOf({ scopes: ["everything"] })).toBe("input.invalid");
    expect((await anna.client.call("GET /user/tokens", {})).tokens).toEqual([]);
  });

  it.each(tokenScopes)(
    "with the scope %s only make the calls that need it, and no others",
    async (scope) => {
      // Without approvals, which restrict a client to what it sent itself.
      const { token } = await create({ scopes: [scope], asksFirst: false });
      const program = createClient(app.origin, token);
      const granted: TokenScope[] = scope === "send" ? ["send", "draft"] : [scope];
      for (const [name, endpoint] of calls) {
        // The table pairs each name with its input, which TypeScript cannot follow in a loop.
        const answer = await program.send(name, inputs[name]?.(nothings) as never);
        const isRefused = answer.status === 403 && (await codeOf(answer)) === "token.scope";
        if (!isRefused) await answer.body?.cancel().catch(() => undefined);
        const isGranted = endpoint.scope !== null && granted.includes(endpoint.scope);
        expect([name, isRefused]).toEqual([name, !isGranted]);
        expect([name, answer.status]).not.toEqual([name, 401]);
      }
    },
  );

  it("are refused immediately after they are revoked, and their streams end", async () => {
    const { token, created } = await create();
    const other = await create();
    const stream = await readEvents(app.origin, token);
    await stream.next();
    const { id } = created;
    await anna.client.call("DELETE /user/tokens/{id}", { id });
    const program = createClient(app.origin, token);
    expect(await program.refusal("GET /user/profile", {})).toMatchObject({
      status: 401,
      code: "session.required",
    });
    expect(await stream.next()).toBeNull();
    expect(await anna.client.refusal("DELETE /user/tokens/{id}", { id })).toMatchObject({
      status: 404,
      code: "api_token.not_found",
    });
    await createClient(app.origin, other.token).call("GET /user/profile", {});
  });

  it("are refused after they expire, and their streams end", async () => {
    const { token } = await create({ days: 1 });
    const program = createClient(app.origin, token);
    app.clock.time += dayMs - 1;
    const stream = await readEvents(app.origin, token);
    await stream.next();
    app.clock.time += 1;
    expect((await program.refusal("GET /user/profile", {})).code).toBe("session.required");
    expect(await stream.next()).toBeNull();
  });
});

async function codeOf(answer: Response): Promise<unknown> {
  const { code }: { code?: unknown } = JSON.parse(await answer.clone().text());
  return code;
}
