import { isArgued } from "./argued.ts";

/** One line of the table. */
export interface Score {
  set: string;
  what: string;
  /** Points gained, out of `of`. */
  points: number;
  of: number;
  /** Lost points whose expectation docs/conformance.md disputes; the target does not count them. */
  argued: number;
  /** The share of points needed to pass, 0 to 1; undefined for information only. */
  pass?: number;
  /** Descriptions of the failures, one line each, for --verbose. */
  failures: string[];
}

/** Returns a line of the table that counts points and records failures. */
export function tally(set: string, what: string, pass?: number) {
  const score: Score = {
    set,
    what,
    points: 0,
    of: 0,
    argued: 0,
    failures: [],
    ...(pass === undefined ? {} : { pass }),
  };
  return {
    score,
    /** Counts one point; `explain` is called only if the point is lost. */
    count: (isRight: boolean, explain: () => string, weight = 1) => {
      score.of += weight;
      if (isRight) {
        score.points += weight;
        return;
      }
      const failure = explain();
      const isExpectationWrong = isArgued(what, failure);
      if (isExpectationWrong) score.argued += weight;
      score.failures.push(isExpectationWrong ? `(argued) ${failure}` : failure);
    },
  };
}

/** Reports whether a line passes. A line that counts nothing fails. */
export function hasPassed(score: Score): boolean {
  const asked = score.of - score.argued;
  return score.pass === undefined || (asked > 0 && score.points / asked >= score.pass - 1e-9);
}

/** Returns the table as text. */
export function printTable(scores: readonly Score[]): string {
  const rows = scores.map((score) => [
    score.set,
    score.what,
    `${Math.round(score.points * 10) / 10}/${score.of}`,
    percentage(score.points, score.of),
    score.argued > 0 ? `${score.argued}` : "",
    score.argued > 0 ? percentage(score.points, score.of - score.argued) : "",
    score.pass === undefined ? "" : `${score.pass * 100}%`,
    score.pass === undefined ? "" : hasPassed(score) ? "pass" : "FAIL",
  ]);
  const all = [["set", "what", "points", "share", "argued", "of the rest", "target", ""], ...rows];
  const widths = [0, 1, 2, 3, 4, 5, 6].map((at) =>
    Math.max(...all.map((row) => row[at]?.length ?? 0)),
  );
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function percentage(points: number, of: number): string {
  return of > 0 ? `${((100 * points) / of).toFixed(1)}%` : "none";
}

/** Normalizes text for comparison: LF, NFC, no trailing blanks. */
export function normalText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .normalize("NFC")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

/** Normalizes a header's text for comparison: unfolded, single blanks. */
export function normalHeader(text: string | null | undefined): string {
  return (text ?? "").normalize("NFC").replace(/\s+/g, " ").trim();
}

/** Returns an address with its domain in lower case. */
export function normalAddress(address: string | null | undefined): string {
  const text = normalHeader(address);
  const at = text.lastIndexOf("@");
  return at < 0 ? text : text.slice(0, at) + text.slice(at).toLowerCase();
}

/** Joins addresses into one text for comparison. */
export function addressText(
  list: readonly { name?: string | null; address?: string | null }[],
): string {
  return list
    .map(({ name, address }) => `${normalHeader(name)} <${normalAddress(address)}>`)
    .join(", ");
}
