import type { UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeBrief } from "#/ai/brief/compose-brief.ts";
import { leaveToken } from "#/base/unsubscribe-token.ts";
import { createLog } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { type ComposeBrief, dailyBrief } from "#/mail/notify/daily-brief.ts";
import { aBriefReader } from "#/testing/factories/brief-reader.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { startHostPost } from "#/testing/fakes/host-mail-server.ts";
import { startNotifying, type Notifications } from "#/testing/apps/push-trial.ts";

const hourMs = 3600_000;
const contract = "Hi Reader,\n\nCould you please send me the signed contract by Tuesday?\n\nGrace";

describe.each(usualEngines)("the message of the daily brief, on %s", (engine) => {
  let captured: Notifications;
  beforeAll(async () => {
    captured = await startNotifying(engine);
    // A Sunday, 11:00 in Berlin.
    captured.app.clock.time = Date.parse("2026-11-22T10:00:00Z");
  });
  afterAll(() => captured[Symbol.asyncDispose]());

  const ai = () => ({ ...captured.mail, log: createLog("silent") });
  const compose: ComposeBrief = (userId, period) => composeBrief(ai(), userId, period);

  it("is sent over SMTP with a link to unsubscribe, which a mail client follows at one click", async () => {
    const { person, userId, holds, choose } = await aBriefReader(captured);
    await choose({ summaryByMail: true });
    const { execute, database, clock, origin, signer } = captured.app;
    const box = createSecretBox(Buffer.alloc(32, 1));
    await using host = await startHostPost({ database, execute, clock, box });
    const post = { ...host.hostMail, leaveToken: (id: UserId) => leaveToken(signer, id) };
    const mail = { ...captured.mail, database, execute, clock };
    const announce = async () => {
      await expect(dailyBrief(mail, { post, compose }, userId)).rejects.toThrow(RetryAfter);
      host.notify();
    };
    clock.time += 24 * hourMs;
    await holds({ hoursAgo: 2, message: { subject: "Harbour office", text: contract } });
    await announce();
    const { raw } = await host.next(person.user.email);
    const header = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n\s+/g, " ");
    expect(header).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    const [, way = ""] =
      /^List-Unsubscribe: <https:\/\/inlet\.example(\/brief\/leave\/\S+)>$/m.exec(header) ?? [];
    // A GET of the address, as by scanners, unsubscribes nothing.
    const looked = await fetch(`${origin}${way}`, { redirect: "manual" });
    expect([looked.status, looked.headers.get("location")]).toEqual([
      303,
      "/app/settings?tab=notifications",
    ]);
    const click = (address: string) =>
      fetch(`${origin}${address}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
    const wants = async () =>
      (await person.client.call("GET /user/preferences", {})).preferences.notifications
        .summaryByMail;
    expect((await click(`${way}x`)).status).toBe(410);
    expect(await wants()).toBe(true);
    for (let time = 0; time < 2; time++) expect((await click(way)).status).toBe(200);
    expect(await wants()).toBe(false);
    const { preferences } = await person.client.call("GET /user/preferences", {});
    expect(preferences.notifications.dailySummary).toBe(true);
    clock.time += 24 * hourMs;
    await announce();
    expect(host.received.filter(({ to }) => to === person.user.email)).toHaveLength(1);
  });
});
