import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { AccountId } from "@inlet/contract/ids.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { usualPreferences as usual } from "@inlet/contract/mail/default-preferences.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(usualEngines)("preferences, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-preferences-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const read = async ({ client }: SignedUpUser) =>
    (await client.call("GET /user/preferences", {})).preferences;
  const save = async ({ client }: SignedUpUser, chosen: Partial<MailPreferences>) =>
    client.call("PUT /user/preferences", chosen);

  it("are the defaults at first, store each choice, and reach every tab", async () => {
    const [anna, ben] = [await signUpUser(app.origin, "Anna"), await signUpUser(app.origin, "Ben")];
    expect(await read(anna)).toEqual(usual);
    const events = await readEvents(app.origin, anna.token);
    await events.next();
    await save(anna, { undoSeconds: 30 });
    await save(anna, { readReceipts: "never" });
    expect((await events.next())?.data).toEqual({
      kind: "settings.changed",
      ids: ["preferences"],
    });
    events.close();
    expect(await read(anna)).toEqual({ ...usual, undoSeconds: 30, readReceipts: "never" });
    expect(await read(ben)).toEqual(usual);
  });

  it("store every option", async () => {
    const clara = await signUpUser(app.origin, "Clara");
    const chosen: MailPreferences = {
      undoSeconds: 0,
      readReceipts: "never",
      conversations: false,
      density: "compact",
      readingPane: "off",
      autoAdvance: "list",
      theme: "dark",
      locale: "en-XA",
      swipeRight: "read",
      swipeLeft: "none",
      splits: [
        { id: "1", name: "Boats", kind: "label", value: "boats" },
        { id: "2", name: "Harbour", kind: "sender", value: "@harbour.example" },
        { id: "3", name: "Money", kind: "category", value: "Finance" },
      ],
      sort: "oldest",
      resultOrder: "relevance",
      listSummaries: false,
      mailDark: "original",
      shortcuts: { isOn: false, map: { archive: "y", "go.inbox": "" } },
      notifications: {
        newMail: false,
        desktop: true,
        sound: true,
        detail: "none",
        onlyImportant: true,
        silentAccounts: [AccountId.parse("one")],
        securityAlerts: false,
        marketing: true,
        dailySummary: true,
        summaryByMail: false,
        summaryHour: 17,
        timeZone: "America/New_York",
        quietHours: { isOn: true, from: "23:30", to: "06:15" },
      },
    };
    expect((await save(clara, chosen)).preferences).toEqual(chosen);
    expect(await read(clara)).toEqual(chosen);
  });

  it("refuse values that are not offered", async () => {
    const dora = await signUpUser(app.origin, "Dora");
    const { notifications } = usual;
    const wrong: object[] = [
      { undoSeconds: 7 },
      { density: "tiny" },
      { splits: [{ id: "1", name: "Money", kind: "category", value: "Gold" }] },
      { shortcuts: { isOn: true, map: { "two words": "y" } } },
      { notifications: { ...notifications, timeZone: "Europe/Atlantis" } },
      { notifications: { ...notifications, summaryHour: 24 } },
      { notifications: { ...notifications, quietHours: { isOn: true, from: "24:00", to: "7" } } },
    ];
    for (const chosen of wrong) {
      const refused = dora.client.refusal("PUT /user/preferences", chosen);
      expect(await refused).toMatchObject({ status: 400, code: "input.invalid" });
    }
    expect(await read(dora)).toEqual(usual);
  });

  it("fall back part by part where stored values cannot be read", async () => {
    const emma = await signUpUser(app.origin, "Emma");
    // As another version may have written it: the command bus does not check stored values.
    const chosen = {
      density: "huge",
      sort: "oldest",
      splits: "all",
      conversations: 1,
      notifications: { sound: true, newMail: "often", quietHours: null, fax: true },
      shortcuts: [],
      unknown: { deep: true },
    };
    await app.execute("preferences.save", { userId: emma.user.id, chosen });
    expect(await read(emma)).toEqual({
      ...usual,
      sort: "oldest",
      notifications: { ...usual.notifications, sound: true },
    });
  });
});
