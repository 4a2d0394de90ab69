import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readSent, tomorrow } from "#/testing/mailboxes/calendar-mail.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { aGuest, type Guest } from "#/testing/factories/guest.ts";
import { startMailApp } from "#/testing/apps/mail-app.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";

const hourMs = 3600_000;

describe.each(usualEngines)("invitations, on %s", (engine) => {
  let app: RealApp;
  let guest: Guest;
  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(async () => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    guest = await aGuest(app);
  });

  it("are shown with their message, and only with a message that has one", async () => {
    const { ben, mailbox, self, came, read } = guest;
    const emailId = await came();
    const { email } = await ben.client.call("GET /email/preview/{emailId}", { emailId });
    expect(email.hasInvitation).toBe(true);
    const plain = { emailId: mailbox.messageId };
    const other = await ben.client.call("GET /email/preview/{emailId}", plain);
    expect(other.email.hasInvitation).toBeUndefined();
    expect(await ben.client.refusal("GET /email/{emailId}/invitation", plain)).toMatchObject({
      status: 404,
      code: "invitation.none",
    });
    expect(await read(emailId)).toMatchObject({
      kind: "request",
      title: "Budget",
      organiser: { name: "Ann", address: "ann@example.net" },
      isOrganiser: false,
      attendees: [{ name: "Ben", address: self, answer: "none", isSelf: true }],
      state: "current",
      isFromStranger: false,
      answer: null,
      canAnswer: true,
      answersAs: self,
      start: { at: new Date(tomorrow()).toISOString(), timeZone: "UTC" },
    });
  });

  it("are answered once, as the invited address, with a reply that the organizer's client understands", async () => {
    const { self, came, read, answer, outgoing } = guest;
    const emailId = await came({ sequence: 4, uid: "Four@example.net" });
    const both = await Promise.all([answer(emailId, "accepted"), answer(emailId, "accepted")]);
    expect(both[0].id).toBe(both[1].id);
    await answer(emailId, "accepted");
    const [sent, ...more] = await outgoing();
    expect(more).toEqual([]);
    expect(JSON.parse(sent?.envelope_json ?? "")).toEqual({ from: self, to: ["ann@example.net"] });
    const mail = await readSent(sent?.raw);
    expect(mail).toMatchObject({
      subject: "Accepted: Budget",
      from: [{ address: self }],
      to: [{ name: "Ann", address: "ann@example.net" }],
      calendar: {
        method: "reply",
        uid: "Four@example.net",
        sequence: 4,
        recurrenceId: "",
        organiser: { address: "ann@example.net" },
        attendees: [{ address: self, answer: "accepted" }],
        attendeesCount: 1,
      },
    });
    expect(mail.calendar?.stampedAt).toBe(Math.floor(app.clock.now() / 1000) * 1000);
    expect(mail.inReplyTo).not.toBe("");
    expect(mail.text).toContain("accepts this invitation");
    expect(await read(emailId)).toMatchObject({
      answer: { answer: "accepted", state: "queued", outboxId: both[0].id },
      attendees: [{ answer: "accepted", isSelf: true }],
    });
  });

  it("are answered differently by another message, and a canceled answer does not count", async () => {
    const { ben, came, read, answer, outgoing } = guest;
    const emailId = await came();
    await answer(emailId, "accepted");
    const no = await answer(emailId, "declined", 30);
    expect(await read(emailId)).toMatchObject({ answer: { answer: "declined" } });
    await ben.client.call("DELETE /email/outbox/{id}", { id: no.id });
    expect(await read(emailId)).toMatchObject({ answer: { answer: "accepted" } });
    const again = await answer(emailId, "declined");
    expect(again.id).not.toBe(no.id);
    const states = (await outgoing()).map(({ state }) => state);
    expect(states.toSorted()).toEqual(["cancelled", "queued", "queued"]);
  });

  it("return to their state before the first answer when it is canceled, and can be answered again", async () => {
    const { ben, came, read, answer, outgoing } = guest;
    const emailId = await came();
    const before = await read(emailId);
    const yes = await answer(emailId, "accepted", 30);
    const { state } = await ben.client.call("DELETE /email/outbox/{id}", { id: yes.id });
    expect(state).toBe("cancelled");
    expect(await read(emailId)).toEqual(before);
    const again = await answer(emailId, "accepted", 30);
    expect(again).toMatchObject({ state: "queued" });
    expect(again.id).not.toBe(yes.id);
    expect(await read(emailId)).toMatchObject({
      answer: { answer: "accepted", outboxId: again.id },
    });
    expect((await outgoing()).map((one) => one.state).toSorted()).toEqual(["cancelled", "queued"]);
  });

  it("for one date name that date in the answer", async () => {
    const { came, read, answer, outgoing } = guest;
    const start = tomorrow();
    const date = new Date(start - hourMs).toISOString();
    const lines = [`RECURRENCE-ID:${date.slice(0, 19).replaceAll(/[-:]/g, "")}Z`];
    const emailId = await came({ lines });
    await answer(emailId, "tentative");
    const [sent] = await outgoing();
    const { calendar } = await readSent(sent?.raw);
    expect(calendar).toMatchObject({
      recurrenceId: date,
      attendees: [{ answer: "tentative" }],
      start: { at: start },
    });
    expect(await read(emailId)).toMatchObject({ isOneDate: true });
  });

  it("go to the account when no address of the user is named, as with a list", async () => {
    const { self, came, read } = guest;
    const emailId = await came({
      to: "team@example.net",
      attendees: ["CN=Team:mailto:team@example.net"],
    });
    expect(await read(emailId)).toMatchObject({ canAnswer: true, answersAs: self });
  });

  it("are replaced by the organizer's later messages, and canceled only by the organizer", async () => {
    const { ben, came, read, answer } = guest;
    const first = await came();
    await answer(first, "accepted");
    const second = await came({ sequence: 1, start: tomorrow() + hourMs });
    expect(await read(first)).toMatchObject({
      state: "replaced",
      currentEmailId: second,
      canAnswer: false,
    });
    expect(
      await ben.client.refusal("POST /email/{emailId}/invitation", {
        emailId: first,
        answer: "declined",
      }),
    ).toMatchObject({
      status: 409,
      code: "invitation.closed",
    });
    // A new time needs a new answer.
    expect(await read(second)).toMatchObject({ answer: null, canAnswer: true });

    const forged = await came({ from: "Eve <eve@example.com>", method: "CANCEL", sequence: 9 });
    expect(await read(second)).toMatchObject({ state: "current" });
    expect(await read(forged)).toMatchObject({ kind: "cancelled", isFromStranger: true });
    const off = await came({ method: "CANCEL", sequence: 2 });
    expect(await read(second)).toMatchObject({
      state: "cancelled",
      currentEmailId: off,
      canAnswer: false,
    });
  });

  it("by the user show the guests' answers, but not answers that another sender gives for them", async () => {
    const { self, came, read } = guest;
    const own = { organiser: self, from: self, to: "ann@example.net", uid: "own@example.org" };
    const guests = ["CN=Ann:mailto:ann@example.net", "CN=Carl:mailto:carl@example.net"];
    const emailId = await came({ ...own, attendees: guests }, { isOwn: true });
    expect(await read(emailId)).toMatchObject({ isOrganiser: true, canAnswer: false });
    const answersAs = (who: string, answered: string, from = who) =>
      came({
        ...own,
        from,
        method: "REPLY",
        attendees: [`PARTSTAT=${answered}:mailto:${who}`],
        stampedAt: Date.now() + 1000,
        lines: ["COMMENT:Gladly"],
      });
    const reply = await answersAs("ann@example.net", "ACCEPTED");
    const forged = await answersAs("carl@example.net", "DECLINED", "eve@example.com");
    const shown = [{ answer: "accepted" }, { answer: "none" }];
    expect(await read(emailId)).toMatchObject({ attendees: shown });
    expect(await read(reply)).toMatchObject({
      kind: "reply",
      title: "Budget",
      reply: { address: "ann@example.net", answer: "accepted", comment: "Gladly" },
      attendees: shown,
      isFromStranger: false,
    });
    expect(await read(forged)).toMatchObject({ isFromStranger: true });
  });

  it("show conflicting events that the user accepted, including recurring ones", async () => {
    const { came, read, answer } = guest;
    const start = tomorrow();
    const weekly = await came({
      uid: "weekly@example.net",
      title: "Weekly",
      start: start - 7 * 24 * hourMs,
      hours: 2,
      lines: ["RRULE:FREQ=WEEKLY"],
    });
    await came({ uid: "unanswered@example.net", title: "Perhaps", start });
    const emailId = await came({ start: start + hourMs / 2 });
    expect((await read(emailId)).conflicts).toEqual([]);
    await answer(weekly, "accepted");
    expect((await read(emailId)).conflicts).toMatchObject([
      { title: "Weekly", start: { at: new Date(start).toISOString() }, emailId: weekly },
    ]);
    await came({ uid: "weekly@example.net", method: "CANCEL", sequence: 1, start });
    expect((await read(emailId)).conflicts).toEqual([]);
  });

  it("in the past or without an organizer cannot be answered", async () => {
    const { came, read } = guest;
    const past = await came({ start: Date.now() - 48 * hourMs, uid: "past@example.net" });
    expect(await read(past)).toMatchObject({ canAnswer: false });
  });

  it("are deleted with their message and with the user", async () => {
    const { ben, mailbox, came, answer } = guest;
    const emailId = await came();
    await answer(emailId, "accepted");
    const count = async (table: "calendar_messages" | "calendar_answers") =>
      (
        await app.database.reader
          .selectFrom(table)
          .select("message_id")
          .where("user_id", "=", ben.user.id)
          .execute()
      ).length;
    expect([await count("calendar_messages"), await count("calendar_answers")]).toEqual([1, 1]);
    await ben.client.call("DELETE /imap/{id}", { id: mailbox.accountId });
    expect([await count("calendar_messages"), await count("calendar_answers")]).toEqual([0, 0]);
  });
});
