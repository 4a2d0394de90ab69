import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient, type Client } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

/** Headers of a request that a browser's own page makes (Fetch Metadata, RFC 6454). */
const browser = { "sec-fetch-site": "same-origin" };

describe.each(usualEngines)("a browser's session, on %s", (engine) => {
  let app: RealApp;
  let client: Client;
  let count = 0;
  let name = "";
  const form = () => ({ name, email: `${name}@example.org`, password: "a good password" });
  beforeAll(async () => {
    app = await startRealApp(engine);
    client = createClient(app.origin);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(() => {
    name = `person${++count}`;
  });

  async function signIn(headers: Record<string, string>, call: "register" | "login") {
    const answer = await client.send(`POST /user/${call}`, form(), { headers });
    expect(answer.status).toBe(200);
    const body: unknown = await answer.json();
    // The test app checks responses against the contract.
    const { token } = body as { token: string };
    const [cookie = ""] = answer.headers.getSetCookie();
    return { token, cookie, pair: cookie.split(";")[0] ?? "" };
  }

  it.each([[browser], [{ origin: "http://localhost:3000" }]])(
    "created with %j is bound to a cookie that scripts cannot read",
    async (headers) => {
      const { token, cookie, pair } = await signIn(headers, "register");
      expect(cookie).toMatch(
        /^__Host-inlet=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      expect(cookie).not.toContain(token);
      const stolen = await client.refusal("GET /user/profile", {}, { token });
      expect(stolen.code).toBe("session.required");
      const own = { token, headers: { cookie: pair } };
      expect((await client.call("GET /user/profile", {}, own)).user.name).toBe(name);
    },
  );

  it("is refused with the cookie of another session, and with the cookie but no token", async () => {
    const first = await signIn(browser, "register");
    const second = await signIn(browser, "login");
    for (const [token, cookie] of [
      [first.token, second.pair],
      [first.token, "__Host-inlet="],
      [first.token, `other=${first.pair.split("=")[1]}`],
      [undefined, first.pair],
    ] as const) {
      const refused = await client.refusal("GET /user/profile", {}, { token, headers: { cookie } });
      expect(refused.code).toBe("session.required");
    }
  });

  it("clears its cookie on sign-out", async () => {
    const { token, pair } = await signIn(browser, "register");
    const answer = await client.send("POST /user/logout", {}, { token, headers: { cookie: pair } });
    expect(await answer.json()).toEqual({ ok: true });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-inlet=; .*Expires=Thu, 01 Jan 1970/);
  });

  it("cannot be ended with a stolen token alone", async () => {
    const { token, pair } = await signIn(browser, "register");
    expect((await client.refusal("POST /user/logout", {}, { token })).status).toBe(401);
    await client.call("GET /user/profile", {}, { token, headers: { cookie: pair } });
  });

  it("has a plain cookie if the browser would discard a Secure one", async () => {
    const { token, cookie, pair } = await signIn({ origin: "http://nas.lan:3000" }, "register");
    expect(cookie).toMatch(
      /^inlet=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    await client.call("GET /user/profile", {}, { token, headers: { cookie: pair } });
    const secure = await signIn({ origin: "https://mail.example.org" }, "login");
    expect(secure.cookie).toMatch(/^__Host-inlet=.*Secure/);
  });

  it("is for browsers only: the token of another client needs no cookie", async () => {
    const answer = await client.send("POST /user/register", form());
    expect(answer.headers.getSetCookie()).toEqual([]);
    await answer.body?.cancel();
  });
});
