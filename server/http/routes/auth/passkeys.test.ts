import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { aPasskeyDevice, type PasskeyDevice } from "#/testing/fakes/passkey-device.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const refused = {
  status: 401,
  code: "login.passkey_refused",
  message: "This passkey was not accepted. Please sign in with your password.",
};

describe.each(bothEngines)("passkeys, on %s", (engine) => {
  let app: RealApp;
  let anonymous: Client;
  let anna: SignedUpUser;
  let origin: string;
  let count = 0;
  beforeAll(async () => {
    app = await startRealApp(engine);
    anonymous = createClient(app.origin);
    ({ origin } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    anna = await signUpUser(app.origin, `Anna${++count}`);
  });

  const startAdding = async (person: SignedUpUser) =>
    (await person.client.call("POST /user/passkeys/start", { password: person.password })).options;

  async function addTo(person: SignedUpUser): Promise<PasskeyDevice> {
    const device = aPasskeyDevice();
    const options = await startAdding(person);
    const made = device.make({ options, origin });
    await person.client.call("POST /user/passkeys", { name: "Laptop", made });
    return device;
  }

  /** Returns the server's options for any device, and the cookie of the browser that asked. */
  async function startSignIn() {
    const answer = await anonymous.send("POST /user/login/passkey/start", {});
    const [cookie = ""] = (answer.headers.getSetCookie()[0] ?? "").split(";");
    // The device checks the response, as it signs its content.
    const { options } = (await answer.json()) as { options: Record<string, unknown> };
    return { options, headers: { cookie } };
  }

  it("work while wrong passwords have blocked the sign-in with a password", async () => {
    const device = await addTo(anna);
    const { email } = anna.user;
    const wrong = Array.from({ length: 21 }, () =>
      anonymous.refusal("POST /user/login", { email, password: "guess" }),
    );
    const codes = (await Promise.all(wrong)).map(({ code }) => code);
    expect(codes).toContain("login.too_many");
    const { options, headers } = await startSignIn();
    const shown = device.show({ options, origin });
    const { user } = await anonymous.call("POST /user/login/passkey", { shown }, { headers });
    expect(user.email).toBe(email);
  });

  it("count each use once, also at the same time", async () => {
    const device = await addTo(anna);
    const tries = await Promise.all([startSignIn(), startSignIn()]);
    const answers = await Promise.all(
      tries.map(({ options, headers }) =>
        anonymous.send(
          "POST /user/login/passkey",
          { shown: device.show({ options, origin, counter: 7 }) },
          { headers },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  if (!usualEngines.includes(engine)) return;

  it("are created by a device after the password is confirmed, listed, and sign in alone", async () => {
    const device = aPasskeyDevice();
    const options = await startAdding(anna);
    expect(options).toMatchObject({
      rp: { name: "Inlet", id: "127.0.0.1" },
      user: { name: anna.user.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const made = device.make({ options, origin });
    const { passkey } = await anna.client.call("POST /user/passkeys", { name: " Laptop ", made });
    expect(passkey).toMatchObject({ name: "Laptop", lastUsedAt: null });

    app.clock.time += 60_000;
    const { options: asked, headers } = await startSignIn();
    expect(asked).toMatchObject({ rpId: "127.0.0.1", userVerification: "required" });
    const shown = device.show({ options: asked, origin });
    const { user, token } = await anonymous.call(
      "POST /user/login/passkey",
      { shown },
      { headers },
    );
    expect(user).toEqual(anna.user);
    await createClient(app.origin, token).call("GET /user/profile", {});
    expect(await anna.client.call("GET /user/passkeys", {})).toEqual({
      passkeys: [{ ...passkey, lastUsedAt: new Date(app.clock.time).toISOString() }],
    });
    // The options exclude the existing passkey, so the next one is created on another device.
    expect(await startAdding(anna)).toMatchObject({ excludeCredentials: [{ id: made.id }] });
  });

  it("begin a browser session with its cookie, and count as both steps", async () => {
    const device = await addTo(anna);
    // With an authenticator app, signing in with the password would require its code.
    await app.execute("authenticator.start", { userId: anna.user.id, secret: "sealed" });
    await app.execute("authenticator.confirm", {
      userId: anna.user.id,
      secret: "sealed",
      step: 1,
      codeHashes: ["x"],
    });
    const { email } = anna.user;
    const byPassword = { email, password: anna.password };
    expect((await anonymous.refusal("POST /user/login", byPassword)).code).toBe(
      "login.second_factor_required",
    );
    const { options, headers } = await startSignIn();
    const shown = device.show({ options, origin });
    const answer = await anonymous.send(
      "POST /user/login/passkey",
      { shown },
      { headers: { ...headers, origin } },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-inlet=.*HttpOnly.*SameSite=Strict/);
  });

  it("require the password to be added or removed", async () => {
    const guess = { password: "guess" };
    const wrong = await anna.client.refusal("POST /user/passkeys/start", guess);
    expect(wrong.code).toBe("password.wrong");
    const device = await addTo(anna);
    const [passkey] = (await anna.client.call("GET /user/passkeys", {})).passkeys;
    const remove = { id: passkey?.id ?? "", password: anna.password };
    const stays = await anna.client.refusal("POST /user/passkeys/{id}/remove", {
      ...remove,
      ...guess,
    });
    expect(stays.code).toBe("password.wrong");
    await anna.client.call("POST /user/passkeys/{id}/remove", remove);
    const { options, headers } = await startSignIn();
    const shown = device.show({ options, origin });
    expect(await anonymous.refusal("POST /user/login/passkey", { shown }, { headers })).toEqual(
      refused,
    );
    const again = await anna.client.refusal("POST /user/passkeys/{id}/remove", remove);
    expect(again.code).toBe("passkey.not_found");
  });

  it("sign in once per challenge, within five minutes, in the browser that requested it", async () => {
    const device = await addTo(anna);
    const first = await startSignIn();
    const shown = device.show({ options: first.options, origin });
    expect(await anonymous.refusal("POST /user/login/passkey", { shown })).toEqual(refused);
    const other = await startSignIn();
    expect(
      await anonymous.refusal("POST /user/login/passkey", { shown }, { headers: other.headers }),
    ).toEqual(refused);
    const { headers } = first;
    await anonymous.call("POST /user/login/passkey", { shown }, { headers });
    expect(await anonymous.refusal("POST /user/login/passkey", { shown }, { headers })).toEqual(
      refused,
    );

    const late = await startSignIn();
    const lateShown = device.show({ options: late.options, origin });
    app.clock.time += 5 * 60_000;
    expect(
      await anonymous.refusal(
        "POST /user/login/passkey",
        { shown: lateShown },
        { headers: late.headers },
      ),
    ).toEqual(refused);
  });

  it.each([
    ["a page of another origin", { origin: "https://evil.example" }],
    ["a device that was told another name", { rpId: "evil.example" }],
    ["a device that has not looked at its owner", { isVerified: false }],
    ["a device that has signed less often than before", { counter: 5 }],
  ])("refuse %s", async (_, lie) => {
    const device = await addTo(anna);
    const show = async (more: object) => {
      const { options, headers } = await startSignIn();
      const shown = device.show({ options, origin, ...more });
      return anonymous.send("POST /user/login/passkey", { shown }, { headers });
    };
    expect((await show({ counter: 5 })).status).toBe(200);
    const answer = await show({ counter: 6, ...lie });
    expect({ status: answer.status, ...((await answer.json()) as object) }).toEqual(refused);
    expect((await show({ counter: 6 })).status).toBe(200);
  });

  it("do not sign in another user", async () => {
    const ben = await signUpUser(app.origin, `Ben${count}`);
    const annas = await addTo(anna);
    const bens = await addTo(ben);
    const handleOf = ({ user }: SignedUpUser) => Buffer.from(user.id).toString("base64url");
    const { options } = await startSignIn();
    const hers = annas.show({ options, origin }).id;
    for (const lie of [
      // Ben's device with the id of Anna's passkey, with his and her user handle; and Ben's passkey with hers.
      { id: hers },
      { id: hers, userHandle: handleOf(anna) },
      { userHandle: handleOf(anna) },
      { userHandle: "" },
    ]) {
      const asked = await startSignIn();
      const shown = bens.show({ options: asked.options, origin, ...lie });
      const { headers } = asked;
      expect(await anonymous.refusal("POST /user/login/passkey", { shown }, { headers })).toEqual(
        refused,
      );
    }
    const [passkey] = (await anna.client.call("GET /user/passkeys", {})).passkeys;
    const steal = { id: passkey?.id ?? "", password: ben.password };
    expect((await ben.client.refusal("POST /user/passkeys/{id}/remove", steal)).status).toBe(404);
    expect((await anna.client.call("GET /user/passkeys", {})).passkeys).toHaveLength(1);
  });

  it("are added once per challenge, within five minutes, in the session that requested it", async () => {
    const ben = await signUpUser(app.origin, `Ben${count}`);
    const notAdded = { status: 422, code: "passkey.not_added" };
    const device = aPasskeyDevice();
    const made = device.make({ options: await startAdding(anna), origin });
    const add = (person: SignedUpUser, given = made) =>
      person.client.send("POST /user/passkeys", { made: given });
    expect(await ben.client.refusal("POST /user/passkeys", { made })).toMatchObject(notAdded);
    expect((await add(anna)).status).toBe(200);
    expect(await anna.client.refusal("POST /user/passkeys", { made })).toMatchObject(notAdded);
    // It does not become another user's second one either.
    const copied = device.make({ options: await startAdding(ben), origin });
    expect(await ben.client.refusal("POST /user/passkeys", { made: copied })).toMatchObject(
      notAdded,
    );
    for (const lie of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { isVerified: false },
    ]) {
      const options = await startAdding(anna);
      const forged = aPasskeyDevice().make({ options, origin, ...lie });
      expect((await add(anna, forged)).status).toBe(422);
    }
    const options = await startAdding(anna);
    app.clock.time += 5 * 60_000;
    expect((await add(anna, aPasskeyDevice().make({ options, origin }))).status).toBe(422);
    expect((await anna.client.call("GET /user/passkeys", {})).passkeys).toHaveLength(1);
  });
});
