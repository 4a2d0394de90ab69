import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import {
  connectNotion,
  connectTrello,
  proposeSave,
  savedToIntegration,
  saveToIntegration,
} from "@inlet/contract/integrations/save-to-integration.ts";
import { proposeTask } from "#/ai/summaries/propose-task.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { isSaveTarget, savesOf } from "#/integrations/core/saves.ts";
import { linkNotion } from "#/integrations/notion/connect-notion.ts";
import { linkTrello } from "#/integrations/trello/connect-trello.ts";
import { wallClock } from "#/mail/notify/wall-clock.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";
import { requireMessage } from "#/mail/reading/reading.ts";

/** Routes to save messages as pages in Notion or cards in Trello. A job saves them; these routes read its result. */
export function saveRoutes(api: Api): void {
  const { ai, integrations, mail } = api;
  const { manager, settings } = integrations;
  const withIntegration = async <Place>(
    userId: UserId,
    { id, places }: { id: IntegrationId | null; places: Place },
  ) => ({ integration: id && (await manager.read(userId, id)), places });

  route(api, connectNotion, async (request, { caller: { userId } }) =>
    withIntegration(userId, await linkNotion(mail, settings.saving.notion, userId, request)),
  );

  route(api, connectTrello, async (request, { caller: { userId } }) =>
    withIntegration(userId, await linkTrello(mail, settings.saving.trello, userId, request)),
  );

  route(api, proposeSave, async ({ emailId, kind }, { caller: { userId } }) => {
    const row = await requireMessage(mail, userId, emailId);
    const { notifications } = await readPreferences(mail, userId);
    const { day } = wallClock(notifications.timeZone, mail.clock.now());
    const { title, due, checklist } = await proposeTask(ai, userId, row, day);
    const linked = (await manager.list(userId, kind)).integrations.filter(isSaveTarget);
    const saves = await savesOf(mail, userId, emailId);
    const targets = linked.map(({ id, kind: of, name, target }) => {
      return { id, kind: of, name, target, saved: saves.get(id) ?? null };
    });
    return { title, due: due || null, checklist, targets };
  });

  route(api, saveToIntegration, async (request, { caller: { userId }, fail }) => {
    const { emailId, integrationId, title, due, checklist } = request;
    await requireMessage(mail, userId, emailId);
    await manager.read(userId, integrationId);
    const task = { integrationId, emailId, title, due: due ?? "", checklist };
    const isQueued = await mail.execute("message.saveElsewhere", { userId, wish: task });
    if (!isQueued) fail("integration.not_active");
    return { state: "waiting" as const, answer: "", link: "" };
  });

  route(
    api,
    savedToIntegration,
    async ({ emailId, integrationId }, { caller: { userId }, fail }) => {
      await requireMessage(mail, userId, emailId);
      await manager.read(userId, integrationId);
      const saves = await savesOf(mail, userId, emailId);
      return saves.get(integrationId) ?? fail("delivery.not_found");
    },
  );
}
