import type { Random } from "../tracking/random.ts";

/** Maximum number of repeats: some inputs are long enough to expose work that grows faster than the text. */
const maxRepeats = 30_000;
const maxBytes = 400_000;

/** Returns bytes that resemble a parser's input: a changed sample, random words, or noise. */
export function fuzzInput(
  random: Random,
  { samples, words }: { samples: readonly Buffer[]; words: readonly string[] },
): Buffer {
  const sample = random.chance(0.5) ? random.pick(samples) : undefined;
  let bytes = sample ?? (random.chance(0.9) ? phrase(random, words) : noise(random, 300));
  for (let changes = random.below(6); changes > 0; changes--) bytes = changed(random, bytes, words);
  return bytes.subarray(0, maxBytes);
}

function phrase(random: Random, words: readonly string[]): Buffer {
  const picked = Array.from({ length: 1 + random.below(60) }, () => random.pick(words) ?? "");
  return Buffer.from(picked.join(""), "latin1");
}

function noise(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: random.below(most) }, () => random.below(256)));
}

function changed(random: Random, bytes: Buffer, words: readonly string[]): Buffer {
  const from = random.below(bytes.length + 1);
  const to = Math.min(bytes.length, from + random.below(40));
  const put = (piece: Buffer, end = from) =>
    Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(end)]);
  switch (random.below(7)) {
    case 0:
      return put(noise(random, 4), from + 1);
    case 1:
      return put(Buffer.from(random.pick(words) ?? "", "latin1"));
    case 2:
      return put(Buffer.alloc(0), to);
    case 3:
      return put(bytes.subarray(from, to));
    case 4:
      return bytes.subarray(0, from);
    case 5:
      return put(phrase(random, words), to);
    default: {
      if (random.chance(0.8)) return put(Buffer.from([random.below(256)]), from + 1);
      const piece = Buffer.from(random.pick(words) ?? "a", "latin1");
      const count = Math.min(random.below(maxRepeats), Math.ceil(maxBytes / (piece.length + 1)));
      return put(Buffer.alloc(piece.length * count, piece));
    }
  }
}
