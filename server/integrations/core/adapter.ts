import type { Brief } from "@inlet/contract/ai/brief.ts";
import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { DeliveryKind, IntegrationKind } from "@inlet/contract/integrations/integrations.ts";

/** Timeout for one call to the other side, in milliseconds: other deliveries of the user wait for it. */
export const attemptMs = 9000;

/** An integration as its adapter uses it, with its decrypted secret. */
export interface Connection {
  id: IntegrationId;
  userId: UserId;
  kind: IntegrationKind;
  name: string;
  externalId: string;
  /** "" if it has no secret. */
  secret: string;
  /** As its adapter stored it; the adapter reads it with its own schema. */
  config: unknown;
}

/** An event to deliver to an integration. */
export interface IntegrationEvent {
  /** The same at each attempt, so the other side can ignore an event that it knows. */
  id: string;
  kind: DeliveryKind;
  at: number;
  /** The ids of its subjects; describe-event.ts reads their data. */
  about: Readonly<Record<string, string>>;
  /** Link to the result of an earlier attempt; "" without one. */
  link: string;
  /** Identifies this delivery, the same at each attempt; another one once the user requests it again. */
  mark: string;
  /** Time at which it was queued. */
  queuedAt: number;
  /** True if there was an earlier attempt. */
  isRetry: boolean;
  /** The previous attempt was interrupted before its outcome was recorded: the other side may have received it. */
  wasCutOff: boolean;
}

/** Returns the current brief of a user; null if it is not of this day any more. */
export type ReadBrief = (userId: UserId, day: string) => Promise<Brief | null>;

/** Outcome of a delivery. Each sentence is for the user; it contains no secret and no mail. */
export type Outcome =
  /** `link` leads to the item created there. */
  | { result: "delivered"; answer: string; link?: string }
  /** Retried, for a day; with `waitMs` (Retry-After) nothing else is delivered before that either. */
  | { result: "later"; answer: string; waitMs?: number }
  /** It may have arrived, and this cannot be checked: it is not sent again automatically. */
  | { result: "unknown"; answer: string }
  /** The other side refuses this event; the next one may be delivered. */
  | { result: "refused"; answer: string }
  /** Nothing is left to deliver. */
  | { result: "skipped"; answer: string }
  /** The other side revoked the integration: it is not called again. */
  | { result: "gone"; answer: string };

/** Outcome of a delivery that may have arrived, to a side that cannot be asked if it did. */
export const mayHaveArrived: Outcome = {
  result: "unknown",
  answer: "Delivery status unknown after a restart.",
};

/** Options of a sync. */
export interface Syncing {
  /** The user confirmed that most entries, which are gone there, are to be deleted here too. */
  isSure: boolean;
  /** Aborts it in between: the server stops, or a client has waited long enough. */
  stopping?: AbortSignal;
}

/** Outcome of a sync. `asks`: it waits for the user's confirmation. */
export type Synced = Outcome & { asks?: true };

/**
 * Adapter for one kind of integration. An error that it throws counts as "later" and is logged, so it must not contain secrets.
 */
export interface IntegrationAdapter {
  kind: IntegrationKind;
  /** True if the operator set it up. */
  isSetUp: boolean;
  /** True if it delivers the daily brief, as an event whose `about` has the `day`. */
  deliversBriefs?: true;
  deliver: (connection: Connection, event: IntegrationEvent) => Promise<Outcome>;
  /** Sends a test that the user can see on the other side. */
  test: (connection: Connection) => Promise<Outcome>;
  /** Syncs both sides, for integrations with the same data on both. */
  sync?: (connection: Connection, how: Syncing) => Promise<Synced>;
  /** Returns the target, in a few words. */
  describe: (connection: Omit<Connection, "secret">) => string;
  /** Revokes it on the other side too, as far as possible; it may fail. */
  revoke?: (connection: Connection) => Promise<void>;
}
