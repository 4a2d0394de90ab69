import { z } from "zod";
import { randomId } from "#/base/random-id.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { describeEvent, type DescribedEvent } from "#/integrations/core/describe-event.ts";
import {
  attemptMs,
  type Connection,
  type IntegrationAdapter,
} from "#/integrations/core/adapter.ts";
import { post } from "./post-webhook.ts";
import { signedHeaders, WebhookSecret } from "./signing.ts";

/** Unencrypted settings: the origin, by which users recognize it. */
export const WebhookConfig = z.object({ origin: z.string() });

/** Creates the adapter for webhooks: signed requests to URLs of the user's choice (standardwebhooks.com). */
export function webhookAdapter(
  core: IntegrationContext,
  { timeoutMs = attemptMs }: { timeoutMs?: number } = {},
): IntegrationAdapter {
  async function send(
    connection: Connection,
    { id, ...described }: { id: string; type: string; at: number; data: object },
  ) {
    const secret = WebhookSecret.parse(JSON.parse(connection.secret));
    const { type, at, data } = described;
    const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
    const headers = signedHeaders(secret, { id, body, now: core.clock.now() });
    return post(core, { url: secret.url, headers, body, timeoutMs });
  }

  return {
    kind: "webhook",
    isSetUp: true,
    async deliver(connection, event) {
      const described = await describeEvent(core, connection.userId, event);
      if (described === null) return { result: "skipped", answer: "No longer available." };
      return send(connection, {
        id: event.id,
        type: event.kind,
        at: event.at,
        data: dataOf(described),
      });
    },
    test: (connection) =>
      send(connection, {
        id: `test_${randomId(core.clock.now())}`,
        type: "integration.test",
        at: core.clock.now(),
        data: { webhook: connection.name, message: "This is a test by Inlet." },
      }),
    describe: ({ config }) => WebhookConfig.parse(config).origin,
  };
}

function dataOf(described: DescribedEvent): object {
  switch (described.kind) {
    case "message.received":
    case "message.classified":
      return described.message;
    case "message.sent": {
      const { reason: _reason, ...sent } = described.outgoing;
      return sent;
    }
    case "message.failed":
      return described.outgoing;
    case "account.failed":
    case "account.recovered":
      return described.account;
  }
}
