import type { DeliveryId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { DeliveryKind, IntegrationKind } from "@inlet/contract/integrations/integrations.ts";

/** Tables of integrations with other services. */
export interface IntegrationTables {
  integrations: IntegrationRow;
  deliveries: DeliveryRow;
  slack_presses: SlackInteractionRow;
  leases: LeaseRow;
}

/** Work for one process at a time, if several share a database. */
interface LeaseRow {
  /** Name of the work. */
  name: string;
  holder: string;
  /** Increases with every holder, so a former holder finds a higher one. */
  fence: number;
  held_until: number;
}

/** An interaction in Slack that was handled. */
interface SlackInteractionRow {
  user_id: UserId;
  /** SHA-256 of the identity of the interaction, in hex. */
  id: string;
  created_at: number;
}

/** A connection of a user to another service. */
export interface IntegrationRow {
  id: IntegrationId;
  user_id: UserId;
  kind: IntegrationKind;
  /** The user's name for it, or the one of the other side. */
  name: string;
  /** Id that the other side uses in requests it initiates; "" if it makes none. */
  external_id: string;
  /** `failed`: the last try failed; deliveries continue. `revoked`: it is not contacted again. */
  state: "active" | "paused" | "failed" | "revoked";
  /** The reason for the state, as a sentence for the user; "" if there is nothing to report. */
  reason: string;
  /** Encrypted; "" for none. */
  secret: string;
  /** JSON of the other settings of its kind, without secrets. */
  config_json: string;
  /** JSON array of the events to deliver. */
  events_json: string;
  /** JSON of AlertRules; "" to deliver every event. */
  alerts_json: string;
  /** Time from which the daily brief is delivered too; 0: never. */
  brief_from: number;
  /** End of the backoff that the other side requested; 0 for none. */
  hold_until: number;
  created_at: number;
  updated_at: number;
}

/** An event to deliver to an integration, once. */
export interface DeliveryRow {
  id: DeliveryId;
  user_id: UserId;
  integration_id: IntegrationId;
  /** Unique per integration. */
  event_id: string;
  kind: DeliveryKind;
  /** JSON: ids of the event's subjects, which are read at the time of delivery. */
  payload_json: string;
  state: "waiting" | "delivered" | "failed" | "skipped";
  /** Number of tries that ended. */
  attempts: number;
  /** Number of tries that began: one more than `attempts` while one runs, or after it was interrupted. */
  begun: number;
  next_at: number;
  /** Time after which it is not tried again. */
  expires_at: number;
  /** Outcome of the last try, as a sentence. */
  answer: string;
  /** Link to the created object; "" for none. */
  link: string;
  created_at: number;
  updated_at: number;
}
