import { expect, test } from "vitest";
import { cleanMail } from "../text/clean-mail.ts";
import { findEvent } from "./find-event.ts";

/** A Monday, 10:00 UTC. */
const sent = new Date("2026-11-23T10:00:00Z");

function found(text: string, subject = "Harbour") {
  const mail = cleanMail({ subject, text, html: "" });
  return findEvent(mail, { sent, now: sent.getTime() });
}

test.each([
  [
    "Can we meet on Thursday 3 December at 14:00 in room 4?",
    "2026-12-03T14:00",
    "2026-12-03T15:00",
  ],
  [
    "The meeting is on Friday at 3pm, as agreed with the harbour.",
    "2026-11-27T15:00",
    "2026-11-27T16:00",
  ],
  [
    "Unsere Besprechung ist am Donnerstag, 3. Dezember um 14 Uhr im Hafen.",
    "2026-12-03T14:00",
    "2026-12-03T15:00",
  ],
  [
    "Das Treffen mit allen ist am Freitag von 10 bis 11 Uhr bei uns.",
    "2026-11-27T10:00",
    "2026-11-27T11:00",
  ],
  [
    "La réunion de toute notre équipe est jeudi 3 décembre de 14h à 15h30.",
    "2026-12-03T14:00",
    "2026-12-03T15:30",
  ],
  [
    "La reunión con todos los compañeros es el jueves 3 de diciembre a las 14:00.",
    "2026-12-03T14:00",
    "2026-12-03T15:00",
  ],
])("finds a meeting with an unambiguous date and time: %s", (text, start, end) => {
  expect(found(text)).toMatchObject({ start, end });
});

test.each([
  ["no hour", "Can we meet on Thursday 3 December?"],
  ["two times to choose from", "Can we meet on Thursday at 14:00? Friday at 10:00 is good too."],
  ["a weekday that is not that day", "Can we meet on Wednesday 3 December at 14:00?"],
  ["an hour that comes twice a day", "Can we meet on Friday at 3 in the harbour?"],
  ["a day that may be the same or in a week", "Can we meet on Monday at 14:00 in the harbour?"],
  ["a next day that may be of this week", "Let us meet next Friday at 14:00 in the harbour."],
  [
    "figures that stand the other way round elsewhere",
    "Let us meet on 3/12/2026 at 14:00 in the harbour.",
  ],
  ["a time of another zone", "The call is on Thursday 3 December at 14:00 EST for all of us."],
  ["what was", "The meeting was on Thursday 3 December at 14:00."],
  ["what is off", "The meeting on Thursday 3 December at 14:00 is cancelled."],
  ["what is called off", "The meeting on Thursday 3 December at 14:00 is called off."],
  ["what somebody skips", "I am unable to attend the meeting on Thursday 3 December at 14:00."],
  ["what is to be moved", "Please move the meeting of Thursday 3 December at 14:00 for us."],
  ["what is off in German", "Ich muss den Termin am 3. Dezember um 14 Uhr leider absagen."],
  ["the time of a place", "The call is on Thursday 3 December at 3 pm London time for all."],
  ["the time of a coast", "The call is on Thursday 3 December at 3 pm Eastern for all of us."],
  ["a deadline", "Please answer the meeting question by Thursday 3 December at 14:00."],
  ["no meeting", "The server restarts on Thursday 3 December at 14:00 for all users."],
  ["a date long ago", "The meeting is on 3 March 2025 at 14:00 in the harbour."],
])("proposes nothing for %s", (_case, text) => {
  expect(found(text)).toBeNull();
});

test.each([0, 3, 10, 14, 17, 20, 23])(
  "ignores times relative to a day, which is a different day elsewhere: sent at %i",
  (hour) => {
    const at = new Date(Date.UTC(2026, 10, 23, hour));
    for (const text of [
      "Lunch with the whole team tomorrow at noon?",
      "Shall we have lunch with the whole team today at 23:30?",
    ]) {
      const mail = cleanMail({ subject: "", text, html: "" });
      expect(findEvent(mail, { sent: at, now: at.getTime() })).toBeNull();
    }
  },
);

test('proposes nothing for "next" weekday if it is Monday already in some time zones', () => {
  const text = "Let us meet next Tuesday 10–11 and look at the plans.";
  const mail = cleanMail({ subject: "", text, html: "" });
  const sunday = new Date("2026-11-29T20:00:00Z");
  expect(findEvent(mail, { sent: sunday, now: sunday.getTime() })).toBeNull();
});

test.each([
  ["Cancelled: our lunch", "The meeting is on Thursday 3 December at 14:00 in room 4."],
  ["Keel", "The meeting is on Thursday 3 December at 14:00. I am unable to attend, sorry."],
  ["Keel", "We have to call it off. The meeting on Thursday 3 December at 14:00 was to be big."],
  ["Kiel", "Unser Treffen ist am Donnerstag, 3. Dezember um 14 Uhr. Ich muss es verschieben."],
  ["Kiel", "Das Treffen ist am Donnerstag, 3. Dezember um 14 Uhr. Ich sage es hiermit ab."],
  ["Quille", "La réunion est jeudi 3 décembre de 14h à 15h30. Nous devons la reporter."],
  ["Quilla", "La reunión es el jueves 3 de diciembre a las 14:00. Tenemos que aplazarla, cancelo."],
])("proposes nothing if the subject or another sentence cancels it: %s, %s", (subject, text) => {
  expect(found(text, subject)).toBeNull();
});

test("ignores times in another person's time zone, in either word order", () => {
  expect(found("Let us meet, your time, on Thursday 3 December at 14:00 in room 4.")).toBeNull();
  expect(found("Let us meet on Thursday 3 December at 3 pm your time in room 4.")).toBeNull();
  expect(found("Das Treffen ist am Donnerstag, 3. Dezember um 14 Uhr Londoner Zeit.")).toBeNull();
});

test("the title is the subject without reply prefixes", () => {
  const event = found(
    "Can we meet on Thursday 3 December at 14:00 in room 4?",
    "Re: AW: Keel laying",
  );
  expect(event).toMatchObject({ title: "Keel laying", place: "room 4" });
});

test("the next of a weekday is the one in the next week, if that is unambiguous", () => {
  const text = "Let us meet next Tuesday 10–11 and look at the plans.";
  const mail = cleanMail({ subject: "", text, html: "" });
  const friday = new Date("2026-11-27T10:00:00Z");
  expect(findEvent(mail, { sent: friday, now: friday.getTime() })).toMatchObject({
    start: "2026-12-01T10:00",
    end: "2026-12-01T11:00",
  });
  // Sent on a Monday, it may mean tomorrow or the Tuesday a week later.
  expect(found(text)).toBeNull();
});
