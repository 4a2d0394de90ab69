import { UserId } from "@inlet/contract/ids.ts";
import { createBreaker } from "#/ai/model/breaker.ts";
import { type ModelChoice, type Price } from "#/ai/model/choice.ts";
import { modelPort } from "#/ai/model/models.ts";
import { type ModelContext, undecided } from "#/ai/model/settings.ts";
import type { ModelPort } from "#/ai/model/port.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { ModelCallRow, ModelSettingsRow } from "#/store/ai/model-schema.ts";
import { type FakeProvider, goodKey, startFakeProvider } from "#/testing/fakes/model-provider.ts";
import type { dialects } from "#/testing/fakes/provider-dialects.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

/** A user who enabled the operator's model, and the fake provider behind it. */
export interface ModelTrialStage extends AsyncDisposable {
  provider: FakeProvider;
  context: ModelContext;
  port: ModelPort;
  userId: UserId;
  /** Changes the user's model settings. */
  decide: (change: Partial<ModelSettingsRow>) => Promise<void>;
  /** Returns the recorded model calls, oldest first. */
  calls: () => Promise<ModelCallRow[]>;
}

/** The shortest timeouts that are still distinguishable. */
export const shortTimeouts = { firstTextMs: 5000, totalMs: 10_000, retries: 2, pauseMs: 1 };

/** Creates the stage over this database. */
export async function stageModel(
  name: keyof typeof dialects,
  store: { database: Database; execute: Execute; clock: ModelContext["clock"] },
  change: { apiKey?: string; price?: Price; timeouts?: Partial<ModelContext["timeouts"]> } = {},
): Promise<ModelTrialStage> {
  const provider = await startFakeProvider(name);
  const choice: ModelChoice = {
    provider: name,
    baseUrl: provider.baseUrl,
    model: "fake-1",
    apiKey: change.apiKey ?? goodKey,
  };
  const egress = egressToLoopback();
  const context: ModelContext = {
    ...store,
    log: createLog("silent"),
    box: createSecretBox(Buffer.alloc(32, 1)),
    egress,
    operator: { model: { ...choice, price: change.price ?? null }, egress, allowsOwn: true },
    breaker: createBreaker(store.clock),
    timeouts: { ...shortTimeouts, ...change.timeouts },
  };
  const userId = UserId.parse(`user-${++people}`);
  const decide = (decided: Partial<ModelSettingsRow>) =>
    store.execute("model.choose", { ...undecided(userId), is_on: 1, ...decided });
  await decide({});
  return {
    provider,
    context,
    userId,
    decide,
    port: modelPort(context),
    calls: () =>
      store.database.reader
        .selectFrom("model_calls")
        .selectAll()
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute(),
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

let people = 0;
