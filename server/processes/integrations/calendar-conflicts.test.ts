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

describe.each(usualEngines)("calendars, on %s", (engine) => {
  let stage: CalendarApp;
  let guest: CalendarGuest;
  beforeAll(async () => {
    stage = await startCalendarApp(engine);
  });
  afterAll(async () => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    guest = await aCalendarGuest(stage);
  });

  it.each([
    ["the person's own", []],
    ["somebody else's", ["ORGANIZER:mailto:eve@example.com"]],
  ])(
    "keep an entry of %s when the user responds to an event with the same id",
    async (_whose, lines) => {
      const { radicale } = stage;
      const { ben, uid, connected, came, answer, deliver, entries } = guest;
      const id = await connected();
      const theirs = calendarEntry({ uid, title: "Theirs", start: tomorrow(), lines });
      await radicale.write("work", `${uid}.ics`, theirs);
      const emailId = await came();
      for (const choice of ["accepted", "declined"] as const) {
        await answer(emailId, choice);
        await deliver(id);
        expect(await entries()).toEqual([expect.stringContaining("SUMMARY:Theirs")]);
      }
      const { deliveries } = await ben.client.call("GET /integrations/{id}/deliveries", { id });
      expect(deliveries.map((one) => one.answer)).toContain(
        "Left alone: the event in the calendar is from a different organizer.",
      );
    },
  );

  it("keep an entry that is later than the answered invitation", async () => {
    const { radicale } = stage;
    const { uid, connected, came, answer, deliver, entries } = guest;
    const id = await connected();
    const lines = ["ORGANIZER:mailto:ann@example.net", "SEQUENCE:4"];
    const later = calendarEntry({ uid, title: "Later", start: tomorrow() + hourMs, lines });
    await radicale.write("work", `${uid}.ics`, later);
    const emailId = await came({ sequence: 3 });
    for (const choice of ["accepted", "declined"] as const) {
      await answer(emailId, choice);
      await deliver(id);
      expect(await entries()).toEqual([expect.stringContaining("SUMMARY:Later")]);
    }
  });

  it("are not changed by mail that is not proven to be from the organizer", async () => {
    const { connected, came, answer, deliver, entries } = guest;
    const id = await connected();
    await answer(await came(), "accepted");
    await deliver(id);
    const results = "mx.example.org; dmarc=fail (p=reject) header.from=example.net";
    const off = { method: "CANCEL", sequence: 3 } as const;
    await came({ ...off, headers: [`Authentication-Results: ${results}`] });
    await came({ ...off, from: "Ann <ann@example.net>, Eve <eve@example.com>" });
    await deliver(id);
    expect(await entries()).toHaveLength(1);
    await came(off);
    await deliver(id);
    expect(await entries()).toEqual([]);
  });

  it("keep an accepted event when a decline is canceled before it is sent", async () => {
    const { ben, connected, came, answer, deliver, entries } = guest;
    const id = await connected();
    const emailId = await came();
    await answer(emailId, "accepted");
    const decline = { emailId, answer: "declined", undoSeconds: 30 } as const;
    const no = await ben.client.call("POST /email/{emailId}/invitation", decline);
    await deliver(id);
    await ben.client.call("DELETE /email/outbox/{id}", { id: no.id });
    await deliver(id);
    expect(await entries()).toHaveLength(1);
  });
});
