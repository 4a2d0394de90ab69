import {
  blockSender as blockSenderEndpoint,
  distrustSender as distrustSenderEndpoint,
  listBlockedSenders as listBlockedSendersEndpoint,
  listTrustedSenders as listTrustedSendersEndpoint,
  trustSender as trustSenderEndpoint,
  unblockSender as unblockSenderEndpoint,
  unsubscribe,
} from "@inlet/contract/mail/senders.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { blockSender, listBlockedSenders, unblockSender } from "#/mail/filing/blocked-senders.ts";
import { distrustSender, listTrustedSenders, trustSender } from "#/mail/reading/trusted-senders.ts";
import { unsubscribeFrom } from "#/mail/filing/unsubscribe.ts";

/** Routes of senders: leaving lists, blocking addresses, and trusting them to show their pictures. */
export function senderRoutes(api: Api): void {
  const { mail } = api;

  route(api, unsubscribe, ({ emailId }, { caller }) =>
    unsubscribeFrom(mail, caller.userId, emailId),
  );

  route(api, listBlockedSendersEndpoint, async (_input, { caller }) => ({
    senders: await listBlockedSenders(mail, caller.userId),
  }));

  route(api, blockSenderEndpoint, async ({ address }, { caller }) => {
    await blockSender(mail, caller.userId, address);
    return { ok: true as const };
  });

  route(api, unblockSenderEndpoint, async ({ address }, { caller }) => {
    await unblockSender(mail, caller.userId, address);
    return { ok: true as const };
  });

  route(api, listTrustedSendersEndpoint, async (_input, { caller }) => ({
    senders: await listTrustedSenders(mail, caller.userId),
  }));

  route(api, trustSenderEndpoint, async ({ address }, { caller }) => {
    await trustSender(mail, caller.userId, address);
    return { ok: true as const };
  });

  route(api, distrustSenderEndpoint, async ({ address }, { caller }) => {
    await distrustSender(mail, caller.userId, address);
    return { ok: true as const };
  });
}
