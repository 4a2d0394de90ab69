import { programLimits } from "@inlet/contract/program-limits.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createClient } from "#/testing/client.ts";
import { aPerson, type Person } from "#/testing/person.ts";
import { type RealApp, startRealApp } from "#/testing/real-app.ts";

const dayMs = 24 * 3600_000;

describe.each(["sqlite", "postgres"] as const)("what programs did, on %s", (engine) => {
  let app: RealApp;
  let anna: Person;
  beforeAll(async () => {
    app = await startRealApp(engine);
    anna = await aPerson(app.origin);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const aToken = () =>
    anna.client.call("POST /user/tokens", {
      ...{ password: anna.password, name: "Backup", scopes: ["read"], days: 30 },
    });
  const callsOf = async (id: string, before?: string) =>
    anna.client.call("GET /user/tokens/{id}/calls", { id, ...(before && { before }) });

  it("is written down with its result, also what it was not allowed", async () => {
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
    // People's own doings are not anybody's record.
    await anna.client.call("GET /user/profile", {});
    expect((await callsOf(created.id)).calls).toHaveLength(2);
  });

  it("is bounded, in such a way that much reading hides no change; goes with time and with the token", async () => {
    const { created } = await aToken();
    const { id: tokenId } = created;
    const { apiTokens } = app.auth;
    const change = {
      what: "PATCH /email/{emailId}",
      accountId: null,
      result: "ok",
      isChange: true,
    };
    const caller = { userId: anna.user.id };
    await apiTokens.noteCall(caller, tokenId, change);
    const read = { what: "GET /email/list", accountId: null, result: "ok", isChange: false };
    app.clock.time += 1;
    for (let index = 0; index < programLimits.callsKept; index += 100) {
      await Promise.all(
        Array.from({ length: 101 }, () => apiTokens.noteCall(caller, tokenId, read)),
      );
    }
    // Of several at once none sees the others: whoever comes next clears up.
    await apiTokens.noteCall(caller, tokenId, read);
    const kept = async () =>
      app.database.reader
        .selectFrom("api_token_calls")
        .select(["what"])
        .where("token_id", "=", tokenId)
        .execute();
    const rows = await kept();
    expect(rows).toHaveLength(programLimits.callsKept + 1);
    expect(rows.filter(({ what }) => what === change.what)).toHaveLength(1);
    const first = await callsOf(tokenId);
    expect(first.calls).toHaveLength(programLimits.callsPage);
    expect(first.hasMore).toBe(true);
    const next = await callsOf(tokenId, first.calls.at(-1)?.id);
    expect(next.calls[0]?.id).not.toBe(first.calls.at(-1)?.id);
    await app.door("apiTokenCalls.prune", { before: app.clock.time + 90 * dayMs });
    expect(await kept()).toEqual([]);
    await apiTokens.noteCall(caller, tokenId, read);
    await anna.client.call("DELETE /user/tokens/{id}", { id: tokenId });
    await apiTokens.noteCall(caller, tokenId, read);
    expect(await kept()).toEqual([]);
  }, 60_000);
});
