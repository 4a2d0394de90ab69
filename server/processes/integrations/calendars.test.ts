import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  aCalendarGuest,
  type CalendarApp,
  type CalendarGuest,
  startCalendarApp,
} from "#/testing/fakes/calendar-app.ts";
import { calendarEntry, tomorrow } from "#/testing/mailboxes/calendar-mail.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { startRadicale } from "#/testing/fakes/radicale.ts";

const hourMs = 3600_000;

describe.each(bothEngines)("calendars, on %s", (engine) => {
  let stage: CalendarApp;
  let guest: CalendarGuest;
  beforeAll(async () => {
    stage = await startCalendarApp(engine);
  });
  afterAll(async () => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    guest = await aCalendarGuest(stage);
  });

  it("receive an accepted event once, after the response was sent, without alarms, attachments or RSVP", async () => {
    const { ben, connected, came, answer, deliver, entries, stateOf } = guest;
    const id = await connected();
    const emailId = await came({
      lines: [
        "ATTACH:https://example.net/a",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT5M",
        "END:VALARM",
      ],
    });
    await answer(emailId, "accepted");
    await deliver(id);
    const [entry = "", ...more] = await entries();
    expect(more).toEqual([]);
    const unfolded = entry.replaceAll(/\r?\n[ \t]/g, "");
    expect(unfolded).toMatch(/ORGANIZER;[^\n]*SCHEDULE-AGENT=CLIENT/);
    expect(unfolded).toMatch(/ATTENDEE;[^\n]*PARTSTAT=ACCEPTED/);
    expect(unfolded).not.toMatch(/METHOD|VALARM|ATTACH|RSVP/);
    expect(await stateOf(id)).toMatchObject({ state: "active", reason: "" });
    // Replays the delivery, as after a lost response of the calendar server.
    const { deliveries } = await ben.client.call("GET /integrations/{id}/deliveries", { id });
    const done = deliveries.find(({ state }) => state === "delivered");
    expect(done?.answer).toBe("Added to the calendar.");
    if (!done) return;
    await ben.client.call("POST /integrations/{id}/deliveries/{deliveryId}/replay", {
      id,
      deliveryId: done.id,
    });
    await deliver(id);
    expect(await entries()).toHaveLength(1);
  });

  if (!usualEngines.includes(engine)) return;

  it("are discovered from the address, chosen, and stored with an encrypted password", async () => {
    const { app } = stage;
    const { radicale } = stage;
    const { ben, login, connected, stateOf } = guest;
    const first = await ben.client.call("POST /calendars", login());
    expect(first.integration).toBeNull();
    expect(first.calendars.map(({ name }) => name).toSorted()).toEqual(["Home", "Work"]);
    const other = { ...login(), calendarUrl: "http://127.0.0.1:1/steal/" };
    expect((await ben.client.call("POST /calendars", other)).integration).toBeNull();
    const id = await connected();
    expect(await connected()).toBe(id);
    expect(await stateOf(id)).toMatchObject({
      kind: "calendar",
      name: "Work",
      state: "active",
      target: new URL(radicale.url).host,
    });
    const stored = await sql<{
      all: string;
    }>`select secret || config_json as "all" from integrations`.execute(
      app.database.reader as never,
    );
    expect(stored.rows.map((row) => row.all).join()).not.toContain(radicale.password);
    expect(await ben.client.call("POST /integrations/{id}/test", { id })).toMatchObject({
      isDelivered: true,
      answer: expect.stringMatching(/^It has /),
    });
  });

  it("reject unusable addresses and passwords with a clear message", async () => {
    const { radicale } = stage;
    const { ben, login } = guest;
    const wrong = { ...login(), password: "wrong" };
    expect(await ben.client.refusal("POST /calendars", wrong)).toMatchObject({
      code: "calendar.refused",
    });
    for (const address of [
      "http://127.0.0.1:9/",
      "https://10.0.0.1/",
      "inside.example",
      radicale.url.replace("//", `//${radicale.user}:${radicale.password}@`),
      "no such",
    ]) {
      const asked = { ...login(), address };
      expect(await ben.client.refusal("POST /calendars", asked)).toMatchObject({
        code: "calendar.unreachable",
      });
    }
  });

  it("keep one entry when another program added it first, under its existing name", async () => {
    const { radicale } = stage;
    const { uid, connected, came, answer, deliver, entries } = guest;
    const id = await connected();
    const emailId = await came();
    const lines = ["ORGANIZER:mailto:Ann@example.net"];
    const theirs = calendarEntry({ uid, title: "Theirs", start: tomorrow(), lines });
    await radicale.write("work", "theirs.ics", theirs);
    await answer(emailId, "tentative");
    await deliver(id);
    const [entry = "", ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toContain("SUMMARY:Budget");
    expect(entry.replaceAll(/\r?\n[ \t]/g, "")).toMatch(/PARTSTAT=TENTATIVE/);
  });

  it("follow the organizer's changes and cancellations, and no other sender's", async () => {
    const { connected, came, answer, deliver, entries } = guest;
    const id = await connected();
    await answer(await came(), "accepted");
    await deliver(id);
    await came({ from: "Eve <eve@example.com>", method: "CANCEL", sequence: 3 });
    await deliver(id);
    expect(await entries()).toHaveLength(1);
    await came({ sequence: 1, title: "Budget, later", start: tomorrow() + hourMs });
    await deliver(id);
    const [entry = "", ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toContain("SUMMARY:Budget\\, later");
    expect(entry.replaceAll(/\r?\n[ \t]/g, "")).toMatch(/PARTSTAT=NEEDS-ACTION/);
    await came({ method: "CANCEL", sequence: 2 });
    await deliver(id);
    expect(await entries()).toEqual([]);
  });

  it("keep the user's alarms and properties when the organizer changes the event", async () => {
    const { radicale } = stage;
    const { uid, connected, came, answer, deliver, entries } = guest;
    const id = await connected();
    const lines = [
      "ORGANIZER:mailto:ann@example.net",
      "CATEGORIES:Boats",
      "TRANSP:TRANSPARENT",
      "X-MOZ-SNOOZE:mine",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:Soon",
      "TRIGGER:-PT25M",
      "END:VALARM",
    ];
    await radicale.write(
      "work",
      "own.ics",
      calendarEntry({
        uid,
        title: "Budget",
        start: tomorrow(),
        // The organizer's event no longer has this property.
        lines: [...lines, "X-GOOGLE-CONFERENCE:https://old.example"],
      }),
    );
    await answer(await came(), "accepted");
    await deliver(id);
    const start = tomorrow() + hourMs;
    const changes = [
      "CLASS:CONFIDENTIAL",
      "TRANSP:OPAQUE",
      "BEGIN:VALARM",
      "TRIGGER:-PT5M",
      "END:VALARM",
    ];
    await came({ sequence: 1, title: "Budget, later", start, lines: changes });
    await deliver(id);
    const [entry = ""] = await entries();
    expect(entry).toContain("SUMMARY:Budget\\, later");
    for (const line of lines.slice(1)) expect(entry).toContain(line);
    expect(entry).not.toMatch(/OPAQUE|-PT5M|old\.example/);
    expect(entry).toContain("CLASS:CONFIDENTIAL");
    // Properties that the organizer sends again unchanged do not overwrite the user's; changed ones do.
    await came({ sequence: 2, title: "Budget, last", start, lines: changes });
    await deliver(id);
    expect((await entries())[0]).toContain("TRANSP:TRANSPARENT");
    await came({ sequence: 3, title: "Budget, last", start, lines: ["CLASS:PUBLIC"] });
    await deliver(id);
    const [last = ""] = await entries();
    expect(last).toMatch(/CLASS:PUBLIC[^]*TRANSP:TRANSPARENT|TRANSP:TRANSPARENT[^]*CLASS:PUBLIC/);
    expect(last).toContain("CATEGORIES:Boats");
  });

  it("lose an event that is declined later", async () => {
    const { connected, came, answer, deliver, entries } = guest;
    const id = await connected("Home");
    const emailId = await came();
    await answer(emailId, "accepted");
    await deliver(id);
    expect(await entries("home")).toHaveLength(1);
    await answer(emailId, "declined");
    await deliver(id);
    expect(await entries("home")).toEqual([]);
  });

  it("report what conflicts with an invitation", async () => {
    const { radicale } = stage;
    const { ben, uid, connected, came } = guest;
    await connected();
    const start = tomorrow() + 5 * hourMs;
    const entry = (title: string, lines: string[] = []) =>
      calendarEntry({
        uid: `${title}-${uid}`,
        title,
        start: start - 7 * 24 * hourMs,
        lines: ["RRULE:FREQ=WEEKLY", ...lines],
      });
    await radicale.write("work", "dentist.ics", entry("Dentist"));
    await radicale.write("work", "free.ics", entry("Holiday", ["TRANSP:TRANSPARENT"]));
    const emailId = await came({ start });
    const { busy, unreachable } = await ben.client.call("GET /email/{emailId}/invitation/busy", {
      emailId,
    });
    expect(busy).toMatchObject([
      { title: "Dentist", start: { at: new Date(start).toISOString() } },
    ]);
    expect(unreachable).toEqual([]);
  });

  it("receive nothing while paused, and report a changed password and stop requests", async () => {
    const { radicale } = stage;
    const { ben, uid, connected, came, answer, deliver, entries, stateOf } = guest;
    const id = await connected();
    await ben.client.call("PATCH /integrations/{id}", { id, state: "paused" });
    await answer(await came(), "accepted");
    await deliver(id);
    expect(await entries()).toEqual([]);
    await ben.client.call("PATCH /integrations/{id}", { id, state: "active" });
    const before = radicale.password;
    await radicale.changePassword("another");
    try {
      await answer(await came({ uid: `again.${uid}` }), "accepted");
      await deliver(id);
      expect(await stateOf(id)).toMatchObject({
        state: "revoked",
        reason: "The calendar's server no longer accepts the password.",
      });
    } finally {
      await radicale.changePassword(before);
    }
    expect(await connected()).toBe(id);
    expect(await stateOf(id)).toMatchObject({ state: "active" });
  });

  it("are retried when they do not respond, and the card reports that it could not check", async () => {
    const { ben, login, came, answer, deliver, stateOf, stateInCalendar } = guest;
    const own = await startRadicale();
    try {
      const { calendars } = await ben.client.call("POST /calendars", {
        ...login(),
        address: own.url,
      });
      const calendarUrl = calendars.find((one) => one.name === "Work")?.url ?? "";
      const { integration } = await ben.client.call("POST /calendars", {
        ...login(),
        address: own.url,
        calendarUrl,
      });
      if (!integration) throw new Error("It was not connected.");
      await own.stop();
      const emailId = await came();
      await answer(emailId, "accepted");
      await deliver(integration.id);
      expect(await stateOf(integration.id)).toMatchObject({
        state: "failed",
        reason: "The calendar's server could not be reached.",
      });
      const there = await stateInCalendar(emailId);
      expect(there).toMatchObject({
        name: "Work",
        state: "retrying",
        reason: "The calendar's server could not be reached.",
      });
      // Requests the replay, like "Try again" on the card.
      if (!there) throw new Error("The card says nothing of the calendar.");
      const { delivery } = await ben.client.call(
        "POST /integrations/{id}/deliveries/{deliveryId}/replay",
        { id: there.integrationId, deliveryId: there.deliveryId },
      );
      expect(delivery).toMatchObject({ state: "waiting", attempts: 0 });
      expect(await stateInCalendar(emailId)).toMatchObject({ state: "waiting" });
      const calendar = await ben.client.call("GET /email/{emailId}/invitation/busy", { emailId });
      expect(calendar).toEqual({ busy: [], unreachable: ["Work"] });
    } finally {
      await own[Symbol.asyncDispose]();
    }
  });
});
