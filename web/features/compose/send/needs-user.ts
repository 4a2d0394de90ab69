import type { Api } from "@inlet/contract/api.ts";

type Outgoing = Api["GET /email/outbox/{id}"]["output"];

/** Reports whether a message that left, or may have left, failed in a way that needs a decision by the user. */
export function needsUser({
  state,
  error,
  bounces,
}: Pick<Outgoing, "state" | "error" | "bounces">): boolean {
  return state === "confirm" || error !== null || bounces.length > 0;
}
