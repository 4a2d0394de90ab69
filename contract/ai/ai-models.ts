import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { AccountId, MessageId } from "../ids.ts";

export const ModelProvider = z.enum(["openai", "anthropic", "google", "compatible"]);
export type ModelProvider = z.infer<typeof ModelProvider>;

/** A model's name and host, as in "Made by {name} via {host}". */
const ModelName = z.object({ name: z.string(), host: z.string() });

/** The reason why a model gave no answer. */
export const ModelProblem = z.enum([
  "unreachable",
  "slow",
  "refused-key",
  "out-of-quota",
  "over-budget",
  "kept-from-models",
  "unusable-answer",
  "aborted",
]);
export type ModelProblem = z.infer<typeof ModelProblem>;

/** Reports whether a model is used for the user, or everything is computed on the server. */
export const aiStatus = endpoint({
  method: "GET",
  path: "/ai/status",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    /** Null if everything is computed on this server without AI models. */
    model: ModelName.nullable(),
    /** True if there is a model that the user could turn on. */
    hasModel: z.boolean(),
  }),
  errors: [],
});

/** The abilities of a model, as found by a trial call. */
export const ModelTrial = z.discriminatedUnion("works", [
  z.object({
    works: z.literal(true),
    name: z.string(),
    host: z.string(),
    /** The way it returns structured output: by a strict schema, as JSON, or in words. */
    rung: z.enum(["schema", "json", "text"]),
    /** True if its responses are streamed. */
    streams: z.boolean(),
    /** True if it reports how many tokens were used. */
    countsTokens: z.boolean(),
    firstTextMs: z.number().int(),
  }),
  z.object({ works: z.literal(false), name: z.string(), host: z.string(), problem: ModelProblem }),
]);
export type ModelTrial = z.infer<typeof ModelTrial>;

export const AiSettings = z.object({
  isOn: z.boolean(),
  /** The model in use: the user's own or the operator's. */
  source: z.enum(["server", "own"]),
  /** The operator's model; null if the operator configured none. */
  serverModel: ModelName.nullable(),
  /** True if the operator lets users connect models of their choice. */
  allowsOwn: z.boolean(),
  /** Null until the user describes a model. The key never leaves the server. */
  own: z
    .object({
      provider: ModelProvider,
      baseUrl: z.string(),
      model: z.string(),
      hasKey: z.boolean(),
    })
    .nullable(),
  /** Accounts whose mail is never sent to a model. */
  excludedAccounts: z.array(AccountId),
  /** Limit per day (UTC). */
  dailyTokens: z.number().int(),
  /** Limit per day in USD; 0 for no limit. Only calls whose price is known count. */
  dailyUsd: z.number(),
  today: z.object({ tokens: z.number().int(), usd: z.number(), calls: z.number().int() }),
  /**
   * The cost of a million tokens in USD; null if unknown. `dated`: the date of the price list; null for a price that the operator
   * gave.
   */
  price: z
    .object({ input: z.number(), output: z.number(), dated: z.string().nullable() })
    .nullable(),
});
export type AiSettings = z.infer<typeof AiSettings>;

/** Returns the user's decisions about models. */
export const aiSettings = endpoint({
  method: "GET",
  path: "/ai/settings",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ settings: AiSettings }),
  errors: [],
});

/** A web address, without any part that does not belong to a server's address. */
const baseUrl = line(500)
  .trim()
  .refine((text) => text === "" || isServer(text));

function isServer(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "")
  );
}

const OwnModel = z.object({
  provider: ModelProvider,
  /** "" for the provider's default address; required for a compatible server. */
  baseUrl: baseUrl.default(""),
  model: line(200).trim().min(1),
  /** If absent, the saved key is used, for the same server only. "" for none. */
  apiKey: line(500).trim().optional(),
});

/**
 * Changes the given fields. A model that this turns on is tested at once, without any mail; `trial` holds the result, or null if
 * nothing was tested. Only the user may decide where their mail is sent, so no token is enough.
 */
export const saveAiSettings = endpoint({
  method: "PUT",
  path: "/ai/settings",
  access: "user",
  scope: null,
  input: z.object({
    isOn: z.boolean().optional(),
    source: z.enum(["server", "own"]).optional(),
    own: OwnModel.optional(),
    excludedAccounts: z.array(AccountId).max(100).optional(),
    dailyTokens: z.number().int().min(0).max(1_000_000_000).optional(),
    dailyUsd: z.number().min(0).max(100_000).optional(),
  }),
  output: z.object({ settings: AiSettings, trial: ModelTrial.nullable() }),
  errors: [
    "ai.no_model",
    "ai.own_refused",
    "ai.address_needed",
    "ai.address_refused",
    "account.not_found",
  ],
});

/** Tests a model without sending any mail: the described model or the saved one. Changes nothing. */
export const testAiSettings = endpoint({
  method: "POST",
  path: "/ai/settings/test",
  access: "user",
  scope: null,
  input: z.object({ source: z.enum(["server", "own"]).optional(), own: OwnModel.optional() }),
  output: z.object({ trial: ModelTrial }),
  errors: ["ai.no_model", "ai.own_refused", "ai.address_needed", "ai.address_refused"],
});

/** One call to a model. It records only the ids and current subjects of the messages that were sent. */
export const ModelCall = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The task of Inlet that made the call: summary, replies, assistant, test, … */
  task: z.string(),
  model: z.string(),
  host: z.string(),
  rung: z.string(),
  /** Null while the call runs. */
  outcome: z.union([z.literal("ok"), ModelProblem]).nullable(),
  /** Number of requests. With more than one, the call was retried and everything was sent again. */
  requests: z.number().int(),
  /** Messages from which something was sent; the subject is null for mail that was deleted. */
  emails: z.array(z.object({ id: MessageId, subject: z.string().nullable() })),
  sentChars: z.number().int(),
  receivedChars: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Null if the price is unknown. */
  usd: z.number().nullable(),
  durationMs: z.number().int(),
});
export type ModelCall = z.infer<typeof ModelCall>;

/** Returns the calls to models: content sent, destination and cost, the latest first, for 90 days. */
export const aiLedger = endpoint({
  method: "GET",
  path: "/ai/ledger",
  access: "user",
  scope: "read",
  input: z.object({ cursor: line(100).optional() }),
  output: z.object({ calls: z.array(ModelCall), nextCursor: z.string().nullable() }),
  errors: [],
});
