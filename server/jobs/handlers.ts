import { AccountId, OutboxId } from "@inlet/contract/ids.ts";
import { type DeliverContext, deliver } from "#/mail/deliver.ts";
import type { Fleet } from "#/mail/sync/fleet.ts";
import { tellServer } from "#/mail/tell-server.ts";
import type { JobHandler } from "./worker.ts";

/** What each kind of job does. The kinds are queued by the commands of the store. */
export function jobHandlers(
  mail: DeliverContext,
  fleet: Fleet,
): Readonly<Record<string, JobHandler>> {
  return {
    "watch-account": ({ user_id: userId, subject_id: id }) =>
      fleet.follow({ userId, accountId: AccountId.parse(id) }),
    // Nothing follows an arrival yet but the live stream, which hears of it by the change.
    "message-arrived": () => Promise.resolve(),
    "tell-server": ({ user_id: userId, subject_id: id }) =>
      tellServer(mail, { userId, accountId: AccountId.parse(id) }),
    "send-outbox": ({ user_id: userId, subject_id: id }) =>
      deliver(mail, { userId, outboxId: OutboxId.parse(id) }),
  };
}
