import type { Brief } from "@inlet/contract/ai/brief.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import { aBriefReader } from "#/testing/factories/brief-reader.ts";
import { bothEngines } from "#/testing/database/database.ts";
import type { SignedUpUser } from "#/testing/factories/user.ts";
import { startNotifying, type Notifications } from "#/testing/apps/push-trial.ts";

const hourMs = 3600_000;
const now = Date.parse("2026-11-22T10:00:00Z");

describe.each(bothEngines)("omissions of a brief, on %s", (engine) => {
  let captured: Notifications;
  beforeAll(async () => {
    captured = await startNotifying(engine);
  });
  afterAll(() => captured[Symbol.asyncDispose]());
  beforeEach(() => {
    captured.app.clock.time = now;
  });

  const aReader = () => aBriefReader(captured);
  const read = async (person: SignedUpUser): Promise<Brief> =>
    (await person.client.call("GET /brief", {})).brief;

  it("waits only for humans, and not in threads whose reminders are off or snoozed", async () => {
    const { person, userId, holds } = await aReader();
    const asks = (subject: string, to: string) =>
      holds({
        hoursAgo: 70,
        role: "sent",
        isOwn: true,
        message: {
          subject,
          text: "Hi,\n\nCould you tell me when the crane is repaired?\n\nReader",
          from: [{ name: "Reader", address: "me@example.org" }],
          to: [{ name: "", address: to }],
        },
      });
    const own = await ownAddressesOf(captured.app.database.reader, userId);
    await asks("Oneself", [...own][0] ?? "");
    await asks("Machine", "noreply@shop.example");
    const off = await asks("Off", "off@example.net");
    const later = await asks("Later", "later@example.net");
    await asks("Crane", "bob@example.net");
    const waits = async () => (await read(person)).waiting.lines.map(({ subject }) => subject);
    expect((await waits()).toSorted()).toEqual(["Crane", "Later", "Off"]);
    const rows = await getMessages(captured.app.database.reader, userId, [off, later]);
    for (const { id, thread_id: threadId } of rows) {
      const choice =
        id === off
          ? { putOffUntil: 0, isOff: true }
          : { putOffUntil: captured.app.clock.time + hourMs, isOff: false };
      await captured.app.execute("followUps.choose", { userId, threadId, ...choice });
    }
    expect(await waits()).toEqual(["Crane"]);
  });

  it("does not count a returned message as new", async () => {
    const { person, userId, holds } = await aReader();
    const old = await holds(
      { hoursAgo: 50, message: { subject: "Numbers", text: "It looks fine." } },
      "Updates",
    );
    expect((await read(person)).rest).toEqual([]);
    const [row] = await getMessages(captured.app.database.reader, userId, [old]);
    const items = row ? [{ threadId: row.thread_id, since: now }] : [];
    await captured.app.execute("followUps.return", { userId, items });
    expect((await read(person)).rest).toEqual([]);
  });

  it("notifies other pages once that it was seen", async () => {
    const { person, userId } = await aReader();
    const briefed = async () => {
      const rows = await captured.app.database.reader
        .selectFrom("changes")
        .select("kind")
        .where("user_id", "=", userId)
        .where("kind", "=", "settings.changed")
        .execute();
      return rows.length;
    };
    const before = await briefed();
    await person.client.call("POST /brief/seen", { day: "2026-11-22" });
    expect(await briefed()).toBe(before + 1);
    await person.client.call("POST /brief/seen", { day: "2026-11-22" });
    await person.client.call("POST /brief/seen", { day: "2026-11-21" });
    expect(await briefed()).toBe(before + 1);
  });
});
