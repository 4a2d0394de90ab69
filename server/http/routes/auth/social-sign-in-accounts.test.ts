import { UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { bothEngines } from "#/testing/database/database.ts";
import type { HostPost } from "#/testing/fakes/host-mail-server.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import { type Someone, type SocialTrial, startSocialTrial } from "#/testing/apps/social-trial.ts";
import { createBrowser } from "#/testing/fakes/test-browser.ts";

const tenMinutesMs = 10 * 60_000;
const signInAgain = "password.sign_in_again";

describe.each(bothEngines)("external sign-ins, on %s", (engine) => {
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
    app.clock.time += 3600_000;
    ann = `ann${++count}@provider.example`;
    trial.google.people.set(ann, { email_verified: true, name: "Ann Provided" });
  });

  /** Creates a user with a password, signed in with a browser. */
  async function signUpLocalUser() {
    const person = await signUpUser(app.origin, `Local${count}`);
    await post.next(person.user.email);
    const { token } = person;
    const browser = createBrowser(app.origin);
    const options = () => ({ headers: browser.headers(), token });
    return { ...person, browser, client: browser.client, options };
  }

  const signInsOf = async ({ client, options }: Someone) =>
    (await client.call("GET /user/sign-ins", {}, options())).signIns;

  describe("a user without a password", () => {
    it("cannot sign in with any password", async () => {
      await trial.signIn(ann);
      for (const password of ["", "guess"]) {
        const refusal = await createClient(app.origin).refusal("POST /user/login", {
          email: ann,
          password,
        });
        expect(refusal.code).toBe(password === "" ? "login.fields_required" : "login.failed");
      }
    });

    it("sets one soon after signing in, and needs it afterwards", async () => {
      const { client, options } = await trial.signIn(ann);
      const security = () => client.call("GET /user/security", {}, options());
      expect((await security()).hasPassword).toBe(false);
      app.clock.time += tenMinutesMs;
      const set = { newPassword: "a good password" };
      const late = await client.refusal("POST /user/password", set, options());
      expect(late).toEqual({
        status: 403,
        code: signInAgain,
        message: "Please sign in again, then retry within 10 minutes.",
      });
      const again = await trial.signIn(ann);
      await post.next(ann);
      await again.client.call("POST /user/password", set, again.options());
      expect((await post.next(ann)).subject).toBe("A password was set for your Inlet account");
      expect((await again.client.call("GET /user/security", {}, again.options())).hasPassword).toBe(
        true,
      );
      const email = { email: ann };
      const anonymous = createClient(app.origin);
      await anonymous.call("POST /user/login", { ...email, password: set.newPassword });
      const change = { newPassword: "another good password" };
      const wrong = await again.client.refusal("POST /user/password", change, again.options());
      expect(wrong.code).toBe("password.wrong");
    });

    it("must have signed in recently to delete the account, add passkeys or tokens, or export everything", async () => {
      const first = await trial.signIn(ann);
      app.clock.time += tenMinutesMs;
      const { client, options } = first;
      const token = { name: "Program", scopes: ["read" as const], days: 1 };
      const codes = [
        await client.refusal("POST /user/delete", { confirmation: ann }, options()),
        await client.refusal("POST /user/passkeys/start", {}, options()),
        await client.refusal("POST /user/tokens", token, options()),
        await client.refusal("POST /user/authenticator", {}, options()),
        await client.refusal("POST /user/authenticator/remove", {}, options()),
        await client.refusal("POST /user/export", {}, options()),
        await client.refusal("POST /user/sign-ins/start", { provider: "oidc" }, options()),
      ].map(({ code }) => code);
      expect(codes).toEqual(codes.map(() => signInAgain));
      const again = await trial.signIn(ann);
      await again.client.call("POST /user/tokens", token, again.options());
      const other = await again.client.refusal(
        "POST /user/delete",
        { confirmation: "somebody@else.example" },
        again.options(),
      );
      expect(other.code).toBe("user.not_confirmed");
    });

    it("cannot remove the only sign-in method before there is another", async () => {
      const someone = await trial.signIn(ann);
      const { client, options } = someone;
      const [only] = await signInsOf(someone);
      const remove = { id: only?.id ?? "" };
      const refusal = await client.refusal("POST /user/sign-ins/{id}/remove", remove, options());
      expect(refusal).toEqual({
        status: 409,
        code: "social.last_way",
        message: "This is your only sign-in method. Set a password first.",
      });
      expect(await signInsOf(someone)).toEqual([only]);
      await client.call("POST /user/password", { newPassword: "a good password" }, options());
      const proof = { ...remove, password: "a good password" };
      await client.call("POST /user/sign-ins/{id}/remove", proof, options());
      expect(await signInsOf(someone)).toEqual([]);
      const { search } = await trial.travel(createBrowser(app.origin), "/auth/google", ann);
      expect(search).toBe("?error=email_taken");
    });

    it("keeps one of two sign-in methods that are removed concurrently", async () => {
      const someone = await trial.signIn(ann);
      expect((await trial.connect(someone, { provider: "oidc", login: ann })).status).toBe(200);
      const ids = (await signInsOf(someone)).map(({ id }) => id);
      expect(ids).toHaveLength(2);
      const { client, options } = someone;
      const answers = await Promise.all(
        ids.map((id) => client.send("POST /user/sign-ins/{id}/remove", { id }, options())),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await signInsOf(someone)).toHaveLength(1);
    });

    it("chooses a password by mail, which removes sign-ins connected before", async () => {
      const someone = await trial.signIn(ann);
      await createClient(app.origin).call("POST /user/forgot", { email: ann });
      const [, token = ""] = /reset\?token=([\w-]+)/.exec((await post.next(ann)).text) ?? [];
      const anonymous = createClient(app.origin);
      const password = "chosen by mail";
      await anonymous.call("POST /user/reset", { token, password });
      await anonymous.call("POST /user/login", { email: ann, password });
      expect((await trial.travel(someone.browser, "/auth/google", ann)).search).toBe(
        "?error=email_taken",
      );
    });
  });

  describe("connected sign-ins", () => {
    it("are added in the session that asked, send an alert, sign in, and are removed", async () => {
      const local = await signUpLocalUser();
      const { client, options, password } = local;
      const where = await client.call("GET /user/sign-ins", {}, options());
      expect(where).toEqual({
        signIns: [],
        providers: [
          { provider: "google", name: "Google" },
          { provider: "outlook", name: "Outlook" },
          { provider: "oidc", name: "Example ID" },
        ],
      });
      const connectedAt = new Date(app.clock.time).toISOString();
      const answer = await trial.connect(local, { provider: "google", login: ann, password });
      const { signIn: added } = (await answer.json()) as { signIn: { id: string } };
      expect(added).toEqual({
        id: added.id,
        provider: "google",
        name: "Google",
        address: ann,
        connectedAt,
        lastUsedAt: null,
      });
      expect((await post.next(local.user.email)).subject).toBe(
        "A sign-in provider was connected to Inlet",
      );
      // Connecting the same sign-in again changes nothing.
      const twice = await trial.connect(local, { provider: "google", login: ann, password });
      expect(await twice.json()).toEqual({ signIn: added });
      await post.next(local.user.email);

      app.clock.time += 60_000;
      const bySocial = await trial.signIn(ann);
      expect(bySocial.user).toEqual(local.user);
      await post.next(local.user.email);
      const lastUsedAt = new Date(app.clock.time).toISOString();
      expect(await signInsOf(bySocial)).toEqual([{ ...added, lastUsedAt }]);

      const remove = { id: added.id, password };
      const guess = { ...remove, password: "guess" };
      expect((await client.refusal("POST /user/sign-ins/{id}/remove", guess, options())).code).toBe(
        "password.wrong",
      );
      await client.call("POST /user/sign-ins/{id}/remove", remove, options());
      expect((await post.next(local.user.email)).subject).toBe(
        "A sign-in provider was disconnected from Inlet",
      );
      expect(
        (await client.refusal("POST /user/sign-ins/{id}/remove", remove, options())).code,
      ).toBe("social.not_found");
      // It signs in no existing user any more: the sign-in creates a new one.
      const { user } = await trial.signIn(ann);
      expect(user.id).not.toBe(local.user.id);
    });

    it("report why nothing was connected", async () => {
      const local = await signUpLocalUser();
      const { browser, client, options, password } = local;
      const url = await trial.begin(local, "google", password);
      const token = await trial.come(browser, url, null);
      const refusal = await client.refusal("POST /user/sign-ins", { token }, options());
      expect(refusal.code).toBe("social.denied");
    });

    it("are deleted with the user", async () => {
      const { user } = await trial.signIn(ann);
      await app.execute("user.remove", { userId: UserId.parse(user.id) });
      expect((await trial.signIn(ann)).user.id).not.toBe(user.id);
    });
  });
});
