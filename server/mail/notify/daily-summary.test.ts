import type { MessageId } from "@inlet/contract/ids.ts";
import { usualPreferences } from "@inlet/contract/usual-preferences.ts";
import { expect, test } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { withDatabases } from "#/testing/database.ts";
import { openStore } from "#/testing/store.ts";
import { aMessage, anAccount, aUser, someFolders } from "#/testing/taken.ts";
import { choosePreferences } from "../preferences.ts";
import { dailySummary } from "./daily-summary.ts";

withDatabases((open) => {
  /** Somebody in Berlin who wants a summary at eight. */
  async function aReader() {
    const store = await openStore(open);
    const { door, database, clock } = store;
    const userId = await aUser(door, "ada@example.org");
    const accountId = await anAccount(door, userId);
    const folders = await someFolders(door, userId, accountId, ["inbox", "sent", "spam"]);
    const mail = { database, door, clock, publicUrl: "https://inlet.example" };
    const choose = (isOn: boolean, summaryHour = 8) => {
      const zone = { timeZone: "Europe/Berlin", summaryHour, dailySummary: isOn };
      const notifications = { ...usualPreferences.notifications, ...zone };
      return choosePreferences(mail as never, userId, { notifications });
    };
    let uid = 0;
    const holds = async (role: string, at: string, given: Parameters<typeof aMessage>[0] = {}) => {
      uid += 1;
      // No message is from the future.
      clock.at = Date.parse(at);
      const one = aMessage({ uid, internalDate: Date.parse(at), ...given });
      const folderId = folders.find((folder) => folder.role === role)?.id ?? ("" as never);
      const [taken] = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [one],
      });
      if (!taken) throw new Error("not taken in");
      return taken.messageId;
    };
    const prioritise = (messageId: MessageId) =>
      door("messages.change", { userId, messageIds: [messageId], change: { priority: "High" } });
    const sent: { to: string; subject: string; text: string; html: string }[] = [];
    const post = {
      isConfigured: true,
      send: async (letter: (typeof sent)[number]) => void sent.push(letter),
    };
    /** What the job does at this time, and how long it then waits. */
    const at = async (time: string): Promise<number | null> => {
      clock.at = Date.parse(time);
      return dailySummary(mail, post, userId).then(
        () => null,
        (error: unknown) => {
          if (error instanceof RetryAfter) return error.waitMs;
          throw error;
        },
      );
    };
    const jobs = async () => {
      const rows = await database.reader.selectFrom("jobs").select(["kind", "run_at"]).execute();
      return rows.filter(({ kind }) => kind === "daily-summary").map(({ run_at: due }) => due);
    };
    return { clock, choose, holds, prioritise, sent, post, at, jobs };
  }

  test("comes at the person's hour, once a day, with yesterday's counts and the unread mail", async () => {
    const { choose, holds, sent, at } = await aReader();
    await choose(true);
    // The day in Berlin is from 23:00 to 23:00 UTC.
    await holds("inbox", "2026-11-21T22:59:00Z");
    await holds("inbox", "2026-11-20T22:59:59Z", { flags: [String.raw`\Seen`] });
    await holds("inbox", "2026-11-20T23:00:00Z", { flags: [String.raw`\Seen`] });
    await holds("spam", "2026-11-21T12:00:00Z");
    await holds("sent", "2026-11-21T12:00:00Z", { isOwn: true, flags: [String.raw`\Seen`] });
    await holds("inbox", "2026-11-21T23:00:00Z", { flags: [String.raw`\Seen`] });
    const hostile = { subject: "<img src=x onerror=alert(1)>\r\nBcc: x@y" };
    const id = await holds("inbox", "2026-11-22T05:00:00Z", { message: hostile });
    expect(await at("2026-11-22T06:59:59Z")).toBe(1000);
    expect(sent).toEqual([]);
    const day = 24 * 3600_000;
    expect(await at("2026-11-22T07:00:00Z")).toBe(day);
    expect(await at("2026-11-22T07:00:01Z")).toBe(day - 1000);
    expect(sent).toHaveLength(1);
    const [letter] = sent;
    expect(letter).toMatchObject({
      to: "ada@example.org",
      subject: "Your email on Saturday 21 November",
    });
    expect(letter?.text).toContain("2 emails received, 1 sent.");
    expect(letter?.text).toContain("Unread in your inbox:");
    expect(letter?.text).toContain("- Grace Hopper: <img src=x onerror=alert(1)> Bcc: x@y");
    expect(letter?.text).toContain(`https://inlet.example/app?email=${id}`);
    expect(letter?.html).not.toContain("<img");
    await at("2026-11-23T07:00:00Z");
    expect(sent).toHaveLength(2);
  });

  test("names important mail alone where there is some", async () => {
    const { choose, holds, prioritise, sent, at } = await aReader();
    await choose(true);
    const when = "2026-11-21T10:00:00Z";
    const id = await holds("inbox", when, { message: { subject: "Berths" } });
    await holds("inbox", when, { message: { subject: "Plain" } });
    await prioritise(id);
    await at("2026-11-22T07:00:00Z");
    expect(sent[0]?.text).toContain("Important and unread:");
    expect(sent[0]?.text).toContain("Berths");
    expect(sent[0]?.text).not.toContain("Plain");
  });

  test("is sent again when it could not be handed over, and not long after its hour", async () => {
    const { choose, sent, post, at } = await aReader();
    await choose(true);
    const { send } = post;
    post.send = () => Promise.reject(new Error("no room"));
    await expect(at("2026-11-22T07:00:00Z")).rejects.toThrow("no room");
    post.send = send;
    await at("2026-11-22T07:05:00Z");
    expect(sent).toHaveLength(1);
    await at("2026-11-23T14:00:00Z");
    expect(sent).toHaveLength(1);
  });

  test("is not sent by a server without mail of its own, nor to who no longer wants it", async () => {
    const { choose, sent, post, at } = await aReader();
    await choose(true);
    post.isConfigured = false;
    expect(await at("2026-11-22T07:00:00Z")).toBe(24 * 3600_000);
    post.isConfigured = true;
    await choose(false);
    expect(await at("2026-11-23T07:00:00Z")).toBeNull();
    expect(sent).toEqual([]);
  });

  test("is queued for the next time its hour comes as soon as it is wanted", async () => {
    const { clock, choose, jobs } = await aReader();
    clock.at = Date.parse("2026-11-22T09:00:00Z");
    await choose(false);
    expect(await jobs()).toEqual([]);
    await choose(true);
    expect(await jobs()).toEqual([Date.parse("2026-11-23T07:00:00Z")]);
    await choose(true, 20);
    expect(await jobs()).toEqual([Date.parse("2026-11-22T19:00:00Z")]);
  });
});
