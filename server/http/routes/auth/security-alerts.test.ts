import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeOfStep } from "#/auth/totp.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import type { HostPost } from "#/testing/fakes/host-mail-server.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const stepMs = 30_000;
const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

describe.each(usualEngines)("alerts by mail, on %s", (engine) => {
  let app: RealApp;
  let post: HostPost;
  let anna: SignedUpUser;
  let count = 0;
  beforeAll(async () => {
    app = await startRealApp(engine, { sendsMail: true });
    if (!app.post) throw new Error("The host was to send mail.");
    post = app.post;
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    app.clock.time = Math.ceil(app.clock.time / stepMs) * stepMs + 25 * 3600_000;
    anna = await signUpUser(app.origin, `Anna${++count}`);
    await post.next(anna.user.email);
  });

  /** Signs in with a browser that holds these cookies, and returns the cookies it holds afterwards. */
  async function signIn(cookies: string, userAgent = chrome): Promise<string> {
    const { email } = anna.user;
    const answer = await createClient(app.origin).send(
      "POST /user/login",
      { email, password: anna.password },
      { headers: { origin: app.origin, cookie: cookies, "user-agent": userAgent } },
    );
    expect(answer.status).toBe(200);
    const set = answer.headers.getSetCookie();
    const device = set.find((cookie) => cookie.startsWith("__Host-inlet-device=")) ?? "";
    expect(device).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    return device.split(";")[0] ?? "";
  }
  const subjects = () =>
    post.received.filter(({ to }) => to === anna.user.email).map(({ subject }) => subject);
  const greeting = "Confirm your email address for Inlet";
  const newSignIn = "New sign-in to your Inlet account";

  it("report a sign-in on a device that was not seen before, and on no other", async () => {
    const device = await signIn("");
    const mail = await post.next(anna.user.email);
    expect(mail.subject).toBe(newSignIn);
    expect(mail.text).toContain(
      `When: ${new Date(app.clock.time).toUTCString()}\nDevice: Chrome on Linux\nAddress: 127.0.0.1\n`,
    );
    expect(mail.text).toContain("https://inlet.example/app/settings?tab=security");
    expect(await signIn(device)).toBe(device);
    await anna.client.call("POST /user/logout", {});
    expect(await signIn(`other=1; ${device}`)).toBe(device);
    // Messages are sent in order, so alerts about the earlier sign-ins would have arrived before this one.
    await signIn("__Host-inlet-device=made-up", "Call 0800 1234 at once! Chrome/1");
    const second = await post.next(anna.user.email);
    expect(subjects()).toEqual([greeting, newSignIn, newSignIn]);
    expect(second.text).not.toContain("0800");
  });

  it("recognize a browser for each user separately, and an API client by its user agent", async () => {
    const device = await signIn("");
    await post.next(anna.user.email);
    const annas = anna;
    anna = await signUpUser(app.origin, `Ben${count}`);
    await post.next(anna.user.email);
    expect(await signIn(device)).toBe(device);
    expect((await post.next(anna.user.email)).subject).toBe(newSignIn);

    const login = { email: annas.user.email, password: annas.password };
    const program = (name: string) =>
      createClient(app.origin).call("POST /user/login", login, { headers: { "user-agent": name } });
    for (const name of ["sync/1.0", "sync/1.0", "other/2.0"]) await program(name);
    await post.next(annas.user.email);
    await post.next(annas.user.email);
    anna = annas;
    expect(subjects()).toEqual([greeting, newSignIn, newSignIn, newSignIn]);
  });

  it("report a changed password, after which every device is new", async () => {
    const device = await signIn("");
    await post.next(anna.user.email);
    const newPassword = "another good password";
    await anna.client.call("POST /user/password", { password: anna.password, newPassword });
    expect((await post.next(anna.user.email)).subject).toBe("Your Inlet password was changed");
    anna.password = newPassword;
    await signIn(device);
    expect((await post.next(anna.user.email)).subject).toBe(newSignIn);
  });

  it("report the second step switched on and off, and new recovery codes", async () => {
    const { password } = anna;
    const { secret } = await anna.client.call("POST /user/authenticator", { password });
    const code = codeOfStep(secret, Math.floor(app.clock.time / stepMs));
    await anna.client.refusal("POST /user/authenticator/confirm", { code: "000000" });
    await anna.client.call("POST /user/authenticator/confirm", { code });
    await anna.client.call("POST /user/recovery-codes", { password });
    await anna.client.refusal("POST /user/authenticator/remove", { password: "guess" });
    await anna.client.call("POST /user/authenticator/remove", { password });
    // The second step is already off.
    await anna.client.call("POST /user/authenticator/remove", { password });
    await signIn("");
    for (let mail = 0; mail < 4; mail++) await post.next(anna.user.email);
    expect(subjects().toSorted()).toEqual(
      [
        greeting,
        newSignIn,
        "Two-factor authentication is off",
        "Two-factor authentication is on",
        "Your Inlet recovery codes were renewed",
      ].toSorted(),
    );
    const texts = post.received.map(({ raw }) => raw).join("\n");
    expect(texts).not.toContain(secret);
  });

  it("are not sent to a user who switched them off", async () => {
    const notifications = { ...usualPreferences.notifications, securityAlerts: false };
    await app.execute("preferences.save", { userId: anna.user.id, chosen: { notifications } });
    await signIn("");
    await app.execute("preferences.save", { userId: anna.user.id, chosen: { notifications: {} } });
    await signIn("");
    await post.next(anna.user.email);
    expect(subjects()).toEqual([greeting, newSignIn]);
  });

  it("are limited to ten per hour", async () => {
    for (let time = 0; time < 12; time++) await signIn("");
    for (let mail = 0; mail < 10; mail++) await post.next(anna.user.email);
    app.clock.time += 3600_000;
    await signIn("");
    await post.next(anna.user.email);
    expect(subjects()).toHaveLength(12);
  });
});
