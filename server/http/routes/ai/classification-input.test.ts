import { type AccountId, type MessageId, UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMessages } from "#/ai/classify/read-messages.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { startMailApp } from "#/testing/apps/mail-app.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";

describe.each(usualEngines)("mail is read for classification, on %s", (engine) => {
  let app: RealApp;
  let userId: UserId;
  let accountId: AccountId;
  beforeAll(async () => {
    app = await startMailApp(engine);
    userId = UserId.parse((await signUpUser(app.origin, "Mia")).user.id);
    accountId = await anAccount(app.execute, userId, "mia@example.org");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  let uid = 0;
  async function arrives(
    message: NonNullable<Parameters<typeof aMessage>[0]>["message"],
  ): Promise<MessageId> {
    const [inbox] = await someFolders(app.execute, userId, accountId, ["inbox"]);
    if (!inbox) throw new Error("There is no inbox.");
    uid++;
    const [ingested] = await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: inbox.id,
      messages: [aMessage({ uid, message: { messageId: `${uid}@example.org`, ...message } })],
    });
    if (!ingested) throw new Error("It was not taken in.");
    return ingested.messageId;
  }

  test("with subject and sender as displayed, without invisible characters", async () => {
    const id = await arrives({
      subject: "Inv\u200boice\u202e 47\u00ad11",
      from: [{ name: "B\u2060illing", address: "billing@larkfield.example" }],
    });
    const read = await readMessages(app, userId, [id]);
    expect(read.get(id)?.mail).toMatchObject({
      subject: "Invoice 4711",
      from: { name: "Billing" },
      isCut: false,
    });
  });

  test("with pauses for other work, also for long messages", async () => {
    const html = "<p>Your <b>invoice</b> is ready.</p>".repeat(6000);
    const ids: MessageId[] = [];
    for (let each = 0; each < 20; each++) ids.push(await arrives({ html: `${html}${each}` }));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const read = await readMessages(app, userId, ids);
    isOver = true;
    expect(read.size).toBe(20);
    // With one yield for each message, the count would be about 20 to 40.
    expect(turns).toBeGreaterThan(200);
  });
});
