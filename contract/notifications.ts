import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { MessageId } from "./ids.ts";

/** A notification as it is shown, by a page or by the service worker that a push woke. */
export const Note = z.object({
  title: z.string(),
  body: z.string(),
  /** The same for the same mail, however it is told: the later one takes the place of the earlier. */
  tag: z.string(),
  /** The mail that a click opens; null for the inbox. */
  emailId: MessageId.nullable(),
  isSilent: z.boolean(),
});
export type Note = z.infer<typeof Note>;

/** What this server can do to tell the person of something. */
export const notificationWays = endpoint({
  method: "GET",
  path: "/user/notifications",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    /** The key that push services know this server by (RFC 8292), base64url. */
    pushKey: z.string(),
    /** Whether the server sends mail of its own. */
    canSendMail: z.boolean(),
  }),
  errors: [],
});

/** How mail is told of; what was read meanwhile or is gone is left out, and much at once is one notification. */
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
 * A page came into sight or left it. While one is in sight, no notification is shown anywhere. Each page counts its
 * words: what arrives after a later one says nothing.
 */
export const notePresence = endpoint({
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

/** A browser that wants to be told by push (RFC 8030); the first time it is told so at once. It ends with the session. */
export const subscribeToPush = endpoint({
  method: "PUT",
  path: "/user/push",
  access: "user",
  scope: null,
  input: z.object({
    endpoint: endpointUrl,
    /** The browser's keys (RFC 8291): an uncompressed point of P-256, and 16 bytes. */
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
