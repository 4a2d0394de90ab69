import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeOfStep } from "#/auth/totp.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { socialSignInAt, type SocialTrial, startSocialTrial } from "#/testing/apps/social-trial.ts";
import { createBrowser, type TestBrowser } from "#/testing/fakes/test-browser.ts";

const stepMs = 30_000;
const failed = "/login?error=google_failed";

describe.each(bothEngines)("a pending sign-in, on %s", (engine) => {
  let trial: SocialTrial;
  let app: RealApp;
  let second: RealApp;
  let count = 0;
  let ann = "";
  beforeAll(async () => {
    trial = await startSocialTrial(engine, { sendsMail: true });
    ({ app } = trial);
    second = await startRealApp(engine, { beside: app, elsewhere: socialSignInAt(trial.settings) });
  });
  afterAll(async () => {
    await second[Symbol.asyncDispose]();
    await trial[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    app.clock.time = Math.ceil(app.clock.time / stepMs) * stepMs + 3600_000;
    ann = `ann${++count}@provider.example`;
    trial.google.people.set(ann, { email_verified: true, name: "Ann" });
  });

  const wayBack = (browser: TestBrowser, login = ann) =>
    trial.wayBack(browser, "/auth/google", login);
  const atSecond = ({ pathname, search }: URL) => new URL(pathname + search, second.origin);
  const ledTo = async (browser: TestBrowser, back: URL) => {
    const { pathname, search } = await browser.go(back);
    return pathname + search;
  };
  const rows = async () =>
    app.database.reader.selectFrom("sign_ins_on_their_way").selectAll().execute();

  it("continues in another process, and counts once in all processes", async () => {
    const browser = createBrowser(app.origin);
    const back = await wayBack(browser);
    const page = await browser.go(atSecond(back));
    expect(page.pathname).toBe("/auth/callback");
    expect(await ledTo(browser, back)).toBe(failed);
    expect((await trial.finish(browser, page)).status).toBe(200);
    const other = { ...browser, client: createBrowser(second.origin).client };
    const again = await trial.finish(other, page);
    expect(await again.json()).toMatchObject({ code: "login.token_refused" });
  });

  it("is finished by one of two concurrent callbacks", async () => {
    const browser = createBrowser(app.origin);
    const back = await wayBack(browser);
    const led = await Promise.all([ledTo(browser, back), ledTo(browser, atSecond(back))]);
    expect(led.filter((place) => place === failed)).toHaveLength(1);
    const page = new URL(led.find((place) => place !== failed) ?? "", app.origin);
    const other = { ...browser, client: createBrowser(second.origin).client };
    const ended = await Promise.all([trial.finish(browser, page), trial.finish(other, page)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  if (!usualEngines.includes(engine)) return;

  it("is known to another process, which refuses to finish it in another browser", async () => {
    const browser = createBrowser(app.origin);
    const page = await browser.go(await wayBack(browser));
    const answer = await trial.finish(createBrowser(second.origin), page);
    expect(await answer.json()).toEqual({ state: "elsewhere", provider: "google", email: ann });
    expect(await (await trial.finish(browser, page)).json()).toMatchObject({
      code: "login.token_refused",
    });
  });

  it("is separate for each tab of a browser", async () => {
    const browser = createBrowser(app.origin);
    const bea = `bea${count}@provider.example`;
    trial.google.people.set(bea, { email_verified: true });
    const first = await wayBack(browser);
    const other = await wayBack(browser, bea);
    for (const [back, email] of [
      [other, bea],
      [first, ann],
    ] as const) {
      const answer = await trial.finish(browser, await browser.go(back));
      expect(await answer.json()).toMatchObject({ state: "signed_in", user: { email } });
    }
  });

  it("is dropped for newer ones of the same browser, but not of others", async () => {
    const browser = createBrowser(app.origin);
    const other = createBrowser(app.origin);
    const kept = await wayBack(other, ann);
    const first = await wayBack(browser);
    for (let more = 0; more < 10; more++) {
      app.clock.time += 1;
      await browser.go("/auth/google");
    }
    expect(await ledTo(browser, first)).toBe(failed);
    expect(await ledTo(other, kept)).toMatch(/^\/auth\/callback/);
  });

  it("stores nothing in plain text, and is deleted when it ends", async () => {
    const browser = createBrowser(app.origin);
    await app.execute("signInsOnTheirWay.prune", {});
    const asked = await browser.go("/auth/google/signup?invite=secretinvite");
    const state = asked.searchParams.get("state") ?? "none";
    const nonce = asked.searchParams.get("nonce") ?? "none";
    const [pendingFlow, ...more] = await rows();
    expect(more).toEqual([]);
    const stored = JSON.stringify(pendingFlow);
    for (const secret of [state, nonce, "secretinvite", ...browser.cookies.values()]) {
      expect(stored).not.toContain(secret);
    }
    const page = await trial.travel(browser, "/auth/google", ann);
    const arrived = JSON.stringify(await rows());
    for (const secret of [ann, page.searchParams.get("token") ?? "none", "isNewcomer"]) {
      expect(arrived).not.toContain(secret);
    }
    app.clock.time += 10 * 60_000;
    await app.execute("signInsOnTheirWay.prune", {});
    expect(await rows()).toEqual([]);
  });

  it("ends when the password is reset by email, also while it waits for the second step", async () => {
    const someone = await trial.signIn(ann);
    const { client, options, user } = someone;
    const { secret } = await client.call("POST /user/authenticator", {}, options());
    const code = () => codeOfStep(secret, Math.floor(app.clock.time / stepMs));
    await client.call("POST /user/authenticator/confirm", { code: code() }, options());
    app.clock.time += stepMs;
    const connecting = await trial.begin(someone, "outlook");
    const browser = createBrowser(app.origin);
    const page = await trial.travel(browser, "/auth/google", ann);
    expect(await (await trial.finish(browser, page)).json()).toMatchObject({
      code: "login.second_factor_required",
    });
    const ofAnn = async () => (await rows()).filter(({ user_id: id }) => id === user.id);
    expect(await ofAnn()).toHaveLength(2);

    await client.send("POST /user/forgot", { email: ann });
    const link = await linkFor(ann);
    await client.call("POST /user/reset", { token: link, password: "a new long password" });
    expect(await ofAnn()).toEqual([]);
    const refused = await trial.finish(browser, page, code());
    expect(await refused.json()).toMatchObject({ code: "login.token_refused" });
    const back = await trial.microsoft.signIn(connecting, ann);
    expect(await ledTo(someone.browser, back)).toBe("/login?error=outlook_failed");
  });

  async function linkFor(address: string): Promise<string> {
    for (;;) {
      const mail = await app.post?.next(address);
      const [, token] = /\/reset\S*?([\w-]{43})/.exec(mail?.text ?? "") ?? [];
      if (token !== undefined) return token;
    }
  }
});
