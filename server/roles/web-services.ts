import type { UserId } from "@inlet/contract/ids.ts";
import { modelPort } from "#/ai/model/models.ts";
import type { ModelPort } from "#/ai/model/port.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import type { Auth } from "#/auth/types.ts";
import type { WebMail } from "#/http/context.ts";
import type { Services } from "#/http/services.ts";
import { createManager } from "#/integrations/core/manage.ts";
import type { EngineClient } from "#/mail/engine-client.ts";
import { mailOwners } from "#/mail/owners.ts";
import type { Hub } from "#/realtime/hub.ts";
import { answersWithin } from "#/roles/answers-within.ts";
import type { IntegrationSettings } from "#/roles/integration-rooms.ts";
import { integrationRooms } from "#/roles/integration-rooms.ts";
import type { Reads } from "#/roles/named-reads.ts";
import { engineWaitMs } from "#/roles/operating-metrics.ts";
import { slackDeeds } from "#/roles/slack-deeds.ts";
import { hasUsers } from "#/store/users.ts";

interface Parts {
  mail: WebMail;
  auth: Auth;
  live: Hub;
  engine: EngineClient;
  /** What the host set up of integrations. */
  integrations: IntegrationSettings;
  /** Whether the host sends mail of its own. */
  canSendMail: boolean;
  models: ModelContext;
  /** Where reads that may be long are done. */
  reads: Reads;
  /** Which models may be asked, where it is not those of the settings. */
  model?: ModelPort;
}

/** What the HTTP handlers may call, filled with what the features do. */
export function webServices({
  mail,
  auth,
  live,
  engine,
  integrations: settings,
  canSendMail,
  models,
  reads,
  model = modelPort(models),
}: Parts): Omit<Services, "landing" | "admin"> {
  const { reader } = mail.database;
  const ai = {
    ...mail,
    model,
    readFollowUps: (asked: { userId: UserId }, signal: AbortSignal) =>
      reads("followUps.list", asked, signal),
  };
  const rooms = integrationRooms(mail, settings);
  return {
    ai,
    models,
    integrations: {
      manager: createManager(mail, rooms),
      rooms,
      settings,
      slackDeeds: slackDeeds(mail, ai),
    },
    auth,
    live,
    mail,
    engine,
    owners: mailOwners(reader),
    canSendMail,
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
