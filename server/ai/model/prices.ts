import type { ModelChoice, Price } from "./choice.ts";

/** Date on which the list below was last compared with the providers' price pages. */
export const pricesDated = "2025-12-01";

/** List prices in USD per million tokens. The longest matching prefix of a model's name counts. */
const listPrices: readonly [name: string, price: Price][] = [
  ["gpt-4.1-nano", { input: 0.1, output: 0.4 }],
  ["gpt-4.1-mini", { input: 0.4, output: 1.6 }],
  ["gpt-4.1", { input: 2, output: 8 }],
  ["gpt-4o-mini", { input: 0.15, output: 0.6 }],
  ["gpt-4o", { input: 2.5, output: 10 }],
  ["gpt-5-nano", { input: 0.05, output: 0.4 }],
  ["gpt-5-mini", { input: 0.25, output: 2 }],
  ["gpt-5", { input: 1.25, output: 10 }],
  ["o4-mini", { input: 1.1, output: 4.4 }],
  ["claude-3-5-haiku", { input: 0.8, output: 4 }],
  ["claude-haiku-4-5", { input: 1, output: 5 }],
  ["claude-sonnet-4", { input: 3, output: 15 }],
  ["claude-opus-4-5", { input: 5, output: 25 }],
  ["claude-opus-4", { input: 15, output: 75 }],
  ["gemini-2.0-flash", { input: 0.1, output: 0.4 }],
  ["gemini-2.5-flash-lite", { input: 0.1, output: 0.4 }],
  ["gemini-2.5-flash", { input: 0.3, output: 2.5 }],
  ["gemini-2.5-pro", { input: 1.25, output: 10 }],
];

/** Returns the price of a million tokens; null if unknown. A compatible server is not the provider of the list. */
export function priceOf({ provider, model }: ModelChoice): Price | null {
  if (provider === "compatible") return null;
  const [best] = listPrices
    .filter(([name]) => model === name || model.startsWith(`${name}-`))
    .toSorted(([a], [b]) => b.length - a.length);
  return best?.[1] ?? null;
}

/** Returns the cost in millionths of a dollar, rounded up. USD per million tokens equals millionths of a dollar per token. */
export function costMicros(price: Price, tokens: { input: number; output: number }): number {
  return Math.ceil(price.input * tokens.input + price.output * tokens.output);
}

/**
 * Returns an upper bound of the text's tokens: European languages have about 3.2 characters per token, CJK up to one and a half
 * tokens per character.
 */
export function tokenBound(text: string): number {
  const wide = text.match(/[\u{2E80}-\u{9FFF}\u{AC00}-\u{D7AF}\u{20000}-\u{3FFFF}]/gu)?.length ?? 0;
  return Math.ceil((text.length - wide) / 3.2 + wide * 1.5);
}
