import type { Services } from "#/http/services.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { createManager } from "#/integrations/core/manage.ts";
import type { Room } from "#/integrations/core/room.ts";
import { webhookRoom } from "#/integrations/webhooks/room.ts";
import { addWebhook, rotateWebhook } from "#/integrations/webhooks/webhooks.ts";

/** Every kind of integration that this server knows. Each thread has its own: they keep nothing. */
export function integrationRooms(core: IntegrationContext): Room[] {
  return [webhookRoom(core)];
}

/** What people do with their integrations. */
export function integrationServices(
  core: IntegrationContext,
): Pick<Services, "integrations" | "webhooks"> {
  const integrations = createManager(core, integrationRooms(core));
  return {
    integrations,
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
