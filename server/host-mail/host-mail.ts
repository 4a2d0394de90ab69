import type { UserId } from "@inlet/contract/ids.ts";
import type { Clock } from "#/base/clock.ts";
import { randomId } from "#/base/random-id.ts";
import type { Place, SealedBox } from "#/base/sealed-box.ts";
import type { Door } from "#/store/door.ts";
import type { HostMailRow } from "#/store/safety-tables.ts";

/** The server that the host's own mail goes through, and who it is from: plain values, because they cross threads. */
export interface HostMailSettings {
  host: string;
  port: number;
  /** TLS from the first byte, by STARTTLS, or none. */
  encryption: "implicit" | "starttls" | "none";
  /** "" for a server that wants no login. */
  user: string;
  pass: string;
  from: { name: string; address: string };
}

/** A message from the host. */
interface HostMailMessage {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Unsubscribe address. */
  leaveAt?: string;
  /** The person it is about: it is forgotten with them. */
  userId?: UserId;
  /** After so long it is of no use and is not sent any more; usually a day. */
  usefulForMs?: number;
}

/** The host's own mail: resets, invitations, alerts. */
export interface HostMail {
  /** False: the operator named no server for it, and nothing may be sent. */
  isConfigured: boolean;
  /** Returns a message in its queued form, for a caller that queues it with other writes. Throws if mail is not configured. */
  seal: (mail: HostMailMessage) => Omit<HostMailRow, "created_at">;
  /** Queues a message, encrypted until it is sent; a job sends and retries it. Throws if mail is not configured. */
  send: (mail: HostMailMessage) => Promise<void>;
}

const usuallyUsefulMs = 24 * 3600_000;

/** Creates the interface to the host's mail; `deliverHostMail` sends the queued messages. */
export function createHostMail(
  { door, box, clock }: { door: Door; box: SealedBox; clock: Clock },
  settings: HostMailSettings | null,
): HostMail {
  const seal: HostMail["seal"] = ({ userId, usefulForMs = usuallyUsefulMs, ...content }) => {
    if (settings === null) throw new Error("The host has no server to send mail with.");
    const id = randomId(clock.now());
    return {
      id,
      // A message to an outsider belongs to no user.
      user_id: userId ?? ("" as UserId),
      content: box.seal(JSON.stringify(content), contentPlace(id)),
      expires_at: clock.now() + usefulForMs,
    };
  };
  return {
    isConfigured: settings !== null,
    seal,
    async send(mail) {
      await door("hostMail.queue", seal(mail));
    },
  };
}

/** Messages of the host carry links that open accounts: they are stored encrypted like a password. */
export function contentPlace(id: string): Place {
  return { table: "host_mails", userId: "", rowId: id, field: "content" };
}
