import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { MessageId } from "../ids.ts";
import { limits } from "../limits.ts";

/**
 * Unsubscribes from the mailing list of a message: by a POST if the sender offers it (RFC 8058), else by a message. If neither is
 * offered, the response is the address of the list's page, which only the user may open.
 */
export const unsubscribe = endpoint({
  method: "POST",
  path: "/email/{emailId}/unsubscribe",
  access: "user",
  scope: "send",
  input: z.object({ emailId: MessageId }),
  output: z.object({ result: z.enum(["done", "mailed", "page"]), url: z.string().nullable() }),
  errors: [
    "message.not_found",
    "unsubscribe.not_offered",
    "unsubscribe.failed",
    "send.not_set_up",
    "send.no_recipient",
    "send.bad_address",
  ],
});

const address = line(limits.emailMaxLength)
  .trim()
  .regex(/^[^\s<>,;]+@[^\s<>,;@]+$/);

export const BlockedSender = z.object({ address: z.string(), since: z.string() });
export type BlockedSender = z.infer<typeof BlockedSender>;

export const listBlockedSenders = endpoint({
  method: "GET",
  path: "/senders/blocked",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ senders: z.array(BlockedSender) }),
  errors: [],
});

/** Moves future mail from this address to Spam. */
export const blockSender = endpoint({
  method: "PUT",
  path: "/senders/blocked/{address}",
  access: "user",
  scope: "settings",
  input: z.object({ address }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

export const unblockSender = endpoint({
  method: "DELETE",
  path: "/senders/blocked/{address}",
  access: "user",
  scope: "settings",
  input: z.object({ address }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

export const TrustedSender = z.object({ address: z.string(), since: z.string() });
export type TrustedSender = z.infer<typeof TrustedSender>;

export const listTrustedSenders = endpoint({
  method: "GET",
  path: "/senders/trusted",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ senders: z.array(TrustedSender) }),
  errors: [],
});

/** From now on loads the remote images in messages from this address automatically. */
export const trustSender = endpoint({
  method: "PUT",
  path: "/senders/trusted/{address}",
  access: "user",
  scope: "settings",
  input: z.object({ address }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

export const distrustSender = endpoint({
  method: "DELETE",
  path: "/senders/trusted/{address}",
  access: "user",
  scope: "settings",
  input: z.object({ address }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});
