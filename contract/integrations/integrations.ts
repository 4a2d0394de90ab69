import { z } from "zod";
import { Category, Priority } from "../mail/email.ts";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { DeliveryId, IntegrationId } from "../ids.ts";
import { deliveryKinds, eventKinds, integrationKinds } from "./integration-kinds.ts";
import { limits } from "../limits.ts";

export const IntegrationKind = z.enum(integrationKinds);
export type IntegrationKind = z.infer<typeof IntegrationKind>;

export const EventKind = z.enum(eventKinds);
export type EventKind = z.infer<typeof EventKind>;

export const DeliveryKind = z.enum(deliveryKinds);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

/**
 * The mail that a chat is notified of: mail that matches one of the criteria, or everything that arrives in the inbox while
 * none is chosen. Own mail, read mail and muted conversations never notify.
 */
export const AlertRules = z.object({
  priorities: z.array(Priority).max(3),
  categories: z.array(Category).max(7),
  /** Addresses, or domains as in `@example.org`. */
  senders: z.array(line(254).trim().min(1)).max(50),
  labels: z.array(line(limits.labelMaxLength).trim().min(1)).max(50),
  /** Ids of the user's inbox splits. */
  splits: z.array(line(64).min(1)).max(20).default([]),
  /** True if the quiet hours of the notifications apply here too. */
  quietHours: z.boolean(),
});
export type AlertRules = z.infer<typeof AlertRules>;

/**
 * A service that the user linked. `failed`: the last attempt failed and is retried; `revoked`: the other side revoked the link,
 * and it is not contacted again.
 */
export const Integration = z.object({
  id: IntegrationId,
  kind: IntegrationKind,
  name: z.string(),
  state: z.enum(["active", "paused", "failed", "revoked"]),
  /** The reason for its state, as a sentence; "" for none. */
  reason: z.string(),
  events: z.array(EventKind),
  /** Null if every chosen event is delivered. */
  alerts: AlertRules.nullable(),
  /** True if it receives the daily brief; null if this kind never does. */
  hasBrief: z.boolean().nullable(),
  /** The target, for users; never a secret. */
  target: z.string(),
  createdAt: z.iso.datetime(),
});
export type Integration = z.infer<typeof Integration>;

/** One event that an integration received, or is to receive. */
export const Delivery = z.object({
  id: DeliveryId,
  kind: DeliveryKind,
  /** The name of the event: of two deliveries with the same name the second carries nothing new. */
  eventId: z.string(),
  state: z.enum(["waiting", "delivered", "failed", "skipped"]),
  attempts: z.number(),
  /** The result of the last attempt, as a sentence. */
  answer: z.string(),
  /** Link to the item created on the other side; "" for none. */
  link: z.string(),
  at: z.iso.datetime(),
  /** The time of the next attempt; null if it is not retried. */
  nextAt: z.iso.datetime().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

/** Lists the user's integrations, the oldest first. */
export const listIntegrations = endpoint({
  method: "GET",
  path: "/integrations",
  access: "user",
  scope: "read",
  input: z.object({ kind: IntegrationKind.optional() }),
  output: z.object({
    integrations: z.array(Integration),
    /** The kinds of integrations that this server can link. */
    isSetUp: z.array(IntegrationKind),
  }),
  errors: [],
});

/** Pauses or resumes it, names it, or changes which mail it is notified of. Events during a pause are not delivered later. */
export const changeIntegration = endpoint({
  method: "PATCH",
  path: "/integrations/{id}",
  access: "user",
  scope: null,
  input: z.object({
    id: IntegrationId,
    state: z.enum(["active", "paused"]).optional(),
    name: line(limits.nameMaxLength).trim().min(1).optional(),
    events: z.array(EventKind).max(eventKinds.length).optional(),
    alerts: AlertRules.optional(),
    hasBrief: z.boolean().optional(),
  }),
  output: z.object({ integration: Integration }),
  errors: ["integration.not_found", "integration.revoked"],
});

/** Tests it now and returns whether that succeeded, with the result as a sentence. */
export const testIntegration = endpoint({
  method: "POST",
  path: "/integrations/{id}/test",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId }),
  output: z.object({ isDelivered: z.boolean(), answer: z.string(), integration: Integration }),
  errors: ["integration.not_found", "integration.not_set_up"],
});

/** Disconnects it here, and where possible on the other side too. */
export const removeIntegration = endpoint({
  method: "DELETE",
  path: "/integrations/{id}",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["integration.not_found"],
});

/** Lists its deliveries, the latest first; `before` is the id to continue from. Stored for 30 days. */
export const listDeliveries = endpoint({
  method: "GET",
  path: "/integrations/{id}/deliveries",
  access: "user",
  scope: "read",
  input: z.object({ id: IntegrationId, before: DeliveryId.optional() }),
  output: z.object({ deliveries: z.array(Delivery), hasMore: z.boolean() }),
  errors: ["integration.not_found"],
});

/** Delivers it again under the same event name, so a receiver that already has it can skip it. */
export const replayDelivery = endpoint({
  method: "POST",
  path: "/integrations/{id}/deliveries/{deliveryId}/replay",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId, deliveryId: DeliveryId }),
  output: z.object({ delivery: Delivery }),
  errors: ["integration.not_found", "delivery.not_found", "integration.not_active"],
});
