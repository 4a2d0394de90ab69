import { randomId } from "#/base/random-id.ts";
import { IntegrationId, type UserId } from "@inlet/contract/ids.ts";

/** Returns a stored webhook of the user, with the values in `overrides`. */
export function anIntegrationRow<Overrides extends object>(userId: UserId, overrides: Overrides) {
  return {
    id: IntegrationId.parse(randomId()),
    user_id: userId,
    kind: "webhook" as const,
    name: "canary",
    external_id: "",
    state: "active" as const,
    reason: "",
    secret: "",
    config_json: "{}",
    events_json: "[]",
    alerts_json: "",
    ...overrides,
  };
}
