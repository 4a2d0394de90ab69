import type { DeliveryId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { DeliveryKind, IntegrationKind } from "@inlet/contract/integrations.ts";

/** Tables of what is linked with other services. */
export interface IntegrationTables {
  integrations: IntegrationRow;
  deliveries: DeliveryRow;
  slack_presses: SlackPressRow;
  leases: LeaseRow;
}

/** What one process alone may do at a time, where several work on one database. */
interface LeaseRow {
  /** What is done under it. */
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
  /** What the person calls it, or the other side does. */
  name: string;
  /** By what the other side calls it when it asks something of its own accord; "" where it does not. */
  external_id: string;
  /** `failed`: the last try did not go through; it is told on. `revoked`: it is not asked again. */
  state: "active" | "paused" | "failed" | "revoked";
  /** Why, as a sentence for the person; "" when there is nothing to say. */
  reason: string;
  /** Sealed; "" for none. */
  secret: string;
  /** JSON of what its kind needs besides. Nothing secret. */
  config_json: string;
  /** JSON array of the events that it is told. */
  events_json: string;
  /** JSON of AlertRules; "" where every event is told. */
  alerts_json: string;
  /** Since when the daily brief is told there too; 0: it is not. */
  brief_from: number;
  /** The other side asked to be left alone until then; 0 for never. */
  hold_until: number;
  created_at: number;
  updated_at: number;
}

/** An event that an integration is told, once. */
export interface DeliveryRow {
  id: DeliveryId;
  user_id: UserId;
  integration_id: IntegrationId;
  /** One integration is told of it once. */
  event_id: string;
  kind: DeliveryKind;
  /** JSON: the ids of what it is about, which is read when it is told. */
  payload_json: string;
  state: "waiting" | "delivered" | "failed" | "skipped";
  /** Tries that ended. */
  attempts: number;
  /** Tries that began: one more than ended while one is under way, or once it was cut off. */
  begun: number;
  next_at: number;
  /** From then on it is not tried again. */
  expires_at: number;
  /** What came of the last try, as a sentence. */
  answer: string;
  /** Where what was made of it stands; "" for nowhere. */
  link: string;
  created_at: number;
  updated_at: number;
}
