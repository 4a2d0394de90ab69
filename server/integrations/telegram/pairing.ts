import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "@inlet/contract/ids.ts";
import type { EventKind } from "@inlet/contract/integrations/integrations.ts";
import { Failure } from "#/base/failure.ts";
import { usualAlerts } from "#/integrations/core/alerts.ts";
import { connect, connectionsByExternal, connectionsOf } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { Connection } from "#/integrations/core/adapter.ts";
import { integrationById, integrationsOf } from "#/store/integrations/queries.ts";
import { pairingLastsMs, pairingPrefix } from "#/store/integrations/chat-pairing.ts";
import { telegramApi, type TelegramSettings } from "./client.ts";

const codeBytes = 24;
/** Events that a chat receives until the user chooses others. */
const usualEvents: EventKind[] = [
  "message.received",
  "message.failed",
  "account.failed",
  "account.recovered",
];

/**
 * Returns a link that opens the bot in Telegram. Pressing Start there links the chat to the user, once and within ten minutes.
 * Throws integration.not_set_up, telegram.unreachable, integration.too_many.
 */
export async function startPairing(
  core: IntegrationContext,
  settings: TelegramSettings | null,
  userId: UserId,
): Promise<string> {
  if (settings === null) throw new Failure("integration.not_set_up");
  const api = await telegramApi(core.egress, settings);
  const bot = await api.getMe().catch(() => {
    // The error has the bot's token in its address.
    throw new Failure("telegram.unreachable");
  });
  // Links requested earlier become invalid.
  for (const one of await connectionsOf(core, userId, "telegram")) {
    if (isPairing(one)) await core.execute("integration.remove", { userId, id: one.id });
  }
  const code = randomBytes(codeBytes).toString("base64url");
  await connect(core, userId, {
    kind: "telegram",
    name: "Telegram",
    externalId: nameOf(code),
    secret: "",
    config: { title: "", mails: [] },
    // There is still no chat to deliver to.
    events: [],
    alerts: usualAlerts,
  });
  return `https://t.me/${bot.username}?start=${code}`;
}

/** Links a chat to the user who requested this code; false if the code is unknown or has expired. */
export async function finishPairing(
  core: IntegrationContext,
  code: string,
  chat: { id: string; title: string },
): Promise<boolean> {
  const [asked] = await connectionsByExternal(core, "telegram", nameOf(code));
  if (!asked) return false;
  const { userId, id } = asked;
  const row = await integrationById(core.database.reader, userId, id);
  if (!row) return false;
  if (row.created_at + pairingLastsMs < core.clock.now()) {
    await core.execute("integration.remove", { userId, id });
    return false;
  }
  const known = await integrationsOf(core.database.reader, userId, "telegram");
  // The chat was linked before: it is linked again, with the rules that it had.
  const before = known.find((one) => one.external_id === chat.id);
  if (before) await core.execute("integration.remove", { userId, id });
  return core.execute("integration.change", {
    userId,
    id: before?.id ?? id,
    set: {
      external_id: chat.id,
      name: chat.title,
      state: "active",
      reason: "",
      config_json: JSON.stringify({ title: chat.title, mails: [] }),
      ...(!before && { events_json: JSON.stringify(usualEvents) }),
    },
  });
}

/** Returns true if its chat is not known yet. */
export function isPairing({ externalId }: Pick<Connection, "externalId">): boolean {
  return externalId.startsWith(pairingPrefix);
}

function nameOf(code: string): string {
  return pairingPrefix + createHash("sha256").update(code).digest("hex");
}
