import { expect, test } from "vitest";
import { createSecretBox } from "#/base/secret-box.ts";
import { usualEngines, withDatabases } from "#/testing/database/database.ts";
import { deliverNow } from "#/testing/apps/deliver-now.ts";
import { anIntegrationRow } from "#/testing/factories/integration-row.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aUser } from "#/testing/apps/published-calls.ts";
import type { IntegrationContext } from "./context.ts";
import type { Outcome, IntegrationAdapter } from "./adapter.ts";

withDatabases((open) => {
  test("ends a round after three failures in a row, but not after three in total", async () => {
    const { database, execute, clock } = await openStore(open);
    const userId = await aUser(execute);
    const integration = anIntegrationRow(userId, { name: "The boat" });
    await execute("integration.save", integration);
    const fails = [true, true, false, true, true, true, false];
    for (const at of fails.keys()) {
      const event = { kind: "message.sent" as const, eventId: `event${at}`, about: {} };
      await execute("event.tell", {
        userId,
        deliveries: [{ integrationId: integration.id, event }],
      });
      clock.at += 1;
    }
    const deliveries: string[] = [];
    // Safe: a run needs nothing else of either.
    const core = {
      database,
      execute,
      clock,
      box: createSecretBox(Buffer.alloc(32)),
    } as unknown as IntegrationContext;
    const adapter = {
      kind: "webhook",
      isSetUp: true,
      deliver: async (_to, { id }): Promise<Outcome> => {
        deliveries.push(id);
        return { result: fails[deliveries.length - 1] ? "later" : "delivered", answer: "" };
      },
    } as IntegrationAdapter;
    await deliverNow(core, [adapter], { userId, integrationId: integration.id });
    expect(deliveries).toEqual(["event0", "event1", "event2", "event3", "event4", "event5"]);
  });
}, usualEngines);
