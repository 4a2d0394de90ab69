import { createHash } from "node:crypto";

export const modelProviders = ["openai", "anthropic", "google", "compatible"] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** A model and its connection settings. */
export interface ModelChoice {
  provider: ModelProvider;
  /** Base URL without a trailing slash; "" for the provider's default. */
  baseUrl: string;
  model: string;
  /** API key; "" for a server that needs none. */
  apiKey: string;
}

/** Price in USD per million tokens. */
export interface Price {
  input: number;
  output: number;
}

/** The operator's model, which all users may use. */
export interface OperatorModel extends ModelChoice {
  /** Null to use the table of list prices. */
  price: Price | null;
}

/** The ways to request structured output: by a strict schema, as JSON, or in words. */
export const outputModes = ["schema", "json", "text"] as const;
export type OutputMode = (typeof outputModes)[number];

const ownHosts: Record<ModelProvider, string> = {
  openai: "api.openai.com",
  anthropic: "api.anthropic.com",
  google: "generativelanguage.googleapis.com",
  compatible: "",
};

/** Returns the host that questions are sent to, as users see it. */
export function hostOf({ provider, baseUrl }: ModelChoice): string {
  return URL.parse(baseUrl)?.host ?? ownHosts[provider];
}

/** Returns a hash of server, model and key that reveals none of them: results of a trial are valid while it is unchanged. */
export function fingerprintOf({ provider, baseUrl, model, apiKey }: ModelChoice): string {
  const parts = JSON.stringify([provider, baseUrl, model, apiKey]);
  return createHash("sha256").update("inlet model\0").update(parts).digest("hex").slice(0, 32);
}

/** Returns the first format to try. If the server rejects it, the next one is tried. */
export function usualOutputMode(provider: ModelProvider): OutputMode {
  return provider === "compatible" ? "json" : "schema";
}
