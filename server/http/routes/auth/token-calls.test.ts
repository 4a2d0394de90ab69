import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const dayMs = 24 * 3600_000;

describe.each(usualEngines)("calls of API clients, on %s", (engine) => {
  let app: RealApp;
  let anna: SignedUpUser;
  beforeAll(async () => {
    app = await startRealApp(engine);
    anna = await signUpUser(app.origin);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const aToken = () =>
    anna.client.call("POST /user/tokens", {
      password: anna.password,
      name: "Backup",
      scopes: ["read"],
      days: 30,
    });
  const callsOf = async (id: string, before?: string) =>
    anna.client.call("GET /user/tokens/{id}/calls", { id, ...(before && { before }) });

  it("is recorded with its result, including refused calls", async () => {
    const { token, created } = await aToken();
    const program = createClient(app.origin, token);
    await program.call("GET /user/profile", {});
    await program.refusal("PUT /user/profile", { name: "Mallory" });
    const at = new Date(app.clock.time).toISOString();
    await vi.waitFor(async () => {
      const { calls } = await callsOf(created.id);
      expect(calls).toHaveLength(2);
      expect(calls).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ at, what: "GET /user/profile", result: "ok" }),
          expect.objectContaining({ what: "PUT /user/profile", result: "token.scope" }),
        ]),
      );
    });
    const rows = await app.database.reader.selectFrom("api_token_calls").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("Mallory");
    // Calls of users themselves are in no record.
    await anna.client.call("GET /user/profile", {});
    expect((await callsOf(created.id)).calls).toHaveLength(2);
  });

  it("is limited in number, without losing changes to many reads, and deleted with age", async () => {
    const { token, created } = await aToken();
    const { id: tokenId } = created;
    const { record } = app.auth.apiTokens;
    const about = { userId: anna.user.id, tokenId, accountId: null };
    const change = { ...about, what: "PATCH /email/{emailId}", isChange: true };
    record.end(await record.begin(change), "ok");
    const read = { ...about, what: "GET /email/list", isChange: false, result: "ok" };
    app.clock.time += 1;
    for (let index = 0; index <= apiClientLimits.callsKept; index++) record.note(read);
    await record.flush();
    const kept = async () =>
      app.database.reader
        .selectFrom("api_token_calls")
        .select(["what"])
        .where("token_id", "=", tokenId)
        .execute();
    const rows = await kept();
    expect(rows).toHaveLength(apiClientLimits.callsKept + 1);
    expect(rows.filter(({ what }) => what === change.what)).toHaveLength(1);
    const first = await callsOf(tokenId);
    expect(first.calls).toHaveLength(apiClientLimits.callsPage);
    expect(first.hasMore).toBe(true);
    const next = await callsOf(tokenId, first.calls.at(-1)?.id);
    expect(next.calls[0]?.id).not.toBe(first.calls.at(-1)?.id);
    // A valid token remains, although its call records are deleted.
    await app.execute("apiTokenCalls.prune", { before: app.clock.time + 90 * dayMs });
    expect(await kept()).toEqual([]);
    await createClient(app.origin, token).call("GET /user/profile", {});
  }, 60_000);

  it("is kept under the name of a revoked token until its retention ends", async () => {
    const { token, created } = await aToken();
    const { id } = created;
    const program = createClient(app.origin, token);
    await program.call("GET /user/profile", {});
    await anna.client.call("DELETE /user/tokens/{id}", { id });
    await program.refusal("GET /user/profile", {});
    const revokedAt = new Date(app.clock.time).toISOString();
    const listed = async () =>
      (await anna.client.call("GET /user/tokens", {})).tokens.filter((one) => one.id === id);
    expect(await listed()).toMatchObject([{ name: "Backup", revokedAt }]);
    expect((await callsOf(id)).calls).toMatchObject([{ what: "GET /user/profile", result: "ok" }]);
    // The hash of the token is removed, so the token cannot be matched.
    const row = await app.database.reader
      .selectFrom("api_tokens")
      .select("token_hash")
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row?.token_hash).toBe(id);
    await app.execute("apiTokenCalls.prune", { before: app.clock.time });
    expect(await listed()).toHaveLength(1);
    await app.execute("apiTokenCalls.prune", { before: app.clock.time + 1 });
    expect(await listed()).toEqual([]);
    expect(await anna.client.refusal("GET /user/tokens/{id}/calls", { id })).toMatchObject({
      code: "api_token.not_found",
    });
  });

  it("is recorded before a change is made, and the change is refused if that fails", async () => {
    const { token, created } = await anna.client.call("POST /user/tokens", {
      password: anna.password,
      name: "Editor",
      scopes: ["settings"],
      days: 30,
    });
    const program = createClient(app.origin, token);
    const name = async () => (await anna.client.call("GET /user/profile", {})).user.name;
    await program.call("PUT /user/profile", { name: "First" });
    expect((await callsOf(created.id)).calls).toMatchObject([
      { what: "PUT /user/profile", result: "ok" },
    ]);
    app.clock.time += 1;
    app.refuse.add("apiTokens.noteCalls");
    expect((await program.send("PUT /user/profile", { name: "Second" })).status).toBe(500);
    app.refuse.clear();
    expect(await name()).toBe("First");
    // Simulates that the process ended during a call.
    app.clock.time += 1;
    const { record } = app.auth.apiTokens;
    const about = { userId: anna.user.id, tokenId: created.id, accountId: null, isChange: true };
    await record.begin({ ...about, what: "PUT /user/profile" });
    const { calls } = await callsOf(created.id);
    expect(calls.map(({ result }) => result)).toEqual(["begun", "internal", "ok"]);
  });
});
