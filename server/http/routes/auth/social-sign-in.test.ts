import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Registration } from "#/auth/admission.ts";
import { codeOfStep } from "#/auth/totp.ts";
import { usualEngines } from "#/testing/database/database.ts";
import type { HostPost } from "#/testing/fakes/host-mail-server.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { socialSignInAt, type SocialTrial, startSocialTrial } from "#/testing/apps/social-trial.ts";
import { createBrowser } from "#/testing/fakes/test-browser.ts";

const stepMs = 30_000;
const tenMinutesMs = 10 * 60_000;

describe("without any provider set up", () => {
  it.each([
    ["/auth/google", "google_not_configured"],
    ["/auth/google/signup", "google_not_configured"],
    ["/auth/outlook", "outlook_not_configured"],
    ["/auth/oidc", "oidc_not_configured"],
  ])("%s redirects to the sign-in with an error code", async (path, error) => {
    await using app = await startRealApp("sqlite");
    const answer = await fetch(app.origin + path, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/login?error=${error}`]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it("no text of the request gets into the redirect", async () => {
    await using app = await startRealApp("sqlite");
    const browser = createBrowser(app.origin);
    const { pathname, search } = await browser.go("/auth/google?error=x&next=//evil.example");
    expect(pathname + search).toBe("/login?error=google_not_configured");
  });
});

describe.each(usualEngines)("external sign-in, on %s", (engine) => {
  let trial: SocialTrial;
  let app: RealApp;
  let post: HostPost;
  let count = 0;
  let ann = "";
  beforeAll(async () => {
    trial = await startSocialTrial(engine, { sendsMail: true });
    ({ app } = trial);
    if (app.post === null) throw new Error("The host was to send mail.");
    ({ post } = app);
  });
  afterAll(() => trial[Symbol.asyncDispose]());
  beforeEach(() => {
    app.clock.time = Math.ceil(app.clock.time / stepMs) * stepMs + 3600_000;
    ann = `ann${++count}@provider.example`;
    trial.google.people.set(ann, { email_verified: true, name: "Ann Provided" });
  });

  it("requests only the identity, with PKCE, nonce and a state", async () => {
    const browser = createBrowser(app.origin);
    const { searchParams: asked } = await browser.go("/auth/google/signup");
    expect(asked.get("scope")).toBe("openid email profile");
    expect(asked.get("redirect_uri")).toBe(`${app.origin}/auth/google/callback`);
    expect(asked.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    }
    const answer = await fetch(`${app.origin}/auth/google`, { redirect: "manual" });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-inlet-social=[\w-]{43}; Max-Age=1200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  it.each([
    ["/auth/google/signup", "google"],
    ["/auth/google", "google"],
    ["/auth/oidc", "oidc"],
  ])(
    "creates an account for a new user at %s, and signs in to it afterwards",
    async (path, via) => {
      trial.own.people.set(ann, { email_verified: true, name: "Ann Provided" });
      const browser = createBrowser(app.origin);
      const page = await trial.travel(browser, path, ann);
      expect(page.pathname).toBe("/auth/callback");
      expect(page.searchParams.get("via")).toBe(via);
      const answer = await trial.finish(browser, page);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-inlet=.*HttpOnly.*SameSite=Strict/);
      const { user } = (await answer.json()) as {
        user: { id: string; name: string; email: string };
      };
      expect(user).toMatchObject({ name: "Ann Provided", email: ann });
      const again = await trial.signIn(ann, path);
      expect(again.user).toEqual(user);
      const { user: read } = await again.client.call("GET /user/profile", {}, again.options());
      expect(read).toEqual(user);
    },
  );

  it("identifies a user by issuer and subject, also with a changed address", async () => {
    const { user } = await trial.signIn(ann);
    trial.google.people.set(ann, { email: `new${ann}`, email_verified: false, name: "Other" });
    const again = await trial.signIn(ann);
    expect(again.user).toEqual(user);
    // The address is free for its new owner.
    trial.google.people.set(`heir${count}`, { email: ann, email_verified: true });
    const heir = createBrowser(app.origin);
    const { search } = await trial.travel(heir, "/auth/google", `heir${count}`);
    expect(search).toBe("?error=email_taken");
  });

  it("sends a verification for a new address, unless the provider has verified it", async () => {
    trial.google.people.set(ann, { name: "\u0000Ann\r\nBcc: x\u202e" });
    const { user } = await trial.signIn(ann);
    expect(user.name).toBe("Ann Bcc: x");
    expect((await post.next(ann)).subject).toBe("Confirm your email address for Inlet");
    trial.google.people.set(`b${ann}`, { email_verified: true });
    const known = await trial.signIn(`b${ann}`);
    expect(known.user.name).toBe(`bann${count}`);
    // The device is unknown, so this alert is the first message.
    await trial.signIn(`b${ann}`);
    expect((await post.next(`b${ann}`)).subject).toBe("New sign-in to your Inlet account");
  });

  it("refuses an identity without an address", async () => {
    trial.google.people.set(ann, { email: "" });
    const { pathname, search } = await trial.travel(createBrowser(app.origin), "/auth/google", ann);
    expect(pathname + search).toBe("/login?error=no_email");
  });

  it("requires the second step, with time to complete it", async () => {
    const someone = await trial.signIn(ann);
    const { client, options } = someone;
    const { secret } = await client.call("POST /user/authenticator", {}, options());
    const code = () => codeOfStep(secret, Math.floor(app.clock.time / stepMs));
    await client.call("POST /user/authenticator/confirm", { code: code() }, options());
    app.clock.time += stepMs;

    const browser = createBrowser(app.origin);
    const page = await trial.travel(browser, "/auth/google", ann);
    const refusal = async (given?: string) => {
      const answer = await trial.finish(browser, page, given);
      expect(answer.headers.getSetCookie()).toEqual([]);
      return ((await answer.json()) as { code: string }).code;
    };
    expect(await refusal()).toBe("login.second_factor_required");
    app.clock.time += 5 * 60_000;
    expect(await refusal("000000")).toBe("login.wrong_code");
    // Another browser is refused with the right code.
    const other = await trial.finish(createBrowser(app.origin), page, code());
    expect(await other.json()).toMatchObject({ state: "elsewhere" });

    const second = await trial.travel(browser, "/auth/google", ann);
    expect((await trial.finish(browser, second, code())).status).toBe(200);
    const third = await trial.travel(browser, "/auth/google", ann);
    expect(await (await trial.finish(browser, third, code())).json()).toMatchObject({
      code: "login.wrong_code",
    });
    app.clock.time += tenMinutesMs;
    expect(await (await trial.finish(browser, third, code())).json()).toMatchObject({
      code: "login.token_refused",
    });
  });

  it("stores only the provider, issuer and subject of an identity", async () => {
    await trial.signIn(ann);
    const rows = await app.database.reader
      .selectFrom("connected_sign_ins")
      .selectAll()
      .where("subject", "=", ann)
      .execute();
    expect(rows).toEqual([
      {
        id: expect.any(String),
        user_id: expect.any(String),
        provider: "google",
        issuer: trial.google.client.issuer,
        subject: ann,
        address: ann,
        created_at: app.clock.time,
        last_used_at: app.clock.time,
      },
    ]);
    expect(await app.database.reader.selectFrom("oauth_flows").selectAll().execute()).toEqual([]);
  });

  it("reports a failure if the provider is unavailable or not configured", async () => {
    const down = { ...trial.google.client, issuer: "http://127.0.0.1:9" };
    const otherPlace = socialSignInAt({ google: down });
    await using other = await startRealApp(engine, { elsewhere: otherPlace });
    const browser = createBrowser(other.origin);
    const { pathname, search } = await browser.go("/auth/google");
    expect(pathname + search).toBe("/login?error=google_failed");
    const anna = await signUpUser(other.origin, "Anna");
    const begin = { provider: "google", password: anna.password } as const;
    expect((await anna.client.refusal("POST /user/sign-ins/start", begin)).code).toBe(
      "social.failed",
    );
    const unset = { ...begin, provider: "outlook" } as const;
    expect((await anna.client.refusal("POST /user/sign-ins/start", unset)).code).toBe(
      "social.not_set_up",
    );
  });

  describe("while registration is not open", () => {
    async function closedTo(registration: Registration) {
      return startRealApp(engine, { registration, elsewhere: socialSignInAt(trial.settings) });
    }

    it("creates no account", async () => {
      await using closed = await closedTo("closed");
      const browser = createBrowser(closed.origin);
      for (const path of ["/auth/google", "/auth/google/signup"]) {
        const { search } = await trial.travel(browser, path, ann);
        expect(search).toBe("?error=signup_closed");
      }
      expect(await closed.database.reader.selectFrom("users").select("id").execute()).toEqual([]);
    });

    it("creates the first account with the link of the first start, once", async () => {
      await using invited = await closedTo("invite");
      const browser = createBrowser(invited.origin);
      const without = await trial.travel(browser, "/auth/google/signup", ann);
      expect(without.search).toBe("?error=invite_required");
      const wrong = await trial.travel(browser, "/auth/google/signup?invite=guess", ann);
      expect(wrong.search).toBe("?error=invite_required");
      const path = `/auth/google/signup?invite=${invited.firstInvite}`;
      // A refusal for another reason does not use up the link.
      trial.google.people.set(`x${ann}`, { email_verified: false });
      expect((await trial.travel(browser, path, `x${ann}`)).search).toBe("?error=email_unverified");
      const page = await trial.travel(browser, path, ann);
      expect(await (await trial.finish(browser, page)).json()).toMatchObject({
        user: { email: ann, role: "admin" },
      });
      const second = await trial.travel(createBrowser(invited.origin), path, `b${ann}`);
      expect(second.search).toBe("?error=invite_required");
    });
  });
});
