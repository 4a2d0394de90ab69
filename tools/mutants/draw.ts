import { faultKinds } from "./faults.ts";
import type { Mutant } from "./make-mutants.ts";

/** The areas of code that get faults. A file belongs to the first area that matches. */
export const areas: readonly { name: string; files: RegExp }[] = [
  { name: "rules", files: /^server\/(ai\/rules\/|jobs\/run-rules\.ts)/ },
  { name: "sync", files: /^server\/mail\/sync\// },
  {
    name: "send",
    files:
      /^server\/(mail\/(sending\/(approvals|compose-message|deliver|outbox|receipts|recipients|send-authenticated|sending|sent-copy)|drafts\/(drafts|push-draft))|store\/((outbox|drafts)\/queries|pending\/delayed-push|messages\/is-answered))\.ts$/,
  },
  {
    name: "search",
    files:
      /^server\/(search\/|store\/(search\/(predicates|index-marks|ranked-hits|selective-predicates|relevance-signals)|folders\/folders-of-messages)\.ts)/,
  },
  { name: "auth", files: /^server\/auth\// },
  { name: "integrations", files: /^server\/integrations\// },
  { name: "jobs", files: /^server\/(jobs\/|store\/jobs\/queries\.ts)/ },
  { name: "store", files: /^server\/store\// },
];

export function areaOf(file: string): string | undefined {
  if (!file.endsWith(".ts") || /\.test\.ts$|-texts\.ts$|[/-]schema\.ts$/.test(file)) return;
  return areas.find(({ files }) => files.test(file))?.name;
}

/** Returns a generator of numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws mutants one after the other, from each area in turn and within it from each kind in turn, to keep a file or kind with
 * many candidates from hiding the rest. Two never share a line. Those that `isWanted` refuses are skipped.
 */
export function drawMutants(
  mutants: readonly Mutant[],
  count: number,
  seed: number,
  isWanted: (mutant: Mutant) => boolean,
): Mutant[] {
  const random = randomOf(seed);
  const queues = areas.map(({ name }) => {
    const own = mutants.filter(({ file }) => areaOf(file) === name);
    return shuffled(faultKinds, random).map((kind) =>
      shuffled(
        own.filter((mutant) => mutant.kind === kind),
        random,
      ),
    );
  });
  const drawn: Mutant[] = [];
  const lines = new Set<string>();
  for (
    let turn = 0;
    drawn.length < count && queues.some((kinds) => kinds.some(({ length }) => length > 0));
    turn++
  ) {
    const kinds = queues[turn % queues.length] ?? [];
    // The first kind that has faults moves to the end.
    const next = kinds.findIndex(({ length }) => length > 0);
    if (next === -1) continue;
    const [queue = []] = kinds.splice(next, 1);
    kinds.push(queue);
    const mutant = takeFrom(queue, (one) => !lines.has(`${one.file}:${one.line}`) && isWanted(one));
    if (mutant === undefined) continue;
    lines.add(`${mutant.file}:${mutant.line}`);
    drawn.push(mutant);
  }
  return drawn;
}

function takeFrom(queue: Mutant[], isWanted: (mutant: Mutant) => boolean): Mutant | undefined {
  for (let mutant = queue.pop(); mutant !== undefined; mutant = queue.pop()) {
    if (isWanted(mutant)) return mutant;
  }
  return undefined;
}

/** Returns a copy in random order (Fisher and Yates). */
function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const copy = [...items];
  for (let n = copy.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1));
    const [a, b] = [copy[n], copy[other]];
    // Safe: both indexes are within the list.
    copy[n] = b as Item;
    copy[other] = a as Item;
  }
  return copy;
}
