import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  aCalendarGuest,
  type CalendarApp,
  type CalendarGuest,
  startCalendarApp,
} from "#/testing/fakes/calendar-app.ts";
import { usualEngines } from "#/testing/database/database.ts";

const dayMs = 24 * 3600_000;

/** Returns the date this many days from now, in words and as ISO 8601. */
function dayIn(days: number): { words: string; day: string } {
  const date = new Date(Date.now() + days * dayMs);
  const words = new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(date);
  return { words, day: date.toISOString().slice(0, 10) };
}

describe.each(usualEngines)("meetings mentioned in mail, on %s", (engine) => {
  let stage: CalendarApp;
  let guest: CalendarGuest;
  const { words, day } = dayIn(20);
  const text = `Hello Ben, can we meet on ${words} at 14:00 in room 4? Best, Ann`;
  beforeAll(async () => {
    stage = await startCalendarApp(engine);
  });
  afterAll(async () => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    guest = await aCalendarGuest(stage);
  });
  const proposed = async (emailId: Awaited<ReturnType<CalendarGuest["wrote"]>>) =>
    (await guest.ben.client.call("GET /email/{emailId}/event", { emailId })).event;

  it("are proposed, but not beside an invitation and not from mail to many recipients", async () => {
    const { wrote, came } = guest;
    expect(await proposed(await wrote("Re: Keel laying", text))).toMatchObject({
      uid: expect.stringMatching(/^[0-9a-f]{32}@inlet$/),
      title: "Keel laying",
      place: "room 4",
      start: `${day}T14:00`,
      end: `${day}T15:00`,
    });
    expect(await proposed(await came())).toBeNull();
    const list = ["List-Unsubscribe: <https://example.net/leave>"];
    expect(await proposed(await wrote("Keel laying", text, list))).toBeNull();
    expect(await proposed(await wrote("Hello", "Nothing is planned at all."))).toBeNull();
  });

  it("are added to the chosen calendar once, and updated when they are added again", async () => {
    const { ben, connected, wrote, deliver } = guest;
    const id = await connected("Home");
    const emailId = await wrote("Keel laying", text);
    const title = `Keel, laid; by ${guest.uid}`;
    const event = {
      emailId,
      integrationId: id,
      title,
      place: "Room 4",
      startsAt: `${day}T13:00:00Z`,
      endsAt: `${day}T14:00:00Z`,
    };
    const entries = async () =>
      (await stage.radicale.events("home"))
        .map((ics) => ics.replaceAll(/\r?\n[ \t]/g, ""))
        .filter((ics) => ics.includes(guest.uid));
    await Promise.all([
      ben.client.call("POST /email/{emailId}/event", event),
      ben.client.call("POST /email/{emailId}/event", event),
    ]);
    await deliver(id);
    const [entry = "", ...more] = await entries();
    expect(more).toEqual([]);
    const stamp = day.replaceAll("-", "");
    // The same values as in the calendar file that the page offers.
    expect(entry).toContain(`UID:${(await proposed(emailId))?.uid}`);
    expect(entry).toContain(`DTSTART:${stamp}T130000Z`);
    expect(entry).toContain("SUMMARY:Keel\\, laid\\; by ");
    expect(entry).toContain("LOCATION:Room 4");
    expect(entry).not.toMatch(/ORGANIZER|ATTENDEE/);
    const later = { ...event, endsAt: `${day}T15:00:00Z` };
    await ben.client.call("POST /email/{emailId}/event", later);
    await deliver(id);
    const [changed = "", ...others] = await entries();
    expect(others).toEqual([]);
    expect(changed).toContain(`DTEND:${stamp}T150000Z`);
  });

  it("keep the user's changes in the calendar when they are added again", async () => {
    const { ben, connected, wrote, deliver } = guest;
    const { radicale } = stage;
    const id = await connected("Home");
    const title = `Keel by ${guest.uid}`;
    const times = { startsAt: `${day}T13:00:00Z`, endsAt: `${day}T14:00:00Z` };
    const emailId = await wrote("Keel laying", text);
    const event = { emailId, integrationId: id, title, place: "", ...times };
    await ben.client.call("POST /email/{emailId}/event", event);
    await deliver(id);
    const entries = async () =>
      (await radicale.events("home")).filter((ics) =>
        ics.replaceAll(/\r?\n[ \t]/g, "").includes(guest.uid),
      );
    const [entry = ""] = await entries();
    const uid = /UID:(\w+@inlet)/.exec(entry)?.[1] ?? "";
    const name = `${createHash("sha256").update(uid).digest("hex").slice(0, 40)}.ics`;
    await radicale.write("home", name, entry.replace("T140000Z", "T160000Z"));
    await ben.client.call("POST /email/{emailId}/event", { ...event, place: "Room 5" });
    await deliver(id);
    const [kept = "", ...more] = await entries();
    expect(more).toEqual([]);
    expect(kept).toContain("T160000Z");
    expect(kept).not.toContain("Room 5");
  });

  it("go into no other user's calendar, into none that is paused, and not backwards in time", async () => {
    const { ben, connected, wrote } = guest;
    const id = await connected();
    const emailId = await wrote("Keel laying", text);
    const event = {
      emailId,
      integrationId: id,
      title: "Keel",
      place: "",
      startsAt: `${day}T13:00:00Z`,
      endsAt: `${day}T14:00:00Z`,
    };
    const add = (request: typeof event, who = guest) =>
      who.ben.client.refusal("POST /email/{emailId}/event", request);
    const eve = await aCalendarGuest(stage);
    expect(await add(event, eve)).toMatchObject({ code: "message.not_found" });
    const own = { ...event, emailId: await eve.wrote("Keel laying", text) };
    expect(await add(own, eve)).toMatchObject({ code: "integration.not_found" });
    expect(await add({ ...event, endsAt: event.startsAt })).toMatchObject({ status: 400 });
    await ben.client.call("PATCH /integrations/{id}", { id, state: "paused" });
    expect(await add(event)).toMatchObject({ code: "integration.not_active" });
  });
});
