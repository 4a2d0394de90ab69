import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { IntegrationId } from "@inlet/contract/ids.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { Failure } from "#/base/failure.ts";
import type { MailActions } from "#/integrations/core/actions.ts";
import type { Delivering } from "#/integrations/core/deliver.ts";
import { feedArrived } from "#/integrations/core/event-feed.ts";
import { pollTelegram } from "#/integrations/telegram/updates.ts";
import { integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import type { Engine } from "#/store/engine/database.ts";
import { deliverNow, integrationContext } from "#/testing/apps/deliver-now.ts";
import { type ThreeMessages, threeMessages } from "#/testing/apps/mail-app.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { nowhereToSave } from "#/testing/factories/no-save-targets.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { startTelegram, type TelegramServer } from "./telegram.ts";
import { egressToLoopback } from "./web-egress.ts";

/** Alert rules that match all mail. */
export const everything = {
  priorities: [],
  categories: [],
  senders: [],
  labels: [],
  quietHours: true,
};

/** Sets up the app on this engine for a `describe`, and before each test a Telegram server that Inlet polls. */
export function telegramChats(engine: Engine) {
  let blobsDir = "";
  let app: RealApp;
  let telegram: TelegramServer;
  let follower: AsyncDisposable;
  const done: [string, object][] = [];
  const egress = egressToLoopback();
  /** Passed to the app before a test's server exists; filled in then. */
  const settings = { telegram: { token: "", apiUrl: "" }, slack: null, saving: nowhereToSave };

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { egress, integrations: settings }),
    });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  beforeEach(async () => {
    telegram = await startTelegram();
    Object.assign(settings.telegram, { token: telegram.token, apiUrl: telegram.url });
    done.length = 0;
    follower = pollTelegram(core(), settings.telegram, actions);
  });
  afterEach(async () => {
    await follower[Symbol.asyncDispose]();
    await telegram[Symbol.asyncDispose]();
  });

  const actions = recordedActions(done);
  const core = () => integrationContext(app, egress);

  async function queue({ userId, ids }: ThreeMessages) {
    const [messageId] = ids;
    if (messageId === undefined) throw new Error("There is no message.");
    await feedArrived(core(), { userId, messageId, isQuiet: false });
    return messageId;
  }

  async function deliverAlert(own: ThreeMessages, integrationId: IntegrationId, how?: Delivering) {
    await queue(own);
    const which = { userId: own.userId, integrationId };
    return deliverNow(core(), integrationAdapters(core(), settings), which, how);
  }

  const alerts = (): TelegramServer["sentMessages"] =>
    telegram.sentMessages.filter(({ buttons }) => buttons.includes("archive"));
  const plain = (text = "") => text.replaceAll("\u2060", "");

  return {
    done,
    settings,
    actions,
    core,
    connected: () => connectedUser(app, telegram),
    queue,
    deliverAlert,
    alerts,
    plain,
    get app() {
      return app;
    },
    get telegram() {
      return telegram;
    },
    get follower() {
      return follower;
    },
    set follower(next) {
      follower = next;
    },
  };
}

/** Returns actions that succeed, except for snoozing, and records those that change mail. */
function recordedActions(done: [string, object][]): MailActions {
  return {
    archive: async (action) => void done.push(["archive", action]),
    snooze: async () => {
      throw new Failure("message.not_found");
    },
    summarize: async () => "Ropes are wanted.\nSee evil.example.",
    recipients: async () => ["marta@harbour.example", "list@club.example"],
    reply: async (action) => {
      done.push(["reply", action]);
      return ["marta@harbour.example"];
    },
  };
}

/** Creates a user with a connected chat and all alerts. */
async function connectedUser(app: RealApp, telegram: TelegramServer) {
  const own = await threeMessages(app);
  const { client, password } = own.person;
  const { url } = await client.call("POST /telegram/link", { password });
  const code = new URL(url).searchParams.get("start") ?? "";
  const before = telegram.sentMessages.length;
  telegram.write(`/start ${code}`);
  await expect.poll(() => telegram.sentMessages[before]?.text).toMatch(/^This chat is connected/);
  const { integrations } = await client.call("GET /integrations", { kind: "telegram" });
  const id = integrations[0]?.id;
  if (id === undefined) throw new Error("Nothing was connected.");
  await client.call("PATCH /integrations/{id}", { id, alerts: everything });
  return { ...own, client, id, code };
}
