import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestAuthority } from "#/testing/fakes/oauth-authority.ts";
import { createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type Someone, type SocialTrial, startSocialTrial } from "#/testing/apps/social-trial.ts";
import { createBrowser, type TestBrowser } from "#/testing/fakes/test-browser.ts";

const failed = "/login?error=google_failed";

describe.each(usualEngines)("external sign-in refuses, on %s", (engine) => {
  let trial: SocialTrial;
  let app: SocialTrial["app"];
  let google: TestAuthority;
  let microsoft: TestAuthority;
  let count = 0;
  let ann = "";
  let evil = "";
  beforeAll(async () => {
    trial = await startSocialTrial(engine);
    ({ app, google, microsoft } = trial);
  });
  afterAll(() => trial[Symbol.asyncDispose]());
  beforeEach(() => {
    trial.swap.with = null;
    app.clock.time += 3600_000;
    ann = `ann${++count}@provider.example`;
    evil = `evil${count}@provider.example`;
  });

  const aBrowser = () => createBrowser(app.origin);
  const wayBack = (browser: TestBrowser, login: string | null, path = "/auth/google") =>
    trial.wayBack(browser, path, login);

  /** Signs in at Google without finishing the sign-in, and returns the token in the callback's URL. */
  async function arrive(browser: TestBrowser, login: string): Promise<string> {
    const page = await trial.travel(browser, "/auth/google", login);
    return page.searchParams.get("token") ?? "";
  }

  const finish = (browser: TestBrowser, token: string) =>
    trial.finish(browser, new URL(`/auth/callback?token=${token}`, app.origin));

  /** Returns all users, connected sign-ins and sessions: the rows that an attack would change. */
  async function everything() {
    const { reader } = app.database;
    const [users, signIns, sessions] = await Promise.all([
      reader.selectFrom("users").select("id").orderBy("id").execute(),
      reader.selectFrom("connected_sign_ins").select(["id", "user_id"]).orderBy("id").execute(),
      reader.selectFrom("sessions").select("id").orderBy("id").execute(),
    ]);
    return { users, signIns, sessions };
  }

  async function expectRefused(attack: () => Promise<string>, answer: string): Promise<void> {
    const before = await everything();
    expect(await attack()).toBe(answer);
    expect(await everything()).toEqual(before);
  }

  const ledTo = async (browser: TestBrowser, back: URL) => {
    const { pathname, search } = await browser.go(back);
    return pathname + search;
  };

  it("1. a callback without a state", async () => {
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    back.searchParams.delete("state");
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it("2. a callback with an invented state", async () => {
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    back.searchParams.set("state", "A".repeat(43));
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it("3. a repeated callback", async () => {
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    expect(await ledTo(browser, back)).toMatch(/^\/auth\/callback\?token=/);
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it("4. a callback in a browser that did not start the flow", async () => {
    const back = await wayBack(aBrowser(), ann);
    await expectRefused(() => ledTo(aBrowser(), back), failed);
  });

  it("5. a return in a browser that began a flow too, but another one", async () => {
    const back = await wayBack(aBrowser(), ann);
    const victim = aBrowser();
    await victim.go("/auth/google");
    await expectRefused(() => ledTo(victim, back), failed);
  });

  it("6. a callback after ten minutes", async () => {
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    app.clock.time += 10 * 60_000;
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it("7. a code that was used before, in a new flow", async () => {
    const browser = aBrowser();
    const used = await wayBack(browser, ann);
    await browser.go(used);
    const back = await wayBack(browser, ann);
    back.searchParams.set("code", used.searchParams.get("code") ?? "");
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it("8. a fresh code of another user's flow, put into the own one (PKCE)", async () => {
    const attackers = await wayBack(aBrowser(), evil);
    const victim = aBrowser();
    const back = await wayBack(victim, ann);
    back.searchParams.set("code", attackers.searchParams.get("code") ?? "");
    await expectRefused(() => ledTo(victim, back), failed);
  });

  it("9. one provider's return at the callback of another (mix-up)", async () => {
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    back.pathname = "/auth/outlook/callback";
    await expectRefused(() => ledTo(browser, back), "/login?error=outlook_failed");
  });

  it.each([
    ["names another issuer", () => microsoft.client.issuer],
    ["names none", () => null],
  ])("10. a callback that %s (mix-up)", async (_what, issuer) => {
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    expect(back.searchParams.get("iss")).toBe(google.client.issuer);
    const named = issuer();
    if (named === null) back.searchParams.delete("iss");
    else back.searchParams.set("iss", named);
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it("11. a valid ID token of another sign-in (nonce)", async () => {
    let seen = "";
    trial.swap.with = (idToken) => (seen = idToken);
    await arrive(aBrowser(), evil);
    expect(seen.split(".")).toHaveLength(3);
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    trial.swap.with = () => seen;
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it.each([
    ["no signature", { alg: "none" }, () => ""],
    [
      "the client's secret as its key",
      { alg: "HS256" },
      (signed: string) =>
        createHmac("sha256", google.client.clientSecret).update(signed).digest("base64url"),
    ],
    [
      "somebody's own key",
      { alg: "RS256" },
      (signed: string) => {
        const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
        return sign("sha256", Buffer.from(signed), privateKey).toString("base64url");
      },
    ],
  ])("12. a changed ID token, with %s", async (_how, header, signatureOf) => {
    await trial.signIn(ann);
    const browser = aBrowser();
    const back = await wayBack(browser, evil);
    trial.swap.with = (idToken) => {
      const [, payload = ""] = idToken.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
      const parts = [header, { ...claims, sub: ann, email: ann }];
      const signed = parts
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      return `${signed}.${signatureOf(signed)}`;
    };
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it.each([true, undefined])(
    "13. another identity with the address of a connected user (verified: %s)",
    async (email_verified) => {
      await trial.signIn(ann);
      const evil = `evil${count}@provider.example`;
      google.people.set(evil, { email: ann, ...(email_verified && { email_verified }) });
      const browser = aBrowser();
      const back = await wayBack(browser, evil);
      await expectRefused(() => ledTo(browser, back), "/login?error=email_taken");
    },
  );

  it("14. an address that the provider has not verified", async () => {
    google.people.set(ann, { email_verified: false });
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    await expectRefused(() => ledTo(browser, back), "/login?error=email_unverified");
  });

  it("15. to open an account that an attacker made with the victim's address before", async () => {
    await signUpUser(app.origin, `Evil${count}`, ann);
    google.people.set(ann, { email_verified: true });
    const browser = aBrowser();
    const back = await wayBack(browser, ann);
    await expectRefused(() => ledTo(browser, back), "/login?error=email_taken");
  });

  async function connectCode({ client, options }: Someone, token: string): Promise<string> {
    return (await client.refusal("POST /user/sign-ins", { token }, options())).code;
  }

  it("16. connecting the victim's provider to the attacker's account", async () => {
    const url = await trial.begin(await trial.signIn(evil), "outlook");
    // The attacker sends the victim the URL, and she returns in her own browser.
    const victim = await trial.signIn(ann);
    const back = await microsoft.signIn(url, ann);
    await expectRefused(() => ledTo(victim.browser, back), "/login?error=outlook_failed");
  });

  it("17. connecting the attacker's provider to the victim's account", async () => {
    const attacker = await trial.signIn(evil);
    const url = await trial.begin(attacker, "outlook");
    const token = await trial.come(attacker.browser, url, `other-${evil}`);
    const victim = await trial.signIn(ann);
    await expectRefused(() => connectCode(victim, token), "social.bad_state");
  });

  it("18. connecting in another session or browser than the one that started it", async () => {
    const someone = await trial.signIn(ann);
    const phone = await trial.signIn(ann);
    const begun = async () =>
      trial.come(someone.browser, await trial.begin(someone, "outlook"), ann);
    const forOther = await begun();
    await expectRefused(() => connectCode(phone, forOther), "social.bad_state");
    const otherPlace = { ...someone, options: () => ({ ...someone.options(), headers }) };
    const headers = { cookie: `__Host-inlet=${someone.browser.cookies.get("__Host-inlet")}` };
    const forThis = await begun();
    await expectRefused(() => connectCode(otherPlace, forThis), "social.bad_state");
  });

  it("19. to connect an identity that opens another user's account", async () => {
    await trial.signIn(ann, "/auth/outlook");
    const someone = await trial.signIn(evil);
    const token = await trial.come(someone.browser, await trial.begin(someone, "outlook"), ann);
    await expectRefused(() => connectCode(someone, token), "social.taken");
  });

  it("20. a token in the URL for a second time", async () => {
    const browser = aBrowser();
    const token = await arrive(browser, ann);
    expect((await finish(browser, token)).status).toBe(200);
    await expectRefused(() => codeOf(browser, token), "login.token_refused");
  });

  it("21. a token in the URL in another browser, and afterwards everywhere", async () => {
    const browser = aBrowser();
    const token = await arrive(browser, ann);
    const other = aBrowser();
    await other.go("/auth/google");
    const attack = async () => {
      const answer = await finish(other, token);
      expect(answer.headers.getSetCookie()).toEqual([]);
      return JSON.stringify(await answer.json());
    };
    const outcome = { state: "elsewhere", provider: "google", email: ann };
    await expectRefused(attack, JSON.stringify(outcome));
    await expectRefused(() => codeOf(browser, token), "login.token_refused");
  });

  it("22. a token in the URL after a minute", async () => {
    const browser = aBrowser();
    const token = await arrive(browser, ann);
    app.clock.time += 60_000;
    await expectRefused(() => codeOf(browser, token), "login.token_refused");
  });

  it("23. a value for signing in used to connect, and the other way round", async () => {
    const someone = await trial.signIn(ann);
    const { browser } = someone;
    const connecting = await trial.come(browser, await trial.begin(someone, "outlook"), ann);
    await expectRefused(() => codeOf(browser, connecting), "login.token_refused");
    const token = await arrive(browser, ann);
    await expectRefused(() => connectCode(someone, token), "social.bad_state");
  });

  it("24. a redirect to other pages than its own", async () => {
    const evil = "next=//evil.example&redirect_uri=https://evil.example&return_to=//evil.example";
    const browser = aBrowser();
    const url = await browser.go(`/auth/google?${evil}`);
    expect(url.searchParams.get("redirect_uri")).toBe(`${app.origin}/auth/google/callback`);
    expect(url.href).not.toContain("evil");
    const back = await google.signIn(url.href, ann);
    back.search += `&${evil}`;
    const page = await browser.go(back);
    expect(page.origin + page.pathname).toBe(`${app.origin}/auth/callback`);
    expect(page.href).not.toContain("evil");
  });

  it("25. a sign-in that the user denied at the provider", async () => {
    const browser = aBrowser();
    const back = await wayBack(browser, null);
    expect(back.searchParams.get("error")).toBe("access_denied");
    await expectRefused(() => ledTo(browser, back), failed);
  });

  it("26. to begin connecting by an address that a user is led to, or with an API token", async () => {
    const anna = await signUpUser(app.origin, `Anna${count}`);
    const stranger = createClient(app.origin);
    const begin = { provider: "google" } as const;
    expect((await stranger.refusal("POST /user/sign-ins/start", begin)).code).toBe(
      "session.required",
    );
    const { token } = await anna.client.call("POST /user/tokens", {
      password: anna.password,
      name: "Program",
      days: 1,
      scopes: ["read", "draft", "send", "settings"],
    });
    const refusal = await stranger.refusal("POST /user/sign-ins/start", begin, { token });
    expect(refusal.code).toBe("token.scope");
    const wrong = await anna.client.refusal("POST /user/sign-ins/start", {
      ...begin,
      password: "guess",
    });
    expect(wrong.code).toBe("password.wrong");
  });

  async function codeOf(browser: TestBrowser, token: string): Promise<string> {
    const headers = browser.headers();
    return (await browser.client.refusal("POST /user/login/elsewhere", { token }, { headers }))
      .code;
  }
});
