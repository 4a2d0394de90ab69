import type { OutboxState } from "@inlet/contract/send.ts";

/** Whether what declined a proposal said nothing after all, so that it may be said again. */
export function isToRepeat(state: OutboxState): boolean {
  return state === "cancelled" || state === "failed";
}
