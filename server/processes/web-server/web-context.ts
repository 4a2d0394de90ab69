import type { UserId } from "@inlet/contract/ids.ts";
import { createBackups } from "#/administration/backups.ts";
import { listFollowUps } from "#/ai/follow-ups/list-follow-ups.ts";
import { modelPort } from "#/ai/model/models.ts";
import type { ModelPort } from "#/ai/model/port.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import type { Auth } from "#/auth/types.ts";
import type { Config } from "#/config.ts";
import type { AppContext, WebMail } from "#/http/context.ts";
import { createManager } from "#/integrations/core/manage.ts";
import { createStarCount } from "#/landing/star-count.ts";
import type { EngineClient } from "#/mail/engine-client.ts";
import type { MailContext } from "#/mail/context.ts";
import { mailOwners } from "#/mail/accounts/owners.ts";
import type { Hub } from "#/realtime/hub.ts";
import { answersWithin } from "#/processes/engine/responds-within.ts";
import type { IntegrationSettings } from "#/processes/setup/integration-adapters.ts";
import { integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import type { Reads } from "#/processes/workers/named-reads.ts";
import { engineWaitMs } from "#/processes/setup/operating-metrics.ts";
import { slackActions } from "#/processes/web-server/slack-actions.ts";
import { hasUsers } from "#/store/users/queries.ts";

interface Parts {
  mail: WebMail;
  auth: Auth;
  live: Hub;
  engine: EngineClient;
  /** The host's settings for integrations. */
  integrations: IntegrationSettings;
  /** True if the host sends mail. */
  canSendMail: boolean;
  models: ModelContext;
  /** Runs long reads. */
  reads: Reads;
  /** Replaces the models of the settings. */
  model?: ModelPort;
  landing: Config["landing"];
  folders: AppContext["admin"]["folders"];
  /** The server's version, for its backups. */
  version: string;
}

/** Creates the context of the routes. */
export function webContext({
  mail,
  auth,
  live,
  engine,
  integrations: settings,
  canSendMail,
  models,
  reads,
  model = modelPort(models),
  landing: { starRepository: repository, starApiUrl: apiUrl, demoUrl },
  folders,
  version,
}: Parts): AppContext {
  const { blobs, box, clock, database } = mail;
  const { reader } = database;
  const ai = {
    ...mail,
    model,
    readFollowUps: (asked: { userId: UserId }, signal: AbortSignal) =>
      reads("followUps.list", asked, signal),
  };
  const findFollowUps: MailContext["findFollowUps"] = async (userId, kind) => {
    // The caller does not say when its client disconnects.
    const { open } = await listFollowUps(ai, userId, AbortSignal.any([]));
    return open.filter((one) => one.kind === kind).map(({ emailId }) => emailId);
  };
  const adapters = integrationAdapters(mail, settings);
  return {
    ai,
    models,
    integrations: {
      manager: createManager(mail, adapters),
      adapters,
      settings,
      slackActions: slackActions(mail, ai),
    },
    auth,
    live,
    mail: { ...mail, findFollowUps },
    engine,
    owners: mailOwners(reader),
    canSendMail,
    landing: { repository, demoUrl, stars: createStarCount(mail, { repository, apiUrl }) },
    admin: {
      folders,
      backups: createBackups(
        { database, blobs, box, version, dir: folders.backups, now: () => clock.now() },
        mail,
      ),
    },
    async isReady() {
      try {
        await hasUsers(reader);
      } catch (error) {
        mail.log.error({ err: error }, "database not responding");
        return false;
      }
      const isInTime = await answersWithin(engine.ping, engineWaitMs);
      if (!isInTime) mail.log.error("engine not responding");
      return isInTime;
    },
  };
}
