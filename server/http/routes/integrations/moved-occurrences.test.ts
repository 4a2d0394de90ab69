import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CalendarMail, tomorrow } from "#/testing/mailboxes/calendar-mail.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { aGuest, type Guest } from "#/testing/factories/guest.ts";
import { startMailApp } from "#/testing/apps/mail-app.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";

const hourMs = 3600_000;
const weekMs = 7 * 24 * hourMs;
const call = "POST /email/{emailId}/invitation/counter";
const from = "Cleo <cleo@example.net>";
const attendees = ["CN=Cleo;PARTSTAT=ACCEPTED:mailto:cleo@example.net"];
const iso = (at: number) => new Date(at).toISOString();
const stamp = (at: number) => `${iso(at).slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

describe.each(usualEngines)("one date of a recurring event, on %s", (engine) => {
  let app: RealApp;
  let guest: Guest;
  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(async () => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    guest = await aGuest(app);
  });

  /** Returns the user's own invitation to ten weeks, and a guest's proposals for one of them. */
  function weekly(uid: string) {
    const { ben, self, came, read } = guest;
    const ours = {
      uid,
      from: `Ben <${self}>`,
      organiser: self,
      to: "cleo@example.net",
      attendees,
    };
    const lines = ["RRULE:FREQ=WEEKLY;COUNT=10", `EXDATE:${stamp(tomorrow() + 5 * weekMs)}`];
    const request = (date: number, mail: Partial<CalendarMail> = {}) =>
      came({
        uid,
        organiser: self,
        method: "COUNTER",
        from,
        attendees,
        start: date + 2 * hourMs,
        lines: [`RECURRENCE-ID:${stamp(date)}`],
        ...mail,
      });
    return {
      ben,
      ours,
      came,
      read,
      wish: request,
      invite: (mail: Partial<CalendarMail> = {}) =>
        came({ ...ours, lines, ...mail }, { isOwn: true }),
    };
  }

  it("is moved as a guest proposes, and no other date is", async () => {
    const uid = "weekly@example.net";
    const { ben, ours, came, read, wish: request, invite } = weekly(uid);
    const date = tomorrow() + weekMs;
    await invite({ sequence: 1 });
    const emailId = await request(date, { sequence: 1 });
    expect(await read(emailId)).toMatchObject({
      kind: "counter",
      isOneDate: true,
      start: { at: iso(date + 2 * hourMs) },
      counter: {
        start: { at: iso(date) },
        end: { at: iso(date + hourMs) },
        canAccept: true,
        canDecline: true,
      },
    });
    const { id } = await ben.client.call(call, { emailId, answer: "accepted" });
    expect(await read(emailId)).toMatchObject({ counter: { accepted: "queued" } });
    const row = await app.database.reader
      .selectFrom("outbox")
      .select(["raw", "envelope_json"])
      .where("user_id", "=", ben.user.id)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.envelope_json)).toMatchObject({ to: ["cleo@example.net"] });
    const raw = Buffer.from(row.raw)
      .toString()
      .replaceAll(/\r?\n[ \t]/g, "");
    for (const line of [
      "METHOD:REQUEST",
      `UID:${uid}`,
      "SEQUENCE:2",
      `RECURRENCE-ID:${stamp(date)}`,
      `DTSTART:${stamp(date + 2 * hourMs)}`,
      `DTEND:${stamp(date + 3 * hourMs)}`,
    ]) {
      expect(raw).toContain(line);
    }
    expect(raw).not.toMatch(/RRULE|EXDATE/);
    // Its copy arrives in Sent: another proposal for the same date is compared with the new time.
    await came(
      { ...ours, sequence: 2, start: date + 2 * hourMs, lines: [`RECURRENCE-ID:${stamp(date)}`] },
      { isOwn: true },
    );
    const again = await request(date, { sequence: 2, start: date + 4 * hourMs });
    expect(await read(again)).toMatchObject({
      counter: { start: { at: iso(date + 2 * hourMs) }, canAccept: true },
    });
    const other = await request(date + weekMs, { sequence: 1 });
    expect(await read(other)).toMatchObject({
      counter: { start: { at: iso(date + weekMs) }, canAccept: true },
    });
    await ben.client.call(call, { emailId: other, answer: "accepted" });
    const moves = await app.database.reader
      .selectFrom("calendar_moves")
      .select("sequence")
      .where("user_id", "=", ben.user.id)
      .orderBy("sequence")
      .execute();
    expect(moves).toEqual([{ sequence: 2 }, { sequence: 3 }]);
  });

  it("cannot be moved if it is not in the series, was canceled, or the sender is not a guest", async () => {
    const { ben, ours, came, read, wish: request, invite } = weekly("weekly-stays@example.net");
    await invite();
    const closed = async (emailId: Awaited<ReturnType<typeof request>>) => {
      expect(await read(emailId)).toMatchObject({ counter: { canAccept: false } });
      const accepted = { emailId, answer: "accepted" as const };
      expect(await ben.client.refusal(call, accepted)).toMatchObject({
        code: "invitation.closed",
      });
    };
    // On another day, an hour late, excluded from the series, and after the last date.
    for (const date of [24 * hourMs, weekMs + hourMs, 5 * weekMs, 10 * weekMs]) {
      await closed(await request(tomorrow() + date));
    }
    const eve = { from: "Eve <eve@example.com>", attendees: ["CN=Eve:mailto:eve@example.com"] };
    await closed(await request(tomorrow() + weekMs, eve));
    const date = tomorrow() + 3 * weekMs;
    const emailId = await request(date);
    expect(await read(emailId)).toMatchObject({ counter: { canAccept: true } });
    const off = { ...ours, method: "CANCEL" as const, start: date, stampedAt: Date.now() + 1000 };
    await came({ ...off, lines: [`RECURRENCE-ID:${stamp(date)}`] }, { isOwn: true });
    await closed(emailId);
    await closed(await request(date, { stampedAt: Date.now() + 5000 }));
    expect(await read(await request(date + weekMs))).toMatchObject({
      counter: { canAccept: true },
    });
  });

  it("is moved from the time in its separate entry of the invitation", async () => {
    const uid = "weekly-changed@example.net";
    const { ben, read, wish: request, invite } = weekly(uid);
    const [changed, off, twice] = [1, 2, 3].map((n) => tomorrow() + n * weekMs) as [
      number,
      number,
      number,
    ];
    const entry = (date: number, ...more: string[]) => [
      "END:VEVENT",
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `DTSTAMP:${stamp(Date.now())}`,
      "SEQUENCE:4",
      `ORGANIZER:mailto:${guest.self}`,
      `ATTENDEE;${attendees[0]}`,
      `RECURRENCE-ID:${stamp(date)}`,
      `DTSTART:${stamp(date + 5 * hourMs)}`,
      `DTEND:${stamp(date + 7 * hourMs)}`,
      ...more,
    ];
    const entries = [
      ...entry(changed, "SUMMARY:Budget, longer", "X-MARK:own"),
      ...entry(off, "STATUS:CANCELLED"),
      ...entry(twice),
      ...entry(twice, "LOCATION:Elsewhere"),
    ];
    await invite({ lines: ["RRULE:FREQ=WEEKLY;COUNT=10", ...entries] });
    const emailId = await request(changed, { sequence: 4, start: changed + 8 * hourMs, hours: 2 });
    expect(await read(emailId)).toMatchObject({
      counter: {
        start: { at: iso(changed + 5 * hourMs) },
        end: { at: iso(changed + 7 * hourMs) },
        canAccept: true,
        canDecline: true,
      },
    });
    const { id } = await ben.client.call(call, { emailId, answer: "accepted" });
    const { raw } = await app.database.reader
      .selectFrom("outbox")
      .select("raw")
      .where("user_id", "=", ben.user.id)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const sent = Buffer.from(raw)
      .toString()
      .replaceAll(/\r?\n[ \t]/g, "");
    expect(sent.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    for (const line of [
      "SEQUENCE:5",
      `RECURRENCE-ID:${stamp(changed)}`,
      "X-MARK:own",
      `DTSTART:${stamp(changed + 8 * hourMs)}`,
      `DTEND:${stamp(changed + 10 * hourMs)}`,
    ]) {
      expect(sent).toContain(line);
    }
    const other = await request(changed + 3 * weekMs);
    expect(await read(other)).toMatchObject({ counter: { canAccept: true } });
    for (const date of [off, twice]) {
      const closed = await request(date, { sequence: 4 });
      expect(await read(closed)).toMatchObject({ counter: { canAccept: false } });
      expect(await ben.client.refusal(call, { emailId: closed, answer: "accepted" })).toMatchObject(
        {
          code: "invitation.closed",
        },
      );
    }
  });

  it("cannot be moved where one entry covers all later dates", async () => {
    const uid = "weekly-from-then@example.net";
    const { ben, read, wish: request, invite } = weekly(uid);
    const date = tomorrow() + weekMs;
    const entry = [
      "END:VEVENT",
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `DTSTAMP:${stamp(Date.now())}`,
      `ORGANIZER:mailto:${guest.self}`,
      `ATTENDEE;${attendees[0]}`,
      `RECURRENCE-ID;RANGE=THISANDFUTURE:${stamp(date)}`,
      `DTSTART:${stamp(date + hourMs)}`,
      `DTEND:${stamp(date + 2 * hourMs)}`,
    ];
    await invite({ lines: ["RRULE:FREQ=WEEKLY;COUNT=10", ...entry] });
    const emailId = await request(date + weekMs);
    expect(await read(emailId)).toMatchObject({ counter: { start: null, canAccept: false } });
    expect(await ben.client.refusal(call, { emailId, answer: "accepted" })).toMatchObject({
      code: "invitation.closed",
    });
  });
});
