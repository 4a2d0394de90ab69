import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  aCalendarGuest,
  type CalendarApp,
  type CalendarGuest,
  startCalendarApp,
} from "#/testing/fakes/calendar-app.ts";
import { calendarEntry, tomorrow } from "#/testing/mailboxes/calendar-mail.ts";
import { usualEngines } from "#/testing/database/database.ts";

const hourMs = 3600_000;

describe.each(usualEngines)("organizers' calendars, on %s", (engine) => {
  let stage: CalendarApp;
  let guest: CalendarGuest;
  beforeAll(async () => {
    stage = await startCalendarApp(engine);
  });
  afterAll(async () => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    guest = await aCalendarGuest(stage);
  });

  it("move the user's own event to the time that a guest proposed, once the guests are notified", async () => {
    const { radicale } = stage;
    const { ben, self, uid, connected, came, leaves, deliver, entries, stateInCalendar } = guest;
    const id = await connected();
    const cleo = "CN=Cleo;PARTSTAT=ACCEPTED:mailto:cleo@example.net";
    const ours = { from: `Ben <${self}>`, organiser: self, to: "cleo@example.net" };
    await came({ ...ours, attendees: [cleo] }, { isOwn: true });
    const lines = [
      `ORGANIZER:mailto:${self}`,
      `ATTENDEE;${cleo}`,
      "X-MARK:mine",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:Soon",
      "TRIGGER:-PT25M",
      "END:VALARM",
    ];
    const start = tomorrow();
    await radicale.write(
      "work",
      "moved.ics",
      calendarEntry({ uid, title: "Budget", start, lines }),
    );
    const emailId = await came({
      organiser: self,
      method: "COUNTER",
      from: "Cleo <cleo@example.net>",
      attendees: [cleo],
      start: start + 3 * hourMs,
    });
    const call = "POST /email/{emailId}/invitation/counter";
    const sent = await ben.client.call(call, { emailId, answer: "accepted" });
    await deliver(id);
    const at = (ms: number) => new Date(ms).toISOString().slice(11, 13);
    // Not before the guests are notified.
    expect((await entries())[0]).toContain(`T${at(start)}0000Z`);
    await leaves(sent.id);
    await deliver(id);
    const [entry = "", ...more] = (await entries()).map((ics) => ics.replaceAll(/\r?\n[ \t]/g, ""));
    expect(more).toEqual([]);
    expect(entry).toMatch(new RegExp(`DTSTART:\\d{8}T${at(start + 3 * hourMs)}0000Z`));
    expect(entry).toMatch(/ATTENDEE;[^\n]*PARTSTAT=NEEDS-ACTION[^\n]*cleo@/);
    for (const line of ["SEQUENCE:1", "X-MARK:mine", "TRIGGER:-PT25M", "SUMMARY:Budget"]) {
      expect(entry).toContain(line);
    }
    expect(await stateInCalendar(emailId)).toMatchObject({ state: "stands" });
  });

  it("move one occurrence of the user's event to the time that a guest proposed", async () => {
    const { radicale } = stage;
    const { ben, self, uid, connected, came, leaves, deliver, entries, stateInCalendar } = guest;
    const id = await connected();
    const cleo = "CN=Cleo;PARTSTAT=ACCEPTED:mailto:cleo@example.net";
    const rule = "RRULE:FREQ=WEEKLY;COUNT=10";
    const ours = { from: `Ben <${self}>`, organiser: self, to: "cleo@example.net" };
    await came({ ...ours, attendees: [cleo], lines: [rule] }, { isOwn: true });
    const lines = [`ORGANIZER:mailto:${self}`, `ATTENDEE;${cleo}`, "X-MARK:mine", rule];
    const start = tomorrow();
    await radicale.write(
      "work",
      "weekly.ics",
      calendarEntry({ uid, title: "Budget", start, lines }),
    );
    const stamp = (at: number) =>
      `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
    const date = start + 7 * 24 * hourMs;
    // Twice: the second time the date already has a separate event.
    for (const hours of [3, 5]) {
      const emailId = await came({
        organiser: self,
        method: "COUNTER",
        from: "Cleo <cleo@example.net>",
        attendees: [cleo],
        start: date + hours * hourMs,
        lines: [`RECURRENCE-ID:${stamp(date)}`],
      });
      const call = "POST /email/{emailId}/invitation/counter";
      const sent = await ben.client.call(call, { emailId, answer: "accepted" });
      await leaves(sent.id);
      await deliver(id);
      expect(await stateInCalendar(emailId)).toMatchObject({ state: "stands" });
      const [entry = "", ...more] = (await entries()).map((ics) =>
        ics.replaceAll(/\r?\n[ \t]/g, ""),
      );
      expect(more).toEqual([]);
      const events = entry.split("BEGIN:VEVENT").slice(1);
      const whole = events.find((one) => one.includes("RRULE")) ?? "";
      const [own = "", ...others] = events.filter((one) => one.includes("RECURRENCE-ID"));
      expect(others).toEqual([]);
      expect(whole).toContain(`DTSTART:${stamp(start)}`);
      expect(own).not.toContain("RRULE");
      for (const line of [
        `RECURRENCE-ID:${stamp(date)}`,
        `DTSTART:${stamp(date + hours * hourMs)}`,
        "X-MARK:mine",
        "SUMMARY:Budget",
      ]) {
        expect(own).toContain(line);
      }
    }
  });
});
