import { describe, expect, it } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { bothEngines } from "#/testing/database/database.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("registration, on %s", (engine) => {
  const form = { name: "Anna", email: "anna@example.org", password: "a good password" };
  const second = { ...form, email: "ben@example.org" };

  it("makes the first account the administrator, also with concurrent sign-ups", async () => {
    await using app = await startRealApp(engine);
    const client = createClient(app.origin);
    const people = await Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        client.call("POST /user/register", { ...form, email: `${name}@example.org` }),
      ),
    );
    expect(people.map(({ user }) => user.role).toSorted()).toEqual([
      "admin",
      "user",
      "user",
      "user",
    ]);
  });

  it("by invitation requires the link for the first account, once", async () => {
    await using app = await startRealApp(engine, { registration: "invite" });
    const client = createClient(app.origin);
    const refused = { status: 403, code: "signup.invite_required" };
    expect(await client.refusal("POST /user/register", form)).toMatchObject(refused);
    const wrong = { ...form, invite: "x".repeat(43) };
    expect(await client.refusal("POST /user/register", wrong)).toMatchObject(refused);
    const invite = app.firstInvite ?? "";
    expect(invite).toMatch(/^[\w-]{43}$/);
    const short = { ...form, invite, password: "short" };
    expect((await client.refusal("POST /user/register", short)).code).toBe(
      "signup.password_too_short",
    );
    const attempts = await Promise.all(
      [form, second].map((each) => client.send("POST /user/register", { ...each, invite })),
    );
    expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect((await client.refusal("POST /user/register", { ...form, invite })).status).toBe(403);
  });

  it("can be closed", async () => {
    await using app = await startRealApp(engine, { registration: "closed" });
    const client = createClient(app.origin);
    expect(app.firstInvite).toBeNull();
    expect(await client.refusal("POST /user/register", form)).toMatchObject({
      status: 403,
      code: "signup.closed",
    });
  });
});
