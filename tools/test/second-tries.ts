import type { RunRecord, SecondTry } from "./records.ts";

/** Number of earlier runs considered. */
const runsLookedAt = 20;

/**
 * Returns a sentence for each reason why the second tries of this run make it fail: more than `atMost` tests needed one, or a
 * test has needed one before in the last 20 recorded runs of everything. A lost worker does not count.
 */
export function whySecondTriesFail(
  tries: readonly SecondTry[],
  earlier: { runs: readonly RunRecord[]; tries: readonly SecondTry[] },
  atMost: number,
): string[] {
  const tests = new Map(
    tries.filter(({ kind }) => kind !== "lost").map((one) => [nameOf(one), one]),
  );
  const isSeen = datesLookedAt(earlier.runs);
  const again = [...tests.values()].filter((one) =>
    earlier.tries.some(
      (other) => other.kind !== "lost" && isSeen.has(other.date) && nameOf(other) === nameOf(one),
    ),
  );
  return [
    ...(tests.size > atMost ? [`${tests.size} tests needed a second try; ${atMost} may.`] : []),
    ...again.map((one) => `${nameOf(one)} needed a second try in an earlier run as well.`),
  ];
}

/** Returns the dates of the last nineteen whole runs, which are twenty together with this one. */
function datesLookedAt(runs: readonly RunRecord[]): Set<string> {
  const whole = runs.filter(({ tier }) => tier === "all" || tier === "night");
  return new Set(whole.slice(1 - runsLookedAt).map(({ date }) => date));
}

/** Names a test, with the dates of earlier second tries. */
export function withHistory(one: SecondTry, earlier: readonly SecondTry[]): string {
  const same = earlier.filter((other) => nameOf(other) === nameOf(one));
  const dates = same.map(({ date, commit }) => `${date.slice(0, 16)} at ${commit.slice(0, 8)}`);
  const before = dates.length === 0 ? "for the first time" : `as on ${dates.join(", ")}`;
  const what =
    one.kind === "lost" ? "lost its process and was run again" : "passed at the second try";
  return `${nameOf(one)} ${what}, ${before}`;
}

function nameOf({ file, test }: SecondTry): string {
  return test === "" ? file : `${file}: ${test}`;
}
