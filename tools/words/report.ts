import { type Problem, problemKinds } from "./check-file.ts";
import type { Shares } from "./openings.ts";
import type { Surveyed } from "./survey.ts";

/** Returns a line for each problem: where it is, the word, and the standard term. */
export function formatProblems(surveyed: readonly Surveyed[]): string[] {
  return surveyed.flatMap(({ path, text, problems }) =>
    problems.map(({ kind, start, found, instead }) => {
      const line = text.slice(0, start).split("\n").length;
      return `${path}:${line} ${kind}: "${found}" → ${instead}`;
    }),
  );
}

/** Returns a table by folder, the sums last: comments, shares in percent, and problems by kind. */
export function formatReport(surveyed: readonly Surveyed[]): string[] {
  const folders = [...Map.groupBy(surveyed, ({ folder }) => folder)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const rows = folders.map(([folder, files]) => rowOf(folder, files));
  const all = rowOf("all", surveyed);
  const shown = rows.filter((row) => row.slice(1).some((cell) => cell !== "0" && cell !== "-"));
  const head = ["folder", "comments", "marked", "noun clauses", "names", "prose", "openings"];
  const table = [head, ...shown, all];
  const widths = head.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  return table.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
}

function rowOf(name: string, files: readonly Surveyed[]): string[] {
  const { comments, marked, nounClauses } = addShares(files.map(({ shares }) => shares));
  const share = (part: number) =>
    comments === 0 ? "-" : `${((100 * part) / comments).toFixed(1)}%`;
  const problems = files.flatMap((file) => file.problems);
  const numbers = problemKinds.map((kind) => String(countOf(problems, kind)));
  return [name, String(comments), share(marked), share(nounClauses), ...numbers];
}

function countOf(problems: readonly Problem[], kind: Problem["kind"]): number {
  return problems.filter((problem) => problem.kind === kind).length;
}

function addShares(shares: readonly Shares[]): Shares {
  const sum: Shares = { comments: 0, marked: 0, nounClauses: 0 };
  for (const { comments, marked, nounClauses } of shares) {
    sum.comments += comments;
    sum.marked += marked;
    sum.nounClauses += nounClauses;
  }
  return sum;
}
