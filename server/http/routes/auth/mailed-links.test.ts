import { PasskeyId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashToken } from "#/auth/token.ts";
import { codeOfStep } from "#/auth/totp.ts";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { anIntegrationRow } from "#/testing/factories/integration-row.ts";
import type { HostPost, ReceivedMail } from "#/testing/fakes/host-mail-server.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const stepMs = 30_000;
const minute = 60_000;
const newPassword = "another good password";

/** Returns the token of the only link in a message, which must lead to `page`. */
function tokenIn(mail: ReceivedMail, page: "reset" | "verify"): string {
  const links = mail.text.match(/https?:\S+/g) ?? [];
  const [, token = ""] =
    new RegExp(`^https://inlet\\.example/${page}\\?token=([\\w-]{43})$`).exec(links.join(" ")) ??
    [];
  return token;
}

describe.each(usualEngines)("links sent by mail, on %s", (engine) => {
  let app: RealApp;
  let post: HostPost;
  let guest: Client;
  let count = 0;
  let anna: SignedUpUser;
  beforeAll(async () => {
    app = await startRealApp(engine, { sendsMail: true });
    if (!app.post) throw new Error("The host was to send mail.");
    post = app.post;
    guest = createClient(app.origin);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    app.clock.time = Math.ceil(app.clock.time / stepMs) * stepMs + 25 * 3600_000;
    anna = await signUpUser(app.origin, `Anna${engine}${++count}`);
    greeting = await post.next(anna.user.email);
  });
  let greeting: ReceivedMail;

  const login = (password: string, code = "") => ({ email: anna.user.email, password, code });
  const ask = (email = anna.user.email) => guest.send("POST /user/forgot", { email });
  /** Requests a link and returns its token. */
  async function tokenOf(): Promise<string> {
    await ask();
    return tokenIn(await post.next(anna.user.email), "reset");
  }
  const reset = (token: string, password = newPassword) => ({ token, password });
  const messagesTo = (address: string) => post.received.filter(({ to }) => to === address);

  it("are announced before sign-in", async () => {
    expect(await guest.call("GET /meta/host", {})).toMatchObject({ sendsMail: true });
    await using silent = await startRealApp(engine);
    const other = createClient(silent.origin);
    expect(await other.call("GET /meta/host", {})).toMatchObject({ sendsMail: false });
    const forgot = await other.refusal("POST /user/forgot", { email: anna.user.email });
    expect([forgot.status, forgot.code]).toEqual([422, "host.no_mail"]);
    const ben = await signUpUser(silent.origin, "Ben");
    expect((await ben.client.refusal("POST /user/verification", {})).code).toBe("host.no_mail");
    expect(await ben.client.call("GET /user/verification", {})).toEqual({ state: "unasked" });
  });

  describe("for a forgotten password", () => {
    it("set a new password, which ends every session and its open streams", async () => {
      const stream = await readEvents(app.origin, anna.token);
      await stream.next();
      const token = await tokenOf();
      app.clock.time += 29 * minute;
      expect(await guest.call("POST /user/reset", reset(token))).toEqual({ ok: true });
      expect(await stream.next()).toBeNull();
      const ended = await guest.refusal("GET /user/profile", {}, { token: anna.token });
      expect(ended.code).toBe("session.required");
      const refusal = await guest.refusal("POST /user/login", login(anna.password));
      expect(refusal.code).toBe("login.failed");
      await guest.call("POST /user/login", login(newPassword));
      const sentMail = await post.next(anna.user.email);
      expect(sentMail.subject).toBe("Your Inlet password was changed");
    });

    it("get the same response for known and unknown addresses, before any lookup", async () => {
      const { reader } = app.database;
      const rows = () => reader.selectFrom("mailed_links").select("token_hash").execute();
      const before = (await rows()).length;
      const answers = [await ask("nobody@example.org"), await ask()];
      const seen = await Promise.all(
        answers.map(async (answer) => {
          const headers = [...answer.headers].filter(([name]) => !/^(date|x-ratelimit)/.test(name));
          return { status: answer.status, headers, body: await answer.json() };
        }),
      );
      expect(seen[0]).toEqual(seen[1]);
      expect(seen[0]).toMatchObject({ status: 200, body: { ok: true } });
      await post.next(anna.user.email);
      expect([(await rows()).length - before, messagesTo("nobody@example.org")]).toEqual([1, []]);
    });

    it("do not delay the response for an existing account", async () => {
      // Writes are held, as behind bulk work: only a response that waits for them reveals the account.
      const held = Promise.withResolvers<void>();
      app.holdWrites(held.promise);
      expect((await ask()).status).toBe(200);
      expect((await ask("nobody@example.org")).status).toBe(200);
      expect(messagesTo(anna.user.email)).toHaveLength(1);
      held.resolve();
      await post.next(anna.user.email);
    });

    it("work once, and invalidate the links sent earlier", async () => {
      const [first, second] = [await tokenOf(), await tokenOf()];
      const both = await Promise.all(
        [1, 2].map(() => guest.send("POST /user/reset", reset(first))),
      );
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
      for (const used of [first, second]) {
        expect(await guest.refusal("POST /user/reset", reset(used, "yet another one"))).toEqual({
          status: 410,
          code: "link.expired",
          message: "This link is no longer valid. Please ask for a new one.",
        });
      }
      await guest.call("POST /user/login", login(newPassword));
    });

    it("expire after half an hour", async () => {
      const token = await tokenOf();
      app.clock.time += 30 * minute;
      expect((await guest.refusal("POST /user/reset", reset(token))).code).toBe("link.expired");
      await guest.call("POST /user/login", login(anna.password));
    });

    it("are invalid after the password is changed in the settings", async () => {
      const token = await tokenOf();
      const given = { password: anna.password, newPassword };
      await anna.client.call("POST /user/password", given);
      const late = await guest.refusal("POST /user/reset", reset(token, "yet another one"));
      expect(late.code).toBe("link.expired");
      await guest.call("POST /user/login", login(newPassword));
    });

    it("are not used up by a password that is too short, and cannot be guessed", async () => {
      const token = await tokenOf();
      for (const password of ["", "1234567"]) {
        const refusal = await guest.refusal("POST /user/reset", reset(token, password));
        expect(refusal.code).toBe("signup.password_too_short");
      }
      for (const guess of ["", hashToken(token), token.toLowerCase()]) {
        expect((await guest.refusal("POST /user/reset", reset(guess))).code).toBe("link.expired");
      }
      const verifying = tokenIn(greeting, "verify");
      expect((await guest.refusal("POST /user/reset", reset(verifying))).code).toBe("link.expired");
      expect((await guest.refusal("POST /user/verify", { token })).code).toBe("link.expired");
      await guest.call("POST /user/reset", reset(token));
    });

    it("do not replace the second step of a user who had confirmed the address", async () => {
      await guest.call("POST /user/verify", { token: tokenIn(greeting, "verify") });
      const { secret } = await anna.client.call("POST /user/authenticator", {
        password: anna.password,
      });
      const codeNow = () => codeOfStep(secret, Math.floor(app.clock.time / stepMs));
      await anna.client.call("POST /user/authenticator/confirm", { code: codeNow() });
      await post.next(anna.user.email);
      app.clock.time += stepMs;
      const token = await tokenOf();
      expect(await guest.call("POST /user/reset", reset(token))).toEqual({ ok: true });
      expect((await guest.refusal("POST /user/login", login(newPassword))).code).toBe(
        "login.second_factor_required",
      );
      await guest.call("POST /user/login", login(newPassword, codeNow()));
    });

    describe("leave an attacker who had registered the victim's address", () => {
      const expectDeleted = async (table: "passkeys" | "integrations" | "recovery_codes") => {
        const left = () =>
          app.database.reader
            .selectFrom(table)
            .select("user_id")
            .where("user_id", "=", anna.user.id)
            .execute();
        expect(await left()).not.toEqual([]);
        await guest.call("POST /user/reset", reset(await tokenOf()));
        expect(await left()).toEqual([]);
      };

      it("no API token", async () => {
        const { token } = await anna.client.call("POST /user/tokens", {
          password: anna.password,
          name: "Left behind",
          days: 30,
          scopes: ["read"],
        });
        const program = createClient(app.origin, token);
        await program.call("GET /user/profile", {});
        await guest.call("POST /user/reset", reset(await tokenOf()));
        expect((await program.refusal("GET /user/profile", {})).code).toBe("session.required");
      });

      it("no passkey", async () => {
        await app.execute("passkey.add", {
          id: PasskeyId.parse(crypto.randomUUID()),
          user_id: anna.user.id,
          name: "Left behind",
          created_at: 0,
          counter: 0,
          rp_id: "",
          public_key: "",
          credential_id: anna.user.id,
          transports_json: "[]",
          last_used_at: 0,
        });
        await expectDeleted("passkeys");
      });

      it("no integration that receives mail", async () => {
        await app.execute("integration.save", anIntegrationRow(anna.user.id, {}));
        await expectDeleted("integrations");
      });

      it("no second step that locks the mailbox's owner out", async () => {
        const { secret } = await anna.client.call("POST /user/authenticator", {
          password: anna.password,
        });
        const code = codeOfStep(secret, Math.floor(app.clock.time / stepMs));
        await anna.client.call("POST /user/authenticator/confirm", { code });
        await post.next(anna.user.email);
        await expectDeleted("recovery_codes");
        await guest.call("POST /user/login", login(newPassword));
      });
    });

    it("are stored as hashes, and messages that contain them are not stored in readable form", async () => {
      const token = await tokenOf();
      const { reader } = app.database;
      const stored = JSON.stringify([
        await reader.selectFrom("mailed_links").selectAll().execute(),
        await reader.selectFrom("host_mails").selectAll().execute(),
        await reader.selectFrom("jobs").selectAll().execute(),
      ]);
      expect(token).toHaveLength(43);
      expect(stored).not.toContain(token);
      expect(stored).toContain(hashToken(token));
    });

    it("are limited to three per hour for one mailbox, across all requesters", async () => {
      for (let time = 0; time < 3; time++) await tokenOf();
      for (let time = 0; time < 2; time++) expect((await ask()).status).toBe(200);
      // Mail of another user is requested after those two, and arrives.
      const ben = await signUpUser(app.origin, `Ben${engine}${count}`);
      await post.next(ben.user.email);
      await ask(ben.user.email);
      await post.next(ben.user.email);
      app.clock.time += 61 * minute;
      await tokenOf();
      // The verification, three of the five, and the one requested an hour later.
      expect(messagesTo(anna.user.email)).toHaveLength(5);
    });

    it("require a valid address in the request", async () => {
      for (const email of ["", "anna", "a@b@c"]) {
        expect((await guest.refusal("POST /user/forgot", { email })).code).toBe(
          "signup.email_invalid",
        );
      }
    });
  });

  describe("for a new account's address", () => {
    const state = async () => (await anna.client.call("GET /user/verification", {})).state;

    it("are sent at sign-up, and verify the address once", async () => {
      expect(greeting.subject).toBe("Confirm your email address for Inlet");
      expect(greeting.text).not.toContain(anna.user.name);
      expect(await state()).toBe("waiting");
      const token = tokenIn(greeting, "verify");
      expect(await guest.call("POST /user/verify", { token })).toEqual({ ok: true });
      expect(await state()).toBe("verified");
      expect((await guest.refusal("POST /user/verify", { token })).code).toBe("link.expired");
    });

    it("expire after a day, and are sent again on request, three in an hour", async () => {
      app.clock.time += 24 * 3600_000;
      const late = { token: tokenIn(greeting, "verify") };
      expect((await guest.refusal("POST /user/verify", late)).code).toBe("link.expired");
      for (let time = 0; time < 3; time++) {
        await anna.client.call("POST /user/verification", {});
      }
      expect((await anna.client.refusal("POST /user/verification", {})).code).toBe(
        "request.too_many",
      );
      const token = tokenIn(await post.next(anna.user.email), "verify");
      await guest.call("POST /user/verify", { token });
      expect(await state()).toBe("verified");
    });

    it("are not required of users who signed up before the host could send mail", async () => {
      await app.database.kysely
        .deleteFrom("email_verifications")
        .where("user_id", "=", anna.user.id)
        .execute();
      expect(await state()).toBe("unasked");
      await anna.client.call("POST /user/verification", {});
      expect(await state()).toBe("waiting");
    });

    it("are not needed after a password reset, which also verifies the address", async () => {
      await guest.call("POST /user/reset", reset(await tokenOf()));
      const { token } = await guest.call("POST /user/login", login(newPassword));
      const again = createClient(app.origin, token);
      expect(await again.call("GET /user/verification", {})).toEqual({ state: "verified" });
    });
  });
});

it("accepts at most sixty requests for a new password per hour from one address", async () => {
  await using app = await startRealApp("sqlite", { sendsMail: true });
  const guest = createClient(app.origin);
  const ask = () => guest.send("POST /user/forgot", { email: "nobody@example.org" });
  const answers: number[] = [];
  for (let time = 0; time < 61; time++) answers.push((await ask()).status);
  expect(answers.toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 60 }, () => 200),
    429,
  ]);
});
