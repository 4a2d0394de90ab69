import type { StreamEvent } from "@inlet/contract/events.ts";
import type { UserId } from "@inlet/contract/ids.ts";

export interface NumberedEvent {
  /** The change's number for this user: the event id of the stream. */
  seq: number;
  event: StreamEvent;
}

/** Tells open tabs what changed. The store holds the changes; waking only says that there are new ones. */
export interface Hub {
  /** Called after a commit, in any order and as often as one likes. */
  wake: (userId: UserId, seq: number) => void;
  /** Everything after `lastSeq` (null: from now on), until the signal aborts. */
  follow: (
    userId: UserId,
    lastSeq: number | null,
    signal: AbortSignal,
  ) => AsyncIterable<NumberedEvent>;
}
