import type { Api } from "@inlet/contract/api.ts";

type Outgoing = Api["GET /email/outbox/{id}"]["output"];

/** Whether something went wrong with a mail that left, or may have left, so that somebody must decide. */
export function needsPerson({
  state,
  error,
  bounces,
}: Pick<Outgoing, "state" | "error" | "bounces">): boolean {
  return state === "confirm" || error !== null || bounces.length > 0;
}
