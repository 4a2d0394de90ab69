import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DraftId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newUserQuota, type QuotaSettings, usualQuotas } from "#/store/users/quotas.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Attempts per limit. */
const tries = 1000;
const long = 240_000;

describe.each(bothEngines)("limits per user, on %s", (engine) => {
  const { sends, accountTests } = usualQuotas.allowances;
  const quotas: QuotaSettings = { ...usualQuotas, uploadBytes: 4000 };
  let blobsDir = "";
  let app: RealApp;
  let ben: SignedUpUser;
  let bens: Mailbox;
  let anna: SignedUpUser;
  let annas: Mailbox;
  let count = 0;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-quotas-"));
    app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { quotas }),
    });
    // The first user is the administrator, exempt from the limits for new users.
    ben = await signUpUser(app.origin, "Ben");
    bens = await aMailbox(app.execute, ben.user.id, "harbour");
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  beforeEach(async () => {
    quotas.isOpen = false;
    // Start at a fresh hour, a day after all earlier tests.
    app.clock.time = Math.ceil(app.clock.time / hourMs) * hourMs + dayMs;
    anna = await signUpUser(app.origin, `Anna${++count}`);
    annas = await aMailbox(app.execute, anna.user.id, `canary${count}`);
  });

  const letter = ({ accountId }: Mailbox, to = "carl@example.net") => ({
    accountId,
    to,
    subject: "Hi",
    content: "Hello",
  });
  const use = async (what: "sends" | "accountTests", person = anna) =>
    app.execute("quota.use", {
      userId: person.user.id,
      isOpen: quotas.isOpen,
      uses: [{ what, amount: 1, allowance: quotas.allowances[what] }],
    });
  const reached = async (person = anna) => {
    const { entries } = await person.client.call("GET /user/activity", {});
    return entries.filter(({ kind }) => kind === "limit.reached").length;
  };

  it("concurrent upload starts do not exceed the limit", async () => {
    const form = { filename: "a.bin", size: 3000 };
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => anna.client.send("POST /email/uploads/start", form)),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  if (!usualEngines.includes(engine)) return;

  it.each(["sends", "accountTests"] as const)(
    "caps 1,000 concurrent %s, reports it once, and does not affect other users",
    { timeout: long },
    async (what) => {
      const answers = await Promise.all(Array.from({ length: tries }, () => use(what)));
      const most = quotas.allowances[what].perHour;
      expect(answers.filter((over) => over === null)).toHaveLength(Math.min(tries, most));
      expect(await reached()).toBe(1);
      expect(await use(what, ben)).toBeNull();
      expect(await reached(ben)).toBe(0);
      app.clock.time += hourMs;
      expect(await use(what)).toBeNull();
    },
  );

  it("refuses an email over the limit before it is accepted, and keeps its draft", async () => {
    await spend("sends", sends.perHour);
    const id = DraftId.parse(crypto.randomUUID());
    await anna.client.call("PUT /email/drafts/{id}", { ...letter(annas), id, revision: 0 });
    expect(
      await anna.client.refusal("POST /email/send", { ...letter(annas), draftId: id }),
    ).toEqual({
      status: 429,
      code: "send.limit_hour",
      message: "Hourly sending limit reached. Please try again later.",
    });
    const { drafts } = await anna.client.call("GET /email/drafts", {});
    expect(drafts.map((draft) => draft.id)).toEqual([id]);
    const { outgoing } = await anna.client.call("GET /email/outbox", {});
    expect(outgoing.filter(({ draft }) => draft.subject === "Hi")).toEqual([]);
    await ben.client.call("POST /email/send", letter(bens));
    app.clock.time += hourMs;
    await anna.client.call("POST /email/send", { ...letter(annas), draftId: id });
  });

  it("allows more in the next hour until the daily limit is reached", async () => {
    for (let used = 0; used < sends.perDay; used += sends.perHour) {
      await spend("sends", sends.perHour);
      app.clock.time += hourMs;
    }
    expect((await anna.client.refusal("POST /email/send", letter(annas))).code).toBe(
      "send.limit_day",
    );
    app.clock.time += dayMs;
    await anna.client.call("POST /email/send", letter(annas));
  });

  it("counts recipients", async () => {
    await spend("recipients", quotas.allowances.recipients.perDay - 1);
    const to = "a@example.net, b@example.net";
    expect((await anna.client.refusal("POST /email/send", letter(annas, to))).code).toBe(
      "send.limit_recipients",
    );
    await anna.client.call("POST /email/send", letter(annas, "a@example.net"));
  });

  it("refuses further connections to mail servers over the limit, on every endpoint", async () => {
    await spend("accountTests", accountTests.perHour);
    const form = { account_mail: "x@x.org", account_pass: "x", imap_host: "127.0.0.1" };
    for (const [call, input] of [
      ["POST /imap/add", form],
      ["PATCH /imap/{id}", { id: annas.accountId, imap_host: "127.0.0.1", account_pass: "x" }],
      ["POST /imap/doctor", { accountId: annas.accountId }],
    ] as const) {
      expect(await anna.client.refusal(call, input)).toMatchObject({
        status: 429,
        code: "account.limit",
      });
    }
    expect((await ben.client.refusal("POST /imap/add", form)).code).not.toBe("account.limit");
  });

  it("limits the total size of uploads that wait to be sent", async () => {
    const start = async (size: number) =>
      anna.client.call("POST /email/uploads/start", { filename: "a.bin", size });
    const { id } = await start(3000);
    await expect(start(2000)).rejects.toThrow("Upload storage is full.");
    await anna.client.call("DELETE /email/uploads/{id}", { id });
    await start(2000);
  });

  it("does not count an email that is refused for any reason", async () => {
    const used = async () => {
      const rows = await app.database.reader
        .selectFrom("quota_uses")
        .select("used")
        .where("user_id", "=", anna.user.id)
        .where("what", "=", "recipients")
        .execute();
      return rows.reduce((sum, row) => sum + row.used, 0);
    };
    const id = DraftId.parse(crypto.randomUUID());
    await anna.client.call("PUT /email/drafts/{id}", { ...letter(annas), id, revision: 0 });
    await anna.client.call("POST /email/send", { ...letter(annas), draftId: id });
    expect(await used()).toBe(1);
    const again = { ...letter(annas), draftId: id };
    expect((await anna.client.refusal("POST /email/send", again)).code).toBe("draft.gone");
    await spend("sends", sends.perHour - 1);
    const codes = [await anna.client.refusal("POST /email/send", letter(annas))];
    expect(codes.map(({ code }) => code)).toEqual(["send.limit_hour"]);
    expect(await used()).toBe(1);
  });

  it("limits new users more where administrators opened registration to all", async () => {
    quotas.isOpen = "as_set";
    await spend("sends", sends.perHour * newUserQuota.share);
    const refused = () => anna.client.refusal("POST /email/send", letter(annas));
    await app.execute("serverSetting.save", { name: "registration", value: "open" });
    expect((await refused()).code).toBe("send.limit_hour");
    await app.execute("serverSetting.save", { name: "registration", value: "invite" });
    await anna.client.call("POST /email/send", letter(annas));
    await app.database.kysely.deleteFrom("server_settings").execute();
  });

  it("limits new users more for a day where registration is open", async () => {
    quotas.isOpen = true;
    const part = sends.perHour * newUserQuota.share;
    await spend("sends", part);
    expect((await anna.client.refusal("POST /email/send", letter(annas))).code).toBe(
      "send.limit_hour",
    );
    await spend("sends", part, ben);
    await ben.client.call("POST /email/send", letter(bens));
    app.clock.time += dayMs;
    await spend("sends", part);
    await anna.client.call("POST /email/send", letter(annas));
  });

  /** Uses up `amount` in one call. */
  async function spend(
    what: "sends" | "recipients" | "accountTests",
    amount: number,
    person = anna,
  ): Promise<void> {
    const allowance = { perHour: 1e9, perDay: 1e9 };
    const uses = [{ what, amount, allowance }];
    const given = { userId: person.user.id, uses, isOpen: false };
    expect(await app.execute("quota.use", given)).toBeNull();
  }
});
