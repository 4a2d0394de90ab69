import { type Problem, type ProblemKind, problemKinds } from "./check-file.ts";

export type Count = Record<ProblemKind, number>;
/** Problems by folder; a folder without any is absent. */
export type Counts = ReadonlyMap<string, Count>;

interface Difference {
  folder: string;
  kind: ProblemKind;
  recorded: number;
  found: number;
}

export function countProblems(problems: readonly Problem[]): Count {
  const count: Count = { names: 0, prose: 0, openings: 0 };
  for (const { kind } of problems) count[kind]++;
  return count;
}

export function addCounts(counts: Iterable<Count>): Count {
  const sum: Count = { names: 0, prose: 0, openings: 0 };
  for (const count of counts) for (const kind of problemKinds) sum[kind] += count[kind];
  return sum;
}

/** Returns each count that differs from the recorded one. */
function compareCounts(recorded: Counts, found: Counts): Difference[] {
  const folders = [...new Set([...recorded.keys(), ...found.keys()])].toSorted();
  const differences = folders.flatMap((folder) =>
    problemKinds.map((kind) => ({
      folder,
      kind,
      recorded: recorded.get(folder)?.[kind] ?? 0,
      found: found.get(folder)?.[kind] ?? 0,
    })),
  );
  return differences.filter((difference) => difference.recorded !== difference.found);
}

/** Compares the counts: a folder whose count rose breaks the rule. */
export function judgeCounts(
  recorded: Counts,
  found: Counts,
): { isBroken: boolean; lines: string[] } {
  const differences = compareCounts(recorded, found);
  const risen = differences.filter((difference) => difference.found > difference.recorded);
  if (risen.length > 0) {
    const lines = risen.map(
      (difference) =>
        `words/standard: ${difference.folder} has ${difference.found} ${difference.kind}, ` +
        `${difference.recorded} are allowed.`,
    );
    return { isBroken: true, lines: [...lines, ...advice] };
  }
  const folders = new Set(differences.map(({ folder }) => folder)).size;
  const lines = [
    `words/standard: fewer problems in ${folders} folders. Lower the counts: npm run words -- --record`,
  ];
  return { isBroken: false, lines: folders > 0 ? lines : [] };
}

const advice = [
  "docs/glossary.md has the standard words; npm run words -- --list FOLDER shows the lines.",
  "If files only moved: npm run words -- --record",
];

/** Returns the kinds whose sum rose. A file that moved takes its problems along, so one folder alone may rise. */
export function risenSums(recorded: Counts, found: Counts): ProblemKind[] {
  const [before, now] = [addCounts(recorded.values()), addCounts(found.values())];
  return problemKinds.filter((kind) => now[kind] > before[kind]);
}

/** Returns the counts as JSON, one folder a line. */
export function countsAsJson(counts: Counts): string {
  const lines = [...counts]
    .filter(([, count]) => problemKinds.some((kind) => count[kind] > 0))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, { names, prose, openings }]) => {
      const key = JSON.stringify(folder);
      return `  ${key}: { "names": ${names}, "prose": ${prose}, "openings": ${openings} }`;
    });
  return lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`;
}

export function parseCounts(json: string): Counts {
  // Safe: countsAsJson wrote it.
  return new Map(Object.entries(JSON.parse(json) as Record<string, Count>));
}
