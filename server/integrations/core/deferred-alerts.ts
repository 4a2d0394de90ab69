import { MessageId, type UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import type { DeliveryRow, IntegrationRow } from "#/store/integrations/schema.ts";
import { deliveryLastsMs } from "#/store/integrations/publish-events.ts";
import { readAlerts } from "./alerts.ts";
import type { IntegrationContext } from "./context.ts";
import { isAlertStill } from "./event-feed.ts";

/** Returns the end of the user's current quiet hours; null outside of them. */
export type QuietHoursEnd = (userId: UserId) => Promise<number | null>;

/** Reason why an alert is not delivered now. */
export type HeldBack =
  | { result: "skipped"; answer: string }
  | { result: "quiet"; answer: string; until: number };

const About = z.object({ emailId: MessageId.optional() });
/** Age after which an alert is of no use, in milliseconds. */
const alertLastsMs = 6 * 3600_000;

/**
 * Checks an alert that had to wait against the rules again: in between, the mail may have been read or filed, and quiet hours may
 * have begun. Returns null if it is to be delivered, as are events without rules and repeated deliveries.
 */
export async function heldBack(
  core: Pick<IntegrationContext, "database" | "clock">,
  { user_id: userId, alerts_json: json }: IntegrationRow,
  delivery: DeliveryRow,
  quietHoursEnd: QuietHoursEnd = async () => null,
): Promise<HeldBack | null> {
  const rules = readAlerts(json);
  const { emailId } = About.parse(JSON.parse(delivery.payload_json));
  if (rules === null || emailId === undefined || delivery.kind !== "message.received") return null;
  const { created_at: at, expires_at: end } = delivery;
  if (end > at + deliveryLastsMs) return null;
  if (core.clock.now() - at > alertLastsMs) {
    return { result: "skipped", answer: "Too old for an alert." };
  }
  if (!(await isAlertStill(core, { userId, messageId: emailId }, rules))) {
    return { result: "skipped", answer: "No longer matches the alert rules." };
  }
  const until = rules.quietHours ? await quietHoursEnd(userId) : null;
  return until === null ? null : { result: "quiet", answer: "Held until quiet hours end.", until };
}
