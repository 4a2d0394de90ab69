import type { Brief } from "@inlet/contract/brief.ts";
import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { DeliveryKind, IntegrationKind } from "@inlet/contract/integrations.ts";

/** So long the other side may take for one call: others of the person wait for their turn. */
export const attemptMs = 9000;

/** An integration as its room works with it: the secret is open. */
export interface Connection {
  id: IntegrationId;
  userId: UserId;
  kind: IntegrationKind;
  name: string;
  externalId: string;
  /** "" for none. */
  secret: string;
  /** As its room stored it; the room reads it with a schema of its own. */
  config: unknown;
}

/** Something that happened, for an integration to be told of. */
export interface IntegrationEvent {
  /** The same at each try, so that the other side can pass over what it knows. */
  id: string;
  kind: DeliveryKind;
  at: number;
  /** The ids of what it happened to; describe.ts reads what there is to say of them. */
  about: Readonly<Record<string, string>>;
  /** Where an earlier try left what it made of it; "" for nowhere. */
  link: string;
  /** Of this one delivery, the same at each try of it; another one once the person asks for it again. */
  mark: string;
  /** When it was queued. */
  queuedAt: number;
  /** It was tried before. */
  isRetry: boolean;
  /** The try before was cut off before anybody wrote down what came of it: the other side may have heard it. */
  wasCutOff: boolean;
}

/** The brief of a person as it stands now; null for one that no longer is of this day. */
export type ReadBrief = (userId: UserId, day: string) => Promise<Brief | null>;

/** What came of telling it. Each sentence is for the person; no secret and no mail stands in it. */
export type Outcome =
  /** `link` leads to what was made of it there. */
  | { result: "delivered"; answer: string; link?: string }
  /** To be tried again, for a day; with `waitMs` (Retry-After) nothing else is told before either. */
  | { result: "later"; answer: string; waitMs?: number }
  /** It may have arrived, and nobody can look: it is not told again by itself. */
  | { result: "unknown"; answer: string }
  /** The other side does not want this one; the next may be told. */
  | { result: "refused"; answer: string }
  /** There is nothing to tell any more. */
  | { result: "skipped"; answer: string }
  /** The other side let go of the integration: it is not asked again. */
  | { result: "gone"; answer: string };

/** What comes of telling something that may have arrived, to somebody who cannot be asked whether it did. */
export const mayHaveArrived: Outcome = {
  result: "unknown",
  answer: "Delivery status unknown after a restart.",
};

/** How both sides are brought in step. */
export interface Syncing {
  /** The person said that most of what is gone there is to be deleted here too. */
  isSure: boolean;
  /** Ends it in between: the server stops, or somebody waited for long enough. */
  stopping?: AbortSignal;
}

/** What came of it. `asks`: it waits for the person to be sure. */
export type Synced = Outcome & { asks?: true };

/**
 * One kind of integration. What it throws counts as "later", and goes to the log without the secret: rooms throw nothing
 * that has one in it.
 */
export interface Room {
  kind: IntegrationKind;
  /** Whether whoever runs this server did what it takes. */
  isSetUp: boolean;
  /** Whether it tells the daily brief, as an event whose `about` has the `day`. */
  tellsBriefs?: true;
  deliver: (connection: Connection, event: IntegrationEvent) => Promise<Outcome>;
  /** Tries it, in a way that the person can see on the other side. */
  test: (connection: Connection) => Promise<Outcome>;
  /** Brings both sides in step, of those that have the same things on both. */
  sync?: (connection: Connection, how: Syncing) => Promise<Synced>;
  /** Where it leads, in a few words. */
  describe: (connection: Omit<Connection, "secret">) => string;
  /** Lets go of it on the other side too, as far as that is possible; it may fail. */
  revoke?: (connection: Connection) => Promise<void>;
}
