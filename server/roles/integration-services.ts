import type { Config } from "#/config.ts";
import type { Services } from "#/http/services.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { createManager } from "#/integrations/core/manage.ts";
import type { Room } from "#/integrations/core/room.ts";
import { startPairing } from "#/integrations/telegram/pairing.ts";
import { telegramRoom } from "#/integrations/telegram/room.ts";
import { webhookRoom } from "#/integrations/webhooks/room.ts";
import { addWebhook, rotateWebhook } from "#/integrations/webhooks/webhooks.ts";

/** What the host set up. */
export type IntegrationSettings = Pick<Config, "telegram">;

/** Every kind of integration that this server knows. Each thread has its own: they keep nothing. */
export function integrationRooms(core: IntegrationContext, settings: IntegrationSettings): Room[] {
  return [webhookRoom(core), telegramRoom(core, settings.telegram)];
}

/** What people do with their integrations. */
export function integrationServices(
  core: IntegrationContext,
  settings: IntegrationSettings,
): Pick<Services, "integrations" | "webhooks" | "telegram"> {
  const integrations = createManager(core, integrationRooms(core, settings));
  return {
    integrations,
    telegram: {
      link: async (userId) => ({ url: await startPairing(core, settings.telegram, userId) }),
    },
    webhooks: {
      async add(userId, wish) {
        const { id, secret } = await addWebhook(core, userId, wish);
        return { integration: await integrations.read(userId, id), secret };
      },
      async rotate(userId, id) {
        const { secret, bothUntil } = await rotateWebhook(core, userId, id);
        return { secret, bothUntil: new Date(bothUntil).toISOString() };
      },
    },
  };
}
