import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { pushDue } from "#/mail/notify/push.ts";
import { vapidKeys } from "#/mail/notify/vapid.ts";
import { usualEngines } from "#/testing/database.ts";
import { startTelling, type Telling } from "#/testing/telling.ts";

describe.each(usualEngines)("push, on %s", (engine) => {
  let telling: Telling;
  beforeAll(async () => {
    telling = await startTelling(engine);
  });
  afterAll(() => telling[Symbol.asyncDispose]());
  beforeEach(() => {
    telling.service.pushed.length = 0;
    telling.service.refusal = null;
    telling.app.clock.time = Date.now();
  });

  it("a browser gets a push at once, encrypted for it alone", async () => {
    const { person } = await telling.aReader();
    const ways = await person.client.call("GET /user/notifications", {});
    expect(ways).toEqual({ pushKey: (await vapidKeys(telling.mail)).publicKey, canSendMail: true });
    const browser = telling.service.newBrowser();
    await person.client.call("PUT /user/push", browser.subscription);
    expect(telling.service.pushed).toHaveLength(1);
    const [welcome] = telling.service.pushed;
    expect(welcome?.notes[0]?.title).toBe("Notifications are on");
    expect(welcome?.claims.sub).toBe("https://inlet.example");
    expect(welcome?.headers).toMatchObject({ ttl: "86400", urgency: "normal" });
    // It is known now: a page that registers it again sends no push.
    await person.client.call("PUT /user/push", browser.subscription);
    expect(telling.service.pushed).toHaveLength(1);
  });

  it("the server's key is created once, and stored encrypted", async () => {
    const [first, second] = [await vapidKeys(telling.mail), await vapidKeys(telling.mail)];
    expect(first).toEqual(second);
    const rows = await telling.app.database.reader.selectFrom("server_keys").selectAll().execute();
    const subscriptions = await telling.app.database.reader
      .selectFrom("push_subscriptions")
      .selectAll()
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(first.privateKey);
    expect(JSON.stringify(subscriptions)).not.toContain("push.example");
  });

  it("shortens the longest message to what push services accept", async () => {
    const { person, userId, arrives } = await telling.aReader();
    await telling.aBrowser(person);
    const long = "𝕴".repeat(300);
    const message = {
      subject: long,
      preview: long,
      from: [{ name: long, address: "a@b.example" }],
    };
    await arrives({ message }, { message }, { message });
    await telling.work(userId);
    expect(telling.service.pushed).toHaveLength(1);
    expect(telling.service.pushed[0]?.notes).toHaveLength(3);
    expect(JSON.stringify(telling.service.pushed[0]?.notes)).not.toContain("\\ud");
  });

  it.each([404, 410])("deletes the subscription of a browser that is gone (%i)", async (status) => {
    const { person, userId, arrives } = await telling.aReader();
    await telling.aBrowser(person);
    await arrives({});
    telling.service.refusal = { status };
    await telling.work(userId);
    telling.service.refusal = null;
    telling.service.asked = 0;
    await arrives({});
    await telling.work(userId);
    expect(telling.service.asked).toBe(0);
  });

  it("retries after the time that a busy push service names, and loses or repeats nothing", async () => {
    const { person, userId, arrives } = await telling.aReader();
    await telling.aBrowser(person);
    await telling.aBrowser(person);
    await arrives({});
    const [first = "", second = ""] = await telling.pushJobs(userId);
    await pushDue(telling.mail, { userId, subscriptionId: first, attempts: 1 });
    telling.service.refusal = { status: 503, headers: { "retry-after": "120" } };
    const tried = pushDue(telling.mail, { userId, subscriptionId: second, attempts: 1 });
    await expect(tried).rejects.toThrow(RetryAfter);
    await expect(tried).rejects.toMatchObject({ waitMs: 120_000 });
    telling.service.refusal = null;
    await telling.work(userId, 2);
    expect(telling.service.pushed).toHaveLength(2);
    expect(new Set(telling.service.pushed.map(({ browser }) => browser)).size).toBe(2);
  });

  it("mail that a busy push service delayed until the quiet hours is not pushed in them, nor after", async () => {
    const quietHours = { isOn: true, from: "22:00", to: "07:00" };
    const { person, userId, arrives } = await telling.aReader({ quietHours, timeZone: "UTC" });
    await telling.aBrowser(person);
    const day = new Date(telling.app.clock.time + 24 * 3600_000).toISOString().slice(0, 10);
    telling.app.clock.time = Date.parse(`${day}T21:55:00Z`);
    await arrives({});
    const [subscriptionId = ""] = await telling.pushJobs(userId);
    telling.service.refusal = { status: 503, headers: { "retry-after": "600" } };
    const tried = pushDue(telling.mail, { userId, subscriptionId, attempts: 1 });
    await expect(tried).rejects.toThrow(RetryAfter);
    telling.service.refusal = null;
    telling.app.clock.time = Date.parse(`${day}T22:05:00Z`);
    await telling.work(userId, 2);
    telling.app.clock.time += 9 * 3600_000;
    await arrives({ message: { from: [{ name: "Morning", address: "m@x.example" }] } });
    await telling.work(userId);
    expect(telling.told()).toEqual(["Morning"]);
  });

  it("deletes the browser's subscription when its session ends", async () => {
    const { person, userId, arrives } = await telling.aReader();
    await telling.aBrowser(person);
    await arrives({});
    await person.client.call("POST /user/logout", {});
    await telling.work(userId);
    expect(telling.service.pushed).toEqual([]);
    const left = await telling.app.database.reader
      .selectFrom("push_subscriptions")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    expect(left).toEqual([]);
  });

  it("a session that was unused for long has ended for its browser too", async () => {
    const { person, userId, arrives } = await telling.aReader();
    await telling.aBrowser(person);
    telling.app.clock.time += 31 * 24 * 3600_000;
    await arrives({});
    await telling.work(userId);
    expect(telling.service.pushed).toEqual([]);
  });

  it("a browser belongs to the user who signed in with it last", async () => {
    const [anna, ben] = [await telling.aReader(), await telling.aReader()];
    const browser = await telling.aBrowser(anna.person);
    await ben.person.client.call("PUT /user/push", browser.subscription);
    telling.service.pushed.length = 0;
    await anna.arrives({});
    await ben.arrives({ message: { from: [{ name: "For Ben", address: "x@x.example" }] } });
    await telling.work(anna.userId);
    await telling.work(ben.userId);
    expect(telling.told()).toEqual(["For Ben"]);
    const { endpoint } = browser.subscription;
    await anna.person.client.call("POST /user/push/remove", { endpoint });
    await ben.arrives({});
    await telling.work(ben.userId);
    expect(telling.service.pushed).toHaveLength(2);
    await ben.person.client.call("POST /user/push/remove", { endpoint });
    await ben.arrives({});
    await telling.work(ben.userId);
    expect(telling.service.pushed).toHaveLength(2);
  });

  it("with more than ten browsers the oldest receive nothing", async () => {
    const { person, userId, arrives } = await telling.aReader();
    const browsers = [];
    for (let at = 0; at < 12; at++) {
      telling.app.clock.time += 1;
      browsers.push(await telling.aBrowser(person));
    }
    await arrives({});
    await telling.work(userId);
    const reached = new Set(telling.service.pushed.map(({ browser }) => browser));
    expect(browsers.map((browser) => reached.has(browser))).toEqual([
      false,
      false,
      ...Array.from({ length: 10 }, () => true),
    ]);
  });

  it("any address that is not a push service of the Internet is refused", async () => {
    const { person } = await telling.aReader();
    const { subscription } = telling.service.newBrowser();
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
    const left = await telling.app.database.reader
      .selectFrom("push_subscriptions")
      .select("id")
      .where("user_id", "=", person.user.id)
      .execute();
    expect(left).toEqual([]);
  });
});
