import type { Brief } from "@inlet/contract/ai/brief.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { pseudo } from "@inlet/contract/pseudo.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { assert, asyncProperty, constantFrom, integer, array, record } from "fast-check";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aUser } from "#/testing/apps/published-calls.ts";
import { choosePreferences } from "../accounts/preferences.ts";
import { type BriefPeriod, currentBrief } from "./brief-period.ts";
import { type ComposeBrief, dailyBrief } from "./daily-brief.ts";

type Chosen = Partial<MailPreferences["notifications"]>;

const hourMs = 3600_000;
const line = {
  emailId: "01900000-0000-7000-8000-000000000001" as MessageId,
  who: "Grace Hopper",
  subject: "Harbour <img src=x onerror=alert(1)>",
  text: "Could you send the contract by Monday?",
  sentAt: "2026-11-21T10:00:00.000Z",
};

withDatabases((open) => {
  /** Creates a user in Berlin who wants a brief at eight. */
  async function aReader(canSend = true) {
    const { execute, database, clock } = await openStore(open);
    const userId = await aUser(execute);
    const mail = { database, execute, clock, publicUrl: "https://inlet.example" };
    const choose = (chosen: Chosen = {}, locale: MailPreferences["locale"] = null) => {
      const own = { timeZone: "Europe/Berlin", summaryHour: 8, dailySummary: true };
      const notifications = { ...usualPreferences.notifications, ...own, ...chosen };
      return choosePreferences(mail as never, userId, { notifications, locale });
    };
    const periods: BriefPeriod[] = [];
    const failure: { error: Error | null } = { error: null };
    const asked = { ...line };
    const compose: ComposeBrief = async (_, period) => {
      periods.push(period);
      if (failure.error) throw failure.error;
      return {
        day: period.day,
        since: new Date(period.from).toISOString(),
        madeAt: new Date(period.until).toISOString(),
        answer: { lines: [asked], more: 1 },
        deadlines: { lines: [{ ...line, day: "2026-11-23", time: "15:00" }], more: 0 },
        waiting: { lines: [], more: 0 },
        rest: [
          { category: "Updates", count: 3 },
          { category: null, count: 1 },
        ],
      } satisfies Brief;
    };
    const post = {
      isConfigured: canSend,
      leaveToken: () => "token",
      encrypt: (letter: { userId: UserId; validityMs: number }) => ({
        id: randomId(clock.now()),
        user_id: letter.userId,
        content: JSON.stringify(letter),
        expires_at: clock.now() + letter.validityMs,
      }),
    };
    /** Runs the job at this time, and returns how long it then waits. */
    const at = async (time: string | number): Promise<number | null> => {
      clock.at = typeof time === "number" ? time : Date.parse(time);
      return dailyBrief(mail, { post, compose }, userId).then(
        () => null,
        (error: unknown) => {
          if (error instanceof RetryAfter) return error.waitMs;
          throw error;
        },
      );
    };
    const letters = async () => {
      const rows = await database.reader
        .selectFrom("host_mails")
        .selectAll()
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(
        (row) => JSON.parse(row.content) as Record<"to" | "subject" | "text" | "html", string>,
      );
    };
    const jobs = async () => {
      const rows = await database.reader.selectFrom("jobs").select(["kind", "run_at"]).execute();
      return rows.filter(({ kind }) => kind === "daily-summary").map(({ run_at: due }) => due);
    };
    return { userId, mail, clock, choose, periods, failure, asked, at, letters, jobs };
  }

  test("arrives by email at the user's hour, once a day even if the job runs more often", async () => {
    const { choose, at, letters } = await aReader();
    await choose();
    expect(await at("2026-11-22T06:59:59Z")).toBe(1000);
    expect(await letters()).toEqual([]);
    expect(await at("2026-11-22T07:00:00Z")).toBe(24 * hourMs);
    expect(await at("2026-11-22T07:00:01Z")).toBe(24 * hourMs - 1000);
    expect(await letters()).toHaveLength(1);
    await at("2026-11-23T07:00:00Z");
    expect(await letters()).toHaveLength(2);
  });

  test("lists as plain text and as safe HTML what waits, with links and a way to unsubscribe", async () => {
    const { choose, at, letters } = await aReader();
    await choose();
    await at("2026-11-22T07:00:00Z");
    const [letter] = await letters();
    expect(letter?.subject).toBe("Your brief for Sunday 22 November: 2 to answer, 1 deadline");
    expect(letter?.text).toBe(`New since Saturday 21 November, 08:00

Needs your reply

- Grace Hopper: Harbour <img src=x onerror=alert(1)>
  “Could you send the contract by Monday?”
  https://inlet.example/app?email=${line.emailId}

and 1 more

Deadlines

- Tomorrow 15:00, Grace Hopper: Harbour <img src=x onerror=alert(1)>
  “Could you send the contract by Monday?”
  https://inlet.example/app?email=${line.emailId}

Besides, 4 emails: 3 Updates, 1 not classified yet.

All of it: https://inlet.example/app/brief

Made on this server without AI models.
It comes every day at 08:00. To stop it, turn off “Daily summary”:
https://inlet.example/app/settings?tab=notifications

`);
    expect(letter?.html).toContain("Harbour &lt;img");
    expect(letter?.html).not.toMatch(/<img|<script|src=["']?https?:|url\(/i);
    const links = letter?.html.match(/href="[^"]*"/g) ?? [];
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(link).toMatch(/^href="https:\/\/inlet\.example\//);
  });

  test("is in the user's language, and quotes mail unchanged", async () => {
    const { choose, at, letters } = await aReader();
    await choose({}, "en-XA");
    await at("2026-11-22T07:00:00Z");
    const [letter] = await letters();
    expect(letter?.subject).toContain(pseudo("Your brief for"));
    expect(letter?.text).toContain(`${pseudo("Needs your reply")}\n\n- Grace Hopper: Harbour`);
    expect(letter?.text).toContain("\nhttps://inlet.example/app/settings?tab=notifications\n");
  });

  test("makes no links from senders' texts", async () => {
    const { choose, asked, at, letters } = await aReader();
    Object.assign(asked, {
      who: "Bank www.bank.example",
      subject: "Sign in at HTTPS://evil.example/a?b=c now, e.g. today at 3.15",
      text: "Could you open (evil.co.uk/in), grace@example.com or 10.0.0.1/x by Monday?",
    });
    await choose();
    await at("2026-11-22T07:00:00Z");
    const [letter] = await letters();
    for (const shown of [letter?.text, letter?.html]) {
      expect(shown).toContain("Bank [link]: Sign in at [link] now, e.g. today at 3.15");
      expect(shown).toContain("Could you open [link] grace@example.com or [link] by Monday?");
      expect(shown).not.toMatch(/evil|www\.|10\.0/i);
    }
  });

  test("is sent late for some hours, then skipped, and the next one covers the skipped time", async () => {
    const { choose, at, letters, periods } = await aReader();
    await choose();
    await at("2026-11-22T12:59:00Z");
    expect(await letters()).toHaveLength(1);
    // Nothing ran for two days; the brief of the 24th is a minute too late.
    expect(await at("2026-11-24T13:00:00Z")).toBe(18 * hourMs);
    expect(await letters()).toHaveLength(1);
    await at("2026-11-25T07:00:00Z");
    expect(await letters()).toHaveLength(2);
    expect(periods.map(({ day, from }) => [day, new Date(from).toISOString()])).toEqual([
      ["2026-11-22", "2026-11-21T07:00:00.000Z"],
      ["2026-11-25", "2026-11-22T07:00:00.000Z"],
    ]);
  });

  test("a page shows the same period as the notification", async () => {
    const { mail, userId, clock, choose, at } = await aReader();
    await choose();
    await at("2026-11-20T07:00:00Z");
    await at("2026-11-23T07:00:00Z");
    clock.at = Date.parse("2026-11-23T16:00:00Z");
    const brief = await currentBrief(mail, userId);
    expect([brief.day, new Date(brief.from).toISOString()]).toEqual([
      "2026-11-23",
      "2026-11-20T07:00:00.000Z",
    ]);
    expect(brief.isSeen).toBe(false);
    await mail.execute("brief.seen", { userId, day: brief.day });
    // An older page that reports it later changes nothing.
    await mail.execute("brief.seen", { userId, day: "2026-11-20" });
    expect((await currentBrief(mail, userId)).isSeen).toBe(true);
    clock.at = Date.parse("2026-11-24T07:00:00Z");
    expect((await currentBrief(mail, userId)).isSeen).toBe(false);
  });

  test("is retried after a failure, and is neither lost nor sent twice", async () => {
    const { choose, at, letters, failure } = await aReader();
    await choose();
    failure.error = new Error("no room");
    await expect(at("2026-11-22T07:00:00Z")).rejects.toThrow("no room");
    failure.error = null;
    await at("2026-11-22T07:05:00Z");
    await at("2026-11-22T07:06:00Z");
    expect(await letters()).toHaveLength(1);
  });

  test("two workers at once send it once", async () => {
    const { choose, at, letters } = await aReader();
    await choose();
    await Promise.all([1, 2, 3].map(() => at("2026-11-22T07:00:00Z")));
    expect(await letters()).toHaveLength(1);
  });

  test("sends no message if the user wants none, or the server cannot send its own", async () => {
    const { choose, at, letters } = await aReader();
    await choose({ summaryByMail: false });
    expect(await at("2026-11-22T07:00:00Z")).toBe(24 * hourMs);
    expect(await letters()).toEqual([]);
    const mute = await aReader(false);
    await mute.choose();
    expect(await mute.at("2026-11-22T07:00:00Z")).toBe(24 * hourMs);
    expect(await mute.letters()).toEqual([]);
    await choose({ dailySummary: false });
    expect(await at("2026-11-23T07:00:00Z")).toBeNull();
  });

  test("waits for the end of quiet hours", async () => {
    const { choose, at, letters } = await aReader();
    await choose({ quietHours: { isOn: true, from: "22:00", to: "09:30" } });
    expect(await at("2026-11-22T07:00:00Z")).toBe(1.5 * hourMs);
    expect(await letters()).toEqual([]);
    await at("2026-11-22T08:30:00Z");
    expect(await letters()).toHaveLength(1);
  });

  test("is queued for its next hour as soon as the user turns it on", async () => {
    const { clock, choose, jobs } = await aReader();
    clock.at = Date.parse("2026-11-22T09:00:00Z");
    await choose({ dailySummary: false });
    expect(await jobs()).toEqual([]);
    await choose();
    expect(await jobs()).toEqual([Date.parse("2026-11-23T07:00:00Z")]);
    await choose({ summaryHour: 20 });
    expect(await jobs()).toEqual([Date.parse("2026-11-22T19:00:00Z")]);
  });

  test("sends at most one a day, however long the engine is down and in any time zone", async () => {
    const zones = [
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "",
    ];
    const { clock, choose, at, periods } = await aReader();
    let year = 2026;
    const stops = array(record({ asleepHours: integer({ min: 0, max: 40 }) }), {
      minLength: 6,
      maxLength: 10,
    });
    await assert(
      asyncProperty(
        constantFrom(...zones),
        integer({ min: 0, max: 23 }),
        constantFrom("03-05T10:20:00Z", "10-22T10:20:00Z", "04-02T03:00:00Z"),
        stops,
        async (timeZone, summaryHour, start, sleeps) => {
          // The same user in a later year.
          year += 1;
          periods.length = 0;
          let now = Date.parse(`${year}-${start}`);
          clock.at = now;
          await choose({ timeZone, summaryHour });
          for (const { asleepHours } of sleeps) {
            const waitMs = (await at(now)) ?? 0;
            expect(waitMs).toBeGreaterThan(0);
            now += waitMs + asleepHours * hourMs;
          }
          const days = periods.map(({ day }) => day);
          expect(new Set(days).size).toBe(days.length);
          expect(days).toEqual(days.toSorted());
          // Each period begins when the previous brief was due.
          for (const { from, until } of periods) expect(until - from).toBeGreaterThan(0);
        },
      ),
      { numRuns: 8 },
    );
  });
});
