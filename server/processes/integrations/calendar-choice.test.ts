import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  aCalendarGuest,
  type CalendarApp,
  type CalendarGuest,
  startCalendarApp,
} from "#/testing/fakes/calendar-app.ts";
import { calendarEntry, tomorrow } from "#/testing/mailboxes/calendar-mail.ts";
import { usualEngines } from "#/testing/database/database.ts";

describe.each(usualEngines)("the calendar that receives accepted events, on %s", (engine) => {
  let stage: CalendarApp;
  let guest: CalendarGuest;
  beforeAll(async () => {
    stage = await startCalendarApp(engine);
  });
  afterAll(async () => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    guest = await aCalendarGuest(stage);
  });

  it("receives accepted events: the first calendar until the user chooses another, which moves no event", async () => {
    const { ben, uid, connected, came, answer, deliver, entries, stateInCalendar } = guest;
    const taker = async () => (await ben.client.call("GET /calendars/taker", {})).id;
    expect(await taker()).toBeNull();
    const work = await connected();
    const home = await connected("Home");
    const both = async () => {
      await deliver(home);
      await deliver(work);
    };
    expect(await taker()).toBe(work);
    const emailId = await came();
    await answer(emailId, "accepted");
    await both();
    expect(await entries("home")).toEqual([]);
    expect(await entries()).toHaveLength(1);
    expect(await stateInCalendar(emailId)).toMatchObject({
      name: "Work",
      state: "stands",
      reason: "",
    });

    stage.app.refuse.add("integration.change");
    expect((await ben.client.send("PUT /calendars/taker", { id: home })).status).toBe(500);
    stage.app.refuse.clear();
    expect(await taker()).toBe(work);
    await ben.client.call("PUT /calendars/taker", { id: home });
    expect(await taker()).toBe(home);
    expect(await connected("Home")).toBe(home);
    expect(await taker()).toBe(home);
    const changed = await came({ sequence: 1, title: "Budget, later" });
    await both();
    expect(await stateInCalendar(changed)).toMatchObject({ name: "Work", state: "stands" });
    await answer(changed, "tentative");
    await both();
    expect(await entries("home")).toEqual([]);
    const [kept = "", ...more] = await entries();
    expect(more).toEqual([]);
    expect(kept.replaceAll(/\r?\n[ \t]/g, "")).toMatch(/PARTSTAT=TENTATIVE/);
    const next = await came({ uid: `next.${uid}` });
    await answer(next, "accepted");
    await both();
    expect(await entries("home")).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
    expect(await stateInCalendar(next)).toMatchObject({ name: "Home", state: "stands" });

    const eve = await aCalendarGuest(stage);
    const hers = await eve.connected();
    expect(await ben.client.refusal("PUT /calendars/taker", { id: hers })).toMatchObject({
      code: "integration.not_found",
    });
    await ben.client.call("PATCH /integrations/{id}", { id: work, state: "paused" });
    expect(await ben.client.refusal("PUT /calendars/taker", { id: work })).toMatchObject({
      code: "integration.not_active",
    });
  });

  it("the card names the calendar that holds the event, or why it is missing there", async () => {
    const { radicale } = stage;
    const { uid, connected, came, answer, deliver, stateInCalendar } = guest;
    const id = await connected();
    const emailId = await came();
    expect(await stateInCalendar(emailId)).toBeNull();
    await answer(emailId, "accepted");
    expect(await stateInCalendar(emailId)).toMatchObject({
      integrationId: id,
      name: "Work",
      state: "waiting",
      reason: "",
    });
    await deliver(id);
    expect(await stateInCalendar(emailId)).toMatchObject({ name: "Work", state: "stands" });
    await answer(emailId, "declined");
    await deliver(id);
    expect(await stateInCalendar(emailId)).toBeNull();
    // Another organizer's event with that id.
    const other = `other.${uid}`;
    const theirs = calendarEntry({ uid: other, title: "Theirs", start: tomorrow() });
    await radicale.write("work", `other-${uid.split("@")[0]}.ics`, theirs);
    const second = await came({ uid: other });
    await answer(second, "accepted");
    await deliver(id);
    expect(await stateInCalendar(second)).toMatchObject({
      state: "failed",
      reason: "Left alone: the event in the calendar is from a different organizer.",
    });
  });
});
