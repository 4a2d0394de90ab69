import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { IntegrationId, type MessageId, type UserId } from "@inlet/contract/ids.ts";
import { createLog } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { deliverDue } from "#/integrations/core/deliver.ts";
import type { ReadBrief } from "#/integrations/core/adapter.ts";
import { feedArrived } from "#/integrations/core/event-feed.ts";
import { slackAdapter } from "#/integrations/slack/adapter.ts";
import type { Database, Engine } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import type { SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";
import type { SlackUser } from "./app-requests.ts";
import type { SlackServer } from "./slack-server.ts";

export interface SlackApp extends RealApp {
  /** Opens Slack's consent page and returns like a browser. Returns the query that Slack appended. */
  consent: (person: SignedUpUser, as: SlackUser) => Promise<string>;
  connect: (person: SignedUpUser, as: SlackUser) => Promise<void>;
  /** Connects, and has all new mail of the inbox posted in this channel. */
  follow: (person: SignedUpUser, as: SlackUser, channelId: string) => Promise<void>;
  /** Simulates the arrival and classification of a message. */
  arrives: (userId: UserId, messageId: MessageId) => Promise<void>;
  /** Runs the delivery jobs now; returns the milliseconds until the next retry. */
  deliver: (userId: UserId, through?: Execute) => Promise<number | null>;
}

/** Starts the app with mail, connected to this Slack. */
export async function startSlackApp(
  engine: Engine,
  slack: SlackServer,
  readBrief: ReadBrief = async () => null,
): Promise<SlackApp> {
  const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-slack-"));
  const egress = egressToLoopback();
  const settings = { ...slack.app, apiUrl: slack.apiUrl };
  const app = await startRealApp(engine, {
    context: (parts) =>
      testContext(parts, blobsDir, {
        egress,
        integrations: { slack: settings },
      }),
  });
  slack.announces(app.origin);
  const core = {
    database: app.database,
    execute: app.execute,
    clock: app.clock,
    egress,
    box: createSecretBox(Buffer.alloc(32, 1)),
    log: createLog("silent"),
    publicUrl: "https://inlet.example",
  };
  const adapters = [slackAdapter({ ...core, slack: settings }, readBrief)];

  const consent: SlackApp["consent"] = async ({ client }, as) => {
    const { url } = await client.call("GET /api/slack/oauth-url", {});
    return new URL(slack.consent(url, as)).search;
  };
  const connect: SlackApp["connect"] = async (person, as) => {
    await person.client.call("POST /api/slack/oauth/finish", { query: await consent(person, as) });
  };
  return {
    ...app,
    consent,
    connect,
    async follow(person, as, channelId) {
      await connect(person, as);
      const { client } = person;
      await client.call("PUT /api/slack/channels/{slack_team_id}", {
        slack_team_id: as.team,
        channelId,
      });
      const { accounts } = await client.call("GET /api/slack/accounts", {});
      const one = accounts.find(({ slack_team_id: id }) => id === as.team);
      await client.call("PATCH /integrations/{id}", {
        id: IntegrationId.parse(one?.integration.id),
        alerts: { priorities: [], categories: [], senders: [], labels: [], quietHours: false },
      });
    },
    arrives: (userId, messageId) => feedArrived(core, { userId, messageId, isQuiet: false }),
    async deliver(userId, through = app.execute) {
      let waitMs: number | null = null;
      for (const id of await queuedIntegrations(app.database, userId)) {
        try {
          await deliverDue(
            { ...core, execute: through },
            adapters,
            { userId, integrationId: IntegrationId.parse(id) },
            { random: () => 0 },
          );
        } catch (error) {
          if (!(error instanceof RetryAfter)) throw error;
          waitMs = error.waitMs;
        }
      }
      return waitMs;
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await rm(blobsDir, { recursive: true });
    },
  };
}

/** Returns the ids of integrations with a waiting delivery job. */
async function queuedIntegrations({ reader }: Database, userId: UserId): Promise<string[]> {
  const jobs = await reader
    .selectFrom("jobs")
    .select("subject_id")
    .where("user_id", "=", userId)
    .where("kind", "=", "deliver-integration")
    .execute();
  return jobs.map((job) => job.subject_id);
}
