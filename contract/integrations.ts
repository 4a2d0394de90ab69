import { z } from "zod";
import { Category, Priority } from "./email.ts";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { DeliveryId, IntegrationId } from "./ids.ts";
import { deliveryKinds, eventKinds, integrationKinds } from "./integration-kinds.ts";
import { limits } from "./limits.ts";

export const IntegrationKind = z.enum(integrationKinds);
export type IntegrationKind = z.infer<typeof IntegrationKind>;

export const EventKind = z.enum(eventKinds);
export type EventKind = z.infer<typeof EventKind>;

export const DeliveryKind = z.enum(deliveryKinds);
export type DeliveryKind = z.infer<typeof DeliveryKind>;

/**
 * Which mail a chat is told of: what one of these speaks for, and all that comes to the inbox while nothing is chosen.
 * Own mail, read mail and muted conversations are never told of.
 */
export const AlertRules = z.object({
  priorities: z.array(Priority).max(3),
  categories: z.array(Category).max(7),
  /** Addresses, or domains as in `@example.org`. */
  senders: z.array(line(254).trim().min(1)).max(50),
  labels: z.array(line(limits.labelMaxLength).trim().min(1)).max(50),
  /** Ids of the person's own parts of the inbox. */
  splits: z.array(line(64).min(1)).max(20).default([]),
  /** Whether the quiet hours of the notifications hold here too. */
  quietHours: z.boolean(),
});
export type AlertRules = z.infer<typeof AlertRules>;

/**
 * Something that the person linked. `failed`: the last try did not go through and is made again; `revoked`: the other
 * side let go of it, and it is not asked again.
 */
export const Integration = z.object({
  id: IntegrationId,
  kind: IntegrationKind,
  name: z.string(),
  state: z.enum(["active", "paused", "failed", "revoked"]),
  /** Why it is in this state, as a sentence; "" when there is nothing to say. */
  reason: z.string(),
  events: z.array(EventKind),
  /** Null where every chosen event is told. */
  alerts: AlertRules.nullable(),
  /** Whether it is told of the daily brief; null where none is told. */
  hasBrief: z.boolean().nullable(),
  /** Where it leads, for people; never a secret. */
  target: z.string(),
  createdAt: z.iso.datetime(),
});
export type Integration = z.infer<typeof Integration>;

/** Something that an integration was told, or is to be told. */
export const Delivery = z.object({
  id: DeliveryId,
  kind: DeliveryKind,
  /** The event's own name: of two deliveries with the same one the second tells nothing new. */
  eventId: z.string(),
  state: z.enum(["waiting", "delivered", "failed", "skipped"]),
  attempts: z.number(),
  /** What came of the last try, as a sentence. */
  answer: z.string(),
  /** Leads to what was made of it on the other side; "" for nothing. */
  link: z.string(),
  at: z.iso.datetime(),
  /** When it is tried again; null when it is not. */
  nextAt: z.iso.datetime().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

/** The person's integrations, the oldest first. */
export const listIntegrations = endpoint({
  method: "GET",
  path: "/integrations",
  access: "user",
  scope: "read",
  input: z.object({ kind: IntegrationKind.optional() }),
  output: z.object({
    integrations: z.array(Integration),
    /** Kinds that this server can link. */
    isSetUp: z.array(IntegrationKind),
  }),
  errors: [],
});

/** Pauses or resumes it, names it, or changes which mail it is told of. What happens during a pause is not told after. */
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

/** Tries it now: whether it went through, and what came of it as a sentence. */
export const testIntegration = endpoint({
  method: "POST",
  path: "/integrations/{id}/test",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId }),
  output: z.object({ isDelivered: z.boolean(), answer: z.string(), integration: Integration }),
  errors: ["integration.not_found", "integration.not_set_up"],
});

/** Lets go of it, here and where that is possible on the other side too. */
export const removeIntegration = endpoint({
  method: "DELETE",
  path: "/integrations/{id}",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["integration.not_found"],
});

/** What it was told, the latest first; `before` is the id to go on from. Kept for 30 days. */
export const listDeliveries = endpoint({
  method: "GET",
  path: "/integrations/{id}/deliveries",
  access: "user",
  scope: "read",
  input: z.object({ id: IntegrationId, before: DeliveryId.optional() }),
  output: z.object({ deliveries: z.array(Delivery), hasMore: z.boolean() }),
  errors: ["integration.not_found"],
});

/** Tells it once more, under the event's own name: whoever knows it already can pass it over. */
export const replayDelivery = endpoint({
  method: "POST",
  path: "/integrations/{id}/deliveries/{deliveryId}/replay",
  access: "user",
  scope: null,
  input: z.object({ id: IntegrationId, deliveryId: DeliveryId }),
  output: z.object({ delivery: Delivery }),
  errors: ["integration.not_found", "delivery.not_found", "integration.not_active"],
});
