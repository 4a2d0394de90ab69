import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient, type Client } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const day = 24 * 3600_000;

describe.each(usualEngines)("accounts of users, on %s", (engine) => {
  let app: RealApp;
  let client: Client;
  let count = 0;
  let name = "";
  const form = () => ({ name, email: `${name}@example.org`, password: "a good password" });
  beforeAll(async () => {
    app = await startRealApp(engine);
    client = createClient(app.origin);
    await signUpUser(app.origin, "First");
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(() => {
    name = `person${++count}`;
  });

  describe("signing up", () => {
    it("returns the user and a token that works immediately", async () => {
      const { user, token } = await client.call("POST /user/register", form());
      expect(user).toEqual({
        id: user.id,
        name,
        email: `${name}@example.org`,
        avatar: null,
        bio: "",
        role: "user",
      });
      expect(await client.call("GET /user/profile", {}, { token })).toEqual({ user });
    });

    it.each([
      [{}, "All fields are required."],
      [{ name: "Anna", email: "anna@example.org" }, "All fields are required."],
      [{ name: " ", email: "a@b.org", password: "long enough" }, "All fields are required."],
      [{ name: "", email: "", password: "short" }, "All fields are required."],
      [
        { name: "A", email: "nonsense", password: "short" },
        "Password must be at least 8 characters.",
      ],
      [
        { name: "A", email: "a@b.org", password: "1234567" },
        "Password must be at least 8 characters.",
      ],
      [
        { name: "A", email: "nonsense", password: "12345678" },
        "Please enter a valid email address.",
      ],
      [
        { name: "A", email: "a@b@c.org", password: "12345678" },
        "Please enter a valid email address.",
      ],
    ])("with %j is refused: %s", async (fields, message) => {
      expect(await client.refusal("POST /user/register", fields)).toMatchObject({
        status: 400,
        message,
      });
    });

    it.each(["1234567", "äöü€🦊xy"])("counts characters, not bytes, of %s", async (password) => {
      const refused = await client.refusal("POST /user/register", { ...form(), password });
      expect(refused.code).toBe("signup.password_too_short");
      const longer = { ...form(), password: `${password}z` };
      expect((await client.call("POST /user/register", longer)).user.name).toBe(name);
    });

    it("accepts an address once, in upper or lower case", async () => {
      await client.call("POST /user/register", form());
      const again = { ...form(), email: ` ${name.toUpperCase()}@Example.ORG ` };
      expect(await client.refusal("POST /user/register", again)).toMatchObject({
        status: 409,
        code: "signup.email_taken",
      });
    });

    it("refuses line breaks, NUL, objects and overlong text in every field", async () => {
      for (const field of ["name", "email", "password", "invite"]) {
        for (const value of ["a\r\nb", "a\0b", { $ne: "" }, ["x"], 5, "x".repeat(1025)]) {
          const bad = { ...form(), [field]: value };
          expect(await client.refusal("POST /user/register", bad)).toMatchObject({
            status: 400,
            code: "input.invalid",
          });
        }
      }
    });
  });

  describe("signing in", () => {
    it("finds the same user for an address in upper or lower case", async () => {
      const { user } = await client.call("POST /user/register", form());
      const again = { email: `${name.toUpperCase()}@example.org`, password: form().password };
      expect((await client.call("POST /user/login", again)).user).toEqual(user);
    });

    it.each([{}, { email: "a@b.org" }, { password: "12345678" }, { email: " ", password: "x" }])(
      "with %j only is refused before other checks",
      async (fields) => {
        expect(await client.refusal("POST /user/login", fields)).toEqual({
          status: 400,
          code: "login.fields_required",
          message: "All fields are required",
        });
      },
    );

    it("gives the same response to a wrong password and to an unknown user", async () => {
      await client.call("POST /user/register", form());
      const wrong = await client.refusal("POST /user/login", { ...form(), password: "x" });
      const anonymous = await client.refusal("POST /user/login", {
        email: "x@y.org",
        password: "x",
      });
      expect(wrong).toEqual({
        status: 401,
        code: "login.failed",
        message: "Failed to login. Please check your credentials.",
      });
      expect(anonymous).toEqual(wrong);
    });

    it("is blocked for an hour after twenty failures, while open sessions continue", async () => {
      const { token } = await client.call("POST /user/register", form());
      const guesses = Array.from({ length: 40 }, () =>
        client.refusal("POST /user/login", { ...form(), password: "guess" }),
      );
      const codes = (await Promise.all(guesses)).map(({ code }) => code);
      expect(codes.filter((code) => code === "login.failed")).toHaveLength(20);
      expect(await client.refusal("POST /user/login", form())).toMatchObject({
        status: 429,
        code: "login.too_many",
      });
      expect((await client.call("GET /user/profile", {}, { token })).user.name).toBe(name);
      app.clock.time += 3600_000;
      expect((await client.call("POST /user/login", form())).user.name).toBe(name);
    });
  });

  describe("the profile", () => {
    it("stores a new name", async () => {
      const { token } = await client.call("POST /user/register", form());
      const { user } = await client.call("PUT /user/profile", { name: " Anna B. " }, { token });
      expect(user.name).toBe("Anna B.");
      expect(await client.call("GET /user/profile", {}, { token })).toEqual({ user });
      const blank = await client.refusal("PUT /user/profile", { name: " " }, { token });
      expect(blank).toEqual({
        status: 400,
        code: "profile.name_required",
        message: "Name is required",
      });
    });
  });

  describe("a session", () => {
    it("ends with its sign-out, and other sessions do not", async () => {
      const { token } = await client.call("POST /user/register", form());
      const other = await client.call("POST /user/login", form());
      expect(await client.call("POST /user/logout", {}, { token })).toEqual({ ok: true });
      expect(await client.refusal("GET /user/profile", {}, { token })).toEqual({
        status: 401,
        code: "session.required",
        message: "Please sign in.",
      });
      await client.call("GET /user/profile", {}, { token: other.token });
    });

    it("ends after thirty idle days, and after ninety days at the latest", async () => {
      const { token } = await client.call("POST /user/register", form());
      const idle = await client.call("POST /user/login", form());
      for (let days = 0; days < 75; days += 25) {
        app.clock.time += 25 * day;
        await client.call("GET /user/profile", {}, { token });
      }
      const refused = { status: 401, code: "session.required" };
      expect(await client.refusal("GET /user/profile", {}, { token: idle.token })).toMatchObject(
        refused,
      );
      app.clock.time += 15 * day;
      expect(await client.refusal("GET /user/profile", {}, { token })).toMatchObject(refused);
    });

    it("is stored only as a hash", async () => {
      const { token } = await client.call("POST /user/register", form());
      const rows = JSON.stringify(
        await app.database.reader.selectFrom("sessions").selectAll().execute(),
      );
      const users = JSON.stringify(
        await app.database.reader.selectFrom("users").selectAll().execute(),
      );
      expect(rows).not.toContain(token);
      expect(users).not.toContain(form().password);
      expect(users).toContain("$argon2id$v=19$");
    });

    it.each([
      "",
      "Bearer",
      "Bearer ",
      "Basic YTpi",
      "Bearer a b",
      `Bearer ${"x".repeat(201)}`,
      "Bearer x",
    ])("is not accepted with Authorization: %s", async (authorization) => {
      const refused = await client.refusal("GET /user/profile", {}, { headers: { authorization } });
      expect(refused.code).toBe("session.required");
    });
  });
});
