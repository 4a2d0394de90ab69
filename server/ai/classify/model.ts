import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { anyMailKey, type Feature, places } from "./features.ts";

/** What the model tells of a message, each by weights of its own. */
export const heads = [
  "human",
  "Work",
  "Personal",
  "Finance",
  "Social",
  "Promotions",
  "Updates",
  "spam",
  "arranging",
  "private",
] as const;
export type Head = (typeof heads)[number];

/** Weights of every head, and what stands beside them. Made by tools/ai-train/classify.ts. */
export interface LinearModel {
  version: string;
  weights: Readonly<Record<Head, { bias: number; scale: number; at: Int8Array }>>;
  /** From this score on it looks like spam. */
  spamFrom: number;
}

/** Weights of one person, by head and place. */
export type OwnWeights = Partial<Record<Head, ReadonlyMap<number, number>>>;

interface Manifest {
  version: string;
  spamFrom: number;
  heads: Record<Head, { bias: number; scale: number }>;
}

let read: LinearModel | undefined;

/** The model that comes with Inlet. */
export function baseModel(): LinearModel {
  read ??= readModel(
    readFileSync(new URL("weights.json", import.meta.url), "utf8"),
    readFileSync(new URL("weights.bin.gz", import.meta.url)),
  );
  return read;
}

function readModel(manifest: string, packed: Uint8Array): LinearModel {
  // Written beside the weights by the same script.
  const { version, spamFrom, heads: known } = JSON.parse(manifest) as Manifest;
  const all = gunzipSync(packed);
  const weights = Object.fromEntries(
    heads.map((head, index) => {
      const at = new Int8Array(all.buffer, all.byteOffset + index * places, places);
      return [head, { ...known[head], at }];
    }),
  );
  // One for each head, as named above.
  return { version, spamFrom, weights: weights as LinearModel["weights"] };
}

/** What a feature weighs for one person: who wrote says more of what they want than single letters do. */
export function ownValue({ key, value }: Feature): number {
  if (key === anyMailKey) return value * 4;
  if (key.startsWith("a:") || key.startsWith("d:")) return value * 3;
  return /^[cgh]:/.test(key) ? value * 0.3 : value;
}

/** The log-odds that a head gives. */
export function scoreOf(
  { weights }: LinearModel,
  head: Head,
  features: readonly Feature[],
  own?: OwnWeights,
): number {
  const { bias, scale, at } = weights[head];
  const added = own?.[head];
  let score = 0;
  let learned = 0;
  for (const feature of features) {
    const { place, value } = feature;
    score += (at[place] ?? 0) * value;
    if (added) learned += (added.get(place) ?? 0) * ownValue(feature);
  }
  return bias + score * scale + learned;
}
