import type { UserId } from "@inlet/contract/ids.ts";
import type { Clock } from "#/base/clock.ts";
import { randomId } from "#/base/random-id.ts";
import type { Place, SecretBox } from "#/base/secret-box.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { HostMailRow } from "#/store/auth/schema.ts";

/** The server and sender of host emails, as plain values because they cross threads. */
export interface HostMailSettings {
  host: string;
  port: number;
  /** TLS from the first byte, STARTTLS, or none. */
  encryption: "implicit" | "starttls" | "none";
  /** User name; "" for a server without login. */
  user: string;
  pass: string;
  from: { name: string; address: string };
}

/** A message from the host. */
interface HostMailMessage {
  /** The recipient's address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Unsubscribe address. */
  leaveAt?: string;
  /** The user that the message concerns. It is deleted with them. */
  userId?: UserId;
  /** The message is not sent after this time, in milliseconds; by default one day. */
  validityMs?: number;
}

/** Emails from the installation itself: password resets, invitations, alerts. */
export interface HostMail {
  /** False if the operator configured no mail server; nothing may be sent then. */
  isConfigured: boolean;
  /** Returns a message in its queued form, for a caller that queues it with other writes. Throws if mail is not configured. */
  encrypt: (mail: HostMailMessage) => Omit<HostMailRow, "created_at">;
  /** Queues a message, encrypted until it is sent; a job sends and retries it. Throws if mail is not configured. */
  send: (mail: HostMailMessage) => Promise<void>;
}

const usuallyUsefulMs = 24 * 3600_000;

/** Creates the interface to the host's mail; `deliverHostMail` sends the queued messages. */
export function createHostMail(
  { execute, box, clock }: { execute: Execute; box: SecretBox; clock: Clock },
  settings: HostMailSettings | null,
): HostMail {
  const encrypt: HostMail["encrypt"] = ({ userId, validityMs = usuallyUsefulMs, ...content }) => {
    if (settings === null) throw new Error("The host has no server to send mail with.");
    const id = randomId(clock.now());
    return {
      id,
      // A message to an outsider belongs to no user.
      user_id: userId ?? ("" as UserId),
      content: box.encrypt(JSON.stringify(content), contentPlace(id)),
      expires_at: clock.now() + validityMs,
    };
  };
  return {
    isConfigured: settings !== null,
    encrypt,
    async send(mail) {
      await execute("hostMail.queue", encrypt(mail));
    },
  };
}

/** Messages of the host carry links that open accounts: they are stored encrypted like a password. */
export function contentPlace(id: string): Place {
  return { table: "host_mails", userId: "", rowId: id, field: "content" };
}
