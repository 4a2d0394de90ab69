import type { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { createLog } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import type { Egress } from "#/egress/egress.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { deliverDue, type Delivering } from "#/integrations/core/deliver.ts";
import type { IntegrationAdapter } from "#/integrations/core/adapter.ts";
import type { RealApp } from "./real-app.ts";

/** Returns the context of integrations, over the app of a test. */
export function integrationContext(
  { database, execute, clock }: RealApp,
  egress: Egress,
): IntegrationContext {
  const log = createLog("silent");
  const box = createSecretBox(Buffer.alloc(32, 1));
  return { database, execute, clock, log, box, egress, publicUrl: "https://inlet.example" };
}

/** Returns the command bus of a process that is killed after the receiver got a delivery, before it could record that. */
export function executeThatBreaks({ execute }: Pick<RealApp, "execute">): RealApp["execute"] {
  return async (name, input) => {
    if (name === "delivery.settle") throw new Error("The process was killed.");
    return execute(name, input);
  };
}

/** Runs an integration's delivery job once; returns its wait in milliseconds, null if nothing is left to deliver. */
export async function deliverNow(
  core: IntegrationContext,
  adapters: readonly IntegrationAdapter[],
  which: { userId: UserId; integrationId: IntegrationId },
  how: Delivering = {},
): Promise<number | null> {
  try {
    await deliverDue(core, adapters, which, { random: () => 0, ...how });
    return null;
  } catch (error) {
    if (error instanceof RetryAfter) return error.waitMs;
    throw error;
  }
}
