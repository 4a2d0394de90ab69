import { z } from "zod";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import { createEgress, type Egress } from "#/egress/egress.ts";
import { contentPlace, type HostMailSettings } from "#/host-mail/host-mail.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { hostMailOf } from "#/store/outbox/host-mail-queries.ts";
import { BadDraft, composeMessage } from "#/wire/mime/compose.ts";
import { sendMail } from "#/wire/smtp/send.ts";
import { SmtpError } from "#/wire/smtp/smtp-error.ts";

/** Dependencies for sending the host's mail. */
export interface HostMailPost {
  reader: Reader;
  execute: Execute;
  box: SecretBox;
  clock: Clock;
  log: Log;
  /** Null: earlier queued messages cannot be sent. */
  settings: HostMailSettings | null;
  egress: Egress;
}

const Content = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  leaveAt: z.string().optional(),
});

/** Errors after which a retry cannot succeed. */
const hopeless = new Set(["bad_draft", "rejected", "too_large", "address_not_ascii"]);
const minRetryMs = 15_000;
const maxRetryMs = 15 * 60_000;

/**
 * Returns the egress for host emails. The operator configured this server, unlike users' mail servers: its port is allowed, and
 * on this machine it may be private without an entry in the allow-list.
 */
export function hostMailEgress(
  settings: HostMailSettings | null,
  allowedPrivateHosts: string[],
): Egress {
  if (settings === null) return createEgress({ allowedPrivateHosts });
  const isOnThisMachine = /^(localhost|127\.[\d.]+|::1)$/i.test(settings.host);
  return createEgress({
    allowedPrivateHosts: [...allowedPrivateHosts, ...(isOnThisMachine ? [settings.host] : [])],
    mailPorts: [settings.port],
  });
}

/**
 * Sends one queued host email and deletes it. Throws RetryAfter while the server cannot accept it. Sending twice is better than
 * not at all, as for an alert: every attempt sends the same message with the same Message-ID.
 */
export async function deliverHostMail(
  post: HostMailPost,
  { id, attempts }: { id: string; attempts: number },
): Promise<void> {
  const { reader, execute, box, clock, log, settings } = post;
  const row = await hostMailOf(reader, id);
  if (row === undefined) return;
  if (settings === null || row.expires_at <= clock.now()) {
    log.warn({ hostMailId: id }, "host email expired before it was sent");
    return execute("hostMail.remove", { id });
  }
  const content = Content.parse(JSON.parse(box.open(row.content, contentPlace(id))));
  try {
    await hand(post.egress, settings, { id, date: row.created_at, content });
  } catch (error) {
    const kind = error instanceof BadDraft ? "bad_draft" : kindOf(error);
    // Only the kind is logged, because servers repeat addresses in their responses.
    log.warn({ hostMailId: id, kind, attempts }, "sending a host email failed");
    if (!hopeless.has(kind)) throw new RetryAfter(waitMs(attempts));
  }
  return execute("hostMail.remove", { id });
}

async function hand(
  egress: Egress,
  { from, encryption, ...login }: HostMailSettings,
  { id, date, content }: { id: string; date: number; content: z.output<typeof Content> },
): Promise<void> {
  const { html, leaveAt, ...plain } = content;
  const outgoing = await composeMessage({
    ...plain,
    ...(html !== undefined && { html }),
    ...(leaveAt !== undefined && { leaveAt }),
    from,
    to: [{ name: "", address: content.to }],
    cc: [],
    bcc: [],
    messageId: `${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}`,
    date,
    attachments: [],
    isAutomatic: true,
  });
  const secure = { tls: encryption !== "none", isImplicit: encryption === "implicit" };
  await sendMail(egress, { ...login, ...secure }, outgoing, { timeoutMs: 30_000 });
}

function kindOf(error: unknown): string {
  if (error instanceof SmtpError) return error.kind;
  throw error;
}

function waitMs(attempts: number): number {
  return Math.min(minRetryMs * 2 ** Math.max(0, attempts - 1), maxRetryMs);
}
