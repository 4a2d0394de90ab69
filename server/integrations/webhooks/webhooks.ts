import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { EventKind } from "@inlet/contract/integrations/integrations.ts";
import { Failure } from "#/base/failure.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import { changeConnection, connect, connectionOf } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { WebhookConfig } from "./adapter.ts";
import { bothLastMs, newSecret, WebhookSecret } from "./signing.ts";
import type { z } from "zod";

/** Adds a webhook; its secret is returned only this once. Throws the codes of createWebhook. */
export async function addWebhook(
  core: IntegrationContext,
  userId: UserId,
  { name, url, events }: { name: string; url: string; events: EventKind[] },
): Promise<{ id: IntegrationId; secret: string }> {
  const address = await reachable(core, url);
  const secret = newSecret();
  const kept: WebhookSecret = {
    url: address.href,
    current: secret,
    previous: "",
    previousUntil: 0,
  };
  const config: z.infer<typeof WebhookConfig> = { origin: address.origin };
  const id = await connect(core, userId, {
    kind: "webhook",
    name,
    secret: JSON.stringify(kept),
    config,
    events: [...new Set(events)],
  });
  return { id, secret };
}

/** Changes the URL of a webhook, which keeps its secrets. Throws the codes of moveWebhook. */
export async function moveWebhook(
  core: IntegrationContext,
  userId: UserId,
  { id, url }: { id: IntegrationId; url: string },
): Promise<void> {
  const connection = await connectionOf(core, userId, id);
  if (connection.kind !== "webhook") throw new Failure("integration.not_found");
  const address = await reachable(core, url);
  const was = WebhookSecret.parse(JSON.parse(connection.secret));
  const kept: WebhookSecret = { ...was, url: address.href };
  const config: z.infer<typeof WebhookConfig> = { origin: address.origin };
  await changeConnection(core, connection, { secret: JSON.stringify(kept), config });
}

/**
 * Creates another secret, which is returned only this once; the previous one signs for another day. Throws
 * integration.not_found.
 */
export async function rotateWebhook(
  core: IntegrationContext,
  userId: UserId,
  id: IntegrationId,
): Promise<{ secret: string; bothUntil: number }> {
  const connection = await connectionOf(core, userId, id);
  if (connection.kind !== "webhook") throw new Failure("integration.not_found");
  const was = WebhookSecret.parse(JSON.parse(connection.secret));
  const secret = newSecret();
  const bothUntil = core.clock.now() + bothLastMs;
  const kept: WebhookSecret = {
    ...was,
    current: secret,
    previous: was.current,
    previousUntil: bothUntil,
  };
  await changeConnection(core, connection, { secret: JSON.stringify(kept) });
  return { secret, bothUntil };
}

/** Returns the address to call. Throws webhook.address_refused for a private one, or an unencrypted one on the Internet. */
async function reachable({ egress }: IntegrationContext, written: string): Promise<URL> {
  const url = URL.parse(written);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new Failure("webhook.address_refused");
  }
  if (url.username !== "" || url.password !== "") throw new Failure("webhook.address_password");
  url.hash = "";
  try {
    const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
    const pinned = await egress.resolve(url.hostname, port, "web");
    if (url.protocol === "http:" && !pinned.isAllowedPrivate) throw new EgressRefused();
  } catch (cause) {
    throw new Failure("webhook.address_refused", { cause });
  }
  return url;
}
