import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { saveKinds } from "@inlet/contract/integration-kinds.ts";
import type { Integration } from "@inlet/contract/integrations.ts";
import type { Saved, SaveKind } from "@inlet/contract/save-elsewhere.ts";
import { proposeTask } from "#/ai/summaries/propose-task.ts";
import { Failure } from "#/base/fail.ts";
import type { SavingSettings } from "#/config/saving.ts";
import type { Services } from "#/http/services.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { IntegrationManager } from "#/integrations/core/manage.ts";
import { linkNotion } from "#/integrations/notion/connect-notion.ts";
import { linkTrello } from "#/integrations/trello/connect-trello.ts";
import type { MailContext } from "#/mail/context.ts";
import { wallClock } from "#/mail/notify/wall-clock.ts";
import { readPreferences } from "#/mail/preferences.ts";
import { requireMessage } from "#/mail/reading.ts";
import type { DeliveryRow } from "#/store/integration-tables.ts";
import { deliveriesOfEvent } from "#/store/integrations.ts";
import { saveEventId } from "#/store/save-event.ts";

/** Saving messages as pages and cards: the job of the place does it, and what came of it is read here. */
export function saveServices(
  mail: MailContext & IntegrationContext,
  settings: SavingSettings,
  integrations: IntegrationManager,
): Services["saves"] {
  const { reader } = mail.database;

  const answered = async (
    userId: UserId,
    { id, places }: Awaited<ReturnType<typeof linkNotion>>,
  ) => ({ integration: id && (await integrations.read(userId, id)), places });

  const rowsOf = (userId: UserId, emailId: MessageId) =>
    deliveriesOfEvent(reader, userId, saveEventId(emailId));

  return {
    connectNotion: async (userId, wish) =>
      answered(userId, await linkNotion(mail, settings.notion, userId, wish)),
    connectTrello: async (userId, wish) =>
      answered(userId, await linkTrello(mail, settings.trello, userId, wish)),
    async propose(userId, { emailId, kind }) {
      const row = await requireMessage(mail, userId, emailId);
      const { notifications } = await readPreferences(mail, userId);
      const { day } = wallClock(notifications.timeZone, mail.clock.now());
      const { title, due, checklist } = await proposeTask(mail, userId, row, day);
      const linked = (await integrations.list(userId, kind)).integrations.filter(isTarget);
      const saved = await rowsOf(userId, emailId);
      const targets = linked.map(({ id, kind: of, name, target }) => {
        const known = saved.find((one) => one.integration_id === id);
        return { id, kind: of, name, target, saved: known ? present(known) : null };
      });
      return { title, due: due || null, checklist, targets };
    },
    async save(userId, { emailId, integrationId, title, due, checklist }) {
      await requireMessage(mail, userId, emailId);
      await integrations.read(userId, integrationId);
      const wish = { integrationId, emailId, title, due: due ?? "", checklist };
      if (!(await mail.door("message.saveElsewhere", { userId, wish }))) {
        throw new Failure("integration.not_active");
      }
      return { state: "waiting", answer: "", link: "" };
    },
    async state(userId, { emailId, integrationId }) {
      await requireMessage(mail, userId, emailId);
      await integrations.read(userId, integrationId);
      const rows = await rowsOf(userId, emailId);
      const row = rows.find((one) => one.integration_id === integrationId);
      if (!row) throw new Failure("delivery.not_found");
      return present(row);
    },
  };
}

/** Only what can be written to now. */
function isTarget(one: Integration): one is Integration & { kind: SaveKind } {
  const kinds: readonly string[] = saveKinds;
  return kinds.includes(one.kind) && (one.state === "active" || one.state === "failed");
}

function present({ state, answer, link }: DeliveryRow): Saved {
  const stands = {
    waiting: "waiting",
    delivered: "saved",
    failed: "failed",
    skipped: "failed",
  } as const;
  return { state: stands[state], answer, link };
}
