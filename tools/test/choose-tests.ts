/** Chooses the tests of a change: the nearest by import distance, as many as fit into the time. */
import { distancesTo, type ImportGraph } from "./import-graph.ts";
import { type Kind, usualSeconds } from "./kinds.ts";

export interface TestFile {
  file: string;
  kind: Kind;
}

export interface Choice {
  /** In the order in which they run. */
  chosen: readonly string[];
  /** Tests that the change reaches but that do not fit into the time, the nearest first. */
  leftOut: readonly string[];
}

/** Maximum sum of the durations of all chosen files, in seconds, for each kind of test. */
export interface Budget {
  suiteSeconds: number;
  browserSeconds: number;
}

/** Two minutes of suites with two workers, and one minute of the browser with two. */
export const budgetOfChange: Budget = { suiteSeconds: 240, browserSeconds: 120 };

/**
 * Chooses among `tests`. A changed test always runs. The source of a page is mostly reached by the browser only: the chosen
 * browser tests are those that share the most words with the changed files of the page.
 */
export function chooseTests(
  graph: ImportGraph,
  tests: readonly TestFile[],
  changed: readonly string[],
  options: {
    durations: Readonly<Record<string, number>>;
    budget: Budget;
    textOf: (file: string) => string;
  },
): Choice {
  const distances = distancesTo(graph, changed);
  const suites = tests
    .filter(({ kind, file }) => kind !== "browser" && distances.has(file))
    .map((test) => ({
      ...test,
      distance: distances.get(test.file) ?? 0,
      shared: Math.max(...changed.map((file) => sharedFolders(file, test.file))),
      seconds: secondsOf(test, options.durations),
    }))
    .toSorted((a, b) => a.distance - b.distance || b.shared - a.shared || a.seconds - b.seconds);
  const browser = tests.filter(({ kind }) => kind === "browser");
  const shared = distancesTo(
    graph,
    changed.filter((file) => file.startsWith("e2e/")),
  );
  const scores = sharedWords(
    changed.filter((file) => file.startsWith("web/") && !isTest(file)),
    browser.map(({ file }) => file),
    options.textOf,
  );
  const goals = browser
    .map((test) => ({
      ...test,
      // An end-to-end test reaches everything through the product, so only files that it names itself are near.
      distance: distances.get(test.file) === 0 ? 0 : distances.get(test.file) === 1 ? 1 : 2,
      score: scores.get(test.file) ?? 0,
      seconds: secondsOf(test, options.durations),
    }))
    .filter(({ distance, score, file }) => distance < 2 || score > 0 || shared.has(file))
    .toSorted((a, b) => a.distance - b.distance || b.score - a.score);
  const a = withinBudget(suites, options.budget.suiteSeconds);
  const b = withinBudget(goals, options.budget.browserSeconds);
  return { chosen: [...a.chosen, ...b.chosen], leftOut: [...a.leftOut, ...b.leftOut] };
}

/** Chooses the tests that take the least time, as many as fit into `budget` seconds of one worker. */
export function chooseCheapest(
  tests: readonly TestFile[],
  durations: Readonly<Record<string, number>>,
  budget: number,
): Choice {
  const sorted = tests
    .map((test) => ({ file: test.file, distance: 1, seconds: secondsOf(test, durations) }))
    .toSorted((a, b) => a.seconds - b.seconds);
  return withinBudget(sorted, budget);
}

/**
 * Returns the number of leading folders that two paths share. At the same distance, a test beside the source is the one about it.
 */
function sharedFolders(a: string, b: string): number {
  const others = b.split("/");
  const different = a.split("/").findIndex((part, n) => part !== others[n]);
  return different === -1 ? others.length : different;
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function secondsOf({ file, kind }: TestFile, durations: Readonly<Record<string, number>>): number {
  // The recorded duration does not include loading the imports.
  return 1 + (durations[file] ?? usualSeconds[kind]);
}

function withinBudget(
  sorted: readonly { file: string; distance: number; seconds: number }[],
  budget: number,
): Choice {
  let seconds = 0;
  const fits = sorted.map((test) => {
    const isTaken = test.distance === 0 || seconds + test.seconds <= budget;
    if (isTaken) seconds += test.seconds;
    return isTaken;
  });
  return {
    chosen: sorted.filter((_, n) => fits[n]).map(({ file }) => file),
    leftOut: sorted.filter((_, n) => !fits[n]).map(({ file }) => file),
  };
}

/**
 * Scores each candidate by the words of the sources' paths that occur in its name and text. A rare word counts more, and a word
 * in the name counts three times.
 */
function sharedWords(
  sources: readonly string[],
  candidates: readonly string[],
  textOf: (file: string) => string,
): Map<string, number> {
  const words = new Set(sources.flatMap((source) => wordsOf(source.replace(/^web\/\w+\//, ""))));
  const names = candidates.map((file) => new Set(wordsOf(file)));
  const texts = candidates.map((file) => new Set(wordsOf(`${file} ${textOf(file)}`)));
  const scores = candidates.map(() => 0);
  for (const word of words) {
    const having = texts.filter((text) => text.has(word)).length;
    const worth = Math.log((1 + candidates.length) / (1 + having));
    for (const [n, text] of texts.entries()) {
      if (text.has(word)) scores[n] = (scores[n] ?? 0) + worth * (names[n]?.has(word) ? 3 : 1);
    }
  }
  return new Map(candidates.map((file, n) => [file, scores[n] ?? 0]));
}

/** Returns the words with at least four letters, without endings: "snoozes" and "snoozed" are the same. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) =>
    word.replace(/(ing|es|ed|s|e)$/, ""),
  );
}
