import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { MessageId } from "../ids.ts";

/** A notification as shown by a page, or by the service worker after a push. */
export const Note = z.object({
  title: z.string(),
  body: z.string(),
  /** The same tag for the same mail on every channel; a later notification replaces the earlier one. */
  tag: z.string(),
  /** The message that a click opens; null for the inbox. */
  emailId: MessageId.nullable(),
  isSilent: z.boolean(),
});
export type Note = z.infer<typeof Note>;

/** Returns the notification channels that this server has. */
export const notificationWays = endpoint({
  method: "GET",
  path: "/user/notifications",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    /** The server's public key for push services (RFC 8292), in base64url. */
    pushKey: z.string(),
    /** True if the server can send email. */
    canSendMail: z.boolean(),
  }),
  errors: [],
});

/**
 * Returns the notifications for messages. Messages that were read or deleted since then are left out, and many at once become one
 * notification.
 */
export const describeNotifications = endpoint({
  method: "POST",
  path: "/user/notifications/describe",
  access: "user",
  scope: "read",
  input: z.object({ ids: z.array(MessageId).max(500) }),
  output: z.object({ notes: z.array(Note) }),
  errors: [],
});

/**
 * Records that a page became visible or hidden. While one is visible, no notification is shown on any device. Each page numbers
 * its reports in `word`: a report that arrives after a later one is ignored.
 */
export const recordPresence = endpoint({
  method: "PUT",
  path: "/user/presence",
  access: "user",
  scope: null,
  input: z.object({
    tabId: line(64).min(1),
    isVisible: z.boolean(),
    word: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

const endpointUrl = line(2048).refine(
  (url) => URL.canParse(url) && new URL(url).protocol === "https:",
);

/**
 * Subscribes a browser to push notifications (RFC 8030) and sends the first one at once, as a confirmation. The subscription ends
 * with the session.
 */
export const subscribeToPush = endpoint({
  method: "PUT",
  path: "/user/push",
  access: "user",
  scope: null,
  input: z.object({
    endpoint: endpointUrl,
    /** The browser's keys (RFC 8291): an uncompressed P-256 point, and 16 bytes. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["push.refused"],
});

export const unsubscribeFromPush = endpoint({
  method: "POST",
  path: "/user/push/remove",
  access: "user",
  scope: null,
  input: z.object({ endpoint: endpointUrl }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});
