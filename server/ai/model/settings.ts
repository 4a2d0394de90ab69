import { AccountId, type UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import type { Egress } from "#/egress/egress.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { modelSettingsOf } from "#/store/ai/model-queries.ts";
import type { ModelSettingsRow } from "#/store/ai/model-schema.ts";
import type { Breaker } from "./breaker.ts";
import {
  fingerprintOf,
  type ModelChoice,
  modelProviders,
  type OperatorModel,
  type Price,
  type OutputMode,
  outputModes,
  usualOutputMode,
} from "./choice.ts";
import { priceOf } from "./prices.ts";
import type { Timeouts } from "./tries.ts";

/** Dependencies of calls to models. */
export interface ModelContext {
  database: Database;
  execute: Execute;
  clock: Clock;
  log: Log;
  box: SecretBox;
  /** Egress for models that users configured. */
  egress: Pick<Egress, "follow" | "resolve">;
  operator: {
    model: OperatorModel | null;
    /** For the operator's model, which may run on this machine. */
    egress: Pick<Egress, "follow">;
    /** True if users may connect models of their choice. */
    allowsOwn: boolean;
  };
  breaker: Breaker;
  timeouts: Timeouts;
}

/** The default limit per day. */
const usualBudget = { tokens: 500_000, micros: 1_000_000 } as const;

/** Returns the settings of a user who has not chosen any. */
export function undecided(userId: UserId): ModelSettingsRow {
  return {
    user_id: userId,
    is_on: 0,
    is_own: 0,
    provider: "",
    base_url: "",
    model: "",
    secret: "",
    excluded_accounts_json: "[]",
    daily_tokens: usualBudget.tokens,
    daily_micros: usualBudget.micros,
    probed: "",
    rung: "",
    probed_at: 0,
  };
}

/** A model that a user may use, with its settings. */
export interface ActiveModel {
  choice: ModelChoice;
  egress: Pick<Egress, "follow">;
  rung: OutputMode;
  price: Price | null;
  excluded: AccountId[];
  limits: { tokens: number; micros: number };
}

/** Returns the user's model, or null unless one is configured and the user enabled it. */
export async function activeModelOf(
  context: ModelContext,
  userId: UserId,
): Promise<ActiveModel | null> {
  const row = await modelSettingsOf(context.database.reader, userId);
  return row?.is_on === 1 ? activeModelFor(context, row) : null;
}

/** Returns the model that the row describes, turned on or not; null if it describes none that may be used. */
export function activeModelFor(context: ModelContext, row: ModelSettingsRow): ActiveModel | null {
  const { operator, box } = context;
  const isOwn = row.is_own === 1;
  if (isOwn && !operator.allowsOwn) return null;
  const choice = isOwn ? ownChoice(box, row) : operator.model;
  if (choice === null) return null;
  const known =
    row.probed === fingerprintOf(choice) ? outputModes.find((one) => one === row.rung) : null;
  return {
    choice,
    egress: isOwn ? context.egress : operator.egress,
    rung: known ?? usualOutputMode(choice.provider),
    price: (isOwn ? undefined : operator.model?.price) ?? priceOf(choice),
    excluded: excludedOf(row),
    limits: { tokens: row.daily_tokens, micros: row.daily_micros },
  };
}

function ownChoice(box: SecretBox, row: ModelSettingsRow): ModelChoice | null {
  const provider = modelProviders.find((one) => one === row.provider);
  if (provider === undefined || row.model === "") return null;
  const apiKey = row.secret === "" ? "" : box.open(row.secret, placeOfKey(row.user_id));
  return { provider, baseUrl: row.base_url, model: row.model, apiKey };
}

/** Returns the accounts whose mail is never sent to a model. */
export function excludedOf(row: ModelSettingsRow): AccountId[] {
  return z.array(AccountId).parse(JSON.parse(row.excluded_accounts_json));
}

/** Returns the place that a user's key is bound to. */
export function placeOfKey(userId: UserId) {
  return { table: "model_settings", userId, rowId: userId, field: "secret" };
}
