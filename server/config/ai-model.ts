import { z } from "zod";

/** The operator's AI model. */
export interface AiModel {
  provider: "openai" | "anthropic" | "google" | "compatible";
  /** Base URL of the API; "" for the provider's default. */
  baseUrl: string;
  model: string;
  apiKey: string;
  /** Price in USD per million tokens; null to use the table of list prices. */
  price: { input: number; output: number } | null;
}

/** Environment variables of the AI model. */
export const aiVariables = {
  INLET_AI_PROVIDER: z.enum(["openai", "anthropic", "google", "compatible"]).optional(),
  INLET_AI_BASE_URL: z.string().refine(isWebAddress).optional(),
  INLET_AI_API_KEY: z.string().optional(),
  INLET_AI_MODEL: z.string().max(200).optional(),
  INLET_AI_PRICE: z
    .string()
    .transform(readPrice)
    .refine((price) => price !== null)
    .optional(),
  INLET_AI_USER_KEYS: z.enum(["on", "off"]).optional(),
};

/** Hint for each variable whose value is invalid. */
export const aiHints = {
  INLET_AI_PROVIDER:
    "Use openai, anthropic, google or compatible (Ollama, vLLM, llama.cpp, LM Studio and others).",
  INLET_AI_BASE_URL: "Use a web address, as in INLET_AI_BASE_URL=http://127.0.0.1:11434/v1.",
  INLET_AI_API_KEY: "Use the key that the provider shows.",
  INLET_AI_MODEL: "Use the model name that its server uses, as in INLET_AI_MODEL=qwen3:8b.",
  INLET_AI_PRICE: "Use USD per million input and output tokens, as in INLET_AI_PRICE=0.15/0.60.",
  INLET_AI_USER_KEYS: "Use on or off.",
} satisfies Record<keyof typeof aiVariables, string>;

/** The environment's values, each checked alone. */
interface Given {
  INLET_AI_PROVIDER?: AiModel["provider"] | undefined;
  INLET_AI_BASE_URL?: string | undefined;
  INLET_AI_API_KEY?: string | undefined;
  INLET_AI_MODEL?: string | undefined;
  INLET_AI_PRICE?: AiModel["price"] | undefined;
}

/** Returns no model if no variable is set. Incomplete settings are an error, because users would wait for responses in vain. */
export function readAiModel(given: Given): { model: AiModel | null } | { mistake: string } {
  const { INLET_AI_MODEL: model, INLET_AI_API_KEY: apiKey = "", INLET_AI_PRICE: price } = given;
  const baseUrl = given.INLET_AI_BASE_URL?.replace(/\/$/, "") ?? "";
  if (model === undefined) {
    const others = [
      given.INLET_AI_PROVIDER,
      given.INLET_AI_BASE_URL,
      given.INLET_AI_API_KEY,
      price,
    ];
    if (others.every((part) => part === undefined)) return { model: null };
    const hint = "Use the model name that its server uses, as in INLET_AI_MODEL=qwen3:8b.";
    return { mistake: `An AI model is configured without INLET_AI_MODEL. ${hint}` };
  }
  const provider = given.INLET_AI_PROVIDER ?? "compatible";
  if (provider === "compatible" && baseUrl === "") {
    const hint = "Set its address, as in INLET_AI_BASE_URL=http://127.0.0.1:11434/v1.";
    return {
      mistake: `INLET_AI_MODEL is set without INLET_AI_BASE_URL or INLET_AI_PROVIDER. ${hint}`,
    };
  }
  return { model: { provider, baseUrl, model, apiKey, price: price ?? null } };
}

/** Parses a price such as `0.15/0.60`. */
function readPrice(text: string): AiModel["price"] {
  const parts = /^(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(text);
  return parts && { input: Number(parts[1]), output: Number(parts[2]) };
}

/** Reports whether the text is an http or https URL. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
