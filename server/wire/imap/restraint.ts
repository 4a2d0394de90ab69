import type { Pauses } from "./pauses.ts";

/** Restrictions that the server or Inlet puts on a connection. */
export interface Restraint {
  /** Backoff requested by the server, in milliseconds; 0 without one. */
  backoffMs: number;
  /** True if the server sent a response above the limits and the connection was ended for that. */
  wasExcessive: boolean;
  /** True if Inlet ended the connection because others waited too long for its response. */
  heldUpOthers: boolean;
  /** The current command requests the structure or the parts of a message, possibly thousands. */
  asksForParts: boolean;
  /** The time during which its responses were not read. */
  readonly pauses: Pauses;
}
