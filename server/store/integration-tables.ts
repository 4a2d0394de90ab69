import type { DeliveryId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { DeliveryKind, IntegrationKind } from "@inlet/contract/integrations.ts";

/** Tables of integrations with other services. */
export interface IntegrationTables {
  integrations: IntegrationRow;
  deliveries: DeliveryRow;
  slack_presses: SlackPressRow;
  leases: LeaseRow;
}

/** Work for one process at a time, if several share a database. */
interface LeaseRow {
  /** Name of the work. */
  name: string;
  holder: string;
  /** Another one with each holder: who was overtaken finds a higher one. */
  fence: number;
  held_until: number;
}

/** Something that was pressed in Slack and answered there. */
interface SlackPressRow {
  user_id: UserId;
  /** SHA-256 of what names the press, hex. */
  id: string;
  created_at: number;
}

/** Something that a person linked with another service. */
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
  /** Why, as a sentence for the person; "" when there is nothing to say. */
  reason: string;
  /** Encrypted; "" for none. */
  secret: string;
  /** JSON of what its kind needs besides. Nothing secret. */
  config_json: string;
  /** JSON array of the events to deliver. */
  events_json: string;
  /** JSON of AlertRules; "" to deliver every event. */
  alerts_json: string;
  /** Time from which the daily brief is delivered too; 0: never. */
  brief_from: number;
  /** The other side asked to be left alone until then; 0 for never. */
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
  /** Tries that ended. */
  attempts: number;
  /** Tries that began: one more than ended while one is under way, or once it was cut off. */
  begun: number;
  next_at: number;
  /** From then on it is not tried again. */
  expires_at: number;
  /** Outcome of the last try, as a sentence. */
  answer: string;
  /** Link to the created object; "" for none. */
  link: string;
  created_at: number;
  updated_at: number;
}
