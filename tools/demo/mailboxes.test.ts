import { describe, expect, test } from "vitest";
import { parseMessage } from "../../server/wire/mime/parse.ts";
import { demoMailboxes } from "./mailboxes.ts";

const now = Date.UTC(2026, 10, 18, 9);
const day = 86_400_000;
const demo = demoMailboxes({ seed: "demo", now });
const arriving = await Promise.all(
  demo
    .flatMap((mailbox) => mailbox.arriving)
    .map(async (mail) => ({ ...mail, parsed: await parseMessage(mail.raw) })),
);

describe("the demo's mailboxes", () => {
  test("receive recent mail in several languages in their inboxes", () => {
    expect(arriving.length).toBeGreaterThan(30);
    for (const { folder, date } of arriving) {
      expect(folder).toBe("INBOX");
      expect(date).toBeLessThanOrEqual(now);
      expect(date).toBeGreaterThan(now - 12 * day);
    }
    const subjects = arriving.map(({ parsed }) => parsed.subject);
    expect(subjects).toContain("Besuch am Wochenende");
    expect(subjects).toContain("Essai d'injection : résultats");
  });

  test("contain answers in their threads, and messages that wait for an answer", async () => {
    const sent = await Promise.all(
      demo
        .flatMap(({ mails: messages }) => messages)
        .filter(({ folder, date }) => folder === "Sent" && date > now - 9 * day)
        .map(({ raw }) => parseMessage(raw)),
    );
    const ids = new Set(arriving.map(({ parsed }) => parsed.messageId));
    expect(sent.filter(({ inReplyTo }) => ids.has(inReplyTo)).length).toBeGreaterThan(4);
    const waiting = sent.filter(
      ({ messageId, text }) =>
        text.includes("?") && !arriving.some(({ parsed }) => parsed.references.includes(messageId)),
    );
    expect(waiting.length).toBeGreaterThan(2);
  });

  test("come from reserved domains, and bulk mail offers to unsubscribe", () => {
    for (const { parsed } of arriving) {
      expect(parsed.from[0]?.address).toMatch(/\.(?:example|test)$|@example\.(?:com|net|org)$/);
    }
    const offers = arriving.filter(({ parsed }) => parsed.signs.unsubscribe !== undefined);
    expect(offers.length).toBeGreaterThan(4);
  });
});
