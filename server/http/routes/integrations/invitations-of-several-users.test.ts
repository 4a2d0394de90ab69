import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tomorrow } from "#/testing/mailboxes/calendar-mail.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { aGuest, type Guest } from "#/testing/factories/guest.ts";
import { startMailApp } from "#/testing/apps/mail-app.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("invitations with several participants, on %s", (engine) => {
  let app: RealApp;
  let guest: Guest;
  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(async () => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    guest = await aGuest(app);
  });

  it("are either moved or kept when a guest's counterproposal is accepted and declined concurrently", async () => {
    const { ben, self, came } = guest;
    const call = "POST /email/{emailId}/invitation/counter";
    const attendees = ["CN=Cleo:mailto:cleo@example.net"];
    for (let n = 0; n < 3; n++) {
      const uid = `both-${n}@example.net`;
      const ours = { uid, from: `Ben <${self}>`, organiser: self, attendees };
      await came({ ...ours, to: "cleo@example.net" }, { isOwn: true });
      const emailId = await came({
        uid,
        organiser: self,
        attendees,
        method: "COUNTER" as const,
        from: "Cleo <cleo@example.net>",
        start: tomorrow() + 3 * 3600_000,
      });
      const answers = await Promise.all([
        ben.client.send(call, { emailId, answer: "accepted" }),
        ben.client.send(call, { emailId }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  if (!usualEngines.includes(engine)) return;

  it("with the same id answer each organizer, and for each address that was invited", async () => {
    const { self, came, read, answer, aSecondAddress, outgoing } = guest;
    const first = await came();
    const stranger = await came({ from: "Eve <eve@example.com>", organiser: "eve@example.com" });
    const second = await answer(stranger, "accepted");
    expect((await read(first)).answer).toBeNull();
    const again = await answer(first, "accepted");
    expect(again.id).not.toBe(second.id);
    const other = await aSecondAddress();
    const toOther = await came({ attendees: [`CN=Ben:mailto:${other}`] });
    expect(await read(toOther)).toMatchObject({ answer: null, answersAs: other });
    await answer(toOther, "accepted");
    const sent = (await outgoing()).map((row) => JSON.parse(row.envelope_json));
    expect(sent).toHaveLength(3);
    expect(sent).toEqual(
      expect.arrayContaining([
        { from: self, to: ["eve@example.com"] },
        { from: self, to: ["ann@example.net"] },
        { from: other, to: ["ann@example.net"] },
      ]),
    );
  });

  it("send an answer once when it is given again after a failed delivery", async () => {
    const { ben, came, read, answer, outgoing } = guest;
    const emailId = await came();
    const first = await answer(emailId, "accepted");
    await app.execute("outbox.sending", { id: first.id, attempt: 1 });
    await app.execute("outbox.settle", { id: first.id, attempt: 1, state: "failed", error: "No." });
    expect(await read(emailId)).toMatchObject({ answer: { state: "failed" } });
    const second = await answer(emailId, "accepted");
    expect(second.id).not.toBe(first.id);
    const again = { id: first.id, decision: "send_again" } as const;
    expect(await ben.client.refusal("POST /email/outbox/{id}/resolve", again)).toMatchObject({
      code: "send.too_late",
    });
    const queued = (await outgoing()).filter(({ state }) => state === "queued");
    expect(queued.map(({ id }) => id)).toEqual([second.id]);
  });

  it("are canceled only by a message that is verified to be the organizer's", async () => {
    const { self, came, read } = guest;
    const second = await came();
    const forged = await came({ from: "Eve <eve@example.com>", method: "CANCEL", sequence: 9 });
    // A cancellation by another sender cancels nothing, on its own card either.
    expect(await read(forged)).toMatchObject({ state: "current" });
    const organisers = { method: "CANCEL", sequence: 9 } as const;
    for (const from of ["Ann <ann@example.net>, Eve <eve@example.com>", `Ben <${self}>`]) {
      await came({ ...organisers, from }, { isOwn: from.includes(self) });
    }
    const results = "mx.example.org; dmarc=fail (p=reject) header.from=example.net";
    await came({ ...organisers, headers: [`Authentication-Results: ${results}`] });
    await came(organisers, { isSpam: true });
    expect(await read(second)).toMatchObject({ state: "current" });
  });

  it("with a counterproposal show its time, and one message declines it", async () => {
    const { ben, self, came, read } = guest;
    const uid = "moved@example.net";
    const ours = { uid, from: `Ben <${self}>`, organiser: self };
    const guests = ["CN=Cleo:mailto:cleo@example.net"];
    await came({ ...ours, to: "cleo@example.net", attendees: guests }, { isOwn: true });
    const start = tomorrow() + 3 * 3600_000;
    const theirs = { ...ours, method: "COUNTER" as const, start, attendees: guests };
    const emailId = await came({ ...theirs, from: "Cleo <cleo@example.net>" });
    const counter = {
      start: { at: new Date(tomorrow()).toISOString() },
      canDecline: true,
      declined: null,
      canAccept: true,
      accepted: null,
    };
    expect(await read(emailId)).toMatchObject({
      kind: "counter",
      start: { at: new Date(start).toISOString() },
      counter,
    });
    const call = "POST /email/{emailId}/invitation/counter";
    const decline = (undoSeconds = 0) => ben.client.call(call, { emailId, undoSeconds });
    const first = await decline(30);
    expect(await read(emailId)).toMatchObject({
      counter: { canDecline: false, declined: "queued" },
    });
    await ben.client.call("DELETE /email/outbox/{id}", { id: first.id });
    expect(await read(emailId)).toMatchObject({ counter });
    const [one, other] = await Promise.all([decline(), decline()]);
    expect(one.id).toBe(other.id);
    expect(one.id).not.toBe(first.id);
    const row = await app.database.reader
      .selectFrom("outbox")
      .select(["raw", "envelope_json"])
      .where("user_id", "=", ben.user.id)
      .where("id", "=", one.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.envelope_json)).toEqual({ from: self, to: ["cleo@example.net"] });
    const raw = Buffer.from(row.raw)
      .toString()
      .replaceAll(/\r?\n[ \t]/g, "");
    expect(raw).toMatch(/Content-Type: text\/calendar;[^\n]*method=DECLINECOUNTER/i);
    for (const line of ["METHOD:DECLINECOUNTER", `UID:${uid}`, "SEQUENCE:0"]) {
      expect(raw).toContain(line);
    }
    expect(raw).toMatch(/ATTENDEE;[^\n]*:mailto:cleo@example.net/);
    expect(raw).not.toMatch(/DTSTART/);

    // An uninvited sender proposes nothing, and the user does not decide about another organizer's event.
    const stranger = await came({ ...theirs, from: "Eve <eve@example.com>" });
    const notOurs = await came({ ...theirs, uid: "x@example.net", organiser: "ann@example.net" });
    for (const closed of [stranger, notOurs]) {
      expect(await ben.client.refusal(call, { emailId: closed })).toMatchObject({
        code: "invitation.closed",
      });
    }
  });

  it("with a counterproposal cannot be moved if the invitation was not sent from here or the sender is not a guest", async () => {
    const { self, came, read, outgoing } = guest;
    const before = (await outgoing()).length;
    const cleo = "CN=Cleo:mailto:cleo@example.net";
    const ours = { from: `Ben <${self}>`, organiser: self, attendees: [cleo] };
    const counter = { organiser: self, method: "COUNTER" as const, start: tomorrow() + 3600_000 };
    const from = "Cleo <cleo@example.net>";
    // Any sender can write such a From.
    await came({ ...ours, uid: "forged@example.net" }, { isForged: true });
    const toForged = { ...counter, uid: "forged@example.net", attendees: [cleo], from };
    expect((await read(await came(toForged))).counter).toMatchObject({ canAccept: false });
    const uid = "own@example.net";
    await came({ ...ours, uid }, { isOwn: true });
    const eve = { attendees: ["CN=Eve:mailto:eve@example.com"], from: "Eve <eve@example.com>" };
    expect(await read(await came({ ...counter, ...eve, uid }))).toMatchObject({
      isFromStranger: true,
      counter: { canAccept: false, canDecline: false },
    });
    const ahead = { ...counter, uid, attendees: [cleo], from, sequence: 2_147_483_646 };
    expect((await read(await came(ahead))).counter).toMatchObject({ canAccept: false });
    const inTime = await came({ ...counter, uid, attendees: [cleo], from });
    expect((await read(inTime)).counter).toMatchObject({ canAccept: true });
    await came({ ...ours, uid, method: "CANCEL", sequence: 1 }, { isOwn: true });
    expect((await read(inTime)).counter).toMatchObject({ canAccept: false });
    expect(await outgoing()).toHaveLength(before);
  });

  it("with a counterproposal are moved for all guests by one message", async () => {
    const { ben, self, came, read } = guest;
    const uid = "tomove@example.net";
    const ours = { uid, from: `Ben <${self}>`, organiser: self };
    const guests = [
      "CN=Cleo;PARTSTAT=ACCEPTED:mailto:cleo@example.net",
      "CN=Dan;PARTSTAT=DECLINED:mailto:dan@example.net",
      `CN=Ben;PARTSTAT=ACCEPTED:mailto:${self}`,
    ];
    const lines = ["LOCATION:Harbour office", "BEGIN:VALARM", "ACTION:DISPLAY", "END:VALARM"];
    const to = "cleo@example.net";
    await came({ ...ours, to, attendees: guests, sequence: 2, lines }, { isOwn: true });
    const start = tomorrow() + 3 * 3600_000;
    const theirs = { uid, organiser: self, method: "COUNTER" as const, start, sequence: 2 };
    const cleo = { from: "Cleo <cleo@example.net>", attendees: [guests[0] ?? ""] };
    const emailId = await came({ ...theirs, ...cleo });
    const call = "POST /email/{emailId}/invitation/counter";
    const accept = (undoSeconds = 0) =>
      ben.client.call(call, { emailId, answer: "accepted", undoSeconds });
    const first = await accept(30);
    expect(await read(emailId)).toMatchObject({
      counter: { canAccept: false, canDecline: false, accepted: "queued", declined: null },
    });
    expect(await ben.client.refusal(call, { emailId })).toMatchObject({
      code: "invitation.closed",
    });
    await ben.client.call("DELETE /email/outbox/{id}", { id: first.id });
    expect(await read(emailId)).toMatchObject({ counter: { canAccept: true, accepted: null } });
    const [one, other] = await Promise.all([accept(), accept()]);
    expect(one.id).toBe(other.id);
    const row = await app.database.reader
      .selectFrom("outbox")
      .select(["raw", "envelope_json"])
      .where("user_id", "=", ben.user.id)
      .where("id", "=", one.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.envelope_json)).toEqual({
      from: self,
      to: ["cleo@example.net", "dan@example.net"],
    });
    const raw = Buffer.from(row.raw)
      .toString()
      .replaceAll(/\r?\n[ \t]/g, "");
    expect(raw).toMatch(/Content-Type: text\/calendar;[^\n]*method=REQUEST/i);
    const at = (ms: number) =>
      `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
    for (const line of [
      "METHOD:REQUEST",
      `UID:${uid}`,
      "SEQUENCE:3",
      "LOCATION:Harbour office",
      `DTSTART:${at(start)}`,
      `DTEND:${at(start + 3600_000)}`,
    ]) {
      expect(raw).toContain(line);
    }
    // All guests but the organizer are asked again.
    expect(raw).toMatch(/ATTENDEE;[^\n]*PARTSTAT=NEEDS-ACTION[^\n]*:mailto:cleo@example\.net/);
    expect(raw).toMatch(/ATTENDEE;[^\n]*PARTSTAT=NEEDS-ACTION[^\n]*:mailto:dan@example\.net/);
    expect(raw).toContain(`PARTSTAT=ACCEPTED:mailto:${self}`);
    expect(raw).not.toMatch(/VALARM|COUNTER/);
    // A later proposal of another guest creates another version.
    const dan = { from: "Dan <dan@example.net>", attendees: [guests[1] ?? ""] };
    const later = await came({ ...theirs, ...dan, start: start + 3600_000 });
    await ben.client.call(call, { emailId: later, answer: "accepted" });
    const moves = await app.database.reader
      .selectFrom("calendar_moves")
      .select(["sequence", "number"])
      .where("user_id", "=", ben.user.id)
      .orderBy("sequence")
      .orderBy("number")
      .execute();
    expect(moves).toMatchObject([
      { sequence: 3, number: 1 },
      { sequence: 3, number: 2 },
      { sequence: 4, number: 1 },
    ]);
  });

  it("cannot be moved if they recur, were declined, or were not sent from here", async () => {
    const { ben, self, came, read } = guest;
    const call = "POST /email/{emailId}/invitation/counter";
    const start = tomorrow() + 3 * 3600_000;
    const attendees = ["CN=Cleo:mailto:cleo@example.net"];
    const counter = {
      method: "COUNTER" as const,
      from: "Cleo <cleo@example.net>",
      start,
      attendees,
    };
    const ours = { from: `Ben <${self}>`, organiser: self, attendees };
    const closed = async (uid: string) => {
      const emailId = await came({ ...counter, organiser: self, uid });
      expect(await read(emailId)).toMatchObject({ counter: { canAccept: false } });
      const request = { emailId, answer: "accepted" as const };
      expect(await ben.client.refusal(call, request)).toMatchObject({ code: "invitation.closed" });
    };
    const weekly = { ...ours, uid: "weekly@example.net", lines: ["RRULE:FREQ=WEEKLY"] };
    await came({ ...weekly, to: "cleo@example.net" }, { isOwn: true });
    await closed(weekly.uid);
    await closed("elsewhere@example.net");
    const uid = "declined@example.net";
    await came({ ...ours, uid, to: "cleo@example.net" }, { isOwn: true });
    const emailId = await came({ ...counter, organiser: self, uid });
    await ben.client.call(call, { emailId });
    expect(await ben.client.refusal(call, { emailId, answer: "accepted" })).toMatchObject({
      code: "invitation.closed",
    });
  });
});
