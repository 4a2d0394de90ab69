import {
  blockSender,
  distrustSender,
  listBlockedSenders,
  listTrustedSenders,
  trustSender,
  unblockSender,
  unsubscribe,
} from "@inlet/contract/senders.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Whom one hears from: leaving lists, blocking addresses, and trusting them with a look at their pictures. */
export function senderRoutes(api: Api): void {
  const { senders } = api.services;

  route(api, unsubscribe, ({ emailId }, { caller }) => senders.unsubscribe(caller.userId, emailId));

  route(api, listBlockedSenders, async (_input, { caller }) => ({
    senders: await senders.blocked(caller.userId),
  }));

  route(api, blockSender, async ({ address }, { caller }) => {
    await senders.block(caller.userId, address);
    return { ok: true as const };
  });

  route(api, unblockSender, async ({ address }, { caller }) => {
    await senders.unblock(caller.userId, address);
    return { ok: true as const };
  });

  route(api, listTrustedSenders, async (_input, { caller }) => ({
    senders: await senders.trusted(caller.userId),
  }));

  route(api, trustSender, async ({ address }, { caller }) => {
    await senders.trust(caller.userId, address);
    return { ok: true as const };
  });

  route(api, distrustSender, async ({ address }, { caller }) => {
    await senders.distrust(caller.userId, address);
    return { ok: true as const };
  });
}
