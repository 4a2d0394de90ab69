import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { pushDue } from "#/mail/notify/push.ts";
import { vapidKeys } from "#/mail/notify/vapid.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { startNotifying, type Notifications } from "#/testing/apps/push-trial.ts";

describe.each(usualEngines)("push, on %s", (engine) => {
  let captured: Notifications;
  beforeAll(async () => {
    captured = await startNotifying(engine);
  });
  afterAll(() => captured[Symbol.asyncDispose]());
  beforeEach(() => {
    captured.service.pushed.length = 0;
    captured.service.refusal = null;
    captured.app.clock.time = Date.now();
  });

  it("a browser gets a push at once, encrypted for it alone", async () => {
    const { person } = await captured.aReader();
    const ways = await person.client.call("GET /user/notifications", {});
    expect(ways).toEqual({
      pushKey: (await vapidKeys(captured.mail)).publicKey,
      canSendMail: true,
    });
    const browser = captured.service.newBrowser();
    await person.client.call("PUT /user/push", browser.subscription);
    expect(captured.service.pushed).toHaveLength(1);
    const [welcome] = captured.service.pushed;
    expect(welcome?.notes[0]?.title).toBe("Notifications are on");
    expect(welcome?.claims.sub).toBe("https://inlet.example");
    expect(welcome?.headers).toMatchObject({ ttl: "86400", urgency: "normal" });
    // It is known now: a page that registers it again sends no push.
    await person.client.call("PUT /user/push", browser.subscription);
    expect(captured.service.pushed).toHaveLength(1);
  });

  it("the server's key is created once, and stored encrypted", async () => {
    const [first, second] = [await vapidKeys(captured.mail), await vapidKeys(captured.mail)];
    expect(first).toEqual(second);
    const rows = await captured.app.database.reader.selectFrom("server_keys").selectAll().execute();
    const subscriptions = await captured.app.database.reader
      .selectFrom("push_subscriptions")
      .selectAll()
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(first.privateKey);
    expect(JSON.stringify(subscriptions)).not.toContain("push.example");
  });

  it("shortens the longest message to what push services accept", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    const long = "𝕴".repeat(300);
    const message = {
      subject: long,
      preview: long,
      from: [{ name: long, address: "a@b.example" }],
    };
    await arrives({ message }, { message }, { message });
    await captured.work(userId);
    expect(captured.service.pushed).toHaveLength(1);
    expect(captured.service.pushed[0]?.notes).toHaveLength(3);
    expect(JSON.stringify(captured.service.pushed[0]?.notes)).not.toContain("\\ud");
  });

  it.each([404, 410])("deletes the subscription of a browser that is gone (%i)", async (status) => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    await arrives({});
    captured.service.refusal = { status };
    await captured.work(userId);
    captured.service.refusal = null;
    captured.service.asked = 0;
    await arrives({});
    await captured.work(userId);
    expect(captured.service.asked).toBe(0);
  });

  it("retries after the time that a busy push service names, and loses or repeats nothing", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    await captured.aBrowser(person);
    await arrives({});
    const [first = "", second = ""] = await captured.pushJobs(userId);
    await pushDue(captured.mail, { userId, subscriptionId: first, attempts: 1 });
    captured.service.refusal = { status: 503, headers: { "retry-after": "120" } };
    const tried = pushDue(captured.mail, { userId, subscriptionId: second, attempts: 1 });
    await expect(tried).rejects.toThrow(RetryAfter);
    await expect(tried).rejects.toMatchObject({ waitMs: 120_000 });
    captured.service.refusal = null;
    await captured.work(userId, 2);
    expect(captured.service.pushed).toHaveLength(2);
    expect(new Set(captured.service.pushed.map(({ browser }) => browser)).size).toBe(2);
  });

  it("mail that a busy push service delayed until the quiet hours is not pushed in them, nor after", async () => {
    const quietHours = { isOn: true, from: "22:00", to: "07:00" };
    const { person, userId, arrives } = await captured.aReader({ quietHours, timeZone: "UTC" });
    await captured.aBrowser(person);
    const day = new Date(captured.app.clock.time + 24 * 3600_000).toISOString().slice(0, 10);
    captured.app.clock.time = Date.parse(`${day}T21:55:00Z`);
    await arrives({});
    const [subscriptionId = ""] = await captured.pushJobs(userId);
    captured.service.refusal = { status: 503, headers: { "retry-after": "600" } };
    const tried = pushDue(captured.mail, { userId, subscriptionId, attempts: 1 });
    await expect(tried).rejects.toThrow(RetryAfter);
    captured.service.refusal = null;
    captured.app.clock.time = Date.parse(`${day}T22:05:00Z`);
    await captured.work(userId, 2);
    captured.app.clock.time += 9 * 3600_000;
    await arrives({ message: { from: [{ name: "Morning", address: "m@x.example" }] } });
    await captured.work(userId);
    expect(captured.shown()).toEqual(["Morning"]);
  });

  it("deletes the browser's subscription when its session ends", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    await arrives({});
    await person.client.call("POST /user/logout", {});
    await captured.work(userId);
    expect(captured.service.pushed).toEqual([]);
    const left = await captured.app.database.reader
      .selectFrom("push_subscriptions")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    expect(left).toEqual([]);
  });

  it("a session that was unused for long has ended for its browser too", async () => {
    const { person, userId, arrives } = await captured.aReader();
    await captured.aBrowser(person);
    captured.app.clock.time += 31 * 24 * 3600_000;
    await arrives({});
    await captured.work(userId);
    expect(captured.service.pushed).toEqual([]);
  });

  it("a browser belongs to the user who signed in with it last", async () => {
    const [anna, ben] = [await captured.aReader(), await captured.aReader()];
    const browser = await captured.aBrowser(anna.person);
    await ben.person.client.call("PUT /user/push", browser.subscription);
    captured.service.pushed.length = 0;
    await anna.arrives({});
    await ben.arrives({ message: { from: [{ name: "For Ben", address: "x@x.example" }] } });
    await captured.work(anna.userId);
    await captured.work(ben.userId);
    expect(captured.shown()).toEqual(["For Ben"]);
    const { endpoint } = browser.subscription;
    await anna.person.client.call("POST /user/push/remove", { endpoint });
    await ben.arrives({});
    await captured.work(ben.userId);
    expect(captured.service.pushed).toHaveLength(2);
    await ben.person.client.call("POST /user/push/remove", { endpoint });
    await ben.arrives({});
    await captured.work(ben.userId);
    expect(captured.service.pushed).toHaveLength(2);
  });

  it("with more than ten browsers the oldest receive nothing", async () => {
    const { person, userId, arrives } = await captured.aReader();
    const browsers = [];
    for (let at = 0; at < 12; at++) {
      captured.app.clock.time += 1;
      browsers.push(await captured.aBrowser(person));
    }
    await arrives({});
    await captured.work(userId);
    const reached = new Set(captured.service.pushed.map(({ browser }) => browser));
    expect(browsers.map((browser) => reached.has(browser))).toEqual([
      false,
      false,
      ...Array.from({ length: 10 }, () => true),
    ]);
  });

  it("any address that is not a push service of the Internet is refused", async () => {
    const { person } = await captured.aReader();
    const { subscription } = captured.service.newBrowser();
    const refuse = (changed: Partial<typeof subscription>) =>
      person.client.refusal("PUT /user/push", { ...subscription, ...changed });
    for (const endpoint of [
      "http://push.example/x",
      "ftp://push.example/x",
      "javascript:alert(1)",
      "push.example",
      `https://push.example/${"x".repeat(3000)}`,
    ]) {
      expect(await refuse({ endpoint })).toMatchObject({ status: 400, code: "input.invalid" });
    }
    expect(await refuse({ p256dh: "B" })).toMatchObject({ status: 400 });
    expect(await refuse({ auth: `${subscription.auth}A` })).toMatchObject({ status: 400 });
    for (const endpoint of [
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://169.254.169.254/latest/meta-data",
      "https://inside.example/x",
      "https://push.example@10.0.0.1/x",
    ]) {
      expect(await refuse({ endpoint })).toMatchObject({ status: 422, code: "push.refused" });
    }
    // Not a point on the curve.
    const p256dh = `B${"A".repeat(86)}`;
    expect(await refuse({ p256dh })).toMatchObject({ status: 422, code: "push.refused" });
    const left = await captured.app.database.reader
      .selectFrom("push_subscriptions")
      .select("id")
      .where("user_id", "=", person.user.id)
      .execute();
    expect(left).toEqual([]);
  });
});
