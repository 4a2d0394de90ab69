import type { Api } from "@inlet/contract/api.ts";

type Outgoing = Api["GET /email/outbox/{id}"]["output"];

/** Whether something went wrong with a mail that left, so that somebody must decide. */
export function needsPerson({ error, bounces }: Pick<Outgoing, "error" | "bounces">): boolean {
  return error !== null || bounces.length > 0;
}
