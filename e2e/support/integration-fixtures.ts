import type {
  AlertRules,
  Delivery,
  Integration,
} from "../../contract/integrations/integrations.ts";
import type { DeliveryId, IntegrationId } from "../../contract/ids.ts";

/** Alert rules of each kind. */
export const everyRule: AlertRules = {
  priorities: ["High"],
  categories: ["Finance"],
  senders: ["@harbour.example"],
  labels: ["Rigging"],
  splits: ["crew"],
  quietHours: true,
};

/** Returns an integration as the server describes it. */
export function anIntegration(
  kind: Integration["kind"],
  changes: Partial<Integration> = {},
): Integration {
  return {
    id: `linked-${kind}` as IntegrationId,
    kind,
    name: kind,
    state: "active",
    reason: "",
    events: ["message.received"],
    alerts: null,
    hasBrief: null,
    target: "",
    createdAt: "2026-11-20T09:00:00.000Z",
    ...changes,
  };
}

let deliveries = 0;

/** Returns a delivery to an integration. */
export function aDelivery(changes: Partial<Delivery> = {}): Delivery {
  const id = `delivery-${++deliveries}`;
  return {
    id: id as DeliveryId,
    kind: "message.received",
    eventId: `received_${id}`,
    state: "delivered",
    attempts: 1,
    answer: "",
    link: "",
    nextAt: null,
    at: "2026-11-21T09:00:00.000Z",
    ...changes,
  };
}
