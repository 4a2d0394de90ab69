import { pseudo } from "@inlet/contract/pseudo.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#/testing/apps/client.ts";
import { usualEngines } from "#/testing/database/database.ts";
import type { HostPost } from "#/testing/fakes/host-mail-server.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const newPassword = "Choose a new password for Inlet";
const newSignIn = "New sign-in to your Inlet account";

describe.each(usualEngines)("emails of the host, on %s", (engine) => {
  let app: RealApp;
  let post: HostPost;
  beforeAll(async () => {
    app = await startRealApp(engine, { sendsMail: true });
    if (!app.post) throw new Error("The host was to send mail.");
    post = app.post;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("with a link are in the language of the browser until the user chooses one", async () => {
    const { user } = await signUpUser(app.origin, "Anna");
    await post.next(user.email);
    const subject = async () => {
      const headers = { "accept-language": "ar-XB" };
      const { email } = user;
      await createClient(app.origin).send("POST /user/forgot", { email }, { headers });
      return (await post.next(email)).subject;
    };
    expect(await subject()).toBe(pseudo(newPassword));
    await app.execute("preferences.save", { userId: user.id, chosen: { locale: "en" } });
    expect(await subject()).toBe(newPassword);
  });

  it("are in the language of the user, with the same links", async () => {
    const { user, password } = await signUpUser(app.origin, "Ben");
    await post.next(user.email);
    await app.execute("preferences.save", { userId: user.id, chosen: { locale: "en-XA" } });
    const form = { email: user.email, password };
    const headers = { origin: app.origin, "user-agent": "Chrome/140.0.0.0" };
    await createClient(app.origin).send("POST /user/login", form, { headers });
    const { subject, text } = await post.next(user.email);
    expect(subject).toBe(pseudo(newSignIn));
    expect(text).toContain(`${pseudo("When")}: ${new Date(app.clock.time).toUTCString()}\n`);
    expect(text).toContain("\nhttps://inlet.example/app/settings?tab=security\n");
  });
});
