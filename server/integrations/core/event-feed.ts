import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { type AlertRules, EventKind } from "@inlet/contract/integrations/integrations.ts";
import { z } from "zod";
import type { IntegrationRow } from "#/store/integrations/schema.ts";
import { integrationsOf } from "#/store/integrations/queries.ts";
import { labelNamesOf } from "#/store/labels/keywords.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { ProductEvent } from "#/store/integrations/publish-events.ts";
import { isAlert, livingRules, readAlerts } from "./alerts.ts";
import { type OwnSplits, splitsOf } from "./splits.ts";
import { isListening } from "./connections.ts";
import type { IntegrationContext } from "./context.ts";
import { firstSender, stringsOf } from "./read-message.ts";

/** The user wrote messages that are in folders with these roles only. */
const ownRoles: ReadonlySet<string> = new Set(["sent", "drafts"]);
const Events = z.array(EventKind).catch([]);

/** Returns the events that an integration receives. */
export function eventsOf({ events_json: json }: Pick<IntegrationRow, "events_json">): EventKind[] {
  return Events.parse(JSON.parse(json));
}

/**
 * Queues the delivery of a message that arrived and was classified: to integrations with alert rules that match it, and to
 * integrations without rules. The same message is delivered once, also if this runs again.
 */
export async function feedArrived(
  core: Pick<IntegrationContext, "database" | "execute">,
  { userId, messageId, isQuiet }: { userId: UserId; messageId: MessageId; isQuiet: boolean },
): Promise<void> {
  const { reader } = core.database;
  const all = await integrationsOf(reader, userId);
  const listening = all.filter(
    (row) => isListening(row) && eventsOf(row).includes("message.received"),
  );
  if (listening.length === 0) return;
  const [row] = await getMessages(reader, userId, [messageId]);
  if (!row) return;
  const places = await locationsOf(reader, userId, messageId);
  const roles: string[] = places.map(({ role }) => role);
  // The user's own messages are in any folder; only one that is in an inbox too was received.
  const isWritten = roles.length > 0 && roles.every((role) => ownRoles.has(role));
  const isOwn = row.is_own === 1 || isWritten;
  if (isOwn && !roles.includes("inbox")) return;
  const splits = await splitsOf(core, userId, alertable(row), messageId);
  const deliveries = listening.flatMap((one) => {
    const rules = readAlerts(one.alerts_json);
    if (rules === null)
      return { integrationId: one.id, event: received(messageId, arrivedAs(messageId)) };
    if (isQuiet && rules.quietHours) return [];
    if (!isAlertNow(rules, { row, splits }, roles)) return [];
    return { integrationId: one.id, event: received(messageId, arrivalOf(row)) };
  });
  if (deliveries.length > 0) await core.execute("event.tell", { userId, deliveries });
}

/** Returns true if the rules match the current state of a message. A deleted one matches: its description reports that. */
export async function isAlertStill(
  { database: { reader } }: Pick<IntegrationContext, "database">,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
  rules: AlertRules,
): Promise<boolean> {
  const [row] = await getMessages(reader, userId, [messageId]);
  if (!row || row.orphaned_at > 0) return true;
  const places = await locationsOf(reader, userId, messageId);
  const splits = await splitsOf({ database: { reader } }, userId, alertable(row), messageId);
  return isAlertNow(
    rules,
    { row, splits },
    places.map(({ role }) => role),
  );
}

function isAlertNow(
  rules: AlertRules,
  { row, splits }: { row: MessageRow; splits: OwnSplits },
  roles: readonly string[],
): boolean {
  const message = { ...alertable(row), splits: splits.holding };
  const asked = livingRules(rules, splits.known);
  return roles.includes("inbox") && isNoteworthy(row) && isAlert(asked, message);
}

function received(messageId: MessageId, eventId: string): ProductEvent {
  return { kind: "message.received", eventId, about: { emailId: messageId } };
}

/** Returns the event id of a message's arrival, for integrations that receive all mail. */
export function arrivedAs(key: string): string {
  return `received_${key}`;
}

/** Returns the same for integrations with rules: duplicates in several accounts are one mail. */
function arrivalOf({ id, twin_key: duplicate }: MessageRow): string {
  return arrivedAs(duplicate ? `twin_${duplicate}` : id);
}

function isNoteworthy(row: MessageRow): boolean {
  return row.is_seen === 0 && row.is_own === 0 && row.is_muted === 0;
}

function alertable(row: MessageRow) {
  const { priority, category } = row;
  const from = firstSender(row.from_json).address;
  return { priority, category, from, labels: labelNamesOf(stringsOf(row.flags_json)) };
}
