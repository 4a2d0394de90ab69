import { describe, expect, it } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, type RealAppOptions, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("registration, on %s", (engine) => {
  const form = { name: "Ben", email: "ben@example.org", password: "a good password" };

  /** Starts a server that has its administrator. */
  async function start(
    options: RealAppOptions = {},
  ): Promise<{ app: RealApp; anna: SignedUpUser }> {
    const app = await startRealApp(engine, options);
    const invite = app.firstInvite;
    if (invite === null) return { app, anna: await signUpUser(app.origin, "Anna") };
    const password = "password of Anna";
    const email = "anna@example.org";
    const { user, token } = await createClient(app.origin).call("POST /user/register", {
      name: "Anna",
      email,
      password,
      invite,
    });
    return { app, anna: { user, password, token, client: createClient(app.origin, token) } };
  }

  const tokenOf = (url: string) => new URL(url).searchParams.get("invite") ?? "";

  it("accepts an invitation once, also with concurrent sign-ups", async () => {
    const { app, anna } = await start({ registration: "invite" });
    await using _ = app;
    const anonymous = createClient(app.origin);
    const { url, invitation } = await anna.client.call("POST /admin/invitations", { days: 7 });
    expect(url).toMatch(/^https:\/\/inlet\.example\/signup\?invite=[\w-]{43}$/);
    expect(invitation.expiresAt).toBe(new Date(app.clock.time + 7 * 24 * 3600_000).toISOString());
    const listed = await anna.client.call("GET /admin/registration", {});
    expect(listed.invitations).toEqual([invitation]);
    expect(JSON.stringify(listed)).not.toContain(tokenOf(url));
    // A sign-up that fails does not use up the invitation.
    const taken = { ...form, email: anna.user.email, invite: tokenOf(url) };
    expect((await anonymous.refusal("POST /user/register", taken)).code).toBe("signup.email_taken");
    const answers = await Promise.all(
      ["a", "b", "c"].map((name) =>
        anonymous.send("POST /user/register", {
          ...form,
          email: `${name}@example.org`,
          invite: tokenOf(url),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    expect((await anna.client.call("GET /admin/registration", {})).invitations).toEqual([]);
  });

  if (!usualEngines.includes(engine)) return;

  it("applies a new mode to the next sign-up", async () => {
    const { app, anna } = await start();
    await using _ = app;
    const anonymous = createClient(app.origin);
    expect(await anna.client.call("GET /admin/registration", {})).toEqual({
      mode: "open",
      isFixed: false,
      isChosen: false,
      sendsMail: false,
      invitations: [],
    });
    for (const [mode, code] of [
      ["closed", "signup.closed"],
      ["invite", "signup.invite_required"],
    ] as const) {
      await anna.client.call("PUT /admin/registration", { mode });
      expect(await anna.client.call("GET /admin/registration", {})).toMatchObject({
        mode,
        isChosen: true,
      });
      expect((await anonymous.refusal("POST /user/register", form)).code).toBe(code);
    }
    await anna.client.call("PUT /admin/registration", { mode: "open" });
    await anonymous.call("POST /user/register", form);
  });

  it("cannot be changed if the environment sets the mode", async () => {
    const { app, anna } = await start({ registration: "invite", isRegistrationFixed: true });
    await using _ = app;
    expect(await anna.client.call("GET /admin/registration", {})).toMatchObject({
      mode: "invite",
      isFixed: true,
    });
    const open = { mode: "open" } as const;
    expect((await anna.client.refusal("PUT /admin/registration", open)).code).toBe(
      "registration.fixed",
    );
    expect((await createClient(app.origin).refusal("POST /user/register", form)).code).toBe(
      "signup.invite_required",
    );
  });

  it("uses an invitation up while registration is open, and requires none then", async () => {
    const { app, anna } = await start();
    await using _ = app;
    const anonymous = createClient(app.origin);
    const { url } = await anna.client.call("POST /admin/invitations", { days: 7 });
    const formOf = (name: string) => ({
      ...form,
      name,
      email: `${name}@open.example`,
      invite: tokenOf(url),
    });
    await anonymous.call("POST /user/register", formOf("carl"));
    await anonymous.call("POST /user/register", formOf("dora"));
    await anna.client.call("PUT /admin/registration", { mode: "invite" });
    expect((await anonymous.refusal("POST /user/register", formOf("emil"))).code).toBe(
      "signup.invite_required",
    );
  });

  it("accepts a named invitation only from the address that it names", async () => {
    const { app, anna } = await start({ registration: "invite" });
    await using _ = app;
    const anonymous = createClient(app.origin);
    const { url } = await anna.client.call("POST /admin/invitations", {
      days: 1,
      email: " Ben@Example.org",
    });
    const invite = tokenOf(url);
    const other = { ...form, email: "eve@example.org", invite };
    expect((await anonymous.refusal("POST /user/register", other)).code).toBe(
      "signup.invite_required",
    );
    expect((await anonymous.call("POST /user/register", { ...form, invite })).user.role).toBe(
      "user",
    );
    const again = { days: 1, email: form.email };
    expect((await anna.client.refusal("POST /admin/invitations", again)).code).toBe(
      "signup.email_taken",
    );
    const wrong = { days: 1, email: "nowhere" };
    expect((await anna.client.refusal("POST /admin/invitations", wrong)).code).toBe(
      "signup.email_invalid",
    );
  });

  it("accepts no invitation that has expired or was revoked", async () => {
    const { app, anna } = await start({ registration: "invite" });
    await using _ = app;
    const anonymous = createClient(app.origin);
    const revoked = await anna.client.call("POST /admin/invitations", { days: 90 });
    const { id } = revoked.invitation;
    await anna.client.call("DELETE /admin/invitations/{id}", { id });
    expect((await anna.client.refusal("DELETE /admin/invitations/{id}", { id })).code).toBe(
      "signup_invitation.not_found",
    );
    const short = await anna.client.call("POST /admin/invitations", { days: 1 });
    app.clock.time += 24 * 3600_000;
    for (const { url } of [revoked, short]) {
      expect(
        (await anonymous.refusal("POST /user/register", { ...form, invite: tokenOf(url) })).code,
      ).toBe("signup.invite_required");
    }
    expect((await anna.client.call("GET /admin/registration", {})).invitations).toEqual([]);
  });

  it("sends an invitation and a reset link by mail, where the host can", async () => {
    const { app, anna } = await start({ registration: "invite", sendsMail: true });
    await using _ = app;
    if (!app.post) throw new Error("The host was to send mail.");
    const request = { days: 1, email: form.email, isMailed: true };
    const { url } = await anna.client.call("POST /admin/invitations", request);
    expect((await app.post.next(form.email)).text).toContain(url);
    const anonymous = createClient(app.origin);
    const { user } = await anonymous.call("POST /user/register", { ...form, invite: tokenOf(url) });
    await app.post.next(form.email);
    expect(
      await anna.client.call("POST /admin/users/{id}/reset", {
        id: user.id,
        password: anna.password,
        isMailed: true,
      }),
    ).toEqual({ url: null });
    expect((await app.post.next(form.email)).text).toContain("https://inlet.example/reset?token=");
  });
});
