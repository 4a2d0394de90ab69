import type { Pauses } from "./pauses.ts";

/** Behavior of the server beside its answers. */
export interface Restraint {
  /** How long it wants to be left alone; 0 while it asked for nothing. */
  backoffMs: number;
  /** It sent a response beyond the limits, and the connection was ended for that. */
  wasExcessive: boolean;
  /** Inlet ended the connection, because others waited for its response for too long. */
  heldUpOthers: boolean;
  /** The command at hand asks for the structure or the parts of a message, of which there may be thousands. */
  asksForParts: boolean;
  /** The time for which its answers were not read. */
  readonly pauses: Pauses;
}
