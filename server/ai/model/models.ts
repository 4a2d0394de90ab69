import {
  type aiLedger,
  type aiStatus,
  type AiSettings,
  ModelProblem,
  type ModelTrial,
  type saveAiSettings,
  type testAiSettings,
} from "@inlet/contract/ai/ai-models.ts";
import { MessageId, type UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import { accountsOf } from "#/store/accounts/queries.ts";
import {
  modelCallsOf,
  modelSettingsOf,
  modelUseSince,
  subjectsOf,
} from "#/store/ai/model-queries.ts";
import type { ModelCallRow, ModelSettingsRow } from "#/store/ai/model-schema.ts";
import { fingerprintOf, hostOf } from "./choice.ts";
import { dayOf } from "./ledger.ts";
import type { ModelPort } from "./port.ts";
import { pricesDated } from "./prices.ts";
import {
  excludedOf,
  type ModelContext,
  placeOfKey,
  type ActiveModel,
  activeModelFor,
  activeModelOf,
  undecided,
} from "./settings.ts";
import { tryModel } from "./trial.ts";
import { userModel } from "./user-model.ts";

type Saved = z.output<typeof saveAiSettings.input>;
type Asked = z.output<typeof testAiSettings.input>;

const ledgerPage = 50;

/** Returns the port through which the rest of Inlet uses models. */
export function modelPort(context: ModelContext): ModelPort {
  return {
    async forUser(userId) {
      const existing = await activeModelOf(context, userId);
      return existing && userModel(context, userId, existing);
    },
  };
}

/** Reports whether a model is used for this user. */
export async function readStatus(
  context: ModelContext,
  userId: UserId,
): Promise<z.output<typeof aiStatus.output>> {
  const row = await rowOf(context, userId);
  const existing = activeModelFor(context, row);
  return {
    model: existing && row.is_on === 1 ? nameOf(existing) : null,
    hasModel: existing !== null,
  };
}

/** Returns the user's decisions, with the available options. */
export async function readSettings(context: ModelContext, userId: UserId): Promise<AiSettings> {
  return present(context, await rowOf(context, userId));
}

/** Saves the user's settings. Tests a model that becomes active. Throws the errors of saveAiSettings. */
export async function saveSettings(
  context: ModelContext,
  userId: UserId,
  chosen: Saved,
): Promise<z.output<typeof saveAiSettings.output>> {
  const before = await rowOf(context, userId);
  await requireAccounts(context, userId, chosen.excludedAccounts ?? []);
  let row = await changed(context, before, chosen);
  const existing = activeModelFor(context, row);
  if (existing === null && row.is_on === 1) {
    if (chosen.isOn) throw new Failure("ai.no_model");
    row = { ...row, is_on: 0 };
  }
  // Changing only the switch or a budget does not require a new trial.
  const isOther = existing !== null && row.probed !== fingerprintOf(existing.choice);
  const isToTry =
    existing !== null && row.is_on === 1 && (isOther || before.is_on === 0 || chosen.own);
  const trial = isToTry ? await tryModel(context, userId, existing) : null;
  if (trial !== null && existing !== null) {
    row = {
      ...row,
      probed: fingerprintOf(existing.choice),
      rung: trial.works ? trial.rung : "",
      probed_at: context.clock.now(),
    };
  }
  await context.execute("model.choose", row);
  return { settings: await present(context, row), trial };
}

/** Tests a model without saving anything. Throws the errors of testAiSettings. */
export async function testModel(
  context: ModelContext,
  userId: UserId,
  asked: Asked,
): Promise<ModelTrial> {
  const row = await changed(context, await rowOf(context, userId), asked);
  const existing = activeModelFor(context, row);
  if (existing === null) throw new Failure("ai.no_model");
  return tryModel(context, userId, existing);
}

/** Returns a page of the user's calls to models, the latest first. */
export async function readLedger(
  { database }: ModelContext,
  userId: UserId,
  { cursor }: z.output<typeof aiLedger.input>,
): Promise<z.output<typeof aiLedger.output>> {
  const { reader } = database;
  const rows = await modelCallsOf(reader, userId, {
    before: cursor ?? null,
    limit: ledgerPage + 1,
  });
  const shown = rows.slice(0, ledgerPage);
  const ids = shown.flatMap(idsIn);
  const subjects = await subjectsOf(reader, userId, ids);
  return {
    calls: shown.map((row) => presentCall(row, subjects)),
    nextCursor: rows.length > ledgerPage ? (shown.at(-1)?.id ?? null) : null,
  };
}

async function rowOf({ database }: ModelContext, userId: UserId): Promise<ModelSettingsRow> {
  return (await modelSettingsOf(database.reader, userId)) ?? undecided(userId);
}

async function changed(
  context: ModelContext,
  before: ModelSettingsRow,
  chosen: Saved,
): Promise<ModelSettingsRow> {
  const row = { ...before };
  const { own, source, excludedAccounts, dailyTokens, dailyUsd } = chosen;
  if (chosen.isOn !== undefined) row.is_on = chosen.isOn ? 1 : 0;
  if (source !== undefined) row.is_own = source === "own" ? 1 : 0;
  if (own !== undefined) {
    row.is_own = source === "server" ? 0 : 1;
    Object.assign(row, await described(context, before, own));
  }
  if (row.is_own === 1 && !context.operator.allowsOwn && (own || source === "own")) {
    throw new Failure("ai.own_refused");
  }
  if (excludedAccounts) row.excluded_accounts_json = JSON.stringify(excludedAccounts);
  if (dailyTokens !== undefined) row.daily_tokens = dailyTokens;
  if (dailyUsd !== undefined) row.daily_micros = Math.round(dailyUsd * 1_000_000);
  return row;
}

async function described(
  context: ModelContext,
  before: ModelSettingsRow,
  own: NonNullable<Saved["own"]>,
): Promise<Pick<ModelSettingsRow, "provider" | "base_url" | "model" | "secret">> {
  if (!context.operator.allowsOwn) throw new Failure("ai.own_refused");
  const baseUrl = own.baseUrl.replace(/\/$/, "");
  if (baseUrl === "" && own.provider === "compatible") throw new Failure("ai.address_needed");
  if (baseUrl !== "") await requireReach(context, baseUrl);
  // A key is sent only to the server that it was entered for, even if another person uses the session.
  const isSameServer = own.provider === before.provider && baseUrl === before.base_url;
  const place = placeOfKey(before.user_id);
  const secret =
    own.apiKey === undefined
      ? isSameServer
        ? before.secret
        : ""
      : own.apiKey && context.box.encrypt(own.apiKey, place);
  return { provider: own.provider, base_url: baseUrl, model: own.model, secret };
}

/** Throws ai.address_refused for forbidden addresses, and for API keys over plain HTTP to the Internet. */
async function requireReach({ egress }: ModelContext, baseUrl: string): Promise<void> {
  const url = new URL(baseUrl);
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  try {
    const { isAllowedPrivate } = await egress.resolve(url.hostname, port, "web");
    if (url.protocol === "http:" && !isAllowedPrivate) throw new EgressRefused();
  } catch (cause) {
    if (cause instanceof EgressRefused) throw new Failure("ai.address_refused", { cause });
    throw cause;
  }
}

async function requireAccounts(
  { database }: ModelContext,
  userId: UserId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const own = new Set<string>((await accountsOf(database.reader, userId)).map(({ id }) => id));
  if (!ids.every((id) => own.has(id))) throw new Failure("account.not_found");
}

async function present(context: ModelContext, row: ModelSettingsRow): Promise<AiSettings> {
  const { operator, clock, database } = context;
  const use = await modelUseSince(database.reader, row.user_id, dayOf(clock.now()));
  const own = activeModelFor(context, { ...row, is_own: 1 });
  const existing = activeModelFor(context, row);
  const isListed = row.is_own === 1 || !operator.model?.price;
  return {
    isOn: row.is_on === 1 && existing !== null,
    source: row.is_own === 1 ? "own" : "server",
    serverModel: operator.model && { name: operator.model.model, host: hostOf(operator.model) },
    allowsOwn: operator.allowsOwn,
    own: own && {
      provider: own.choice.provider,
      baseUrl: own.choice.baseUrl,
      model: own.choice.model,
      hasKey: row.secret !== "",
    },
    excludedAccounts: excludedOf(row),
    dailyTokens: row.daily_tokens,
    dailyUsd: row.daily_micros / 1_000_000,
    today: { tokens: use.tokens, usd: use.micros / 1_000_000, calls: use.calls },
    price: existing?.price ? { ...existing.price, dated: isListed ? pricesDated : null } : null,
  };
}

function nameOf({ choice }: ActiveModel) {
  return { name: choice.model, host: hostOf(choice) };
}

const Outcome = z.union([z.literal("ok"), ModelProblem]);

function presentCall(
  row: ModelCallRow,
  subjects: ReadonlyMap<MessageId, string>,
): z.output<typeof aiLedger.output>["calls"][number] {
  return {
    id: row.id,
    at: new Date(row.created_at).toISOString(),
    task: row.task,
    model: row.model,
    host: row.host,
    rung: row.rung,
    outcome: row.outcome === "" ? null : Outcome.parse(row.outcome),
    requests: row.requests,
    emails: idsIn(row).map((id) => ({ id, subject: subjects.get(id) ?? null })),
    sentChars: row.sent_chars,
    receivedChars: row.received_chars,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    usd: row.cost_micros < 0 ? null : row.cost_micros / 1_000_000,
    durationMs: row.duration_ms,
  };
}

function idsIn(row: ModelCallRow): MessageId[] {
  return z.array(MessageId).parse(JSON.parse(row.message_ids_json));
}
