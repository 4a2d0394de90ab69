import type { Pauses } from "./pauses.ts";

/** Behavior of the server beside its answers. */
export interface Restraint {
  /** Backoff requested by the server, in milliseconds; 0 without one. */
  backoffMs: number;
  /** It sent a response beyond the limits, and the connection was ended for that. */
  wasExcessive: boolean;
  /** Inlet ended the connection, because others waited for its response for too long. */
  heldUpOthers: boolean;
  /** The current command requests the structure or the parts of a message, possibly thousands. */
  asksForParts: boolean;
  /** The time for which its answers were not read. */
  readonly pauses: Pauses;
}
