import { randomId } from "#/base/random-id.ts";
import { IntegrationId, type UserId } from "@inlet/contract/ids.ts";

/** Returns a stored webhook of the user, with the values in `said`. */
export function anIntegrationRow<Said extends object>(userId: UserId, said: Said) {
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
    ...said,
  };
}
