import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeOfStep } from "#/auth/totp.ts";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const stepMs = 30_000;
const newPassword = "another good password";

describe.each(usualEngines)("account security, on %s", (engine) => {
  let app: RealApp;
  let anonymous: Client;
  let count = 0;
  let anna: SignedUpUser;
  const login = (more: { password?: string; code?: string } = {}) => ({
    email: anna.user.email,
    password: anna.password,
    ...more,
  });
  beforeAll(async () => {
    app = await startRealApp(engine);
    anonymous = createClient(app.origin);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    // Aligned with a time step, and after the period in which failures count.
    app.clock.time = Math.ceil(app.clock.time / stepMs) * stepMs + 3600_000;
    anna = await signUpUser(app.origin, `Anna${++count}`);
  });

  /** Returns the code that the user's app shows the given number of steps from now. */
  const codeOf = (secret: string, steps = 0) =>
    codeOfStep(secret, Math.floor(app.clock.time / stepMs) + steps);

  /** Turns on the second step, and returns its secret and the recovery codes. */
  async function switchOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = await anna.client.call("POST /user/authenticator", {
      password: anna.password,
    });
    const confirmed = await anna.client.call("POST /user/authenticator/confirm", {
      code: codeOf(secret),
    });
    app.clock.time += stepMs;
    return { secret, ...confirmed };
  }

  describe("the password", () => {
    it("is changed with the present one, which ends every other session and its open streams", async () => {
      const phone = await anonymous.call("POST /user/login", login());
      const stream = await readEvents(app.origin, phone.token);
      await stream.next();
      const ben = await signUpUser(app.origin, `Ben${count}`);
      const changedAt = new Date((app.clock.time += 5 * stepMs)).toISOString();
      const before = await anna.client.call("GET /user/security", {});
      expect(before.passwordChangedAt < changedAt).toBe(true);

      const given = { password: anna.password, newPassword };
      expect(await anna.client.call("POST /user/password", given)).toEqual({ ok: true });
      expect(await stream.next()).toBeNull();
      expect((await anonymous.refusal("GET /user/profile", {}, { token: phone.token })).code).toBe(
        "session.required",
      );
      expect((await anna.client.call("GET /user/security", {})).passwordChangedAt).toBe(changedAt);
      await ben.client.call("GET /user/profile", {});

      expect((await anonymous.refusal("POST /user/login", login())).code).toBe("login.failed");
      await anonymous.call("POST /user/login", login({ password: newPassword }));
    });

    it("is not changed if the present one is wrong or the new one too short", async () => {
      expect(
        await anna.client.refusal("POST /user/password", { password: "guess", newPassword }),
      ).toEqual({ status: 403, code: "password.wrong", message: "Incorrect password." });
      expect(await anna.client.refusal("POST /user/password", {})).toMatchObject({
        code: "signup.password_too_short",
      });
      const short = { password: anna.password, newPassword: "1234567" };
      expect(await anna.client.refusal("POST /user/password", short)).toEqual({
        status: 400,
        code: "signup.password_too_short",
        message: "Password must be at least 8 characters.",
      });
      await anonymous.call("POST /user/login", login());
    });

    it("cannot be guessed from an open session, and wrong guesses do not block the sign-in", async () => {
      const guesses = Array.from({ length: 30 }, () =>
        anna.client.refusal("POST /user/authenticator", { password: "guess" }),
      );
      const codes = (await Promise.all(guesses)).map(({ code }) => code);
      expect(codes.filter((code) => code === "password.wrong")).toHaveLength(20);
      expect(codes.filter((code) => code === "login.too_many")).toHaveLength(10);
      const { password } = anna;
      const right = await anna.client.refusal("POST /user/authenticator", { password });
      expect(right.code).toBe("login.too_many");
      await anonymous.call("POST /user/login", login());
    });
  });

  describe("the devices", () => {
    it("are listed with their user agents, the current one first, without expired ones", async () => {
      const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0" };
      app.clock.time += 1000;
      await anonymous.call("POST /user/login", login(), { headers });
      const { sessions } = await anna.client.call("GET /user/sessions", {});
      expect(sessions.map(({ isCurrent, userAgent }) => [isCurrent, userAgent])).toEqual([
        [true, "node"],
        [false, headers["user-agent"]],
      ]);
      expect(sessions[1]?.startedAt).toBe(new Date(app.clock.time).toISOString());
      expect(JSON.stringify(sessions)).not.toContain(anna.token);

      for (const days of [20, 20]) {
        app.clock.time += days * 24 * 3600_000;
        await anna.client.call("GET /user/profile", {});
      }
      expect((await anna.client.call("GET /user/sessions", {})).sessions).toHaveLength(1);
    });

    it("are signed out individually, with their open streams", async () => {
      const phone = await anonymous.call("POST /user/login", login());
      const stream = await readEvents(app.origin, phone.token);
      await stream.next();
      const { sessions } = await anna.client.call("GET /user/sessions", {});
      const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? "";
      expect(await anna.client.call("DELETE /user/sessions/{id}", { id })).toEqual({ ok: true });
      expect(await stream.next()).toBeNull();
      expect((await anonymous.refusal("GET /user/profile", {}, { token: phone.token })).code).toBe(
        "session.required",
      );
      expect(await anna.client.refusal("DELETE /user/sessions/{id}", { id })).toMatchObject({
        status: 404,
        code: "session.not_found",
      });
      await anna.client.call("GET /user/profile", {});
    });

    it.each([
      [true, "but this one", 1],
      [false, "this one too", 0],
    ])("are all signed out, with keepsThis %s: %s", async (keepsThis, _, left) => {
      const ben = await signUpUser(app.origin, `Ben${count}`);
      const others = [
        await anonymous.call("POST /user/login", login()),
        await anonymous.call("POST /user/login", login()),
      ];
      await anna.client.call("POST /user/sessions/end", { keepsThis });
      for (const { token } of others) {
        expect((await anonymous.refusal("GET /user/profile", {}, { token })).code).toBe(
          "session.required",
        );
      }
      const rows = await app.database.reader
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", anna.user.id)
        .execute();
      expect(rows).toHaveLength(left);
      await ben.client.call("GET /user/profile", {});
    });
  });

  describe("the second step", () => {
    it("is off until a code of the app is confirmed", async () => {
      const { secret, uri } = await anna.client.call("POST /user/authenticator", {
        password: anna.password,
      });
      expect(uri).toBe(
        `otpauth://totp/Inlet:${encodeURIComponent(anna.user.email)}?secret=${secret}&issuer=Inlet`,
      );
      await anonymous.call("POST /user/login", login());
      const wrong = await anna.client.refusal("POST /user/authenticator/confirm", {
        code: codeOf(secret, 5),
      });
      expect(wrong).toMatchObject({ status: 422, code: "authenticator.wrong_code" });
      expect((await anna.client.call("GET /user/security", {})).hasSecondFactor).toBe(false);

      const { recoveryCodes } = await anna.client.call("POST /user/authenticator/confirm", {
        code: codeOf(secret),
      });
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
      expect(await anna.client.call("GET /user/security", {})).toMatchObject({
        hasSecondFactor: true,
        recoveryCodesLeft: 10,
      });
      const again = { password: anna.password };
      expect((await anna.client.refusal("POST /user/authenticator", again)).code).toBe(
        "authenticator.is_on",
      );
      expect(
        (await anna.client.refusal("POST /user/authenticator/confirm", { code: codeOf(secret) }))
          .code,
      ).toBe("authenticator.not_started");
    });

    it("is required after the right password, and in no other case", async () => {
      await switchOn();
      expect(await anonymous.refusal("POST /user/login", login())).toEqual({
        status: 401,
        code: "login.second_factor_required",
        message: "Please enter the code from your authenticator app.",
      });
      const guess = login({ password: "guess", code: "000000" });
      expect((await anonymous.refusal("POST /user/login", guess)).code).toBe("login.failed");
    });

    it("accepts each code once, and no older one", async () => {
      const { secret } = await switchOn();
      const early = codeOf(secret, -1);
      const code = codeOf(secret);
      const spoken = `${code.slice(0, 3)} ${code.slice(3)}`;
      const { user } = await anonymous.call("POST /user/login", login({ code: spoken }));
      expect(user.id).toBe(anna.user.id);
      for (const used of [code, early]) {
        expect(await anonymous.refusal("POST /user/login", login({ code: used }))).toEqual({
          status: 401,
          code: "login.wrong_code",
          message: "That code is incorrect or has already been used.",
        });
      }
      const next = login({ code: codeOf(secret, 1) });
      const both = await Promise.all([1, 2].map(() => anonymous.send("POST /user/login", next)));
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it("accepts each recovery code once, in upper or lower case, until there are new ones", async () => {
      const { recoveryCodes } = await switchOn();
      const [first = "", second = ""] = recoveryCodes;
      await anonymous.call("POST /user/login", login({ code: ` ${first.toUpperCase()} ` }));
      expect((await anonymous.refusal("POST /user/login", login({ code: first }))).code).toBe(
        "login.wrong_code",
      );
      expect((await anna.client.call("GET /user/security", {})).recoveryCodesLeft).toBe(9);

      const renewed = await anna.client.call("POST /user/recovery-codes", {
        password: anna.password,
      });
      expect((await anonymous.refusal("POST /user/login", login({ code: second }))).code).toBe(
        "login.wrong_code",
      );
      await anonymous.call("POST /user/login", login({ code: renewed.recoveryCodes[0] ?? "" }));
    });

    it("accepts no recovery code of another user", async () => {
      const { recoveryCodes } = await switchOn();
      const annas = anna;
      anna = await signUpUser(app.origin, `Ben${count}`);
      await switchOn();
      const stolen = login({ code: recoveryCodes[0] ?? "" });
      expect((await anonymous.refusal("POST /user/login", stolen)).code).toBe("login.wrong_code");
      expect((await annas.client.call("GET /user/security", {})).recoveryCodesLeft).toBe(10);
    });

    it("is blocked for an hour after twenty wrong codes, also for the right one", async () => {
      const { secret } = await switchOn();
      const guesses = Array.from({ length: 40 }, () =>
        anonymous.refusal("POST /user/login", login({ code: "0000000" })),
      );
      const codes = (await Promise.all(guesses)).map(({ code }) => code);
      expect(codes.filter((code) => code === "login.wrong_code")).toHaveLength(20);
      expect(codes.filter((code) => code === "login.too_many")).toHaveLength(20);
      const right = () => login({ code: codeOf(secret) });
      expect((await anonymous.refusal("POST /user/login", right())).code).toBe("login.too_many");
      app.clock.time += 3600_000;
      await anonymous.call("POST /user/login", right());
    });

    it("is turned off with the password, which deletes its codes", async () => {
      const { recoveryCodes } = await switchOn();
      const guess = await anna.client.refusal("POST /user/authenticator/remove", {
        password: "guess",
      });
      expect(guess.code).toBe("password.wrong");
      await anna.client.call("POST /user/authenticator/remove", { password: anna.password });
      await anonymous.call("POST /user/login", login());
      expect(await anna.client.call("GET /user/security", {})).toMatchObject({
        hasSecondFactor: false,
        recoveryCodesLeft: 0,
      });
      const renewed = await anna.client.refusal("POST /user/recovery-codes", {
        password: anna.password,
      });
      expect(renewed.code).toBe("authenticator.not_started");
      expect(recoveryCodes).toHaveLength(10);
    });

    it("stores nothing readable: the secret is encrypted, the codes are hashed", async () => {
      const { secret, recoveryCodes } = await switchOn();
      const { reader } = app.database;
      const rows = JSON.stringify([
        await reader.selectFrom("authenticators").selectAll().execute(),
        await reader.selectFrom("recovery_codes").selectAll().execute(),
      ]);
      for (const text of [secret, ...recoveryCodes]) {
        expect(rows).not.toContain(text);
        expect(rows).not.toContain(text.replaceAll("-", ""));
      }
      expect(rows).toContain('"secret":"v1.');
    });

    it("is not cached", async () => {
      const answer = await anna.client.send("POST /user/authenticator", {
        password: anna.password,
      });
      expect(answer.headers.get("cache-control")).toBe("no-store");
    });
  });
});
